"""The public functions. They check their arguments; the work is done in ``_minirow``."""

from __future__ import annotations

import operator
import os
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _minirow, _step
from ._minirow import MinirowError, RecordBatch

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    from typing_extensions import TypeAlias, Unpack

    from ._constraints import Constraints

    #: An iterable of texts, a NumPy array of uint8 with shape (n, 81), or anything with Arrow's PyCapsule interface.
    Puzzles: TypeAlias = Iterable[str] | numpy.typing.NDArray[numpy.uint8] | _minirow.ArrowArray | _minirow.ArrowStream
    Path: TypeAlias = str | os.PathLike[str]
    #: A question about grids that were read.
    _Ask: TypeAlias = Callable[[_minirow.Grids, _minirow.Options], RecordBatch]

#: The rows of a batch by default: about 20 MB.
BATCH_ROWS = 1 << 16

_HIGHEST = (1 << 64) - 1


def _whole(name: str, value: Any, least: int) -> int:
    """A whole number from a least one upwards."""
    try:
        number = operator.index(value)
    except TypeError:
        raise MinirowError(f"{name}: found {value!r}, expected a whole number from {least} upwards") from None
    if not least <= number <= _HIGHEST:
        raise MinirowError(f"{name}: found {number}, expected a whole number from {least} to {_HIGHEST}")
    return number


def _threads(threads: int | None) -> int | None:
    return None if threads is None else min(_whole("threads", threads, 1), 1 << 10)


@contextmanager
def _bar(progress: bool, total: int | None, unit: str) -> Iterator[Callable[[int], object] | None]:
    """The function that is told how many more rows are done."""
    if not progress:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        warnings.warn("progress takes tqdm, which is not installed", stacklevel=4)
        yield None
        return
    with tqdm(total=total, unit=f" {unit}", unit_scale=True) as bar:
        yield bar.update


def _length(puzzles: Any) -> int | None:
    try:
        return len(puzzles)
    except TypeError:
        return None


def _errors_null(errors: str) -> bool:
    if errors not in ("raise", "null"):
        raise MinirowError(f"errors: found {errors!r}, expected 'raise' or 'null'")
    return errors == "null"


def _one(ask: _Ask, puzzle: str) -> dict[str, Any]:
    """The answer for one puzzle."""
    options: _minirow.Options = {"errors_null": False, "threads": 1, "progress": None}
    row: dict[str, Any] = ask(_minirow.Grids(puzzle), options).to_pylist()[0]
    return row


def _all(ask: _Ask, puzzles: Puzzles, column: str, errors: str, threads: int | None, progress: bool) -> RecordBatch:
    """The answers for all puzzles, in one batch."""
    errors_null, threads = _errors_null(errors), _threads(threads)
    grids = _minirow.Source(puzzles, column).read(None)
    with _bar(progress, len(grids), "puzzles") as update:
        return ask(grids, {"errors_null": errors_null, "threads": threads, "progress": update})


def _some(
    ask: _Ask, puzzles: Puzzles, column: str, errors: str, threads: int | None, progress: bool, batch_rows: int
) -> Iterator[RecordBatch]:
    """The answers for puzzles, in batches of ``batch_rows``."""
    errors_null, threads = _errors_null(errors), _threads(threads)
    batch_rows = _whole("batch_rows", batch_rows, 1)
    source = _minirow.Source(puzzles, column)

    def batches() -> Iterator[RecordBatch]:
        with _bar(progress, _length(puzzles), "puzzles") as update:
            while len(grids := source.read(batch_rows)):
                yield ask(grids, {"errors_null": errors_null, "threads": threads, "progress": update})

    return batches()


def _check_names(constraints: Iterable[str]) -> None:
    for name in constraints:
        if "-" in name:
            raise MinirowError(f"unknown constraint {name!r}, expected {name.replace('-', '_')!r}")


def _request(
    seed: int,
    start: int,
    count: int,
    exclude: Path | Iterable[Path],
    labels: bool,
    weights: bool,
    threads: int | None,
    constraints: dict[str, Any],
) -> _minirow.Request:
    _check_names(constraints)
    paths = [exclude] if isinstance(exclude, (str, os.PathLike)) else list(exclude)
    return {
        "seed": _whole("seed", seed, 0),
        "start": _whole("start", start, 0),
        "count": _whole("count", count, 0),
        "constraints": constraints,
        "exclude": [os.fspath(path) for path in paths],
        "labels": bool(labels),
        "weights": bool(weights),
        "threads": _threads(threads),
        "progress": None,
    }


