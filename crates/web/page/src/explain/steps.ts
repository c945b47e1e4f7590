/** The steps of a puzzle: their list, the current step with its words, and hints that reveal it bit by bit. */

import type { ExplanationLine, Step } from "minirow";
import { button, h } from "../ui/dom";
import { icon, type IconName } from "../ui/icons";
import { Choice } from "../ui/keypad";
import { techniqueTerm } from "../ui/terms";
import { rating } from "./verdict";

/** Returns the result of a step, such as `r8c5=3` or `r2c5≠5 r3c2≠5`. */
export function resultOf({ placement, eliminations = [] }: Step): string {
  const parts = eliminations.map(({ cell, digit }) => `${cell.name}≠${digit}`);
  return [...(placement === undefined ? [] : [`${placement.cell.name}=${placement.digit}`]), ...parts].join(" ");
}

/** Returns the lines of an explanation. */
export const linesElement = (lines: readonly ExplanationLine[]): HTMLElement =>
  h("ul.lines", {}, ...lines.map(lineElement));

function lineElement({ text, lines = [], nested }: ExplanationLine): HTMLElement {
  const below = lines.length === 0 ? null : h("ul", {}, ...lines.map(lineElement));
  if (nested && below !== null) {
    return h("li", {}, h("details", {}, h("summary", {}, text), below));
  }
  return h("li", {}, text, below);
}

const START = "The next step is explained here. The arrow keys walk through the steps.";

/** Steps with all their words, hints that reveal a step bit by bit, or the board to change. */
export type WalkMode = "steps" | "hints" | "edit";

