/** Play: a game with marks, colours, undo, check, hints and a timer, which survives a reload. */

import type { Step } from "minirow";
import { isStopped, type Engine } from "../engine/engine";
import { bit, nameOf, setsOf, wrongCells } from "../sudoku/cells";
import { positionOf, puzzleOf, type Position } from "../sudoku/position";
import { Board, COLOURS, digitOfCode, digitOfKey, type BoardView } from "../ui/board";
import { button, download, h } from "../ui/dom";
import { icon, type IconName } from "../ui/icons";
import { Choice, Keypad } from "../ui/keypad";
import { clearError, say } from "../ui/message";
import { settings, watchSettings } from "../ui/settings";
import { levelElement, techniqueTerm } from "../ui/terms";
import { visibly } from "../ui/work";
import {
  changeAll,
  conflicts,
  eliminate,
  hasProgress,
  isSolved,
  newGame,
  placeDigit,
  positionOfClues,
  positionToSolve,
  redo,
  restarted,
  setAutomatic,
  setColour,
  toggleMark,
  undo,
  undoTo,
  type Game,
  type Marks,
} from "./game";
import { NewGame } from "./new_game";
import { gameOfLink, linkOfGame, loadBefore, loadGame, loadNewer, save, saveBefore, watchGames } from "./saved";
import { addSolved, seedOf } from "./statistics";
import { Timer, clock } from "./timer";

/** The game that is there before any other. */
const FIRST = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

type Mode = "digit" | "colour" | Marks;

/** What the keypad enters, with its label and its key. */
const MODES: readonly { value: Mode; label: string; key: string }[] = [
  { value: "digit", label: "Digits", key: "Z" },
  { value: "corners", label: "Corner", key: "X" },
  { value: "centres", label: "Centre", key: "C" },
  { value: "colour", label: "Colours", key: "V" },
  { value: "marks", label: "Candidates", key: "B" },
];

