/** The game that is played, as the parts of the view see it. */

import type { Board } from "../ui/board";
import type { Game } from "./game";

export interface Session {
  readonly board: Board;
  readonly game: Game;
  /** Replaces the game after a change, which ends a hint. */
  set(game: Game): void;
  /** Shows the game again. */
  show(): void;
  /** Counts a hint that shows its step. */
  countHint(): void;
}
