/** Generate: constraints, progress, stop, downloads and the book. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { PHONE, digits, message, pageTest } from "./support.js";

const AT = { at: "#generate" };

async function generate(page: Page, level: string, count: string): Promise<void> {
  await page.locator("#generate-view").getByLabel("Level", { exact: true }).selectOption(level);
  await page.getByLabel("Puzzles", { exact: true }).fill(count);
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByText(new RegExp(`^${count} puzzles? in`)).waitFor();
}

async function downloaded(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

pageTest("puzzles of a level are listed and downloaded", AT, async (page) => {
  await generate(page, "hard", "12");
  assert.equal(await page.locator("#generate-view tbody tr").count(), 12);
  assert.deepEqual([...new Set(await page.locator("tbody .level").allInnerTexts())], ["hard"]);
  const csv = await downloaded(page, "CSV");
  assert.equal(csv.name, "minirow.csv");
  const lines = csv.bytes.toString().trim().split("\n");
  assert.equal(lines.length, 13);
  assert.match(lines[0] ?? "", /^id,puzzle,solution,clues,er,ep,ed,level,/);
  const jsonl = (await downloaded(page, "JSON lines")).bytes.toString().trim().split("\n");
  assert.deepEqual(
    jsonl.map((line) => (JSON.parse(line) as { level: string }).level),
    Array(12).fill("hard"),
  );
  const sdm = (await downloaded(page, ".sdm")).bytes
    .toString()
    .trim()
    .split("\n")
    .filter((line) => /^[0-9]{81}$/.test(line));
  assert.equal(sdm.length, 12);
  const opensudoku = (await downloaded(page, ".opensudoku")).bytes.toString();
  assert.equal(opensudoku.match(/<game /g)?.length, 12);
});

pageTest("the same seed gives the same puzzles, and constraints hold", AT, async (page) => {
  await page.getByLabel("Symmetry").selectOption("half-turn");
  await page.getByLabel("Clues from").fill("26");
  await page.getByLabel("Clues to").fill("28");
  await page.getByLabel("Seed", { exact: true }).fill("7");
  await generate(page, "", "5");
  const first = (await downloaded(page, ".sdm")).bytes.toString();
  const puzzles = first.split("\n").filter((line) => line.length === 81);
  for (const puzzle of puzzles) {
    const pattern = puzzle.replaceAll(/[1-9]/g, "x");
    assert.equal([...pattern].reverse().join(""), pattern);
    assert.ok([26, 27, 28].includes(pattern.replaceAll("0", "").length));
  }
  await generate(page, "", "5");
  assert.equal((await downloaded(page, ".sdm")).bytes.toString(), first);
});

pageTest("techniques are needed or avoided", AT, async (page) => {
  await page.getByText("Techniques that the path needs").click();
  await page.getByRole("checkbox", { name: "X-Wing", exact: true }).first().check();
  await generate(page, "", "2");
  const rows = (await downloaded(page, "JSON lines")).bytes.toString().trim().split("\n");
  assert.ok(rows.every((row) => (JSON.parse(row) as { techniques: Record<string, number> }).techniques["x-wing"]));
});

pageTest("a book is printed", AT, async (page) => {
  await generate(page, "easy", "8");
  await page.getByRole("button", { name: "Print a book" }).click();
  const dialog = page.getByRole("dialog", { name: "Print a book" });
  await dialog.getByLabel("Title", { exact: true }).fill("Sunday");
  await dialog.getByLabel("Paper", { exact: true }).selectOption("letter");
  await dialog.getByLabel("Page with the rules").check();
  const pdf = await downloaded(page, "Make the PDF");
  assert.equal(pdf.name, "sudoku.pdf");
  assert.equal(pdf.bytes.subarray(0, 8).toString(), "%PDF-1.7");
  await page.getByRole("button", { name: "Print a book" }).click();
  await dialog.getByLabel("Margin", { exact: true }).fill("wide");
  await dialog.getByRole("button", { name: "Make the PDF" }).click();
  await message(page, /Margin: found "wide"/);
  assert.equal(await page.locator("#generate-view tbody tr").count(), 8);
});

pageTest("rare puzzles show their progress, and the search is stopped", AT, async (page) => {
  await page.getByLabel("Clues from").fill("18");
  await page.getByLabel("Clues to").fill("18");
  await page.getByLabel("Puzzles", { exact: true }).fill("1000");
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByText(/of 1000 puzzles, [\d,]+ attempts/).waitFor();
  await page.getByRole("button", { name: "Stop" }).first().click();
  await page.getByText(/^Stopped\./).waitFor();
  assert.equal(await page.getByRole("button", { name: "Generate" }).isEnabled(), true);
});

pageTest("constraints that conflict are refused, and the list stays", AT, async (page) => {
  await generate(page, "easy", "3");
  await page.getByLabel("ER from").fill("5");
  await page.getByRole("button", { name: "Generate" }).click();
  await message(page, /No puzzle of the level easy/);
  assert.equal(await page.locator("#generate-view tbody tr").count(), 3);
});

pageTest("a puzzle of the list is explained and played", AT, async (page) => {
  await generate(page, "hard", "2");
  await page.getByRole("button", { name: "Explain puzzle 2" }).click();
  await page.locator(".verdict .level", { hasText: "hard" }).waitFor();
  const puzzle = await digits(page, "explain");
  await page.goBack();
  await page.getByRole("button", { name: "Play puzzle 2" }).click();
  assert.equal(await digits(page, "play"), puzzle);
});

pageTest("the seed is random, and the address keeps it with the constraints", AT, async (page) => {
  const puzzles = async (): Promise<string> => (await downloaded(page, ".sdm")).bytes.toString();
  await generate(page, "medium", "3");
  const first = await puzzles();
  const address = page.url();
  assert.match(address, /#generate\?level=medium&count=3&seed=\d+$/);
  await page.getByRole("button", { name: "Generate" }).click();
  await page.waitForURL((url) => url.href !== address);
  await page.getByText(/^3 puzzles in/).waitFor();
  assert.notEqual(await puzzles(), first);
  await page.goto("about:blank");
  await page.goto(address);
  await page.waitForSelector("body[data-ready]");
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByText(/^3 puzzles in/).waitFor();
  assert.equal(await puzzles(), first);
});

pageTest("an old error goes, and few clues have a warning", AT, async (page) => {
  await page.getByLabel("Clues from").fill("30");
  await page.getByLabel("Clues to").fill("20");
  await page.getByRole("button", { name: "Generate" }).click();
  await page.locator(".message[data-kind=error]").waitFor();
  await page.getByLabel("Clues from").fill("");
  await page.getByLabel("Clues to").fill("");
  await generate(page, "easy", "2");
  assert.equal(await page.locator(".message[data-kind=error]").count(), 0);
  await page.getByLabel("Clues to").fill("17");
  await page.getByText("Puzzles with so few clues are rare: one can take hours.").waitFor();
});

pageTest("an empty list shows what will come, and presets that fill it", AT, async (page) => {
  const empty = page.locator(".empty");
  await empty.getByRole("heading", { name: "No puzzles yet" }).waitFor();
  await page.getByLabel("Clues from").fill("25");
  await empty.getByRole("button", { name: "20 easy" }).click();
  await page.getByText(/^20 puzzles in/).waitFor();
  assert.equal(await empty.isVisible(), false);
  assert.deepEqual([...new Set(await page.locator("tbody .level").allInnerTexts())], ["easy"]);
  assert.equal(await page.getByLabel("Clues from").inputValue(), "");
});

pageTest("a book of 60 puzzles is one button and one dialog in plain words", AT, async (page) => {
  await page.getByRole("button", { name: "A book of 60" }).click();
  const dialog = page.getByRole("dialog", { name: "Print a book" });
  await dialog.getByLabel("Printing service").selectOption("KDP, 6 × 9 in");
  await dialog.getByLabel("Order").selectOption("easiest first");
  assert.equal(await page.locator("#generate-view tbody tr").count(), 60);
  const pdf = await downloaded(page, "Make the PDF");
  assert.equal(pdf.bytes.subarray(0, 8).toString(), "%PDF-1.7");
});

pageTest("techniques are in columns by family", AT, async (page) => {
  await page.getByText("Techniques that the path needs").click();
  const fish = page.getByRole("group", { name: "Fish" }).first();
  assert.deepEqual(
    (await fish.locator("label").allInnerTexts()).map((text) => text.trim()),
    ["X-Wing", "Swordfish", "Jellyfish"],
  );
  const all = page.locator(".families").first();
  const techniques = await all.locator("input").count();
  assert.equal(techniques, await page.locator(".families").last().locator("input").count());
  const places = await all.locator("fieldset").evaluateAll((sets) => sets.map((set) => set.getBoundingClientRect().x));
  assert.equal(new Set(places).size, 2);
});

pageTest("on a phone the results come into view", { ...AT, viewport: PHONE }, async (page) => {
  await page.getByLabel("Puzzles", { exact: true }).fill("3");
  await page.getByRole("button", { name: "Generate" }).click();
  await page.getByText(/^3 puzzles in/).waitFor();
  const { y } = (await page.locator(".results .table").boundingBox())!;
  assert.ok(y >= 0 && y < 500, String(y));
});

pageTest("messages begin with the name that the form has", { at: "#generate" }, async (page) => {
  for (const [query, text] of [
    ["er-from=5&er-to=2", /^ER: /],
    ["clues-from=30&clues-to=20", /^Clues: /],
    ["needs=x-wing&without=x-wing", /^X-Wing is /],
    ["level=easy&needs=x-wing", /^X-Wing is /],
  ] as const) {
    await page.evaluate((query) => (location.hash = `generate?${query}&count=1`), query);
    await page.getByRole("button", { name: "Generate" }).click();
    await page.locator(".message p").filter({ hasText: text }).waitFor();
    await page.getByRole("button", { name: "Close the message" }).click();
  }
});
