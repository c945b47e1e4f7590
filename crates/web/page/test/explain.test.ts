/** Solve and explain: puzzles from texts, files, links and the keyboard; their ratings and steps. */

import assert from "node:assert/strict";
import {
  CHAINS,
  EASY,
  EXPERT,
  PHONE,
  SOLVED,
  digits,
  drop,
  marks,
  message,
  pageTest,
  paste,
  rated,
  server,
} from "./support.js";

/** Step 31 of that puzzle as a pencilmark grid, as programs and forums show it. */
const PENCILMARKS = `
4  2   17  | 9   167  8  | 567  567  3
8  15  9   | 17  1567 3  | 2    4    67
6  35  37  | 2   57   4  | 9    1    8
-----------+-------------+-------------
7  4   6   | 5   2    9  | 38   38   1
13 9   5   | 138 138  67 | 4    2    67
2  138 138 | 4   13   67 | 567  567  9
-----------+-------------+-------------
5  7   138 | 38  389  2  | 1368 3689 4
9  38  2   | 6   4    1  | 378  378  5
13 6   4   | 378 3789 5  | 138  389  2`;

pageTest("a puzzle from a forum is rated, and every step is drawn and explained", {}, async (page) => {
  await paste(page, (EXPERT.match(/.{9}/g) ?? []).join("\n"));
  await rated(page, "4.2");
  assert.match(
    await page.locator(".verdict").innerText(),
    /Valid and minimal[^]*expert[^]*ER\s+4.2\s+EP\s+1.2\s+ED\s+1.2\s+Clues\s+24/,
  );
  const rows = page.locator(".step-list button");
  await rows.nth(67).waitFor();
  assert.equal(await rows.count(), 68);
  await rows.nth(30).click();
  await page.locator(".drawing svg").waitFor();
  assert.match((await page.locator(".drawing svg").getAttribute("aria-label")) ?? "", /^Step 31: XY-Wing, 4.2/);
  assert.match(await page.locator("section.step:visible").innerText(), /XY-Wing[^]*4\.2[^]*r2c4 is 1 or 7/);
  const next = page.getByRole("button", { name: "Next step" });
  for (let step = 32; step <= 68; step += 1) {
    await next.click();
    await page.locator(`.drawing svg[aria-label^="Step ${step}:"]`).waitFor();
    assert.ok((await page.locator("section.step:visible p").first().innerText()).length > 20);
  }
  assert.equal(await next.isDisabled(), true);
});

