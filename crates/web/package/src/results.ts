/** Results of the WebAssembly module, which are JSON: names get camel case, and cells become objects. */

import type { Cell } from "./types.js";

const cellAt = (index: number): Cell => {
  const [row, column] = [Math.floor(index / 9) + 1, (index % 9) + 1];
  return Object.freeze({ name: `r${row}c${column}`, row, column, index });
};

/** The 81 cells, row by row. All results of a thread share these objects. */
export const CELLS: readonly Cell[] = Object.freeze(Array.from({ length: 81 }, (_, index) => cellAt(index)));

const BY_NAME = new Map(CELLS.map((cell) => [cell.name, cell]));

/** Parses a result. Keys are the only texts before a colon; a quote within a text is `\"`. */
export function parsed<T>(json: string, revive?: (key: string, value: unknown) => unknown): T {
  const camelCase = (key: string): string => key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  return JSON.parse(json.replace(/"[a-z]+_[a-z_]+":/g, camelCase), revive) as T;
}

/** Parses a result that has cells. */
export const parsedWithCells = <T>(json: string): T =>
  parsed(json, (key, value) => (key === "cell" ? BY_NAME.get(value as string) : value));

/** Returns the cells of their names. */
export const cellsOf = (names: readonly string[]): Cell[] => names.map((name) => BY_NAME.get(name)!);
