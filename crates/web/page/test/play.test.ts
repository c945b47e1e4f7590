/** Play: keyboard, mouse and touch; marks, colours, undo, check, hints; a state that survives. */

import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { CHAINS, EASY, PHONE, SOLVED, browser, digits, marks, message, pageTest, paste, server } from "./support.js";

const AT = { at: "#play" };
const cell = (page: Page, place: number) => page.locator("#play-view .cell").nth(place);
const press = (page: Page, name: string) =>
  page.locator("#play-view").getByRole("button", { name, exact: true }).click();

pageTest("digits, candidates and colours with the keyboard, undone and redone", AT, async (page) => {
  await cell(page, 2).focus();
  await page.keyboard.press("b");
  await page.keyboard.press("1");
  await page.keyboard.press("4");
  assert.equal(await marks(page, "play", 2), "14");
  await page.keyboard.press("z");
  await page.keyboard.press("4");
  assert.equal((await digits(page, "play"))[2], "4");
  assert.match((await cell(page, 2).getAttribute("aria-label")) ?? "", /^Row 1, column 3: 4/);
  await page.keyboard.press("v");
  await page.keyboard.press("3");
  assert.equal(await cell(page, 2).getAttribute("data-colour"), "3");
  for (let time = 0; time < 3; time += 1) {
    await page.keyboard.press("Control+z");
  }
  assert.equal(await marks(page, "play", 2), "1");
  assert.equal(await cell(page, 2).getAttribute("data-colour"), null);
  await page.keyboard.press("Control+y");
  await page.keyboard.press("Control+Shift+z");
  assert.equal((await digits(page, "play"))[2], "4");
  await page.keyboard.press("z");
  await page.keyboard.press("Backspace");
  assert.equal((await digits(page, "play"))[2], ".");
  await cell(page, 0).focus();
  await page.keyboard.press("9");
  assert.equal((await digits(page, "play"))[0], "5");
});

pageTest("a game is solved with the keyboard only", AT, async (page) => {
  await cell(page, 0).focus();
  for (const digit of SOLVED) {
    await page.keyboard.press(digit);
    const isRowEnd = (await page.evaluate(() => document.activeElement?.getAttribute("data-column"))) === "9";
    await page.keyboard.press("ArrowRight");
    if (isRowEnd) {
      await page.keyboard.press("ArrowDown");
    }
  }
  await message(page, /Solved in/);
  assert.equal(await digits(page, "play"), SOLVED);
});

pageTest(
  "touch: the keypad and the palette",
  { ...AT, viewport: PHONE, hasTouch: true, isMobile: true },
  async (page) => {
    await cell(page, 2).tap();
    await page.locator("#play-view .keypad").first().getByRole("button", { name: /^4,/ }).tap();
    assert.equal((await digits(page, "play"))[2], "4");
    await page.locator("#play-view").getByRole("button", { name: "Candidates" }).tap();
    await cell(page, 3).tap();
    await page.locator("#play-view .keypad").first().getByRole("button", { name: /^2,/ }).tap();
    assert.equal(await marks(page, "play", 3), "2");
    await page.locator("#play-view").getByRole("button", { name: "Colours" }).tap();
    await page.getByRole("button", { name: "green" }).tap();
    assert.equal(await cell(page, 3).getAttribute("data-colour"), "2");
  },
);

pageTest("automatic candidates follow the digits", AT, async (page) => {
  await page.getByRole("switch", { name: "Automatic candidates" }).check();
  assert.equal(await marks(page, "play", 2), "124");
  assert.equal(await marks(page, "play", 3), "26");
  await cell(page, 2).focus();
  await page.keyboard.press("2");
  assert.equal(await marks(page, "play", 3), "6");
  await page.keyboard.press("Delete");
  assert.equal(await marks(page, "play", 3), "26");
});

