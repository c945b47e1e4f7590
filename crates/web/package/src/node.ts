/** The entry of Node: reads the WebAssembly modules from their files, so that `init` is not needed. */

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { setReader } from "./modules.js";

export * from "./index.js";

// Next makes addresses of a website of `new URL(..., import.meta.url)`, and includes the files of a path in what it deploys.
const folder = dirname(fileURLToPath(import.meta.url));
setReader((name) => readFileSync(join(folder, "wasm", `${name}_bg.wasm`)));
