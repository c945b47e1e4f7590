/** What is where: in windows of all sizes, below a hint, and on paper. */

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { EASY, EXPERT, SOLVED, message, open, pageTest, paste } from "./support.js";

const press = (page: Page, name: string) =>
  page.locator("#play-view").getByRole("button", { name, exact: true }).click();

const WIDTHS = [320, 340, 390, 460, 560, 640, 660, 720, 740, 800, 820, 844, 960, 961, 1024, 1029, 1280, 1440];
const HEIGHTS = [320, 390, 450, 497, 499, 500, 540, 600, 640, 720, 768, 844, 900, 1180];

for (const at of ["play", `explain?puzzle=${EXPERT}`, "generate", "lessons"]) {
  void test(`in windows of all sizes nothing is cut off, and the board fits: ${at.slice(0, 8)}`, () =>
    open({ at: `#${at}` }, async (page) => {
      await page.locator("main:visible :is(.steps-nav, .states, .constraints, .lesson)").first().waitFor();
      await page
        .locator("main:visible details")
        .evaluateAll((all) => all.forEach((one) => one.setAttribute("open", "")));
      for (const width of WIDTHS) {
        for (const height of HEIGHTS) {
          await page.setViewportSize({ width, height });
          const { over, below } = await page.evaluate(() => {
            const { scrollWidth, clientWidth } = document.documentElement;
            const board = document.querySelector("main:not([hidden]) .stage")?.getBoundingClientRect();
            return { over: scrollWidth - clientWidth, below: (board?.bottom ?? 0) - innerHeight };
          });
          assert.ok(over <= 0 && below <= 0, `${width}x${height}: ${over} points too wide, ${below} too high`);
        }
      }
    }));
}

const boxOf = async (page: Page, part: string) => (await page.locator(`#play-view ${part}`).first().boundingBox())!;

for (const [width, height] of [
  [844, 390],
  [640, 360],
  [720, 450],
  [498, 498],
  [800, 499],
  [960, 540],
  [1024, 600],
  [1280, 720],
] as const) {
  void test(`the keypad is beside the board, and in the window: ${width}x${height}`, () =>
    open({ at: "#play", viewport: { width, height } }, async (page) => {
      const [board, keypad] = [await boxOf(page, ".stage"), await boxOf(page, ".keypad")];
      assert.ok(keypad.x >= board.x + board.width, JSON.stringify([board, keypad]));
      assert.ok(keypad.x + keypad.width <= width && keypad.y + keypad.height <= height, JSON.stringify(keypad));
    }));
}

/** Where the controls of the game are. */
const places = (page: Page) =>
  page
    .locator("#play-view :is(.tools, .choice, .keypad, .switch, .new, .board)")
    .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [820, 1180],
  [390, 844],
  [390, 664],
  [844, 390],
  [720, 450],
  [640, 360],
  [320, 640],
] as const) {
  void test(`a hint moves nothing, and does not cover what it is about: ${width}x${height}`, () =>
    open({ at: "#play", viewport: { width, height } }, async (page) => {
      const before = await places(page);
      const panel = page.locator(".hint-panel");
      const check = async (): Promise<void> => {
        assert.deepEqual(await places(page), before);
        const box = (await panel.boundingBox())!;
        const inWindow = box.y >= 0 && box.x >= 0 && box.x + box.width <= width && box.y + box.height <= height;
        assert.ok(inWindow, JSON.stringify(box));
        const covered = await page.locator("#play-view :is(.cell, .key, .choice button):visible").evaluateAll(
          (all, { x, y, width, height }) =>
            all
              .map((one) => [one.getBoundingClientRect(), one.ariaLabel] as const)
              .filter(([at]) => at.right > x && at.left < x + width && at.bottom > y && at.top < y + height)
              .map(([, name]) => name),
          box,
        );
        assert.deepEqual(covered, []);
      };
      await press(page, "Hint");
      await panel.waitFor();
      await check();
      for (let stage = 0; stage < 3; stage += 1) {
        await press(page, "Tell me more");
        await check();
      }
      // A digit is entered without closing the hint first.
      await page.locator("#play-view .cell").nth(2).click();
      await page.locator("#play-view .keypad").first().getByRole("button", { name: /^1,/ }).click();
      await press(page, "Hint");
      await panel.getByRole("heading", { name: "A mistake" }).waitFor();
      await press(page, "Show it");
      await check();
    }));
}

