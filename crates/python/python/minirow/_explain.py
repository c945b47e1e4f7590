"""Step-by-step explanations: the function `explain` and the objects that it returns."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from . import _html, _minirow


class Candidate(NamedTuple):
    """A digit in a cell.

    Parameters
    ----------
    row : int
        The row of the cell, from 1 to 9.
    column : int
        The column of the cell, from 1 to 9.
    digit : int
        The digit, from 1 to 9.

    Examples
    --------
    >>> candidate = minirow.Candidate(row=6, column=2, digit=4)
    >>> candidate.cell, candidate.index, candidate.digit
    ('r6c2', 46, 4)
    """

    row: int
    column: int
    digit: int

    @property
    def cell(self) -> str:
        """The name of the cell.

        Returns
        -------
        str
            The row and the column, from ``r1c1`` to ``r9c9``.

        Examples
        --------
        >>> minirow.Candidate(row=4, column=3, digit=9).cell
        'r4c3'
        """
        return f"r{self.row}c{self.column}"

    @property
    def index(self) -> int:  # type: ignore[override]
        """The place of the cell in a text or an array of 81 cells.

        Returns
        -------
        int
            The place, from 0 to 80, row by row.

        Examples
        --------
        >>> minirow.Candidate(row=4, column=3, digit=9).index
        29
        """
        return 9 * (self.row - 1) + self.column - 1


@dataclass(frozen=True)
class Link:
    """A node of a chain: a candidate that is true or false, and the reason.

    Parameters
    ----------
    candidate : Candidate
        The candidate.
    is_on : bool
        True if the candidate is assumed or concluded to be true.
    cause : str
        The reason for the conclusion, or ``"assumption"`` at the start of a chain.
    parents : tuple of int
        The places in the chain, counted from 0, of the links that this one follows from.
    nested : tuple of tuple of Link
        The chains on the remaining candidates that this link follows from, in nested chains.

    See Also
    --------
    Step : Has the chains.

    Examples
    --------
    >>> print(minirow.Link(minirow.Candidate(4, 3, 9), is_on=False, cause="assumption", parents=(), nested=()))
    r4c3<>9
    """

    candidate: Candidate
    is_on: bool
    cause: str
    parents: tuple[int, ...]
    nested: tuple[tuple[Link, ...], ...]

    def __str__(self) -> str:
        return f"{self.candidate.cell}{'=' if self.is_on else '<>'}{self.candidate.digit}"


@dataclass(frozen=True)
class Line:
    """A line of an explanation, with the lines below it.

    Parameters
    ----------
    text : str
        The text in English.
    is_nested : bool
        True if the lines below are a chain within the chain.
    lines : tuple of Line
        The lines below this one.

    See Also
    --------
    Step : Has the lines.

    Examples
    --------
    >>> steps = minirow.explain("9......6...5.....267...5....9.13.......5.97..4..78.3.....91..7..3..6.1.4.6...8.2.")
    >>> step = next(step for step in steps if step.lines)
    >>> step.technique, step.lines[0].text, step.lines[0].is_nested
    ('forcing-chain', 'r4c1=5, so r6c2<>5: box 4 holds 5 once.', False)
    """

    text: str
    is_nested: bool
    lines: tuple[Line, ...]


class Stages(NamedTuple):
    """A hint in stages, each of which tells more than the one before.

    Parameters
    ----------
    region : str
        The row, column or box in which to look.
    technique : str
        The technique, too.
    cell : str
        The cells that the step fills or changes, too.
    full : str
        The whole step in words.

    See Also
    --------
    Step : Has the stages.

    Examples
    --------
    >>> step = minirow.explain("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")[0]
    >>> step.stages.region
    'Look at box 4.'
    >>> step.stages.cell
    'Look at box 4: Hidden Single, which fills r6c2.'
    """

    region: str
    technique: str
    cell: str
    full: str


@dataclass(frozen=True)
class Step:
    """A step of the solution of a puzzle.

    Parameters
    ----------
    number : int
        The number of the step, counted from 1.
    technique : str
        The name of the technique, as in the columns ``hardest`` and ``techniques``: ``"hidden-single"``.
    variant : str or None
        The variant of the technique, if it has several.
    rating : float
        The rating on the scale of Sudoku Explainer 1.2.1, from 1.0 to 20.0, with one decimal. For the scale ``te``, the
        length of the longest braid, and 0.0 for singles. For ``hodoku``, the score.
    placements : tuple of Candidate
        The digit that the step places, if it places one.
    eliminations : tuple of Candidate
        The candidates that the step removes.
    pattern : tuple of Candidate
        The candidates that a step without chains follows from.
    houses : tuple of str
        The houses of the step, such as ``"row 3"`` and ``"box 5"``.
    chains : tuple of tuple of Link
        The chains, each from its end back to the assumption.
    text : str
        The step in words.
    lines : tuple of Line
        The reasons, one by one.
    stages : Stages
        The step as a hint in four stages.
    notation : str or None
        The step in the notation of HoDoKu, for the scale ``hodoku``. The chains of a net are on lines of their own.

    See Also
    --------
    explain : Returns the steps of a puzzle.

    Examples
    --------
    >>> step = minirow.explain("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")[0]
    >>> step.number, step.technique, step.rating, step.houses
    (1, 'hidden-single', 1.2, ('box 4',))
    >>> step.placements
    (Candidate(row=6, column=2, digit=4),)
    """

    number: int
    technique: str
    variant: str | None
    rating: float
    placements: tuple[Candidate, ...]
    eliminations: tuple[Candidate, ...]
    pattern: tuple[Candidate, ...]
    houses: tuple[str, ...]
    chains: tuple[tuple[Link, ...], ...]
    text: str
    lines: tuple[Line, ...]
    stages: Stages
    notation: str | None = None

    def _repr_html_(self) -> str:
        return _html.step(self)


class Explanation(list[Step]):
    """The steps of the solution of a puzzle: a list, which a notebook shows with the puzzle.

    Parameters
    ----------
    steps : iterable of Step
        The steps in order.
    puzzle : str
        The puzzle.

    See Also
    --------
    explain : Returns the explanation of a puzzle.

    Examples
    --------
    >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> steps = minirow.explain(puzzle)
    >>> len(steps), steps.puzzle == puzzle
    (69, True)
    """

    def __init__(self, steps: Iterable[Step], puzzle: str) -> None:
        super().__init__(steps)
        self.puzzle = puzzle

    def _repr_html_(self) -> str:
        return _html.steps(self.puzzle, self)


def explain(puzzle: str, *, scale: Literal["se", "te", "hodoku"] = "se") -> Explanation:
    """Explains the solution of a puzzle, step by step.

    Each step is the easiest one in its position.

    Parameters
    ----------
    puzzle : str
        A puzzle or a partly solved grid of 81 characters, or a position of 729 candidates.
    scale : {"se", "te", "hodoku"}, default "se"
        The scale on which each step is the easiest one: that of Sudoku Explainer, or T&E, with singles and braids. For
        ``hodoku``, each step is the one that HoDoKu takes.

    Returns
    -------
    Explanation
        The steps in order, as a list. The highest rating of a step is the ER of the puzzle. For ``te``, it is B if the
        T&E depth is 0 or 1. For ``hodoku``, the sum of all is the score of the puzzle.

    Raises
    ------
    MinirowError
        If the text is not a grid, or the grid has no solution or several, or the scale is unknown.
    TypeError
        If `puzzle` is not a text.

    See Also
    --------
    grade : Returns the ratings alone, of many puzzles.

    Examples
    --------
    >>> steps = minirow.explain("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
    >>> len(steps), max(step.rating for step in steps)
    (69, 2.6)
    >>> print(steps[30].rating, steps[30].technique, steps[30].text, sep="; ")
    2.0; direct-hidden-pair; In box 4, the digits 3 and 7 can only go in r5c1 and r6c1, and fill them. That leaves ...
    """
    if not isinstance(puzzle, str):
        raise TypeError(f"found {type(puzzle).__name__}, expected one puzzle as a text")
    return Explanation((_step(json.loads(line)) for line in _minirow.explain(puzzle, scale)), puzzle.strip())


def _candidate(candidate: dict[str, Any]) -> Candidate:
    cell = candidate["cell"]
    return Candidate(int(cell[1]), int(cell[3]), candidate["digit"])


def _candidates(candidates: list[dict[str, Any]]) -> tuple[Candidate, ...]:
    return tuple(_candidate(candidate) for candidate in candidates)


def _chains(chains: list[list[dict[str, Any]]]) -> tuple[tuple[Link, ...], ...]:
    return tuple(tuple(_link(link) for link in chain) for chain in chains)


def _link(link: dict[str, Any]) -> Link:
    nested = _chains(link.get("nested", []))
    return Link(_candidate(link), link["is_on"], link["cause"], tuple(link.get("from", ())), nested)


def _lines(lines: list[dict[str, Any]]) -> tuple[Line, ...]:
    return tuple(Line(line["text"], line.get("nested", False), _lines(line.get("lines", []))) for line in lines)


def _step(step: dict[str, Any]) -> Step:
    """Reads a step of ``minirow explain --format json``."""
    return Step(
        number=step["step"],
        technique=step["technique"],
        variant=step.get("variant"),
        rating=step["rating"],
        placements=_candidates([step["placement"]] if "placement" in step else []),
        eliminations=_candidates(step.get("eliminations", [])),
        pattern=_candidates(step.get("pattern", [])),
        houses=tuple(step.get("houses", ())),
        chains=_chains(step.get("chains", [])),
        text=step["text"],
        lines=_lines(step.get("lines", [])),
        stages=Stages(**{stage["stage"]: stage["text"] for stage in step["stages"]}),
        notation=step.get("notation"),
    )
