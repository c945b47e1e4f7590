/** What a person enters: digits, marks and colours, by the keypad or by keys. */

import { bit } from "../sudoku/cells";
import { COLOURS, digitOfCode, digitOfKey, letterOfKey } from "../ui/board";
import { h } from "../ui/dom";
import { Choice, Keypad } from "../ui/keypad";
import { settings } from "../ui/settings";
import { changeAll, placeDigit, setColour, toggleMark, type Game, type Marks } from "./game";
import type { Session } from "./session";

type Mode = "digit" | "colour" | Marks;

/** What the keypad enters, with its label and its key. */
export const MODES: readonly { value: Mode; label: string; key: string }[] = [
  { value: "digit", label: "Digits", key: "Z" },
  { value: "corners", label: "Corner", key: "X" },
  { value: "centres", label: "Centre", key: "C" },
  { value: "colour", label: "Colours", key: "V" },
  { value: "marks", label: "Candidates", key: "B" },
];

export class Entry {
  readonly element: HTMLElement;
  readonly #session: Session;
  readonly #mode: Choice<Mode>;
  readonly #keypad: Keypad;
  readonly #palette: Keypad;
  /** What the cells take that are pointed at, if it is chosen before them; 0 erases. */
  #chosen: number | null = null;
  /** `true` if the drag removes what is chosen. */
  #isRemoving = false;

  constructor(session: Session) {
    this.#session = session;
    this.#mode = new Choice<Mode>("What the keypad enters", MODES, "digit", () => this.showMode());
    const [press, choose] = [(digit: number) => this.#press(digit), (digit: number) => this.#choose(digit)];
    this.#keypad = new Keypad(press, choose);
    this.#palette = new Keypad(press, choose, COLOURS);
    this.element = h("div.editor", {}, this.#mode.element, this.#keypad.element, this.#palette.element);
  }

  /** The digit that is chosen before the cells, or 0. */
  get digit(): number {
    return this.#mode.value === "colour" ? 0 : (this.#chosen ?? 0);
  }

  /** Shows how many of each digit are left. */
  showLeft(digits: readonly number[]): void {
    this.#keypad.showLeft(digits);
  }

  /** Shows the keypad of what it enters. */
  showMode(): void {
    const isColour = this.#mode.value === "colour";
    this.#keypad.element.hidden = isColour;
    this.#palette.element.hidden = !isColour;
    this.showChosen(null);
  }

  /** Chooses what the next cells take, or nothing. */
  showChosen(digit: number | null): void {
    this.#chosen = digit;
    const isColour = this.#mode.value === "colour";
    this.#keypad.showChosen(isColour ? null : digit);
    this.#palette.showChosen(isColour ? digit : null);
    this.#session.show();
  }

  /** Chooses what the next cells take, or nothing if it was chosen. */
  #choose(digit: number): void {
    this.showChosen(this.#chosen === digit ? null : digit);
  }

  /** A key of the keypad: enters into the selected cells or, if digits come first, chooses. */
  #press(digit: number): void {
    if (settings.digitFirst || this.#chosen !== null) {
      this.#choose(digit);
    } else {
      this.#enter(digit, this.#mode.value);
    }
  }

  /** Enters what is chosen into a cell. A drag does to all cells what it did to the first one. */
  enterChosen(cell: number, isDrag: boolean): void {
    if (this.#chosen === null) {
      return;
    }
    const has = this.#has(cell, this.#chosen, this.#mode.value);
    this.#isRemoving = isDrag ? this.#isRemoving : has;
    if (has === this.#isRemoving) {
      this.#enter(this.#chosen, this.#mode.value, [cell]);
    }
  }

  /** Returns `true` if a cell has a digit, a mark or a colour. */
  #has(cell: number, digit: number, mode: Mode): boolean {
    const { now } = this.#session.game;
    return mode === "digit"
      ? now.digits[cell] === digit
      : mode === "colour"
        ? now.colours[cell] === digit
        : ((now[mode][cell] ?? 0) & bit(digit)) !== 0;
  }

  /** Enters a digit, a mark or a colour into the selected cells. 0 erases. If all have it, it is removed from all. */
  #enter(digit: number, mode: Mode, into = this.#session.board.selection): void {
    const { now, clues } = this.#session.game;
    const change = (game: Game, cell: number): Game =>
      mode === "colour"
        ? setColour(game, cell, digit)
        : mode === "digit" || digit === 0
          ? placeDigit(game, cell, digit, settings.cleans)
          : toggleMark(game, cell, digit, mode);
    const cells = into.filter(
      (cell) => mode === "colour" || (clues[cell] === 0 && (mode === "digit" || digit === 0 || now.digits[cell] === 0)),
    );
    const lacking = digit === 0 ? cells : cells.filter((cell) => !this.#has(cell, digit, mode));
    const changed = lacking.length === 0 ? cells : lacking;
    this.#session.set(changeAll(this.#session.game, changed, change));
  }

  /** Takes a key that enters, or that chooses what is entered. Returns `false` for other keys. */
  key(event: KeyboardEvent): boolean {
    const key = letterOfKey(event);
    const isControl = event.ctrlKey || event.metaKey;
    const digit = isControl ? digitOfCode(event) || null : digitOfKey(event); // Ctrl-0 is for the zoom
    const mode = MODES.find((mode) => mode.key.toLowerCase() === key)?.value;
    if (digit !== null) {
      event.preventDefault();
      this.#enterWith(digit, isControl, event.shiftKey);
    } else if (!isControl && mode !== undefined) {
      this.#mode.value = mode;
      this.showMode();
    } else if (["enter", " "].includes(key) && this.#chosen !== null && this.#isOnBoard(event)) {
      event.preventDefault();
      this.enterChosen(this.#session.board.selected, false);
    } else {
      return false;
    }
    return true;
  }

  readonly #isOnBoard = ({ target }: Event): boolean => this.#session.board.grid.contains(target as Node);

  /** Enters a digit of the keyboard: with Shift as a corner mark, with Ctrl as a centre mark. */
  #enterWith(digit: number, isControl: boolean, isShift: boolean): void {
    const wanted = isControl ? (isShift ? "colour" : "centres") : isShift ? "corners" : this.#mode.value;
    if (wanted !== "colour" || digit <= COLOURS.length) {
      this.#enter(digit, wanted);
    }
  }
}
