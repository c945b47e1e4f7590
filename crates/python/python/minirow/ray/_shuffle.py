"""`dedup` and `split` of Parquet files, by Ray Data: it reads, brings rows together, sorts and writes."""

from __future__ import annotations

import os
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pyarrow
import pyarrow.compute as compute
import ray
import ray.data
from ray.data import SaveMode
from ray.data.datasource import FilenameProvider

from .. import _functions, _minirow
from .._functions import _whole
from .._minirow import MinirowError
from . import _manifest
from ._manifest import Manifest
from ._shares import Shares
from ._store import PROGRESS, Store

#: So many rows are compared at a time.
_BUCKET_ROWS = 50_000

#: So many rows go through the memory of one machine at a time, as a part of all.
_PART_ROWS = 500_000

#: Columns that are there between reading and writing.
_CLASS, _BUCKET, _SPLIT = "__class", "__bucket", "__split"

#: In this order rows come out, as far as there are such columns: that in which they were made.
_ORDER = ("seed", "index")


def dedup(
    path_in: str | os.PathLike[str],
    path_out: str | os.PathLike[str],
    *,
    by: str = "puzzle",
    column: str = "puzzle",
    rows_per_file: int = 100_000,
    filesystem: Any | None = None,
) -> Manifest:
    """Keeps one row of each class of rows that are the same, on a Ray cluster.

    It is a shuffle of Ray Data: rows of one class go to one machine, where all but the first, by `seed` and `index`,
    are dropped. Rows come out in that order; without such columns, in the order of their puzzles. They do not depend on
    the cluster.

    Args:
        path_in: A folder with Parquet files, with or without a manifest.
        path_out: A folder that is empty, or left by a run that was interrupted.
        by: When two rows are the same: ``"puzzle"``, up to symmetry; ``"solution"``, if they have the same solution
            grid up to symmetry; ``"text"``, if the clues are the same ones in the same cells.
        column: The column of the puzzles.
        rows_per_file: How many rows a file has; the last one may have fewer.
        filesystem: A file system of fsspec, if that of the paths is not to be told by their URLs.

    Returns:
        The manifest that was written: files and checksums.

    Raises:
        MinirowError: If there is nothing to read, the output is there already, or a row is no puzzle; it has that row.
    """
    if by not in ("puzzle", "solution", "text"):
        raise MinirowError(f"by: found {by!r}, expected 'puzzle', 'solution' or 'text'")
    rows_per_file = _whole("rows_per_file", rows_per_file, 1)
    source, target = Store(path_in, filesystem), Store(path_out, filesystem)
    recipe = {"dedup": by, "column": column, "of": _said_of(source)}
    with _data(source, column) as (rows, order), _begun(target):
        count = rows.count()
        buckets = -(-count // _BUCKET_ROWS)
        parts = -(-count // _PART_ROWS)
        keep = rows.map_batches(
            _Classes(by, column, buckets), batch_size=_BUCKET_ROWS, batch_format="pyarrow", zero_copy_batch=True
        )
        keep = keep.groupby(_BUCKET, num_partitions=parts).map_groups(_first(order), batch_format="pyarrow")
        _write(keep.sort(order), target, rows_per_file)
        return _finish(target, recipe)


def split(
    path_in: str | os.PathLike[str],
    path_out: str | os.PathLike[str],
    shares: Mapping[str, int | float | str] | None = None,
    *,
    salt: str = "",
    column: str = "puzzle",
    rows_per_file: int = 100_000,
    filesystem: Any | None = None,
) -> dict[str, Manifest]:
    """Splits rows for training and test on a Ray cluster: no solution grid is in two splits, in disguise or not.

    The rule is that of ``minirow split``, to the byte: a hash of the solution grid says where a row goes, and what else
    there is does not matter, so that no rows have to meet. Ray Data sorts them by `seed` and `index`; without such
    columns, by their puzzles.

    Args:
        path_in: A folder with Parquet files, with or without a manifest.
        path_out: A folder that is empty, or left by a run that was interrupted. Each split is a folder in it, with a
            manifest.
        shares: The shares by the names of the splits, as whole numbers, fractions, or texts; they sum up to 1 or to
            100. 80, 10 and 10 for train, validation and test, if none are given.
        salt: A text that is hashed before the solution, for another split of the same rows.
        column: The column of the puzzles.
        rows_per_file: How many rows a file has; the last one may have fewer.
        filesystem: A file system of fsspec, if that of the paths is not to be told by their URLs.

    Returns:
        The manifests by the names of the splits. Rows have one more column, ``grid_id``: 16 hexadecimal digits, the
        same for all puzzles with the same solution grid up to symmetry.

    Raises:
        MinirowError: If there is nothing to read, the output is there already, shares make no sense, or a row is no
            puzzle.
    """
    rule = Shares({"train": 80, "validation": 10, "test": 10} if shares is None else shares, salt)
    rows_per_file = _whole("rows_per_file", rows_per_file, 1)
    source, target = Store(path_in, filesystem), Store(path_out, filesystem)
    recipe = {"split": rule.said, "salt": salt, "column": column, "of": _said_of(source)}
    manifests = {}
    with _data(source, column) as (rows, order), _begun(target):
        rows = rows.map_batches(
            _Splits(rule, column), batch_size=_BUCKET_ROWS, batch_format="pyarrow", zero_copy_batch=True
        )
        # Kept where the engine keeps rows, on disk if need be: each split is taken from it.
        rows = rows.sort(order).materialize()
        for name in rule.names:
            folder = target.below(name)
            _write(rows.map_batches(_in_split(name), batch_format="pyarrow"), folder, rows_per_file)
            manifests[name] = _finish(folder, recipe | {"name": name})
    return manifests


class _Classes:
    """Notes of each row of which class it is, and in which bucket it will be compared."""

    def __init__(self, by: str, column: str, buckets: int) -> None:
        self.by, self.column, self.buckets = by, column, buckets

    def __call__(self, rows: pyarrow.Table) -> pyarrow.Table:
        if self.by == "text":
            texts = compute.cast(rows[self.column], pyarrow.string())
            classes = compute.replace_substring(texts, "0", ".")
        else:
            classes = _canonical(rows, self.column, self.by == "solution")
        buckets = [zlib.crc32(text.encode()) % self.buckets for text in classes.to_pylist()]
        rows = rows.append_column(_CLASS, classes)
        return rows.append_column(_BUCKET, pyarrow.array(buckets, pyarrow.uint32()))


def _first(order: list[str]) -> Callable[[pyarrow.Table], pyarrow.Table]:
    """Keeps the first row of each class."""

    def keep(rows: pyarrow.Table) -> pyarrow.Table:
        rows = rows.sort_by([(name, "ascending") for name in [_CLASS, *order]])
        classes = rows[_CLASS].combine_chunks()
        is_new = compute.not_equal(classes[1:], classes[:-1])
        is_first = pyarrow.concat_arrays([pyarrow.array([True]), is_new])
        return rows.filter(is_first).drop_columns([_CLASS, _BUCKET])

    return keep


class _Splits:
    """Notes of each row of which class it is, and into which split it falls."""

    def __init__(self, rule: Shares, column: str) -> None:
        self.rule, self.column = rule, column

    def __call__(self, rows: pyarrow.Table) -> pyarrow.Table:
        forms = _canonical(rows, self.column, True).to_pylist()
        if "grid_id" in rows.column_names:
            rows = rows.drop_columns(["grid_id"])
        ids = pyarrow.array([self.rule.grid_id(form) for form in forms], pyarrow.string())
        splits = pyarrow.array([self.rule.of(form) for form in forms], pyarrow.string())
        return rows.append_column("grid_id", ids).append_column(_SPLIT, splits)


def _in_split(name: str) -> Callable[[pyarrow.Table], pyarrow.Table]:
    """Keeps the rows of a split."""

    def keep(rows: pyarrow.Table) -> pyarrow.Table:
        return rows.filter(compute.equal(rows[_SPLIT], name)).drop_columns([_SPLIT])

    return keep


def _canonical(rows: pyarrow.Table, column: str, solution: bool) -> pyarrow.ChunkedArray:
    puzzles = rows.select([column])
    try:
        forms = pyarrow.table(_functions.canonical(puzzles, solution=solution, column=column, threads=1))
    except MinirowError as error:
        if error.row is None:
            raise
        # The number of the row in a batch says nothing to anybody.
        row = {name: value for name, (value,) in rows.slice(error.row, 1).to_pydict().items()}
        why = str(error).removeprefix(f"row {error.row}: ")
        raise MinirowError(f"{why}, in the row {row}") from None
    return forms["canonical_solution" if solution else "canonical"]


class _Names(FilenameProvider):
    """Names of files, in the order of their rows."""

    def get_filename_for_task(self, write_uuid: str, task_index: int) -> str:
        return f"part-{task_index:05}-{{i}}.parquet"


@contextmanager
def _data(source: Store, column: str) -> Iterator[tuple[ray.data.Dataset, list[str]]]:
    """The rows of a folder, and the columns that say in which order they are."""
    _check(source)
    if not ray.is_initialized():
        ray.init()
    context = ray.data.DataContext.get_current()
    before = context.execution_options.preserve_order, context.raise_original_map_exception
    # Names of files are given in the order of rows.
    context.execution_options.preserve_order = True
    context.raise_original_map_exception = True
    try:
        with _unwrapped():
            filesystem = None if source.is_local else source.fs
            # By the folder: Ray looks at many single paths at once, each in a thread.
            rows = ray.data.read_parquet(source.root, filesystem=filesystem, partitioning=None)
            columns = rows.schema().names
            if column not in columns:
                found = ", ".join(columns)
                raise MinirowError(f"{source}: found the columns {found}, expected {column} among them")
            order = [name for name in _ORDER if name in columns]
            yield rows, order if "index" in order else [column]
    finally:
        context.execution_options.preserve_order, context.raise_original_map_exception = before


def _check(source: Store) -> None:
    """Whether a folder has the files that its manifest lists, and no others; without a manifest, whether it has any."""
    sizes = {name: size for name, size in source.sizes().items() if name.endswith(".parquet")}
    manifest = _manifest.read(source)
    if manifest is None:
        if source.has(PROGRESS):
            raise MinirowError(f"{source}: has no manifest, as it is not complete yet; it has to be made first")
        if not sizes:
            raise MinirowError(f"{source}: found no Parquet file, expected a folder with some")
        return
    for piece in manifest["files"]:
        size = sizes.pop(piece["file"], None)
        if size != piece["bytes"]:
            found = "no file" if size is None else f"{size} bytes"
            raise MinirowError(
                f"{source.path(piece['file'])}: found {found}, but the manifest says {piece['bytes']} bytes"
            )
    for name in sizes:
        raise MinirowError(f"{source.path(name)}: is not in the manifest of its folder")


def _said_of(source: Store) -> dict[str, Any]:
    """What is known of the input."""
    manifest = _manifest.read(source)
    return {"path": str(source)} if manifest is None else {"path": str(source), "recipe": manifest["recipe"]}


@contextmanager
def _begun(target: Store) -> Iterator[None]:
    """Makes room for the output. What an interrupted run has left is taken away; all else is refused.

    As long as the output is not complete, there is a file beside it that says so.
    """
    mark = f"{target.root}.begun"
    target.fs.invalidate_cache()
    if target.has("") and not target.fs.exists(mark):
        files = target.fs.ls(target.root, detail=False)
        if files:
            raise MinirowError(f"{files[0]}: is there already; expected an empty folder")
    target.fs.makedirs(target.fs._parent(target.root), exist_ok=True)
    target.fs.pipe_file(mark, b"This is being written, or was when the run was interrupted.\n")
    target.remove("")
    yield
    target.fs.rm_file(mark)


def _write(rows: ray.data.Dataset, target: Store, rows_per_file: int) -> None:
    # Such a folder is not there yet, so that names need not differ from those of another run.
    rows.repartition(target_num_rows_per_block=rows_per_file, strict=True).write_parquet(
        target.root,
        filesystem=None if target.is_local else target.fs,
        filename_provider=_Names(),
        mode=SaveMode.CREATE,
        compression="zstd",
    )


def _finish(target: Store, recipe: dict[str, Any]) -> Manifest:
    """Notes the files that were written, with their checksums."""
    look = ray.remote(_look).options(scheduling_strategy="SPREAD")
    names = [name for name in target.sizes() if name.endswith(".parquet")]
    pieces = ray.get([look.remote(target, name) for name in names])
    contents = {
        "file": _manifest.FILE,
        "puzzles": sum(piece["puzzles"] for piece in pieces),
        "bytes": sum(piece["bytes"] for piece in pieces),
        "files": pieces,
        "program": _minirow.PROGRAM,
        "recipe": recipe,
    }
    target.write_json(_manifest.NAME, contents)
    target.remove(PROGRESS)
    return Manifest(str(target), contents, names)


def _look(store: Store, name: str) -> dict[str, Any]:
    """The task: what a file is."""
    import pyarrow.parquet

    with store.fs.open(store.path(name), "rb") as file:
        puzzles = pyarrow.parquet.ParquetFile(file).metadata.num_rows
        bytes = file.seek(0, os.SEEK_END)
    return {"file": name, "puzzles": puzzles, "bytes": bytes, "sha256": store.sha256(name)}


@contextmanager
def _unwrapped() -> Iterator[None]:
    """Of an error of a task, what went wrong rather than that something did."""
    try:
        yield
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, (MinirowError, OSError)):
            raise error.cause from error
        raise
