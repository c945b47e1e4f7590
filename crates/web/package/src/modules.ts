/** The WebAssembly modules, and where they come from. */

/** A WebAssembly module: its address, a response, its bytes, or a compiled module. */
export type ModuleSource = string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module;

type Reader = (name: string) => BufferSource;

let reader: Reader | undefined;

/** Sets the function that reads a module of the package. Without it, modules are fetched. */
export function setReader(read: Reader): void {
  reader = read;
}

/** Returns the bytes of a module, or `undefined` where modules are fetched. */
export const readNow = (name: string): BufferSource | undefined => reader?.(name);

/** Returns the options of wasm-bindgen to load a module: from a source, or from the file of the package. */
export function reading(name: string, source?: ModuleSource): { module_or_path: ModuleSource } | undefined {
  const found = source ?? readNow(name);
  return found === undefined ? undefined : { module_or_path: found };
}
