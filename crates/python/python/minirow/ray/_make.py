"""`make`: a task of Ray for every shard, and a manifest when all shards are there."""

from __future__ import annotations

import hashlib
import json
import os
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import ray

from .. import _minirow
from .._functions import _check_names, _whole
from .._minirow import MinirowError
from . import _manifest
from ._manifest import Manifest
from ._mark import Mark, marked
from ._progress import Progress
from ._store import PROGRESS, Store

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._constraints import Constraints

#: The program and the recipe of a run, for the runs that continue it.
RECIPE = f"{PROGRESS}/recipe.json"

#: How often a task is started again if its worker or node dies.
RETRIES = 20

#: Errors after which a task is started again: a remote file system may be out of reach for a moment.
_PASSING = (ConnectionError, TimeoutError)

#: How many seconds a run that ends early waits for its tasks.
_PATIENCE = 5


@dataclass(frozen=True)
class _Plan:
    """What every task knows."""

    arguments: dict[str, Any]
    store: Store
    #: The id of the run, for names of temporary files.
    owner: str
    program: str
    recipe: str
    number: int

    def name(self, shard: int) -> str:
        return f"part-{shard:05}-of-{self.number:05}.parquet"

    def note(self, shard: int) -> str:
        """The file that lists a shard until there is a manifest."""
        return f"{PROGRESS}/{self.name(shard)}.json"


def make(
    path: str | os.PathLike[str],
    *,
    seed: int,
    count: int,
    start: int = 0,
    shard_rows: int = 10_000,
    labels: bool = False,
    weights: bool = False,
    filesystem: Any | None = None,
    progress: bool = True,
    **constraints: Unpack[Constraints],
) -> Manifest:
    """Makes a data set of rated puzzles on a Ray cluster: Parquet files in a folder, and ``manifest.json`` beside them.

    The files are, to the byte, those that ``minirow pack --out part.parquet --shard-rows N`` writes for the same seed,
    indices and constraints: ``part-00000-of-00020.parquet`` and so on. Each file is renamed when it is complete, and the
    manifest comes last. Its text is that of ``part.parquet.manifest.json``.

    A second call with the same arguments continues: the files that are there are read, and kept if their checksums are
    right; those that are damaged or missing are made. If the data set is complete, all files are checked.

    Only one run at a time writes to a folder. A second one raises an error that names the first.

    If a worker or a node dies, only its unfinished files are generated again. After Ctrl-C or an error no more tasks are
    started; the running tasks, up to two for each core, still write their files.

    Args:
        path: A folder, or the URL of one (``s3://...``), that all nodes of the cluster see.
        seed: Any number from 0 to 2**64 - 1.
        count: The number of puzzles, at least 1.
        start: The first index of the seed.
        shard_rows: The number of puzzles of a file. Each file is a task for one core; 10,000 puzzles are some seconds of
            work and about 1 MB.
        labels: Whether to add the columns ``nodes`` and ``backdoor``.
        weights: Whether to add the column ``weight``.
        filesystem: A file system of fsspec, if the URL does not name it.
        progress: Whether to show the progress and the time left: a bar if tqdm is installed, else a line every ten
            seconds on standard error.
        **constraints: The constraints on the puzzles, as for `minirow.generate`.

    Returns:
        The manifest; its `written` says which files were made in this run.

    Raises:
        MinirowError: If a constraint is unknown or impossible, the folder has a data set of other arguments, another run
            writes there, or an index was given up after ``max_tries``.
        OSError: If the folder cannot be written. That is tried before anything is made.
    """
    _check_names(constraints)
    arguments = {
        "seed": _whole("seed", seed, 0),
        "start": _whole("start", start, 0),
        "count": _whole("count", count, 1),
        "shard_rows": _whole("shard_rows", shard_rows, 1),
        "constraints": dict(constraints),
        "labels": bool(labels),
        "weights": bool(weights),
    }
    shards = _minirow.Shards(**arguments)
    store = Store(path, filesystem)
    wanted = {"program": _minirow.PROGRAM, "recipe": json.loads(shards.recipe)}
    if _manifest_of(store, wanted) is None:
        _check_begun(store, wanted)
    elif not store.has(PROGRESS):
        # It is complete. Any number of runs may check it at once: they make the same files.
        return _run(arguments, shards, store, wanted, None, progress)
    # If the folder cannot be written, that shows here, and not after hours.
    with marked(store, "minirow.ray.make") as mark:
        return _run(arguments, shards, store, wanted, mark, progress)


def _run(
    arguments: dict[str, Any],
    shards: _minirow.Shards,
    store: Store,
    wanted: dict[str, Any],
    mark: Mark | None,
    progress: bool,
) -> Manifest:
    """Makes what is missing, and the manifest. A data set without a manifest takes a mark."""
    owner = mark.id if mark else uuid.uuid4().hex
    plan = _Plan(arguments, store, owner, _minirow.PROGRAM, shards.recipe, len(shards))
    # Another run may have begun or completed the data set in the meantime.
    manifest = _manifest_of(store, wanted)
    if mark and manifest is None:
        _check_begun(store, wanted)
        store.write_json(RECIPE, wanted, owner)
    claims = {entry["file"]: entry for entry in manifest["files"]} if manifest else {}
    entries, written = _all(plan, claims, arguments["count"], progress)
    if mark:
        mark.check()
        if manifest is None:
            text = shards.manifest(_manifest.FILE, json.dumps(entries))
            store.write(_manifest.NAME, text.encode(), owner)
            manifest = json.loads(text)
            mark.check()
        for name in [RECIPE, *map(plan.note, range(plan.number))]:
            store.remove_file(name)
    store.remove_temporaries([owner, *(mark.before if mark else [])])
    if not mark:
        store.remove_empty_folder(PROGRESS)
    return Manifest(str(store), manifest, written)