export class PlayView {
  readonly element: HTMLElement;
  readonly #engine: Engine;
  readonly #makers: Engine;
  readonly #onExplain: (position: Position) => void;
  readonly #board: Board;
  readonly #mode: Choice<Mode>;
  readonly #keypad: Keypad;
  readonly #palette: Keypad;
  readonly #timer: Timer;
  readonly #pause: HTMLButtonElement;
  readonly #curtain: HTMLElement;
  /** All that changes the game or tells about it, which a pause stops. */
  readonly #controls: HTMLElement;
  readonly #automatic = h("input", {
    type: "checkbox",
    role: "switch",
    onchange: () => this.#set(setAutomatic(this.#game, this.#automatic.checked)),
  });
  readonly #tools: Record<"undo" | "redo" | "check" | "hint", HTMLButtonElement>;
  readonly #panel = h("section.step.hint-panel", { "aria-label": "Hint", "aria-live": "polite", hidden: true });
  readonly #state = h("p.state", { role: "status" });
  /** The level and the rating of the puzzle. */
  readonly #rating = h("p.state");
  readonly #before = button("Game before", () => this.#swap(), { class: "quiet", hidden: true });
  readonly #newGame = new NewGame((level, day) => void this.#start(level, day), this.#before);
  #game: Game = newGame(positionOf({ puzzle: FIRST }));
  #isPaused = false;
  /** What the cells take that are pointed at, if it is chosen before them; 0 erases. */
  #chosen: number | null = null;
  #marked: Partial<BoardView> = {};
  /** The position whose hint is looked for or shown. */
  #hinted: Game["now"] | undefined;
  /** The level of the puzzle, if it is known. */
  #level = "";
  /** The clues that are rated. */
  #rated: Game["clues"] | undefined;
  /** `true` if another tab plays this game. */
  #isFollowing = false;
  #isSaved = true;

  constructor(engine: Engine, makers: Engine, onExplain: (position: Position) => void) {
    this.#engine = engine;
    this.#makers = makers;
    this.#onExplain = onExplain;
    this.#board = new Board("Game", { isMultiple: true, onPoint: () => this.#enterChosen() });
    this.#mode = new Choice<Mode>("What the keypad enters", MODES, "digit", () => this.#showMode());
    const [press, choose] = [(digit: number) => this.#press(digit), (digit: number) => this.#choose(digit)];
    this.#keypad = new Keypad(press, choose);
    this.#palette = new Keypad(press, choose, COLOURS);
    this.#timer = new Timer(
      () => this.#runs(),
      () => this.#tick(),
    );
    const tool = (name: IconName, label: string, act: () => void): HTMLButtonElement => {
      const one = button(label, act, { class: "tool" });
      one.prepend(icon(name));
      return one;
    };
    this.#tools = {
      undo: tool("undo", "Undo", () => this.#set(undo(this.#game))),
      redo: tool("redo", "Redo", () => this.#set(redo(this.#game))),
      check: tool("check", "Check", () => void this.#check()),
      hint: tool("hint", "Hint", () => void this.#hint()),
    };
    this.#pause = button("", () => this.#setPaused(!this.#isPaused), { class: "icon-only quiet" });
    this.#curtain = h(
      "div.curtain",
      { hidden: true },
      h("p", {}, "Paused"),
      button("Resume", () => this.#setPaused(false), { class: "primary" }),
    );
    this.#controls = h(
      "div.controls",
      {},
      h("div.tools", { role: "toolbar", "aria-label": "Game" }, ...Object.values(this.#tools)),
      h("div.editor", {}, this.#mode.element, this.#keypad.element, this.#palette.element),
      this.#panel,
      h("label.switch", {}, this.#automatic, "Automatic candidates"),
    );
    const link = button("Copy a link", () => void this.#copyLink(), { class: "quiet" });
    link.prepend(icon("link"));
    const side = h(
      "div.side",
      {},
      h("div.bar.game-bar", {}, this.#timer.element, this.#pause, h("div.states", {}, this.#rating, this.#state)),
      this.#controls,
      this.#newGame.element,
      h(
        "div.buttons.actions",
        {},
        link,
        button("Explain", () => this.#onExplain(positionToSolve(this.#game)), { class: "quiet" }),
        button("Print", () => void this.#print(), { class: "quiet" }),
        button("Restart", () => this.#set(restarted(this.#game)), { class: "quiet" }),
      ),
      keys(),
    );
    this.element = h(
      "main.view.play",
      { id: "play-view", "aria-label": "Play", hidden: true },
      h("div.board-column", {}, this.#board.element),
      side,
    );
    this.#board.element.append(this.#curtain);
    try {
      this.#game = loadGame() ?? this.#game;
    } catch (error) {
      say((error as Error).message, "error");
    }
    this.#before.hidden = loadBefore() === null;
    watchGames(() => this.#follow());
    watchSettings(() => this.#show());
    this.#showMode();
    this.#showPause();
  }

  /** Takes up the game that another tab goes on with. */
  #follow(): void {
    const other = loadNewer();
    if (other === null) {
      this.#isFollowing &&= document.hidden;
      return;
    }
    const isOther = String(other.clues) !== String(this.#game.clues);
    this.#isFollowing = true;
    this.#before.hidden = loadBefore() === null;
    this.#game = other;
    this.#closeHint();
    if (isOther && !this.element.hidden) {
      say("Another tab plays another game. “Game before” returns to the one that was here.");
    }
  }

  #save(): void {
    const isSaved = save(this.#game);
    if (!isSaved && this.#isSaved) {
      say("The game is not saved: the storage of the browser is full or denied. Copy a link to keep it.", "error");
    }
    this.#isSaved = isSaved;
  }

  /** Does what waits until the view is shown. */
  onShow(): void {
    this.#newGame.showStatistics();
    void this.#showRating();
  }

  /** Starts a game from a position. The one before can be taken up again. */
  play(position: Position): void {
    this.#replace(
      newGame({
        ...position,
        clues: position.isSukaku
          ? position.clues
          : position.clues.some((digit) => digit !== 0)
            ? position.clues
            : position.digits,
      }),
    );
  }

  /** Takes up the game of a link. @throws Error if the link is damaged. */
  openLink(parameters: URLSearchParams): void {
    const game = gameOfLink(parameters);
    void this.#openChecked(game);
  }

  async #openChecked(game: Game): Promise<void> {
    try {
      const { verdict, reason } = await visibly(
        "Checking",
        this.#engine,
        this.#engine.call("check", puzzleOf(positionOfClues(game))),
      );
      if (["ambiguous", "unsolvable"].includes(verdict)) {
        throw new Error(`The link has no puzzle to play: ${reason ?? verdict}`);
      }
      this.#replace(game);
    } catch (error) {
      say((error as Error).message, "error");
    }
  }

  #replace(game: Game): void {
    if (hasProgress(this.#game) && !isSolved(this.#game)) {
      saveBefore(this.#game);
      this.#before.hidden = false;
    }
    this.#setPaused(false);
    this.#set(game);
    this.#board.focus();
  }

  #swap(): void {
    const before = loadBefore();
    if (before !== null) {
      saveBefore(this.#game);
      this.#set(before);
    }
  }

  /** Starts a game of a level, or the one of a day. */
  async #start(level: string, day: string | null = null): Promise<void> {
    const seed = day === null ? (crypto.getRandomValues(new Uint32Array(1))[0] ?? 1) : seedOf(day);
    const found: Position[] = [];
    try {
      const work = this.#makers.generate({ level, seed }, (progress) =>
        found.push(...progress.rows.map(({ puzzle }) => positionOf({ puzzle }))),
      );
      await visibly("Generating", this.#makers, work);
      clearError();
      this.#replace({ ...newGame(found[0]!), day });
    } catch (error) {
      say(
        isStopped(error) ? "No new game was made. The game before goes on." : (error as Error).message,
        isStopped(error) ? "done" : "error",
      );
    }
  }

  #runs(): boolean {
    const isShown = this.element.isConnected && !this.element.hidden;
    return isShown && !this.#isPaused && !this.#isFollowing && !isSolved(this.#game);
  }

  #tick(): void {
    this.#game = { ...this.#game, seconds: this.#game.seconds + 1 };
    this.#timer.show(this.#game.seconds);
    if (this.#game.seconds % 5 === 0) {
      this.#save();
    }
  }

  #set(game: Game): void {
    if (game === this.#game) {
      return;
    }
    const isEnd = isSolved(game) && !isSolved(this.#game);
    if (isEnd && !game.isCounted) {
      addSolved(this.#level || "unrated", game.seconds, game.day);
    }
    this.#game = { ...game, isCounted: game.isCounted || isEnd };
    this.#isFollowing = false;
    this.#endHint();
    this.#save();
    this.#show();
    if (isEnd) {
      say(`Solved in ${clock(game.seconds)}`);
      this.#showSolved();
    }
  }

  #showPanel(heading: string | Node, text: HTMLElement, ...buttons: HTMLElement[]): void {
    this.#panel.replaceChildren(h("div.headline", {}, h("h2", {}, heading)), text, h("div.buttons", {}, ...buttons));
    this.#panel.hidden = false;
  }

  /** Shows the card of a game that is solved. */
  #showSolved(): void {
    const { seconds, hints, day } = this.#game;
    const of = this.#rating.textContent;
    const help = hints === 0 ? "without a hint" : hints === 1 ? "with one hint" : `with ${hints} hints`;
    const next = button("Next", () => void this.#start(this.#level === "" ? "easy" : this.#level), {
      class: "primary",
    });
    const explain = button("Explain", () => this.#onExplain(positionOfClues(this.#game)));
    this.#showPanel(
      day === null ? "Solved" : "Solved the puzzle of the day",
      h("p", {}, [clock(seconds), help, of].filter((part) => part !== "").join(" · ")),
      next,
      explain,
    );
    this.#newGame.showStatistics();
  }

  /** Makes a PDF of the puzzle with what was entered. */
  async #print(): Promise<void> {
    const { clues, isSukaku } = this.#game;
    if (isSukaku) {
      say("A puzzle of candidates cannot be printed", "error");
      return;
    }
    try {
      const puzzle = puzzleOf({ ...positionOfClues(this.#game), digits: clues }) as { puzzle: string };
      const heading = this.#rating.textContent;
      const book = { perPage: 1, solutionsPerPage: 1, sections: [{ puzzles: [{ puzzle: puzzle.puzzle, heading }] }] };
      const pdf = await visibly("Printing", this.#makers, this.#makers.call("bookPdf", book));
      download("sudoku.pdf", "application/pdf", pdf as Uint8Array<ArrayBuffer>);
    } catch (error) {
      say((error as Error).message, isStopped(error) ? "done" : "error");
    }
  }

  #show(): void {
    const { now, clues, past, future, isAutomatic, seconds } = this.#game;
    const wrong = new Set([...(settings.errors ? conflicts(this.#game) : []), ...(this.#marked.wrong ?? [])]);
    const digit = this.#mode.value === "colour" ? 0 : (this.#chosen ?? 0);
    void this.#showRating();
    this.#board.show({ ...now, isClue: (cell) => clues[cell] !== 0, digit, ...this.#marked, wrong });
    this.#keypad.showLeft(now.digits);
    this.#tools.undo.disabled = past.length === 0;
    this.#tools.redo.disabled = future.length === 0;
    this.#automatic.checked = isAutomatic;
    this.#timer.show(seconds);
    const empty = now.digits.filter((digit) => digit === 0).length;
    this.#state.textContent = isSolved(this.#game) ? "Solved" : `${empty} cells to fill`;
  }

  /** Rates the puzzle, if that is not done, with the engine that hints do not wait for. */
  async #showRating(): Promise<void> {
    const game = this.#game;
    if (this.element.hidden || (this.#rated !== undefined && String(this.#rated) === String(game.clues))) {
      return;
    }
    this.#rated = game.clues;
    this.#rating.replaceChildren();
    this.#level = "";
    try {
      const { level, er } = await this.#makers.call("grade", puzzleOf(positionOfClues(game)));
      if (this.#rated === game.clues) {
        this.#level = level ?? "";
        this.#rating.append(level ? levelElement(level) : "", typeof er === "number" ? ` · ER ${er.toFixed(1)}` : "");
      }
    } catch {
      // A puzzle without a rating is played as well.
    }
  }

  #showMode(): void {
    const isColour = this.#mode.value === "colour";
    this.#keypad.element.hidden = isColour;
    this.#palette.element.hidden = !isColour;
    this.#showChosen(null);
  }

  #showChosen(digit: number | null): void {
    this.#chosen = digit;
    const isColour = this.#mode.value === "colour";
    this.#keypad.showChosen(isColour ? null : digit);
    this.#palette.showChosen(isColour ? digit : null);
    this.#show();
  }

  /** Chooses what the next cells take, or nothing if it was chosen. */
  #choose(digit: number): void {
    this.#showChosen(this.#chosen === digit ? null : digit);
  }

  /** A key of the keypad: enters into the selected cells or, if digits come first, chooses. */
  #press(digit: number): void {
    if (settings.digitFirst || this.#chosen !== null) {
      this.#choose(digit);
    } else {
      this.#enter(digit, this.#mode.value);
    }
  }

  #enterChosen(): void {
    if (this.#chosen !== null) {
      this.#enter(this.#chosen, this.#mode.value);
    }
  }

  #setPaused(isPaused: boolean): void {
    this.#isPaused = isPaused;
    this.#curtain.hidden = !isPaused;
    this.#board.grid.inert = this.#controls.inert = isPaused;
    this.#board.element.classList.toggle("covered", isPaused);
    this.#showPause();
  }

  #showPause(): void {
    const label = this.#isPaused ? "Resume" : "Pause";
    this.#pause.replaceChildren(icon(this.#isPaused ? "resume" : "pause"));
    this.#pause.setAttribute("aria-label", label);
    this.#pause.title = label;
  }

  /** Enters a digit, a mark or a colour into the selected cells. 0 erases. If all have it, it is removed from all. */
  #enter(digit: number, mode: Mode): void {
    const { now, clues } = this.#game;
    const change = (game: Game, cell: number): Game =>
      mode === "colour"
        ? setColour(game, cell, digit)
        : mode === "digit" || digit === 0
          ? placeDigit(game, cell, digit, settings.cleans)
          : toggleMark(game, cell, digit, mode);
    const has = (cell: number): boolean =>
      mode === "digit"
        ? now.digits[cell] === digit
        : mode === "colour"
          ? now.colours[cell] === digit
          : ((now[mode][cell] ?? 0) & bit(digit)) !== 0;
    const cells = this.#board.selection.filter(
      (cell) => mode === "colour" || (clues[cell] === 0 && (mode === "digit" || digit === 0 || now.digits[cell] === 0)),
    );
    const lacking = digit === 0 ? cells : cells.filter((cell) => !has(cell));
    const changed = lacking.length === 0 ? cells : lacking;
    this.#set(changeAll(this.#game, changed, change));
  }

  /** Enters digits, moves the selection, and does what the list of keys tells. */
  key(event: KeyboardEvent): void {
    if (this.#isPaused) {
      return;
    }
    const key = event.key.toLowerCase();
    const isControl = event.ctrlKey || event.metaKey;
    const digit = isControl ? digitOfCode(event) || null : digitOfKey(event); // Ctrl-0 is for the zoom
    const mode = MODES.find((mode) => mode.key.toLowerCase() === key)?.value;
    if (digit !== null) {
      event.preventDefault();
      const now = this.#mode.value;
      const wanted = isControl ? (event.shiftKey ? "colour" : "centres") : event.shiftKey ? "corners" : now;
      if (wanted !== "colour" || digit <= COLOURS.length) {
        this.#enter(digit, wanted === now && wanted !== "colour" && (isControl || event.shiftKey) ? "digit" : wanted);
      }
    } else if (isControl && (key === "z" || key === "y")) {
      event.preventDefault();
      this.#set(key === "y" || event.shiftKey ? redo(this.#game) : undo(this.#game));
    } else if (!isControl && mode !== undefined) {
      this.#mode.value = mode;
      this.#showMode();
    } else if (!isControl && key === "h") {
      void this.#hint();
    } else if (key === "escape") {
      this.#showChosen(null);
      if (!this.#panel.hidden) {
        this.#closeHint();
      }
    } else if (
      ["enter", " "].includes(key) &&
      this.#chosen !== null &&
      this.#board.grid.contains(event.target as Node)
    ) {
      event.preventDefault();
      this.#enterChosen();
    } else {
      this.#board.move(event);
    }
  }

  async #check(): Promise<void> {
    const game = this.#game;
    try {
      const verdict = await visibly(
        "Checking",
        this.#engine,
        this.#engine.call("check", puzzleOf(positionToSolve(game))),
      );
      if (game !== this.#game && game.now !== this.#game.now) {
        return;
      }
      const digits = (verdict.wrongDigits ?? []).map(({ cell }) => cell.name);
      const cells = (verdict.wrongCandidates ?? []).map(({ name }) => name);
      this.#marked = { wrong: new Set(wrongCells(verdict)) };
      this.#show();
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

  async #hint(): Promise<void> {
    const game = this.#game;
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
      if (game.now !== this.#game.now) {
        return;
      }
      if (wrong.length > 0) {
        this.#showMistake(wrong);
        return;
      }
      const { step, svg } = await visibly("Looking for a step", this.#engine, this.#engine.call("hint", puzzle));
      if (game.now !== this.#game.now) {
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
      this.#marked = { wrong: new Set(wrong) };
      text.textContent = one ? `Look at ${nameOf(wrong[0]!)}.` : `Look at ${wrong.map(nameOf).join(", ")}.`;
      show.hidden = true;
      this.#show();
    });
    const text = h("p", {}, one ? "A cell is wrong." : `${wrong.length} cells are wrong.`);
    const back = button("Undo to before it", () => this.#set(undoTo(this.#game, wrong)), { class: "primary" });
    const close = button("Close", () => this.#closeHint(), { class: "quiet" });
    this.#showPanel(one ? "A mistake" : "Mistakes", text, back, show, close);
    back.focus({ preventScroll: true });
  }

  /** Shows a stage of a hint; the last one with its drawing. */
  #showHint(step: Step, svg: string | null, stage: number): void {
    const one = step.stages[stage]!;
    const isLast = stage === step.stages.length - 1;
    const close = button("Close", () => this.#closeHint(), { class: "quiet" });
    const more = isLast
      ? button("Do it", () => this.#apply(step), { class: "primary" })
      : button("Tell me more", () => this.#showHint(step, svg, stage + 1), { class: "primary" });
    this.#showPanel(isLast ? techniqueTerm(step) : "Hint", h("p", {}, one.text), more, close);
    const { placement, eliminations } = step;
    const cells = placement === undefined ? (eliminations ?? []) : [placement];
    this.#marked = one.stage === "cell" ? { hinted: new Set(cells.map(({ cell }) => cell.index)) } : {};
    if (isLast) {
      this.#game = { ...this.#game, hints: this.#game.hints + 1 };
      this.#board.draw(svg);
    }
    this.#show();
    more.focus({ preventScroll: true });
  }

  #endHint(): void {
    this.#hinted = undefined;
    this.#panel.hidden = true;
    this.#board.draw(null);
    this.#marked = {};
  }

  #closeHint(): void {
    this.#endHint();
    this.#show();
    this.#board.focus();
  }

  #apply({ placement, eliminations }: Step): void {
    if (placement !== undefined) {
      this.#board.select(placement.cell.index);
      this.#set(placeDigit(this.#game, placement.cell.index, placement.digit, settings.cleans));
    } else {
      this.#set(eliminate(this.#game, setsOf(eliminations)));
    }
    this.#board.focus();
  }

  async #copyLink(): Promise<void> {
    const fragment = `play?${linkOfGame(this.#game)}`;
    try {
      await navigator.clipboard.writeText(`${location.origin}${location.pathname}#${fragment}`);
      clearError();
      say("The link was copied. It has the puzzle and your progress.");
    } catch {
      history.replaceState(null, "", `#${fragment}`);
      say("The link is in the address of this page");
    }
  }
}

/** Returns the list of the keys. */
function keys(): HTMLElement {
  const rows: [string, string][] = [
    ["Arrows, Home, End", "move"],
    ["Shift + arrows, Ctrl or Shift + click, drag", "select several cells"],
    ["1 – 9", "enter what the keypad enters"],
    ["Shift + 1 – 9", "enter a corner mark"],
    ["Ctrl + 1 – 9", "enter a centre mark"],
    ["0, Backspace, Delete", "erase"],
    [MODES.map(({ key }) => key).join(", "), MODES.map(({ label }) => label.toLowerCase()).join(", ")],
    ["Long press on a cell", "select several cells"],
    ["Long press on a digit", "choose it for the next cells; Escape ends it"],
    ["Ctrl + Z, Ctrl + Y", "undo, redo"],
    ["H", "hint"],
  ];
  return h(
    "details.keys",
    {},
    h("summary", {}, "Keys"),
    h("dl", {}, ...rows.flatMap(([key, about]) => [h("dt", {}, key), h("dd", {}, about)])),
  );
}
