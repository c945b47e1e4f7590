"""The commands that write files: books, conversions, statistics and data sets. They have the options of the command line."""

from __future__ import annotations

import difflib
import json
import os
import re
import tempfile
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Literal, overload

from . import _minirow
from ._arguments import bar, constraint, described_as, path_text
from ._minirow import RANGES, MinirowError, RecordBatch
from ._options import BookOptions, DatasetOptions
from ._unpacked import unpacked, write_parquet

if TYPE_CHECKING:
    from typing_extensions import TypeAlias, Unpack

    from ._arguments import Path

    #: A file, a puzzle as a text, a batch, a table, an array, or an iterable or a dict of these.
    Files: TypeAlias = (
        Path | _minirow.ArrowArray | _minirow.ArrowStream | Iterable[Path | RecordBatch] | Mapping[str, Any]
    )

#: Options whose value ``-`` stands for standard input or output on the command line.
_STREAMS = {"against", "exclude", "out", "report"}

#: The number of messages that a warning shows.
_SHOWN = 5

_GRID = re.compile(r"\s*[0-9.]{81}\s*")


@contextmanager
def _files(puzzles: Files | None) -> Iterator[tuple[list[str], str]]:
    """Yields the paths of the files with puzzles, and the folder of the temporary files."""
    with tempfile.TemporaryDirectory(prefix="minirow-") as folder:
        paths: list[str] = []
        is_one = isinstance(puzzles, (str, os.PathLike)) or _is_table(puzzles)
        grids: list[str] = []

        def temporary(name: str, ending: str) -> FilePath:
            path = os.path.join(folder, name + ending)
            paths.append(os.path.join(folder, f"{name}-{len(paths)}{ending}") if path in paths else path)
            return FilePath(paths[-1])

        def flush() -> None:
            if grids:
                temporary("puzzles", ".txt").write_text("".join(grid.strip() + "\n" for grid in grids))
                grids.clear()

        items: Any = [puzzles] if is_one else _iterable(puzzles)
        for name, item in items.items() if isinstance(items, Mapping) else ((None, item) for item in items):
            name = type(item).__name__ if name is None else re.sub(r"\W+", "_", str(name))
            if isinstance(item, str) and _GRID.fullmatch(item):
                grids.append(item)
                continue
            flush()
            if isinstance(item, RecordBatch):
                temporary(name, ".csv").write_bytes(_minirow.csv(item))
            elif _is_array(item):
                import numpy

                numpy.save(temporary(name, ".npy"), numpy.ascontiguousarray(item), allow_pickle=False)
            elif _is_table(item):
                write_parquet(item.with_format("arrow")[:] if _is_dataset(item) else item, temporary(name, ".parquet"))
            elif isinstance(item, (str, os.PathLike)):
                paths += unpacked(_file("the file", item), folder)
            else:
                raise _wrong_type(item)
        flush()
        if not paths:
            raise MinirowError("found no puzzles, expected a file, a puzzle or a RecordBatch")
        yield paths, folder


def _iterable(puzzles: Any) -> Iterable[Any]:
    if isinstance(puzzles, Iterable) and not isinstance(puzzles, (bytes, bytearray)):
        return puzzles
    raise _wrong_type(puzzles)


def _wrong_type(found: object) -> TypeError:
    expected = "expected a path, a puzzle as a text, a RecordBatch, a table, an array, or several of these"
    return TypeError(f"found {type(found).__name__}, {expected}")


def _is_table(value: object) -> bool:
    """Returns True for a table of another library, a data set of Hugging Face, or an array of NumPy."""
    is_arrow = hasattr(value, "__arrow_c_stream__") or hasattr(value, "__arrow_c_array__")
    return is_arrow or _is_dataset(value) or _is_array(value)


def _is_dataset(value: object) -> bool:
    return hasattr(value, "with_format") and hasattr(value, "num_rows") and not isinstance(value, Mapping)


def _is_array(value: object) -> bool:
    return hasattr(value, "__array_interface__") and hasattr(value, "dtype")


def _file(name: str, path: Path) -> str:
    text = path_text(path)
    if text == "-":
        raise MinirowError(f"{name}: found '-', expected a path; Python has no standard streams here")
    return text


def _values(name: str, value: Any) -> list[str]:
    """Returns the values of an option as texts."""
    if name == "out":
        return [_file(name, value)]
    if name in RANGES:
        value = constraint(name, value)
    if isinstance(value, Mapping):
        sign = ":" if name == "levels" else "="
        return [f"{key}{sign}{item}" for key, item in value.items()]
    many = [value] if isinstance(value, (str, os.PathLike)) or not isinstance(value, Iterable) else value
    return [_value(name, item) for item in many]


