/**
 * The board of all views: a grid of 81 cells for keyboard, mouse and touch, with names for screen readers, optional
 * coordinates, and the drawing of a step in the same place.
 */

import { CELLS, DIGITS, PEERS, bit, columnOf, digitsOf, rowOf } from "../sudoku/cells";
import { h, setAttribute, svgElement } from "./dom";
import { watchPresses } from "./press";
import { applyTheme } from "./settings";

/** The contents of a board. */
export interface BoardView {
  /** The digits, 0 for an empty cell. */
  digits: readonly number[];
  /** Returns `true` for a clue. */
  isClue: (cell: number) => boolean;
  /** The candidates. Notes of a cell are shown in place of them. */
  marks: readonly number[];
  corners?: readonly number[];
  centres?: readonly number[];
  /** The colours, from 0 (none) to 6. */
  colours?: readonly number[];
  /** The cells with a wrong digit. */
  wrong?: ReadonlySet<number>;
  /** The cells that a hint is about. */
  hinted?: ReadonlySet<number>;
  /** The digit that is marked everywhere. Without it, that of the selected cell. */
  digit?: number;
}

/** What a pointer does beyond selecting one cell. */
interface BoardOptions {
  /** A drag, Ctrl, Shift and a long press select several cells. */
  isMultiple?: boolean;
  /** Is called with a cell that is pointed at, or that a drag comes to. */
  onPoint?: (cell: number, isDrag: boolean) => void;
}

/** The names of the colours, from 1. */
export const COLOURS = ["yellow", "green", "blue", "purple", "red", "grey"] as const;

