/** Tests of the questions about one puzzle, and of many grids in typed arrays. */

import assert from "node:assert/strict";
import { test } from "node:test";
import * as minirow from "minirow";
import { rejects, throws } from "./support.js";

const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
const TWO = EASY.replace("98....6.", "98......");
const CHAINS = "9......6...5.....267...5....9.13.......5.97..4..78.3.....91..7..3..6.1.4.6...8.2.";

test("in Node, functions load the module themselves", () => {
  assert.equal(minirow.solve(EASY), SOLVED);
});

test("init can be called more than once", async () => {
  await minirow.init();
  await minirow.init();
  assert.match(minirow.registry().program, /^minirow \d/);
});

test("solve", () => {
  assert.equal(minirow.solve(EASY), SOLVED);
  assert.equal(minirow.solve(".".repeat(81)).slice(0, 18), "123456789456789123");
  assert.equal(minirow.count(minirow.solve(TWO, { any: true })), 1n);
  throws(() => minirow.solve("55" + ".".repeat(79)), "no-solution", /r1c1 and r1c2 in row 1 are both 5/);
});

test("every form of a puzzle is read", () => {
  const numbers = Array.from(EASY, (character) => Number(character.replace(".", "0")));
  const lines = EASY.match(/.{9}/g) ?? [];
  const forms = [
    EASY,
    ` ${EASY}\n`,
    EASY.replaceAll(".", "0"),
    lines.join("\n"),
    numbers,
    Uint8Array.from(numbers),
    lines.map((_, row) => numbers.slice(9 * row, 9 * row + 9)),
    { puzzle: EASY },
  ];
  for (const form of forms) {
    assert.equal(minirow.solve(form), SOLVED);
  }
});

test("a text that is no puzzle is refused with its line", () => {
  throws(() => minirow.solve(""), "invalid-text", /found no grid/);
  throws(() => minirow.solve("12345"), "invalid-text", /found 5 cells in a line, expected 81/);
  throws(() => minirow.solve(`${EASY}\n\n${EASY}`), "invalid-text", /found a second grid, expected one/, 3);
  throws(() => minirow.solve(`${EASY}\nx${EASY.slice(1)}`), "invalid-text", /./, 2);
  for (const nothing of [null, undefined, 5, true]) {
    const message = new RegExp(`found ${nothing}, expected a text, 81 numbers, nine rows or a position`);
    throws(() => minirow.solve(nothing as unknown as string), "invalid-text", message);
  }
  throws(() => minirow.solve([1, 2, 3]), "invalid-text", /found 3 numbers, expected 81/);
  throws(() => minirow.solve(Array(9).fill([1, 2])), "invalid-text", /found 18 numbers, expected 81/);
  throws(() => minirow.solve(Array(9).fill(Array(9).fill("x"))), "invalid-text", /found x in r1c1, expected 0/);
  throws(() => minirow.solve(Array(81).fill(10)), "invalid-text", /found 10 in r1c1, expected 0 \(empty\) to 9/);
  throws(() => minirow.solve(Array(81).fill(0.5)), "invalid-text", /found 0.5 in r1c1/);
  throws(() => minirow.solve("\ud800".repeat(81)), "invalid-text", /./);
  throws(() => minirow.solve({ puzzle: "\u0000" }), "invalid-text", /./);
  throws(() => minirow.solve("<opensudoku>".repeat(1000)), "invalid-text", /./);
});

test("solutions and count", () => {
  assert.equal(minirow.solutions(TWO).length, 2);
  assert.equal(minirow.solutions(".".repeat(81), 3).length, 3);
  assert.equal(minirow.count(EASY), 1n);
  const limited: number = minirow.count(TWO, 1);
  assert.equal(limited, 1);
  assert.equal(minirow.count(TWO, 1n), 1n);
  assert.equal(minirow.count(".".repeat(81), 1000n), 1000n);
  throws(() => minirow.solutions(EASY, 0), "invalid-option", /limit: found 0/);
  throws(() => minirow.count(EASY, 0), "invalid-option", /limit: found 0/);
  throws(() => minirow.count(EASY, -1), "invalid-option", /found -1, expected a whole number/);
});

