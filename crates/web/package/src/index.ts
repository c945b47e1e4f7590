/** Sudoku puzzles: solve, check, rate, explain, generate, convert and print. */

import load, * as wasm from "./wasm/minirow.js";
import { MinirowError, converted } from "./error.js";
import { readNow, reading, type ModuleSource } from "./modules.js";
import type {
  BookOptions,
  Canonical,
  ExplainOptions,
  FileContents,
  FileRecord,
  FormName,
  GenerateOptions,
  Grade,
  GradeOptions,
  Position,
  Puzzle,
  Registry,
  Row,
  Scale,
  Step,
  Verdict,
  Written,
} from "./types.js";

export { MinirowError, type ErrorKind } from "./error.js";
export type { ModuleSource } from "./modules.js";
export type * from "./types.js";

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
function call<T>(work: () => T): T {
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
    throw error;
  }
}

/** Calls the second module, and converts its errors. */
async function print<T>(work: (print: Printing) => T): Promise<T> {
  await initPrint();
  const module = await printing!;
  try {
    return work(module);
  } catch (error) {
    throw converted(error);
  }
}

/** Returns options as JSON. A bigint becomes a text, which the module reads as a number. */
function json(options: object): string {
  return JSON.stringify(options, (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value));
}

/** Returns a puzzle as a text. */
function textOf(puzzle: Puzzle): string {
  if (typeof puzzle === "string") {
    return puzzle;
  }
  if (typeof puzzle !== "object" || puzzle === null) {
    throw new MinirowError("invalid-text", `found ${String(puzzle)}, expected a text, 81 numbers or a position`);
  }
  if (!("length" in puzzle)) {
    return json(puzzle);
  }
  if (puzzle.length !== 81) {
    throw new MinirowError("invalid-text", `found ${puzzle.length} numbers, expected 81`);
  }
  const digit = (number: number, place: number): string => {
    if (!Number.isInteger(number) || number < 0 || number > 9) {
      const cell = `r${Math.floor(place / 9) + 1}c${(place % 9) + 1}`;
      throw new MinirowError("invalid-text", `found ${number} in ${cell}, expected 0 (empty) to 9`);
    }
    return number === 0 ? "." : String(number);
  };
  return Array.from(puzzle, digit).join("");
}

/** Checks a whole number that becomes a 32-bit number of the module. */
function whole(name: string, value: number): number {
  if (!Number.isInteger(value) || value < 1 || value > 0xffff_ffff) {
    throw new MinirowError("invalid-option", `${name}: found ${value}, expected a whole number from 1 to 2^32 - 1`);
  }
  return value;
}

/**
 * Solves a grid. If it has several solutions, returns the smallest one, compared row by row.
 *
 * @param options.any - Returns any of several solutions, which is faster.
 * @returns 81 digits.
 */
export function solve(puzzle: Puzzle, options: { any?: boolean } = {}): string {
  return call(() => wasm.solve(textOf(puzzle), options.any ?? false));
}

/**
 * Enumerates the solutions of a grid, in the order of the solver.
 *
 * @param limit - The maximum number of solutions, 1,000 by default.
 */
export function solutions(puzzle: Puzzle, limit = 1000): string[] {
  return call(() => wasm.solutions(textOf(puzzle), whole("limit", limit)));
}

/**
 * Counts the solutions of a grid, exactly or up to a limit. Nearly empty grids can take a minute.
 *
 * @param limit - The number at which counting stops.
 * @returns A bigint, or a number if the limit is one.
 */
export function count(puzzle: Puzzle, limit?: bigint): bigint;
export function count(puzzle: Puzzle, limit: number): number;
export function count(puzzle: Puzzle, limit?: number | bigint): number | bigint {
  const count = call(() => wasm.count(textOf(puzzle), limit === undefined ? "null" : json({ limit }).slice(9, -1)));
  return typeof limit === "number" ? Number(count) : BigInt(count);
}

/**
 * Solves many grids at once.
 *
 * @param grids - 81 numbers for each grid, row by row, with 0 for an empty cell.
 * @returns 81 numbers for each grid: its only solution, or zeros if it has none or several.
 */
export function solveBatch(grids: Uint8Array): Uint8Array {
  return call(() => wasm.solve_batch(grids));
}

/**
 * Counts the solutions of many grids at once, up to a limit.
 *
 * @param grids - 81 numbers for each grid, row by row, with 0 for an empty cell.
 * @param limit - The number at which counting stops, 2 by default: 1 is then a puzzle.
 */
export function countBatch(grids: Uint8Array, limit = 2): Uint32Array {
  return call(() => wasm.count_batch(grids, whole("limit", limit)));
}

/** Checks that a grid is a puzzle with one solution, whether a clue can be removed, and its digits and pencilmarks. */
export function check(puzzle: Puzzle): Verdict {
  return call(() => JSON.parse(wasm.check(textOf(puzzle))) as Verdict);
}

/** Rates the difficulty of a puzzle. The result has the columns of `minirow grade` for the scales. */
export function grade<const S extends Scale = "se">(puzzle: Puzzle, options: GradeOptions<S> = {}): Grade<S> {
  return call(() => JSON.parse(wasm.grade(textOf(puzzle), json(options))) as Grade<S>);
}

/**
 * Returns the canonical form of a grid, which all equivalent grids share.
 *
 * @param options.solution - Returns the form of the solution instead. The grid must have exactly one.
 */
export function canonical(puzzle: Puzzle, options: { solution?: boolean } = {}): Canonical {
  return call(() => JSON.parse(wasm.canonical(textOf(puzzle), options.solution ?? false)) as Canonical);
}