pageTest("the arrow keys walk through the steps, and the slider jumps", {}, async (page) => {
  await page.getByRole("button", { name: "Example" }).click();
  await page.locator(".step-list button").nth(67).waitFor();
  await page.getByRole("button", { name: "Next step" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await page.locator(".where").innerText(), "Step 1 of 68");
  await page.getByRole("slider", { name: "Step" }).fill("68");
  assert.equal(await page.locator(".where").innerText(), "Step 68 of 68");
});

pageTest("a technique filters the steps", {}, async (page) => {
  await paste(page, EXPERT);
  await page
    .getByRole("button", { name: /^XY-Wing/ })
    .first()
    .click();
  assert.equal(await page.locator(".step-list button").count(), 1);
  await page.locator('.drawing svg[aria-label^="Step 31:"]').waitFor();
  await page.locator(".chip", { hasText: "XY-Wing" }).click();
  assert.equal(await page.locator(".step-list button").count(), 68);
});

pageTest("a hint reveals the next step bit by bit", {}, async (page) => {
  await paste(page, EXPERT);
  await page.getByRole("button", { name: "Hints only" }).click();
  const panel = page.locator("#explain-view section.step");
  assert.match(await panel.innerText(), /Where to look/);
  assert.equal(await page.locator(".step-list").isVisible(), false);
  for (const title of [/Which technique/, /Which cell/, /Hidden Single/]) {
    await panel.getByRole("button", { name: "Tell me more" }).click();
    assert.match(await panel.innerText(), title);
  }
  await page.locator(".drawing svg").waitFor();
});

pageTest("clues are typed with the keyboard only", {}, async (page) => {
  const cells = page.getByRole("grid", { name: "Puzzle" }).getByRole("gridcell");
  assert.equal(await cells.count(), 81);
  await cells.nth(40).focus();
  await page.keyboard.press("Control+Home");
  for (const character of EASY) {
    if (character !== ".") {
      await page.keyboard.press(character);
    }
    const isRowEnd = (await page.evaluate(() => document.activeElement?.getAttribute("data-column"))) === "9";
    await page.keyboard.press("ArrowRight");
    if (isRowEnd) {
      await page.keyboard.press("ArrowDown");
    }
  }
  assert.equal(await digits(page, "explain"), EASY);
  await rated(page, "1.2");
  assert.match(await page.locator(".verdict").innerText(), /Valid[^]*easy[^]*Clues that can be removed/);
});

pageTest("invalid puzzles get their reason at once", {}, async (page) => {
  await paste(page, EASY.replace("98....6.", "98......"));
  await page.getByRole("heading", { name: "Several solutions" }).waitFor();
  await paste(page, `55${EASY.slice(2)}`);
  await page.getByRole("heading", { name: "No solution" }).waitFor();
  assert.match(await page.locator(".verdict").innerText(), /r1c1 and r1c2 in row 1 are both 5/);
});

pageTest("a position with candidates is explained from there", {}, async (page) => {
  await paste(page, PENCILMARKS);
  await rated(page, "4.2");
  assert.equal(await marks(page, "explain", 2), "17");
  const rows = page.locator(".step-list button");
  await rows.first().waitFor();
  assert.match(await rows.first().innerText(), /XY-Wing[^]*r2c5≠5 r3c2≠5/);
  assert.equal(await rows.count(), 38);
});

pageTest("candidates that are edited change the next step", {}, async (page) => {
  await paste(page, EASY);
  await page.locator(".step-list button").first().waitFor();
  await page.getByRole("button", { name: "Edit" }).click();
  await page.locator("#explain-view").getByRole("button", { name: "Candidates" }).click();
  await page.locator("#explain-view .cell").nth(2).click();
  // The solution of r1c3 is 4: with that pencilmark alone, the cell is a single.
  await page
    .locator("#explain-view")
    .getByRole("group", { name: "Keypad", exact: true })
    .getByRole("button", { name: "4", exact: true })
    .click();
  assert.equal(await marks(page, "explain", 2), "4");
  await page.locator(".step-list .result", { hasText: "r1c3=4" }).waitFor();
  // Without the digit of the solution, that is a mistake.
  await page.locator("#explain-view .cell").nth(2).click();
  await page.keyboard.press("4");
  await page.keyboard.press("1");
  await page.getByRole("heading", { name: "Mistakes" }).waitFor();
});

pageTest("a file with several puzzles is dropped, and one is chosen", {}, async (page) => {
  await drop(page, "two.sdm", `${EASY.replaceAll(".", "0")}\n${EXPERT.replaceAll(".", "0")}\n`);
  await rated(page, "1.2");
  await page.getByRole("spinbutton", { name: "Number of the puzzle" }).fill("2");
  await page.keyboard.press("Enter");
  await rated(page, "4.2");
  assert.match(await page.locator(".picker").innerText(), /of 2/);
});

pageTest("links of other sites and of this page are read", {}, async (page) => {
  await paste(page, `https://www.sudokuwiki.org/sudoku.htm?bd=${EXPERT.replaceAll(".", "0")}`);
  await rated(page, "4.2");
  await page.evaluate((puzzle) => (location.hash = `explain?puzzle=${puzzle}`), EASY);
  await rated(page, "1.2");
  assert.equal(await digits(page, "explain"), EASY);
});

pageTest("a puzzle goes to the game", {}, async (page) => {
  await paste(page, EXPERT);
  await page.locator("#explain-view").getByRole("button", { name: "Play" }).click();
  await page.locator("#play-view").waitFor();
  assert.equal(await digits(page, "play"), EXPERT);
});

pageTest("a solved grid is recognised", {}, async (page) => {
  await paste(page, SOLVED);
  await page.getByRole("heading", { name: "Solved" }).waitFor();
  await page.locator(".message").waitFor({ state: "detached" });
});

pageTest("a text that is typed into the field is read with Enter", {}, async (page) => {
  await page.getByRole("textbox", { name: "Puzzle" }).fill(EXPERT);
  await page.keyboard.press("Enter");
  await rated(page, "4.2");
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("heading", { name: "No puzzle yet" }).waitFor();
  await page.getByRole("button", { name: "Read" }).click();
  await message(page, /nothing to read/);
});

pageTest("the arrows walk after a paste into the field, and a second paste replaces the first", {}, async (page) => {
  for (const puzzle of [EXPERT, EASY]) {
    if (puzzle === EASY) {
      await page.getByRole("button", { name: "Another puzzle" }).click();
    }
    await page.locator("#source").focus();
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document
        .querySelector("#source")!
        .dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, puzzle);
    await rated(page, puzzle === EXPERT ? "4.2" : "1.2");
    assert.equal(await page.locator("#source").inputValue(), puzzle);
  }
  await page.locator(".steps-nav").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByText("Step 1 of 51").waitFor();
});

