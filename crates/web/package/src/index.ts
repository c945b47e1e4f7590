/** Sudoku puzzles: solve, check, rate, explain, generate, convert and print. */

import * as wasm from "./wasm/minirow.js";
import { call, print } from "./modules.js";
import { array, bytes, checked, json, textOf, whole } from "./parameters.js";
import { cellsOf, parsed, parsedWithCells } from "./results.js";
import type {
  BookOptions,
  Canonical,
  ExplainOptions,
  FileContents,
  FileRecord,
  FormName,
  Grade,
  GradeOptions,
  Puzzle,
  Registry,
  Row,
  Scale,
  Verdict,
  Written,
} from "./types.js";
import { Walkthrough } from "./walkthrough.js";

export { MinirowError, type ErrorKind } from "./error.js";
export { generate, generateRows } from "./generation.js";
export { init, initPrint, initSync, type ModuleSource } from "./modules.js";
export { CELLS } from "./results.js";
export type * from "./types.js";
export { Walkthrough } from "./walkthrough.js";

/**
 * Solves a grid. If it has several solutions, returns the smallest one, compared row by row.
 *
 * @param options.any - Returns any of several solutions, which is faster.
 * @returns 81 digits.
 */
export function solve(puzzle: Puzzle, options: { any?: boolean } = {}): string {
  return call(() => wasm.solve(textOf(puzzle), Boolean(checked(options, "any").any)));
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
  return call(() => wasm.solve_batch(bytes("grids", grids)));
}

/**
 * Counts the solutions of many grids at once, up to a limit.
 *
 * @param grids - 81 numbers for each grid, row by row, with 0 for an empty cell.
 * @param limit - The number at which counting stops, 2 by default: 1 is then a puzzle.
 */
export function countBatch(grids: Uint8Array, limit = 2): Uint32Array {
  return call(() => wasm.count_batch(bytes("grids", grids), whole("limit", limit)));
}

/** Checks that a grid is a puzzle with one solution, whether a clue can be removed, and its digits and pencilmarks. */
export function check(puzzle: Puzzle): Verdict {
  const verdict = call(() =>
    parsedWithCells<Omit<Verdict, "wrongCandidates"> & { wrongCandidates?: string[] }>(wasm.check(textOf(puzzle))),
  );
  const { wrongCandidates, ...others } = verdict;
  return wrongCandidates === undefined ? others : { ...others, wrongCandidates: cellsOf(wrongCandidates) };
}

/** Rates the difficulty of a puzzle. The result has the columns of `minirow grade` for the scales, in camel case. */
export function grade<const S extends Scale = "se">(puzzle: Puzzle, options: GradeOptions<S> = {}): Grade<S> {
  return call(() => parsed<Grade<S>>(wasm.grade(textOf(puzzle), json(options))));
}

/**
 * Returns the canonical form of a grid, which all equivalent grids share.
 *
 * @param options.solution - Returns the form of the solution instead. The grid must have exactly one.
 */
export function canonical(puzzle: Puzzle, options: { solution?: boolean } = {}): Canonical {
  return call(
    () => JSON.parse(wasm.canonical(textOf(puzzle), Boolean(checked(options, "solution").solution))) as Canonical,
  );
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
  const { side = 300, title = "Sudoku", candidates = false } = checked(options, "side", "title", "candidates");
  const text = textOf(puzzle);
  return print((module) => module.picture(text, side, String(title), Boolean(candidates)));
}

/**
 * Reads a file or a text with puzzles. The form is recognised. Lines that cannot be read do not stop it.
 *
 * @param limit - The maximum number of records and errors, 100,000 by default.
 */
export function read(file: string | Uint8Array, limit = 100_000): FileContents {
  const contents = typeof file === "string" ? new TextEncoder().encode(file) : bytes("file", file, "a text or bytes");
  return call(() => JSON.parse(wasm.read(contents, whole("limit", limit))) as FileContents);
}

/**
 * Writes puzzles in a form of `registry().forms`.
 *
 * @param records - Puzzles, records of `read`, rows of `generate`, or results of `grade`.
 * @param options.blank - The character of an empty cell, if the form allows a choice: one of `. 0 _ * -`.
 */
export function write(
  records: readonly (Puzzle | FileRecord | Row | Grade)[],
  options: { form: FormName; blank?: string },
): Written {
  return call(() => JSON.parse(wasm.write(Array.from(array("records", records), textOf), json(options))) as Written);
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