def generate(
    seed: int,
    start: int = 0,
    count: int = 100,
    *,
    labels: bool = False,
    weights: bool = False,
    exclude: Path | Iterable[Path] = (),
    threads: int | None = None,
    progress: bool = False,
    **constraints: Unpack[Constraints],
) -> RecordBatch:
    """Generates rated puzzles: the rows that ``minirow pack`` writes for the same seed, indices and constraints.

    The puzzle of an index depends on ``minirow.GENERATOR``, seed, index and constraints alone, so ranges can be generated
    anywhere and put together.

    Args:
        seed: Any number from 0 to 2**64 - 1.
        start: The first index.
        count: The number of indices, each of which gives one puzzle.
        labels: Whether to add the columns ``nodes`` and ``backdoor``.
        weights: Whether to add the column ``weight``, for statistics of all minimal puzzles.
        exclude: Files with puzzles to keep out, and with them all equivalent puzzles.
        threads: The number of threads; all cores, if none is given.
        progress: Whether to show a bar, by tqdm.
        **constraints: The constraints on the puzzles, named as the options of ``minirow pack`` with `_` for `-`:
            ``level="hard"``, ``er="2.6..=3.4"``, ``symmetry="half-turn"``, ``clues=24``, ``needs=["swordfish"]``.

    Returns:
        A batch of ``count`` rows with the columns of a pack: id, puzzle, solution, clues, er, ep, ed, level, hardest,
        techniques, steps, minimal, symmetry, seed, index, generator.

    Raises:
        MinirowError: If a constraint is unknown, constraints conflict, or an index was given up after ``max_tries``.
    """
    request = _request(seed, start, count, exclude, labels, weights, threads, {**constraints})
    with _bar(progress, request["count"], "puzzles") as update:
        return _minirow.generate({**request, "progress": update})


def generate_batches(
    seed: int,
    start: int = 0,
    count: int = 100,
    *,
    batch_rows: int = BATCH_ROWS,
    labels: bool = False,
    weights: bool = False,
    exclude: Path | Iterable[Path] = (),
    threads: int | None = None,
    progress: bool = False,
    **constraints: Unpack[Constraints],
) -> Iterator[RecordBatch]:
    """Generates puzzles like `generate`, in batches of ``batch_rows`` rows; the last batch may have fewer.

    While a batch is used, the next one is generated. Memory holds at most three batches, however large ``count`` is. The
    work stops when the iterator is dropped.
    """
    request = _request(seed, start, count, exclude, labels, weights, threads, {**constraints})
    batch_rows = _whole("batch_rows", batch_rows, 1)

    def batches(made: Iterator[RecordBatch]) -> Iterator[RecordBatch]:
        with _bar(progress, request["count"], "puzzles") as update:
            for batch in made:
                if update is not None:
                    update(len(batch))
                yield batch

    made = _minirow.generate_batches(request, batch_rows)
    return batches(made) if progress else made


@overload
def solve(puzzles: str, *, any: bool = False) -> str: ...  # type: ignore[overload-overlap]
@overload
def solve(
    puzzles: Puzzles,
    *,
    any: bool = False,
    column: str = "puzzle",
    errors: Literal["raise", "null"] = "raise",
    threads: int | None = None,
    progress: bool = False,
) -> RecordBatch: ...
def solve(puzzles, *, any=False, column="puzzle", errors="raise", threads=None, progress=False):
    """Solves grids. Of several solutions it is the smallest, read row by row; with ``any`` one that is found faster.

    Args:
        puzzles: One text, or many puzzles.
        any: Whether any solution will do where there are several.
        column: The column of a table.
        errors: Whether rows that are wrong raise, or give null.
        threads: How many threads to use; all cores, if none is given.
        progress: Whether to show a bar, by tqdm.

    Returns:
        The solution of one puzzle, 81 digits; of many, a batch with the columns puzzle and solution.

    Raises:
        MinirowError: If a row is no grid, or has no solution.
    """

    def ask(grids, options):
        return _minirow.solve(grids, bool(any), options)

    if isinstance(puzzles, str):
        return _one(ask, puzzles)["solution"]
    return _all(ask, puzzles, column, errors, threads, progress)


def solve_batches(
    puzzles: Puzzles,
    *,
    any: bool = False,
    column: str = "puzzle",
    errors: Literal["raise", "null"] = "raise",
    threads: int | None = None,
    progress: bool = False,
    batch_rows: int = BATCH_ROWS,
) -> Iterator[RecordBatch]:
    """Solves grids like `solve`, ``batch_rows`` at a time, of a stream of any length."""

    def ask(grids: _minirow.Grids, options: _minirow.Options) -> RecordBatch:
        return _minirow.solve(grids, bool(any), options)

    return _some(ask, puzzles, column, errors, threads, progress, batch_rows)