/** The number of walkthroughs that keep memory of the module. */
const MOST_WALKTHROUGHS = 16;

/** The steps that solve a puzzle from a position, in the order of a person who takes the easiest step. */
export class Walkthrough {
  /** The clues. */
  readonly puzzle: string;
  /** The steps. */
  readonly steps: readonly Step[];
  /** The position after the last step. */
  readonly after: Required<Omit<Position, "puzzle">>;
  /** `stuck` if no technique finds a step; `stopped` if the further steps were not requested. */
  readonly end: "solved" | "stuck" | "stopped";
  readonly #explain: () => wasm.Walkthrough;
  #inner: wasm.Walkthrough | undefined;
  /** The walkthroughs that have memory of the module, the one that was used last at the end. */
  static readonly #alive = new Set<Walkthrough>();

  /** @internal */
  constructor(explain: () => wasm.Walkthrough) {
    this.#explain = explain;
    const { puzzle, steps, after, end } = JSON.parse(this.#module().json()) as Walkthrough;
    this.puzzle = puzzle;
    this.steps = steps;
    this.after = after;
    this.end = end;
  }

  /** Returns the walkthrough of the module, which is made again if it was freed. Only the last ones are kept. */
  #module(): wasm.Walkthrough {
    this.#inner ??= this.#explain();
    const alive = Walkthrough.#alive;
    alive.delete(this);
    alive.add(this);
    if (alive.size > MOST_WALKTHROUGHS) {
      alive.values().next().value?.free();
    }
    return this.#inner;
  }

  /**
   * Draws the grid before a step with the marks of the step.
   *
   * @param place - The place in `steps`, from 0.
   * @returns An SVG file.
   */
  svg(place: number): string {
    return call(() => this.#module().svg(place));
  }

  /** Returns all steps as one HTML page. */
  page(title?: string): string {
    return call(() => this.#module().page(title));
  }

  /** Frees the memory of the module. It can be called at any time: of many walkthroughs, only the last ones have some. */
  free(): void {
    this.#inner?.free();
    this.#inner = undefined;
    Walkthrough.#alive.delete(this);
  }
}

/** Explains how to solve a puzzle from any position, or only its next step. */
export function explain(puzzle: Puzzle, options: ExplainOptions = {}): Walkthrough {
  const [text, chosen] = [textOf(puzzle), json(options)];
  return call(() => new Walkthrough(() => new wasm.Walkthrough(text, chosen)));
}

/**
 * Draws a grid with its placed digits and pencilmarks, as an SVG file.
 *
 * @param options.side - The side in points, 300 by default.
 * @param options.title - The title for screen readers.
 * @param options.candidates - Draws all candidates of cells without pencilmarks.
 */
export async function picture(
  puzzle: Puzzle,
  options: { side?: number; title?: string; candidates?: boolean } = {},
): Promise<string> {
  const { side = 300, title = "Sudoku", candidates = false } = options;
  const text = textOf(puzzle);
  return print((module) => module.picture(text, side, title, candidates));
}

/** The time of a portion of `generate`, in milliseconds. Between two portions, other tasks of the thread run. */
const PORTION = 30;

/**
 * Generates puzzles from a seed, one after the other. The same options give the same puzzles as `minirow pack`.
 *
 * @throws MinirowError for conflicting options; the reason of `signal` if it is aborted.
 */
export async function* generateRows(options: GenerateOptions = {}): AsyncGenerator<Row, void, void> {
  const { signal, onProgress, ...request } = options;
  const count = request.count ?? 1;
  const generation = call(() => new wasm.Generation(json(request)));
  try {
    let found = 0;
    while (!generation.done) {
      signal?.throwIfAborted();
      const lines = call(() => generation.advance(PORTION)).split("\n");
      const rows = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Row);
      found += rows.length;
      onProgress?.({ found, count, attempts: generation.attempts });
      for (const row of rows) {
        // A seed above 2^53 is not a number of JSON.
        yield { ...row, seed: request.seed ?? row.seed };
      }
      await new Promise((resolve) => setTimeout(resolve));
    }
  } finally {
    generation.free();
  }
}

/** Generates puzzles from a seed, and returns all of them. See `generateRows`. */
export async function generate(options: GenerateOptions = {}): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of generateRows(options)) {
    rows.push(row);
  }
  return rows;
}

/**
 * Reads a file or a text with puzzles. The form is recognised. Lines that cannot be read do not stop it.
 *
 * @param limit - The maximum number of records and errors, 100,000 by default.
 */
export function read(file: string | Uint8Array, limit = 100_000): FileContents {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
  return call(() => JSON.parse(wasm.read(bytes, whole("limit", limit))) as FileContents);
}

/**
 * Writes puzzles in a form of `registry().forms`.
 *
 * @param records - Puzzles, records of `read`, or rows of `generate`.
 * @param options.blank - The character of an empty cell, if the form allows a choice: one of `. 0 _ * -`.
 */
export function write(
  records: readonly (Puzzle | FileRecord | Row | Grade)[],
  options: { form: FormName; blank?: string },
): Written {
  return call(() => JSON.parse(wasm.write(records.map(textOf), json(options))) as Written);
}

/** Prints a book as PDF, with all fonts. */
export async function bookPdf(book: BookOptions): Promise<Uint8Array> {
  return print((module) => module.book_pdf(json(book)));
}

/** Prints a book as an HTML page, for printing from a browser. */
export async function bookHtml(book: BookOptions): Promise<string> {
  return print((module) => module.book_html(json(book)));
}

/** Returns the techniques, constraints, file forms, levels and scales. */
export function registry(): Registry {
  return call(() => JSON.parse(wasm.registry()) as Registry);
}
