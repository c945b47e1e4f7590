/** The verdict on a puzzle, its ratings, and its techniques, which filter the steps. */

import type { Grade, Registry, Verdict } from "minirow";
import { button, h } from "../ui/dom";

const TITLES: Record<Verdict["verdict"], string> = {
  minimal: "Valid and minimal",
  proper: "Valid",
  solved: "Solved",
  ambiguous: "Several solutions",
  unsolvable: "No solution",
  "wrong-solution": "Wrong solution",
  mistakes: "Mistakes",
  candidates: "A grid of candidates",
};

const ABOUT: Partial<Record<Verdict["verdict"], string>> = {
  minimal: "One solution, and no clue can be removed.",
  proper: "One solution. Some clues can be removed.",
  solved: "The grid is full and correct.",
  candidates: "It has one solution. The ratings are those of the path from these candidates.",
};

/** Returns the text of a rating. */
export const rating = (value: number | null | undefined): string =>
  value === null || value === undefined ? "–" : value.toFixed(1);

export class VerdictCard {
  readonly element = h("section.verdict", { "aria-label": "Verdict", "aria-live": "polite" });
  readonly techniques = h("section.techniques", { "aria-label": "Techniques" });
  /** The techniques that are shown; all if it is empty. */
  readonly filter = new Set<string>();
  readonly #onFilter: () => void;
  readonly #names = new Map<string, string>();

  constructor(onFilter: () => void) {
    this.#onFilter = onFilter;
    this.showNothing();
  }

  /** Takes the names of the techniques. */
  setRegistry(registry: Registry): void {
    registry.techniques.forEach(({ slug, name }) => this.#names.set(slug, name));
  }

  /** Shows how to begin. */
  showNothing(): void {
    this.element.dataset["kind"] = "none";
    this.element.replaceChildren(
      h("h2", {}, "No puzzle yet"),
      h(
        "p",
        {},
        "Type clues into the grid, paste a puzzle anywhere on this page, or drop a file. Every form that Minirow reads is recognised: 81 characters, nine lines, pencilmark grids, links, and the files of other programs.",
      ),
    );
    this.techniques.replaceChildren();
  }

  /** Shows the verdict and the ratings so far. */
  show(verdict: Verdict, grade: Grade | null): void {
    const isGood = ["minimal", "proper", "solved", "candidates"].includes(verdict.verdict);
    this.element.dataset["kind"] = isGood ? "good" : "bad";
    const title = h("h2", {}, TITLES[verdict.verdict]);
    const about = isGood ? ABOUT[verdict.verdict] : (verdict.reason ?? "");
    this.element.replaceChildren(
      h("div.headline", {}, title, grade?.level ? h("span.level", { "data-level": grade.level }, grade.level) : null),
    );
    if (grade !== null) {
      const figure = (name: string, value: string, about: string): HTMLElement =>
        h("div", { title: about }, h("dt", {}, name), h("dd", {}, value));
      const minutes = grade.minutes === null || grade.minutes === undefined ? "–" : `${Math.round(grade.minutes)} min`;
      this.element.append(
        h(
          "dl.figures",
          {},
          figure("ER", rating(grade.er), "The rating of the hardest step"),
          figure("EP", rating(grade.ep), "The rating of the hardest step up to the first placement"),
          figure("ED", rating(grade.ed), "The rating of the first step"),
          figure("Clues", String(grade.clues), "The number of clues"),
          figure("Time", minutes, "The estimated mean solving time"),
        ),
      );
    }
    this.element.append(h("p", {}, about ?? ""));
    if (verdict.verdict === "proper" && verdict.reason !== null) {
      const { reason } = verdict;
      this.element.append(
        h(
          "details",
          {},
          h("summary", {}, "Clues that can be removed"),
          h("p", {}, reason[0]?.toUpperCase() + reason.slice(1) + "."),
        ),
      );
    }
  }

  /** Shows the techniques of the steps with their numbers. */
  showTechniques(counts: ReadonlyMap<string, number>): void {
    [...this.filter].filter((slug) => !counts.has(slug)).forEach((slug) => this.filter.delete(slug));
    if (counts.size === 0) {
      this.techniques.replaceChildren();
      return;
    }
    const chips = [...counts].map(([slug, count]) => {
      const toggle = (): void => {
        if (!this.filter.delete(slug)) {
          this.filter.add(slug);
        }
        chip.setAttribute("aria-pressed", String(this.filter.has(slug)));
        this.#onFilter();
      };
      const chip = button(this.#names.get(slug) ?? slug, toggle, {
        class: "chip",
        "aria-pressed": String(this.filter.has(slug)),
      });
      chip.append(h("span.count", {}, String(count)));
      return chip;
    });
    this.techniques.replaceChildren(
      h("h2", {}, "Techniques"),
      h("p.hint", {}, "Choose techniques to see only their steps."),
      h("div.chips", {}, ...chips),
    );
  }
}
