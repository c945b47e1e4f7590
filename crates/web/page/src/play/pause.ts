/** The pause of a game: its button, and the curtain over the board. */

import type { Board } from "../ui/board";
import { button, h } from "../ui/dom";
import { icon } from "../ui/icons";

export class Pause {
  readonly button: HTMLButtonElement;
  readonly #board: Board;
  /** All that changes the game or tells about it. */
  readonly #controls: HTMLElement;
  readonly #curtain: HTMLElement;
  #isPaused = false;

  constructor(board: Board, controls: HTMLElement) {
    this.#board = board;
    this.#controls = controls;
    this.button = button("", () => this.set(!this.#isPaused), { class: "icon-only quiet" });
    this.#curtain = h(
      "div.curtain",
      { hidden: true },
      h("p", {}, "Paused"),
      button("Resume", () => this.set(false), { class: "primary" }),
    );
    board.element.append(this.#curtain);
    this.set(false);
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** Starts or ends the pause. */
  set(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#curtain.hidden = !isPaused;
    this.#board.grid.inert = this.#controls.inert = isPaused;
    this.#board.element.classList.toggle("covered", isPaused);
    const label = isPaused ? "Resume" : "Pause";
    this.button.replaceChildren(icon(isPaused ? "resume" : "pause"));
    this.button.setAttribute("aria-label", label);
    this.button.title = label;
  }
}
