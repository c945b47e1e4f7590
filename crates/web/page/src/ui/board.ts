/** The board: a grid of 81 cells for keyboard, mouse and touch, with names for screen readers. */

import { CELLS, DIGITS, PEERS, bit, columnOf, digitsOf, rowOf } from "../sudoku/cells";
import { h, setAttribute } from "./dom";

/** The contents of a board. */
export interface BoardView {
  /** The digits, 0 for an empty cell. */
  digits: readonly number[];
  /** Returns `true` for a clue. */
  isClue: (cell: number) => boolean;
  /** The pencilmarks. */
  marks: readonly number[];
  /** The colours, from 0 (none) to 6. */
  colours?: readonly number[];
  /** The cells with a wrong digit. */
  wrong?: ReadonlySet<number>;
  /** Candidates that a hint eliminates or finds wrong. */
  wrongMarks?: ReadonlyMap<number, number>;
  /** Candidates that a hint is about. */
  goodMarks?: ReadonlyMap<number, number>;
  /** The cells that a hint is about. */
  hinted?: ReadonlySet<number>;
}

/** The names of the colours, from 1. */
export const COLOURS = ["yellow", "green", "blue", "purple", "red", "grey"] as const;

const MOVES: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export class Board {
  readonly element: HTMLElement;
  /** The selected cell, which has the focus. */
  selected = 40;
  /** All selected cells. */
  readonly #selection = new Set([40]);
  readonly #cells: HTMLElement[];
  readonly #isMultiple: boolean;
  #view: BoardView = { digits: [], isClue: () => false, marks: [] };

  /** With `isMultiple`, a drag of the mouse, Ctrl and Shift select several cells. */
  constructor(label: string, isMultiple = false) {
    this.#cells = CELLS.map((cell) =>
      h("div.cell", {
        role: "gridcell",
        tabindex: -1,
        "data-row": rowOf(cell) + 1,
        "data-column": columnOf(cell) + 1,
        onpointerdown: (event) => this.#point(cell, isMultiple ? (event as PointerEvent) : undefined),
        onpointerenter: (event) => {
          const { buttons, pointerType } = event as PointerEvent;
          if (isMultiple && buttons === 1 && pointerType === "mouse") {
            this.#add(cell);
          }
        },
        onfocus: () => {
          if (!this.#selection.has(cell)) {
            this.select(cell);
          }
        },
      }),
    );
    const rows = [0, 1, 2, 3, 4, 5, 6, 7, 8].map((row) =>
      h("div.row", { role: "row" }, ...this.#cells.slice(row * 9, row * 9 + 9)),
    );
    this.element = h(
      "div.board",
      { role: "grid", "aria-label": label, "aria-multiselectable": String(isMultiple) },
      ...rows,
    );
    this.#isMultiple = isMultiple;
  }

  /** All selected cells, in the order of their selection. */
  get selection(): readonly number[] {
    return [...this.#selection];
  }

  /** Selects one cell, without moving the focus. */
  select(cell: number): void {
    this.#selection.clear();
    this.#add(cell);
  }

  #add(cell: number): void {
    this.#selection.add(cell);
    this.selected = cell;
    this.#mark();
  }

  /** Selects a cell that is pointed at: with Ctrl or Shift, adds it, or takes it out. */
  #point(cell: number, event: PointerEvent | undefined): void {
    if (event === undefined || !(event.ctrlKey || event.metaKey || event.shiftKey)) {
      this.select(cell);
    } else if (!event.shiftKey && this.#selection.size > 1 && this.#selection.delete(cell)) {
      event.preventDefault();
      this.selected = this.selection.at(-1) ?? cell;
      this.#mark();
    } else {
      this.#add(cell);
    }
  }

  /** Moves the focus to the selected cell. */
  focus(): void {
    this.#cells[this.selected]?.focus({ preventScroll: true });
  }

  /** Shows contents. */
  show(view: BoardView): void {
    this.#view = view;
    for (const cell of CELLS) {
      this.#draw(cell);
    }
    this.#mark();
  }

  #draw(cell: number): void {
    const { digits, isClue, marks, colours, wrong, wrongMarks, goodMarks, hinted } = this.#view;
    const element = this.#cells[cell]!;
    const digit = digits[cell] ?? 0;
    const set = digit === 0 ? (marks[cell] ?? 0) : 0;
    const bad = wrongMarks?.get(cell) ?? 0;
    const good = goodMarks?.get(cell) ?? 0;
    const colour = colours?.[cell] ?? 0;
    const isWrong = wrong?.has(cell) ?? false;
    const key = [digit, set, bad, good, colour, isWrong, isClue(cell), hinted?.has(cell)].join();
    if (element.dataset["key"] === key) {
      return;
    }
    element.dataset["key"] = key;
    element.classList.toggle("clue", digit !== 0 && isClue(cell));
    element.classList.toggle("wrong", isWrong);
    element.classList.toggle("hinted", hinted?.has(cell) ?? false);
    setAttribute(element, "data-colour", colour === 0 ? null : colour);
    if (digit !== 0) {
      element.replaceChildren(h("span.digit", { "aria-hidden": "true" }, String(digit)));
    } else if (set !== 0) {
      // The style sheet shows the digit: it is no text, which would have to be in the name of the cell as it is.
      const mark = (one: number): HTMLElement => {
        const kind = bad & bit(one) ? "bad" : good & bit(one) ? "good" : null;
        return h("span.mark", { "data-kind": kind, "data-digit": set & bit(one) ? one : null });
      };
      element.replaceChildren(h("span.marks", { "aria-hidden": "true" }, ...DIGITS.map(mark)));
    } else {
      element.replaceChildren();
    }
    const contents =
      digit !== 0
        ? `${digit}${isClue(cell) ? ", clue" : ""}`
        : set === 0
          ? "empty"
          : `pencilmarks ${digitsOf(set).join(" ")}`;
    const more = [isWrong ? "wrong" : "", colour > 0 ? (COLOURS[colour - 1] ?? "") : ""].filter((word) => word !== "");
    element.setAttribute(
      "aria-label",
      [`Row ${rowOf(cell) + 1}, column ${columnOf(cell) + 1}: ${contents}`, ...more].join(", "),
    );
  }

  /** Marks the selected cell, its peers, and the cells and pencilmarks with the same digit. */
  #mark(): void {
    const peers = PEERS[this.selected] ?? [];
    const digit = this.#view.digits[this.selected] ?? 0;
    for (const cell of CELLS) {
      const element = this.#cells[cell]!;
      element.tabIndex = cell === this.selected ? 0 : -1;
      element.setAttribute("aria-selected", String(this.#selection.has(cell)));
      element.classList.toggle("peer", peers.includes(cell));
      element.classList.toggle("same", digit !== 0 && this.#view.digits[cell] === digit);
      for (const mark of element.querySelectorAll<HTMLElement>(".mark")) {
        mark.classList.toggle("same", mark.dataset["digit"] === String(digit));
      }
    }
  }

  /** Moves the selection and the focus, if the key does. Home and End scroll the page if the focus is elsewhere. */
  move(event: KeyboardEvent): void {
    const move = MOVES[event.key];
    const isInside = this.element.contains(event.target as Node);
    let next: number | undefined;
    if (move !== undefined && !event.ctrlKey && !event.metaKey) {
      const [down, right] = move;
      next = ((rowOf(this.selected) + down + 9) % 9) * 9 + ((columnOf(this.selected) + right + 9) % 9);
    } else if (event.key === "Home" && isInside) {
      next = event.ctrlKey ? 0 : rowOf(this.selected) * 9;
    } else if (event.key === "End" && isInside) {
      next = event.ctrlKey ? 80 : rowOf(this.selected) * 9 + 8;
    }
    if (next !== undefined) {
      event.preventDefault();
      if (this.#isMultiple && event.shiftKey) {
        this.#add(next);
      } else {
        this.select(next);
      }
      this.focus();
    }
  }
}

/** Returns the digit of a key on either part of the keyboard, also with Shift, or null. 0 erases. */
export function digitOfKey(event: KeyboardEvent): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    return null;
  }
  if (["Backspace", "Delete"].includes(event.key)) {
    return 0;
  }
  const code = /^(?:Digit|Numpad)([0-9])$/.exec(event.code)?.[1] ?? /^([0-9])$/.exec(event.key)?.[1];
  return code === undefined ? null : Number(code);
}
