/** Games as texts: in the storage of the browser, and in links. Nothing that is read is trusted. */

import { digitsOfText, textOfDigits } from "../sudoku/cells";
import { decodeMarks, encodeMarks } from "../sudoku/marks_code";
import { linkOf, positionOfLink } from "../sudoku/position";
import { NOT_STORED, store } from "../ui/store";
import { MOST_CHANGES, newGame, positionOfGame, type Game, type Snapshot } from "./game";

const CURRENT = "minirow.game";
const BEFORE = "minirow.game.before";
/** A text that could not be read. It is kept, so that nothing is lost. */
const DAMAGED = "minirow.game.damaged";

/** The marks of a game without any. */
const NONE = "00".repeat(81);

const encode = ({ digits, marks, colours, corners, centres }: Snapshot): string =>
  [textOfDigits(digits), encodeMarks(marks), colours.join(""), encodeMarks(corners), encodeMarks(centres)].join(" ");

/** Reads marks. @throws Error if they are damaged. */
function marksOf(text: string): number[] {
  const marks = decodeMarks(text);
  if (marks === null) {
    throw new Error("its marks are damaged");
  }
  return marks;
}

function decode(value: unknown): Snapshot {
  const [digits = "", marks = "", colours = "", corners = NONE, centres = NONE] =
    typeof value === "string" ? value.split(" ") : [];
  if (!/^[1-9.]{81}$/.test(digits) || !/^[0-6]{81}$/.test(colours)) {
    throw new Error("a position is damaged");
  }
  return {
    digits: digitsOfText(digits),
    marks: marksOf(marks),
    colours: digitsOfText(colours),
    corners: marksOf(corners),
    centres: marksOf(centres),
  };
}

/** Returns `true` if two games show the same on the board. */
export const areAlike = (one: Game, other: Game): boolean =>
  String(one.clues) === String(other.clues) && encode(one.now) === encode(other.now);

/** The number of the save that this page made or read last. Each tab that saves raises it. */
let counter = 0;

function toText(game: Game): string {
  const { clues, candidates, now, past, future, ...rest } = game;
  return JSON.stringify({
    counter,
    ...rest,
    clues: textOfDigits(clues),
    candidates: encodeMarks(candidates),
    now: encode(now),
    past: past.map(encode),
    future: future.map(encode),
  });
}

const wholeNumber = (value: unknown): number =>
  typeof value === "number" && value >= 0 && value < 1e7 ? Math.floor(value) : 0;

/** Reads a game. @throws Error if it is damaged. */
function fromText(text: string): Game {
  const value = JSON.parse(text) as Record<string, unknown> | null;
  const clues = value?.["clues"];
  if (value === null || typeof clues !== "string" || !/^[1-9.]{81}$/.test(clues)) {
    throw new Error("it has no clues");
  }
  const list = (name: string): Snapshot[] => {
    const all: unknown = value[name];
    return Array.isArray(all) ? all.slice(-MOST_CHANGES).map(decode) : [];
  };
  const game: Game = {
    isSukaku: value["isSukaku"] === true,
    clues: digitsOfText(clues),
    candidates: marksOf(String(value["candidates"] ?? NONE)),
    now: decode(value["now"]),
    past: list("past"),
    future: list("future"),
    isAutomatic: value["isAutomatic"] === true,
    seconds: wholeNumber(value["seconds"]),
    hints: wholeNumber(value["hints"]),
    day: typeof value["day"] === "string" && /^\d{4}-\d\d-\d\d$/.test(value["day"]) ? value["day"] : null,
    isCounted: value["isCounted"] === true,
  };
  const keepsClues = ({ digits }: Snapshot): boolean =>
    game.clues.every((digit, cell) => digit === 0 || digits[cell] === digit);
  if (![game.now, ...game.past, ...game.future].every(keepsClues)) {
    throw new Error("its digits do not have its clues");
  }
  return game;
}

/** Saves the game that is played. Returns `false` if it cannot be stored. */
export function save(game: Game): boolean {
  counter += 1;
  return store(CURRENT, toText(game));
}

/** The game that was replaced, if it cannot be stored. */
let unsaved: Game | null = null;

/** Saves a game that another one replaces. Returns `false` if it is kept until the page is closed only. */
export function saveBefore(game: Game): boolean {
  const isSaved = store(BEFORE, toText(game));
  unsaved = isSaved ? null : game;
  return isSaved;
}

/** Returns the counter of the game in the storage. */
function storedCounter(): number {
  try {
    const { counter } = JSON.parse(localStorage.getItem(CURRENT) ?? "{}") as { counter?: unknown };
    return typeof counter === "number" ? counter : 0;
  } catch {
    return 0;
  }
}

/** Loads the game that another tab has saved after the last save of this one, or null. */
export function loadNewer(): Game | null {
  try {
    return storedCounter() > counter ? loadGame() : null;
  } catch {
    return null;
  }
}

/** Calls a function when another tab saves a game, and when this one is shown again. */
export function watchGames(onChange: () => void): void {
  window.addEventListener("storage", ({ key }) => {
    if (key === CURRENT) {
      onChange();
    }
  });
  for (const event of ["focus", "pageshow"]) {
    window.addEventListener(event, onChange);
  }
  document.addEventListener("visibilitychange", onChange);
}

function load(key: string): Game | null {
  let text: string | null = null;
  try {
    text = localStorage.getItem(key);
    return text === null ? null : fromText(text);
  } catch (error) {
    if (text === null) {
      return null;
    }
    const isKept = store(DAMAGED, text);
    if (isKept) {
      localStorage.removeItem(key);
    }
    throw new Error(
      `The saved game cannot be read: ${(error as Error).message}${isKept ? "" : `. It is not set aside: ${NOT_STORED}`}`,
    );
  }
}

/** Loads the game that was played last. @throws Error if it is damaged. */
export function loadGame(): Game | null {
  counter = Math.max(counter, storedCounter());
  return load(CURRENT);
}

/** Loads the game that was replaced. */
export function loadBefore(): Game | null {
  try {
    return unsaved ?? load(BEFORE);
  } catch {
    return null;
  }
}

/** Writes a game as the parameters of a link, without what can be undone. */
export function linkOfGame(game: Game): URLSearchParams {
  const parameters = linkOf(positionOfGame(game));
  if (game.now.colours.some((colour) => colour !== 0)) {
    parameters.set("colours", game.now.colours.join(""));
  }
  for (const [name, marks] of Object.entries({
    corners: game.now.corners,
    centres: game.now.centres,
    candidates: game.candidates,
  })) {
    if (marks.some((set) => set !== 0)) {
      parameters.set(name, encodeMarks(marks));
    }
  }
  if (game.isAutomatic) {
    parameters.set("automatic", "1");
  }
  parameters.set("seconds", String(game.seconds));
  return parameters;
}

/** Reads the parameters of a link. @throws Error that tells what is wrong. */
export function gameOfLink(parameters: URLSearchParams): Game {
  const game = newGame(positionOfLink(parameters));
  const colours = parameters.get("colours") ?? "0".repeat(81);
  if (!/^[0-6]{81}$/.test(colours)) {
    throw new Error("the colours of the link are damaged");
  }
  const marks = (name: string): number[] => marksOf(parameters.get(name) ?? NONE);
  return {
    ...game,
    candidates: game.isSukaku && parameters.has("candidates") ? marks("candidates") : game.candidates,
    now: { ...game.now, colours: digitsOfText(colours), corners: marks("corners"), centres: marks("centres") },
    isAutomatic: parameters.get("automatic") === "1",
    seconds: wholeNumber(Number(parameters.get("seconds") ?? "0")),
  };
}
