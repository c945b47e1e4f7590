/** The entry of Node: reads the WebAssembly modules from their files. */

import { readFile } from "node:fs/promises";
import { setReader } from "./modules.js";

export * from "./index.js";

setReader((name) => readFile(new URL(`./wasm/${name}_bg.wasm`, import.meta.url)));
