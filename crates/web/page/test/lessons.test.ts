/** Lessons: each technique of the registry with a picture, an example and puzzles that need it. */

import assert from "node:assert/strict";
import { PHONE, pageTest } from "./support.js";

const AT = { at: "#lessons" };

/** The techniques that no known puzzle needs. An easier step is always there instead of Direct Claiming. */
const WITHOUT = [
  "direct-claiming",
  "nested-dynamic-forcing-chains-plus",
  "twice-nested-forcing-chains",
  "twice-nested-multiple-forcing-chains",
];

pageTest("each technique has a picture of a step with it", AT, async (page) => {
  const cards = page.locator(".lesson");
  await cards.first().waitFor();
  const slugs = await cards.evaluateAll((all) => all.map((one) => one.getAttribute("data-slug") ?? ""));
  await page.evaluate(() => (location.hash = "generate"));
  const known = await page
    .locator(".families")
    .first()
    .locator("input")
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  assert.deepEqual(slugs.toSorted(), known.toSorted());
  await page.evaluate(() => (location.hash = "lessons"));
  for (const [place, slug] of slugs.entries()) {
    const card = cards.nth(place);
    await card.scrollIntoViewIfNeeded();
    if (WITHOUT.includes(slug)) {
      assert.match(await card.innerText(), /It has no example: no (known )?puzzle needs it/);
    } else {
      await card.locator(".picture svg").waitFor();
      assert.equal(await card.getAttribute("data-technique"), slug);
    }
  }
});

pageTest("an example is stepped through, and puzzles that need a technique are generated", AT, async (page) => {
  await page.getByRole("button", { name: "Step through X-Wing" }).click();
  await page.locator("#explain-view .drawing svg").waitFor();
  assert.match(await page.locator("section.step:visible h2").innerText(), /X-Wing/);
  const steps = await page.locator(".step-list button").count();
  assert.ok(steps > 1);
  const where = page.locator(".where");
  const place = Number(/Step (\d+) of/.exec(await where.innerText())![1]);
  await page.getByRole("button", { name: "Next step" }).click();
  assert.equal(await where.innerText(), `Step ${place + 1} of ${steps}`);
  await page.goBack();
  await page.getByRole("button", { name: "Puzzles that need Swordfish" }).click();
  assert.equal(await page.getByLabel("Puzzles", { exact: true }).inputValue(), "5");
  const checked = page.locator(".families").first().locator("input:checked");
  assert.equal(await checked.inputValue(), "swordfish");
  assert.equal(await checked.isVisible(), true);
  await page.getByText(/^5 puzzles in/).waitFor();
});

pageTest("lessons are loaded when they are shown", { viewport: PHONE }, async (page) => {
  const files = (): Promise<number> =>
    page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js")).length);
  const before = await files();
  await page.getByRole("link", { name: "Lessons" }).click();
  await page.getByRole("heading", { name: "Naked Single" }).waitFor();
  assert.ok((await files()) > before);
});