pageTest("the address keeps the puzzle, and a link to the page is read when it is pasted", {}, async (page) => {
  await paste(page, EXPERT);
  await rated(page, "4.2");
  await page.reload();
  await rated(page, "4.2");
  assert.equal(await digits(page, "explain"), EXPERT);
  await page.getByRole("link", { name: "Play" }).click();
  await page.getByRole("link", { name: "Explain" }).click();
  await page.waitForURL(/#explain\?puzzle=/);
  await page.reload();
  await rated(page, "4.2");
  for (const link of [
    `${server.address}#play?puzzle=${EASY}&seconds=7`,
    `https://example.org/x/#explain?puzzle=${EASY}`,
  ]) {
    await paste(page, EXPERT);
    await rated(page, "4.2");
    await paste(page, link);
    await rated(page, "1.2");
  }
});

pageTest("a stray key changes no analysis, and edits are taken back", {}, async (page) => {
  await paste(page, EXPERT);
  await page.locator(".steps-nav").waitFor(); // before the steps come, digits are entered
  await page.keyboard.press("5");
  await message(page, "Choose Edit to change the puzzle");
  assert.equal(await digits(page, "explain"), EXPERT);
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.locator("#explain-view .cell").nth(2).click();
  await page.keyboard.press("5");
  assert.equal((await digits(page, "explain"))[2], "5");
  await page.keyboard.press("Control+z");
  assert.equal(await digits(page, "explain"), EXPERT);
  await page.keyboard.press("6");
  assert.equal((await digits(page, "explain"))[2], "6");
  await page.keyboard.press("Control+z");
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("button", { name: "Undo" }).first().click();
  await rated(page, "4.2");
});

pageTest("a grid with several solutions is not offered for play", {}, async (page) => {
  await paste(page, EXPERT);
  await rated(page, "4.2");
  await page.locator("#explain-view").getByRole("button", { name: "Play" }).waitFor();
  await paste(page, `.${EXPERT.slice(1)}`);
  await page.getByRole("heading", { name: "Several solutions" }).waitFor();
  assert.equal(await page.locator("#explain-view").getByRole("button", { name: "Play" }).isVisible(), false);
});

pageTest("times are ranges, and hours where nobody measured any", {}, async (page) => {
  const time = page.locator(".verdict dl div", { hasText: "Minutes" }).locator("dd");
  for (const [puzzle, shown] of [
    ["7..364.8...4.5...2.....2.4....5.36.8.........3.19.6....2.6.....9...1.3...4.735..1", "5–8"],
    [EASY, "< 5"],
    [".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....", "hours"],
  ] as const) {
    await paste(page, puzzle);
    await time.filter({ hasText: shown }).waitFor();
  }
  await page.getByText(/Nobody measured/).waitFor();
});

pageTest("terms and techniques explain themselves in a sentence", {}, async (page) => {
  await paste(page, EXPERT);
  await rated(page, "4.2");
  for (const [name, sentence] of [
    ["ER", /^ER: the rating of the hardest step/],
    ["EP", /pearl/],
    ["ED", /diamond/],
    ["Minutes", /Nobody measured/],
  ] as const) {
    await page.locator(".figures").getByRole("button", { name }).click();
    await message(page, sentence);
  }
  await page.locator(".step-list button").nth(30).press("Enter");
  await page.locator("section.step:visible").getByRole("button", { name: "XY-Wing" }).click();
  await message(page, /^XY-Wing: \S/);
  await page.locator(".chip", { hasText: "Pointing" }).first().click();
  await page.locator(".techniques", { hasText: /Pointing: \S/ }).waitFor();
});

pageTest("eliminations have the sign of print everywhere", {}, async (page) => {
  await paste(page, CHAINS);
  await page.locator(".step-list button").first().waitFor();
  const chain = page.locator(".step-list button", { hasText: /chain|cycle/i }).first();
  await chain.click();
  const svg = page.locator("#explain-view .drawing svg");
  await svg.waitFor();
  const texts = [await page.locator("section.step:visible").innerText(), (await svg.getAttribute("aria-label")) ?? ""];
  for (const text of texts) {
    assert.match(text, /r\dc\d≠\d/);
    assert.doesNotMatch(text, /<>/);
  }
  await page.getByRole("button", { name: "Hints only" }).click();
  for (let stage = 0; stage < 3; stage += 1) {
    assert.doesNotMatch(await page.locator("section.step:visible").innerText(), /<>/);
    await page.getByRole("button", { name: "Tell me more" }).click();
  }
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 820, height: 1180 },
  { width: 844, height: 390 },
  { width: 640, height: 360 },
  PHONE,
]) {
  pageTest(
    `the board has one place and size in all views, and the words of a step are beside it: ${viewport.width}`,
    { viewport },
    async (page) => {
      await paste(page, EXPERT);
      await page.locator(".step-list button").first().waitFor({ state: "attached" });
      const box = async (view: string): Promise<object> =>
        (await page.locator(`#${view}-view .board`).boundingBox()) as object;
      const start = await box("explain");
      const controls = await page.locator(".steps-nav").boundingBox();
      for (let step = 0; step < 31; step += 1) {
        await page.keyboard.press("ArrowRight");
      }
      await page.locator('.drawing svg[aria-label^="Step 31:"]').waitFor();
      assert.deepEqual(await box("explain"), start);
      assert.deepEqual(await page.locator(".steps-nav").boundingBox(), controls);
      const drawn = (await page.locator("#explain-view .drawing").boundingBox())!;
      const board = (await box("explain")) as typeof drawn;
      for (const side of ["x", "y"] as const) {
        assert.ok(Math.abs(drawn[side] - board[side] - 2) < 0.01, JSON.stringify([drawn, board]));
      }
      const words = (await page.locator("section.step:visible h2").boundingBox())!;
      assert.ok(words.y + words.height < viewport.height, JSON.stringify(words));
      await page.evaluate(() => (location.hash = "play"));
      await page.locator("#play-view .board").waitFor();
      assert.deepEqual(await box("play"), start);
    },
  );
}