def _value(name: str, value: Any) -> str:
    if name in _STREAMS:
        return _file(name, value)
    if isinstance(value, os.PathLike):
        return path_text(value)
    if isinstance(value, str):
        return value
    text = constraint(name, value)
    if isinstance(text, (bool, list)) or text is None:
        raise MinirowError(f"{name}: found {value!r}, expected a text, a number or a path")
    return str(text)


def _call(
    command: str, puzzles: Files | None, options: Mapping[str, Any], progress: bool, *, depth: int = 3
) -> dict[str, int]:
    """Runs a command, and returns its numbers. Messages about input that was left out are a warning.

    `depth` is the number of frames between the warning and the program that uses the package.
    """
    numbers, messages = called(command, puzzles, options, progress)
    warn(messages, depth + 1)
    return numbers


def called(
    command: str, puzzles: Files | None, options: Mapping[str, Any], progress: bool
) -> tuple[dict[str, int], list[str]]:
    """Runs a command, and returns its numbers, and its messages about input that was left out."""
    set_options: list[tuple[str, list[str]]] = [("quiet", [])]
    for name, value in options.items():
        if value is None or value is False:
            continue
        set_options.append((name.replace("_", "-"), [] if value is True else _values(name, value)))
    if puzzles is None and command in ("dataset", "benchmark write"):
        with bar(progress, None) as update:
            numbers, messages = _minirow.call(command, set_options, [], update)
    else:
        with _files(puzzles) as (paths, folder), bar(progress, None) as update:
            if command == "dataset":
                set_options.append(("from", paths))
                paths = []
            try:
                numbers, messages = _minirow.call(command, set_options, paths, update)
            except MinirowError as error:
                texts = (text.replace(folder + os.sep, "") for text in error.args)
                spelled = (text.replace("cannot be used with from", "cannot be used with puzzles") for text in texts)
                raise MinirowError(*spelled) from None
            messages = [message.replace(folder + os.sep, "") for message in messages]
    return dict(numbers), messages


def warn(messages: list[str], depth: int) -> None:
    """Warns of the first messages. `depth` is the number of frames to the program that uses the package."""
    if messages:
        more = len(messages) - _SHOWN
        shown = messages[:_SHOWN] + ([f"and {more} more"] if more > 0 else [])
        warnings.warn("\n".join(shown), stacklevel=depth)


def _options(arguments: dict[str, Any]) -> dict[str, Any]:
    """Returns the arguments of a function that are options of its command."""
    return {name: value for name, value in arguments.items() if name not in ("puzzles", "progress")}


def _checked(command: str, options: Mapping[str, Any], known: type) -> Mapping[str, Any]:
    """Returns the options if the type has all their names."""
    for name in options:
        if name not in known.__annotations__:
            closest = difflib.get_close_matches(name, known.__annotations__, n=1)
            hint = f", did you mean {closest[0]!r}?" if closest else f"; `minirow {command} --help` lists the options"
            raise MinirowError(f"unknown option {name!r}{hint}")
    return options


def print_book(
    puzzles: Files,
    out: Path,
    *,
    force: bool = False,
    threads: int | None = None,
    progress: bool = False,
    **options: Unpack[BookOptions],
) -> None:
    """Prints puzzles as a book (PDF, HTML) or as pictures (SVG, PNG, EPS).

    The same as ``minirow print``. It is not called ``print``, so that ``from minirow import *`` does not hide the function
    of Python.

    Parameters
    ----------
    puzzles : path, str, RecordBatch, or iterable of these
        The files with puzzles, in any form that the command line reads; a puzzle as a text of 81 characters; or a batch,
        such as the result of `generate`. An array of NumPy has shape (n, 81) or (n, 9, 9). Tables with Arrow's PyCapsule
        interface and data sets of Hugging Face need pyarrow. Several of these may be a dict, whose keys are their names:
        ``{"train": ..., "test": ...}``, ``{"quizzes": ..., "solutions": ...}``.
    out : path
        The file, or the folder for pictures of all puzzles. Its ending selects the format.
    force : bool, default False
        If True, replaces a file that exists.
    threads : int, optional
        The number of threads. By default, all cores are used. The result does not depend on it.
    progress : bool, default False
        If True, shows a progress bar, which needs tqdm.
    **options : str, int, float, bool, path, list or dict
        The options of ``minirow print`` with ``_`` for ``-``, such as ``title="A Journey"``, ``paper="letter"``,
        ``per_page=2``, ``large_print=True``, ``heading=["level", "rating"]`` and ``word={"clues": "givens"}``.
        ``minirow print --help`` describes all of them.

    Raises
    ------
    MinirowError
        If an option is invalid, a row is not a puzzle with one solution, or the file cannot be written. Nothing is
        written then.

    See Also
    --------
    generate : Returns puzzles to print.

    Examples
    --------
    >>> pack = minirow.generate(seed=42, count=8)
    >>> minirow.print_book(pack, "pack.pdf", title="Eight puzzles", paper="letter")
    >>> minirow.print_book(pack[0]["puzzle"], "first.svg", puzzle=1)
    """
    known = _checked("print", options, BookOptions)
    _call("print", puzzles, {"out": out, "force": force, "threads": threads, **known}, progress)


