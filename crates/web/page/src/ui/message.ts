/** Messages at the top of the page, away from board and controls. Screen readers announce them. */

import { button, h } from "./dom";
import { icon } from "./icons";

/** The milliseconds that a message about a success stays, and those for each character. Errors stay until they are closed. */
const STAY = 4000;
const STAY_OF_CHARACTER = 50;

const place = h("div.messages", { role: "status", "aria-live": "polite", "aria-label": "Messages" });
document.body.append(place);

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a message in place of the last one. */
export function say(text: string, kind: "done" | "error" = "done"): void {
  clearTimeout(timer);
  const close = button("", () => place.replaceChildren(), {
    class: "quiet icon-only",
    "aria-label": "Close the message",
  });
  close.append(icon("close"));
  place.replaceChildren(h("div.message", { "data-kind": kind }, h("p", {}, text), close));
  if (kind === "done") {
    timer = setTimeout(() => place.replaceChildren(), STAY + text.length * STAY_OF_CHARACTER);
  }
}

/** Removes the message about an error, after the next success. */
export function clearError(): void {
  if (place.querySelector("[data-kind=error]") !== null) {
    place.replaceChildren();
  }
}
