/** A game that leaves the page: as a link, and as a PDF to print. */

import { isStopped, type Engine } from "../engine/engine";
import { puzzleOf } from "../sudoku/position";
import { download } from "../ui/dom";
import { clearError, say } from "../ui/message";
import { visibly } from "../ui/work";
import { positionOfClues, type Game } from "./game";
import { linkOfGame } from "./saved";

/** Copies a link to a game with its progress. */
export async function copyLink(game: Game): Promise<void> {
  const fragment = `play?${linkOfGame(game)}`;
  try {
    await navigator.clipboard.writeText(`${location.origin}${location.pathname}#${fragment}`);
    clearError();
    say("The link was copied. It has the puzzle and your progress.");
  } catch {
    history.replaceState(null, "", `#${fragment}`);
    say("The link is in the address of this page");
  }
}

/** Makes a PDF of the puzzle of a game. That of candidates is printed as it is on the board. */
export async function print(game: Game, heading: string, engine: Engine): Promise<void> {
  const { clues, isSukaku } = game;
  if (isSukaku) {
    window.print();
    return;
  }
  try {
    const puzzle = puzzleOf({ ...positionOfClues(game), digits: clues }) as { puzzle: string };
    const book = { perPage: 1, solutionsPerPage: 1, sections: [{ puzzles: [{ puzzle: puzzle.puzzle, heading }] }] };
    const pdf = await visibly("Printing", engine, engine.call("bookPdf", book));
    download("sudoku.pdf", "application/pdf", pdf as Uint8Array<ArrayBuffer>);
  } catch (error) {
    say((error as Error).message, isStopped(error) ? "done" : "error");
  }
}
