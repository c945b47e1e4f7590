"""Puzzles by seed and index, for environments and data sets that take one at a time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from .. import _minirow
from .._arguments import number, request, whole
from .._minirow import MinirowError


class PuzzleSource:
    """The puzzles of a seed with constraints: a function of the index."""

    def __init__(self, seed: int, constraints: Mapping[str, Any]) -> None:
        asked = request(seed, 0, 1, _named(constraints), False, False)
        self._request = json.dumps(asked)
        if constraints.get("sampling") == "weighted":
            raise MinirowError("sampling: found 'weighted', expected 'removal' or 'uniform': rewards have no weights")
        _minirow.generate({**asked, "count": 0})  # refuses conflicting constraints at once

    def row(self, index: int) -> dict[str, Any]:
        """Returns the row of a pack at an index, from 0 to 2**64 - 2."""
        return dict(_row(self._request, whole("index", index, 0, 2**64 - 2)))

    def rows(self, start: int, count: int | None) -> Iterator[dict[str, Any]]:
        """Returns the rows from an index on: a number of them, or all that there are."""
        asked: _minirow.Request = json.loads(self._request)
        start = whole("start", start, 0, 2**64 - 2)
        count = 2**64 - 1 - start if count is None else whole("count", count, 1)
        asked = {**asked, "start": start, "count": count}
        for batch in _minirow.generate_batches(asked, 1 << 8):
            yield from batch


@lru_cache(maxsize=4096)
def _row(asked: str, index: int) -> dict[str, Any]:
    loaded: _minirow.Request = json.loads(asked)
    return _minirow.generate({**loaded, "start": index})[0]


def rating(name: str, value: Any) -> float:
    """Checks a rating."""
    return number(name, value, "a rating from 1.0 to 20.0", 1.0, 20.0)


def band(name: str, low: Any, high: Any) -> tuple[float, float]:
    """Checks a range of ratings."""
    low, high = rating(name, low), rating(name, high)
    if low > high:
        raise MinirowError(f"{name}: found {low} to {high}, expected the lower rating first")
    return low, high


def _named(constraints: Any) -> Mapping[str, Any]:
    """Checks that constraints have names."""
    if not isinstance(constraints, Mapping) or not all(isinstance(name, str) for name in constraints):
        raise MinirowError(f"constraints: found {constraints!r}, expected a dict such as {{'te': 1}}")
    return constraints


def constraints_with(min_er: float, max_er: float, constraints: Mapping[str, Any] | None) -> dict[str, Any]:
    """Returns constraints with a range of ratings, which they must not have themselves."""
    others = {} if constraints is None else _named(constraints)
    if "er" in others:
        raise MinirowError("constraints: found 'er', expected min_er and max_er instead")
    return {"er": band("er", min_er, max_er), **others}


def question(puzzle: str) -> str:
    """Returns the prompt for a language model."""
    return (
        "Solve this Sudoku puzzle. A dot is an empty cell. Each row, column and 3x3 box must hold each of the digits "
        f"1 to 9 once.\n\n{grid_text(puzzle)}\n\nEnd your answer with the solved grid: nine lines of nine digits, separated by spaces."
    )


def grid_text(board: str) -> str:
    """Returns a board as nine lines of nine cells with spaces between them, as a question asks for it."""
    return "\n".join(" ".join(board[start : start + 9]) for start in range(0, 81, 9))