@overload
def count(puzzles: str, limit: int | None = None) -> int: ...  # type: ignore[overload-overlap]
@overload
def count(
    puzzles: Puzzles,
    limit: int | None = None,
    *,
    column: str = "puzzle",
    errors: Literal["raise", "null"] = "raise",
    threads: int | None = None,
    progress: bool = False,
) -> RecordBatch: ...
def count(puzzles, limit=None, *, column="puzzle", errors="raise", threads=None, progress=False):
    """Counts the solutions of grids, exactly or up to ``limit``.

    An exact count of a nearly empty grid would take longer than anyone lives; Ctrl-C ends it.

    Args:
        puzzles: One text, or many puzzles.
        limit: Where to stop counting: with 2 it is 0, 1, or 2 for several.
        column, errors, threads, progress: As in `solve`.

    Returns:
        The number for one puzzle; of many, a batch with the columns puzzle and count.

    Raises:
        MinirowError: If a row is no grid.
    """
    limit = None if limit is None else _whole("limit", limit, 1)

    def ask(grids, options):
        return _minirow.count(grids, limit, options)

    if isinstance(puzzles, str):
        return _one(ask, puzzles)["count"]
    return _all(ask, puzzles, column, errors, threads, progress)


def count_batches(
    puzzles: Puzzles,
    limit: int | None = None,
    *,
    column: str = "puzzle",
    errors: Literal["raise", "null"] = "raise",
    threads: int | None = None,
    progress: bool = False,
    batch_rows: int = BATCH_ROWS,
) -> Iterator[RecordBatch]:
    """Counts solutions like `count`, ``batch_rows`` grids at a time, of a stream of any length."""
    limit = None if limit is None else _whole("limit", limit, 1)

    def ask(grids: _minirow.Grids, options: _minirow.Options) -> RecordBatch:
        return _minirow.count(grids, limit, options)

    return _some(ask, puzzles, column, errors, threads, progress, batch_rows)


def _grade(max_er: float | None, budget: int | None, labels: bool) -> _Ask:
    if max_er is not None:
        try:
            max_er = float(max_er)
        except (TypeError, ValueError):
            raise MinirowError(f"max_er: found {max_er!r}, expected a rating from 1.0 to 20.0") from None
    budget = None if budget is None else _whole("budget", budget, 1)

    def ask(grids: _minirow.Grids, options: _minirow.Options) -> RecordBatch:
        return _minirow.grade(grids, max_er, budget, bool(labels), options)

    return ask


@overload
def grade(  # type: ignore[overload-overlap]
    puzzles: str, *, max_er: float | None = None, budget: int | None = None, labels: bool = False
) -> dict[str, Any]: ...
@overload
def grade(
    puzzles: Puzzles,
    *,
    max_er: float | None = None,
    budget: int | None = None,
    labels: bool = False,
    column: str = "puzzle",
    errors: Literal["raise", "null"] = "raise",
    threads: int | None = None,
    progress: bool = False,
) -> RecordBatch: ...
def grade(
    puzzles,
    *,
    max_er=None,
    budget=None,
    labels=False,
    column="puzzle",
    errors="raise",
    threads=None,
    progress=False,
):
    """Rates how hard puzzles are, on the scale of Sudoku Explainer 1.2.1: the rows that ``minirow grade`` writes.

    Args:
        puzzles: One text, or many puzzles.
        max_er: Stop rating a puzzle once it is sure that ER is above this; its level is then ``too-hard``.
        budget: Stop after following so many assumptions; the level is then ``budget-spent``.
        labels: Whether to add the columns ``nodes`` and ``backdoor``.
        column, errors, threads, progress: As in `solve`.

    Returns:
        A dict for one puzzle; of many, a batch. The columns are puzzle, solution, clues, er (the hardest step), ep (up to the
        first placement), ed (the first step), level, hardest, techniques, steps. Where a limit was broken there are no
        ratings.

    Raises:
        MinirowError: If a row is no grid, or has no solution or several.
    """
    ask = _grade(max_er, budget, labels)
    if isinstance(puzzles, str):
        return _one(ask, puzzles)
    return _all(ask, puzzles, column, errors, threads, progress)