for (const [width, height] of [
  [1280, 720],
  [1024, 768],
  [844, 390],
  [640, 360],
  [390, 844],
] as const) {
  void test(`the board covers no step of the list, and a chosen step is seen with its words: ${width}x${height}`, () =>
    open({ at: `#explain?puzzle=${EXPERT}`, viewport: { width, height } }, async (page) => {
      await page.locator(".step-list button").first().waitFor({ state: "attached" });
      for (let scrolled = 0; scrolled < 1500; scrolled += 100) {
        const [board, below] = await page.evaluate((scrolled) => {
          window.scrollTo(0, scrolled);
          return [".stage", ".below"].map((part) => document.querySelector(part)!.getBoundingClientRect());
        }, scrolled);
        assert.ok(board!.bottom <= below!.top, `${scrolled}: ${JSON.stringify([board, below])}`);
      }
      await page.locator(".step-list button").nth(2).click();
      for (const part of [".stage", ".step h2"]) {
        const box = (await page.locator(`#explain-view ${part}`).boundingBox())!;
        assert.ok(box.y >= 0 && box.y + box.height <= height, `${part}: ${JSON.stringify(box)}`);
      }
    }));
}

pageTest(
  "the card of a solved game is closed by touch",
  { at: `#play?puzzle=${EASY}&state=53.${SOLVED.slice(3)}`, hasTouch: true },
  async (page) => {
    await page.locator("#play-view .state", { hasText: "1 cell to fill" }).waitFor();
    await page.locator("#play-view .cell").nth(2).tap();
    await page.locator("#play-view .keypad").first().getByRole("button", { name: /^4,/ }).tap();
    const card = page.locator(".hint-panel");
    await card.getByRole("heading", { name: "Solved" }).waitFor();
    await card.getByRole("button", { name: "Close" }).tap();
    assert.equal(await card.isVisible(), false);
  },
);

pageTest("the header has one line, also with an offer and the state", { at: "#play" }, async (page) => {
  await page.evaluate(() => {
    window.dispatchEvent(Object.assign(new Event("beforeinstallprompt"), { prompt: () => Promise.resolve() }));
    document.querySelector(".offline")!.textContent = "Works offline";
  });
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 1180 });
    const middles = await page
      .locator("header :is(h1, a, button, .offline):visible")
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ y, height }) => y + height / 2));
    assert.ok(Math.max(...middles) - Math.min(...middles) < 4, `${width}: ${middles.join()}`);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width);
  }
});

pageTest("the curtain of a pause is over the board", { at: "#play" }, async (page) => {
  await press(page, "Pause");
  for (const name of [".curtain p", ".curtain button"]) {
    const isOnTop = await page.locator(name).evaluate((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    assert.ok(isOnTop, name);
  }
});

for (const theme of ["light", "dark"] as const) {
  for (const at of [`play?puzzle=${EXPERT}`, `explain?puzzle=${EXPERT}`]) {
    void test(`on paper there are the board and its rating, black on white: ${at.slice(0, 7)}, ${theme}`, () =>
      open(
        {
          at: `#${at}`,
          colorScheme: theme,
          before: (page) =>
            page.addInitScript((theme) => localStorage.setItem("minirow.settings", JSON.stringify({ theme })), theme),
        },
        async (page) => {
          await page.locator("main:visible .level").waitFor();
          await page.locator("main:visible .cell").nth(2).click();
          if (at.startsWith("explain")) {
            await page.locator(".step-list button").first().waitFor();
            await page.keyboard.press("ArrowRight");
            await page.locator(".drawing svg").waitFor();
          } else {
            await page.keyboard.press("5");
            await press(page, "Check");
            await message(page, "Wrong digits");
          }
          const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
          assert.equal(pdf.match(/\/Type\s*\/Page\b/g)?.length, 1);
          await page.emulateMedia({ media: "print" });
          const shown = await page.locator("button:visible:not(.term), header:visible, .message:visible").count();
          assert.equal(shown, 0);
          const colours = await page.evaluate(() =>
            ["body", "main:not([hidden]) .clue .digit", "main:not([hidden]) .board"].map((part) => {
              const { color, backgroundColor } = getComputedStyle(document.querySelector(part)!);
              return [color, backgroundColor];
            }),
          );
          assert.deepEqual([...new Set(colours.map(([color]) => color))], ["rgb(0, 0, 0)"]);
          assert.equal(colours[0]![1], "rgb(255, 255, 255)");
        },
      ));
  }
}

pageTest("a puzzle of candidates is printed as it is on the board", {}, async (page) => {
  const all = "123456789";
  const cellOf = (clue: string): string =>
    clue === "." ? all : all.replaceAll(/./g, (one) => (one === clue ? one : "."));
  await paste(page, [...EASY].map(cellOf).join(""));
  await page.getByRole("heading", { name: "A grid of candidates" }).waitFor();
  await page.locator("#explain-view").getByRole("button", { name: "Play" }).click();
  await page.evaluate(() => (window.print = () => (document.body.dataset["printed"] = "yes")));
  await press(page, "Print");
  await page.waitForSelector("body[data-printed]");
});
