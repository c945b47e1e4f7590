/** The choice of another game: a level, the puzzles of the day, and what was solved on this device. */

import { button, h } from "../ui/dom";
import { dayOf, rows, streak } from "./statistics";

export class NewGame {
  readonly element: HTMLElement;
  readonly #streak = h("span.hint");
  readonly #statistics = h("details", { hidden: true });

  /** `start` gets the level and, for a puzzle of the day, the day. */
  constructor(start: (level: string, day: string | null) => void, before: HTMLButtonElement) {
    const level = h(
      "select",
      { "aria-label": "Level" },
      ...["easy", "medium", "hard", "expert", "diabolical", "extreme"].map((name) => h("option", {}, name)),
    );
    const ofToday = ["easy", "medium", "hard"].map((name) =>
      button(name, () => start(name, dayOf(new Date())), { "aria-label": `The ${name} puzzle of today` }),
    );
    const begin = button("Start", () => start(level.value, null), { class: "primary" });
    this.element = h(
      "section.new",
      { "aria-label": "New game" },
      h("h2", {}, "New game"),
      h("div.buttons", {}, level, begin, before),
      h("h2", {}, "Today"),
      h("div.buttons", {}, ...ofToday, this.#streak),
      this.#statistics,
    );
  }

  /** Shows the statistics and the days in a row. */
  showStatistics(): void {
    const days = streak(new Date());
    this.#streak.textContent = days === 0 ? "" : days === 1 ? "1 day in a row" : `${days} days in a row`;
    const line = (cell: "td" | "th", texts: readonly string[]): HTMLElement =>
      h("tr", {}, ...texts.map((text) => h(cell, {}, text)));
    const all = rows();
    this.#statistics.hidden = all.length === 0;
    this.#statistics.replaceChildren(
      h("summary", {}, "Statistics of this device"),
      h("table", {}, line("th", ["Level", "Solved", "Best", "Mean"]), ...all.map((row) => line("td", row))),
    );
  }
}
