/** The entry of Node: reads the WebAssembly modules from their files, so that `init` is not needed. */

import { readFileSync } from "node:fs";
import { setReader } from "./modules.js";

export * from "./index.js";

setReader((name) => readFileSync(new URL(`./wasm/${name}_bg.wasm`, import.meta.url)));
