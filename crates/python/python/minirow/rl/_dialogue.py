"""`MoveDialogue`: a puzzle that a model solves in several turns, with moves and feedback."""

from __future__ import annotations

from typing import Any

from .._arguments import whole, whole_or_none
from .._minirow import MinirowError
from .._position import Move
from ._moves import MoveJudge, MoveRewards, MoveVerdict, parse_moves
from ._puzzles import grid_text

#: The levels of feedback, from the least to the most.
FEEDBACK = ("board", "verdict", "reason")

#: Only placements earn, so that a solved puzzle has the largest reward, and eliminations alone have none.
_REWARDS = MoveRewards(elimination=0.0)


class MoveDialogue:
    """A puzzle that a model solves in several turns: a reply has moves, and feedback follows.

    Nothing here needs another library. `minirow.rl.verifiers` has an environment of it.

    Parameters
    ----------
    puzzle : str
        A puzzle with one solution, 81 characters.
    max_er : float or str, optional
        The highest rating of techniques that force a move, or a level, as for `MoveJudge`.
    moves_per_turn : int, optional
        The number of moves of a reply that are judged; the rest is ignored, and the feedback says so. By default, all are.
    feedback : {"board", "verdict", "reason"}, default "verdict"
        What a model is told: the board after its moves; also which moves were made, and which were not; also why. No level tells
        a digit of the solution.
    max_turns : int, optional
        The number of replies after which the dialogue ends. By default, 81 if `moves_per_turn` is 1, and otherwise 20.
    max_mistakes : int, optional
        The number of wrong and impossible moves with which the dialogue ends. By default, there is no limit.
    rewards : MoveRewards, optional
        The rewards of moves. By default, those of `MoveRewards` without a reward for eliminations.

    Raises
    ------
    MinirowError
        If the puzzle has no solution or several, or an argument is out of range.

    See Also
    --------
    MoveJudge : Judges the moves.

    Examples
    --------
    >>> from minirow.rl import MoveDialogue
    >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> dialogue = MoveDialogue(puzzle, max_er=1.2, feedback="reason")
    >>> print(dialogue.answer("First r6c2=4, then r5c1=6.").splitlines()[0])
    r6c2=4: made (hidden-single, rating 1.2)
    >>> dialogue.mistakes, dialogue.is_over, round(dialogue.reward, 3)
    (1, False, 0.0)
    """

    def __init__(
        self,
        puzzle: str,
        *,
        max_er: float | str | None = None,
        moves_per_turn: int | None = None,
        feedback: str = "verdict",
        max_turns: int | None = None,
        max_mistakes: int | None = None,
        rewards: MoveRewards | None = None,
    ) -> None:
        if feedback not in FEEDBACK:
            raise MinirowError(f"feedback: found {feedback!r}, expected one of {', '.join(map(repr, FEEDBACK))}")
        self._judge = MoveJudge(puzzle, max_er=max_er, rewards=_REWARDS if rewards is None else rewards)
        self._blanks = self._judge.board.count(".")
        self._moves_per_turn = whole_or_none("moves_per_turn", moves_per_turn)
        self._max_turns = whole("max_turns", (81 if moves_per_turn == 1 else 20) if max_turns is None else max_turns, 1)
        self._max_mistakes = whole_or_none("max_mistakes", max_mistakes)
        self._max_er = max_er
        self._level = FEEDBACK.index(feedback)
        self._sum = 0.0
        #: The number of replies.
        self.turns = 0
        #: The number of wrong and impossible moves.
        self.mistakes = 0
        #: The numbers of moves that were made, and of moves that were judged.
        self.made = self.judged = 0
        #: The number of replies without a move.
        self.empty_turns = 0

    @property
    def board(self) -> str:
        """The clues and the digits placed so far.

        Returns
        -------
        str
            81 characters, with ``.`` for empty cells.

        Examples
        --------
        >>> from minirow.rl import MoveDialogue
        >>> solution = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
        >>> MoveDialogue("." + solution[1:]).board[:9]
        '.17369825'
        """
        return self._judge.board

    @property
    def is_solved(self) -> bool:
        """True if all cells are filled.

        Returns
        -------
        bool
            True if the puzzle is solved.

        Examples
        --------
        >>> from minirow.rl import MoveDialogue
        >>> solution = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
        >>> dialogue = MoveDialogue("." + solution[1:])
        >>> dialogue.answer("r1c1=4") is None, dialogue.is_solved, dialogue.reward
        (True, True, 1.0)
        """
        return self._judge.is_solved

    @property
    def is_over(self) -> bool:
        """True if the puzzle is solved, or a limit is reached.

        Returns
        -------
        bool
            True if no reply is expected.

        Examples
        --------
        >>> from minirow.rl import MoveDialogue
        >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
        >>> dialogue = MoveDialogue(puzzle, max_turns=1)
        >>> dialogue.answer("I give up.") is None, dialogue.is_over
        (True, True)
        """
        return self._is_decided or self.turns >= self._max_turns

    @property
    def _is_decided(self) -> bool:
        too_many = self._max_mistakes is not None and self.mistakes >= self._max_mistakes
        return self.is_solved or too_many

    @property
    def reward(self) -> float:
        """The reward of the dialogue.

        Returns
        -------
        float
            The sum of the rewards of all moves, divided by the number of cells that are empty in the puzzle, from 0.0 to 1.0.

        Examples
        --------
        >>> from minirow.rl import MoveDialogue
        >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
        >>> dialogue = MoveDialogue(puzzle)
        >>> _ = dialogue.answer("r6c2=4 r8c3=3")
        >>> dialogue.reward == 2 / 64
        True
        """
        return min(max(self._sum / max(self._blanks, 1), 0.0), 1.0)

    def question(self) -> str:
        """Returns the prompt for a language model.

        Returns
        -------
        str
            The rules, the board, and the form of moves.

        Examples
        --------
        >>> from minirow.rl import MoveDialogue
        >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
        >>> MoveDialogue(puzzle, moves_per_turn=1).question().splitlines()[-1]
        'Reply with one move, such as r4c3=9 (row 4, column 3 is 9). You may also remove a candidate: r4c3<>9.'
        """
        number = self._moves_per_turn
        moves = "one move" if number == 1 else "moves" if number is None else f"up to {number} moves"
        forced = "" if self._max_er is None else " Make only moves that follow by logic: a guess is not made."
        return (
            "Solve this Sudoku puzzle step by step. A dot is an empty cell. Each row, column and 3x3 box must hold each of the "
            f"digits 1 to 9 once.{forced}\n\n{grid_text(self.board)}\n\nReply with {moves}, such as r4c3=9 (row 4, column 3 is "
            "9). You may also remove a candidate: r4c3<>9."
        )

    def answer(self, reply: str) -> str | None:
        """Judges the moves of a reply, and returns the feedback.

        Placements that are on the board already, and moves that the reply repeats, are ignored.

        Parameters
        ----------
        reply : str
            The reply of a model. `parse_moves` reads its moves.

        Returns
        -------
        str or None
            The feedback, or None if the dialogue is over.

        Raises
        ------
        MinirowError
            If the dialogue is over already.
        TypeError
            If `reply` is not a text.

        Examples
        --------
        >>> from minirow.rl import MoveDialogue
        >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
        >>> dialogue = MoveDialogue(puzzle)
        >>> dialogue.answer("As r1c1=4, r1c2=4.").splitlines()[0]
        'r1c2=4: not made, impossible'
        """
        if self.is_over:
            raise MinirowError("found a reply after the end, expected none: the dialogue is over")
        # A reply may repeat what is on the board, and its own moves.
        moves = [move for move in dict.fromkeys(parse_moves(reply)) if not self._is_on_board(move)]
        self.turns += 1
        self.empty_turns += not moves
        lines = [] if moves else ["Found no new move, expected one such as r4c3=9."]
        for number, move in enumerate(moves):
            if number == self._moves_per_turn:
                lines.append(f"The other moves are ignored, expected at most {number} in a reply.")
                break
            verdict = self._judge.judge(move)
            self._sum += verdict.reward
            self.judged += 1
            self.made += verdict.is_made
            self.mistakes += not (verdict.is_possible and verdict.is_right)
            if self._level:
                lines.append(f"{move}: {self._told(verdict)}")
            if self._is_decided:
                break
        return None if self.is_over else "\n".join([*lines, "", grid_text(self.board)]).lstrip("\n")

    def _is_on_board(self, move: Move) -> bool:
        return move.is_placement and self.board[move.candidate.index] == str(move.candidate.digit)

    def _told(self, verdict: MoveVerdict) -> str:
        """Returns what a model is told about a move."""
        has_reasons = FEEDBACK[self._level] == "reason"
        if verdict.is_made:
            step = f" ({verdict.technique}, rating {verdict.rating:.1f})" if verdict.rating is not None else ""
            return "made" + (step if has_reasons else "")
        if not verdict.is_possible:
            return "not made, impossible" + (f": {self._obstacle(verdict)}" if has_reasons else "")
        if not verdict.is_right:
            return "not made, wrong" + (": it contradicts the solution" if has_reasons else "")
        needed = "no technique of the path makes it here"
        if verdict.rating is not None:
            needed = f"it needs {verdict.technique}, rating {verdict.rating:.1f}"
        return "not made, right but not forced" + (f": {needed}" if has_reasons else "")

    def _obstacle(self, verdict: MoveVerdict) -> str:
        candidate = verdict.move.candidate
        found = self.board[candidate.index]
        if found != ".":
            return f"the cell is {found} already"
        return f"the cell has no candidate {candidate.digit}"


def dialogue_options(**options: Any) -> dict[str, Any]:
    """Checks the options of dialogues with a puzzle that is nearly full."""
    full = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
    MoveDialogue("." + full[1:], **options)
    return options