@overload
def convert(
    puzzles: Files,
    out: None = None,
    *,
    to: str | None = None,
    blank: str | None = None,
    set: Mapping[str, str] | None = None,
    schema: str | None = None,
    column: str | None = None,
    sort: str | None = None,
    sample: int | None = None,
    seed: int | None = None,
    transform: str | None = None,
    equivalent: int | None = None,
    memory: str | None = None,
    temp_dir: Path | None = None,
    strict: bool = False,
    progress: bool = False,
) -> str: ...
@overload
def convert(
    puzzles: Files,
    out: Path,
    *,
    to: str | None = None,
    blank: str | None = None,
    set: Mapping[str, str] | None = None,
    schema: str | None = None,
    column: str | None = None,
    shard_rows: int | None = None,
    sort: str | None = None,
    sample: int | None = None,
    seed: int | None = None,
    transform: str | None = None,
    equivalent: int | None = None,
    memory: str | None = None,
    temp_dir: Path | None = None,
    strict: bool = False,
    force: bool = False,
    progress: bool = False,
) -> None: ...
def convert(
    puzzles,
    out=None,
    *,
    to=None,
    blank=None,
    set=None,
    schema=None,
    column=None,
    shard_rows=None,
    sort=None,
    sample=None,
    seed=None,
    transform=None,
    equivalent=None,
    memory=None,
    temp_dir=None,
    strict=False,
    force=False,
    progress=False,
):
    """Converts puzzles between the forms of Sudoku programs.

    The same as ``minirow convert``. Lines without a puzzle and fields that a form cannot hold are left out, with a
    warning.

    Parameters
    ----------
    puzzles : path, str, RecordBatch, or iterable of these
        The files with puzzles, a puzzle as a text, or a batch, as for `print_book`.
    out : path, optional
        The file. Its ending selects the form. Without it, the result is a text.
    to : str, optional
        The form, such as ``"sdk"``, ``"hodoku"``, ``"pencilmarks"``, ``"jsonl"`` or ``"parquet"``. By default, it is
        that of the ending of `out`, or ``"line"``. ``minirow convert --help`` lists the forms.
    blank : str, optional
        The character for an empty cell.
    set : dict of str to str, optional
        Fields that are set in every puzzle, such as ``{"author": "Ruud"}``. An empty text removes a field.
    schema : str, optional
        The columns of a table: ``"full"``, ``"kaggle"``, ``"radcliffe"`` or ``"hrm"``.
    column : str, optional
        The column of a table that has the puzzles, by default ``"puzzle"`` or another usual name.
    shard_rows : int, optional
        The number of rows of each of several files.
    sort : str, optional
        The field by whose values the puzzles are sorted, such as ``"er"``, or ``"-er"`` for descending order.
    sample : int, optional
        The number of puzzles that are kept, drawn at random.
    seed : int, optional
        The seed of `sample`, by default 0.
    transform : str, optional
        A symmetry that is applied to each puzzle, as in the column ``transformation`` of `canonical`.
    equivalent : int, optional
        A seed. Each puzzle is replaced by an equivalent one, drawn by the seed and its index.
    memory : str, optional
        The memory for sorting, by default ``"1GB"``. The rest is sorted on disk.
    temp_dir : path, optional
        The folder for temporary files of sorting.
    strict : bool, default False
        If True, the first line without a puzzle is an error.
    force : bool, default False
        If True, replaces a file that exists.
    progress : bool, default False
        If True, shows a progress bar, which needs tqdm.

    Returns
    -------
    str or None
        The text, if `out` is None.

    Raises
    ------
    MinirowError
        If a file cannot be read or written, or an option is invalid.

    See Also
    --------
    RecordBatch.to_pandas : Converts a batch to a data frame.

    Examples
    --------
    >>> pack = minirow.generate(seed=42, count=100)
    >>> minirow.convert(pack, "pack.parquet")
    >>> print(minirow.convert(pack[0]["puzzle"], to="sdk", set={"author": "Ruud"}).splitlines()[:3])
    ['#ARuud', '...9....7', '........5']
    """
    options = _options(locals())
    if out is not None:
        _call("convert", puzzles, options, progress)
        return None
    if to == "parquet" or shard_rows is not None:
        raise MinirowError("parquet and shard_rows need a file: out")
    options["to"] = to or ("csv" if schema else "line")
    return _text("convert", puzzles, options, progress)


