"""Arrays of puzzles and solutions in the layouts of training code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

from .._minirow import MinirowError

if TYPE_CHECKING:
    import numpy
    import numpy.typing

#: The hint for a missing library.
EXTRA = 'run pip install "minirow[torch]"'


class Arrays(TypedDict):
    """The arrays of puzzles."""

    inputs: numpy.typing.NDArray[Any]
    labels: numpy.typing.NDArray[Any]


@dataclass(frozen=True)
class Layout:
    """Conversions of cells to numbers. Both functions take an array with the values 0 to 9, where 0 is an empty cell."""

    inputs: Callable[[Any], Any]
    labels: Callable[[Any], Any]


def _integers(cells: Any) -> Any:
    return cells.astype("int64")


def _with_padding(cells: Any) -> Any:
    return cells.astype("int64") + 1


def _one_hot(cells: Any) -> Any:
    return numpy_for("one-hot").eye(10, dtype="float32")[cells]


#: The layouts of arrays. `row` is none: it has the columns of `minirow.generate`.
LAYOUTS = {
    "tokens": Layout(_integers, _integers),
    "padded": Layout(_with_padding, _with_padding),
    "one-hot": Layout(_one_hot, _integers),
}


def layout_of(name: Any) -> Layout | None:
    """Returns a layout by its name, and None for rows."""
    if name not in ["row", *LAYOUTS]:
        expected = ", ".join(map(repr, ["row", *LAYOUTS]))
        raise MinirowError(f"layout: found {name!r}, expected one of {expected}")
    return LAYOUTS.get(name)


def numpy_for(use: str) -> Any:
    """Returns NumPy."""
    try:
        import numpy
    except ImportError as error:
        raise ImportError(f"{use} needs numpy, which is not installed; {EXTRA}") from error
    return numpy


def cells(grids: Iterable[str]) -> Any:
    """Returns grids as an array of uint8 with shape (n, 81), where 0 is an empty cell."""
    numpy = numpy_for("an array")
    if isinstance(grids, str) or not isinstance(grids, Iterable):
        raise TypeError(f"found {type(grids).__name__}, expected several grids as texts")
    rows = list(grids)
    for row, grid in enumerate(rows):
        if not isinstance(grid, str) or len(grid) != 81 or not set(grid) <= set("0123456789."):
            raise MinirowError(f"row {row}: found {grid!r}, expected 81 characters: digits, and '.' for an empty cell")
    text = "".join(rows).replace(".", "0").encode()
    return (numpy.frombuffer(text, dtype=numpy.uint8) - ord("0")).reshape(len(rows), 81)


def arrays(puzzles: Iterable[str], solutions: Iterable[str], layout: str = "tokens") -> Arrays:
    """Returns the arrays of puzzles and solutions.

    Parameters
    ----------
    puzzles : iterable of str
        The puzzles, 81 characters each, with ``.`` or ``0`` for an empty cell.
    solutions : iterable of str
        The solutions, 81 digits each.
    layout : {"tokens", "padded", "one-hot"}, default "tokens"
        The layout, as for `PuzzleStream`.

    Returns
    -------
    dict of numpy.ndarray
        The keys ``inputs`` and ``labels``, with a row for each puzzle.

    Raises
    ------
    MinirowError
        If the layout is unknown, a text is not a grid, a solution is not full or does not have the clues of its puzzle,
        or the numbers of puzzles and solutions are different.
    TypeError
        If the puzzles or the solutions are not several.
    ImportError
        If NumPy is not installed.

    Examples
    --------
    >>> from minirow.data import arrays
    >>> batch = minirow.generate(seed=42, count=3)
    >>> found = arrays(batch["puzzle"], batch["solution"], "one-hot")
    >>> found["inputs"].shape, found["labels"].shape
    ((3, 81, 10), (3, 81))
    """
    chosen = layout_of(layout)
    if chosen is None:
        raise MinirowError(f"layout: found {layout!r}, expected one of {', '.join(map(repr, LAYOUTS))}")
    given, full = cells(puzzles), cells(solutions)
    if len(given) != len(full):
        raise MinirowError(f"found {len(given)} puzzles and {len(full)} solutions, expected the same number")
    is_wrong = (full == 0) | (given != 0) & (given != full)
    if is_wrong.any():
        row, cell = (int(place[0]) for place in is_wrong.nonzero())
        raise MinirowError(
            f"row {row}: found {full[row, cell]} in r{cell // 9 + 1}c{cell % 9 + 1} of the solution and "
            f"{given[row, cell] or '.'} in the puzzle, expected a digit that agrees with the clue"
        )
    return {"inputs": chosen.inputs(given), "labels": chosen.labels(full)}
