/** Solve and explain: the board, the verdict and ratings, and the walk through the steps. */

import { Engine, isStopped } from "../engine/engine";
import { marksOfText, digitsOfText, wrongCells } from "../sudoku/cells";
import { EMPTY, changed, isEmpty, linkOf, positionOfLink, puzzleOf, type Position } from "../sudoku/position";
import { Board, digitOfKey, letterOfKey, type BoardView } from "../ui/board";
import { button, h } from "../ui/dom";
import { icon } from "../ui/icons";
import { Choice, Keypad } from "../ui/keypad";
import { clearError, say } from "../ui/message";
import { visibly } from "../ui/work";
import { Source } from "./source";
import { StepWalk } from "./steps";
import { VerdictCard } from "./verdict";

/** The puzzle of the button "Example". */
const EXAMPLE = "42.9.8...8.9..3...6......1.7.65...........42..........57...2..49..641..5........2";

/** The milliseconds without a change of the board before it is analysed. */
const PAUSE = 120;

type Explained = Awaited<ReturnType<typeof explainCall>>;
const explainCall = (engine: Engine, position: Position) => engine.call("explain", puzzleOf(position));

export class ExplainView {
  readonly element: HTMLElement;
  readonly #engine: Engine;
  readonly #onPlay: (position: Position) => void;
  readonly #source: Source;
  readonly #board: Board;
  readonly #verdict = new VerdictCard(() => this.#walk.setFilter(this.#verdict.filter));
  readonly #walk = new StepWalk((place, isRevealed) => void this.#showStep(place, isRevealed));
  readonly #mode: Choice<"clue" | "digit" | "mark">;
  readonly #editor: HTMLElement;
  readonly #actions: HTMLElement;
  readonly #play = button("Play", () => this.#onPlay(this.#position));
  readonly #undo = button("Undo", () => this.#takeBack(), { class: "quiet" });
  #position = EMPTY;
  /** The positions before, the last one last. */
  #past: Position[] = [];
  #explained: Explained | undefined;
  #drawings = new Map<number, string>();
  #place: number | null = null;
  /** The technique whose first step is shown when the steps are there. */
  #lesson: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #analysis = 0;
  #busy = false;

  constructor(engine: Engine, makers: Engine, onPlay: (position: Position) => void) {
    this.#engine = engine;
    this.#onPlay = onPlay;
    this.#source = new Source(
      [engine, makers],
      (position) => this.open(position),
      () => void this.#source.readText(EXAMPLE),
    );
    this.#board = new Board("Puzzle");
    const options = [
      { value: "clue", label: "Clues" },
      { value: "digit", label: "Digits" },
      { value: "mark", label: "Candidates" },
    ] as const;
    this.#mode = new Choice("What the keypad enters", options, "clue", () => undefined);
    this.#editor = h("div.editor", {}, this.#mode.element, new Keypad((digit) => this.#enter(digit)).element);
    const link = button("Copy a link", () => void this.#copyLink(), { class: "quiet" });
    link.prepend(icon("link"));
    this.#play.prepend(icon("resume"));
    this.#undo.prepend(icon("undo"));
    this.#actions = h(
      "div.buttons.actions",
      { hidden: true },
      this.#play,
      link,
      this.#undo,
      button("Clear", () => this.clear(), { class: "quiet" }),
    );
    const left = h("div.board-column", {}, this.#board.element);
    const right = h(
      "div.side",
      {},
      this.#source.element,
      this.#verdict.element,
      this.#actions,
      this.#walk.navigation,
      this.#walk.current,
      this.#editor,
    );
    const below = h("div.below", {}, this.#verdict.techniques, this.#walk.list);
    this.element = h(
      "main.view.explain",
      { id: "explain-view", "aria-label": "Solve and explain" },
      h("div.beside", {}, left, right),
      below,
    );
    // The page may have been scrolled away from what is shown of a step that is chosen in the list.
    this.#walk.list.addEventListener("click", () =>
      [this.#walk.current, this.#board.element].forEach((part) => part.scrollIntoView({ block: "nearest" })),
    );
    this.#showBoard();
  }

  /** Shows a position, and analyses it. The one before can be taken back. */
  open(position: Position): void {
    this.#past.push(this.#position);
    this.#show(position);
  }

  /** Shows a puzzle at its first step with a technique. */
  openLesson(position: Position, technique: string): void {
    this.#verdict.filter.clear();
    this.open(position);
    this.#lesson = technique;
  }

  #show(position: Position): void {
    clearTimeout(this.#timer);
    this.#lesson = undefined;
    if (!isEmpty(position)) {
      this.#source.fold();
    }
    this.#walk.mode = isEmpty(position) ? "edit" : "steps";
    this.#setPosition(position);
    void this.#analyse();
  }

  /** Returns to the position before. An edit goes on. */
  #takeBack(): void {
    const before = this.#past.pop();
    const mode = this.#walk.mode;
    if (before !== undefined) {
      this.#show(before);
      this.#walk.mode = mode === "edit" ? "edit" : this.#walk.mode;
    }
  }