def _text(
    command: str, puzzles: Files | None, options: Mapping[str, Any], progress: bool, *, depth: int = 4
) -> str:
    """Returns what a command writes."""
    with tempfile.TemporaryDirectory(prefix="minirow-") as folder:
        path = FilePath(folder, "out")
        _call(command, puzzles, {**options, "out": path}, progress, depth=depth)
        return path.read_text(encoding="utf-8")


@overload
def stats(
    puzzles: Files,
    out: None = None,
    *,
    column: str | None = None,
    together: bool = False,
    grade: bool = False,
    scale: str | Iterable[str] | None = None,
    duplicates: Literal["none", "exact", "equivalent"] | None = None,
    reference: str | None = None,
    strict: bool = False,
    threads: int | None = None,
    progress: bool = False,
) -> dict[str, Any]: ...
@overload
def stats(
    puzzles: Files,
    out: Path,
    *,
    column: str | None = None,
    together: bool = False,
    grade: bool = False,
    scale: str | Iterable[str] | None = None,
    duplicates: Literal["none", "exact", "equivalent"] | None = None,
    reference: str | None = None,
    chart: str | Iterable[str] | None = None,
    title: str | None = None,
    strict: bool = False,
    force: bool = False,
    threads: int | None = None,
    progress: bool = False,
) -> None: ...
def stats(
    puzzles,
    out=None,
    *,
    column=None,
    together=False,
    grade=False,
    scale=None,
    duplicates=None,
    reference=None,
    chart=None,
    title=None,
    strict=False,
    force=False,
    threads=None,
    progress=False,
):
    """Returns statistics of packs, or writes them as a page or as charts.

    The same as ``minirow stats``: clues, ratings, levels and techniques.

    Parameters
    ----------
    puzzles : path, str, RecordBatch, or iterable of these
        The packs: files or batches, as for `print_book`. Several are compared side by side.
    out : path, optional
        The file with the ending html, svg, png, txt or json. Without it, the result is a dict.
    column : str, optional
        The column of a table that has the puzzles, by default ``"puzzle"`` or another usual name.
    together : bool, default False
        If True, counts all files as one pack.
    grade : bool, default False
        If True, rates puzzles without a rating.
    scale : str or iterable of str, optional
        The scales to rate on, with `grade`: ``"se"``, ``"te"``, ``"hodoku"`` or ``"minutes"``. By default,
        ``"se"``.
    duplicates : {"none", "exact", "equivalent"}, optional
        The puzzles that count as duplicates, by default ``"exact"``.
    reference : str, optional
        A published distribution of clues to compare with.
    chart : str or iterable of str, optional
        The charts to draw. By default, all are drawn.
    title : str, optional
        The heading of a page.
    strict : bool, default False
        If True, the first line that cannot be counted is an error.
    force : bool, default False
        If True, replaces a file that exists.
    threads : int, optional
        The number of threads. By default, all cores are used. The result does not depend on it.
    progress : bool, default False
        If True, shows a progress bar, which needs tqdm.

    Returns
    -------
    dict or None
        The statistics as ``minirow stats --json`` writes them, if `out` is None.

    Raises
    ------
    MinirowError
        If a file cannot be read or written, or an option is invalid.

    See Also
    --------
    grade : Rates puzzles.

    Examples
    --------
    >>> pack = minirow.generate(seed=42, count=100)
    >>> minirow.stats(pack)["packs"][0]["er"]["highest"]
    8.4
    >>> minirow.stats(pack, "pack.html", title="A hundred puzzles")
    """
    options = _options(locals())
    if out is not None:
        _call("stats", puzzles, options, progress)
        return None
    return json.loads(_text("stats", puzzles, {**options, "json": True}, progress))