const MOVES: Record<string, [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** The part of a drawing that has the cells: without its margin, which has coordinates of its own. */
const DRAWN_CELLS = "26 26 540 540";

export class Board {
  /** The board with its coordinates, drawing and curtain. */
  readonly element: HTMLElement;
  readonly grid: HTMLElement;
  /** The selected cell, which has the focus. */
  selected = 40;
  /** All selected cells. */
  readonly #selection = new Set([40]);
  readonly #cells: HTMLElement[];
  readonly #drawing = h("div.drawing", { hidden: true, "aria-hidden": "true" });
  readonly #options: BoardOptions;
  /** The cell that a drag came to last, and `false` while a finger has not selected it; null without a drag. */
  #drag: { from: number; isBegun: boolean } | null = null;
  #view: BoardView = { digits: [], isClue: () => false, marks: [] };

  constructor(label: string, options: BoardOptions = {}) {
    this.#options = options;
    this.#cells = CELLS.map((cell) => this.#cell(cell));
    const nine = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    const rows = nine.map((row) => h("div.row", { role: "row" }, ...this.#cells.slice(row * 9, row * 9 + 9)));
    const isMultiple = String(options.isMultiple ?? false);
    this.grid = h("div.board", { role: "grid", "aria-label": label, "aria-multiselectable": isMultiple }, ...rows);
    ["pointerup", "pointercancel"].forEach((event) => window.addEventListener(event, () => (this.#drag = null)));
    const numbers = (name: "rows" | "columns"): HTMLElement =>
      h(`div.coordinates.${name}`, { "aria-hidden": "true" }, ...nine.map((one) => h("span", {}, String(one + 1))));
    this.element = h("div.stage", {}, numbers("columns"), numbers("rows"), this.#drawing, this.grid);
  }

  #cell(cell: number): HTMLElement {
    const isMultiple = this.#options.isMultiple ?? false;
    const element = h("div.cell", {
      role: "gridcell",
      tabindex: -1,
      "data-row": rowOf(cell) + 1,
      "data-column": columnOf(cell) + 1,
      onpointerdown: (event) => {
        const { button, pointerId, pointerType } = event as PointerEvent;
        if (pointerType === "mouse") {
          this.#point(cell, event as PointerEvent);
        }
        this.#drag = button === 0 ? { from: cell, isBegun: pointerType === "mouse" } : null;
        const target = event.target as Element;
        if (target.hasPointerCapture(pointerId)) {
          target.releasePointerCapture(pointerId); // so that a finger enters other cells
        }
      },
      onpointerenter: (event) => {
        const { buttons } = event as PointerEvent;
        if (isMultiple && buttons === 1 && this.#drag !== null && this.#drag.from !== cell) {
          this.#dragTo(cell);
        }
      },
      onfocus: () => {
        if (!this.#selection.has(cell)) {
          this.select(cell);
        }
      },
    });
    // A finger selects when it is lifted: until then it may scroll, or select several cells by long presses.
    let isTouch = false;
    element.addEventListener("pointerdown", ({ pointerType }) => (isTouch = pointerType !== "mouse"));
    watchPresses(
      element,
      () => {
        if (isTouch) {
          isMultiple ? this.#add(cell) : this.select(cell);
          this.#drag = this.#drag && { from: cell, isBegun: true };
        }
      },
      () => isTouch && this.#point(cell),
    );
    return element;
  }

  /** Draws a step in place of the digits and marks, or removes the drawing. */
  draw(svg: string | null): void {
    this.#drawing.replaceChildren();
    if (svg !== null) {
      const drawn = svgElement(svg);
      drawn.setAttribute("viewBox", DRAWN_CELLS);
      this.#drawing.append(drawn);
      applyTheme();
    }
    this.#drawing.hidden = svg === null;
    this.element.classList.toggle("drawn", svg !== null);
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
  #point(cell: number, event?: PointerEvent): void {
    const isMore = event !== undefined && (event.ctrlKey || event.metaKey || event.shiftKey);
    if (!isMore || this.#options.isMultiple !== true) {
      this.select(cell);
      this.#options.onPoint?.(cell, false);
    } else if (!event.shiftKey && this.#selection.size > 1 && this.#selection.delete(cell)) {
      event.preventDefault();
      this.selected = this.selection.at(-1) ?? cell;
      this.#mark();
    } else {
      this.#add(cell);
    }
  }

  /** Adds a cell that a drag comes to. A finger begins with the cell that it pressed. */
  #dragTo(cell: number): void {
    const { from, isBegun } = this.#drag!;
    if (!isBegun) {
      this.#point(from);
    }
    this.#drag = { from: cell, isBegun: true };
    this.#add(cell);
    this.#options.onPoint?.(cell, true);
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
    const { digits, isClue, colours, wrong, hinted } = this.#view;
    const element = this.#cells[cell]!;
    const digit = digits[cell] ?? 0;
    const [marks, corners, centres] = [this.#view.marks, this.#view.corners, this.#view.centres].map((sets) =>
      digit === 0 ? (sets?.[cell] ?? 0) : 0,
    ) as [number, number, number];
    const colour = colours?.[cell] ?? 0;
    const isWrong = wrong?.has(cell) ?? false;
    const key = [digit, marks, corners, centres, colour, isWrong, isClue(cell), hinted?.has(cell)].join();
    if (element.dataset["key"] === key) {
      return;
    }
    element.dataset["key"] = key;
    element.classList.toggle("clue", digit !== 0 && isClue(cell));
    element.classList.toggle("wrong", isWrong);
    element.classList.toggle("hinted", hinted?.has(cell) ?? false);
    setAttribute(element, "data-colour", colour === 0 ? null : colour);
    const all =
      digit !== 0
        ? [h("span.digit", { "aria-hidden": "true" }, String(digit))]
        : (corners | centres) !== 0
          ? notes(corners, centres)
          : marks !== 0
            ? [h("span.marks", { "aria-hidden": "true" }, ...DIGITS.map((one) => mark(marks & bit(one) ? one : null)))]
            : [];
    element.replaceChildren(...all);
    const words = (name: string, set: number): string[] => (set === 0 ? [] : [`${name} ${digitsOf(set).join(" ")}`]);
    const named = [...words("candidates", marks), ...words("corner marks", corners), ...words("centre marks", centres)];
    const contents =
      digit !== 0 ? `${digit}${isClue(cell) ? ", clue" : ""}` : named.length === 0 ? "empty" : named.join(", ");
    const more = [isWrong ? "wrong" : "", colour > 0 ? (COLOURS[colour - 1] ?? "") : ""].filter((word) => word !== "");
    element.setAttribute(
      "aria-label",
      [`Row ${rowOf(cell) + 1}, column ${columnOf(cell) + 1}: ${contents}`, ...more].join(", "),
    );
  }

  /** Marks the selected cell, its peers, and the cells and marks with the same digit. */
  #mark(): void {
    const peers = PEERS[this.selected] ?? [];
    const digit = this.#view.digit || (this.#view.digits[this.selected] ?? 0);
    for (const cell of CELLS) {
      const element = this.#cells[cell]!;
      element.tabIndex = cell === this.selected ? 0 : -1;
      element.setAttribute("aria-selected", String(this.#selection.has(cell)));
      element.classList.toggle("peer", peers.includes(cell));
      element.classList.toggle("same", digit !== 0 && this.#view.digits[cell] === digit);
      for (const mark of element.querySelectorAll<HTMLElement>(".mark")) {
        mark.classList.toggle("same", digit !== 0 && mark.dataset["digit"] === String(digit));
      }
    }
  }

  /** Moves the selection and the focus, if the key does. Home and End scroll the page if the focus is elsewhere. */
  move(event: KeyboardEvent): void {
    const move = MOVES[event.key];
    const isInside = this.grid.contains(event.target as Node);
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
      if (this.#options.isMultiple && event.shiftKey) {
        this.#add(next);
      } else {
        this.select(next);
      }
      this.focus();
    }
  }
}

/** The style sheet shows the digit: it is no text, which would have to be in the name of the cell as it is. */
const mark = (digit: number | null): HTMLElement => h("span.mark", { "data-digit": digit });

/** Returns the marks at the edges of a cell, in two lines, and those in its middle. */
function notes(corners: number, centres: number): HTMLElement[] {
  const all = digitsOf(corners).map(mark);
  const above = Math.max(2, Math.ceil(all.length / 2));
  const lines = [all.slice(0, above), all.slice(above)].map((line) => h("span", {}, ...line));
  return [
    h("span.corners", { "aria-hidden": "true" }, ...lines),
    h("span.centres", { "aria-hidden": "true" }, ...digitsOf(centres).map(mark)),
  ];
}

/** Returns the digit of a key on either part of the keyboard, also with Shift, or null. 0 erases. */
export function digitOfKey(event: KeyboardEvent): number | null {
  if (event.ctrlKey || event.metaKey || event.altKey) {
    return null;
  }
  return ["Backspace", "Delete"].includes(event.key) ? 0 : digitOfCode(event);
}

/** Returns the letter or the name of a key in lower case. On a keyboard without Latin letters, its place tells the letter. */
export function letterOfKey({ code, key }: KeyboardEvent): string {
  const isForeign = /^[\p{L}\p{M}]+$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return (isForeign ? code.replace(/^Key/, "") : key).toLowerCase();
}

/** Returns the digit of a key, whatever is held down with it. */
export function digitOfCode({ code, key }: KeyboardEvent): number | null {
  const digit = /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1] ?? /^([0-9])$/.exec(key)?.[1];
  return digit === undefined ? null : Number(digit);
}
