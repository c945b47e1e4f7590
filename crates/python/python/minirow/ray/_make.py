"""`make`: a task of Ray for every shard, and a manifest when all shards exist."""

from __future__ import annotations

import hashlib
import json
import os
import time
import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import ray

from .. import _minirow
from .._arguments import described_as, request, whole
from .._generate import generate
from .._minirow import MinirowError
from . import _manifest
from ._lock import Lock, locked
from ._manifest import Manifest
from ._progress import Progress
from ._store import PROGRESS, Store, to_json

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._constraints import Constraints

#: The program and the recipe of a run, for the runs that continue it.
RECIPE = f"{PROGRESS}/recipe.json"

#: The number of times that a task is started again if its worker or node dies.
RETRIES = 20

#: Errors after which a task is started again. A remote file system may be out of reach for a moment.
_TRANSIENT = (ConnectionError, TimeoutError)

#: The number of seconds that a run that ends early waits for its tasks.
_PATIENCE = 5


@dataclass(frozen=True)
class _Plan:
    """The data that every task needs."""

    request: _minirow.Request
    shard_rows: int
    store: Store
    #: The id of the run, for the names of temporary files.
    owner: str
    program: str
    recipe: str
    number: int

    def name(self, shard: int) -> str:
        return f"part-{shard:05}-of-{self.number:05}.parquet"

    def note(self, shard: int) -> str:
        """Returns the file that describes a shard until there is a manifest."""
        return f"{PROGRESS}/{self.name(shard)}.json"


@described_as(generate)
def make(
    path: str | os.PathLike[str],
    *,
    seed: int,
    count: int,
    start: int = 0,
    shard_rows: int = 10_000,
    labels: bool = False,
    weights: bool = False,
    scale: str | Iterable[str] = (),
    filesystem: Any | None = None,
    progress: bool = True,
    **constraints: Unpack[Constraints],
) -> Manifest:
    """Generates a data set of rated puzzles on a Ray cluster, as Parquet files in a folder.

    The files equal, to the byte, those of ``minirow pack --out part.parquet --shard-rows N`` for the same seed, indices
    and constraints: ``part-00000-of-00020.parquet`` and so on. Each file appears only when it is complete.
    ``manifest.json`` is written last, with the contents of ``part.parquet.manifest.json``.

    A second call with the same arguments continues. It keeps files with correct checksums, and generates damaged and
    missing files. In a complete data set, it checks all files.

    Only one run at a time writes to a folder. A second one raises an error that names the first.

    If a worker or a node dies, only its unfinished files are generated again. After Ctrl-C or an error no more tasks are
    started. The running tasks, up to two for each core, still write their files.

    Parameters
    ----------
    path : path
        A folder or its URL (``s3://...``) that all nodes of the cluster see.
    count : int
        The number of puzzles, at least 1.
    shard_rows : int, default 10000
        The number of puzzles in a file, at least 1. Each file is a task for one core. 10,000 puzzles take some seconds
        and about 1 MB.
    filesystem : fsspec.AbstractFileSystem, optional
        The file system. By default, the URL selects it.
    progress : bool, default True
        If True, shows the progress and the remaining time: a bar if tqdm is installed, otherwise a line on standard
        error every ten seconds.

    Returns
    -------
    Manifest
        The manifest. Its ``written`` lists the files that were written in this run.

    Raises
    ------
    MinirowError
        If a constraint is unknown, constraints conflict, the folder has a data set of other arguments, another run
        writes there, or no puzzle was found for an index after ``max_tries`` attempts.
    OSError
        If the folder cannot be written. It is tried before any puzzle is generated.

    See Also
    --------
    dedup : Removes equivalent puzzles.
    split : Splits the rows for training and test.
    minirow.generate : Generates puzzles on one machine.

    Examples
    --------
    >>> made = minirow.ray.make("puzzles", seed=42, count=200, shard_rows=100, progress=False)
    >>> made.puzzles, made.contents["levels"]
    (200, {...})

    The files are complete, so a second call writes nothing:

    >>> minirow.ray.make("puzzles", seed=42, count=200, shard_rows=100, progress=False).written
    []
    """
    asked = request(seed, start, count, constraints, labels, weights, scale=scale, least=1)
    shard_rows = whole("shard_rows", shard_rows, 1)
    shards = _minirow.Shards(asked, shard_rows)
    store = Store(path, filesystem)
    wanted = {"program": _minirow.PROGRAM, "recipe": json.loads(shards.recipe)}

    def run(lock: Lock | None) -> Manifest:
        owner = lock.id if lock else uuid.uuid4().hex
        plan = _Plan(asked, shard_rows, store, owner, _minirow.PROGRAM, shards.recipe, len(shards))
        return _run(plan, shards, wanted, lock, progress)

    if _manifest_of(store, wanted) is None:
        _check_begun(store, wanted)
    elif not store.has(PROGRESS):
        # It is complete. Any number of runs may check it at once: they make the same files.
        return run(None)
    # If the folder cannot be written, this shows now, not after hours.
    with locked(store, "minirow.ray.make") as lock:
        return run(lock)


