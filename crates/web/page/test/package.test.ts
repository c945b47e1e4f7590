/** Test of the package in a browser without a bundler: its functions, and its worker with progress and a signal. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { serve } from "../serve.mjs";
import { EASY, SOLVED, browser } from "./support.js";

const packageServer = await serve(new URL("../../../package/", import.meta.url).pathname);
after(() => packageServer.close());

void test("the package and its worker run in a browser without a bundler", async () => {
  const page = await browser.newPage();
  await page.goto(`${packageServer.address}THIRD-PARTY-RUST.html`);
  const found = await page.evaluate(
    async ({ address, puzzle }) => {
      const { init, solve } = (await import(`${address}index.js`)) as typeof import("../../package/index.js");
      const { MinirowWorker } = (await import(`${address}worker.js`)) as typeof import("../../package/worker.js");
      await init();
      const worker = new MinirowWorker();
      const progress: number[] = [];
      const onProgress = ({ done }: { done: number }): void => void progress.push(done);
      const rated = await worker.gradeMany([...Array<string>(3000).fill(puzzle), "5"], { onProgress });
      const stop = new AbortController();
      const long = worker.count(".".repeat(81), { signal: stop.signal });
      const next = worker.solve(puzzle);
      setTimeout(() => stop.abort(), 50);
      const stopped = await long.catch((error: Error) => error.name);
      const pdf = await worker.bookPdf({ sections: [{ puzzles: [{ puzzle }] }] });
      const without = new MinirowWorker({ module: `${address}missing.wasm` });
      const missing = await without.solve(puzzle).catch((error: Error & { kind?: string }) => error.kind);
      worker.close();
      const last = rated.at(-1);
      return {
        solved: [solve(puzzle), await next],
        hasProgress: progress.length > 0,
        rated: [rated.length, last !== undefined && "kind" in last ? last.kind : "rated"],
        stopped,
        isPdf: pdf.length > 1000,
        missing,
      };
    },
    { address: packageServer.address, puzzle: EASY },
  );
  assert.deepEqual(found, {
    solved: [SOLVED, SOLVED],
    hasProgress: true,
    rated: [3001, "invalid-text"],
    stopped: "AbortError",
    isPdf: true,
    missing: "not-loaded",
  });
  await page.close();
});
