/** A position: clues, placed digits and pencilmarks; from records of files and from links. */

import type { FileRecord, Puzzle } from "minirow";
import { bit, candidatesLeft, digitsOfText, marksOfText, onlyDigit, textOfDigits, textOfMarks } from "./cells";
import { decodeMarks, encodeMarks } from "./marks_code";

export interface Position {
  /** True for a puzzle of candidates, which has no clues of its own (Sukaku). */
  isSukaku: boolean;
  clues: readonly number[];
  /** The clues and the placed digits. */
  digits: readonly number[];
  /** The pencilmarks. A cell without any has all its candidates. */
  marks: readonly number[];
}

export const EMPTY: Position = {
  isSukaku: false,
  clues: Array(81).fill(0),
  digits: Array(81).fill(0),
  marks: Array(81).fill(0),
};

/** Returns the position of a record. */
export function positionOf(record: FileRecord): Position {
  if (record.puzzle.length === 729) {
    const all = marksOfText(record.puzzle);
    const digits = all.map(onlyDigit);
    return { isSukaku: true, clues: digits, digits, marks: all.map((set, cell) => (digits[cell] ? 0 : set)) };
  }
  const clues = digitsOfText(record.puzzle);
  const digits = record.state === undefined ? clues : digitsOfText(record.state);
  const all = record.candidates === undefined ? [] : marksOfText(record.candidates);
  return { isSukaku: false, clues, digits, marks: digits.map((digit, cell) => (digit === 0 ? (all[cell] ?? 0) : 0)) };
}

/** Returns a position as the library takes it. */
export function puzzleOf({ isSukaku, clues, digits, marks }: Position): Puzzle {
  if (isSukaku) {
    const left = candidatesLeft(digits);
    return textOfMarks(
      digits,
      marks.map((set, cell) => set || (left[cell] ?? 0)),
    );
  }
  const puzzle = textOfDigits(clues);
  const state = textOfDigits(digits);
  return marks.some((set) => set !== 0) ? { puzzle, state, candidates: textOfMarks(digits, marks) } : { puzzle, state };
}

/** Returns `true` if there is no digit and no pencilmark. */
export const isEmpty = ({ digits, marks }: Position): boolean =>
  digits.every((digit) => digit === 0) && marks.every((set) => set === 0);

/** Returns the position after a change of one cell. */
export function changed(
  position: Position,
  cell: number,
  change: { mode: "clue" | "digit" | "mark"; digit: number },
): Position {
  const { mode, digit } = change;
  const [clues, digits, marks] = [[...position.clues], [...position.digits], [...position.marks]];
  if (mode === "mark" && digit !== 0) {
    if (digits[cell] !== 0) {
      return position;
    }
    marks[cell] = (marks[cell] ?? 0) ^ bit(digit);
  } else {
    digits[cell] = digits[cell] === digit && mode === "digit" ? 0 : digit;
    clues[cell] = mode === "clue" ? digit : 0;
    marks[cell] = 0;
  }
  return { ...position, clues, digits, marks };
}

/** Writes a position as the parameters of a link. */
export function linkOf({ isSukaku, clues, digits, marks }: Position): URLSearchParams {
  const parameters = new URLSearchParams({ puzzle: textOfDigits(clues) });
  if (digits.some((digit, cell) => digit !== clues[cell])) {
    parameters.set("state", textOfDigits(digits));
  }
  if (marks.some((set) => set !== 0)) {
    parameters.set("marks", encodeMarks(marks));
  }
  if (isSukaku) {
    parameters.set("kind", "sukaku");
  }
  return parameters;
}

/**
 * Reads the parameters of a link.
 *
 * @throws Error that tells what is wrong with the link.
 */
export function positionOfLink(parameters: URLSearchParams): Position {
  // What follows after the cells of a link within a text ends its sentence.
  const value = (name: string): string => (parameters.get(name) ?? "").replace(/^([\d.]{81}|[\da-z]*)[^\da-z]*$/, "$1");
  const grid = (name: string, text: string): number[] => {
    if (!/^[0-9.]{81}$/.test(text)) {
      throw new Error(`the link has ${text.length} characters as ${name}, expected 81 digits and points`);
    }
    return digitsOfText(text);
  };
  const clues = grid("puzzle", value("puzzle"));
  const digits = parameters.has("state") ? grid("state", value("state")) : clues;
  if (clues.some((digit, cell) => digit !== 0 && digits[cell] !== digit)) {
    throw new Error("the state of the link does not have the clues of its puzzle");
  }
  const marks = parameters.has("marks") ? decodeMarks(value("marks")) : EMPTY.marks;
  if (marks === null) {
    throw new Error("the pencilmarks of the link are damaged");
  }
  const isSukaku = value("kind") === "sukaku";
  return { isSukaku, clues, digits, marks: marks.map((set, cell) => (digits[cell] === 0 ? set : 0)) };
}
