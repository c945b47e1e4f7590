/** A worker that loads the entry for browsers, and rates a puzzle. */

import { parentPort, workerData } from "node:worker_threads";
import type * as Minirow from "minirow";

const { module, puzzle } = workerData as { module: Uint8Array<ArrayBuffer>; puzzle: string };
const entry = new URL("./node_modules/minirow/index.js", import.meta.url).href;
const minirow = (await import(entry)) as typeof Minirow;
let before: unknown;
try {
  minirow.grade(puzzle);
} catch (error) {
  before = (error as Minirow.MinirowError).kind;
}
minirow.initSync(module);
await minirow.init();
const { er, level } = minirow.grade(puzzle);
parentPort?.postMessage({ before, er, level });
