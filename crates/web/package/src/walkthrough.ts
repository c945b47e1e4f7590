/** The steps of a puzzle, with their drawings. */

import * as wasm from "./wasm/minirow.js";
import { call } from "./modules.js";
import { whole } from "./parameters.js";
import { parsedWithCells } from "./results.js";
import type { Explanation, Step } from "./types.js";

/** The number of walkthroughs that keep memory of the module. */
const MOST_WALKTHROUGHS = 16;

/** The steps that solve a puzzle, with their drawings. */
export class Walkthrough implements Explanation {
  readonly puzzle: string;
  readonly steps: readonly Step[];
  readonly after: Explanation["after"];
  readonly end: Explanation["end"];
  readonly #explain: () => wasm.Walkthrough;
  #inner: wasm.Walkthrough | undefined;
  /** The walkthroughs that have memory of the module, the one that was used last at the end. */
  static readonly #alive = new Set<Walkthrough>();

  /** @internal */
  constructor(explain: () => wasm.Walkthrough) {
    this.#explain = explain;
    const { puzzle, steps, after, end } = parsedWithCells<Explanation>(this.#module().json());
    this.puzzle = puzzle;
    this.steps = steps;
    this.after = after;
    this.end = end;
  }

  /** Returns the walkthrough of the module, which is made again if it was freed. Only the last ones are kept. */
  #module(): wasm.Walkthrough {
    this.#inner ??= this.#explain();
    const alive = Walkthrough.#alive;
    alive.delete(this);
    alive.add(this);
    if (alive.size > MOST_WALKTHROUGHS) {
      alive.values().next().value?.free();
    }
    return this.#inner;
  }

  /**
   * Draws the grid before a step with the marks of the step.
   *
   * @param place - The place in `steps`, from 0.
   * @returns An SVG file.
   */
  svg(place: number): string {
    return call(() => this.#module().svg(whole("place", place, 0)));
  }

  /** Returns all steps as one HTML page. */
  page(title?: string): string {
    return call(() => this.#module().page(title === undefined ? title : String(title)));
  }

  /** Frees the memory of the module. It can be called at any time: of many walkthroughs, only the last ones have some. */
  free(): void {
    this.#inner?.free();
    this.#inner = undefined;
    Walkthrough.#alive.delete(this);
  }
}
