/** The list of the keys. */

import { h } from "../ui/dom";
import { MODES } from "./entry";

/** Returns the list of the keys. */
export function keys(): HTMLElement {
  const rows: [string, string][] = [
    ["Arrows, Home, End", "move"],
    ["Shift + arrows, Ctrl or Shift + click, drag", "select several cells"],
    ["1 – 9", "enter what the keypad enters"],
    ["Shift + 1 – 9", "enter a corner mark"],
    ["Ctrl + 1 – 9", "enter a centre mark"],
    ["0, Backspace, Delete", "erase"],
    [MODES.map(({ key }) => key).join(", "), MODES.map(({ label }) => label.toLowerCase()).join(", ")],
    ["Long press on a cell", "select several cells"],
    ["Long press on a digit", "choose it for the next cells; Escape ends it"],
    ["Ctrl + Z, Ctrl + Y", "undo, redo"],
    ["H", "hint"],
  ];
  return h(
    "details.keys",
    {},
    h("summary", {}, "Keys"),
    h("dl", {}, ...rows.flatMap(([key, about]) => [h("dt", {}, key), h("dd", {}, about)])),
  );
}
