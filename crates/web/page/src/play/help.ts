/** Help: the check for mistakes, and hints in stages. */

import type { Step } from "minirow";
import { isStopped, type Engine } from "../engine/engine";
import { linesElement } from "../explain/steps";
import { nameOf, setsOf, wrongCells } from "../sudoku/cells";
import { puzzleOf } from "../sudoku/position";
import type { BoardView } from "../ui/board";
import { button, h } from "../ui/dom";
import { clearError, say } from "../ui/message";
import { settings } from "../ui/settings";
import { techniqueTerm } from "../ui/terms";
import { visibly } from "../ui/work";
import { eliminate, isSolved, placeDigit, positionToSolve, undoTo, type Game } from "./game";
import type { Session } from "./session";

/** The height in pixels in which a hint can be read. */
const LEAST_ROOM = 112;

export class Help {
  /** The panel of a hint, which is also the card of a game that is solved. */
  readonly panel = h("section.step.hint-panel", { "aria-label": "Hint", "aria-live": "polite", hidden: true });
  readonly #engine: Engine;
  readonly #session: Session;
  /** The cells that a check or a hint marks on the board. */
  marked: Partial<BoardView> = {};
  /** The position whose hint is looked for or shown. */
  #hinted: Game["now"] | undefined;

  constructor(engine: Engine, session: Session) {
    this.#engine = engine;
    this.#session = session;
    window.addEventListener("resize", () => this.#settle());
  }

  /** Shows the panel. */
  showPanel(heading: string | Node, text: HTMLElement, ...buttons: HTMLElement[]): void {
    this.panel.replaceChildren(h("div.headline", {}, h("h2", {}, heading), h("div.buttons", {}, ...buttons)), text);
    this.panel.hidden = false;
    this.#settle();
    this.#session.board.element.classList.add("numbered"); // for the names of cells
  }

  /** Moves the panel to where it covers neither the board nor the keypad. */
  #settle(): void {
    const { top, bottom, left, right } = this.panel.parentElement!.getBoundingClientRect();
    const board = this.#session.board.element.getBoundingClientRect();
    const ceiling = board.right > left && board.left < right ? board.bottom : 0;
    const [above, below] = [top - ceiling, window.innerHeight - bottom];
    const isAbove = below < LEAST_ROOM && above > below;
    this.panel.classList.toggle("above", isAbove);
    this.panel.style.setProperty("--room", `${Math.max(isAbove ? above : below, LEAST_ROOM) - 12}px`);
  }

  /** Tells which digits and candidates are wrong. */
  async check(): Promise<void> {
    const game = this.#session.game;
    try {
      const verdict = await visibly(
        "Checking",
        this.#engine,
        this.#engine.call("check", puzzleOf(positionToSolve(game))),
      );
      if (game !== this.#session.game && game.now !== this.#session.game.now) {
        return;
      }
      const digits = (verdict.wrongDigits ?? []).map(({ cell }) => cell.name);
      const cells = (verdict.wrongCandidates ?? []).map(({ name }) => name);
      this.marked = { wrong: new Set(wrongCells(verdict)) };
      this.#session.show();
      if (digits.length + cells.length > 0) {
        const text = [
          digits.length === 0 ? "" : `Wrong digits: ${digits.join(", ")}`,
          cells.length === 0 ? "" : `The right digit is missing among the candidates of ${cells.join(", ")}`,
        ];
        say(text.filter((part) => part !== "").join(". "), "error");
      } else if (["ambiguous", "unsolvable"].includes(verdict.verdict)) {
        say(verdict.reason ?? verdict.verdict, "error");
      } else {
        clearError();
        say("No mistakes so far");
      }
    } catch (error) {
      say((error as Error).message, isStopped(error) ? "done" : "error");
    }
  }

