/** Play: a game with marks, colours, undo, check, hints and a timer, which survives a reload. */

import { isStopped, type Engine } from "../engine/engine";
import { positionOf, puzzleOf, type Position } from "../sudoku/position";
import { Board, letterOfKey } from "../ui/board";
import { button, h } from "../ui/dom";
import { icon, type IconName } from "../ui/icons";
import { clearError, say } from "../ui/message";
import { settings, watchSettings } from "../ui/settings";
import { NOT_STORED } from "../ui/store";
import { visibly } from "../ui/work";
import { Entry } from "./entry";
import {
  conflicts,
  hasProgress,
  isSolved,
  newGame,
  positionOfClues,
  positionToSolve,
  redo,
  restarted,
  setAutomatic,
  undo,
  type Game,
} from "./game";
import { Help } from "./help";
import { keys } from "./keys";
import { NewGame } from "./new_game";
import { Pause } from "./pause";
import { PuzzleRating } from "./rating";
import { areAlike, gameOfLink, loadBefore, loadGame, loadNewer, save, saveBefore, watchGames } from "./saved";
import type { Session } from "./session";
import { copyLink, print } from "./share";
import { addSolved, seedOf } from "./statistics";
import { Timer, clock } from "./timer";

/** The game that is there before any other. */
const FIRST = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