test("many grids at once", () => {
  const grids = [EASY, TWO, "55" + ".".repeat(79)];
  const numbers = Uint8Array.from(grids.join(""), (character) => Number(character.replace(".", "0")));
  const solved = minirow.solveBatch(numbers);
  assert.equal(solved.slice(0, 81).join(""), SOLVED);
  assert.ok(solved.slice(81).every((digit) => digit === 0));
  assert.deepEqual([...minirow.countBatch(numbers)], [1, 2, 0]);
  assert.deepEqual([...minirow.countBatch(numbers, 1)], [1, 1, 0]);
  assert.equal(minirow.solveBatch(new Uint8Array()).length, 0);
  throws(() => minirow.solveBatch(new Uint8Array(80)), "invalid-option", /found 80 numbers, expected 81 for each grid/);
  throws(() => minirow.solveBatch(new Uint8Array(81).fill(10)), "invalid-option", /grid 0/);
});

test("check", () => {
  assert.equal(minirow.check(EASY).verdict, "proper");
  assert.equal(minirow.check(CHAINS).verdict, "minimal");
  assert.equal(minirow.check(SOLVED).verdict, "solved");
  const ambiguous = minirow.check(TWO);
  assert.equal(ambiguous.verdict, "ambiguous");
  assert.match(ambiguous.reason ?? "", /several solutions/);
  assert.equal(ambiguous.solution, null);
  const state = `${EASY.slice(0, 2)}1${EASY.slice(3)}`;
  const mistakes = minirow.check({ puzzle: EASY, state });
  assert.equal(mistakes.verdict, "mistakes");
  assert.deepEqual(mistakes.wrongDigits, [{ cell: minirow.CELLS[2], digit: 1 }]);
  // The pencilmarks of r1c3 lack the digit of the solution.
  const { position } = minirow.explain(EASY, { steps: "next" }).steps[0]!;
  const candidates = position.candidates.slice(0, 18) + "12.......".padEnd(9) + position.candidates.slice(27);
  const wrong = minirow.check({ puzzle: EASY, state: EASY, candidates });
  assert.deepEqual(wrong.wrongCandidates, [minirow.CELLS[2]]);
});

test("grade", () => {
  const grade = minirow.grade(CHAINS, { scale: ["se", "te", "minutes"], labels: true });
  assert.deepEqual(
    [grade.er, grade.ep, grade.ed, grade.level, grade.hardest],
    [6.6, 1.2, 1.2, "diabolical", "forcing-chain"],
  );
  assert.deepEqual(grade.techniques, { "hidden-single": 51, "direct-hidden-pair": 3, "forcing-chain": 1 });
  assert.equal(typeof grade.te, "number");
  assert.equal(typeof grade.minutes, "number");
  assert.equal(typeof grade.nodes, "number");
  assert.equal(minirow.grade(CHAINS, { maxEr: 2 }).level, "too-hard");
  assert.equal("te" in minirow.grade(CHAINS), false);
  throws(() => minirow.grade(TWO), "several-solutions", /two of them differ in/);
  throws(() => minirow.grade(CHAINS, { maxEr: 21 }), "invalid-option", /maxEr: found 21, expected a rating/);
  // @ts-expect-error: no scale has this name
  throws(() => minirow.grade(CHAINS, { scale: ["xy"] }), "invalid-option", /scale: .*xy/);
  // @ts-expect-error: no option has this name
  throws(() => minirow.grade(CHAINS, { maxEP: 2 }), "invalid-option", /unknown field `maxEP`/);
});

test("canonical", () => {
  const { form, automorphisms, transformation } = minirow.canonical(EASY);
  assert.equal(minirow.canonical([...EASY].reverse().join("")).form, form);
  assert.equal(automorphisms, 1);
  assert.notEqual(transformation, "");
  assert.equal(minirow.canonical(EASY, { solution: true }).form.slice(0, 9), "123456789");
  throws(() => minirow.canonical(TWO, { solution: true }), "several-solutions", /./);
});

