/** Cells, digits and sets of digits. A cell is a number from 0 to 80, row by row; a set has bit d - 1 for the digit d. */

import type { Candidate, Verdict } from "minirow";

export const CELLS: readonly number[] = Array.from({ length: 81 }, (_, cell) => cell);
export const DIGITS: readonly number[] = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** Returns the set of one digit. */
export const bit = (digit: number): number => 1 << (digit - 1);

/** Returns the digits of a set. */
export const digitsOf = (set: number): number[] => DIGITS.filter((digit) => (set & bit(digit)) !== 0);

/** Returns the only digit of a set, or 0. */
export const onlyDigit = (set: number): number => {
  const digits = digitsOf(set);
  return digits.length === 1 ? (digits[0] ?? 0) : 0;
};

export const rowOf = (cell: number): number => Math.floor(cell / 9);
export const columnOf = (cell: number): number => cell % 9;
const boxOf = (cell: number): number => Math.floor(rowOf(cell) / 3) * 3 + Math.floor(columnOf(cell) / 3);

/** Returns the name of a cell, such as `r4c3`. */
export const nameOf = (cell: number): string => `r${rowOf(cell) + 1}c${columnOf(cell) + 1}`;

/** Returns `true` if two different cells share a row, column or box. */
export const arePeers = (a: number, b: number): boolean =>
  a !== b && (rowOf(a) === rowOf(b) || columnOf(a) === columnOf(b) || boxOf(a) === boxOf(b));

/** The peers of each cell. */
export const PEERS: readonly (readonly number[])[] = CELLS.map((cell) =>
  CELLS.filter((other) => arePeers(cell, other)),
);

/** Returns the digits of a text with 81 characters, with 0 for an empty cell. */
export const digitsOfText = (text: string): number[] => Array.from(text, (character) => Number(character) || 0);

/** Returns the text of 81 digits, with `.` for an empty cell. */
export const textOfDigits = (digits: readonly number[]): string => digits.map((digit) => digit || ".").join("");

/** Returns the sets of a text with 729 characters. */
export const marksOfText = (text: string): number[] =>
  CELLS.map((cell) =>
    DIGITS.reduce((set, digit) => (text[cell * 9 + digit - 1] === String(digit) ? set | bit(digit) : set), 0),
  );

/** Returns the text with 729 characters of the pencilmarks. A cell with a digit has only that digit. */
export const textOfMarks = (digits: readonly number[], marks: readonly number[]): string =>
  CELLS.map((cell) => {
    const set = digits[cell] ? bit(digits[cell]) : (marks[cell] ?? 0);
    return DIGITS.map((digit) => (set & bit(digit) ? digit : ".")).join("");
  }).join("");

/** The set of all digits. */
export const ALL = 0x1ff;

/** Returns the candidates that the digits of its peers leave in a cell. */
export const candidatesAt = (digits: readonly number[], cell: number): number =>
  (PEERS[cell] ?? []).reduce((set, peer) => set & ~(digits[peer] ? bit(digits[peer]) : 0), ALL);

/** Returns the candidates that the digits leave in each empty cell. */
export const candidatesLeft = (digits: readonly number[]): number[] =>
  CELLS.map((cell) => (digits[cell] ? 0 : candidatesAt(digits, cell)));

/** Returns the sets of some candidates, by cell. */
export const setsOf = (candidates: readonly Candidate[] = []): Map<number, number> => {
  const sets = new Map<number, number>();
  for (const { cell, digit } of candidates) {
    sets.set(cell.index, (sets.get(cell.index) ?? 0) | bit(digit));
  }
  return sets;
};

/** Returns the cells whose digits or pencilmarks contradict the solution. */
export const wrongCells = ({ wrongDigits = [], wrongCandidates = [] }: Verdict): number[] => [
  ...wrongDigits.map(({ cell }) => cell.index),
  ...wrongCandidates.map(({ index }) => index),
];
