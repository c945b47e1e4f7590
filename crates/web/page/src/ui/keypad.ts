/** The keypad: a button for each digit or colour, one to erase, and a choice of what digits mean. */

import { DIGITS } from "../sudoku/cells";
import { button, h, setAttribute } from "./dom";
import { icon } from "./icons";
import { watchPresses } from "./press";

/** A group of buttons of which one is pressed. */
export class Choice<Value extends string> {
  readonly element: HTMLElement;
  readonly #buttons = new Map<Value, HTMLButtonElement>();
  #value: Value;

  constructor(
    label: string,
    options: readonly { value: Value; label: string; key?: string }[],
    value: Value,
    onChange: (value: Value) => void,
  ) {
    this.#value = value;
    for (const option of options) {
      const one = button(
        option.label,
        () => {
          this.value = option.value;
          onChange(option.value);
        },
        { title: option.key && `Key ${option.key}`, "aria-keyshortcuts": option.key },
      );
      this.#buttons.set(option.value, one);
    }
    this.element = h("div.choice", { role: "group", "aria-label": label }, ...this.#buttons.values());
    this.value = value;
  }

  get value(): Value {
    return this.#value;
  }

  set value(value: Value) {
    this.#value = value;
    this.#buttons.forEach((one, key) => one.setAttribute("aria-pressed", String(key === value)));
  }
}

/** The digits or colours, and the eraser. */
export class Keypad {
  readonly element: HTMLElement;
  /** The eraser is the first one. */
  readonly #keys: HTMLButtonElement[];

  /** `onDigit` gets 0 to erase; `onLong` what is held down. With names of `colours`, these are the keys. */
  constructor(onDigit: (digit: number) => void, onLong?: (digit: number) => void, colours?: readonly string[]) {
    const erase = button("", () => onDigit(0), { class: "key", "aria-label": colours ? "No colour" : "Erase" });
    erase.append(icon("erase"));
    const key = (digit: number): HTMLButtonElement =>
      colours === undefined
        ? button(String(digit), () => onDigit(digit), { class: "key", "aria-label": String(digit) })
        : button("", () => onDigit(digit), {
            class: "key swatch",
            "data-colour": digit,
            "aria-label": colours[digit - 1],
          });
    const keys = DIGITS.slice(0, colours?.length ?? 9).map(key);
    this.#keys = [erase, ...keys];
    if (onLong !== undefined) {
      this.#keys.forEach((one, digit) => watchPresses(one, () => onLong(digit)));
    }
    const [kind, label] = colours === undefined ? ["", "Keypad"] : [".palette", "Colours"];
    this.element = h(`div.keypad${kind}`, { role: "group", "aria-label": label }, ...keys, erase);
  }

  /** Shows what cells take that are pointed at, or nothing. */
  showChosen(digit: number | null): void {
    this.#keys.forEach((key, place) =>
      setAttribute(key, "aria-pressed", digit === null ? null : String(place === digit)),
    );
  }

  /** Shows how many of each digit are left. */
  showLeft(digits: readonly number[]): void {
    for (const digit of DIGITS) {
      const key = this.#keys[digit]!;
      const left = Math.max(9 - digits.filter((one) => one === digit).length, 0);
      key.dataset["left"] = String(left);
      key.classList.toggle("complete", left === 0);
      key.setAttribute("aria-label", `${digit}, ${left} left`);
    }
  }
}