def _run(plan: _Plan, shards: _minirow.Shards, wanted: dict[str, Any], lock: Lock | None, progress: bool) -> Manifest:
    """Generates the missing files and the manifest. Only a data set without a manifest needs a lock."""
    store, owner = plan.store, plan.owner
    # Another run may have begun or completed the data set in the meantime.
    manifest = _manifest_of(store, wanted)
    if lock and manifest is None:
        _check_begun(store, wanted)
        store.write(RECIPE, to_json(wanted), owner)
    listed = {entry["file"]: entry for entry in manifest["files"]} if manifest else {}
    entries, written = _all(plan, listed, progress)
    if lock:
        lock.check()
        if manifest is None:
            text = shards.manifest(_manifest.FILE, json.dumps(entries))
            store.write(_manifest.NAME, text.encode(), owner)
            manifest = json.loads(text)
            lock.check()
        for name in [RECIPE, *map(plan.note, range(plan.number))]:
            store.remove_file(name)
    store.remove_temporaries([owner, *(lock.before if lock else [])])
    if not lock:
        store.remove_empty_folder(PROGRESS)
    return Manifest(str(store), manifest, written)


def _manifest_of(store: Store, wanted: dict[str, Any]) -> dict[str, Any] | None:
    """Returns the manifest of the folder if the data set is complete. Raises an error if it is another data set."""
    manifest = _manifest.read(store)
    if manifest is not None:
        _manifest.check_same(store.path(_manifest.NAME), manifest, wanted)
    return manifest


def _check_begun(store: Store, wanted: dict[str, Any]) -> None:
    """Raises an error if a folder without a manifest has the beginning of another data set, or other files."""
    try:
        begun = store.read_record(RECIPE, "program", "recipe")
        if begun is not None and not isinstance(begun["recipe"], dict):
            raise ValueError("the recipe is no object")
    except ValueError as error:
        raise MinirowError(f"{store.path(RECIPE)}: is damaged, so what was begun is unknown: {error}") from None
    if begun is not None:
        _manifest.check_same(str(store), begun, wanted)
        return
    for name in store.sizes():
        if name.endswith(".parquet"):
            raise MinirowError(f"{store}: found {name}, but no manifest; expected an empty folder")


def _all(plan: _Plan, listed: dict[str, Any], progress: bool) -> tuple[list[dict[str, Any]], list[str]]:
    """Generates the missing shards. Returns the entries of all shards, and the names of the new files."""
    options = {"max_retries": RETRIES, "retry_exceptions": list(_TRANSIENT), "scheduling_strategy": "SPREAD"}
    task = ray.remote(_shard).options(**options)
    known = ray.put(plan)
    entries: list[Any] = [None] * plan.number
    written = []

    def submit(shard: int) -> Any:
        return task.remote(known, shard, listed.get(plan.name(shard)))

    bar = Progress(plan.request["count"], "puzzles", progress)
    try:
        for shard, (entry, is_new) in _bounded(range(plan.number), submit):
            entries[shard] = entry
            if is_new:
                written.append(entry["file"])
            bar.add(entry["puzzles"], is_new)
    finally:
        bar.close()
    _check_seen(plan.store, entries)
    return entries, sorted(written)


