"""The steps of an explanation, as objects."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, NamedTuple


class Candidate(NamedTuple):
    """A digit in a cell. Rows, columns and digits count from 1."""

    row: int
    column: int
    digit: int

    @property
    def cell(self) -> str:
        """The name of the cell: ``r4c3``."""
        return f"r{self.row}c{self.column}"

    @property
    def index(self) -> int:
        """The place of the cell in a text or an array of 81, from 0 to 80."""
        return 9 * (self.row - 1) + self.column - 1


@dataclass(frozen=True)
class Link:
    """A node of a chain: a candidate that is true or false, and what that follows from."""

    candidate: Candidate
    #: Whether it is taken for true.
    is_on: bool
    #: Why it follows: ``assumption`` at the start of a chain.
    cause: str
    #: The links that it follows from, as places in the chain, from 0.
    parents: tuple[int, ...]
    #: The chains, on the candidates that are left then, by which it follows.
    nested: tuple[tuple[Link, ...], ...]

    def __str__(self) -> str:
        return f"{self.candidate.cell}{'=' if self.is_on else '<>'}{self.candidate.digit}"


@dataclass(frozen=True)
class Line:
    """A line of an explanation, with the lines below it."""

    text: str
    #: Whether the lines below are a chain within the chain.
    is_nested: bool
    lines: tuple[Line, ...]


@dataclass(frozen=True)
class Step:
    """A step of the path of a puzzle."""

    #: Counted from 1.
    number: int
    #: The technique, as the columns ``hardest`` and ``techniques`` name it: ``hidden-single``.
    technique: str
    #: Which kind of it, where there are several.
    variant: str | None
    #: On the scale of Sudoku Explainer 1.2.1, from 1.0 upwards, in tenths.
    rating: float
    #: What it fills: one candidate or none.
    placements: tuple[Candidate, ...]
    #: What it takes away.
    eliminations: tuple[Candidate, ...]
    #: The candidates that it follows from, if it takes no chains.
    pattern: tuple[Candidate, ...]
    #: The houses that it looks at: ``row 3``, ``box 5``.
    houses: tuple[str, ...]
    #: Each chain from its end back to the assumption.
    chains: tuple[tuple[Link, ...], ...]
    #: The step in words.
    text: str
    #: The reasons one by one.
    lines: tuple[Line, ...]


_NODE = re.compile(r"r(?P<row>\d)c(?P<column>\d)(?P<relation>=|<>)(?P<digit>\d)")
_PATTERN = re.compile(r"\((?P<digit>\d)\)r(?P<row>\d)c(?P<column>\d)")


def _read(form: re.Pattern[str], text: str) -> tuple[Candidate, str | None]:
    found = form.fullmatch(text)
    assert found is not None, text
    parts = found.groupdict()
    return Candidate(int(parts["row"]), int(parts["column"]), int(parts["digit"])), parts.get("relation")


def _candidates(form: re.Pattern[str], texts: list[str]) -> tuple[Candidate, ...]:
    return tuple(_read(form, text)[0] for text in texts)


def _chains(chains: list[list[dict[str, Any]]]) -> tuple[tuple[Link, ...], ...]:
    return tuple(tuple(_link(link) for link in chain) for chain in chains)


def _link(link: dict[str, Any]) -> Link:
    candidate, relation = _read(_NODE, link["node"])
    return Link(candidate, relation == "=", link["cause"], tuple(link.get("from", ())), _chains(link.get("nested", [])))


def _lines(lines: list[dict[str, Any]]) -> tuple[Line, ...]:
    return tuple(Line(line["text"], line.get("nested", False), _lines(line.get("lines", []))) for line in lines)


def read(text: str) -> Step:
    """Reads a line of what ``minirow explain --format json`` writes."""
    step = json.loads(text)
    return Step(
        number=step["step"],
        technique=step["technique"],
        variant=step.get("variant"),
        rating=float(step["rating"]),
        placements=_candidates(_NODE, [step["placement"]] if "placement" in step else []),
        eliminations=_candidates(_NODE, step.get("eliminations", [])),
        pattern=_candidates(_PATTERN, step.get("pattern", [])),
        houses=tuple(step.get("houses", ())),
        chains=_chains(step.get("chains", [])),
        text=step["text"],
        lines=_lines(step.get("lines", [])),
    )
