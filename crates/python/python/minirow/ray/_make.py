"""Making: a task of Ray for every shard, and a manifest when all of them are there."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import ray

from .. import _minirow
from .._functions import _whole
from .._minirow import MinirowError
from . import _manifest
from ._manifest import Manifest
from ._progress import Progress
from ._store import PROGRESS, Store

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._wishes import Wishes

#: What a run was begun with, for those that go on with it.
RECIPE = f"{PROGRESS}/recipe.json"

#: A worker or a machine that is lost may cost a task so many times.
RETRIES = 20

#: What else is tried again: a file system that is far away may be out of reach for a moment.
_PASSING = (ConnectionError, TimeoutError)


#: So many seconds are tasks waited for that are under way when a run ends early.
_PATIENCE = 5


@dataclass(frozen=True)
class _Plan:
    """What every task knows."""

    arguments: dict[str, Any]
    store: Store
    program: str
    recipe: str
    number: int

    def name(self, shard: int) -> str:
        return f"part-{shard:05}-of-{self.number:05}.parquet"

    def note(self, shard: int) -> str:
        """Where it is noted what a shard has to be."""
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
    **wishes: Unpack[Wishes],
) -> Manifest:
    """Makes a data set of rated puzzles on a Ray cluster: Parquet files in a folder, and ``manifest.json`` beside them.

    The files are, to the byte, those that ``minirow pack --out part.parquet --shard-rows N`` writes for the same seed,
    indices and wishes: ``part-00000-of-00020.parquet`` and so on. Each gets its name when all of it is there, and the
    manifest comes last. Its text is that of ``part.parquet.manifest.json``.

    Started again with the same arguments, it goes on where it was stopped: files that are there are read, and kept if
    their checksums are right; those that are damaged or missing are made. A data set that is complete is checked, file
    by file.

    A worker or a machine that is lost costs the files that it was making; Ray makes them elsewhere. After Ctrl-C or an
    error no more tasks are given out; those under way, two for each core, still write their files.

    Args:
        path: A folder, or the URL of one (``s3://...``), that all machines of the cluster see.
        seed: Any number from 0 to 2**64 - 1.
        count: How many puzzles, from 1 upwards.
        start: The first index of the seed.
        shard_rows: How many puzzles a file has; each file is a task for one core. 10,000 are some seconds of work and
            some 1 MB.
        labels: Whether to add the columns ``nodes`` and ``backdoor``.
        weights: Whether to add the column ``weight``.
        filesystem: A file system of fsspec, if that of the path is not to be told by its URL.
        progress: Whether to tell how far it is and how long it will take: a bar by tqdm if that is installed, else a
            line every ten seconds on standard error.
        **wishes: What the puzzles are to be like, as for `minirow.generate`.

    Returns:
        The manifest; its `written` says which files were made in this run.

    Raises:
        MinirowError: If a wish is not known or cannot be, the folder has a data set of other arguments, or an index was
            given up after ``max_tries``.
        OSError: If the folder cannot be written. It is tried before anything is made.
    """
    for name in wishes:
        if "-" in name:
            raise MinirowError(f"unknown wish {name!r}, expected {name.replace('-', '_')!r}")
    arguments = {
        "seed": _whole("seed", seed, 0),
        "start": _whole("start", start, 0),
        "count": _whole("count", count, 1),
        "shard_rows": _whole("shard_rows", shard_rows, 1),
        "wishes": dict(wishes),
        "labels": bool(labels),
        "weights": bool(weights),
    }
    shards = _minirow.Shards(**arguments)
    store = Store(path, filesystem)
    wanted = {"program": _minirow.PROGRAM, "recipe": json.loads(shards.recipe)}
    manifest = _begin(store, wanted)
    claims = {piece["file"]: piece for piece in manifest["files"]} if manifest else {}
    plan = _Plan(arguments, store, _minirow.PROGRAM, shards.recipe, len(shards))
    pieces, written = _all(plan, shards, claims, arguments["count"], progress)
    _check_seen(store, pieces)
    if manifest is None:
        manifest = _manifest.of_pieces(pieces, wanted["recipe"])
        store.write_json(_manifest.NAME, manifest)
    store.remove(PROGRESS)
    return Manifest(str(store), manifest, written)


def _begin(store: Store, wanted: dict[str, Any]) -> dict[str, Any] | None:
    """Looks at what is in the folder: the manifest of what is wanted, its beginning, or nothing. Else it is refused."""
    manifest = _manifest.read(store)
    if manifest is not None:
        _manifest.check_same(store.path(_manifest.NAME), manifest, wanted)
    begun = store.read(RECIPE)
    if begun is not None and manifest is None:
        try:
            begun = json.loads(begun)
            begun["recipe"], begun["program"]
        except (ValueError, LookupError, TypeError) as error:
            raise MinirowError(f"{store.path(RECIPE)}: is damaged, so what was begun is unknown: {error}") from None
        _manifest.check_same(str(store), begun, wanted)
    if begun is None and manifest is None:
        files = [name for name in store.sizes() if name.endswith(".parquet")]
        if files:
            raise MinirowError(f"{store}: has {files[0]}, but nothing that says what it is; expected an empty folder")
    if manifest is None:
        # Whether the folder can be written shows here, and not after hours.
        store.write_json(RECIPE, wanted)
    return manifest


def _all(
    plan: _Plan, shards: _minirow.Shards, claims: dict[str, Any], count: int, progress: bool
) -> tuple[list[dict[str, Any]], list[str]]:
    """Has all shards made: what they are, and the names of those that were not there."""
    options = {"max_retries": RETRIES, "retry_exceptions": list(_PASSING), "scheduling_strategy": "SPREAD"}
    task = ray.remote(_shard).options(**options)
    known = ray.put(plan)
    pieces: list[Any] = [None] * plan.number
    written = []

    def submit(shard: int) -> Any:
        return task.remote(known, shard, claims.get(plan.name(shard)))

    bar = Progress(count, "puzzles", progress)
    try:
        for shard, (piece, is_new) in _bounded(range(plan.number), submit):
            pieces[shard] = piece
            if is_new:
                written.append(piece["file"])
            bar.add(piece["puzzles"], is_new)
    finally:
        bar.close()
    return pieces, sorted(written)


def _bounded(numbers: range, submit: Callable[[int], Any]) -> Any:
    """Has tasks done, not many more at a time than there are cores: their numbers and results as they come."""
    numbers = iter(numbers)
    under_way: dict[Any, int] = {}
    most, asked = 0, -1.0
    try:
        while True:
            if time.monotonic() - asked >= 1:
                # Machines come and go.
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
                    # What went wrong rather than that something did.
                    raise (error.cause if isinstance(error.cause, Exception) else error) from error
                yield under_way.pop(reference), result
    finally:
        if under_way:
            # They are not cancelled: a cancelled task that is done at that moment makes Ray 2.60 end the driver. What
            # they write is right, and the next run finds it.
            ray.wait(list(under_way), num_returns=len(under_way), timeout=_PATIENCE)


def _shard(plan: _Plan, shard: int, claim: dict[str, Any] | None) -> tuple[dict[str, Any], bool]:
    """The task: keeps a shard that is there and as it should be, and makes it otherwise.

    What it should be is claimed by the manifest, or else noted beside it by the task that made it.
    """
    name, store = plan.name(shard), plan.store
    known = claim or _note(store, plan.note(shard), name)
    if known is not None and store.sha256(name) == known["sha256"]:
        return known, False
    shards = _minirow.Shards(**plan.arguments)
    if (_minirow.PROGRAM, shards.recipe) != (plan.program, plan.recipe):
        raise MinirowError(
            f"found {_minirow.PROGRAM} ({_minirow.GENERATOR}) on a machine of the cluster, "
            f"expected {plan.program} everywhere"
        )
    data, puzzles, distribution = shards.make(shard, 1)
    piece = {"file": name, "puzzles": puzzles, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    if claim is not None and claim["sha256"] != piece["sha256"]:
        raise MinirowError(f"{store.path(_manifest.NAME)}: says that {name} is another file than it is; it is damaged")
    piece |= json.loads(distribution)
    store.write(name, data)
    if claim is None:
        store.write_json(plan.note(shard), piece)
    return piece, True


def _note(store: Store, note: str, name: str) -> dict[str, Any] | None:
    """What is noted of a shard; nothing if there is no such note, or a damaged one."""
    text = store.read(note)
    try:
        piece = json.loads(text or b"")
        keys = {"file", "puzzles", "bytes", "sha256", *("levels", "er", "clues")}
        return piece if piece.keys() >= keys and piece["file"] == name else None
    except (ValueError, AttributeError):
        return None


def _check_seen(store: Store, pieces: list[dict[str, Any]]) -> None:
    """Whether the files are here, too: with a path of one machine alone they would be on others."""
    sizes = store.sizes()
    missing = [piece["file"] for piece in pieces if sizes.get(piece["file"]) != piece["bytes"]]
    if missing:
        raise MinirowError(
            f"{store}: {len(missing)} files were written by other machines and are not seen here, "
            f"{missing[0]} first of all; expected a path that all machines share"
        )
