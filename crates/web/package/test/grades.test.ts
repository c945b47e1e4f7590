/** Test of ratings: they are those of the golden file of the grader. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import * as minirow from "minirow";
import { variable } from "./support.js";

before(() => minirow.init());

test("all ratings of the golden file", () => {
  const lines = readFileSync(variable("MINIROW_GRADES"), "utf8").trim().split("\n").slice(1);
  assert.equal(lines.length, 200);
  for (const line of lines) {
    const [puzzle = "", er, ep, ed, hardest, techniques, steps] = line.split(",");
    const grade = minirow.grade(puzzle);
    const text = (rating?: number | null): string | undefined => rating?.toFixed(1);
    const counts = Object.entries(grade.techniques ?? {})
      .map(([slug, count]) => `${slug}:${count}`)
      .join(";");
    const found = [text(grade.er), text(grade.ep), text(grade.ed), grade.hardest, counts, String(grade.steps)];
    assert.deepEqual(found, [er, ep, ed, hardest, techniques, steps], puzzle);
  }
});