pageTest("check names mistakes, and a hint is done", AT, async (page) => {
  await cell(page, 2).focus();
  await page.keyboard.press("2");
  await press(page, "Check");
  await message(page, "Wrong digits: r1c3");
  assert.match((await cell(page, 2).getAttribute("aria-label")) ?? "", /wrong/);
  await press(page, "Hint");
  await page.locator(".hint-panel").getByText("A cell is wrong.").waitFor();
  await press(page, "Show it");
  await page.locator(".hint-panel").getByText("Look at r1c3.").waitFor();
  await press(page, "Undo to before it");
  assert.equal(await digits(page, "play"), EASY);
  await press(page, "Check");
  await message(page, "No mistakes so far");
  await press(page, "Hint");
  for (let stage = 0; stage < 3; stage += 1) {
    await press(page, "Tell me more");
  }
  await press(page, "Do it");
  const after = await digits(page, "play");
  assert.equal([...after].filter((digit, place) => digit !== EASY[place]).length, 1);
  assert.ok([...after].every((digit, place) => digit === "." || digit === SOLVED[place]));
});

pageTest("hints alone solve a game", { at: "#play" }, async (page) => {
  for (let step = 0; step < 51; step += 1) {
    await page.keyboard.press("h");
    await page.locator("#play-view").getByRole("button", { name: "Hint" }).click();
    for (let stage = 0; stage < 3; stage += 1) {
      await press(page, "Tell me more");
    }
    await press(page, "Do it");
  }
  assert.equal(await digits(page, "play"), SOLVED);
});

pageTest("the state survives a reload", AT, async (page) => {
  await cell(page, 2).focus();
  await page.keyboard.press("4");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+Digit2");
  await page.keyboard.press("v");
  await page.keyboard.press("5");
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  assert.equal((await digits(page, "play"))[2], "4");
  assert.equal(await marks(page, "play", 3, "corners"), "2");
  assert.equal(await cell(page, 3).getAttribute("data-colour"), "5");
  await press(page, "Undo");
  assert.equal(await cell(page, 3).getAttribute("data-colour"), null);
});

pageTest(
  "a link carries puzzle and state, and the game before can be taken up",
  { ...AT, permissions: ["clipboard-read", "clipboard-write"] },
  async (page) => {
    await cell(page, 2).focus();
    await page.keyboard.press("4");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Shift+Digit6");
    await press(page, "Copy a link");
    await message(page, /link was copied/);
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.startsWith(`${server.address}#play?puzzle=`), link);
    const other = await browser.newContext({ serviceWorkers: "block" });
    const there = await other.newPage();
    await there.goto(`${server.address}#play`);
    await there.waitForSelector("body[data-ready]");
    await there.locator("#play-view .cell").nth(2).click();
    await there.keyboard.press("2");
    await there.goto(link);
    await there.locator("#play-view .cell .digit").nth(2).waitFor();
    await there.getByRole("button", { name: "Game before" }).waitFor();
    assert.equal((await digits(there, "play"))[2], "4");
    assert.equal(await marks(there, "play", 3, "corners"), "6");
    await there.getByRole("button", { name: "Game before" }).click();
    assert.equal((await digits(there, "play"))[2], "2");
    await other.close();
  },
);

pageTest("a new game of a level, paused and explained", AT, async (page) => {
  await page.getByLabel("Level").last().selectOption("medium");
  await press(page, "Start");
  await page.waitForFunction(
    (easy) =>
      [...document.querySelectorAll("#play-view .cell")]
        .map((one) => one.querySelector(".digit")?.textContent ?? ".")
        .join("") !== easy,
    EASY,
  );
  const puzzle = await digits(page, "play");
  await press(page, "Pause");
  assert.equal(await page.locator("#play-view .board").evaluate((board) => (board as HTMLElement).inert), true);
  await page.locator(".curtain").getByRole("button", { name: "Resume" }).click();
  await press(page, "Explain");
  await page.locator(".verdict .level", { hasText: "medium" }).waitFor();
  assert.equal(await digits(page, "explain"), puzzle);
});