test("explain: every step has its words and its drawing", () => {
  const walkthrough = minirow.explain(CHAINS);
  assert.equal(walkthrough.end, "solved");
  assert.equal(walkthrough.steps.length, 55);
  assert.equal(walkthrough.after.state, minirow.solve(CHAINS));
  walkthrough.steps.forEach((step, place) => {
    assert.equal(step.step, place + 1);
    assert.ok(step.text.length > 20);
    assert.ok(walkthrough.svg(place).startsWith("<svg "));
    assert.equal(step.position.candidates.length, 729);
  });
  const hardest = walkthrough.steps.find((step) => step.rating === 6.6);
  assert.equal(hardest?.technique, "forcing-chain");
  assert.equal(hardest?.chains?.[0]?.at(-1)?.cause, "assumption");
  assert.ok(walkthrough.page("Chains & more").includes("<h1>Chains &amp; more</h1>"));
  throws(() => walkthrough.svg(55), "invalid-option", /found step 55, expected one of 55/);
  walkthrough.free();
  walkthrough.free();
  assert.ok(walkthrough.svg(0).startsWith("<svg "));
});

test("many walkthroughs in one task take little memory, and the first ones still draw", () => {
  const all = Array.from({ length: 400 }, () => minirow.explain(EASY));
  const before = process.memoryUsage().arrayBuffers;
  all.push(...Array.from({ length: 400 }, () => minirow.explain(EASY)));
  assert.ok(process.memoryUsage().arrayBuffers - before < 8_000_000);
  assert.equal(all[0]?.svg(0), all.at(-1)?.svg(0));
});

test("cells are objects with their text, and the same ones in all results", () => {
  assert.equal(minirow.CELLS.length, 81);
  assert.deepEqual(minirow.CELLS[29], { name: "r4c3", row: 4, column: 3, index: 29 });
  const { steps } = minirow.explain(CHAINS);
  for (const { placement, position } of steps) {
    const cell = placement?.cell ?? minirow.CELLS[0]!;
    assert.equal(cell, minirow.CELLS[cell.index]);
    assert.ok(placement === undefined || position.state[cell.index] === ".");
  }
  const chain = steps.find(({ chains }) => chains !== undefined)?.chains?.[0];
  assert.ok(chain?.every(({ cell, isOn }) => minirow.CELLS.includes(cell) && typeof isOn === "boolean"));
  // @ts-expect-error: all results share the cells
  assert.throws(() => (minirow.CELLS[0].row = 2), TypeError);
});

