/** A game: digits, pencilmarks and colours, with what can be undone. Every change returns a new game. */

import { ALL, CELLS, PEERS, bit, candidatesAt, candidatesLeft } from "../sudoku/cells";
import type { Position } from "../sudoku/position";

/** The part of a game that changes are undone in. */
export interface Snapshot {
  digits: readonly number[];
  /** The candidates that were noted or are automatic. They are a position if every empty cell has some. */
  marks: readonly number[];
  /** Notes, which hints ignore. */
  corners: readonly number[];
  centres: readonly number[];
  /** From 0 (none) to 6. */
  colours: readonly number[];
}

/** The kinds of marks of a cell. */
export type Marks = "marks" | "corners" | "centres";
export const MARKS: readonly Marks[] = ["marks", "corners", "centres"];

export interface Game {
  isSukaku: boolean;
  clues: readonly number[];
  /** The candidates of a puzzle of candidates at its start. */
  candidates: readonly number[];
  now: Snapshot;
  past: readonly Snapshot[];
  future: readonly Snapshot[];
  /** True if candidates follow from the digits. */
  isAutomatic: boolean;
  /** The time played. */
  seconds: number;
  /** The number of steps that hints have carried out or shown in full. */
  hints: number;
  /** The day of a daily puzzle, such as `2026-11-29`. */
  day: string | null;
  /** True if the game is in the statistics, also when it is undone and solved again. */
  isCounted: boolean;
}

/** The most changes that can be undone. */
export const MOST_CHANGES = 500;

const NONE: readonly number[] = CELLS.map(() => 0);

/** Starts a game from a position. */
export const newGame = ({ isSukaku, clues, digits, marks }: Position): Game => ({
  isSukaku,
  clues,
  candidates: isSukaku ? marks : NONE,
  now: { digits, marks, corners: NONE, centres: NONE, colours: NONE },
  past: [],
  future: [],
  isAutomatic: false,
  seconds: 0,
  hints: 0,
  day: null,
  isCounted: false,
});

/** Returns `true` if every empty cell has candidates, and there is one. Fewer are notes of a person, and no position. */
const isFull = ({ digits, marks }: Snapshot): boolean =>
  digits.includes(0) && CELLS.every((cell) => digits[cell] !== 0 || marks[cell] !== 0);

/** Returns the position of a game, with all candidates that were noted. */
export const positionOfGame = ({ isSukaku, clues, now }: Game): Position => ({
  isSukaku,
  clues,
  digits: now.digits,
  marks: now.marks,
});

/** Returns the position at the start of a game. */
export const positionOfClues = (game: Game): Position => ({
  ...positionOfGame(game),
  digits: game.clues,
  marks: game.candidates,
});

/** Returns the position that hints start from. Candidates count only if every empty cell has some, or if they are the puzzle. */
export const positionToSolve = (game: Game): Position => ({
  ...positionOfGame(game),
  marks: game.isSukaku || isFull(game.now) ? game.now.marks : NONE,
});

function change(game: Game, next: Partial<Snapshot>): Game {
  return { ...game, now: { ...game.now, ...next }, past: [...game.past, game.now].slice(-MOST_CHANGES), future: [] };
}

export function undo(game: Game): Game {
  const last = game.past.at(-1);
  return last === undefined
    ? game
    : { ...game, now: last, past: game.past.slice(0, -1), future: [game.now, ...game.future] };
}

export function redo(game: Game): Game {
  const [next, ...future] = game.future;
  return next === undefined ? game : { ...game, now: next, past: [...game.past, game.now], future };
}

/** Returns the candidates of a cell, whatever it has: those of the puzzle without the digits of peers. */
const possible = ({ isSukaku, candidates }: Game, digits: readonly number[], cell: number): number =>
  candidatesAt(digits, cell) & ((isSukaku && candidates[cell]) || ALL);

/** Returns the marks that a peer gets back when a digit is erased: what the digit had removed. */
function regained(game: Game, kind: Marks, cell: number, peer: number): number {
  const digit = game.now.digits[cell] ?? 0;
  if (digit === 0) {
    return 0;
  }
  const before = game.past.findLast(({ digits }) => digits[cell] !== digit);
  const isPosition = kind === "marks" && (game.isAutomatic || isFull(game.now)) && !(before && isFull(before));
  return bit(digit) & (isPosition ? ALL : (before?.[kind][peer] ?? 0));
}