  /** Looks for the next step, and shows its first stage, or tells that there are mistakes. */
  async hint(): Promise<void> {
    const game = this.#session.game;
    if (isSolved(game)) {
      say("The puzzle is solved");
      return;
    }
    // A second answer would begin with the first stage again.
    if (this.#hinted === game.now) {
      return;
    }
    this.#hinted = game.now;
    const puzzle = puzzleOf(positionToSolve(game));
    try {
      const verdict = await visibly("Checking", this.#engine, this.#engine.call("check", puzzle));
      const wrong = wrongCells(verdict);
      if (game.now !== this.#session.game.now) {
        return;
      }
      if (wrong.length > 0) {
        this.#showMistake(wrong);
        return;
      }
      const { step, svg } = await visibly("Looking for a step", this.#engine, this.#engine.call("hint", puzzle));
      if (game.now !== this.#session.game.now) {
        return;
      }
      if (step === null) {
        this.#hinted = undefined;
        say("No technique finds a step from here. Undo some candidates.", "error");
        return;
      }
      clearError();
      this.#showHint(step, svg, 0);
    } catch (error) {
      this.#hinted = undefined;
      say((error as Error).message, isStopped(error) ? "done" : "error");
    }
  }

  /** Tells that cells are wrong. They are shown when a person asks for it. */
  #showMistake(wrong: readonly number[]): void {
    const one = wrong.length === 1;
    const show = button("Show it", () => {
      this.marked = { wrong: new Set(wrong) };
      text.textContent = one ? `Look at ${nameOf(wrong[0]!)}.` : `Look at ${wrong.map(nameOf).join(", ")}.`;
      show.hidden = true;
      this.#session.show();
    });
    const text = h("p", {}, one ? "A cell is wrong." : `${wrong.length} cells are wrong.`);
    const back = button("Undo to before it", () => this.#session.set(undoTo(this.#session.game, wrong)), {
      class: "primary",
    });
    const close = button("Close", () => this.close(), { class: "quiet" });
    this.showPanel(one ? "A mistake" : "Mistakes", text, back, show, close);
    back.focus({ preventScroll: true });
  }

  /** Shows a stage of a hint; the last one with its drawing. */
  #showHint(step: Step, svg: string | null, stage: number): void {
    const one = step.stages[stage]!;
    const isLast = stage === step.stages.length - 1;
    const close = button("Close", () => this.close(), { class: "quiet" });
    const more = isLast
      ? button("Do it", () => this.#apply(step), { class: "primary" })
      : button("Tell me more", () => this.#showHint(step, svg, stage + 1), { class: "primary" });
    const lines = isLast && step.lines !== undefined && linesElement(step.lines);
    const words = h("div", {}, h("p", {}, one.text), lines);
    this.showPanel(isLast ? techniqueTerm(step) : "Hint", words, more, close);
    const { placement, eliminations } = step;
    const cells = placement === undefined ? (eliminations ?? []) : [placement];
    this.marked = one.stage === "cell" ? { hinted: new Set(cells.map(({ cell }) => cell.index)) } : {};
    if (isLast) {
      this.#session.countHint();
      this.#session.board.draw(svg);
    }
    this.#session.show();
    more.focus({ preventScroll: true });
  }

  /** Hides the hint. */
  end(): void {
    this.#hinted = undefined;
    this.panel.hidden = true;
    this.#session.board.element.classList.remove("numbered");
    this.#session.board.draw(null);
    this.marked = {};
  }

  /** Hides the hint, and goes on with the board. */
  close(): void {
    this.end();
    this.#session.show();
    this.#session.board.focus();
  }

  #apply({ placement, eliminations }: Step): void {
    if (placement !== undefined) {
      this.#session.board.select(placement.cell.index);
      this.#session.set(placeDigit(this.#session.game, placement.cell.index, placement.digit, settings.cleans));
    } else {
      this.#session.set(eliminate(this.#session.game, setsOf(eliminations)));
    }
    this.#session.board.focus();
  }
}
