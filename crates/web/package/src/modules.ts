/** The WebAssembly modules, and where they come from. */

/** A WebAssembly module: its address, a response, its bytes, or a compiled module. */
export type ModuleSource = string | URL | Response | Promise<Response> | BufferSource | WebAssembly.Module;

type Reader = (name: string) => Promise<BufferSource>;

let reader: Reader | undefined;

/** Sets the function that reads a module of the package. Without it, modules are fetched. */
export function setReader(read: Reader): void {
  reader = read;
}

/** Returns the options of wasm-bindgen to load a module: from a source, or from the file of the package. */
export async function reading(
  name: string,
  source?: ModuleSource,
): Promise<{ module_or_path: ModuleSource } | undefined> {
  const found = source ?? (await reader?.(name));
  return found === undefined ? undefined : { module_or_path: found };
}