def grade_batches(
    puzzles: Puzzles,
    *,
    max_er: float | None = None,
    budget: int | None = None,
    labels: bool = False,
    column: str = "puzzle",
    errors: Literal["raise", "null"] = "raise",
    threads: int | None = None,
    progress: bool = False,
    batch_rows: int = BATCH_ROWS,
) -> Iterator[RecordBatch]:
    """Rates puzzles like `grade`, ``batch_rows`` at a time, of a stream of any length."""
    return _some(_grade(max_er, budget, labels), puzzles, column, errors, threads, progress, batch_rows)


@overload
def canonical(puzzles: str, *, solution: bool = False) -> str: ...  # type: ignore[overload-overlap]
@overload
def canonical(
    puzzles: Puzzles,
    *,
    solution: bool = False,
    column: str = "puzzle",
    errors: Literal["raise", "null"] = "raise",
    threads: int | None = None,
    progress: bool = False,
) -> RecordBatch: ...
def canonical(puzzles, *, solution=False, column="puzzle", errors="raise", threads=None, progress=False):
    """The canonical form of grids (row-minlex): the same for all that are the same up to symmetry.

    Args:
        puzzles: One text, or many puzzles; any grids will do.
        solution: Whether it is to be the form of the solution, for which a grid has to have exactly one.
        column, errors, threads, progress: As in `solve`.

    Returns:
        The form of one puzzle; of many, a batch with the columns puzzle, canonical (or canonical_solution), automorphisms
        (how many symmetries change nothing) and transformation (one that leads to the form).

    Raises:
        MinirowError: If a row is no grid, or with ``solution`` no puzzle.
    """

    def ask(grids, options):
        return _minirow.canonical(grids, bool(solution), options)

    if isinstance(puzzles, str):
        return _one(ask, puzzles)["canonical_solution" if solution else "canonical"]
    return _all(ask, puzzles, column, errors, threads, progress)


def canonical_batches(
    puzzles: Puzzles,
    *,
    solution: bool = False,
    column: str = "puzzle",
    errors: Literal["raise", "null"] = "raise",
    threads: int | None = None,
    progress: bool = False,
    batch_rows: int = BATCH_ROWS,
) -> Iterator[RecordBatch]:
    """Gives canonical forms like `canonical`, ``batch_rows`` at a time, of a stream of any length."""

    def ask(grids: _minirow.Grids, options: _minirow.Options) -> RecordBatch:
        return _minirow.canonical(grids, bool(solution), options)

    return _some(ask, puzzles, column, errors, threads, progress, batch_rows)


@overload
def check(puzzles: str) -> dict[str, Any]: ...  # type: ignore[overload-overlap]
@overload
def check(
    puzzles: Puzzles,
    *,
    column: str = "puzzle",
    errors: Literal["raise", "null"] = "raise",
    threads: int | None = None,
    progress: bool = False,
) -> RecordBatch: ...
def check(puzzles, *, column="puzzle", errors="raise", threads=None, progress=False):
    """Says whether grids are proper puzzles, and minimal ones; of those that are not, why.

    Args:
        puzzles: One text, or many puzzles.
        column, errors, threads, progress: As in `solve`.

    Returns:
        A dict for one puzzle; of many, a batch. The columns are puzzle, solution (if there is exactly one), clues, verdict and
        reason. Verdicts are ``minimal`` (one solution, and no clue can be spared), ``proper`` (one solution, but clues can
        be spared), ``solved`` (a full grid, every house right), ``ambiguous`` and ``unsolvable``.

    Raises:
        MinirowError: If a row is no grid at all.
    """
    if isinstance(puzzles, str):
        return _one(_minirow.check, puzzles)
    return _all(_minirow.check, puzzles, column, errors, threads, progress)


def check_batches(
    puzzles: Puzzles,
    *,
    column: str = "puzzle",
    errors: Literal["raise", "null"] = "raise",
    threads: int | None = None,
    progress: bool = False,
    batch_rows: int = BATCH_ROWS,
) -> Iterator[RecordBatch]:
    """Checks grids like `check`, ``batch_rows`` at a time, of a stream of any length."""
    return _some(_minirow.check, puzzles, column, errors, threads, progress, batch_rows)


def explain(puzzle: str) -> list[_step.Step]:
    """Explains how a puzzle is solved: the steps of its path, always the easiest one.

    Args:
        puzzle: A puzzle, a half-done grid, or 729 candidates, as a text.

    Returns:
        The steps in order. ``max(step.rating for step in steps)`` is the ER of the puzzle.

    Raises:
        MinirowError: If it is no grid, or has no solution or several.
    """
    if not isinstance(puzzle, str):
        raise TypeError(f"found {type(puzzle).__name__}, expected one puzzle as a text")
    return [_step.read(line) for line in _minirow.explain(puzzle)]
