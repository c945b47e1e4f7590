/** Messages at the foot of the page. Screen readers announce them. */

import { button, h } from "./dom";
import { icon } from "./icons";

/** The milliseconds that a message about a success stays. Errors stay until they are closed. */
const STAY = 5000;

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
    timer = setTimeout(() => place.replaceChildren(), STAY);
  }
}

/** Removes the message about an error, after the next success. */
export function clearError(): void {
  if (place.querySelector("[data-kind=error]") !== null) {
    place.replaceChildren();
  }
}
