/** The keypad: a button for each digit, one to erase, and a choice of what digits mean. */

import { DIGITS } from "../sudoku/cells";
import { button, h } from "./dom";
import { icon } from "./icons";

/** A group of buttons of which one is pressed. */
export class Choice<Value extends string> {
  readonly element: HTMLElement;
  readonly #buttons = new Map<Value, HTMLButtonElement>();
  #value: Value;

  constructor(
    label: string,
    options: readonly { value: Value; label: string }[],
    value: Value,
    onChange: (value: Value) => void,
  ) {
    this.#value = value;
    for (const option of options) {
      const one = button(option.label, () => {
        this.value = option.value;
        onChange(option.value);
      });
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

/** The digits and the eraser. */
export class Keypad {
  readonly element: HTMLElement;
  readonly #keys: HTMLButtonElement[];

  /** `onDigit` gets 0 to erase. */
  constructor(onDigit: (digit: number) => void) {
    this.#keys = DIGITS.map((digit) =>
      button(String(digit), () => onDigit(digit), { class: "key", "aria-label": String(digit) }),
    );
    const erase = button("", () => onDigit(0), { class: "key", "aria-label": "Erase" });
    erase.append(icon("erase"));
    this.element = h("div.keypad", { role: "group", "aria-label": "Keypad" }, ...this.#keys, erase);
  }

  /** Shows how many of each digit are left. */
  showLeft(digits: readonly number[]): void {
    this.#keys.forEach((key, place) => {
      const left = 9 - digits.filter((digit) => digit === place + 1).length;
      key.dataset["left"] = String(Math.max(left, 0));
      key.classList.toggle("complete", left <= 0);
      key.setAttribute("aria-label", `${place + 1}, ${Math.max(left, 0)} left`);
    });
  }
}