pageTest("keys work right after loading, and after a click on a button or the background", AT, async (page) => {
  await page.keyboard.press("ArrowLeft"); // from the middle of the board
  await page.keyboard.press("5");
  assert.equal((await digits(page, "play"))[39], "8"); // a clue
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("5");
  assert.equal((await digits(page, "play"))[38], "5");
  await page.mouse.click(5, 700);
  await page.keyboard.press("Control+z");
  assert.equal(await digits(page, "play"), EASY);
  await press(page, "Check");
  await page.keyboard.press("6");
  assert.equal((await digits(page, "play"))[38], "6");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("h");
  await page.locator(".hint-panel").getByRole("heading", { name: "Hint" }).waitFor();
  // Fields keep their keys.
  await page.getByLabel("Level").last().focus();
  await page.keyboard.press("7");
  assert.equal(await digits(page, "play"), EASY);
});

for (const viewport of [
  { width: 844, height: 390 },
  { width: 640, height: 360 }, // 1280x720 at 200 %
  { width: 720, height: 450 },
  { width: 1280, height: 720 },
]) {
  pageTest(
    `board and keypad are in a window of ${viewport.width}x${viewport.height}`,
    { ...AT, viewport },
    async (page) => {
      for (const part of [".stage", ".keypad"]) {
        const box = (await page.locator(`#play-view ${part}`).first().boundingBox())!;
        assert.ok(box.y >= 0 && box.y + box.height <= viewport.height, `${part}: ${JSON.stringify(box)}`);
      }
    },
  );
}

pageTest("two tabs play one game, and a new game in one of them loses nothing", AT, async (page) => {
  const other = await page.context().newPage();
  await other.goto(`${server.address}#play`);
  await other.waitForSelector("body[data-ready]");
  await cell(page, 2).focus();
  await page.keyboard.press("4");
  await cell(other, 2).locator(".digit", { hasText: "4" }).waitFor();
  await cell(other, 3).focus();
  await other.keyboard.press("6");
  await cell(page, 3).locator(".digit", { hasText: "6" }).waitFor();
  await other.getByLabel("Level").last().selectOption("medium");
  await press(other, "Start");
  await message(page, /Another tab plays another game/);
  const moved = await digits(other, "play");
  assert.equal(await digits(page, "play"), moved);
  await press(page, "Game before");
  assert.equal((await digits(page, "play")).slice(2, 4), "46");
  await cell(other, 2).locator(".digit", { hasText: "4" }).waitFor();
});

pageTest(
  "a full storage is told",
  {
    ...AT,
    before: (page) =>
      page.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException("full", "QuotaExceededError");
        };
      }),
  },
  async (page) => {
    await cell(page, 2).focus();
    await page.keyboard.press("4");
    await message(page, /The game is not saved: the storage of the browser is full or denied/);
  },
);

pageTest("a pause stops everything", AT, async (page) => {
  await press(page, "Pause");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("5");
  await page.keyboard.press("h");
  assert.equal(await page.locator("#play-view .controls").evaluate((one) => (one as HTMLElement).inert), true);
  await page.locator(".curtain").getByRole("button", { name: "Resume" }).click();
  assert.equal(await digits(page, "play"), EASY);
  assert.equal(await page.locator(".hint-panel").isVisible(), false);
});

pageTest("a colour is seen in the selected cell", { ...AT, colorScheme: "light" }, async (page) => {
  await cell(page, 2).focus();
  await page.keyboard.press("v");
  await page.keyboard.press("2");
  const background = await cell(page, 2).evaluate((one) => getComputedStyle(one).backgroundColor);
  assert.equal(background, "rgb(191, 230, 196)");
  // Also in a cell that shares a house with the selected one.
  await page.keyboard.press("ArrowRight");
  const beside = await cell(page, 2).evaluate((one) => getComputedStyle(one).backgroundColor);
  assert.equal(beside, background);
});

