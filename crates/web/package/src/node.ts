/** The entry of Node: reads the WebAssembly module from its file. */

import { readFile } from "node:fs/promises";
import { init as initFrom, type ModuleSource } from "./index.js";

export * from "./index.js";

/**
 * Loads the WebAssembly module. Call it once before the other functions.
 *
 * @param source - The module, if it is not the file of this package.
 */
export async function init(source?: ModuleSource): Promise<void> {
  await initFrom(source ?? (await readFile(new URL("./wasm/minirow_bg.wasm", import.meta.url))));
}