/** Shows the walk through the steps. `onShow` gets the step to draw, or null for the start. */
export class StepWalk {
  readonly navigation = h("nav.steps-nav", { "aria-label": "Steps", hidden: true });
  readonly current = h("section.step", { "aria-label": "Step", "aria-live": "polite", hidden: true });
  readonly list = h("section.step-list", { "aria-label": "All steps", hidden: true });
  readonly #onShow: (place: number | null, isRevealed: boolean) => void;
  readonly #slider = h("input", {
    type: "range",
    min: 0,
    value: 0,
    "aria-label": "Step",
    oninput: () => this.show(this.#shown[Number(this.#slider.value) - 1] ?? null),
  });
  readonly #where = h("span.where");
  readonly #mode: Choice<WalkMode>;
  readonly #buttons: Record<"first" | "previous" | "next" | "last", HTMLButtonElement>;
  readonly #rows = h("ol");
  readonly #bar: HTMLElement;
  #steps: readonly Step[] = [];
  /** The places of the steps that the filter shows. */
  #shown: number[] = [];
  #place: number | null = null;
  #stage = 0;

  constructor(onShow: (place: number | null, isRevealed: boolean) => void) {
    this.#onShow = onShow;
    const move = (name: IconName, label: string, go: () => void): HTMLButtonElement => {
      const one = button("", go, { class: "icon-only", "aria-label": label, title: label });
      one.append(icon(name));
      return one;
    };
    this.#buttons = {
      first: move("first", "Start", () => this.show(null)),
      previous: move("previous", "Previous step", () => this.move(-1)),
      next: move("next", "Next step", () => this.move(1)),
      last: move("last", "Last step", () => this.show(this.#shown.at(-1) ?? null)),
    };
    const { first, previous, next, last } = this.#buttons;
    this.#mode = new Choice<WalkMode>(
      "What to show",
      [
        { value: "steps", label: "Steps" },
        { value: "hints", label: "Hints only" },
        { value: "edit", label: "Edit" },
      ],
      "edit",
      (mode) =>
        this.show(mode === "edit" ? null : mode === "hints" ? (this.#place ?? this.#shown[0] ?? null) : this.#place),
    );
    const middle = h("div.walk", {}, this.#where, this.#slider);
    this.#bar = h("div.bar", {}, first, previous, middle, next, last);
    this.navigation.append(this.#mode.element, this.#bar);
    this.list.append(h("h2", {}, "All steps"), this.#rows);
  }

  /** What is shown. Without steps, it is the board to change. */
  get mode(): WalkMode {
    return this.#steps.length === 0 ? "edit" : this.#mode.value;
  }

  set mode(mode: WalkMode) {
    this.#mode.value = mode;
  }

  /** Takes new steps, and shows the start. */
  setSteps(steps: readonly Step[], filter: ReadonlySet<string>): void {
    this.#steps = steps;
    const isEmpty = steps.length === 0;
    this.navigation.hidden = isEmpty;
    this.list.hidden = isEmpty;
    this.#place = null;
    this.setFilter(filter);
  }

  /** Shows only the steps of some techniques, or all of them. */
  setFilter(filter: ReadonlySet<string>): void {
    this.#shown = this.#steps.flatMap(({ technique }, place) =>
      filter.size === 0 || filter.has(technique) ? [place] : [],
    );
    const row = (place: number): HTMLElement => {
      const step = this.#steps[place]!;
      const one = button("", () => this.show(place), { "data-place": place });
      one.append(
        h("span.number", {}, String(step.step)),
        h("span.name", {}, step.name),
        h("span.result", {}, resultOf(step)),
        h("span.rating", {}, rating(step.rating)),
      );
      return h("li", {}, one);
    };
    this.#rows.replaceChildren(...this.#shown.map(row));
    this.#slider.max = String(this.#shown.length);
    this.show(
      this.#place !== null && this.#shown.includes(this.#place)
        ? this.#place
        : filter.size === 0
          ? this.#place
          : (this.#shown[0] ?? null),
    );
  }

  /** Moves by a number of the steps that are shown. */
  move(by: number): void {
    const at = this.#place === null ? -1 : this.#shown.findIndex((place) => place >= this.#place!);
    const next = at + by;
    if (next < this.#shown.length) {
      this.show(next < 0 ? null : (this.#shown[next] ?? null));
    }
  }

  /** Shows a step, or the start. */
  show(place: number | null): void {
    if (place !== null && this.mode === "edit") {
      this.mode = "steps";
    }
    this.#place = place;
    this.#stage = 0;
    this.#draw();
  }

  #draw(): void {
    const step = this.#place === null ? undefined : this.#steps[this.#place];
    const at = this.#place === null ? -1 : this.#shown.indexOf(this.#place);
    const isHint = this.mode === "hints";
    this.#slider.value = String(at + 1);
    const total = this.#shown.length === this.#steps.length ? `${this.#steps.length}` : `${this.#shown.length} chosen`;
    this.#where.textContent =
      step === undefined ? `Start · ${total} steps` : `Step ${step.step} of ${this.#steps.length}`;
    this.#slider.setAttribute("aria-valuetext", this.#where.textContent);
    this.#buttons.first.disabled = this.#buttons.previous.disabled = step === undefined;
    this.#buttons.next.disabled = this.#buttons.last.disabled = at === this.#shown.length - 1;
    this.list.hidden = this.#steps.length === 0 || isHint;
    this.#bar.hidden = this.mode === "edit";
    for (const row of this.#rows.querySelectorAll("button")) {
      const isCurrent = Number(row.dataset["place"]) === this.#place;
      row.setAttribute("aria-current", isCurrent ? "step" : "false");
      if (isCurrent) {
        this.#scrollTo(row);
      }
    }
    this.current.hidden = this.mode === "edit" || this.#steps.length === 0;
    const stage = step?.stages[this.#stage];
    const isRevealed = !isHint || stage === undefined || stage.stage === "full";
    this.current.replaceChildren(
      ...(step === undefined ? [h("p.hint", {}, START)] : isRevealed ? this.#words(step) : this.#hint(step)),
    );
    this.#onShow(this.#place, isRevealed);
  }

  /** Scrolls the list, and never the page. */
  #scrollTo(row: HTMLElement): void {
    const { offsetTop, offsetHeight } = row;
    const list = this.#rows;
    if (offsetTop < list.scrollTop || offsetTop + offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = offsetTop - list.clientHeight / 2;
    }
  }

  #words(step: Step): HTMLElement[] {
    const head = h(
      "div.headline",
      {},
      h("h2", {}, techniqueTerm(step)),
      h("span.rating", { title: "The rating of the step" }, rating(step.rating)),
    );
    const result = h("p.result", {}, resultOf(step));
    return [head, step.lines === undefined ? h("p", {}, step.text) : linesElement(step.lines), result];
  }

  #hint(step: Step): HTMLElement[] {
    const reveal = (): void => {
      this.#stage += 1;
      this.#draw();
      this.current.querySelector<HTMLElement>("button")?.focus({ preventScroll: true });
    };
    const { stage, text } = step.stages[this.#stage]!;
    const labels: Record<string, string> = {
      region: "Where to look",
      technique: "Which technique",
      cell: "Which cell",
    };
    return [
      h("div.headline", {}, h("h2", {}, labels[stage] ?? "Hint")),
      h("p", {}, text),
      button("Tell me more", reveal, { class: "primary" }),
    ];
  }
}