pageTest("a puzzle without steps can be changed, and stays so when steps come", {}, async (page) => {
  const cell = (place: number) => page.locator("#explain-view .cell").nth(place);
  const cases: [text: string, verdict: string, place: number, key: string][] = [
    [`53${".".repeat(79)}`, "Several solutions", 2, "7"],
    [`55${EASY.slice(2)}`, "No solution", 1, "3"],
    [EASY.replace("98....6.", "98......"), "Several solutions", 25, "6"],
  ];
  for (const [text, verdict, place, key] of cases) {
    await paste(page, text);
    await page.getByRole("heading", { name: verdict }).waitFor();
    await cell(place).click();
    await page.keyboard.press(key);
    assert.equal((await digits(page, "explain"))[place], key);
  }
  await rated(page, "1.2");
  await cell(2).click();
  await page.keyboard.press("4");
  assert.equal((await digits(page, "explain"))[2], "4");
});

pageTest("while a hard puzzle is rated, it can be changed and another text is read at once", {}, async (page) => {
  await page.evaluate(() => {
    // The worker of the answers never rates.
    const { postMessage } = Worker.prototype;
    Worker.prototype.postMessage = function (this: Worker, message: unknown): void {
      if ((message as { name?: string }).name !== "grade") {
        postMessage.call(this, message);
      }
    };
  });
  await paste(page, EXPERT);
  await page.getByText("The puzzle is being rated").waitFor();
  await paste(page, EASY);
  await page.locator("#explain-view .cell").first().filter({ hasText: "5" }).waitFor();
  assert.equal(await digits(page, "explain"), EASY);
  await page.locator("#explain-view .cell").nth(2).click();
  await page.keyboard.press("4");
  assert.equal((await digits(page, "explain"))[2], "4");
});

