"""Research: puzzles near a puzzle, unavoidable sets, minimal puzzles and properties, as the commands with these names find them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from ._arguments import described_as
from ._commands import _call, _options, _text, stats

if TYPE_CHECKING:
    from ._arguments import Path
    from ._commands import Files


@described_as(stats)
def neighbours(
    puzzles: Files,
    out: Path | None = None,
    *,
    remove: int = 1,
    add: int = 1,
    depth: int = 1,
    pattern: Literal["any", "same"] = "any",
    column: str | None = None,
    strict: bool = False,
    force: bool = False,
    resume: bool = False,
    memory: str | None = None,
    temp_dir: Path | None = None,
    threads: int | None = None,
    progress: bool = False,
    **constraints: Any,
) -> list[dict[str, str]] | None:
    """Finds the puzzles that differ from given ones in a few clues.

    The same as ``minirow neighbours``. Puzzles are canonical forms, each once, without those of the input.

    Parameters
    ----------
    puzzles : path, str, RecordBatch, or iterable of these
        The files with puzzles, a puzzle as a text, or a batch, as for `print_book`.
    out : path, optional
        A CSV file for the rows. Without it, they are returned.
    remove : int, default 1
        The number of clues that are removed.
    add : int, default 1
        The number of clues that are added.
    depth : int, default 1
        The number of times that neighbours of what was found are searched.
    pattern : {"any", "same"}, default "any"
        The cells of new clues: any, or those of the removed ones.
    strict : bool, default False
        If True, the first line without a puzzle is an error.
    resume : bool, default False
        If True, continues an interrupted run with the same input.
    memory : str, optional
        The memory for sorting, by default ``"1GB"``. The rest is sorted on disk.
    temp_dir : path, optional
        The folder for temporary files of sorting.
    **constraints
        Constraints on the puzzles, as of `generate`: ``er``, ``minimal``, ``clues``, ``te`` and others that equivalent
        puzzles meet alike.

    Returns
    -------
    list of dict or None
        The rows as texts by their columns, if `out` is None.

    Raises
    ------
    MinirowError
        If a file cannot be read or written, or an option is invalid.

    See Also
    --------
    minimise : Finds the minimal puzzles within a puzzle.

    Examples
    --------
    >>> puzzle = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
    >>> found = minirow.neighbours(puzzle)
    >>> len(found), found[0]["removed"]
    (12, 'r1c8')
    """
    options = _options(locals())
    options |= options.pop("constraints")
    return _rows("neighbours", puzzles, options, progress)


@described_as(stats)
def unavoidable(
    puzzles: Files,
    out: Path | None = None,
    *,
    max_size: int = 12,
    format: Literal["csv", "summary", "board", "html"] | None = None,
    column: str | None = None,
    strict: bool = False,
    force: bool = False,
    resume: bool = False,
    threads: int | None = None,
    progress: bool = False,
) -> list[dict[str, str]] | None:
    """Finds the minimal unavoidable sets of the solutions of puzzles.

    The same as ``minirow unavoidable``. Each puzzle of a full grid has a clue in each unavoidable set.

    Parameters
    ----------
    puzzles : path, str, RecordBatch, or iterable of these
        The files with puzzles or full grids, as for `print_book`.
    out : path, optional
        The file. Without it, rows are returned.
    max_size : int, default 12
        The most cells of a set.
    format : {"csv", "summary", "board", "html"}, optional
        The form of `out`. By default, it is that of its ending.
    strict : bool, default False
        If True, the first line without a puzzle is an error.
    resume : bool, default False
        If True, continues an interrupted run with the same input: finds what it found again, and then the rest.

    Returns
    -------
    list of dict or None
        The rows as texts by their columns, if `out` is None.

    Raises
    ------
    MinirowError
        If a file cannot be read or written, or an option is invalid.

    See Also
    --------
    minimise : Finds the minimal puzzles within a puzzle.

    Examples
    --------
    >>> grid = "123568479864791352957243681218657934536489127749312865391825746472136598685974213"
    >>> sets = minirow.unavoidable(grid, max_size=4)
    >>> len(sets), sets[0]["size"]
    (36, '4')
    """
    options = _options(locals())
    if out is None:
        options["format"] = "csv"
    return _rows("unavoidable", puzzles, options, progress)


@described_as(stats)
def minimise(
    puzzles: Files,
    out: Path | None = None,
    *,
    clues: Any = None,
    smallest: bool = False,
    column: str | None = None,
    strict: bool = False,
    force: bool = False,
    resume: bool = False,
    threads: int | None = None,
    progress: bool = False,
) -> list[str] | None:
    """Finds the minimal puzzles within puzzles.

    The same as ``minirow minimise``. A full grid has far too many minimal puzzles for all of them.

    Parameters
    ----------
    puzzles : path, str, RecordBatch, or iterable of these
        The files with puzzles, a puzzle as a text, or a batch, as for `print_book`.
    out : path, optional
        The file with a puzzle a line. Without it, the puzzles are returned.
    clues : int, tuple or str, optional
        The range of the number of clues, as of `generate`.
    smallest : bool, default False
        If True, only puzzles with the fewest clues there are.
    strict : bool, default False
        If True, the first line without a puzzle is an error.
    resume : bool, default False
        If True, continues an interrupted run with the same input: finds what it found again, and then the rest.

    Returns
    -------
    list of str or None
        The puzzles, if `out` is None.

    Raises
    ------
    MinirowError
        If a file cannot be read or written, or an option is invalid.

    See Also
    --------
    unavoidable : Finds the sets of cells in which each puzzle has a clue.

    Examples
    --------
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> len(minirow.minimise(puzzle))
    416
    """
    options = _options(locals())
    if out is None:
        return _text("minimise", puzzles, options, progress).splitlines()
    _call("minimise", puzzles, options, progress)
    return None


@described_as(stats)
def properties(
    puzzles: Files,
    out: Path | None = None,
    *,
    columns: Iterable[str] | None = None,
    column: str | None = None,
    strict: bool = False,
    force: bool = False,
    resume: bool = False,
    threads: int | None = None,
    progress: bool = False,
) -> list[dict[str, str]] | None:
    """Returns properties of puzzles.

    The same as ``minirow properties``, whose help has the definition of each column. Other columns of the input are kept.

    Parameters
    ----------
    puzzles : path, str, RecordBatch, or iterable of these
        The files with puzzles, a puzzle as a text, or a batch, as for `print_book`.
    out : path, optional
        A CSV file for the rows. Without it, they are returned.
    columns : iterable of str, optional
        The columns after that of the puzzle. By default, these are all without ratings. ``"backdoor:x-wing"`` is the size of the
        smallest backdoors with techniques up to x-wing.
    strict : bool, default False
        If True, the first line without a puzzle is an error.
    resume : bool, default False
        If True, continues an interrupted run with the same input.

    Returns
    -------
    list of dict or None
        The rows as texts by their columns, if `out` is None.

    Raises
    ------
    MinirowError
        If a file cannot be read or written, or an option is invalid.

    See Also
    --------
    grade : Returns ratings of puzzles.

    Examples
    --------
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> minirow.properties(puzzle, columns=["minimal", "bands"])[0]["bands"]
    '10 10 10'
    """
    return _rows("properties", puzzles, _options(locals()), progress)


def _rows(command: str, puzzles: Files, options: Mapping[str, Any], progress: bool) -> list[dict[str, str]] | None:
    """Runs a command, and returns the rows of its CSV if there is no file."""
    if options["out"] is None:
        return list(csv.DictReader(io.StringIO(_text(command, puzzles, options, progress, depth=5))))
    _call(command, puzzles, options, progress, depth=4)
    return None