def _manifest_of(store: Store, wanted: dict[str, Any]) -> dict[str, Any] | None:
    """The manifest of the folder, if the data set is complete. That of another one is refused."""
    manifest = _manifest.read(store)
    if manifest is not None:
        _manifest.check_same(store.path(_manifest.NAME), manifest, wanted)
    return manifest


def _check_begun(store: Store, wanted: dict[str, Any]) -> None:
    """Raises an error if a folder without a manifest has the beginning of another data set, or other files."""
    text = store.read(RECIPE)
    if text is None:
        files = [name for name in store.sizes() if name.endswith(".parquet")]
        if files:
            raise MinirowError(f"{store}: has {files[0]}, but no manifest; expected an empty folder")
        return
    try:
        begun = json.loads(text)
        begun["recipe"], begun["program"]
    except (ValueError, LookupError, TypeError) as error:
        raise MinirowError(f"{store.path(RECIPE)}: is damaged, so what was begun is unknown: {error}") from None
    _manifest.check_same(str(store), begun, wanted)


def _all(
    plan: _Plan, claims: dict[str, Any], count: int, progress: bool
) -> tuple[list[dict[str, Any]], list[str]]:
    """Makes the shards that are missing: the entries of all shards, and the names of those that were made."""
    options = {"max_retries": RETRIES, "retry_exceptions": list(_PASSING), "scheduling_strategy": "SPREAD"}
    task = ray.remote(_shard).options(**options)
    known = ray.put(plan)
    entries: list[Any] = [None] * plan.number
    written = []

    def submit(shard: int) -> Any:
        return task.remote(known, shard, claims.get(plan.name(shard)))

    bar = Progress(count, "puzzles", progress)
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


def _bounded(numbers: range, submit: Callable[[int], Any]) -> Any:
    """Runs tasks, about twice as many at a time as there are cores: their numbers and results as they come."""
    numbers = iter(numbers)
    under_way: dict[Any, int] = {}
    most, asked = 0, -1.0
    try:
        while True:
            if time.monotonic() - asked >= 1:
                # Nodes come and go.
                most, asked = 2 * int(ray.cluster_resources().get("CPU", 0)) + 2, time.monotonic()
            for _, number in zip(range(most - len(under_way)), numbers):
                under_way[submit(number)] = number
            if not under_way:
                return
            ray.wait(list(under_way), num_returns=1, timeout=1)
            done, _ = ray.wait(list(under_way), num_returns=len(under_way), timeout=0)
            for reference in done:
                try:
                    result = ray.get(reference)
                except ray.exceptions.RayTaskError as error:
                    # The error itself, not the one that says that a task has failed.
                    raise (error.cause if isinstance(error.cause, Exception) else error) from error
                yield under_way.pop(reference), result
    finally:
        if under_way:
            # They are not cancelled: a cancelled task that ends at that moment makes Ray 2.60 end the driver. The files
            # that they write are right, and the next run keeps them.
            ray.wait(list(under_way), num_returns=len(under_way), timeout=_PATIENCE)


def _shard(plan: _Plan, shard: int, claim: dict[str, Any] | None) -> tuple[dict[str, Any], bool]:
    """The task: keeps a shard whose checksum is right, and makes it otherwise.

    The manifest knows the checksum, or else a note of the task that made the shard.
    """
    name, store = plan.name(shard), plan.store
    known = claim or _note(store, plan.note(shard), name)
    if known is not None and store.sha256(name) == known["sha256"]:
        return known, False
    shards = _minirow.Shards(**plan.arguments)
    if (_minirow.PROGRAM, shards.recipe) != (plan.program, plan.recipe):
        raise MinirowError(
            f"found {_minirow.PROGRAM} ({_minirow.GENERATOR}) on a node of the cluster, expected {plan.program} on all"
        )
    data, puzzles, summary = shards.make(shard, 1)
    entry = {"file": name, "puzzles": puzzles, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    if claim is not None and claim["sha256"] != entry["sha256"]:
        raise MinirowError(
            f"{store.path(_manifest.NAME)}: found another checksum for {name} than this program makes; it is damaged"
        )
    entry |= json.loads(summary)
    store.write(name, data, plan.owner)
    if claim is None:
        store.write_json(plan.note(shard), entry, plan.owner)
    return entry, True


def _note(store: Store, note: str, name: str) -> dict[str, Any] | None:
    """The note of a shard; None if there is none, or a damaged one."""
    text = store.read(note)
    try:
        entry = json.loads(text or b"")
        keys = {"file", "puzzles", "bytes", "sha256", "levels", "er", "clues"}
        return entry if entry.keys() >= keys and entry["file"] == name else None
    except (ValueError, AttributeError):
        return None


def _check_seen(store: Store, entries: list[dict[str, Any]]) -> None:
    """Raises an error if files of other nodes are not seen here: the path is that of one machine alone."""
    sizes = store.sizes()
    missing = [entry["file"] for entry in entries if sizes.get(entry["file"]) != entry["bytes"]]
    if missing:
        raise MinirowError(
            f"{store}: {len(missing)} files were written on other nodes and are not seen here, the first is "
            f"{missing[0]}; expected a path that all nodes share"
        )
