/** The verdict on a puzzle, its ratings, and its techniques, which filter the steps. */

import type { Grade, Verdict } from "minirow";
import { button, h } from "../ui/dom";
import { sentence } from "../ui/message";
import { aboutTechnique, levelElement, techniqueName, term } from "../ui/terms";

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

const CHOOSE = "Choose techniques to see only their steps.";

/** Returns the text of a rating. */
export const rating = (value: number | null | undefined): string =>
  value === null || value === undefined ? "–" : value.toFixed(1);

/** The highest ER of puzzles whose solving times were measured. */
const MEASURED_ER = 4.4;

/** The estimate that separates puzzles that are harder than those that were measured from easier ones, in minutes. */
const HARD_MINUTES = 10;

const NOT_MEASURED = "Nobody measured the solving times of such puzzles.";

/** Returns the time that most people take, in minutes, and what the figure means. */
export function timeOf({ er, minutes, minutesLow, minutesHigh, minutesExtrapolated }: Grade): [string, string] {
  if (typeof minutes !== "number" || typeof minutesLow !== "number" || typeof minutesHigh !== "number") {
    return ["–", "There is no estimate of the solving time."];
  }
  const [low, high] = [minutesLow, minutesHigh].map((value) => Math.max(Math.round(value), 1)) as [number, number];
  if (minutesExtrapolated === true) {
    const bound = minutes >= HARD_MINUTES ? `> ${low}` : `< ${high}`;
    return [er !== null && er !== undefined && er <= MEASURED_ER ? bound : "hours", NOT_MEASURED];
  }
  const range = low === high ? `${low}` : `${low}–${high}`;
  return [
    range,
    `Of the mean times that were measured, 80% are between ${minutesLow.toFixed(1)} and ${minutesHigh.toFixed(1)} minutes.`,
  ];
}

export class VerdictCard {
  readonly element = h("section.verdict", { "aria-label": "Verdict", "aria-live": "polite" });
  readonly techniques = h("section.techniques", { "aria-label": "Techniques" });
  /** The techniques that are shown; all if it is empty. */
  readonly filter = new Set<string>();
  readonly #onFilter: () => void;

  constructor(onFilter: () => void) {
    this.#onFilter = onFilter;
    this.showNothing();
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

  /** Shows that a first puzzle is checked. */
  showBusy(): void {
    if (this.element.dataset["kind"] === "none") {
      this.element.replaceChildren(h("h2", {}, "Checking the puzzle"));
    }
  }

  /** Shows the verdict and the ratings; `rating` if they are still to come. */
  show(verdict: Verdict, grade: Grade | "rating" | null): void {
    const isGood = ["minimal", "proper", "solved", "candidates"].includes(verdict.verdict);
    this.element.dataset["kind"] = isGood ? "good" : "bad";
    const title = h("h2", {}, TITLES[verdict.verdict]);
    const about = isGood ? ABOUT[verdict.verdict] : sentence(verdict.reason ?? "");
    const level = grade === "rating" ? undefined : grade?.level;
    this.element.replaceChildren(h("div.headline", {}, title, level ? levelElement(level) : null));
    if (grade === "rating") {
      this.element.append(h("p", {}, "The puzzle is being rated. The hardest puzzles take some seconds."));
    } else if (grade !== null) {
      const figure = (name: string, value: string, about: string): HTMLElement =>
        h("div", {}, h("dt", {}, term(name, about)), h("dd", {}, value));
      this.element.append(
        h(
          "dl.figures",
          {},
          figure("ER", rating(grade.er), "ER: the rating of the hardest step, on the scale of Sudoku Explainer."),
          figure(
            "EP",
            rating(grade.ep),
            "EP: the rating of the hardest step up to the first placement. A puzzle whose EP equals its ER is a pearl.",
          ),
          figure(
            "ED",
            rating(grade.ed),
            "ED: the rating of the first step. A puzzle whose ED equals its ER is a diamond.",
          ),
          figure("Clues", String(grade.clues), "Clues: the number of digits that are given."),
          figure("Minutes", ...timeOf(grade)),
        ),
      );
    }
    const isHidden = grade === null || grade === "rating" || timeOf(grade)[1] !== NOT_MEASURED;
    this.element.append(h("p", {}, `${about ?? ""}${isHidden ? "" : ` ${NOT_MEASURED}`}`));
    if (verdict.verdict === "proper" && verdict.reason !== null) {
      const { reason } = verdict;
      this.element.append(
        h("details", {}, h("summary", {}, "Clues that can be removed"), h("p", {}, `${sentence(reason)}.`)),
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
    const about = h("p.hint", { role: "status" }, CHOOSE);
    const chips = [...counts].map(([slug, count]) => {
      const toggle = (): void => {
        if (!this.filter.delete(slug)) {
          this.filter.add(slug);
        }
        chip.setAttribute("aria-pressed", String(this.filter.has(slug)));
        about.textContent = this.filter.has(slug) ? aboutTechnique(slug) : CHOOSE;
        this.#onFilter();
      };
      const chip = button(techniqueName(slug), toggle, {
        class: "chip",
        title: aboutTechnique(slug),
        "aria-pressed": String(this.filter.has(slug)),
      });
      chip.append(h("span.count", {}, String(count)));
      return chip;
    });
    this.techniques.replaceChildren(h("h2", {}, "Techniques"), about, h("div.chips", {}, ...chips));
  }
}