@described_as(stats)
def audit(
    puzzles: Files,
    *,
    column: str | None = None,
    split: str | None = None,
    files_are_splits: bool = False,
    together: bool = False,
    ratings: int | str | None = None,
    report: Path | None = None,
    memory: str | None = None,
    temp_dir: Path | None = None,
    strict: bool = False,
    force: bool = False,
    threads: int | None = None,
    progress: bool = False,
) -> dict[str, Any]:
    """Returns a report on data sets of other programs.

    The same as ``minirow audit --json``: puzzles without exactly one solution, wrong solutions, duplicates, leaks between
    splits, clues, and the ratings of a sample.

    Parameters
    ----------
    puzzles : path, str, RecordBatch, or iterable of these
        The files, folders of arrays, or batches, as for `print_book`.
    split : str, optional
        The column with the splits, by default ``"split"``.
    files_are_splits : bool, default False
        If True, each file is a split, whatever its name.
    together : bool, default False
        If True, all rows are one split.
    ratings : int or str, optional
        The puzzles to rate: a number, ``"all"``, ``"none"`` or ``"sample"``, the default, which stands for 1000.
    report : path, optional
        A CSV file for all findings.
    memory : str, optional
        The memory for sorting, by default ``"1GB"``. The rest is sorted on disk.
    temp_dir : path, optional
        The folder for temporary files, by default that of `report`.
    strict : bool, default False
        If True, the first line that holds no grid is an error.

    Returns
    -------
    dict
        The report, with the numbers ``rows``, ``unsolvable``, ``ambiguous``, ``wrong_solutions``, ``duplicates``,
        ``equivalent_duplicates`` and ``leaks`` among others.

    Raises
    ------
    MinirowError
        If a file cannot be read or written, or an option is invalid.

    See Also
    --------
    check : Checks puzzles without files.
    dedup : Drops duplicates.

    Examples
    --------
    >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> report = minirow.audit([puzzle, puzzle, puzzle[::-1], "." * 81])
    >>> report["rows"], report["ambiguous"], report["duplicates"], report["equivalent_duplicates"]
    (4, 1, 1, 1)
    """
    return json.loads(_text("audit", puzzles, {**_options(locals()), "json": True}, progress))


@described_as(stats)
def dedup(
    puzzles: Files,
    out: Path,
    *,
    column: str | None = None,
    by: Literal["text", "puzzle", "solution"] | None = None,
    against: Path | Iterable[Path] = (),
    in_both: bool = False,
    only_in: Path | None = None,
    report: Path | None = None,
    to: str | None = None,
    memory: str | None = None,
    temp_dir: Path | None = None,
    strict: bool = False,
    force: bool = False,
    threads: int | None = None,
    progress: bool = False,
) -> dict[str, int]:
    """Drops duplicates: rows with equal text, equivalent puzzles, or equivalent solution grids.

    The same as ``minirow dedup``. The first row of each class is kept.

    Parameters
    ----------
    puzzles : path, str, RecordBatch, or iterable of these
        The files with puzzles, or batches, as for `print_book`.
    out : path
        The file for the rows that are kept.
    by : {"text", "puzzle", "solution"}, optional
        The rule that makes two rows duplicates, by default ``"puzzle"``.
    against : path or iterable of path, default ()
        Files whose rows are dropped too.
    in_both : bool, default False
        If True, keeps only rows with a duplicate in each of the files.
    only_in : path, optional
        One of the files. Only its rows that no other file has are kept.
    report : path, optional
        A CSV file for the dropped rows and the reasons. A batch has the name of a temporary file there.
    to : str, optional
        The form of `out`. By default, it is that of its ending, or that of the input.
    memory : str, optional
        The memory for sorting, by default ``"1GB"``. The rest is sorted on disk.
    temp_dir : path, optional
        The folder for temporary files, by default that of `out`.
    strict : bool, default False
        If True, the first row that cannot be compared is an error.
    force : bool, default False
        If True, replaces files that exist.

    Returns
    -------
    dict of str to int
        The numbers of rows that were ``kept``, ``dropped`` and ``left_out`` because they cannot be compared.

    Raises
    ------
    MinirowError
        If a file cannot be read or written, or an option is invalid.

    See Also
    --------
    canonical : Returns the form that equivalent puzzles share, without files.
    minirow.ray.dedup : Removes equivalent puzzles on a cluster.

    Examples
    --------
    >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> minirow.dedup([puzzle, puzzle[::-1]], "different.txt")
    {'kept': 1, 'dropped': 1, 'left_out': 0}
    """
    return _call("dedup", puzzles, {**_options(locals()), "against": against or None}, progress)