export class PlayView implements Session {
  readonly element: HTMLElement;
  readonly board = new Board("Game", {
    isMultiple: true,
    onPoint: (cell, isDrag) => this.#entry.enterChosen(cell, isDrag),
  });
  readonly #engine: Engine;
  readonly #makers: Engine;
  readonly #onExplain: (position: Position) => void;
  readonly #entry = new Entry(this);
  readonly #help: Help;
  readonly #rating: PuzzleRating;
  readonly #timer = new Timer(
    () => this.#runs(),
    () => this.#tick(),
  );
  readonly #pause: Pause;
  readonly #automatic = h("input", {
    type: "checkbox",
    role: "switch",
    onchange: () => this.set(setAutomatic(this.#game, this.#automatic.checked)),
  });
  readonly #tools: Record<"undo" | "redo" | "check" | "hint", HTMLButtonElement>;
  readonly #state = h("p.state", { role: "status" });
  readonly #before = button("Game before", () => this.#swap(), { class: "quiet", hidden: true });
  readonly #newGame = new NewGame((level, day) => void this.#start(level, day), this.#before);
  #game: Game = newGame(positionOf({ puzzle: FIRST }));
  /** `true` if another tab plays this game. */
  #isFollowing = false;
  #isSaved = true;

  constructor(engine: Engine, makers: Engine, onExplain: (position: Position) => void) {
    this.#engine = engine;
    this.#makers = makers;
    this.#onExplain = onExplain;
    this.#help = new Help(engine, this);
    this.#rating = new PuzzleRating(makers);
    this.#tools = {
      undo: tool("undo", "Undo", () => this.set(undo(this.#game))),
      redo: tool("redo", "Redo", () => this.set(redo(this.#game))),
      check: tool("check", "Check", () => void this.#help.check()),
      hint: tool("hint", "Hint", () => void this.#help.hint()),
    };
    this.#entry.element.append(this.#help.panel);
    const controls = h(
      "div.controls",
      {},
      h("div.tools", { role: "toolbar", "aria-label": "Game" }, ...Object.values(this.#tools)),
      this.#entry.element,
      h("label.switch", {}, this.#automatic, "Automatic candidates"),
    );
    this.#pause = new Pause(this.board, controls);
    this.element = h(
      "main.view.play",
      { id: "play-view", "aria-label": "Play", hidden: true },
      h("div.board-column", {}, this.board.element),
      h("div.side", {}, this.#bar(), controls, this.#newGame.element, this.#actions(), keys()),
    );
    this.#restore();
    watchGames(() => this.#follow());
    watchSettings(() => this.show());
    this.#entry.showMode();
  }

  /** Returns the row with the time, the rating and the state. */
  #bar(): HTMLElement {
    const states = h("div.states", {}, this.#rating.element, this.#state);
    return h("div.bar.game-bar", {}, this.#timer.element, this.#pause.button, states);
  }

  /** Returns the row with what can be done with the whole game. */
  #actions(): HTMLElement {
    const link = button("Copy a link", () => void copyLink(this.#game), { class: "quiet" });
    link.prepend(icon("link"));
    const heading = (): string => this.#rating.element.textContent;
    return h(
      "div.buttons.actions",
      {},
      link,
      button("Explain", () => this.#onExplain(positionToSolve(this.#game)), { class: "quiet" }),
      button("Print", () => void print(this.#game, heading(), this.#makers), { class: "quiet" }),
      button("Restart", () => this.set(restarted(this.#game)), { class: "quiet" }),
    );
  }

  /** Takes up the game of the storage. */
  #restore(): void {
    try {
      this.#game = loadGame() ?? this.#game;
    } catch (error) {
      say((error as Error).message, "error");
    }
    this.#before.hidden = loadBefore() === null;
  }

  get game(): Game {
    return this.#game;
  }

  countHint(): void {
    this.#game = { ...this.#game, hints: this.#game.hints + 1 };
    this.#save();
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
    if (areAlike(other, this.#game)) {
      this.#game = { ...other, now: this.#game.now }; // a hint stays
    } else {
      this.#game = other;
      this.#help.end();
    }
    this.show();
    if (isOther && !this.element.hidden) {
      say("Another tab plays another game. “Game before” returns to the one that was here.");
    }
  }

  /** Saves the game, and tells once if that is not possible. */
  #save(): void {
    const isSaved = save(this.#game);
    if (!isSaved && this.#isSaved) {
      say(`The game is not saved: ${NOT_STORED}. Copy a link to keep it.`, "error");
    }
    this.#isSaved = isSaved;
  }

  /** Does what waits until the view is shown. */
  onShow(): void {
    this.#newGame.showStatistics();
    this.#showRating();
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
      if (["ambiguous", "unsolvable", "solved"].includes(verdict)) {
        throw new Error(`The link has no puzzle to play: ${reason ?? (verdict === "solved" ? "it is full" : verdict)}`);
      }
      this.#replace(game);
    } catch (error) {
      say((error as Error).message, "error");
    }
  }

  #replace(game: Game): void {
    const isOpen = hasProgress(this.#game) && !isSolved(this.#game);
    const isSaved = !isOpen || saveBefore(this.#game);
    this.#before.hidden &&= !isOpen;
    this.#pause.set(false);
    this.#begin(game);
    if (!isSaved) {
      say(`No game is saved: ${NOT_STORED}. “Game before” works until the page is closed.`, "error");
    }
    this.board.focus();
  }

  /** Takes up the game that was replaced. */
  #swap(): void {
    const before = loadBefore();
    if (before !== null) {
      saveBefore(this.#game);
      this.#begin(before);
    }
  }

  /** Goes on with another game. If it is solved already, nobody solved it here. */
  #begin(game: Game): void {
    this.#isSaved = true;
    this.#put({ ...game, isCounted: game.isCounted || isSolved(game) });
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
    return isShown && !this.#pause.isPaused && !this.#isFollowing && !isSolved(this.#game);
  }

  #tick(): void {
    this.#game = { ...this.#game, seconds: this.#game.seconds + 1 };
    this.#timer.show(this.#game.seconds);
    if (this.#game.seconds % 5 === 0) {
      this.#save();
    }
  }

  set(game: Game): void {
    if (game === this.#game) {
      return;
    }
    const isEnd = isSolved(game) && !isSolved(this.#game);
    const isNew = isEnd && !game.isCounted;
    this.#put({ ...game, isCounted: game.isCounted || isEnd });
    if (isEnd) {
      say(`Solved in ${clock(game.seconds)}`);
      if (isNew && !addSolved(this.#rating.level || "unrated", game.seconds, game.day)) {
        say(`The statistics do not have this game: ${NOT_STORED}`, "error");
      }
      this.#showSolved();
    }
  }

  /** Saves and shows a game. A hint ends. */
  #put(game: Game): void {
    this.#game = game;
    this.#isFollowing = false;
    this.#help.end();
    this.#save();
    this.show();
  }

  /** Shows the card of a game that is solved. */
  #showSolved(): void {
    const { seconds, hints, day } = this.#game;
    const of = this.#rating.element.textContent;
    const help = hints === 0 ? "without a hint" : hints === 1 ? "with one hint" : `with ${hints} hints`;
    const next = button("Next", () => void this.#start(this.#rating.level === "" ? "easy" : this.#rating.level), {
      class: "primary",
    });
    const explain = button("Explain", () => this.#onExplain(positionOfClues(this.#game)));
    this.#help.showPanel(
      day === null ? "Solved" : "Solved the puzzle of the day",
      h("p", {}, [clock(seconds), help, of].filter((part) => part !== "").join(" · ")),
      next,
      explain,
      button("Close", () => this.#help.close(), { class: "quiet" }),
    );
    this.#newGame.showStatistics();
  }

  show(): void {
    const { now, clues, past, future, isAutomatic, seconds } = this.#game;
    const wrong = new Set([...(settings.errors ? conflicts(this.#game) : []), ...(this.#help.marked.wrong ?? [])]);
    const { digit } = this.#entry;
    this.#showRating();
    this.board.show({ ...now, isClue: (cell) => clues[cell] !== 0, digit, ...this.#help.marked, wrong });
    this.#entry.showLeft(now.digits);
    this.#tools.undo.disabled = past.length === 0;
    this.#tools.redo.disabled = future.length === 0;
    this.#automatic.checked = isAutomatic;
    this.#timer.show(seconds);
    const empty = now.digits.filter((digit) => digit === 0).length;
    this.#state.textContent = isSolved(this.#game) ? "Solved" : `${empty} ${empty === 1 ? "cell" : "cells"} to fill`;
  }

  #showRating(): void {
    if (!this.element.hidden) {
      void this.#rating.show(this.#game);
    }
  }

  /** Enters digits, moves the selection, and does what the list of keys tells. */
  key(event: KeyboardEvent): void {
    if (this.#pause.isPaused || this.#entry.key(event)) {
      return;
    }
    const key = letterOfKey(event);
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl && (key === "z" || key === "y")) {
      event.preventDefault();
      this.set(key === "y" || event.shiftKey ? redo(this.#game) : undo(this.#game));
    } else if (!isControl && key === "h") {
      void this.#help.hint();
    } else if (key === "escape") {
      this.#entry.showChosen(null);
      if (!this.#help.panel.hidden) {
        this.#help.close();
      }
    } else {
      this.board.move(event);
    }
  }
}

function tool(name: IconName, label: string, act: () => void): HTMLButtonElement {
  const one = button(label, act, { class: "tool" });
  one.prepend(icon(name));
  return one;
}
