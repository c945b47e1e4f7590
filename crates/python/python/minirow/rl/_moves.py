"""Rewards step by step: `MoveJudge` checks each move against the solution and, up to a rating, against logic."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from math import isfinite

from .. import _minirow
from .._explain import Candidate
from .._minirow import MinirowError
from .._position import HOUSES, PEERS, Move, PathStep, Position, check_move
from ._reply import answer_of

#: A move: its cell in one of four forms, a sign or words, and a digit.
_MOVES = re.compile(
    r"""(?<![A-Za-z0-9])(?:
        [rR]([1-9])\s?[cC]([1-9])
        | \(\s*([1-9])\s*,\s*([1-9])\s*\)
        | (?P<letter>[A-I])([1-9])
        | [rR]ow\s+([1-9A-I])\s*(?:,\s*)?(?:and\s+)?[cC]ol(?:umn)?\s+([1-9])
    )[*`)]{0,3}\s*(?:
        (?:=|→|⇒|[-=]>|\\(?:right|to|Right)(?:arrow)?\b)
        | (?P<removed><>|≠|!=|\\neq?\b)
        | (?P<loose>:=?|(?:is|must\sbe|becomes)\s(?:an?\s|the\s)?)
        | (?P<denied>(?:is\snot|can\s?not\sbe|can't\sbe)\s(?:an?\s|the\s)?)
    )\s*[*`]{0,3}([1-9])(?![0-9])
    # Several digits on the line are candidates; with a sign other than a colon, only if something is between them.
    (?(removed)|(?(denied)|(?![^\S\n]*(?:[,/|-]|or\b|and\b)[^\S\n]*[1-9])))
    (?(loose)(?![^\S\n]+[1-9](?![.)0-9])))""",
    re.X,
)
#: A sentence that places a digit in one cell.
_PLACED = re.compile(
    r"""(^|[.:;!>*)-])[^\S\n]{0,3}(?:(?:so|then|now|next|therefore|thus|hence),?\s)?(?:(?:I|we)\s)?
    (?:place|put|enter)\s(?:an?\s|the\s)?[*`]{0,3}([1-9])[*`]{0,3}\s(?:in|at|into)\s(?:cell\s)?[*`]{0,3}
    (r[1-9]\s?c[1-9]|\([1-9],\s?[1-9]\)|[A-I][1-9]|row\s[1-9A-I],?\s(?:and\s)?col(?:umn)?\s[1-9])(?!\w)
    (?![*`]{0,3}\s?(?:[/|]|or\b|,\s?(?:r[1-9]|\(|[A-I][1-9]|row)))""",
    re.I | re.M | re.X,
)


def parse_moves(text: str) -> list[Move]:
    """Reads all moves in a text, such as the answer of a language model.

    Parameters
    ----------
    text : str
        The text. Moves are placements such as ``r4c3=9`` and eliminations such as ``r4c3<>9``. A cell may also be
        written as ``(4,3)``, ``row 4, column 3`` or, with a sign, ``D3``; rows and columns count from 1. Other signs are
        ``:``, ``→``, ``->`` and ``is``, and ``≠``, ``!=`` and ``is not``. A sentence may begin with ``Place 9 in r4c3``.
        ``r4c3: 8, 9`` and ``r4c3=8 or 9`` are no moves. The rest is ignored, as is text between ``<think>`` and ``</think>``.

    Returns
    -------
    list of Move
        The moves in their order. Without a move, the list is empty.

    Raises
    ------
    TypeError
        If `text` is not a text.

    See Also
    --------
    MoveJudge : Checks moves.

    Examples
    --------
    >>> from minirow.rl import parse_moves
    >>> [str(move) for move in parse_moves("In box 4, the 4 can only go in R6C2, so r6c2 = 4. Then r6c9<>4.")]
    ['r6c2=4', 'r6c9<>4']
    >>> [str(move) for move in parse_moves("(1,3) = 4, A4→2, row 5 column 6 is 7, and r1c2 is not 4.")]
    ['r1c3=4', 'r1c4=2', 'r5c6=7', 'r1c2<>4']
    """
    if not isinstance(text, str):
        raise TypeError(f"found {type(text).__name__}, expected a text with moves")
    moves = []
    for found in _MOVES.finditer(_PLACED.sub(r"\1 \3=\2;", answer_of(text))):
        row, column, digit = (part for part in found.group(1, 2, 3, 4, 5, 6, 7, 8, 12) if part)
        is_placement = not (found["removed"] or found["denied"])
        # C5 without a sign may be a column.
        if not found["letter"] or not (found["loose"] or found["denied"]):
            row = row if row.isdigit() else "ABCDEFGHI".index(row) + 1
            moves.append(Move(Candidate(int(row), int(column), int(digit)), is_placement))
    return moves


@dataclass(frozen=True)
class MoveRewards:
    """The rewards of moves. A move that is not made can be repeated, so its reward is at most 0.0.

    Parameters
    ----------
    placement : float, default 1.0
        The reward of a digit that is right and forced.
    elimination : float, default 0.1
        The reward of an elimination that is right and forced.
    unforced : float, default 0.0
        The reward of a move that is right, but not forced: a guess. At most 0.0.
    wrong : float, default -1.0
        The reward of a move that contradicts the solution. At most 0.0.
    impossible : float, default -1.0
        The reward of a move in a filled cell, or with a removed candidate. At most 0.0.
    solved : float, default 0.0
        A number that is added to the reward of the move that fills the last cell.

    See Also
    --------
    MoveJudge : Gives these rewards.

    Examples
    --------
    >>> from minirow.rl import MoveRewards
    >>> MoveRewards(unforced=-0.2).unforced
    -0.2
    """

    placement: float = 1.0
    elimination: float = 0.1
    unforced: float = 0.0
    wrong: float = -1.0
    impossible: float = -1.0
    solved: float = 0.0

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if not isinstance(value, (int, float)) or not isfinite(value):
                raise MinirowError(f"{field.name}: found {value!r}, expected a finite number")
            if value > 0 and field.name in ("unforced", "wrong", "impossible"):
                raise MinirowError(f"{field.name}: found {value!r}, expected at most 0.0, as the move can be repeated")


@dataclass(frozen=True)
class MoveVerdict:
    """The verdict on a move.

    Parameters
    ----------
    move : Move
        The move.
    is_possible : bool
        True if the cell was empty and had the candidate.
    is_right : bool
        True if the move agrees with the solution.
    is_forced : bool
        True if the move is possible, right, and follows by techniques up to the rating of the judge: a step of the path
        of `minirow.explain` from the position makes it or, if it is an elimination, another single step. Without a
        rating, every possible and right placement is forced, and no elimination.
    is_made : bool
        True if the judge has made the move: if it is forced or, without a rating, possible and right.
    rating : float or None
        The rating of the move: the highest rating on the path up to the step that makes the move, or that of the single
        step. None if no step makes it, if the move is not possible or not right, or if the judge has no rating.
    technique : str or None
        The technique of the step that makes the move.
    steps : int or None
        The number of steps up to and with that step. 1 means that the move is the easiest step.
    reward : float
        The reward.

    See Also
    --------
    MoveJudge : Returns the verdicts on moves.

    Examples
    --------
    >>> from minirow.rl import Move, MoveJudge
    >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> MoveJudge(puzzle).judge(Move.parse("r1c2=1")).is_right
    True
    """

    move: Move
    is_possible: bool
    is_right: bool
    is_forced: bool
    is_made: bool
    rating: float | None
    technique: str | None
    steps: int | None
    reward: float


class MoveJudge:
    """Checks moves one by one against the solution and against logic.

    A forced move changes the position. Other moves do not: moves after a mistake can be judged, and a guess makes no
    later move forced. A placement removes the candidates that its cell sees. Eliminations that only follow from a
    placement are not forced.

    Without `max_er`, moves are checked only against the solution: possible and right moves are made, and only
    placements are rewarded. Then a player who tries the cells with the fewest candidates first earns most of the reward
    without logic.

    Parameters
    ----------
    puzzle : str
        A puzzle with one solution, 81 characters.
    max_er : float or str, optional
        The highest rating, from 1.0 to 20.0, of techniques that force a move, or a level: ``"hard"`` stands for 4.0.
        By default, only the solution is checked, which is much faster.
    rewards : MoveRewards, optional
        The rewards.

    Raises
    ------
    MinirowError
        If the puzzle has no solution or several, or an argument is out of range.
    TypeError
        If `puzzle` is not a text, or `rewards` are not `MoveRewards`.

    See Also
    --------
    verify : Checks whole boards.

    Examples
    --------
    >>> from minirow.rl import Move, MoveJudge
    >>> judge = MoveJudge(
    ...     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......", max_er=1.2
    ... )
    >>> first = judge.judge(Move.parse("r6c2=4"))
    >>> first.is_forced, first.technique, first.rating, first.steps, first.reward
    (True, 'hidden-single', 1.2, 1, 1.0)
    >>> guess = judge.judge(Move.parse("r1c2=1"))
    >>> guess.is_right, guess.is_forced, guess.technique, guess.rating, guess.reward
    (True, False, 'hidden-single', 2.6, 0.0)
    >>> judge.judge(Move.parse("r5c1=6")).reward
    -1.0
    """

    def __init__(self, puzzle: str, *, max_er: float | str | None = None, rewards: MoveRewards | None = None) -> None:
        if isinstance(max_er, str) and max_er in _minirow.LEVELS:
            max_er = _minirow.LEVELS[max_er][1]
        if max_er is not None and not (isinstance(max_er, (int, float)) and 1.0 <= max_er <= 20.0):
            levels = ", ".join(_minirow.LEVELS)
            raise MinirowError(f"max_er: found {max_er!r}, expected a rating from 1.0 to 20.0, or a level ({levels})")
        if rewards is not None and not isinstance(rewards, MoveRewards):
            raise TypeError(f"rewards: found {type(rewards).__name__}, expected MoveRewards")
        self._position = Position(puzzle)
        self._max_er = max_er
        self._rewards = MoveRewards() if rewards is None else rewards
        self._path: list[PathStep] | None = None
        #: The step that the last moves began: after some of its moves, no other step may have the rest.
        self._begun: PathStep | None = None

    @property
    def board(self) -> str:
        """The clues and the digits placed so far.

        Returns
        -------
        str
            81 characters, with ``.`` for empty cells.

        Examples
        --------
        >>> from minirow.rl import MoveJudge
        >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
        >>> MoveJudge(puzzle).board == puzzle
        True
        """
        return self._position.text()

    @property
    def candidates(self) -> str:
        """The candidates that are left.

        Returns
        -------
        str
            729 characters, nine for each cell. `minirow.explain` continues from them.

        Examples
        --------
        >>> from minirow.rl import MoveJudge
        >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
        >>> judge = MoveJudge(puzzle)
        >>> judge.candidates[:18], str(minirow.explain(judge.candidates)[0].placements[0].cell)
        ('...4.....1....67.9', 'r6c2')
        """
        return self._position.candidate_text()

    @property
    def is_solved(self) -> bool:
        """True if all cells are filled.

        Returns
        -------
        bool
            True if the puzzle is solved.

        Examples
        --------
        >>> from minirow.rl import MoveJudge
        >>> solution = "417369825632158947958724316825437169791586432346912758289643571573291684164875293"
        >>> MoveJudge(solution).is_solved
        True
        """
        return self._position.is_solved

    def judge(self, move: Move) -> MoveVerdict:
        """Checks a move and, if it is forced, makes it. Without a rating, makes it if it is possible and right.

        Parameters
        ----------
        move : Move
            The move.

        Returns
        -------
        MoveVerdict
            The verdict on the move, with its reward.

        Raises
        ------
        TypeError
            If `move` is not a move.
        MinirowError
            If its candidate is out of range.

        Examples
        --------
        >>> from minirow.rl import MoveJudge, parse_moves
        >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
        >>> judge = MoveJudge(puzzle, max_er=2.6)
        >>> [judge.judge(move).reward for move in parse_moves("r6c2=4 r6c2=4 r8c3=9 r1c6<>2 r8c3<>9")]
        [1.0, -1.0, -1.0, 0.1, 0.0]
        """
        check_move(move)
        is_possible, is_right = self._position.is_possible(move), self._position.is_right(move)
        if not (is_possible and is_right):
            reward = self._rewards.wrong if is_possible else self._rewards.impossible
            return MoveVerdict(move, is_possible, is_right, False, False, None, None, None, reward)
        rating, technique, steps = (None, None, None) if self._max_er is None else self._rated(move)
        is_forced = move.is_placement if self._max_er is None else rating is not None and rating <= self._max_er
        is_made = is_forced or self._max_er is None
        if is_made:
            self._apply(move)
        reward = self._rewards.placement if move.is_placement else self._rewards.elimination
        reward = reward if is_forced else self._rewards.unforced
        reward += self._rewards.solved if self.is_solved else 0.0
        return MoveVerdict(move, True, True, is_forced, is_made, rating, technique, steps, reward)

    def _apply(self, move: Move) -> None:
        path, self._path = self._path, None
        self._position.apply(move)
        # A player who follows the path stays on it. Each step is a function of its position.
        if path and move in path[0].moves:
            self._begun = path[0]
            self._path = path[1:] if path[0].moves == (move,) else None
        elif self._begun and move not in self._begun.moves:
            self._begun = None

    def _rated(self, move: Move) -> tuple[float | None, str | None, int | None]:
        """Returns the highest rating up to the step that makes a right move, with its technique and number."""
        if self._begun and move in self._begun.moves:
            return self._begun.rating, self._begun.technique, 1
        cell = move.candidate.index
        marks = self._position.candidates
        if move.is_placement and not any(marks[peer] & marks[cell] for peer in PEERS[cell]):
            # The only candidate of its cell, and the only place for it in each house. `explain` counts it as filled.
            is_last = any(
                sum(not self._position.digits[other] for other in house) == 1 for house in HOUSES if cell in house
            )
            return 1.0 if is_last else 1.2, "hidden-single", 1
        if self._path is None:
            lines = _minirow.path(self._position.candidate_text()).splitlines()
            self._path = [PathStep.parse(line) for line in lines]
        highest = 0.0
        for number, step in enumerate(self._path, 1):
            highest = max(highest, step.rating or 0.0)
            if move in step.moves:
                return highest, step.technique, number
        if not move.is_placement:
            # The path fills the cell before it needs this elimination.
            number = 9 * cell + move.candidate.digit - 1
            line = _minirow.elimination(self._position.candidate_text(), number, self._max_er)
            if line is not None:
                self._begun = PathStep.parse(line.strip())
                return self._begun.rating, self._begun.technique, 1
        return None, None, None
