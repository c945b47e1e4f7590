/** The time of a game. It stops while the page is hidden, while the game is paused, and when it is solved. */

import { h } from "../ui/dom";

/** Returns minutes and seconds, and hours if there are any. */
export function clock(seconds: number): string {
  const pad = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${pad(minutes)}` : minutes}:${pad(seconds % 60)}`;
}

export class Timer {
  readonly element = h("span.timer", { role: "timer", "aria-label": "Time" }, "0:00");

  /** `onSecond` is called each second while `runs` is true. */
  constructor(runs: () => boolean, onSecond: () => void) {
    setInterval(() => {
      if (!document.hidden && runs()) {
        onSecond();
      }
    }, 1000);
  }

  show(seconds: number): void {
    this.element.textContent = clock(seconds);
  }
}
