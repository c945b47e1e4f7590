/** The generation of puzzles, in portions. */

import * as wasm from "./wasm/minirow.js";
import { call } from "./modules.js";
import { json, watched } from "./parameters.js";
import { parsed } from "./results.js";
import type { GenerateOptions, Row } from "./types.js";

/** The time of a portion of `generate`, in milliseconds. Between two portions, other tasks of the thread run. */
const PORTION = 30;

/**
 * Generates puzzles from a seed, one after the other. The same options give the same puzzles as `minirow pack`.
 *
 * @throws MinirowError for conflicting options; the reason of `signal` if it is aborted.
 */
export async function* generateRows(options: GenerateOptions = {}): AsyncGenerator<Row, void, void> {
  const { signal, onProgress, ...request } = watched(options);
  const count = request.count ?? 1;
  const generation = call(() => new wasm.Generation(json(request)));
  try {
    let found = 0;
    while (!generation.done) {
      signal?.throwIfAborted();
      const lines = call(() => generation.advance(PORTION)).split("\n");
      const rows = lines.filter((line) => line !== "").map((line) => parsed<Row>(line));
      found += rows.length;
      onProgress?.({ found, count, attempts: generation.attempts });
      for (const row of rows) {
        // A seed above 2^53 is not a number of JSON.
        yield { ...row, seed: request.seed ?? row.seed };
      }
      await new Promise((resolve) => setTimeout(resolve));
    }
  } finally {
    generation.free();
  }
}

/** Generates puzzles from a seed, and returns all of them. See `generateRows`. */
export async function generate(options: GenerateOptions = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of generateRows(options)) {
    rows.push(row);
  }
  return rows;
}
