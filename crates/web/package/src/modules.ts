/** The WebAssembly modules: where they come from, how they are loaded, and calls of their functions. */

import load, * as wasm from "./wasm/minirow.js";
import { MinirowError, converted } from "./error.js";

/** A WebAssembly module: its address, a response, its bytes, or a compiled module. */
export type ModuleSource = string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module;

type Reader = (name: string) => BufferSource;

let reader: Reader | undefined;

/** Sets the function that reads a module of the package. Without it, modules are fetched. */
export function setReader(read: Reader): void {
  reader = read;
}

/** Returns the bytes of a module, or `undefined` where modules are fetched. */
const readNow = (name: string): BufferSource | undefined => reader?.(name);

/** Returns the options of wasm-bindgen to load a module: from a source, or from the file of the package. */
function reading(name: string, source?: ModuleSource): { module_or_path: ModuleSource } | undefined {
  const found = source ?? readNow(name);
  return found === undefined ? undefined : { module_or_path: found };
}

let isLoaded = false;

/**
 * Loads the WebAssembly module. Call it once before the other functions; in Node they load it themselves.
 *
 * @param source - The module, if it is not the file of this package.
 */
export async function init(source?: ModuleSource): Promise<void> {
  if (!isLoaded) {
    try {
      await load(reading("minirow", source));
    } catch (error) {
      throw notLoaded(error);
    }
    isLoaded = true;
  }
}

/** Returns the error for a module that cannot be loaded. */
function notLoaded(error: unknown): MinirowError {
  const reason = error instanceof Error ? error.message : String(error);
  const advice =
    "expected the WebAssembly file of the package; for the server of Vite 7, add minirow to optimizeDeps.exclude";
  return new MinirowError("not-loaded", `the module cannot be loaded: ${reason}; ${advice}`);
}

/** Loads the module from its bytes or as a compiled one, without waiting: for bundlers that cannot copy files, and for tests. */
export function initSync(module: BufferSource | WebAssembly.Module): void {
  if (!isLoaded) {
    try {
      wasm.initSync({ module });
    } catch (error) {
      throw notLoaded(error);
    }
    isLoaded = true;
  }
}

/** Calls the module, and converts its errors. */
export function call<T>(work: () => T): T {
  if (!isLoaded) {
    const bytes = readNow("minirow");
    if (bytes === undefined) {
      throw new MinirowError("not-loaded", "the module is not loaded, expected `await init()` first");
    }
    initSync(bytes);
  }
  try {
    return work();
  } catch (error) {
    throw converted(error);
  }
}

type Printing = typeof import("./wasm/print.js");

let printing: Promise<Printing> | undefined;

async function loadPrint(source?: ModuleSource): Promise<Printing> {
  const print = await import("./wasm/print.js");
  await print.default(reading("print", source));
  return print;
}

/**
 * Loads the second WebAssembly module, which has the fonts. `bookPdf`, `bookHtml` and `picture` load it themselves if this
 * function was not called. After a failure it can be called again.
 *
 * @param source - The module, if it is not the file of this package.
 */
export async function initPrint(source?: ModuleSource): Promise<void> {
  printing ??= loadPrint(source);
  try {
    await printing;
  } catch (error) {
    printing = undefined;
    throw notLoaded(error);
  }
}

/** Calls the second module, and converts its errors. */
export async function print<T>(work: (print: Printing) => T): Promise<T> {
  await initPrint();
  const module = await printing!;
  try {
    return work(module);
  } catch (error) {
    throw converted(error);
  }
}
