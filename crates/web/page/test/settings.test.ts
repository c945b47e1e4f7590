/** The settings, which hold in all tabs, and the offer of the browser to install the page. */

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { PHONE, message, pageTest, server } from "./support.js";

const AT = { at: "#play" };
const cell = (page: Page, place: number) => page.locator("#play-view .cell").nth(place);

/** Opens the dialog, and switches settings. */
async function set(page: Page, ...names: string[]): Promise<void> {
  await page.getByRole("button", { name: "Settings" }).click();
  for (const name of names) {
    await page.getByRole("dialog").getByRole("switch", { name }).click();
  }
  await page.getByRole("button", { name: "Done" }).click();
}

pageTest("settings are kept, and hold in all tabs", AT, async (page) => {
  const other = await page.context().newPage();
  await other.goto(`${server.address}#play`);
  await other.waitForSelector("body[data-ready]");
  assert.equal(await page.locator(".timer").isVisible(), true);
  await set(page, "Show the time", "Number rows and columns");
  for (const one of [page, other]) {
    await one.locator("#play-view .coordinates").first().waitFor();
    assert.equal(await one.locator(".timer").isVisible(), false);
  }
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  assert.equal(await page.locator(".timer").isVisible(), false);
  assert.equal(await page.locator("#play-view .coordinates.rows").innerText(), "1\n2\n3\n4\n5\n6\n7\n8\n9");
});

pageTest("errors and highlights are shown or not", AT, async (page) => {
  const background = (place: number): Promise<string> =>
    cell(page, place).evaluate((one) => getComputedStyle(one).backgroundColor);
  await cell(page, 2).focus();
  await page.keyboard.press("5");
  assert.match((await cell(page, 2).getAttribute("aria-label")) ?? "", /wrong/);
  await cell(page, 0).focus();
  const [plain, same, house] = await Promise.all([50, 14, 6].map(background));
  assert.notEqual(same, plain);
  assert.notEqual(house, plain);
  await set(
    page,
    "Mark digits that are twice in a house",
    "Mark the same digit everywhere",
    "Mark row, column and box",
  );
  assert.doesNotMatch((await cell(page, 2).getAttribute("aria-label")) ?? "", /wrong/);
  assert.deepEqual(await Promise.all([14, 6].map(background)), [plain, plain]);
  // Check tells mistakes as before.
  await page.getByRole("button", { name: "Check" }).click();
  await message(page, "Wrong digits: r1c3");
});

for (const colorScheme of ["light", "dark"] as const) {
  const other = colorScheme === "light" ? "dark" : "light";
  pageTest(`the theme ${other} on a device with ${colorScheme}`, { ...AT, colorScheme }, async (page) => {
    const paper = (): Promise<string> =>
      page.locator("#play-view .board").evaluate((one) => getComputedStyle(one).backgroundColor);
    const drawn = async (): Promise<string> => {
      await page.getByRole("button", { name: "Hint" }).click();
      for (let stage = 0; stage < 3; stage += 1) {
        await page.getByRole("button", { name: "Tell me more" }).click();
      }
      const fill = await page
        .locator("#play-view .drawing .placed")
        .first()
        .evaluate((one) => getComputedStyle(one).fill);
      await page.getByRole("button", { name: "Close", exact: true }).click();
      return fill;
    };
    const before = [await paper(), await drawn()];
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("group", { name: "Theme" }).getByRole("button", { name: other, exact: false }).click();
    await page.keyboard.press("Escape");
    const after = [await paper(), await drawn()];
    assert.notEqual(after[0], before[0]);
    assert.notEqual(after[1], before[1]);
    await page.emulateMedia({ colorScheme: other });
    assert.deepEqual([await paper(), await drawn()], after);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("button", { name: "As the device" }).click();
    assert.equal(await paper(), after[0]);
    await page.emulateMedia({ colorScheme });
    assert.equal(await paper(), before[0]);
  });
}

pageTest(
  "damaged settings are as at first",
  {
    ...AT,
    before: (page) => page.addInitScript(() => localStorage.setItem("minirow.settings", '{"theme":"x","time":7}')),
  },
  async (page) => {
    assert.equal(await page.locator(".timer").isVisible(), true);
    assert.equal(await page.evaluate(() => document.documentElement.dataset["theme"]), "system");
  },
);

for (const viewport of [PHONE, { width: 1280, height: 720 }]) {
  pageTest(
    `the page is installed with a button, if the browser offers it: ${viewport.width}`,
    { ...AT, viewport },
    async (page) => {
      await page.getByRole("button", { name: "Settings" }).click();
      const install = page.getByRole("dialog").getByRole("button", { name: "Install" });
      assert.equal(await install.isVisible(), false);
      await page.evaluate(() => {
        const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), {
          prompt: () => Promise.resolve(void (document.body.dataset["prompted"] = "yes")),
        });
        window.dispatchEvent(offer);
      });
      await install.click();
      await page.waitForSelector("body[data-prompted]");
      assert.equal(await install.isVisible(), false);
    },
  );
}