const LINK = `${server.address}#play?puzzle=${EASY.slice(0, -1)}.&state=${EASY.slice(0, -2)}7.`;
for (const [name, text, count] of [
  ["in a sentence", `Look: ${LINK}. Nice!`, 1],
  ["in brackets", `<${LINK}>`, 1],
  ["in Markdown", `[my game](${LINK})`, 1],
  ["in HTML", `<a href="${LINK.replace("&", "&amp;")}">x</a>`, 1],
  ["before a comma", `${LINK}, what is next?`, 1],
  ["without a scheme", LINK.replace("http://", ""), 1],
  ["in italics", `_${LINK}_`, 1],
  ["in capitals", LINK.replace("#play", "#PLAY"), 1],
  ["on two lines", `${LINK}\n${LINK.replace("#play", "#explain")}`, 2],
  ["above a grid", `${LINK}\n\n${EXPERT}`, 2],
] as const) {
  pageTest(`a link to the page is read in a text: ${name}`, {}, async (page) => {
    await paste(page, text);
    await page.locator("#explain-view .clue").first().waitFor();
    assert.equal(await digits(page, "explain"), `${EASY.slice(0, -2)}7.`);
    assert.equal(await page.locator(".picker").isVisible(), count > 1);
    assert.equal(await page.locator(".picker input").getAttribute("max"), String(count));
  });
}

pageTest("a link to constraints is followed, and a damaged link to a board is named", {}, async (page) => {
  await paste(page, `See <${server.address}#generate?level=hard&count=3>.`);
  await page.locator("#generate-view").waitFor();
  assert.equal(await page.getByLabel("Puzzles", { exact: true }).inputValue(), "3");
  await paste(page, `${server.address}#play?puzzle=${EASY}5`);
  await message(page, /line 1: the link has 82 characters as puzzle, expected 81/);
});

pageTest("a paste is read and keys work wherever the focus is, but in fields of text", {}, async (page) => {
  const pasteInto = (name: string, text: string): Promise<void> =>
    page.locator(name).evaluate((element, text) => {
      (element as HTMLElement).focus();
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, text);
  await paste(page, EXPERT);
  await rated(page, "4.2");
  await pasteInto(".walk input", EASY);
  await rated(page, "1.2");
  await page.locator(".walk input").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.locator(".where").innerText(), "Step 2 of 51");
  await page.keyboard.press("Control+z");
  await rated(page, "4.2");
  await page.evaluate(() => (location.hash = "play"));
  await pasteInto("#play-view .switch input", EASY);
  await rated(page, "1.2");
  await page.evaluate(() => (location.hash = "generate"));
  await pasteInto("#generate-view input[type=number] >> nth=0", EXPERT);
  assert.equal(await page.locator("#generate-view").isVisible(), true);
});

pageTest("keys without Latin letters are those of their place", {}, async (page) => {
  await page.getByRole("button", { name: "Example" }).click();
  await rated(page, "4.2");
  await page.getByRole("button", { name: "Clear" }).click();
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", { key: "я", code: "KeyZ", ctrlKey: true, bubbles: true, cancelable: true }),
    ),
  );
  await rated(page, "4.2");
});

pageTest("the shortest time is a minute", {}, async (page) => {
  await paste(page, `.${SOLVED.slice(1)}`);
  await page
    .locator(".verdict dl div", { hasText: "Minutes" })
    .locator("dd", { hasText: /^(<\s)?[1-9]/ })
    .waitFor();
});

pageTest("a selected cell is not outlined in a drawing", {}, async (page) => {
  await paste(page, EXPERT);
  await page.locator(".step-list button").first().waitFor();
  await page.locator("#explain-view .cell").nth(3).click();
  await page.keyboard.press("ArrowRight");
  await page.locator("#explain-view .drawing svg").waitFor();
  const style = await page
    .locator("#explain-view .cell")
    .nth(3)
    .evaluate((one) => {
      const { boxShadow, outlineStyle } = getComputedStyle(one);
      return [boxShadow, outlineStyle];
    });
  assert.deepEqual(style, ["none", "none"]);
});