  /** The parameters of the address, which keep the puzzle. */
  get address(): string {
    return isEmpty(this.#position) ? "" : `?${linkOf(this.#position)}`;
  }

  /** Reads the parameters of a link. */
  openLink(parameters: URLSearchParams): void {
    const position = positionOfLink(parameters);
    if (String(linkOf(position)) !== String(linkOf(this.#position))) {
      this.open(position);
    }
  }

  /** Reads a text or a file that was pasted or dropped. */
  read(contents: string | File): void {
    void (typeof contents === "string" ? this.#source.readText(contents) : this.#source.readFile(contents));
  }

  clear(): void {
    this.#source.clear();
    this.open(EMPTY);
    this.#board.focus();
  }

  #setPosition(position: Position): void {
    this.#position = position;
    this.#explained = undefined;
    this.#drawings.clear();
    this.#place = null;
    this.#play.hidden = true;
    this.#undo.hidden = this.#past.length === 0;
    this.#actions.hidden = isEmpty(position) && this.#undo.hidden;
    this.#board.draw(null);
    this.#showBoard();
    if (!this.element.hidden) {
      history.replaceState(null, "", `#explain${this.address}`);
    }
  }

  #showBoard(view: Partial<BoardView> = {}): void {
    const { digits, marks, clues } = this.#position;
    this.#board.show({ digits, marks, isClue: (cell) => clues[cell] !== 0, ...view });
  }

  #enter(digit: number): void {
    if (this.#walk.mode !== "edit") {
      say("Choose Edit to change the puzzle");
      return;
    }
    const mode = this.#mode.value;
    const next = changed(this.#position, this.#board.selected, { mode, digit });
    if (next === this.#position) {
      return;
    }
    this.#walk.mode = "edit"; // also when steps come
    this.#past.push(this.#position);
    this.#setPosition(next);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#analyse(), PAUSE);
  }

  /** Enters digits, moves the selection or, if there are steps to walk through, between these. */
  key(event: KeyboardEvent): void {
    const digit = digitOfKey(event);
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (digit !== null) {
      event.preventDefault();
      this.#enter(digit);
    } else if ((event.ctrlKey || event.metaKey) && letterOfKey(event) === "z") {
      event.preventDefault();
      this.#takeBack();
    } else if (by !== 0 && this.#walk.mode !== "edit" && this.#explained !== undefined) {
      event.preventDefault();
      this.#walk.move(by);
    } else {
      this.#board.move(event);
    }
  }

  /** Checks, rates and explains the position. A newer analysis replaces one that still runs. */
  async #analyse(): Promise<void> {
    this.#analysis += 1;
    const analysis = this.#analysis;
    const isCurrent = (): boolean => analysis === this.#analysis;
    if (this.#busy) {
      this.#engine.restart();
    }
    if (isEmpty(this.#position)) {
      this.#verdict.showNothing();
      this.#walk.setSteps([], this.#verdict.filter);
      return;
    }
    const position = this.#position;
    this.#busy = true;
    this.#verdict.showBusy();
    try {
      const puzzle = puzzleOf(position);
      const verdict = await visibly("Checking", this.#engine, this.#engine.call("check", puzzle));
      if (!isCurrent()) {
        return;
      }
      this.#play.hidden = ["ambiguous", "unsolvable", "solved"].includes(verdict.verdict);
      const hasPath = ["minimal", "proper", "solved", "candidates"].includes(verdict.verdict);
      if (!hasPath) {
        this.#verdict.show(verdict, null);
        this.#verdict.showTechniques(new Map());
        this.#walk.setSteps([], this.#verdict.filter);
        this.#showBoard({ wrong: new Set(wrongCells(verdict)) });
        return;
      }
      this.#verdict.show(verdict, "rating");
      if (this.#walk.mode !== "edit") {
        this.#walk.setSteps([], this.#verdict.filter); // those of the puzzle before
      }
      const grade = await visibly("Rating", this.#engine, this.#engine.call("grade", puzzle));
      if (!isCurrent()) {
        return;
      }
      this.#verdict.show(verdict, grade);
      const explained = await visibly("Explaining", this.#engine, explainCall(this.#engine, position));
      if (!isCurrent()) {
        return;
      }
      this.#explained = explained;
      const counts = new Map<string, number>();
      explained.steps.forEach(({ technique }) => counts.set(technique, (counts.get(technique) ?? 0) + 1));
      this.#verdict.showTechniques(counts);
      this.#walk.setSteps(explained.steps, this.#verdict.filter);
      const place = explained.steps.findIndex(({ technique }) => technique === this.#lesson);
      if (place >= 0 && this.#walk.mode !== "edit") {
        this.#walk.show(place);
      }
    } catch (error) {
      if (isCurrent()) {
        this.#walk.setSteps([], this.#verdict.filter);
        say(
          isStopped(error)
            ? `The analysis was ${(error as Error).message}. The puzzle is still here.`
            : (error as Error).message,
          isStopped(error) ? "done" : "error",
        );
      }
    } finally {
      if (isCurrent()) {
        this.#busy = false;
      }
    }
  }

  /** Shows the position before a step and, if it is revealed, its drawing. */
  async #showStep(place: number | null, isRevealed: boolean): Promise<void> {
    this.#place = place;
    const explained = this.#explained;
    this.#editor.hidden = this.#walk.mode !== "edit";
    const step = place === null ? undefined : explained?.steps[place];
    this.#board.element.classList.toggle("numbered", step !== undefined);
    if (step === undefined || explained === undefined || place === null) {
      this.#board.draw(null);
      this.#showBoard();
      return;
    }
    let drawn = this.#drawings.get(place) ?? null;
    if (drawn === null && isRevealed) {
      drawn = await this.#engine.call("drawing", explained.key, place).catch(() => null);
      if (drawn === null || this.#place !== place || this.#explained !== explained) {
        return;
      }
      this.#drawings.set(place, drawn);
    }
    const { state, candidates } = step.position;
    this.#showBoard({ digits: digitsOfText(state), marks: marksOfText(candidates) });
    this.#board.draw(isRevealed ? drawn : null);
  }

  async #copyLink(): Promise<void> {
    const address = `${location.origin}${location.pathname}#explain?${linkOf(this.#position)}`;
    try {
      await navigator.clipboard.writeText(address);
      clearError();
      say("The link was copied");
    } catch {
      location.hash = `explain?${linkOf(this.#position)}`;
      say("The link is in the address of this page");
    }
  }
}
