/** Tests of the package as it is published: its files, its types, and the entry for browsers in a worker. */

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

const folder = new URL("./node_modules/minirow/", import.meta.url);
const text = (name: string): string => readFileSync(new URL(name, folder), "utf8");

test("the files of package.json are there", () => {
  const { exports, files } = JSON.parse(text("package.json")) as {
    exports: Record<string, string | Record<string, string>>;
    files: string[];
  };
  const entries = Object.values(exports).flatMap((entry) =>
    typeof entry === "string" ? [entry] : Object.values(entry),
  );
  for (const name of [...entries, ...files.filter((name) => name.startsWith("LICENSE")), "OFL.txt", "README.md"]) {
    assert.ok(text(name).length > 0, name);
  }
});

test("no type is any", () => {
  const types = readdirSync(folder).filter((name) => name.endsWith(".d.ts"));
  assert.ok(types.includes("index.d.ts") && types.includes("worker.d.ts"));
  for (const name of types) {
    assert.doesNotMatch(text(name), /: any\b|<any\b|\bany\[|as any\b|\| any\b/, name);
  }
});

test("the entry for browsers works in a worker, with the bytes of the module", async () => {
  const module = readFileSync(new URL("wasm/minirow_bg.wasm", folder));
  const puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  const worker = new Worker(new URL("./worker.js", import.meta.url), { workerData: { module, puzzle } });
  const rated = await new Promise((resolve, reject) => {
    worker.on("message", resolve);
    worker.on("error", reject);
  });
  assert.deepEqual(rated, { before: "not-loaded", er: 1.2, level: "easy" });
});

test("a module that cannot be loaded is told with advice", async () => {
  const entry = new URL("index.js?fresh", folder).href;
  const { init } = (await import(entry)) as typeof import("minirow");
  await assert.rejects(init(new Uint8Array([60, 33])), (error: Error & { kind?: string }) => {
    assert.equal(error.kind, "not-loaded");
    assert.match(error.message, /the module cannot be loaded: .*optimizeDeps\.exclude/);
    return true;
  });
});