pageTest(
  "corner marks, centre marks and some candidates are notes, which hints do not start from",
  AT,
  async (page) => {
    // The right digit of r1c3 is 4.
    const notes = ["Shift+Digit1", "Shift+Digit2", "Control+Digit2", "b", "1"];
    await cell(page, 2).focus();
    for (const key of notes) {
      await page.keyboard.press(key);
    }
    assert.equal(await marks(page, "play", 2, "corners"), "12");
    assert.equal(await marks(page, "play", 2, "centres"), "2");
    assert.match(
      (await cell(page, 2).getAttribute("aria-label")) ?? "",
      /candidates 1, corner marks 1 2, centre marks 2$/,
    );
    await press(page, "Check");
    await message(page, "No mistakes so far");
    await press(page, "Hint");
    await page.locator(".hint-panel").getByRole("heading", { name: "Hint" }).waitFor();
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    assert.equal(await marks(page, "play", 2, "corners"), "12");
    assert.equal(await marks(page, "play", 2, "centres"), "2");
  },
);

pageTest("the keys choose what the keypad enters", AT, async (page) => {
  await cell(page, 2).focus();
  for (const [key, digit] of ["x1", "c2", "b4"]) {
    await page.keyboard.press(key!);
    await page
      .locator("#play-view .keypad")
      .first()
      .getByRole("button", { name: `${digit},` })
      .click();
  }
  await page.keyboard.press("v");
  await page.getByRole("button", { name: "blue" }).click();
  const all = ["corners", "centres"] as const;
  assert.deepEqual(await Promise.all(all.map((kind) => marks(page, "play", 2, kind))), ["1", "2"]);
  assert.match((await cell(page, 2).getAttribute("aria-label")) ?? "", /candidates 4, .*, blue$/);
  await page.keyboard.press("Delete"); // the colour
  await page.keyboard.press("z");
  await page.keyboard.press("Delete"); // all marks
  assert.equal(await cell(page, 2).getAttribute("aria-label"), "Row 1, column 3: empty");
});

pageTest("a digit that is entered goes away from the marks of its peers, if that is set", AT, async (page) => {
  for (const isSet of [true, false]) {
    await cell(page, 2).focus();
    await page.keyboard.press("Shift+Digit1");
    await page.keyboard.press("Shift+Digit2");
    await page.keyboard.press("Control+Digit2");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("2");
    const left = [await marks(page, "play", 2, "corners"), await marks(page, "play", 2, "centres")];
    assert.deepEqual(left, isSet ? ["1", ""] : ["12", "2"]);
    await press(page, "Restart");
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("switch", { name: "Clean marks" }).uncheck();
    await page.getByRole("button", { name: "Done" }).click();
  }
});

