"""Questions about given puzzles: their solutions, ratings, canonical forms and verdicts. ``_minirow`` does the work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sized
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _minirow
from ._arguments import BATCH_ROWS, bar, batch_size, described_as, texts, thread_number, whole_or_none
from ._minirow import MinirowError, RecordBatch

if TYPE_CHECKING:
    from ._arguments import Puzzles

#: A function of ``_minirow`` that takes grids and options, with its other arguments.
Ask = Callable[..., RecordBatch]


#: The options for one text, which is not worth a thread.
_FOR_ONE: _minirow.Options = {"errors_null": False, "threads": 1, "progress": None}


def _options(errors: str, threads: int | None) -> _minirow.Options:
    if errors not in ("raise", "null"):
        raise MinirowError(f"errors: found {errors!r}, expected 'raise' or 'null'")
    return {"errors_null": errors == "null", "threads": thread_number(threads), "progress": None}


def _answer(
    ask: Ask, puzzles: Puzzles, value: str | None, column: str, errors: str, threads: Any, progress: bool
) -> Any:
    """Asks about one text or about many puzzles. `value` is the column that is the answer for one text, if not all are."""
    options = _options(errors, threads)
    if isinstance(puzzles, str):
        row = ask(_minirow.Grids(puzzles), options=_FOR_ONE).to_pylist()[0]
        return row[value] if value else row
    grids = _minirow.Source(puzzles, column).read(None)
    with bar(progress, len(grids)) as update:
        return ask(grids, options={**options, "progress": update})


def _batches(
    ask: Ask, puzzles: Puzzles, column: str, errors: str, threads: int | None, progress: bool, batch_rows: int
) -> Iterator[RecordBatch]:
    """Asks about puzzles in batches of `batch_rows`. Checks the arguments before the first batch is taken."""
    options = _options(errors, threads)
    batch_rows = batch_size(batch_rows)
    source = _minirow.Source(puzzles, column)

    def batches() -> Iterator[RecordBatch]:
        with bar(progress, len(puzzles) if progress and isinstance(puzzles, Sized) else None) as update:
            while len(grids := source.read(batch_rows)):
                yield ask(grids, options={**options, "progress": update})

    return batches()


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
    """Solves grids.

    If a grid has several solutions, the result is the smallest one, compared row by row.

    Parameters
    ----------
    puzzles : str, or iterable of str, numpy.ndarray or Arrow object
        One grid as a text, or many grids: an iterable of texts, an array of integers with shape (n, 81) or (n, 9, 9)
        where 0 is an empty cell, or a column or table with Arrow's PyCapsule interface. A text has 81 characters, row by
        row, with ``.`` or ``0`` for an empty cell, or another text form that the command line reads.
    any : bool, default False
        If True, returns any solution of a grid with several solutions, which is faster.
    column : str, default "puzzle"
        The name of the column with the grids, if `puzzles` is a table with several columns.
    errors : {"raise", "null"}, default "raise"
        If "raise", an invalid row raises an error. If "null", its values are None, and the batch has one more column
        ``error`` with the reason for each invalid row.
    threads : int, optional
        The number of threads. By default, all cores are used. The result does not depend on it.
    progress : bool, default False
        If True, shows a progress bar, which needs tqdm.

    Returns
    -------
    str or RecordBatch
        For one text, the solution as 81 digits. For many grids, a batch with the columns puzzle and solution.

    Raises
    ------
    MinirowError
        If a row is not a grid or has no solution.
    TypeError
        If `puzzles` has none of these types.

    See Also
    --------
    solve_batches : Solves any number of grids in batches.
    explain : Solves a puzzle step by step.

    Examples
    --------
    >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> minirow.solve(puzzle)
    '417369825632158947958724316825437169791586432346912758289643571573291684164875293'

    Invalid rows can be kept, with the reason:

    >>> batch = minirow.solve([puzzle, "55" + 79 * "."], errors="null")
    >>> batch["error"]
    [None, 'no solution: r1c1 and r1c2 in row 1 are both 5']
    """
    return _answer(partial(_minirow.solve, any=bool(any)), puzzles, "solution", column, errors, threads, progress)


@described_as(solve)
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
    """Solves grids in batches.

    Only one batch is in memory, so `puzzles` can be a stream of any length.

    Parameters
    ----------
    puzzles : iterable of str, numpy.ndarray or Arrow object
        Many grids, as for `solve`.
    batch_rows : int, default 65536
        The number of rows of a batch, from 1 to 2**24. The last batch may have fewer.

    Returns
    -------
    iterator of RecordBatch
        Batches with the columns puzzle and solution.

    Raises
    ------
    MinirowError
        If a row is not a grid or has no solution.

    See Also
    --------
    solve : Solves one grid, or many in one batch.

    Examples
    --------
    >>> puzzles = minirow.generate(seed=42, count=25)
    >>> [len(batch) for batch in minirow.solve_batches(puzzles, batch_rows=10)]
    [10, 10, 5]
    """
    ask = partial(_minirow.solve, any=bool(any))
    return _batches(ask, puzzles, column, errors, threads, progress, batch_rows)


def _count(limit: int | None) -> Ask:
    return partial(_minirow.count, limit=whole_or_none("limit", limit))


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
@described_as(solve)
def count(puzzles, limit=None, *, column="puzzle", errors="raise", threads=None, progress=False):
    """Counts the solutions of grids, exactly or up to a limit.

    Nearly empty grids are counted by bands. The empty one takes seconds.

    Parameters
    ----------
    limit : int, optional
        The count at which counting stops, from 1 to 2**64 - 1. With 2, the result is 0, 1, or 2 for several
        solutions. By default, all solutions are counted.

    Returns
    -------
    int or RecordBatch
        For one text, the count, which may be any int. For many grids, a batch with the columns puzzle and count. The
        type of the column is uint64.

    Raises
    ------
    MinirowError
        If a row is not a grid, or if one of many grids has more than 2**64 - 1 solutions. The message has their number.
    TypeError
        If `puzzles` has none of these types.

    See Also
    --------
    count_batches : Counts the solutions of any number of grids in batches.
    check : Returns the reason if a grid is not a puzzle with one solution.

    Examples
    --------
    >>> minirow.count("53..7....6..195....98......8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    2
    >>> minirow.count(81 * ".")
    6670903752021072936960
    >>> minirow.count([81 * "."], limit=1000)["count"]
    [1000]
    """
    if isinstance(puzzles, str):
        _options(errors, threads)
        return _minirow.count_one(_minirow.Grids(puzzles), whole_or_none("limit", limit))
    return _answer(_count(limit), puzzles, "count", column, errors, threads, progress)


@described_as(solve_batches)
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
    """Counts the solutions of grids in batches.

    Only one batch is in memory, so `puzzles` can be a stream of any length.

    Parameters
    ----------
    limit : int, optional
        The count at which counting stops, from 1 to 2**64 - 1. By default, all solutions are counted.

    Returns
    -------
    iterator of RecordBatch
        Batches with the columns puzzle and count.

    Raises
    ------
    MinirowError
        If a row is not a grid.

    See Also
    --------
    count : Counts the solutions of one grid, or of many in one batch.

    Examples
    --------
    >>> grids = [81 * "."] * 3
    >>> [batch["count"] for batch in minirow.count_batches(grids, limit=2, batch_rows=2)]
    [[2, 2], [2]]
    """
    return _batches(_count(limit), puzzles, column, errors, threads, progress, batch_rows)


def _grade(max_er: float | None, budget: int | None, labels: bool, scale: str | Iterable[str]) -> Ask:
    try:
        max_er = None if max_er is None else float(max_er)
    except (TypeError, ValueError, OverflowError):
        raise MinirowError(f"max_er: found {max_er!r}, expected a rating from 1.0 to 20.0") from None
    return partial(
        _minirow.grade,
        max_er=max_er,
        budget=whole_or_none("budget", budget),
        labels=bool(labels),
        scales=texts("scale", scale),
    )


@overload
def grade(  # type: ignore[overload-overlap]
    puzzles: str,
    *,
    max_er: float | None = None,
    budget: int | None = None,
    labels: bool = False,
    scale: str | Iterable[str] = "se",
) -> dict[str, Any]: ...
@overload
def grade(
    puzzles: Puzzles,
    *,
    max_er: float | None = None,
    budget: int | None = None,
    labels: bool = False,
    scale: str | Iterable[str] = "se",
    column: str = "puzzle",
    errors: Literal["raise", "null"] = "raise",
    threads: int | None = None,
    progress: bool = False,
) -> RecordBatch: ...
@described_as(solve)
def grade(
    puzzles,
    *,
    max_er=None,
    budget=None,
    labels=False,
    scale="se",
    column="puzzle",
    errors="raise",
    threads=None,
    progress=False,
):
    """Rates the difficulty of puzzles, on the scale of Sudoku Explainer 1.2.1 or on others.

    The result equals the rows of ``minirow grade``.

    Parameters
    ----------
    max_er : float, optional
        The highest rating of interest, from 1.0 to 20.0. Rating a puzzle stops as soon as its ER is known to be
        higher, and its level is then ``too-hard``.
    budget : int, optional
        The number of assumptions, at least 1, after which rating a puzzle stops. Its level is then ``budget-spent``.
        For the scales ``te`` and ``hodoku``, ``te_cut`` and ``hodoku_cut`` are.
    labels : bool, default False
        If True, adds the columns ``nodes`` and ``backdoor``.
    scale : str or iterable of str, default "se"
        The scales to rate on: ``"se"`` is that of Sudoku Explainer, ``"te"`` is the T&E depth and B of Denis Berthier,
        ``"hodoku"`` is the level and score of HoDoKu, and ``"minutes"`` is the estimated solving time.

    Returns
    -------
    dict or RecordBatch
        For one text, a dict. For many puzzles, a batch. The columns are puzzle, solution, clues, er, ep, ed, level,
        hardest, techniques and steps. ER is the rating of the hardest step, EP that of the hardest step up to the
        first placement, and ED that of the first step, each from 1.0 to 20.0. They are None if a limit was exceeded.
        The columns of ``te`` are te, b, bxb, bxbb and te_cut, those of ``hodoku`` are hodoku_level, hodoku_score,
        hodoku_hardest and hodoku_cut, and those of ``minutes`` are minutes, minutes_low, minutes_high and
        minutes_extrapolated.

    Raises
    ------
    MinirowError
        If a row is not a grid, has no solution, or has several.
    TypeError
        If `puzzles` has none of these types.

    See Also
    --------
    grade_batches : Rates any number of puzzles in batches.
    explain : Returns the steps that the rating is made of.

    Examples
    --------
    >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> row = minirow.grade(puzzle)
    >>> row["er"], row["level"], row["hardest"], row["clues"]
    (2.6, 'hard', 'pointing', 17)
    >>> minirow.grade([puzzle], max_er=2.0)["level"]
    ['too-hard']
    >>> row = minirow.grade(puzzle, scale="hodoku")
    >>> row["hodoku_level"], row["hodoku_score"], row["hodoku_hardest"]
    ('medium', 696, 'locked-triple')
    >>> row = minirow.grade(puzzle, scale=["te", "minutes"])
    >>> row["te"], row["b"], row["minutes"]
    (1, 1, 25.6)
    """
    return _answer(_grade(max_er, budget, labels, scale), puzzles, None, column, errors, threads, progress)


@described_as(grade)
def grade_batches(
    puzzles: Puzzles,
    *,
    max_er: float | None = None,
    budget: int | None = None,
    labels: bool = False,
    scale: str | Iterable[str] = "se",
    column: str = "puzzle",
    errors: Literal["raise", "null"] = "raise",
    threads: int | None = None,
    progress: bool = False,
    batch_rows: int = BATCH_ROWS,
) -> Iterator[RecordBatch]:
    """Rates the difficulty of puzzles in batches.

    Only one batch is in memory, so `puzzles` can be a stream of any length.

    Parameters
    ----------
    puzzles : iterable of str, numpy.ndarray or Arrow object
        Many puzzles, as for `grade`.
    batch_rows : int, default 65536
        The number of rows of a batch, from 1 to 2**24. The last batch may have fewer.

    Returns
    -------
    iterator of RecordBatch
        Batches with the columns of `grade`.

    Raises
    ------
    MinirowError
        If a row is not a grid, has no solution, or has several.

    See Also
    --------
    grade : Rates one puzzle, or many in one batch.

    Examples
    --------
    >>> packs = minirow.generate_batches(seed=42, count=20, batch_rows=10)
    >>> puzzles = (puzzle for pack in packs for puzzle in pack["puzzle"])
    >>> [max(batch["er"]) for batch in minirow.grade_batches(puzzles, batch_rows=10)]
    [6.9, 8.3]
    """
    return _batches(_grade(max_er, budget, labels, scale), puzzles, column, errors, threads, progress, batch_rows)


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
@described_as(solve)
def canonical(puzzles, *, solution=False, column="puzzle", errors="raise", threads=None, progress=False):
    """Returns the canonical forms of grids, which equivalent grids share.

    The canonical form is the smallest image of a grid, read row by row, under all symmetries (row-minlex). Any grids
    have one, not only puzzles.

    Parameters
    ----------
    solution : bool, default False
        If True, returns the canonical form of the solution. A grid must then have exactly one solution.

    Returns
    -------
    str or RecordBatch
        For one text, the canonical form. For many grids, a batch with the columns puzzle, canonical (or
        canonical_solution), automorphisms and transformation. ``automorphisms`` is the number of symmetries that
        leave the grid unchanged, at least 1. ``transformation`` is a symmetry that takes the grid to its form.

    Raises
    ------
    MinirowError
        If a row is not a grid, or if `solution` is True and a grid has no solution or several.
    TypeError
        If `puzzles` has none of these types.

    See Also
    --------
    canonical_batches : Returns the canonical forms of any number of grids in batches.
    minirow.ray.dedup : Removes equivalent puzzles from a data set.

    Examples
    --------
    >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> minirow.canonical(puzzle)
    '........1.....1.23..4.5..........5.....6..74.38............2.....7...6...1...8...'
    >>> minirow.canonical(puzzle) == minirow.canonical(puzzle[::-1])
    True
    """
    value = "canonical_solution" if solution else "canonical"
    ask = partial(_minirow.canonical, solution=bool(solution))
    return _answer(ask, puzzles, value, column, errors, threads, progress)


@described_as(solve_batches)
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
    """Returns the canonical forms of grids in batches.

    Only one batch is in memory, so `puzzles` can be a stream of any length.

    Parameters
    ----------
    solution : bool, default False
        If True, returns the canonical form of the solution. A grid must then have exactly one solution.

    Returns
    -------
    iterator of RecordBatch
        Batches with the columns of `canonical`.

    Raises
    ------
    MinirowError
        If a row is not a grid, or if `solution` is True and a grid has no solution or several.

    See Also
    --------
    canonical : Returns the canonical form of one grid, or of many in one batch.

    Examples
    --------
    >>> puzzles = minirow.generate(seed=42, count=4)
    >>> [batch["automorphisms"] for batch in minirow.canonical_batches(puzzles, batch_rows=2)]
    [[1, 1], [1, 1]]
    """
    ask = partial(_minirow.canonical, solution=bool(solution))
    return _batches(ask, puzzles, column, errors, threads, progress, batch_rows)


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
@described_as(solve)
def check(puzzles, *, column="puzzle", errors="raise", threads=None, progress=False):
    """Checks that grids are puzzles with one solution, and that no clue can be removed.

    Grids that are not puzzles are a result here, not an error.

    Parameters
    ----------
    puzzles : str, or iterable of str, numpy.ndarray or Arrow object
        One grid as a text, or many grids, as for `solve`.

    Returns
    -------
    dict or RecordBatch
        For one text, a dict. For many grids, a batch. The columns are puzzle, solution (None unless there is exactly
        one), clues, verdict and reason. Verdicts are ``minimal`` (one solution, and no clue can be removed),
        ``proper`` (one solution, but some clue can be removed), ``solved`` (a correct full grid), ``ambiguous``
        (several solutions) and ``unsolvable``.

    Raises
    ------
    MinirowError
        If a row is not a grid.
    TypeError
        If `puzzles` has none of these types.

    See Also
    --------
    check_batches : Checks any number of grids in batches.
    count : Counts the solutions of grids.

    Examples
    --------
    >>> row = minirow.check("53..7....6..195....98......8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> row["verdict"], row["reason"]
    ('ambiguous', 'several solutions: two of them differ in 12 cells, the first is r2c7, 3 in one and 4 in the other')
    """
    return _answer(_minirow.check, puzzles, None, column, errors, threads, progress)


@described_as(solve_batches)
def check_batches(
    puzzles: Puzzles,
    *,
    column: str = "puzzle",
    errors: Literal["raise", "null"] = "raise",
    threads: int | None = None,
    progress: bool = False,
    batch_rows: int = BATCH_ROWS,
) -> Iterator[RecordBatch]:
    """Checks grids in batches.

    Only one batch is in memory, so `puzzles` can be a stream of any length.

    Parameters
    ----------
    puzzles : iterable of str, numpy.ndarray or Arrow object
        Many grids, as for `check`.

    Returns
    -------
    iterator of RecordBatch
        Batches with the columns of `check`.

    Raises
    ------
    MinirowError
        If a row is not a grid.

    See Also
    --------
    check : Checks one grid, or many in one batch.

    Examples
    --------
    >>> puzzles = minirow.generate(seed=42, count=4, minimal=True)
    >>> [batch["verdict"] for batch in minirow.check_batches(puzzles, batch_rows=3)]
    [['minimal', 'minimal', 'minimal'], ['minimal']]
    """
    return _batches(_minirow.check, puzzles, column, errors, threads, progress, batch_rows)
