"""`dedup` and `split`: Ray Data reads, shuffles, sorts and writes the rows of Parquet files."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any

import pyarrow
import pyarrow.compute as compute
import ray
import ray.data
from ray.data import SaveMode
from ray.data.datasource import FilenameProvider

from .. import _minirow
from .._answers import Ask
from .._arguments import described_as, whole
from .._minirow import MinirowError
from . import _manifest
from ._lock import Lock, chain_of, locked
from ._manifest import Manifest
from ._store import PROGRESS, Store, to_json

#: The number of rows that are compared at a time.
_BUCKET_ROWS = 50_000

#: The arguments for functions that Ray calls with this number of rows.
_IN_BATCHES: dict[str, Any] = {"batch_size": _BUCKET_ROWS, "batch_format": "pyarrow", "zero_copy_batch": True}

#: The number of rows of a partition, which must fit into the memory of a node.
_PART_ROWS = 500_000

#: Columns that rows have between reading and writing.
_CLASS, _BUCKET, _SPLIT = "__class", "__bucket", "__split"

#: The columns that rows are sorted by, if they exist: the order in which the rows were generated.
_ORDER = ("seed", "index")

#: The end of the name of a list of the files that a run is about to publish.
_LISTED = "-listed.json"

#: The files that a run publishes, with the folder of a split.
_PUBLISHED = re.compile(r"(?!_progress/)([\w-][\w.-]*/)?(part-\d{5,}-\d+\.parquet|manifest\.json)")


def dedup(
    path_in: str | os.PathLike[str],
    path_out: str | os.PathLike[str],
    *,
    by: str = "puzzle",
    column: str = "puzzle",
    rows_per_file: int = 100_000,
    filesystem: Any | None = None,
) -> Manifest:
    """Removes equivalent puzzles from a data set on a Ray cluster.

    Of each class of equivalent rows, it keeps the first one by ``seed`` and ``index``. Ray Data shuffles the rows so that
    each class is on one node. The result is sorted by these columns, or by the puzzles if they do not exist. It does not
    depend on the cluster.

    Parameters
    ----------
    path_in : path
        A folder with Parquet files, with or without a manifest.
    path_out : path
        A folder that is empty, or that an interrupted run has left.
    by : {"puzzle", "solution", "text"}, default "puzzle"
        The equivalence: "puzzle" for equivalent puzzles, "solution" for equal solutions up to symmetry, "text" for equal
        clues in the same cells.
    column : str, default "puzzle"
        The name of the column with the puzzles.
    rows_per_file : int, default 100000
        The number of rows in a file, at least 1. The last file may have fewer.
    filesystem : fsspec.AbstractFileSystem, optional
        The file system. By default, the URLs select it.

    Returns
    -------
    Manifest
        The manifest of the output, with its files and checksums.

    Raises
    ------
    MinirowError
        If there are no files to read, the output folder has files, another run writes there, or a row is not a puzzle.
        The message shows that row.

    See Also
    --------
    split : Splits the rows for training and test.
    minirow.canonical : Returns the form that equivalent puzzles share.

    Examples
    --------
    >>> made = minirow.ray.make("made", seed=42, count=200, shard_rows=100, progress=False)
    >>> minirow.ray.dedup("made", "unique").puzzles
    200
    """
    if by not in ("puzzle", "solution", "text"):
        raise MinirowError(f"by: found {by!r}, expected 'puzzle', 'solution' or 'text'")
    rows_per_file = whole("rows_per_file", rows_per_file, 1)
    source, target = Store(path_in, filesystem), Store(path_out, filesystem)
    recipe = {"dedup": by, "column": column, "of": _origin(source)}
    with _data(source, column) as (rows, order), _begun(target, "minirow.ray.dedup") as lock:
        count = rows.count()
        buckets = -(-count // _BUCKET_ROWS)
        parts = -(-count // _PART_ROWS)
        rows = rows.map_batches(partial(_with_class, by=by, column=column, buckets=buckets), **_IN_BATCHES)
        first = partial(_first, order=order)
        keep = rows.groupby(_BUCKET, num_partitions=parts).map_groups(first, batch_format="pyarrow")
        staged = _write(keep.sort(order), target, lock, "", rows_per_file)
        return _publish(target, lock, {"": (staged, recipe)})[""]


@described_as(dedup)
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
    """Splits a data set for training and test on a Ray cluster.

    No solution grid is in two splits, not even up to symmetry. The rule is that of ``minirow split``: a hash of the
    solution grid selects the split of a row. Ray Data sorts the rows by ``seed`` and ``index``, or by the puzzles if these
    columns do not exist.

    Parameters
    ----------
    path_out : path
        A folder that is empty, or that an interrupted run has left. Each split is a folder in it, with a manifest.
    shares : mapping of str to int, float or str, optional
        The shares by the names of the splits. They sum up to 1 or to 100. By default, train, validation and test have
        80, 10 and 10.
    salt : str, default ""
        A text that is hashed before the solution. Another salt gives another split of the same rows.

    Returns
    -------
    dict of str to Manifest
        The manifests by the names of the splits. The rows have one more column, ``grid_id``: 16 hexadecimal digits that
        all puzzles with the same solution grid up to symmetry share.

    Raises
    ------
    MinirowError
        If there are no files to read, the output folder has files, another run writes there, the shares are invalid, or
        a row is not a puzzle.

    See Also
    --------
    dedup : Removes equivalent puzzles.

    Examples
    --------
    >>> made = minirow.ray.make("all", seed=42, count=200, shard_rows=100, progress=False)
    >>> manifests = minirow.ray.split("all", "parts", {"train": 75, "test": 25})
    >>> sum(manifest.puzzles for manifest in manifests.values())
    200
    """
    shares = {"train": 80, "validation": 10, "test": 10} if shares is None else shares
    rule = _minirow.SplitRule([(name, str(share)) for name, share in shares.items()], salt)
    if PROGRESS in shares:
        raise MinirowError(
            f"shares: found the name {PROGRESS!r}, expected another one; that folder is for unfinished files"
        )
    rows_per_file = whole("rows_per_file", rows_per_file, 1)
    source, target = Store(path_in, filesystem), Store(path_out, filesystem)
    recipe = {"split": dict(rule.shares), "salt": salt, "column": column, "of": _origin(source)}
    with _data(source, column) as (rows, order), _begun(target, "minirow.ray.split") as lock:
        rows = rows.map_batches(partial(_with_split, rule=rule, column=column), **_IN_BATCHES)
        # The sorted rows stay in the object store of Ray, which spills to disk: each split is taken from there.
        rows = rows.sort(order).materialize()
        parts = {}
        for name, _ in rule.shares:
            in_split = rows.map_batches(partial(_in_split, name=name), batch_format="pyarrow")
            parts[name] = _write(in_split, target, lock, name, rows_per_file), recipe | {"name": name}
        return _publish(target, lock, parts)


def _with_class(rows: pyarrow.Table, by: str, column: str, buckets: int) -> pyarrow.Table:
    """Adds the class of each row, and the bucket in which rows are compared."""
    if by == "text":
        classes = compute.replace_substring(compute.cast(rows[column], pyarrow.string()), "0", ".")
    else:
        solution = by == "solution"
        found = _answers(rows, column, partial(_minirow.canonical, solution=solution))
        classes = found["canonical_solution" if solution else "canonical"]
    numbers = [zlib.crc32(text.encode()) % buckets for text in classes.to_pylist()]
    return rows.append_column(_CLASS, classes).append_column(_BUCKET, pyarrow.array(numbers, pyarrow.uint32()))


def _first(rows: pyarrow.Table, order: list[str]) -> pyarrow.Table:
    """Keeps the first row of each class."""
    rows = rows.sort_by([(name, "ascending") for name in [_CLASS, *order]])
    classes = rows[_CLASS].combine_chunks()
    is_new = compute.not_equal(classes[1:], classes[:-1])
    is_first = pyarrow.concat_arrays([pyarrow.array([True]), is_new])
    return rows.filter(is_first).drop_columns([_CLASS, _BUCKET])


def _with_split(rows: pyarrow.Table, rule: _minirow.SplitRule, column: str) -> pyarrow.Table:
    """Adds the identifier of the solution grid of each row, and its split."""
    found = _answers(rows, column, partial(_minirow.split, rule=rule))
    if "grid_id" in rows.column_names:
        rows = rows.drop_columns(["grid_id"])
    return rows.append_column("grid_id", found["grid_id"]).append_column(_SPLIT, found["split"])


def _in_split(rows: pyarrow.Table, name: str) -> pyarrow.Table:
    """Keeps the rows of a split."""
    return rows.filter(compute.equal(rows[_SPLIT], name)).drop_columns([_SPLIT])


def _answers(rows: pyarrow.Table, column: str, ask: Ask) -> pyarrow.Table:
    """Returns the answers for the puzzles of rows."""
    grids = _minirow.Source(rows.select([column]), column).read(None)
    try:
        return pyarrow.table(ask(grids, options={"errors_null": False, "threads": 1, "progress": None}))
    except MinirowError as error:
        if error.row is None:
            raise
        # Rows are counted within a batch here, so the message shows the row itself.
        row = {name: value for name, (value,) in rows.slice(error.row, 1).to_pydict().items()}
        reason = str(error).removeprefix(f"row {error.row}: ")
        raise MinirowError(f"{reason}, in the row {row}") from None


class _Names(FilenameProvider):
    """The names of files, in the order of their rows."""

    def get_filename_for_task(self, write_uuid: str, task_index: int) -> str:
        return f"part-{task_index:05}-{{i}}.parquet"


@contextmanager
def _data(source: Store, column: str) -> Iterator[tuple[ray.data.Dataset, list[str]]]:
    """Yields the rows of a folder, and the columns to sort them by."""
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
            # The folder, not its files: Ray would use a thread for each path.
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
    """Raises an error unless a folder has exactly the files of its manifest, or some files and no manifest."""
    sizes = {name: size for name, size in source.sizes().items() if name.endswith(".parquet")}
    manifest = _manifest.read(source)
    if manifest is None:
        if source.has(PROGRESS):
            raise MinirowError(f"{source}: found an incomplete data set; call minirow.ray.make again to complete it")
        if not sizes:
            raise MinirowError(f"{source}: found no Parquet file, expected a folder with some")
        return
    for piece in manifest["files"]:
        size = sizes.pop(piece["file"], None)
        if size != piece["bytes"]:
            found = "no file" if size is None else f"{size} bytes"
            raise MinirowError(
                f"{source.path(piece['file'])}: found {found}, expected {piece['bytes']} bytes as in the manifest"
            )
    for name in sizes:
        raise MinirowError(f"{source.path(name)}: is not in the manifest of its folder; remove one of the two")


def _origin(source: Store) -> dict[str, Any]:
    """Returns the input as the recipe has it."""
    manifest = _manifest.read(source)
    return {"path": str(source)} if manifest is None else {"path": str(source), "recipe": manifest["recipe"]}


@contextmanager
def _begun(target: Store, work: str) -> Iterator[Lock]:
    """Holds the lock of the output folder, which must be empty.

    Files that an interrupted run has listed are removed. Other files raise an error.
    """
    _check_free(target, [owner["id"] for _, owner in chain_of(target)])
    with locked(target, work) as lock:
        for owner in lock.before:
            _clean(target, owner)
        _check_free(target, [])
        try:
            yield lock
        except BaseException:
            _clean(target, lock.id, is_own=True)
            raise
        target.remove_temporaries([lock.id, *lock.before])


def _check_free(target: Store, owners: list[str]) -> None:
    """Raises an error if a folder has a file that none of these interrupted runs has published."""
    published = {name for owner in owners for name in _published(target, owner)}
    for name in target.names():
        if name == PROGRESS:
            continue
        for file in [f"{name}/{file}" for file in target.below(name).names()] or [name]:
            if file not in published:
                raise MinirowError(f"{target.path(file)}: exists already; expected an empty folder")


def _published(target: Store, owner: str, is_own: bool = False) -> list[str]:
    """Returns the files that a run has published before it was interrupted.

    The run has listed them with their sizes, and they are no longer in its own folder. A folder with a manifest is complete:
    only the run itself may take it back.
    """
    name = f"{PROGRESS}/{owner}{_LISTED}"
    try:
        listed = target.read_record(name) or {}
        for file, size in listed.items():
            if not _PUBLISHED.fullmatch(file) or type(size) is not int:
                raise ValueError(f"found {file!r}: {size!r}, expected a file that a run publishes and its size")
    except ValueError as error:
        raise MinirowError(
            f"{target.path(name)}: is not the list of a run: {error}; empty the folder or choose another one"
        ) from None
    folders = {folder: target.files_below(folder.rstrip("/")) for folder in {file[: file.rfind("/") + 1] for file in listed}}
    staged = {folder: target.below(f"{PROGRESS}/{owner}").files_below(folder.rstrip("/")) for folder in folders}

    def is_published(file: str, size: int) -> bool:
        folder, name = file[: file.rfind("/") + 1], file[file.rfind("/") + 1 :]
        there = folders[folder]
        return there.get(name) == size and name not in staged[folder] and (is_own or _manifest.NAME not in there)

    return [file for file, size in listed.items() if is_published(file, size)]


def _clean(target: Store, owner: str, is_own: bool = False) -> None:
    """Removes the folder of an interrupted run, and the files that it has published."""
    for name in _published(target, owner, is_own):
        target.remove_file(name)
        if folder := name.rpartition("/")[0]:
            target.remove_empty_folder(folder)
    target.remove_file(f"{PROGRESS}/{owner}{_LISTED}")
    target.remove_tree(f"{PROGRESS}/{owner}")
    target.remove_temporaries([owner])


def _write(rows: ray.data.Dataset, target: Store, lock: Lock, name: str, rows_per_file: int) -> Store:
    """Writes rows to files in the folder of this run, and returns that folder."""
    staged = target.below(f"{PROGRESS}/{lock.id}/{name}".rstrip("/"))
    # The folder is new, so names need not differ from those of another run.
    rows.repartition(target_num_rows_per_block=rows_per_file, strict=True).write_parquet(
        staged.root,
        filesystem=None if staged.is_local else staged.fs,
        filename_provider=_Names(),
        mode=SaveMode.CREATE,
        compression="zstd",
    )
    return staged


def _publish(target: Store, lock: Lock, parts: dict[str, tuple[Store, dict[str, Any]]]) -> dict[str, Manifest]:
    """Moves the files of each part to the folder of its name, and writes the manifests.

    The files are listed first, so that the next run can tell the files of an interrupted run from others.
    """
    look = ray.remote(_look).options(scheduling_strategy="SPREAD")
    move = ray.remote(Store.move).options(scheduling_strategy="SPREAD")
    manifests: dict[str, Manifest] = {}
    files: dict[str, int] = {}
    texts: dict[str, bytes] = {}
    for part, (staged, recipe) in parts.items():
        names = [name for name in staged.sizes() if name.endswith(".parquet")]
        entries = ray.get([look.remote(staged, name) for name in names])
        contents = _manifest.of_files(entries, recipe)
        folder = f"{part}/" if part else ""
        files |= {f"{folder}{entry['file']}": entry["bytes"] for entry in entries}
        texts[f"{folder}{_manifest.NAME}"] = to_json(contents)
        manifests[part] = Manifest(str(target.below(part)) if part else str(target), contents, names)
    lock.check()
    listed = files | {name: len(text) for name, text in texts.items()}
    target.write(f"{PROGRESS}/{lock.id}{_LISTED}", to_json(listed), lock.id)
    ray.get([move.remote(target, f"{PROGRESS}/{lock.id}/{name}", name) for name in files])
    for name, text in texts.items():
        target.write(name, text, lock.id)
    lock.check()
    target.remove_file(f"{PROGRESS}/{lock.id}{_LISTED}")
    target.remove_tree(f"{PROGRESS}/{lock.id}")
    return manifests


def _look(store: Store, name: str) -> dict[str, Any]:
    """Returns the entry of a file in the manifest. Runs as a task."""
    import pyarrow.parquet

    with store.fs.open(store.path(name), "rb") as file:
        puzzles = pyarrow.parquet.ParquetFile(file).metadata.num_rows
        bytes = file.seek(0, os.SEEK_END)
    return {"file": name, "puzzles": puzzles, "bytes": bytes, "sha256": store.sha256(name)}


@contextmanager
def _unwrapped() -> Iterator[None]:
    """Raises the error of a task itself, not the one of Ray around it."""
    try:
        yield
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, (MinirowError, OSError)):
            raise error.cause from error
        raise