/** Presses for longer than a tap. */
async function hold(page: Page, target: Locator): Promise<void> {
  const box = (await target.boundingBox())!;
  const session = await page.context().newCDPSession(page);
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
  await page.waitForTimeout(700);
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

pageTest(
  "touch: a long press on cells selects them, and one on a digit chooses it for the next cells",
  { ...AT, viewport: PHONE, hasTouch: true, isMobile: true },
  async (page) => {
    const four = page.locator("#play-view .keypad").first().getByRole("button", { name: /^4,/ });
    await cell(page, 2).tap();
    await hold(page, cell(page, 3));
    await hold(page, cell(page, 10));
    assert.equal(await page.locator("#play-view .cell[aria-selected=true]").count(), 3);
    await press(page, "Corner");
    await four.tap();
    assert.equal(await marks(page, "play", 10, "corners"), "4");
    await hold(page, four);
    assert.equal(await four.getAttribute("aria-pressed"), "true");
    assert.equal(await marks(page, "play", 10, "corners"), "4");
    await cell(page, 11).tap();
    await cell(page, 20).tap(); // a clue
    await cell(page, 18).tap();
    assert.deepEqual([await marks(page, "play", 11, "corners"), await marks(page, "play", 18, "corners")], ["4", "4"]);
    await four.tap();
    await cell(page, 24).tap();
    assert.equal(await marks(page, "play", 24, "corners"), "");
  },
);

pageTest("digit first: the keypad chooses, and cells take it by a click or with Enter", AT, async (page) => {
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByRole("switch", { name: "Digit first" }).check();
  await page.keyboard.press("Escape");
  await cell(page, 2).click();
  await page.locator("#play-view .keypad").first().getByRole("button", { name: /^4,/ }).click();
  assert.equal(await digits(page, "play"), EASY);
  await cell(page, 2).click();
  assert.equal((await digits(page, "play"))[2], "4");
  await cell(page, 3).focus();
  await page.keyboard.press("Enter");
  assert.equal((await digits(page, "play"))[3], "4");
  await page.locator("#play-view .keypad").first().getByRole("button", { name: "Erase" }).click();
  await cell(page, 3).click();
  assert.equal((await digits(page, "play"))[3], ".");
});

pageTest("a game that is undone and solved again is counted once", AT, async (page) => {
  for (const [place, digit] of [...SOLVED].entries()) {
    if (EASY[place] === ".") {
      await cell(page, place).focus();
      await page.keyboard.press(digit);
    }
  }
  await page.locator(".hint-panel").getByRole("heading", { name: "Solved" }).waitFor();
  await press(page, "Undo");
  await press(page, "Redo");
  const counted = await page.evaluate(() => localStorage.getItem("minirow.statistics"));
  assert.equal((JSON.parse(counted!) as { levels: { easy: { solved: number } } }).levels.easy.solved, 1);
});

pageTest("a puzzle of candidates shows its rating, and returns to its candidates", {}, async (page) => {
  const all = "123456789";
  await paste(
    page,
    [...EASY].map((clue) => (clue === "." ? all : all.replaceAll(/./g, (one) => (one === clue ? one : ".")))).join(""),
  );
  await page.getByRole("heading", { name: "A grid of candidates" }).waitFor();
  await page.locator("#explain-view").getByRole("button", { name: "Play" }).click();
  await page.locator("#play-view .states", { hasText: /ER \d/ }).waitFor();
  const before = await marks(page, "play", 2);
  await cell(page, 2).focus();
  await page.keyboard.press("4");
  await press(page, "Restart");
  assert.equal(await marks(page, "play", 2), before);
});

pageTest("a clue is never wrong", AT, async (page) => {
  await cell(page, 2).focus();
  await page.keyboard.press("5");
  assert.match((await cell(page, 2).getAttribute("class")) ?? "", /wrong/);
  assert.doesNotMatch((await cell(page, 0).getAttribute("class")) ?? "", /wrong/);
});

pageTest(
  "the rating is shown, and the last stage of a hint is drawn",
  { at: `#play?puzzle=${CHAINS}` },
  async (page) => {
    await page.locator("#play-view .states", { hasText: /diabolical · ER 7\.\d/ }).waitFor();
    for (let step = 0; step < 200; step += 1) {
      await press(page, "Hint");
      for (let stage = 0; stage < 3; stage += 1) {
        await press(page, "Tell me more");
      }
      if (/chain|cycle/i.test(await page.locator(".hint-panel h2").innerText())) {
        assert.ok((await page.locator("#play-view .drawing :is(.strong, .weak)").count()) > 0);
        return;
      }
      await press(page, "Do it");
    }
    assert.fail("no chain was found");
  },
);

pageTest("a solved game has a card, and is counted", AT, async (page) => {
  await cell(page, 0).focus();
  for (const [place, digit] of [...SOLVED].entries()) {
    if (EASY[place] === ".") {
      await cell(page, place).focus();
      await page.keyboard.press(digit);
    }
  }
  const card = page.locator(".hint-panel");
  await card.getByRole("heading", { name: "Solved" }).waitFor();
  await card.getByText(/^\d+:\d\d · without a hint · easy · ER 1\.2$/).waitFor();
  await page.getByText("Statistics of this device").click();
  assert.match(await page.locator(".new table").innerText(), /easy\s+1\s+\d+:\d\d\s+\d+:\d\d/);
  await card.getByRole("button", { name: "Next" }).click();
  await page.locator("#play-view .states", { hasText: "cells to fill" }).waitFor();
  assert.notEqual(await digits(page, "play"), SOLVED);
});

pageTest("the puzzle of a day is the same everywhere, and days in a row are counted", AT, async (page) => {
  await page.clock.setFixedTime(new Date(2026, 10, 29, 9));
  await page.getByRole("button", { name: "The medium puzzle of today" }).click();
  await page.locator("#play-view .states", { hasText: "medium" }).waitFor();
  const first = await digits(page, "play");
  await page.getByRole("button", { name: "The easy puzzle of today" }).click();
  await page.locator("#play-view .states", { hasText: "easy" }).waitFor();
  await page.getByRole("button", { name: "The medium puzzle of today" }).click();
  await page.locator("#play-view .states", { hasText: "medium" }).waitFor();
  assert.equal(await digits(page, "play"), first);
  await page.evaluate(() => {
    const days = ["2026-11-26", "2026-11-27", "2026-11-28"];
    localStorage.setItem("minirow.statistics", JSON.stringify({ levels: {}, days }));
  });
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await page.getByText("3 days in a row").waitFor();
});

pageTest("the puzzle on the board is printed", AT, async (page) => {
  const [file] = await Promise.all([page.waitForEvent("download"), press(page, "Print")]);
  assert.equal(file.suggestedFilename(), "sudoku.pdf");
});

pageTest(
  "candidates with the digit of the selected cell are marked, and a hint leaves the keypad in its place",
  AT,
  async (page) => {
    await page.getByRole("switch", { name: "Automatic candidates" }).check();
    await cell(page, 0).click();
    const same = page.locator("#play-view .mark.same");
    assert.ok((await same.count()) > 5);
    assert.deepEqual(
      [...new Set(await same.evaluateAll((all) => all.map((one) => one.getAttribute("data-digit"))))],
      ["5"],
    );
    const place = async (): Promise<number> => (await page.locator("#play-view .keypad").first().boundingBox())!.y;
    const before = await place();
    await press(page, "Hint");
    await page.locator(".hint-panel").waitFor();
    assert.equal(await place(), before);
  },
);

pageTest("several cells take a digit, a mark or a colour at once", AT, async (page) => {
  await cell(page, 3).click();
  await cell(page, 5).click({ modifiers: ["Control"] });
  await page.keyboard.press("Shift+Digit2");
  assert.equal((await marks(page, "play", 3, "corners")) + (await marks(page, "play", 5, "corners")), "22");
  await cell(page, 3).click();
  await page.keyboard.press("Shift+Digit4");
  await cell(page, 5).click({ modifiers: ["Shift"] });
  await page.keyboard.press("Shift+Digit4"); // r1c6 lacks it
  assert.equal((await marks(page, "play", 3, "corners")) + (await marks(page, "play", 5, "corners")), "2424");
  await page.keyboard.press("Control+z");
  assert.equal(await marks(page, "play", 5, "corners"), "2");
  await cell(page, 11).click();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("v");
  await page.keyboard.press("1");
  const coloured = page.locator("#play-view .cell[data-colour='1']");
  assert.equal(await coloured.count(), 3);
  await page.keyboard.press("Control+z");
  assert.equal(await coloured.count(), 0);
  const [from, to] = [(await cell(page, 27).boundingBox())!, (await cell(page, 29).boundingBox())!];
  await page.mouse.move(from.x + 9, from.y + 9);
  await page.mouse.down();
  await page.mouse.move(to.x + 9, to.y + 9, { steps: 12 });
  await page.mouse.up();
  assert.equal(await page.locator("#play-view .cell[aria-selected=true]").count(), 3);
});

const nth = (text: string, place: number, digit: string): string =>
  text.slice(0, place) + digit + text.slice(place + 1);

pageTest("an erased digit brings back the candidates, and the notes that it had cleaned", AT, async (page) => {
  const all = (): Promise<string[]> =>
    Promise.all([...EASY].map(async (_, place) => `${place}: ${await marks(page, "play", place)}`));
  const enter = async (place: number, ...keys: string[]): Promise<void> => {
    await cell(page, place).focus();
    for (const key of keys) {
      await page.keyboard.press(key);
    }
  };
  // Full candidates, of which two are removed.
  const automatic = page.getByRole("switch", { name: "Automatic candidates" });
  for (const isAutomatic of [true, false]) {
    await automatic.check();
    await automatic.setChecked(isAutomatic);
    await enter(2, "b", "1");
    await enter(3, "2", "z");
    const before = await all();
    for (const keys of [
      ["2", "Backspace"],
      ["4", "4"],
      ["2", "4", "Delete"],
    ]) {
      await enter(2, ...keys);
      assert.deepEqual(await all(), before, keys.join());
    }
    await press(page, "Restart");
  }
  // Notes of peers.
  await enter(3, "Shift+Digit2", "Control+Digit2");
  await enter(2, "2", "Backspace");
  assert.deepEqual([await marks(page, "play", 3, "corners"), await marks(page, "play", 3, "centres")], ["2", "2"]);
});

for (const [name, at, keys] of [
  ["of a link", `#play?puzzle=${EASY}&state=${nth(EASY, 2, "1")}`, []],
  ["of a link and of the game", `#play?puzzle=${EASY}&state=${nth(EASY, 2, "1")}`, ["ArrowRight", "2"]],
] as const) {
  pageTest(`a mistake ${name} is removed`, { at }, async (page) => {
    await cell(page, 2).locator(".digit").waitFor();
    await cell(page, 2).focus();
    for (const key of keys) {
      await page.keyboard.press(key);
    }
    await press(page, "Hint");
    await press(page, "Undo to before it");
    assert.equal(await digits(page, "play"), EASY);
  });
}

pageTest("a game that nobody solved here is not counted", {}, async (page) => {
  await paste(page, SOLVED);
  await page.getByRole("heading", { name: "Solved" }).waitFor();
  assert.equal(await page.locator("#explain-view").getByRole("button", { name: "Play" }).isVisible(), false);
  await page.evaluate((grid) => (location.hash = `play?puzzle=${grid}`), SOLVED);
  await message(page, /no puzzle to play/);
  await page.evaluate(([puzzle, state]) => (location.hash = `play?puzzle=${puzzle}&state=${state}`), [EASY, SOLVED]);
  await page.locator("#play-view .state", { hasText: "Solved" }).waitFor();
  await cell(page, 2).click();
  await page.keyboard.press("4"); // away, and again
  await page.keyboard.press("4");
  await page.locator(".hint-panel").getByRole("heading", { name: "Solved" }).waitFor();
  assert.equal(await page.evaluate(() => localStorage.getItem("minirow.statistics")), null);
});

pageTest("letters of other keyboards and digits of a mode are entered as the list of keys tells", AT, async (page) => {
  const type = (key: string, code: string, ctrlKey = false): Promise<boolean> =>
    cell(page, 2).evaluate(
      (one, init) => one.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true })),
      { key, code, ctrlKey },
    );
  await cell(page, 2).click();
  await type("с", "KeyC");
  await page.keyboard.press("Control+Digit2");
  await page.keyboard.press("4");
  assert.equal(await marks(page, "play", 2, "centres"), "24");
  await type("ч", "KeyX");
  await page.keyboard.press("Shift+Digit1");
  assert.equal(await marks(page, "play", 2, "corners"), "1");
  for (const [key, code] of [
    ["я", "KeyZ"],
    ["ζ", "KeyZ"],
    ["ז", "KeyZ"],
  ] as const) {
    await type(key, code, true);
  }
  assert.equal(await marks(page, "play", 2, "centres"), "");
  await type("р", "KeyH");
  await page.locator(".hint-panel").getByRole("heading", { name: "Hint" }).waitFor();
});

