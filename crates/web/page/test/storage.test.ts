/** Storage that is full or denied, and games in two windows: nothing is lost, and a message tells what is not kept. */

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { EASY, SOLVED, digits, message, pageTest, server } from "./support.js";

const cell = (page: Page, place: number) => page.locator("#play-view .cell").nth(place);
const press = (page: Page, name: string) =>
  page.locator("#play-view").getByRole("button", { name, exact: true }).click();

/** A storage that takes nothing more. It has a game that cannot be read. */
const FULL = {
  at: "#play",
  before: (page: Page) =>
    page.addInitScript(() => {
      localStorage.setItem("minirow.game", "{}");
      Storage.prototype.setItem = () => {
        throw new DOMException("full", "QuotaExceededError");
      };
    }),
};

pageTest("without storage, the game before is kept until the page is closed", FULL, async (page) => {
  await message(page, /The saved game cannot be read.* It is not set aside: the storage of the browser is full/);
  for (const [place, digit] of [
    [2, "4"],
    [3, "6"],
  ] as const) {
    await cell(page, place).focus();
    await page.keyboard.press(digit);
  }
  await message(page, /The game is not saved/);
  await page.getByRole("button", { name: "Close the message" }).click();
  await press(page, "Start");
  await message(page, /No game is saved.*“Game before” works until the page is closed/);
  const started = await digits(page, "play");
  await press(page, "Game before");
  assert.equal((await digits(page, "play")).slice(2, 4), "46");
  await press(page, "Game before");
  assert.equal(await digits(page, "play"), started);
});

pageTest("settings and statistics that are not kept are told", FULL, async (page) => {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("switch", { name: "Show the time" }).click();
  await page.keyboard.press("Escape");
  await message(page, /The settings hold until the page is closed/);
  for (const [place, digit] of [...SOLVED].entries()) {
    if (EASY[place] === ".") {
      await cell(page, place).focus();
      await page.keyboard.press(digit);
    }
  }
  await message(page, /The statistics do not have this game/);
});

pageTest(
  "a hint stays while another window saves its time, and ends when that one plays on",
  { at: "#play" },
  async (page) => {
    const other = await page.context().newPage();
    await other.goto(`${server.address}#play`);
    await other.waitForSelector("body[data-ready]");
    await cell(page, 3).focus();
    await page.keyboard.press("6");
    await cell(other, 3).locator(".digit", { hasText: "6" }).waitFor();
    await press(page, "Hint");
    const panel = page.locator(".hint-panel");
    await panel.getByRole("heading", { name: "Hint" }).waitFor();
    // The other window saves its time.
    await other.evaluate(() => {
      const game = JSON.parse(localStorage.getItem("minirow.game")!) as { counter: number; seconds: number };
      localStorage.setItem("minirow.game", JSON.stringify({ ...game, counter: game.counter + 1, seconds: 125 }));
      window.dispatchEvent(new Event("focus")); // which reads it
    });
    await page.locator(".timer", { hasText: "2:05" }).waitFor();
    assert.equal(await panel.isVisible(), true);
    await press(page, "Tell me more");
    await cell(other, 2).focus();
    await other.keyboard.press("4");
    await cell(page, 2).locator(".digit", { hasText: "4" }).waitFor();
    assert.equal(await panel.isVisible(), false);
  },
);
