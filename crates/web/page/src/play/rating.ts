/** The level and the rating of the puzzle that is played. */

import type { Engine } from "../engine/engine";
import { puzzleOf } from "../sudoku/position";
import { h } from "../ui/dom";
import { levelElement } from "../ui/terms";
import { positionOfClues, type Game } from "./game";

export class PuzzleRating {
  readonly element = h("p.state");
  readonly #engine: Engine;
  /** The level of the puzzle, or nothing if it is not known. */
  level = "";
  /** The clues that are rated. */
  #rated: Game["clues"] | undefined;

  /** The engine is one that hints do not wait for. */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Rates the puzzle of a game, if that is not done. */
  async show(game: Game): Promise<void> {
    if (this.#rated !== undefined && String(this.#rated) === String(game.clues)) {
      return;
    }
    this.#rated = game.clues;
    this.element.replaceChildren();
    this.level = "";
    try {
      const { level, er } = await this.#engine.call("grade", puzzleOf(positionOfClues(game)));
      if (this.#rated === game.clues) {
        this.level = level ?? "";
        this.element.append(level ? levelElement(level) : "", typeof er === "number" ? ` · ER ${er.toFixed(1)}` : "");
      }
    } catch {
      // A puzzle without a rating is played as well.
    }
  }
}