/** Moves a finger over cells. It rests on the first one for some milliseconds. */
async function swipe(page: Page, rest: number, ...places: number[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    delete document.body.dataset["lifted"];
    window.addEventListener("pointerup", () => (document.body.dataset["lifted"] = "yes"), { once: true });
  });
  for (const [number, place] of places.entries()) {
    const box = (await cell(page, place).boundingBox())!;
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    await session.send("Input.dispatchTouchEvent", { type: number === 0 ? "touchStart" : "touchMove", touchPoints });
    await page.waitForTimeout(number === 0 ? rest : 30);
  }
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await page.waitForSelector("body[data-lifted]");
}

pageTest(
  "touch: a drag selects cells, one after a long press adds them, and with a chosen digit all take it",
  { ...AT, viewport: PHONE, hasTouch: true, isMobile: true },
  async (page) => {
    const selected = page.locator("#play-view .cell[aria-selected=true]");
    await swipe(page, 0, 28, 37, 38, 39);
    assert.equal(await selected.count(), 4);
    await swipe(page, 700, 46, 47, 48);
    assert.equal(await selected.count(), 7);
    await cell(page, 2).tap();
    assert.equal(await selected.count(), 1);
    await press(page, "Corner");
    await hold(page, page.locator("#play-view .keypad").first().getByRole("button", { name: /^4,/ }));
    const corners = (): Promise<string[]> =>
      Promise.all([28, 37, 38].map((place) => marks(page, "play", place, "corners")));
    await swipe(page, 0, 28, 37, 38);
    assert.deepEqual(await corners(), ["4", "4", "4"]);
    await swipe(page, 0, 28, 37, 38);
    assert.deepEqual(await corners(), ["", "", ""]);
  },
);

