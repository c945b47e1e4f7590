"""Moves, and positions: the placed digits and the pencilmarks of a puzzle while it is solved."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from ._answers import check
from ._arguments import checked_text, whole
from ._explain import Candidate
from ._minirow import MinirowError

#: The cells of each house, as places from 0 to 80: rows, columns, boxes.
HOUSES = (
    *(tuple(range(9 * row, 9 * row + 9)) for row in range(9)),
    *(tuple(range(column, 81, 9)) for column in range(9)),
    *(
        tuple(first + 9 * row + column for row in range(3) for column in range(3))
        for first in (0, 3, 6, 27, 30, 33, 54, 57, 60)
    ),
)
#: The 20 cells that each cell sees.
PEERS = tuple(
    tuple(sorted({other for house in HOUSES if cell in house for other in house} - {cell})) for cell in range(81)
)
_ALL = 0b111_111_111
_STEP = re.compile(
    r"([a-z-]+)(?: (\d\d?\.\d))?: "
    r"((?:r[1-9]c[1-9](?:=[1-9]|<>[1-9]{1,9}))(?:, r[1-9]c[1-9](?:=[1-9]|<>[1-9]{1,9}))*)(?: # (.*))?"
)
#: The candidates of each cell, by its name.
_CELL_OF = {
    f"r{row}c{column}": tuple(Candidate(row, column, digit) for digit in range(1, 10))
    for row in range(1, 10)
    for column in range(1, 10)
}
_MOVE = re.compile(r"\s*r([1-9])c([1-9])\s*(=|<>)\s*([1-9])\s*", re.I)


class Move(NamedTuple):
    """A move: a digit that is placed in a cell, or a candidate that is removed.

    Parameters
    ----------
    candidate : Candidate
        The cell and the digit.
    is_placement : bool, default True
        True if the digit is placed, False if the candidate is removed.

    Examples
    --------
    >>> from minirow.rl import Move
    >>> str(Move(minirow.Candidate(4, 3, 9))), str(Move(minirow.Candidate(4, 3, 9), is_placement=False))
    ('r4c3=9', 'r4c3<>9')
    """

    candidate: Candidate
    is_placement: bool = True

    def __str__(self) -> str:
        return f"{self.candidate.cell}{'=' if self.is_placement else '<>'}{self.candidate.digit}"

    @classmethod
    def parse(cls, text: str) -> Move:
        """Reads a move.

        Parameters
        ----------
        text : str
            A placement such as ``r4c3=9``, or an elimination such as ``r4c3<>9``. Case and spaces do not matter.

        Returns
        -------
        Move
            The move.

        Raises
        ------
        MinirowError
            If the text is no move.
        TypeError
            If `text` is not a text.

        Examples
        --------
        >>> from minirow.rl import Move
        >>> Move.parse("r4c3 <> 9")
        Move(candidate=Candidate(row=4, column=3, digit=9), is_placement=False)
        """
        found = _MOVE.fullmatch(checked_text(text, "a text with a move"))
        if not found:
            shown = text if len(text) <= 40 else text[:40] + "..."
            raise MinirowError(f"found {shown!r}, expected a move such as r4c3=9 or r4c3<>9")
        return cls(Candidate(int(found[1]), int(found[2]), int(found[4])), found[3] == "=")


class PathStep(NamedTuple):
    """A step of a path without its explanation, as in a trace.

    Parameters
    ----------
    technique : str
        The name of the technique, as in the column ``techniques``.
    rating : float or None
        The rating of the step, from 1.0 to 20.0, if it is known.
    moves : tuple of Move
        The digit that the step places, and the candidates that it removes.
    words : str or None, default None
        The step in words, without line breaks.

    Examples
    --------
    >>> from minirow.traces import trace
    >>> first = trace("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......").steps[0]
    >>> str(first), first.technique, first.rating
    ('hidden-single 1.2: r6c2=4', 'hidden-single', 1.2)
    """

    technique: str
    rating: float | None
    moves: tuple[Move, ...]
    words: str | None = None

    def __str__(self) -> str:
        rating = "" if self.rating is None else f" {self.rating:.1f}"
        words = "" if self.words is None else f" # {self.words}"
        return f"{self.technique}{rating}: {', '.join(map(str, self.moves))}{words}"

    @classmethod
    def parse(cls, line: str) -> PathStep:
        """Reads a step.

        Parameters
        ----------
        line : str
            The technique, its rating (which may be missing), the moves, and the words after ``#``. Several digits
            after ``<>`` stand for several candidates of the cell.

        Returns
        -------
        PathStep
            The step.

        Raises
        ------
        MinirowError
            If the line is no step.
        TypeError
            If `line` is not a text.

        Examples
        --------
        >>> from minirow.traces import PathStep
        >>> step = PathStep.parse("pointing 2.6: r1c6<>2, r2c6<>23 # Look at box 3.")
        >>> [str(move) for move in step.moves], step.words
        (['r1c6<>2', 'r2c6<>2', 'r2c6<>3'], 'Look at box 3.')
        """
        return _step(checked_text(line, "a text with a step"))


@lru_cache(maxsize=1 << 14)  # most steps of a path are among the 729 singles
def _step(line: str) -> PathStep:
    found = _STEP.fullmatch(line)
    if not found:
        shown = line if len(line) <= 60 else line[:60] + "..."
        raise MinirowError(f"found {shown!r}, expected a step such as 'pointing 2.6: r1c6<>2, r2c6<>2'")
    technique, rating, moves, words = found.groups()
    made = []
    for move in moves.split(", "):
        cell = _CELL_OF[move[:4]]
        is_placement = move[4] == "="
        for digit in move[5 if is_placement else 6 :]:
            made.append(Move(cell[int(digit) - 1], is_placement))
    return PathStep(technique, float(rating) if rating else None, tuple(made), words)


def check_move(move: Move) -> None:
    """Checks the types of a move, and the range of its candidate."""
    if not isinstance(move, Move) or not isinstance(move.candidate, Candidate):
        found = move.candidate if isinstance(move, Move) else move
        raise TypeError(f"found {type(found).__name__}, expected a Move with a Candidate; Move.parse reads a text")
    for name, value in move.candidate._asdict().items():
        whole(f"{name} of the candidate", value, 1, 9)


def unique(puzzle: str) -> tuple[str, str]:
    """Returns a puzzle as 81 characters and its only solution, or an error that says why there is none."""
    row = check(checked_text(puzzle, "one puzzle as a text"))
    if row["solution"] is None:
        raise MinirowError(
            f"found a grid that is {row['verdict']}, expected a puzzle with one solution: {row['reason']}"
        )
    return row["puzzle"], row["solution"]


class Position:
    """The placed digits and the candidates of a puzzle with one solution. Wrong moves are refused."""

    def __init__(self, puzzle: str) -> None:
        """Starts with the clues and all candidates that they leave."""
        self.puzzle, solution = unique(puzzle)
        self.solution = tuple(map(int, solution))
        self.digits = [0] * 81
        #: The candidates of each cell as bits: bit 0 is digit 1. Of a filled cell, its digit.
        self.candidates = [_ALL] * 81
        for cell, digit in enumerate(self.puzzle):
            if digit != ".":
                self._place(cell, int(digit))

    def is_right(self, move: Move) -> bool:
        """Returns True if a move agrees with the solution."""
        return (self.solution[move.candidate.index] == move.candidate.digit) == move.is_placement

    def is_possible(self, move: Move) -> bool:
        """Returns True if the cell of a move is empty, and has the candidate."""
        cell, digit = move.candidate.index, move.candidate.digit
        return not self.digits[cell] and bool(self.candidates[cell] >> (digit - 1) & 1)

    def apply(self, move: Move) -> None:
        """Makes a move that is right and possible."""
        cell, digit = move.candidate.index, move.candidate.digit
        if move.is_placement:
            self._place(cell, digit)
        else:
            self.candidates[cell] &= ~(1 << (digit - 1))

    def _place(self, cell: int, digit: int) -> None:
        self.digits[cell] = digit
        self.candidates[cell] = bit = 1 << (digit - 1)
        for peer in PEERS[cell]:
            self.candidates[peer] &= ~bit

    @property
    def is_solved(self) -> bool:
        """True if all cells are filled."""
        return 0 not in self.digits

    def text(self) -> str:
        """Returns the digits as 81 characters."""
        return "".join(str(digit or ".") for digit in self.digits)

    def candidate_text(self) -> str:
        """Returns the candidates as 729 characters, from which `explain` continues."""
        return "".join(_CELLS[marks] for marks in self.candidates)


#: The nine characters of a cell for each set of candidates.
_CELLS = tuple(
    "".join(str(digit) if marks >> (digit - 1) & 1 else "." for digit in range(1, 10)) for marks in range(512)
)
