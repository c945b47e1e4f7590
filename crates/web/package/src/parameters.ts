/** Parameters of functions, as the WebAssembly module takes them: texts, JSON and whole numbers. */

import { MinirowError, type ErrorKind } from "./error.js";
import type { Puzzle } from "./types.js";

/** Returns what was found, for a message. Some objects have no text. */
const shown = (value: unknown): string =>
  typeof value !== "object" || value === null
    ? String(value).slice(0, 100)
    : Array.isArray(value)
      ? "an array"
      : Object.prototype.toString.call(value);

/** Checks that options are an object, and that they have no other names. The module checks those that it gets. */
export function checked<T extends object>(options: T, ...names: (keyof T & string)[]): T {
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    throw new MinirowError("invalid-option", `found ${shown(options)}, expected an object with options`);
  }
  const other = names.length > 0 && Object.keys(options).find((name) => !names.includes(name as never));
  if (typeof other === "string") {
    throw new MinirowError("invalid-option", `unknown field \`${other}\`, expected one of ${names.join(", ")}`);
  }
  return options;
}

/** Options that do not reach the module. */
export interface Watching {
  signal?: AbortSignal;
  onProgress?: (progress: never) => void;
}

/** Checks options that have a signal and a function for progress. */
export function watched<T extends Watching>(options: T, ...names: (keyof T & string)[]): T {
  const { signal = null, onProgress = null } = checked(options, ...names);
  if (signal !== null && typeof signal.throwIfAborted !== "function") {
    throw new MinirowError("invalid-option", `signal: found ${shown(signal)}, expected an AbortSignal`);
  }
  if (onProgress !== null && typeof onProgress !== "function") {
    throw new MinirowError("invalid-option", `onProgress: found ${shown(onProgress)}, expected a function`);
  }
  return options;
}

/** Returns options as JSON. A bigint becomes a text, which the module reads as a number. JSON has no other numbers than finite ones. */
export function json(options: object, kind: ErrorKind = "invalid-option"): string {
  const value = (name: string, value: unknown): unknown => {
    if (typeof value === "number" && !Number.isFinite(value)) {
      throw new MinirowError(kind, `${name}: found ${value}, expected a finite number`);
    }
    return typeof value === "bigint" ? value.toString() : value;
  };
  try {
    return JSON.stringify(checked(options), value);
  } catch (error) {
    // An object that has itself as a part.
    throw error instanceof MinirowError ? error : new MinirowError(kind, (error as Error).message);
  }
}

/** Returns a puzzle as a text. The columns of ratings get the names that they have in files, such as `hodoku_level`. */
export function textOf(puzzle: Puzzle): string {
  if (typeof puzzle === "string") {
    return puzzle;
  }
  if (typeof puzzle !== "object" || puzzle === null) {
    throw new MinirowError(
      "invalid-text",
      `found ${shown(puzzle)}, expected a text, 81 numbers, nine rows or a position`,
    );
  }
  if (!("length" in puzzle)) {
    const snakeCase = (_: string, scale: string, column: string): string => `"${scale}_${column.toLowerCase()}":`;
    return json(puzzle, "invalid-text").replace(/"(te|hodoku|minutes)([A-Z][a-z]+)":/g, snakeCase);
  }
  const numbers = puzzle.length === 9 ? Array.from<number | readonly number[]>(puzzle).flat() : puzzle;
  if (numbers.length !== 81) {
    throw new MinirowError("invalid-text", `found ${numbers.length} numbers, expected 81`);
  }
  const digit = (number: number, place: number): string => {
    if (!Number.isInteger(number) || number < 0 || number > 9) {
      const cell = `r${Math.floor(place / 9) + 1}c${(place % 9) + 1}`;
      throw new MinirowError("invalid-text", `found ${shown(number)} in ${cell}, expected 0 (empty) to 9`);
    }
    return number === 0 ? "." : String(number);
  };
  return Array.from(numbers as ArrayLike<number>, digit).join("");
}

/** Checks an array. */
export function array<T extends readonly unknown[]>(name: string, value: T): T {
  if (!Array.isArray(value)) {
    throw new MinirowError("invalid-option", `${name}: found ${shown(value)}, expected an array`);
  }
  return value;
}

/** Checks an array of bytes. The module would cut other numbers, and of anything else read memory that is not there. */
export function bytes(name: string, value: Uint8Array, expected = "a Uint8Array"): Uint8Array {
  if (!ArrayBuffer.isView(value) || value.BYTES_PER_ELEMENT !== 1) {
    throw new MinirowError("invalid-option", `${name}: found ${shown(value)}, expected ${expected}`);
  }
  return value;
}

/** Checks a whole number that becomes a 32-bit number of the module. */
export function whole(name: string, value: number, least = 1): number {
  if (!Number.isInteger(value) || value < least || value > 0xffff_ffff) {
    throw new MinirowError(
      "invalid-option",
      `${name}: found ${shown(value)}, expected a whole number from ${least} to 2^32 - 1`,
    );
  }
  return value;
}
