/** Tests of parameters of other types, as programs without types pass them. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as minirow from "minirow";

const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/** Values of other types. `never` is assignable to all types. */
const VALUES = [null, undefined, 5, NaN, 1n, "x", Symbol("s"), () => 1, {}, [], new Map(), { puzzle: 5 }] as never[];

/** Values that have no text, no JSON, or gaps. */
const ODD = [
  Object.create(null),
  new DataView(new ArrayBuffer(81)),
  new Float64Array(81).fill(0.5),
  Array(81),
] as never[];
const cycle: { puzzle?: unknown } = {};
cycle.puzzle = cycle;

const CALLS: Record<string, (value: never) => unknown> = {
  solve: (value) => minirow.solve(value),
  "solve, options": (value) => minirow.solve(EASY, value),
  solutions: (value) => minirow.solutions(EASY, value),
  count: (value) => minirow.count(EASY, value),
  solveBatch: (value) => minirow.solveBatch(value),
  countBatch: (value) => minirow.countBatch(value),
  "countBatch, limit": (value) => minirow.countBatch(new Uint8Array(), value),
  check: (value) => minirow.check(value),
  grade: (value) => minirow.grade(EASY, value),
  "grade, scale": (value) => minirow.grade(EASY, { scale: value }),
  canonical: (value) => minirow.canonical(EASY, value),
  explain: (value) => minirow.explain(EASY, value),
  "explain, puzzle": (value) => minirow.explain(value),
  svg: (value) => minirow.explain(EASY, { steps: "next" }).svg(value),
  page: (value) => minirow.explain(EASY, { steps: "next" }).page(value),
  picture: (value) => minirow.picture(EASY, value),
  "picture, side": (value) => minirow.picture(EASY, { side: value }),
  "picture, title": (value) => minirow.picture(EASY, { title: value }),
  generate: (value) => minirow.generate(value),
  "generate, seed": (value) => minirow.generate({ seed: value }),
  "generate, signal": (value) => minirow.generate({ signal: value }),
  "generate, onProgress": (value) => minirow.generate({ onProgress: value }),
  "generate, exclude": (value) => minirow.generate({ exclude: value }),
  read: (value) => minirow.read(value),
  "read, limit": (value) => minirow.read(EASY, value),
  write: (value) => minirow.write(value, { form: "line" }),
  "write, one": (value) => minirow.write([value], { form: "line" }),
  "write, options": (value) => minirow.write([EASY], value),
  bookPdf: (value) => minirow.bookPdf(value),
  bookHtml: (value) => minirow.bookHtml(value),
};

for (const [name, call] of Object.entries(CALLS)) {
  test(`${name}: a value of another type is used or refused, and the module still works`, async () => {
    for (const [place, value] of [...VALUES, ...ODD, cycle as never].entries()) {
      try {
        await call(value);
      } catch (error) {
        assert.ok(error instanceof minirow.MinirowError, `${String(error)} for value ${place}`);
        assert.notEqual(error.kind, "internal", error.message);
      }
    }
    assert.equal(minirow.count(EASY), 1n);
  });
}

test("the error of a value of another type tells what was found and expected", () => {
  const cases: [() => unknown, RegExp][] = [
    [() => minirow.solve(EASY, null as never), /^found null, expected an object with options$/],
    [() => minirow.solve(EASY, { all: true } as never), /^unknown field `all`, expected one of any$/],
    [() => minirow.explain(EASY).svg(0.5), /^place: found 0.5, expected a whole number from 0 to 2\^32 - 1$/],
    [() => minirow.count(EASY, NaN), /^limit: found NaN, expected a finite number$/],
    [() => minirow.grade(EASY, { maxEr: Infinity }), /^maxEr: found Infinity, expected a finite number$/],
    [() => minirow.count(EASY, -1), /^limit: found -1, expected a whole number from 0 to 2\^64 - 1$/],
    [() => minirow.grade(EASY, { labels: "yes" as never }), /^labels: invalid type: string "yes", expected a boolean$/],
    [
      () => minirow.grade(EASY, { scale: ["se", 1 as never] }),
      /^scale\[1\]: invalid type: integer `1`, expected a string$/,
    ],
    [() => minirow.solveBatch("5" as never), /^grids: found 5, expected a Uint8Array$/],
    [() => minirow.countBatch([256] as never), /^grids: found an array, expected a Uint8Array$/],
    [() => minirow.solutions(EASY, ["5"] as never), /^limit: found an array, expected a whole number/],
    [() => minirow.grade(EASY, [4] as never), /^found an array, expected an object with options$/],
    [() => minirow.read(null as never), /^file: found null, expected a text or bytes$/],
    [() => minirow.write(EASY as never, { form: "line" }), /^records: found 53\.\.7.*, expected an array$/],
  ];
  for (const [call, message] of cases) {
    assert.throws(call, { kind: "invalid-option", message });
  }
});

test("the error of an option of generate names it", async () => {
  const cases: [object, RegExp][] = [
    [{ seed: -1 }, /^seed: found -1, expected a whole number from 0 to 2\^64 - 1$/],
    [{ count: 1.5 }, /^count: found 1.5, expected a whole number/],
    [{ start: "x" }, /^start: found "x", expected a whole number/],
    [{ signal: 5 }, /^signal: found 5, expected an AbortSignal$/],
    [{ onProgress: {} }, /^onProgress: found \[object Object\], expected a function$/],
    [{ exclude: "x" }, /^exclude: invalid type: string "x", expected a sequence$/],
  ];
  for (const [options, message] of cases) {
    await assert.rejects(minirow.generate(options), { kind: "invalid-option", message });
  }
});