pageTest(
  "a hint is seen with its chain, its coordinates and its candidates",
  { at: `#play?puzzle=${CHAINS}` },
  async (page) => {
    const panel = page.locator(".hint-panel");
    await page.locator("#play-view .states", { hasText: /ER/ }).waitFor();
    const board = await page.locator("#play-view .board").boundingBox();
    for (let step = 0; step < 200; step += 1) {
      await press(page, "Hint");
      await page.locator("#play-view .coordinates.rows").waitFor();
      for (let stage = 0; stage < 3; stage += 1) {
        await press(page, "Tell me more");
      }
      if ((await panel.locator(".lines").count()) > 0) {
        assert.match(await panel.locator(".lines").innerText(), /r\dc\d≠\d/);
        assert.deepEqual(await page.locator("#play-view .board").boundingBox(), board);
        return;
      }
      await press(page, "Do it");
      assert.equal(await page.locator("#play-view .coordinates.rows").isVisible(), false);
    }
    assert.fail("no chain was found");
  },
);

pageTest("a restart keeps time and hints", AT, async (page) => {
  await page.clock.install();
  await page.reload();
  await page.waitForSelector("body[data-ready]");
  await page.clock.runFor(65_000);
  await press(page, "Hint");
  for (let stage = 0; stage < 3; stage += 1) {
    await press(page, "Tell me more");
  }
  await press(page, "Do it");
  await press(page, "Restart");
  assert.equal(await digits(page, "play"), EASY);
  assert.match(await page.locator(".timer").innerText(), /^1:/);
  for (const [place, digit] of [...SOLVED].entries()) {
    if (EASY[place] === ".") {
      await cell(page, place).focus();
      await page.keyboard.press(digit);
    }
  }
  await page
    .locator(".hint-panel")
    .getByText(/^1:\d\d · with one hint/)
    .waitFor();
});

pageTest("candidates that lack the digit of the solution come back", {}, async (page) => {
  // The right digit of r1c3 is 4, and all cells have candidates.
  const codes: string[] = [...EASY].map((clue) => (clue === "." ? "e7" : "00"));
  const marks36 = codes.with(2, "03").join("");
  await page.evaluate((fragment) => (location.hash = fragment), `play?puzzle=${EASY}&marks=${marks36}`);
  await cell(page, 2).locator(".marks").waitFor();
  assert.equal(await marks(page, "play", 2), "12");
  await press(page, "Hint");
  await press(page, "Undo to before it");
  assert.equal(await marks(page, "play", 2), "124");
});
