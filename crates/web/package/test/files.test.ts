/** Tests of files in all forms, and of books. */

import assert from "node:assert/strict";
import { before, test } from "node:test";
import * as minirow from "minirow";
import { rejects, throws } from "./support.js";

const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

before(() => minirow.init());

test("the form of a file is recognised", () => {
  const csv = minirow.read(`puzzle;author\n${PUZZLE};Ruud\nbad;x\n${PUZZLE};Ann\n`);
  assert.equal(csv.form, "csv");
  assert.deepEqual(
    csv.records.map(({ line, record }) => [line, record.puzzle, record["author"]]),
    [
      [2, PUZZLE, "Ruud"],
      [4, PUZZLE, "Ann"],
    ],
  );
  assert.equal(csv.errors.length, 1);
  assert.equal(csv.errors[0]?.line, 3);
  assert.equal(csv.complete, true);
  assert.equal(minirow.read(`${PUZZLE}\n`.repeat(10), 3).complete, false);
  assert.equal(minirow.read("").errors[0]?.message.startsWith("found no grid"), true);
  assert.equal(minirow.read(new Uint8Array([0xff, 0xfe, 0x00])).errors.length, 1);
});

test("each form is written and read again", async () => {
  const rows = await minirow.generate({ seed: 9, count: 3 });
  for (const { name } of minirow.registry().forms) {
    const { text } = minirow.write(rows, { form: name });
    const puzzles = minirow.read(text).records.map(({ record }) => minirow.grade(record).solution);
    assert.deepEqual(
      puzzles,
      rows.map(({ solution }) => solution),
      name,
    );
  }
});

test("the parts that a form cannot hold are named", () => {
  const { text, dropped } = minirow.write([PUZZLE, { puzzle: PUZZLE, author: "Ruud" }], { form: "sdm", blank: "0" });
  assert.equal(text.split("\n").length, 3);
  assert.deepEqual(dropped, [{ record: 1, parts: ["author"] }]);
  // @ts-expect-error: no form has this name
  throws(() => minirow.write([PUZZLE], { form: "pdf" }), "invalid-option", /form: found pdf, expected one of line, /);
  throws(() => minirow.write([PUZZLE], { form: "line", blank: "x" }), "invalid-option", /blank: found 'x'/);
  throws(() => minirow.write([PUZZLE, "5"], { form: "line" }), "invalid-text", /record 1: found 1 cell/);
});

test("the columns of ratings have the names of packs in files, and other fields keep theirs", () => {
  const grade = minirow.grade(PUZZLE, { scale: ["te", "hodoku", "minutes"] });
  const { text } = minirow.write([{ ...grade, myField: "x" }], { form: "jsonl" });
  const record = minirow.read(text).records[0]!.record;
  assert.equal(record["hodoku_level"], grade.hodokuLevel);
  assert.equal(record["minutes_low"], grade.minutesLow);
  assert.equal(record["te_cut"], null);
  assert.equal(record["myField"], "x");
});

test("damaged texts are read or refused, and the module still works", () => {
  const form = minirow.write([{ puzzle: PUZZLE, author: "A" }], { form: "opensudoku" }).text;
  for (let place = 0; place < form.length; place += 3) {
    const damaged = form.slice(0, place) + "\u{1f4a5}" + form.slice(place + 2);
    const { records, errors } = minirow.read(damaged);
    assert.ok(records.length + errors.length > 0, damaged);
  }
  assert.equal(minirow.count(PUZZLE), 1n);
});

test("a book as PDF and as HTML", async () => {
  const puzzles = Array<{ puzzle: string; heading: string }>(6).fill({ puzzle: PUZZLE, heading: "Easy" });
  const book = { title: "One & only", sections: [{ name: "First", puzzles }], paper: "a5", perPage: 2, rules: true };
  const pdf = await minirow.bookPdf(book);
  assert.equal(new TextDecoder("latin1").decode(pdf.slice(0, 8)), "%PDF-1.7");
  assert.deepEqual(await minirow.bookPdf(book), pdf);
  assert.ok((await minirow.bookHtml(book)).includes("One &amp; only"));
  await rejects(minirow.bookPdf({ sections: [] }), "invalid-option", /./);
  await rejects(minirow.bookPdf({ ...book, paper: "a99" }), "invalid-option", /a99/);
  await rejects(minirow.bookPdf({ ...book, perPage: 99 }), "invalid-option", /99/);
  await rejects(
    minirow.bookPdf({ sections: [{ puzzles: [{ puzzle: ".".repeat(81) }] }] }),
    "several-solutions",
    /puzzle 1: /,
  );
  await rejects(
    minirow.bookPdf({ sections: [{ puzzles: [{ puzzle: PUZZLE, heading: "\u6f22" }] }] }),
    "invalid-option",
    /heading/,
  );
});
