"""`dedup` and `split` of Parquet files with Ray Data, which reads, shuffles, sorts and writes the rows."""

from __future__ import annotations

import json
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
from ._mark import Mark, marked
from ._store import PROGRESS, Store

#: The number of rows that are compared at a time.
_BUCKET_ROWS = 50_000

#: The number of rows of a partition, which has to fit into the memory of a node.
_PART_ROWS = 500_000

#: Columns that rows have between reading and writing.
_CLASS, _BUCKET, _SPLIT = "__class", "__bucket", "__split"

#: The columns that rows are sorted by, if there are such columns: the order in which they were made.
_ORDER = ("seed", "index")

#: How the name of a list ends of files that a run is about to publish.
_LISTED = "-listed.json"


def dedup(
    path_in: str | os.PathLike[str],
    path_out: str | os.PathLike[str],
    *,
    by: str = "puzzle",
    column: str = "puzzle",
    rows_per_file: int = 100_000,
    filesystem: Any | None = None,
) -> Manifest:
    """Removes duplicates on a Ray cluster: keeps one row of each class of rows that count as the same.

    It is a shuffle of Ray Data: rows of one class go to one node, which drops all but the first by `seed` and `index`.
    The result is sorted by these columns, or by the puzzles if there are no such columns. It does not depend on the
    cluster.

    Args:
        path_in: A folder with Parquet files, with or without a manifest.
        path_out: A folder that is empty, or left by a run that was interrupted.
        by: When two rows count as the same: ``"puzzle"``, if the puzzles are equivalent; ``"solution"``, if they have the
            same solution grid up to symmetry; ``"text"``, if they have the same clues in the same cells.
        column: The column of the puzzles.
        rows_per_file: The number of rows of a file; the last one may have fewer.
        filesystem: A file system of fsspec, if the URLs do not name it.

    Returns:
        The manifest that was written: files and checksums.

    Raises:
        MinirowError: If there is nothing to read, the output has files already, another run writes there, or a row is
            no puzzle; the message has that row.
    """
    if by not in ("puzzle", "solution", "text"):
        raise MinirowError(f"by: found {by!r}, expected 'puzzle', 'solution' or 'text'")
    rows_per_file = _whole("rows_per_file", rows_per_file, 1)
    source, target = Store(path_in, filesystem), Store(path_out, filesystem)
    recipe = {"dedup": by, "column": column, "of": _origin(source)}
    with _data(source, column) as (rows, order), _begun(target, "minirow.ray.dedup") as mark:
        count = rows.count()
        buckets = -(-count // _BUCKET_ROWS)
        parts = -(-count // _PART_ROWS)
        keep = rows.map_batches(
            _Classes(by, column, buckets), batch_size=_BUCKET_ROWS, batch_format="pyarrow", zero_copy_batch=True
        )
        keep = keep.groupby(_BUCKET, num_partitions=parts).map_groups(_first(order), batch_format="pyarrow")
        staged = _write(keep.sort(order), target, mark, "", rows_per_file)
        return _publish(target, mark, {"": (staged, recipe)})[""]


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
    """Splits rows for training and test on a Ray cluster. No solution grid is in two splits, not even up to symmetry.

    The rule is that of ``minirow split``: the split of a row depends on a hash of its solution grid alone. Ray Data sorts
    the rows by `seed` and `index`, or by their puzzles if there are no such columns.

    Args:
        path_in: A folder with Parquet files, with or without a manifest.
        path_out: A folder that is empty, or left by a run that was interrupted. Each split is a folder in it, with a
            manifest.
        shares: The shares by the names of the splits, as numbers or texts; they sum up to 1 or to 100. By default
            80, 10 and 10 for train, validation and test.
        salt: A text that is hashed before the solution, for another split of the same rows.
        column: The column of the puzzles.
        rows_per_file: The number of rows of a file; the last one may have fewer.
        filesystem: A file system of fsspec, if the URLs do not name it.

    Returns:
        The manifests by the names of the splits. Rows have one more column, ``grid_id``: 16 hexadecimal digits, the
        same for all puzzles with the same solution grid up to symmetry.

    Raises:
        MinirowError: If there is nothing to read, the output has files already, another run writes there, the shares are
            invalid, or a row is no puzzle.
    """
    shares = {"train": 80, "validation": 10, "test": 10} if shares is None else shares
    rule = _minirow.SplitRule([(name, str(share)) for name, share in shares.items()], salt)
    if PROGRESS in shares:
        raise MinirowError(f"the name {PROGRESS!r} of a split: expected another one, that folder has unfinished files")
    rows_per_file = _whole("rows_per_file", rows_per_file, 1)
    source, target = Store(path_in, filesystem), Store(path_out, filesystem)
    recipe = {"split": dict(rule.shares), "salt": salt, "column": column, "of": _origin(source)}
    with _data(source, column) as (rows, order), _begun(target, "minirow.ray.split") as mark:
        rows = rows.map_batches(
            _Splits(rule, column), batch_size=_BUCKET_ROWS, batch_format="pyarrow", zero_copy_batch=True
        )
        # The sorted rows stay in the object store of Ray, which spills to disk: each split is taken from there.
        rows = rows.sort(order).materialize()
        parts = {}
        for name, _ in rule.shares:
            in_split = rows.map_batches(_in_split(name), batch_format="pyarrow")
            parts[name] = _write(in_split, target, mark, name, rows_per_file), recipe | {"name": name}
        return _publish(target, mark, parts)


class _Classes:
    """Adds the class of each row, and the bucket in which it is compared."""

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
    """Adds the identifier of the solution grid of each row, and its split."""

    def __init__(self, rule: _minirow.SplitRule, column: str) -> None:
        self.rule, self.column = rule, column

    def __call__(self, rows: pyarrow.Table) -> pyarrow.Table:
        found = _answers(rows, self.column, lambda grids, options: _minirow.split(grids, self.rule, options))
        if "grid_id" in rows.column_names:
            rows = rows.drop_columns(["grid_id"])
        return rows.append_column("grid_id", found["grid_id"]).append_column(_SPLIT, found["split"])


def _in_split(name: str) -> Callable[[pyarrow.Table], pyarrow.Table]:
    """Keeps the rows of a split."""

    def keep(rows: pyarrow.Table) -> pyarrow.Table:
        return rows.filter(compute.equal(rows[_SPLIT], name)).drop_columns([_SPLIT])

    return keep


def _canonical(rows: pyarrow.Table, column: str, solution: bool) -> pyarrow.ChunkedArray:
    forms = _answers(rows, column, lambda grids, options: _minirow.canonical(grids, solution, options))
    return forms["canonical_solution" if solution else "canonical"]


def _answers(rows: pyarrow.Table, column: str, ask: _functions._Ask) -> pyarrow.Table:
    """The answers for the puzzles of rows."""
    grids = _minirow.Source(rows.select([column]), column).read(None)
    try:
        return pyarrow.table(ask(grids, {"errors_null": False, "threads": 1, "progress": None}))
    except MinirowError as error:
        if error.row is None:
            raise
        # The number of a row counts within a batch here, so the message shows the row itself.
        row = {name: value for name, (value,) in rows.slice(error.row, 1).to_pydict().items()}
        why = str(error).removeprefix(f"row {error.row}: ")
        raise MinirowError(f"{why}, in the row {row}") from None


class _Names(FilenameProvider):
    """Names of files, in the order of their rows."""

    def get_filename_for_task(self, write_uuid: str, task_index: int) -> str:
        return f"part-{task_index:05}-{{i}}.parquet"


@contextmanager
def _data(source: Store, column: str) -> Iterator[tuple[ray.data.Dataset, list[str]]]:
    """The rows of a folder, and the columns to sort them by."""
    _check(source)
    if not ray.is_initialized():
        ray.init()
    context = ray.data.DataContext.get_current()
    before = context.execution_options.preserve_order, context.raise_original_map_exception
    # Files are named in the order of their rows.
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
    """Raises an error unless a folder has the files that its manifest lists and no others, or some without a manifest."""
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


def _origin(source: Store) -> dict[str, Any]:
    """The input, for the recipe."""
    manifest = _manifest.read(source)
    return {"path": str(source)} if manifest is None else {"path": str(source), "recipe": manifest["recipe"]}


@contextmanager
def _begun(target: Store, work: str) -> Iterator[Mark]:
    """Holds the mark of the output folder, which has to be empty.

    The files that an interrupted run has listed as its own are removed; all others are refused.
    """
    _check_free(target)
    with marked(target, work) as mark:
        for owner in mark.before:
            _clean(target, owner)
        _check_free(target)
        try:
            yield mark
        except BaseException:
            _clean(target, mark.id)
            raise
        target.remove_temporaries([mark.id, *mark.before])


def _check_free(target: Store) -> None:
    """Raises an error if a folder has a file that no run in it has listed."""
    listed: set[str] = set()
    for name in target.below(PROGRESS).names():
        if name.endswith(_LISTED):
            listed |= _listed(target, name.removesuffix(_LISTED)).keys()
    for name in target.names():
        if name == PROGRESS:
            continue
        for file in [f"{name}/{file}" for file in target.below(name).names()] or [name]:
            if file not in listed:
                raise MinirowError(f"{target.path(file)}: exists already; expected an empty folder")


def _listed(target: Store, owner: str) -> dict[str, int]:
    """The files that a run was about to publish, with their sizes."""
    text = target.read(f"{PROGRESS}/{owner}{_LISTED}")
    try:
        files = json.loads(text) if text else {}
        return {str(name): int(size) for name, size in files.items()}
    except (ValueError, AttributeError, TypeError) as error:
        raise MinirowError(f"{target.path(PROGRESS)}/{owner}{_LISTED}: is damaged: {error}") from None


def _clean(target: Store, owner: str) -> None:
    """Removes what a run that was interrupted has left: its folder, and the files that it has listed."""
    for name, size in _listed(target, owner).items():
        folder, _, file = name.rpartition("/")
        if target.below(folder).sizes().get(file) == size:
            target.remove_file(name)
        if folder:
            target.remove_empty_folder(folder)
    target.remove_file(f"{PROGRESS}/{owner}{_LISTED}")
    target.remove_tree(f"{PROGRESS}/{owner}")
    target.remove_temporaries([owner])


def _write(rows: ray.data.Dataset, target: Store, mark: Mark, name: str, rows_per_file: int) -> Store:
    """Writes rows to files in the folder of this run; returns the folder."""
    staged = target.below(f"{PROGRESS}/{mark.id}/{name}".rstrip("/"))
    # The folder is new, so names need not differ from those of another run.
    rows.repartition(target_num_rows_per_block=rows_per_file, strict=True).write_parquet(
        staged.root,
        filesystem=None if staged.is_local else staged.fs,
        filename_provider=_Names(),
        mode=SaveMode.CREATE,
        compression="zstd",
    )
    return staged


def _publish(target: Store, mark: Mark, parts: dict[str, tuple[Store, dict[str, Any]]]) -> dict[str, Manifest]:
    """Moves the files of each part to their folders, by the names of the folders, and writes the manifests.

    The files are listed before, so that what an interrupted run has moved can be told from the files of others.
    """
    look = ray.remote(_look).options(scheduling_strategy="SPREAD")
    move = ray.remote(Store.move).options(scheduling_strategy="SPREAD")
    manifests, files, texts = {}, {}, {}
    for part, (staged, recipe) in parts.items():
        names = [name for name in staged.sizes() if name.endswith(".parquet")]
        entries = ray.get([look.remote(staged, name) for name in names])
        contents = _manifest.of_files(entries, recipe)
        text = (json.dumps(contents, indent=2, ensure_ascii=False) + "\n").encode()
        folder = f"{part}/" if part else ""
        files |= {f"{folder}{entry['file']}": entry["bytes"] for entry in entries}
        texts[f"{folder}{_manifest.NAME}"] = text
        manifests[part] = Manifest(str(target.below(part)) if part else str(target), contents, names)
    mark.check()
    listed = files | {name: len(text) for name, text in texts.items()}
    target.write_json(f"{PROGRESS}/{mark.id}{_LISTED}", listed, mark.id)
    ray.get([move.remote(target, f"{PROGRESS}/{mark.id}/{name}", name) for name in files])
    for name, text in texts.items():
        target.write(name, text, mark.id)
    mark.check()
    target.remove_file(f"{PROGRESS}/{mark.id}{_LISTED}")
    target.remove_tree(f"{PROGRESS}/{mark.id}")
    return manifests


def _look(store: Store, name: str) -> dict[str, Any]:
    """The task: the entry of a file in the manifest."""
    import pyarrow.parquet

    with store.fs.open(store.path(name), "rb") as file:
        puzzles = pyarrow.parquet.ParquetFile(file).metadata.num_rows
        bytes = file.seek(0, os.SEEK_END)
    return {"file": name, "puzzles": puzzles, "bytes": bytes, "sha256": store.sha256(name)}


@contextmanager
def _unwrapped() -> Iterator[None]:
    """Raises the error of a task itself, not the one that says that a task has failed."""
    try:
        yield
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, (MinirowError, OSError)):
            raise error.cause from error
        raise