@described_as(stats)
def split(
    puzzles: Files,
    out: Path,
    *,
    puzzle_column: str | None = None,
    fractions: Iterable[float] | None = None,
    names: Iterable[str] | None = None,
    salt: str | None = None,
    column: str | None = None,
    to: str | None = None,
    strict: bool = False,
    force: bool = False,
    threads: int | None = None,
    progress: bool = False,
) -> dict[str, int]:
    """Splits puzzles for training and test, by a hash of the solution grid up to symmetry.

    The same as ``minirow split``. Equivalent puzzles are never in two splits.

    Parameters
    ----------
    puzzles : path, str, RecordBatch, or iterable of these
        The files with puzzles, or batches, as for `print_book`.
    out : path
        The folder for the files train.csv and so on, which must exist. With `column`, the file.
    puzzle_column : str, optional
        The column of a table that has the puzzles, by default ``"puzzle"`` or another usual name.
    fractions : iterable of float, optional
        The shares of the splits: fractions with the sum 1, or percent. By default, they are 80, 10 and 10 percent.
    names : iterable of str, optional
        The names of the splits, by default train, validation and test, or train and test for two shares.
    salt : str, optional
        A text that is hashed before the solution, for other splits of the rows.
    column : str, optional
        The name of a column for the split, in one file with all rows.
    to : str, optional
        The form of the files. By default, it is that of the ending of `out`, or that of the input.
    strict : bool, default False
        If True, the first row without a puzzle is an error.
    force : bool, default False
        If True, replaces files that exist.

    Returns
    -------
    dict of str to int
        The number of rows of each split.

    Raises
    ------
    MinirowError
        If a file cannot be read or written, or an option is invalid.

    See Also
    --------
    dataset : Makes a data set with splits.
    minirow.ray.split : Splits a data set on a cluster.

    Examples
    --------
    >>> pack = minirow.generate(seed=42, count=100)
    >>> minirow.split(pack, ".", fractions=(90, 10))
    {'train': 91, 'test': 9}
    """
    options = _options(locals())
    if not column:
        options["dir"] = options.pop("out")
    _file("out", out)
    return _call("split", puzzles, options, progress)


def dataset(
    out: Path,
    puzzles: Files | None = None,
    *,
    force: bool = False,
    threads: int | None = None,
    progress: bool = False,
    **options: Unpack[DatasetOptions],
) -> dict[str, int]:
    """Makes a data set to publish, with splits, data card and checksums.

    The same as ``minirow dataset``. After Ctrl-C, ``resume=True`` continues.

    Parameters
    ----------
    out : path
        The folder of the data set.
    puzzles : path, RecordBatch, or iterable of these, optional
        The rows: files of ``pack`` or ``grade`` (CSV or Parquet), or batches. By default, puzzles are generated.
    force : bool, default False
        If True, replaces a folder that is a data set.
    threads : int, optional
        The number of threads. By default, all cores are used. The result does not depend on it.
    progress : bool, default False
        If True, shows a progress bar, which needs tqdm.
    **options : str, int, float, bool, path, tuple, range or list
        The options of ``minirow dataset`` with ``_`` for ``-``: the arguments and constraints of `generate`, such as
        ``seed=42``, ``count=1000`` and ``level="hard"``, and those of the folder, such as ``title="Hard Sudoku"``,
        ``fractions=(90, 5, 5)`` and ``licence="cc-by-4.0"``. ``minirow dataset --help`` describes all of them.

    Returns
    -------
    dict of str to int
        The number of rows of each split.

    Raises
    ------
    MinirowError
        If an option is invalid, or a file cannot be read or written.

    See Also
    --------
    split : Splits files without a data card.
    minirow.ray.make : Generates a data set on a cluster.

    Examples
    --------
    >>> minirow.dataset("sudoku", seed=42, count=100, labels=True)
    {'train': 80, 'validation': 11, 'test': 9}
    """
    known = _checked("dataset", options, DatasetOptions)
    return _call("dataset", puzzles, {"out": out, "force": force, "threads": threads, **known}, progress)