def _bounded(numbers: Iterable[int], submit: Callable[[int], Any]) -> Iterator[tuple[int, Any]]:
    """Runs about two tasks for each core at a time. Yields their numbers and results as they finish."""
    waiting = iter(numbers)
    under_way: dict[Any, int] = {}
    most, asked = 0, -1.0
    try:
        while True:
            if time.monotonic() - asked >= 1:
                # Nodes join and leave.
                most, asked = 2 * int(ray.cluster_resources().get("CPU", 0)) + 2, time.monotonic()
            for _, number in zip(range(most - len(under_way)), waiting):
                under_way[submit(number)] = number
            if not under_way:
                return
            ray.wait(list(under_way), num_returns=1, timeout=1)
            done, _ = ray.wait(list(under_way), num_returns=len(under_way), timeout=0)
            for reference in done:
                try:
                    result = ray.get(reference)
                except ray.exceptions.RayTaskError as error:
                    # The error itself, not the one of Ray around it.
                    raise (error.cause if isinstance(error.cause, Exception) else error) from error
                yield under_way.pop(reference), result
    finally:
        if under_way:
            # Tasks are not cancelled: one that ends at that moment makes Ray 2.60 end the driver. The files that they
            # write are correct, and the next run keeps them.
            ray.wait(list(under_way), num_returns=len(under_way), timeout=_PATIENCE)


def _shard(plan: _Plan, shard: int, listed: dict[str, Any] | None) -> tuple[dict[str, Any], bool]:
    """Keeps a shard with the correct checksum, and generates it otherwise. Runs as a task.

    The checksum is in the manifest or, before there is one, in a note of the task that generated the shard.
    """
    name, store = plan.name(shard), plan.store
    known, there = listed or _note(store, plan.note(shard), name), store.sha256(name)
    if known is not None and there == known["sha256"]:
        return known, False
    shards = _minirow.Shards(plan.request, plan.shard_rows)
    if (_minirow.PROGRAM, shards.recipe) != (plan.program, plan.recipe):
        raise MinirowError(
            f"found {_minirow.PROGRAM} ({_minirow.GENERATOR}) on a node of the cluster, expected {plan.program} on all"
        )
    data, puzzles, summary = shards.make(shard, 1)
    entry = {"file": name, "puzzles": puzzles, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    if listed is not None and listed["sha256"] != entry["sha256"]:
        raise MinirowError(
            f"{store.path(_manifest.NAME)}: found another checksum for {name} than this program gives; the manifest is damaged"
        )
    if known is None and there not in (None, entry["sha256"]):
        raise MinirowError(
            f"{store.path(name)}: exists already, but no run has noted it; remove it or choose another folder"
        )
    entry |= json.loads(summary)
    store.write(name, data, plan.owner)
    if listed is None:
        store.write(plan.note(shard), to_json(entry), plan.owner)
    return entry, True


def _note(store: Store, note: str, name: str) -> dict[str, Any] | None:
    """Returns the note of a shard, and None if there is none or it is damaged."""
    try:
        entry = store.read_json(note, "file", "puzzles", "bytes", "sha256", "levels", "er", "clues")
    except ValueError:
        return None
    return entry if entry and entry["file"] == name and _manifest.is_file(entry) else None


def _check_seen(store: Store, entries: list[dict[str, Any]]) -> None:
    """Raises an error if the files of other nodes are not visible here: the path is local to one machine."""
    sizes = store.sizes()
    missing = [entry["file"] for entry in entries if sizes.get(entry["file"]) != entry["bytes"]]
    if missing:
        raise MinirowError(
            f"{store}: found {len(entries) - len(missing)} of {len(entries)} files, and not {missing[0]}, which another "
            "node has written; expected a path that all nodes share"
        )