test("all names of results are in camel case", async () => {
  const scale: minirow.Scale[] = ["se", "te", "hodoku", "minutes"];
  const state = `${EASY.slice(0, 2)}1${EASY.slice(3)}`;
  const results = [
    minirow.grade(CHAINS, { scale, labels: true }),
    await minirow.generate({ scale, labels: true, weights: true }),
    minirow.check({ puzzle: EASY, state }),
    minirow.canonical(EASY),
    ...["se", "te", "hodoku"].map((scale) => minirow.explain(CHAINS, { scale: scale as "se" })),
    minirow.registry(),
    minirow.read(EASY),
    minirow.write([EASY], { form: "line" }),
  ];
  const names = new Set(JSON.stringify(results).match(/"[^"\\]*":/g));
  assert.ok(names.has('"minutesExtrapolated":') && names.has('"hodokuLevel":') && names.has('"isOn":'));
  assert.deepEqual(
    [...names].filter((name) => name.includes("_")),
    [],
  );
});

test("the types of a rating follow from its scales", () => {
  const er: number | null = minirow.grade(EASY).er;
  const { te, minutes }: { te: number | null; minutes: number | null } = minirow.grade(EASY, {
    scale: ["te", "minutes"],
  });
  // @ts-expect-error the scale was not asked for
  const missing: unknown = minirow.grade(EASY, { scale: ["te"] }).er;
  const scales: minirow.Scale[] = ["se"];
  const some: number | null | undefined = minirow.grade(EASY, { scale: scales }).er;
  assert.deepEqual([er, te, typeof minutes, missing, some], [1.2, 0, "number", undefined, 1.2]);
});

test("the types name all symmetries, forms, levels and scales", () => {
  const names = {
    symmetries: [
      "none",
      "half-turn",
      "left-right",
      "top-bottom",
      "diagonal",
      "anti-diagonal",
      "quarter-turn",
      "both-mirrors",
      "both-diagonals",
      "dihedral",
    ] satisfies minirow.Symmetry[],
    forms: [
      "line",
      "grid",
      "boxed",
      "json",
      "jsonl",
      "csv",
      "candidates",
      "pencilmarks",
      "sdm",
      "sdk",
      "ss",
      "opensudoku",
      "hodoku",
      "sudokuwiki",
      "sudokuwiki-packed",
      "f-puzzles",
    ] satisfies minirow.FormName[],
    levels: ["easy", "medium", "hard", "expert", "diabolical", "extreme"] satisfies minirow.Level[],
    scales: ["se", "te", "hodoku", "minutes"] satisfies minirow.Scale[],
  };
  const { constraints, forms, levels, scales } = minirow.registry();
  assert.deepEqual(names.symmetries, constraints.find(({ name }) => name === "symmetry")?.values);
  assert.deepEqual(
    names.forms,
    forms.map(({ name }) => name),
  );
  assert.deepEqual(
    names.levels,
    levels.map(({ name }) => name),
  );
  assert.deepEqual(names.scales.toSorted(), scales.toSorted());
});

test("explain: the braids of the scale te", () => {
  const braid = minirow.explain(CHAINS, { scale: "te", steps: "hardest" }).steps[0];
  assert.equal(braid?.technique, "braid");
  assert.match(braid.text, /^Suppose r\dc\d=\d\. Then /);
  throws(
    () => minirow.explain(CHAINS, { scale: "se,te" as "te" }),
    "invalid-option",
    /found "se,te", expected one of se, te, hodoku/,
  );
});

test("explain: the next hint only, from a position with pencilmarks", () => {
  const first = minirow.explain(CHAINS, { steps: "next" });
  assert.equal(first.steps.length, 1);
  assert.equal(first.end, "stopped");
  assert.deepEqual(
    first.steps[0]?.stages.map(({ stage }) => stage),
    ["region", "technique", "cell", "full"],
  );
  // From the position before the hardest step, that step is the next one.
  const hardest = minirow.explain(CHAINS, { steps: "hardest" }).steps[0];
  assert.ok(hardest);
  const next = minirow.explain({ puzzle: CHAINS, ...hardest.position }, { steps: "next" });
  assert.equal(next.steps[0]?.text, hardest.text);
  assert.equal(
    minirow.explain({ puzzle: CHAINS, ...hardest.position }, { from: "clues", steps: "next" }).steps[0]?.text,
    first.steps[0]?.text,
  );
  const state = `${EASY.slice(0, 2)}1${EASY.slice(3)}`;
  throws(() => minirow.explain({ puzzle: EASY, state }), "mistakes", /r1c3/);
  throws(() => minirow.explain(TWO), "several-solutions", /./);
  // @ts-expect-error: steps has no such value
  throws(() => minirow.explain(EASY, { steps: "few" }), "invalid-option", /unknown variant `few`/);
});

test("picture", async () => {
  assert.match(await minirow.picture(EASY, { title: "A & B" }), /^<svg [^]*A &amp; B/);
  assert.ok((await minirow.picture(EASY, { candidates: true })).length > (await minirow.picture(EASY)).length);
  await rejects(minirow.picture(EASY, { side: Number.NaN }), "invalid-option", /side/);
});

test("registry", () => {
  const { techniques, constraints, forms, levels, scales, generator } = minirow.registry();
  assert.equal(generator, "minirow 2");
  assert.ok(
    techniques.some(({ slug, name, family }) => slug === "xy-wing" && name === "XY-Wing" && family === "Wings"),
  );
  assert.ok(constraints.some(({ name, kind }) => name === "withDigits" && kind === "value"));
  assert.ok(forms.some(({ name, endings }) => name === "opensudoku" && endings.includes("opensudoku")));
  assert.deepEqual(
    levels.map(({ name }) => name),
    ["easy", "medium", "hard", "expert", "diabolical", "extreme"],
  );
  assert.deepEqual(scales, ["se", "te", "hodoku", "minutes"]);
});
