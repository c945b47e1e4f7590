/** Messages, where they cover no control. Screen readers announce them. */

import { button, h } from "./dom";
import { icon } from "./icons";

/** The milliseconds that a message about a success stays, and those for each character. Errors stay until they are closed. */
const STAY = 4000;
const STAY_OF_CHARACTER = 50;

/** What a message does not cover. */
const CONTROLS = "a, button, input, select, textarea, summary, label, dd, .cell, .hint-panel";

/** Returns the left edges that messages may have: the whole width, beside the pause button, the board, the links. */
function edges(): string[] {
  const side = document.querySelector("main:not([hidden]) .side")?.getBoundingClientRect().left ?? 0;
  return ["0rem", "9rem", `calc(${side}px - var(--inset))`, "38.5rem"];
}

/** The width and the height in pixels in which a long message can be read. */
const LEAST_WIDTH = 180;
const LEAST_HEIGHT = 66;

const place = h("div.messages", { role: "status", "aria-live": "polite", "aria-label": "Messages" });
document.body.prepend(place);

let timer: ReturnType<typeof setTimeout> | undefined;

/** Returns a text that begins with a capital, unless it begins with a name such as `r1c1` or `a.txt`. */
export const sentence = (text: string): string =>
  text.replace(/^[a-z]+(?=[\s,:])/, (word) => word.charAt(0).toUpperCase() + word.slice(1));

/** Shows a message in place of the last one. */
export function say(text: string, kind: "done" | "error" = "done"): void {
  clearTimeout(timer);
  const close = button("", () => place.replaceChildren(), {
    class: "quiet icon-only",
    "aria-label": "Close the message",
  });
  close.append(icon("close"));
  place.classList.remove("above");
  place.replaceChildren(h("div.message", { "data-kind": kind }, h("p", {}, sentence(text)), close));
  settle();
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

interface Gap {
  top: number;
  height: number;
}

/** Returns the parts of the window without a control between two horizontal places, from the top. */
function gaps(left: number, right: number): Gap[] {
  const boxes = [...document.querySelectorAll(CONTROLS)]
    .filter((element) => !place.contains(element))
    .map((element) => element.getBoundingClientRect())
    .filter((box) => box.width > 0 && box.left < right && box.right > left)
    .sort((a, b) => a.top - b.top);
  const found: Gap[] = [];
  let top = 0;
  for (const box of [...boxes, { top: window.innerHeight, bottom: 0 }]) {
    found.push({ top, height: Math.min(box.top, window.innerHeight) - top });
    top = Math.max(top, box.bottom);
  }
  return found;
}

/** Moves the message to the first gap that it fits into, or else to the highest one, or else above the page. */
function settle(): void {
  const message = place.firstElementChild;
  if (message === null || place.classList.contains("above")) {
    return;
  }
  const move = (edge: string, top: number, room: string): void => {
    place.style.cssText = `left: ${edge}; top: ${top}px; --room: ${room}`;
  };
  let best: (Gap & { edge: string }) | undefined;
  for (const edge of edges()) {
    move(edge, 0, "100vh");
    if (place.clientWidth < LEAST_WIDTH) {
      continue;
    }
    const { left, right } = message.getBoundingClientRect();
    const needed = place.offsetHeight;
    const free = gaps(left, right).filter(({ height }) => height >= Math.min(needed, LEAST_HEIGHT));
    const fit = free.find(({ height }) => height >= needed);
    if (fit !== undefined) {
      move(edge, fit.top, "100vh");
      return;
    }
    free.filter(({ height }) => height > (best?.height ?? 0)).forEach((gap) => (best = { edge, ...gap }));
  }
  if (best === undefined) {
    place.classList.add("above");
    place.scrollIntoView({ block: "nearest" });
  } else {
    move(best.edge, best.top, `${best.height}px`);
  }
}

// A message that is shown stays away from what a scrolled page has in its place.
["scrollend", "resize"].forEach((event) => window.addEventListener(event, settle));
