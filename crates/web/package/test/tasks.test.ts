/** Tests of `minirow/worker`: tasks of a worker, their progress, their errors, and how they are stopped. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, test } from "node:test";
import * as minirow from "minirow";
import { MinirowError, MinirowWorker, type ManyProgress, type Progress } from "minirow/worker";
import { rejects } from "./support.js";

const EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const TWO = EASY.replace("98....6.", "98......");
const EMPTY = ".".repeat(81);

const worker = new MinirowWorker();
after(() => worker.close());

test("the tasks of a worker return what the functions return", async () => {
  assert.equal(await worker.solve(EASY), minirow.solve(EASY));
  assert.deepEqual(await worker.solutions(EMPTY, { limit: 3 }), minirow.solutions(EMPTY, 3));
  const [exact, limited]: [bigint, number] = [await worker.count(TWO), await worker.count(EMPTY, { limit: 5 })];
  assert.deepEqual([exact, limited], [2n, 5]);
  assert.deepEqual(await worker.check(TWO), minirow.check(TWO));
  assert.deepEqual(await worker.canonical(EASY, { solution: true }), minirow.canonical(EASY, { solution: true }));
  const { te }: { te: number | null } = await worker.grade(EASY, { scale: ["te"] });
  assert.equal(te, minirow.grade(EASY, { scale: ["te"] }).te);
  const { puzzle, steps, after, end } = minirow.explain(EASY);
  assert.deepEqual(await worker.explain(EASY), { puzzle, steps, after, end });
  const options: minirow.GenerateOptions = { seed: 2n ** 64n - 1n, level: "hard", count: 2 };
  assert.deepEqual(await worker.generate(options), await minirow.generate(options));
  const book = { sections: [{ puzzles: [{ puzzle: EASY }] }] };
  assert.deepEqual(await worker.bookPdf(book), await minirow.bookPdf(book));
  assert.equal(await worker.bookHtml(book), await minirow.bookHtml(book));
});

test("many puzzles are rated with progress, and a bad one has its error", async () => {
  const seen: ManyProgress[] = [];
  const puzzles = [EASY, TWO, "5", ...Array<string>(3000).fill(EASY)];
  const onProgress = (progress: ManyProgress): void => void seen.push(progress);
  const rated = await worker.gradeMany(puzzles, { scale: ["se"], onProgress });
  assert.equal(rated.length, puzzles.length);
  const texts = rated.slice(0, 4).map((one) => (one instanceof MinirowError ? one.kind : one.er));
  assert.deepEqual(texts, [1.2, "several-solutions", "invalid-text", 1.2]);
  assert.ok(seen.length > 0 && seen.every(({ count }) => count === puzzles.length));
  assert.deepEqual(
    seen.map(({ done }) => done),
    seen.map(({ done }) => done).toSorted((a, b) => a - b),
  );
});

test("a task that runs is stopped, and the tasks after it are done", async () => {
  const stop = new AbortController();
  const long = worker.count(EMPTY, { signal: stop.signal });
  const next = worker.solve(EASY);
  const last = worker.count(EASY);
  setTimeout(() => stop.abort(), 50);
  await assert.rejects(long, { name: "AbortError" });
  assert.equal(await next, minirow.solve(EASY));
  assert.equal(await last, 1n);
});

test("a task that waits is stopped, and the task that runs goes on", async () => {
  const stop = new AbortController();
  const first = worker.gradeMany(Array<string>(500).fill(EASY));
  const waiting = worker.solve(EASY, { signal: stop.signal });
  stop.abort(new Error("not needed"));
  await assert.rejects(waiting, { message: "not needed" });
  assert.equal((await first).length, 500);
  await assert.rejects(worker.solve(EASY, { signal: AbortSignal.abort() }), { name: "AbortError" });
});

test("generate reports progress, and is stopped by its signal or by an error of its function", async () => {
  const stop = new AbortController();
  const seen: Progress[] = [];
  const onProgress = (progress: Progress): void => {
    seen.push(progress);
    if (seen.length === 2) {
      stop.abort();
    }
  };
  await assert.rejects(worker.generate({ clues: 18, count: 1000, signal: stop.signal, onProgress }), {
    name: "AbortError",
  });
  assert.equal(seen.length, 2);
  const fails = (): void => {
    throw new Error("no more");
  };
  await assert.rejects(worker.generate({ clues: 18, count: 1000, onProgress: fails }), { message: "no more" });
  assert.equal(await worker.count(EASY), 1n);
});

test("errors are MinirowErrors with their kind and line", async () => {
  await rejects(worker.solve("5"), "invalid-text", /found 1 cell/);
  await assert.rejects(worker.solve(`${EASY}\n\n${EASY}`), { kind: "invalid-text", line: 3 });
  await rejects(worker.generate({ level: "easy", er: 5 }), "invalid-option", /no puzzle of the level easy/);
  await rejects(worker.solve((() => EASY) as unknown as string), "invalid-option", /could not be cloned/);
  // @ts-expect-error: grade has no such option
  await rejects(worker.grade(EASY, { maxEP: 2 }), "invalid-option", /unknown field `maxEP`/);
});

test("parameters of other types are refused, and the error names them", async () => {
  const never = (value: unknown): never => value as never;
  await rejects(worker.solve(EASY, never(null)), "invalid-option", /^found null, expected an object with options$/);
  await rejects(worker.count(EASY, never(5)), "invalid-option", /^found 5, expected an object with options$/);
  await rejects(
    worker.solutions(EASY, never({ most: 5 })),
    "invalid-option",
    /^unknown field `most`, .* signal, limit$/,
  );
  await rejects(
    worker.check(EASY, { signal: never(5) }),
    "invalid-option",
    /^signal: found 5, expected an AbortSignal$/,
  );
  await rejects(worker.gradeMany(never(EASY)), "invalid-option", /^puzzles: found 53.*, expected an array$/);
  await rejects(worker.gradeMany([EASY], { scale: never("se") }), "invalid-option", /^scale: /);
  await rejects(worker.gradeMany([], { onProgress: never(5) }), "invalid-option", /^onProgress: found 5, expected/);
  assert.throws(() => new MinirowWorker(never({ wasm: 5 })), {
    kind: "invalid-option",
    message: /^unknown field `wasm`/,
  });
});

test("a worker without its module rejects its tasks", async () => {
  const bad = new MinirowWorker({ module: new Uint8Array([60, 33]) });
  await rejects(bad.solve(EASY), "not-loaded", /the module cannot be loaded/);
  await rejects(bad.solve(EASY), "not-loaded", /the module cannot be loaded/);
  bad.close();
  const none = new MinirowWorker({
    create: () => {
      throw new Error("no workers here");
    },
  });
  await rejects(none.solve(EASY), "not-loaded", /no workers here/);
});

test("closing rejects the tasks, and the next task starts another worker", async () => {
  const one = new MinirowWorker();
  const tasks = [one.count(EMPTY), one.solve(EASY)];
  one.close();
  for (const task of tasks) {
    await assert.rejects(task, { name: "AbortError", message: "the worker was closed" });
  }
  assert.equal(await one.count(EASY), 1n);
  one.close();
});

test("a program ends though its worker was not closed", () => {
  const program = `
    import { MinirowWorker } from "minirow/worker";
    console.log(await new MinirowWorker().count("${EASY}"));`;
  const ended = spawnSync(process.execPath, ["--input-type=module", "--eval", program], { encoding: "utf8" });
  assert.deepEqual([ended.status, ended.stdout, ended.stderr], [0, "1n\n", ""]);
});