/** Places a digit, or removes it if it is there. With `cleans`, the marks of peers lose it. 0 erases the digit, or else all marks. */
export function placeDigit(game: Game, cell: number, digit: number, cleans = true): Game {
  const { now, clues, isAutomatic } = game;
  const before = now.digits[cell] ?? 0;
  if (clues[cell] !== 0 || (digit === 0 && before === 0 && MARKS.every((kind) => now[kind][cell] === 0))) {
    return game;
  }
  const digits = now.digits.with(cell, digit === before ? 0 : digit);
  const placed = digits[cell] ?? 0;
  const next: Record<Marks, number[]> = { marks: [...now.marks], corners: [...now.corners], centres: [...now.centres] };
  for (const peer of PEERS[cell] ?? []) {
    const left = possible(game, digits, peer);
    for (const kind of MARKS) {
      const marks = (now[kind][peer] ?? 0) | (regained(game, kind, cell, peer) & left);
      next[kind][peer] = cleans && placed !== 0 ? marks & ~bit(placed) : marks;
    }
    next.marks[peer] = (next.marks[peer] ?? 0) & (isAutomatic ? left : ALL);
  }
  if (digit === 0 && before === 0) {
    // Marks stay below a digit, and come back with it.
    next.marks[cell] = next.corners[cell] = next.centres[cell] = 0;
  }
  if (placed === 0 && next.marks[cell] === 0 && (isAutomatic || (before !== 0 && isFull(now)))) {
    next.marks[cell] = possible(game, digits, cell);
  }
  return change(game, { digits, ...next });
}

/** Changes several cells at once, which is undone at once. */
export function changeAll(game: Game, cells: readonly number[], change: (game: Game, cell: number) => Game): Game {
  const next = cells.reduce(change, game);
  return next === game ? game : { ...next, past: [...game.past, game.now].slice(-MOST_CHANGES) };
}

/** Adds or removes a mark. */
export function toggleMark(game: Game, cell: number, digit: number, kind: Marks): Game {
  return game.now.digits[cell] !== 0
    ? game
    : change(game, { [kind]: game.now[kind].with(cell, (game.now[kind][cell] ?? 0) ^ bit(digit)) });
}

/** Colours a cell, or removes that colour. */
export function setColour(game: Game, cell: number, colour: number): Game {
  const colours = [...game.now.colours];
  colours[cell] = colours[cell] === colour ? 0 : colour;
  return colours[cell] === game.now.colours[cell] ? game : change(game, { colours });
}

/** Returns the candidates: those that were noted, or all if a cell has none. Those of a puzzle of candidates stay. */
const filled = ({ now, isSukaku }: Game): readonly number[] => {
  const left = candidatesLeft(now.digits);
  return isSukaku ? now.marks.map((set, cell) => set || (left[cell] ?? 0)) : isFull(now) ? now.marks : left;
};

/** Switches automatic candidates on, which needs all of them, or off, which changes none. */
export function setAutomatic(game: Game, isAutomatic: boolean): Game {
  const next = isAutomatic ? change(game, { marks: filled(game) }) : game;
  return { ...next, isAutomatic };
}

/** Removes candidates, as a step of a hint does. */
export function eliminate(game: Game, sets: ReadonlyMap<number, number>): Game {
  return change(game, { marks: filled(game).map((set, cell) => set & ~(sets.get(cell) ?? 0)) });
}

/** Returns to the clues. It can be undone, so time and hints count on. */
export const restarted = (game: Game): Game => ({
  ...change(game, { digits: game.clues, marks: game.candidates, corners: NONE, centres: NONE, colours: NONE }),
  isAutomatic: false,
});

/** Returns the cells whose digit is in a peer, too. A clue is never wrong. */
export const conflicts = ({ clues, now: { digits } }: Game): Set<number> =>
  new Set(
    CELLS.filter(
      (cell) =>
        digits[cell] !== 0 && clues[cell] === 0 && (PEERS[cell] ?? []).some((peer) => digits[peer] === digits[cell]),
    ),
  );

/** Removes the mistake in a cell: its digit, or what is missing among its candidates. */
const withoutMistake = (game: Game, cell: number): Game =>
  game.now.digits[cell] !== 0
    ? placeDigit(game, cell, 0)
    : change(game, { marks: game.now.marks.with(cell, possible(game, game.now.digits, cell)) });

/** Returns to the last position without the mistakes in some cells. If there is none, removes them. */
export function undoTo(game: Game, wrong: readonly number[]): Game {
  const isBefore = ({ digits, marks }: Snapshot): boolean =>
    wrong.every((cell) =>
      game.now.digits[cell] !== 0
        ? digits[cell] !== game.now.digits[cell]
        : digits[cell] === 0 && ((marks[cell] ?? 0) & ~(game.now.marks[cell] ?? 0)) !== 0,
    );
  let back = game;
  while (!isBefore(back.now)) {
    if (back.past.length === 0) {
      return changeAll(game, wrong, withoutMistake);
    }
    back = undo(back);
  }
  return back;
}

/** Returns `true` if the grid is full and no house has a digit twice. The puzzle has one solution, so this is it. */
export const isSolved = ({ isSukaku, clues, candidates, now: { digits } }: Game): boolean =>
  CELLS.every((cell) => {
    const digit = digits[cell] ?? 0;
    const isCandidate = !isSukaku || clues[cell] !== 0 || ((candidates[cell] ?? 0) & bit(digit)) !== 0;
    return digit !== 0 && isCandidate && (PEERS[cell] ?? []).every((peer) => digits[peer] !== digit);
  });

/** Returns `true` if something was entered. */
export const hasProgress = (game: Game): boolean =>
  game.past.length > 0 || game.now.digits.some((digit, cell) => digit !== game.clues[cell]);
