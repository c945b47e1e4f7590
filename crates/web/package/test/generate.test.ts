/** Tests of generated puzzles: they are those of the command line. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { before, test } from "node:test";
import * as minirow from "minirow";
import { rejects, variable } from "./support.js";

before(() => minirow.init());

/** Returns the rows that the command line generates, with the columns of JSON lines in camel case. */
function rowsOfCommand(...options: string[]): unknown[] {
  const command = variable("MINIROW_COMMAND");
  const lines = execFileSync(command, ["pack", "--quiet", "--format", "jsonl", ...options], {
    encoding: "utf8",
    maxBuffer: 1e9,
  });
  return lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as object)
    .map((row) => Object.fromEntries(Object.entries(row).map(([column, value]) => [camelCase(column), value])));
}

const camelCase = (column: string): string => column.replace(/_./g, (letter) => letter.charAt(1).toUpperCase());

test("1,000 puzzles of a seed are those of the command line", async () => {
  const rows = await minirow.generate({ seed: 42, count: 1000 });
  assert.deepEqual(rows, rowsOfCommand("--seed", "42", "--count", "1000"));
});

test("puzzles with constraints are those of the command line", async () => {
  const cases: [minirow.GenerateOptions, string[]][] = [
    [
      { seed: 7, level: "hard", symmetry: "half-turn", count: 20 },
      ["--seed", "7", "--level", "hard", "--symmetry", "half-turn", "--count", "20"],
    ],
    [
      { seed: 3, clues: "22..=23", start: 5, count: 5 },
      ["--seed", "3", "--clues", "22..=23", "--start", "5", "--count", "5"],
    ],
    [{ seed: 1, er: "7.0..=7.3", count: 3 }, ["--seed", "1", "--er", "7.0..=7.3", "--count", "3"]],
    [
      { withDigits: [1, 2], maxTries: 5000, count: 2 },
      ["--seed", "1", "--with-digits", "1,2", "--max-tries", "5000", "--count", "2"],
    ],
    [
      { scale: ["te", "hodoku", "minutes"], labels: true, count: 2 },
      ["--seed", "1", "--scale", "te,hodoku,minutes", "--labels", "--count", "2"],
    ],
  ];
  for (const [options, words] of cases) {
    const expected = rowsOfCommand(...words);
    const rows = await minirow.generate(options);
    assert.deepEqual(rows, expected, words.join(" "));
  }
});

test("a seed above 2^53 keeps its digits", async () => {
  const seed = 2n ** 64n - 1n;
  const [row] = await minirow.generate({ seed });
  assert.equal(row?.seed, seed);
  assert.equal(row?.id, `${seed}-0`);
});

test("progress is reported, and the work can be stopped", async () => {
  const stop = new AbortController();
  const seen: minirow.Progress[] = [];
  const rare = minirow.generate({
    clues: 18,
    count: 1000,
    signal: stop.signal,
    onProgress: (progress) => {
      seen.push(progress);
      if (seen.length === 3) {
        stop.abort();
      }
    },
  });
  await assert.rejects(rare, { name: "AbortError" });
  assert.equal(seen.length, 3);
  assert.ok(seen.every(({ count, attempts }, place) => count === 1000 && attempts > (seen[place - 1]?.attempts ?? 0)));
});

test("rows come one by one, and a loop can end", async () => {
  let found = 0;
  for await (const row of minirow.generateRows({ seed: 5, count: 100_000 })) {
    assert.equal(row.index, found);
    found += 1;
    if (found === 3) {
      break;
    }
  }
  assert.equal(found, 3);
});

test("options that cannot be met are refused", async () => {
  await rejects(minirow.generate({ level: "easy", er: 5 }), "invalid-option", /no puzzle of the level easy/);
  await rejects(minirow.generate({ clues: 17, maxTries: 1 }), "gave-up", /gave up on index 0/);
  // @ts-expect-error: no level has this name
  await rejects(minirow.generate({ level: "harsh" }), "invalid-option", /level/);
  // @ts-expect-error: no constraint has this name
  await rejects(minirow.generate({ clue: 24 }), "invalid-option", /unknown constraint clue, did you mean clues\?/);
  await rejects(minirow.generate({ seed: -1 }), "invalid-option", /found -1, expected a whole number/);
  await rejects(minirow.generate({ count: 1.5 }), "invalid-option", /found 1.5/);
  await rejects(minirow.generate({ exclude: ["x"] }), "invalid-text", /exclude/);
  await rejects(minirow.generate({ start: 2n ** 64n - 1n, count: 2 }), "invalid-option", /past the last index/);
});

test("excluded puzzles are not generated again", async () => {
  const [first] = await minirow.generate({ seed: 5 });
  assert.ok(first);
  const [other] = await minirow.generate({ seed: 5, exclude: [first.puzzle] });
  assert.notEqual(other?.puzzle, first.puzzle);
});
