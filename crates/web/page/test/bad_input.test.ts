/** Hostile texts, files, links and stored games: a message says what is wrong, and the state before stays. */

import assert from "node:assert/strict";
import { EASY, EXPERT, digits, drop, message, pageTest, paste, rated } from "./support.js";

pageTest("a text without a puzzle changes nothing", {}, async (page) => {
  await paste(page, EXPERT);
  await rated(page, "4.2");
  for (const text of [
    "12345",
    "<script>alert(1)</script>",
    "\u0000".repeat(81),
    "<opensudoku>".repeat(1000),
    "{".repeat(10_000),
    'puzzle\n"'.repeat(50),
    "\u{1f4a5}".repeat(500),
  ]) {
    await paste(page, text);
    await message(page, /No puzzle was read/);
    await page.getByRole("button", { name: "Close the message" }).click();
    assert.equal(await digits(page, "explain"), EXPERT);
  }
  await rated(page, "4.2");
});

pageTest("a line that cannot be read is named, and the others are read", {}, async (page) => {
  await drop(page, "puzzles.txt", `${EXPERT}\nx${EASY.slice(1)}\n`);
  await message(page, /1 puzzle found in the text. Not read: line 2/);
  await rated(page, "4.2");
});

pageTest("a file that is too large is refused", {}, async (page) => {
  await drop(page, "large.txt", `${EASY}\n`.repeat(100_000));
  await message(page, /large.txt has 8,200,000 bytes, expected at most 8,000,000/);
});

pageTest("more puzzles than the limit are cut", {}, async (page) => {
  await drop(page, "many.txt", `${EASY}\n`.repeat(10_001));
  await message(page, "The first 10,000 puzzles were read");
  await rated(page, "1.2");
});

for (const [link, reason] of [
  ["explain?puzzle=12", /has 2 characters as puzzle, expected 81/],
  [`explain?puzzle=${EASY}&state=${EXPERT}`, /does not have the clues of its puzzle/],
  [`explain?puzzle=${EASY}&marks=zz`, /pencilmarks of the link are damaged/],
  [`play?puzzle=${EASY}&colours=9`, /colours of the link are damaged/],
  ["play?puzzle=%00%ff", /The link cannot be read/],
  [`play?puzzle=${".".repeat(81)}`, /no puzzle to play/],
] as const) {
  pageTest(`a damaged link is refused: ${link.slice(0, 30)}`, { at: `#${link}` }, async (page) => {
    await message(page, reason);
    assert.equal(await digits(page, "play"), EASY);
  });
}

pageTest("a link with the end of its sentence is opened", { at: `#explain?puzzle=${EASY}).` }, async (page) => {
  await rated(page, "1.2");
  assert.equal(await digits(page, "explain"), EASY);
});

for (const stored of [
  "",
  "null",
  "{}",
  "[1]",
  '{"clues":"' + "1".repeat(81) + '"}',
  `{"clues":"${EASY}","now":"x"}`,
  "\u0000",
]) {
  pageTest(
    `a damaged game in the storage is set aside: ${JSON.stringify(stored.slice(0, 20))}`,
    {
      at: "#play",
      before: (page) => page.addInitScript((stored) => localStorage.setItem("minirow.game", stored), stored),
    },
    async (page) => {
      await message(page, /The saved game cannot be read/);
      assert.equal(await digits(page, "play"), EASY);
      assert.equal(await page.evaluate(() => localStorage.getItem("minirow.game.damaged")), stored);
    },
  );
}

pageTest(
  "a page without storage can be played",
  {
    at: "#play",
    before: (page) =>
      page.addInitScript(() =>
        Object.defineProperty(window, "localStorage", {
          get: () => {
            throw new Error("denied");
          },
        }),
      ),
  },
  async (page) => {
    await page.locator("#play-view .cell").nth(2).click();
    await page.keyboard.press("4");
    assert.equal((await digits(page, "play"))[2], "4");
  },
);

pageTest("work that takes long is shown, and can be stopped", {}, async (page) => {
  await paste(page, EASY);
  await rated(page, "1.2");
  // The next worker gets no module, so that its work never ends.
  await page.evaluate(() => {
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, message: unknown): void {
      if (!(message instanceof WebAssembly.Module)) {
        postMessage.call(this, message);
      }
    };
    window.addEventListener("resume", () => (Worker.prototype.postMessage = postMessage));
  });
  await page.evaluate(() => (location.hash = "generate"));
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByRole("button", { name: "Stop" }).first().click();
  await page.getByText(/^Stopped/).waitFor();
  await page.evaluate(() => window.dispatchEvent(new Event("resume")));
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByText(/20 puzzles in/).waitFor();
});

pageTest("an analysis can be stopped, and the page goes on", {}, async (page) => {
  await page.evaluate(() => {
    // The worker never gets a call, so it never answers.
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = () => undefined;
    window.addEventListener("resume", () => (Worker.prototype.postMessage = postMessage));
  });
  await paste(page, EXPERT);
  await page.locator(".work").waitFor();
  assert.match(await page.locator(".work").innerText(), /Reading: \d+ s of at most 120 s/);
  await page.locator(".work").getByRole("button", { name: "Stop" }).click();
  await page.locator(".work").waitFor({ state: "hidden" });
  await page.evaluate(() => window.dispatchEvent(new Event("resume")));
  await paste(page, EXPERT);
  await rated(page, "4.2");
});

pageTest(
  "a part of the page that cannot be loaded is told",
  { at: "#play", before: (page) => page.route(/settings_dialog|lessons|book/, (route) => route.abort()) },
  async (page) => {
    await page.getByRole("button", { name: "Settings" }).click();
    await message(page, /cannot be loaded. Reload the page/);
    await page.getByRole("button", { name: "Close the message" }).click();
    await page.evaluate(() => (location.hash = "generate"));
    await page.getByRole("button", { name: "A book of 60" }).click();
    await message(page, /cannot be loaded. Reload the page/);
  },
);
