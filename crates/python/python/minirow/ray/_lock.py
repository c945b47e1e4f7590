"""The lock of a folder: only one run at a time writes there.

The lock is a file in the folder that names its owner. It is created only if it does not exist, and read again afterwards:
a store without exclusive creation then shows whose lock it is. A run checks its lock again before it publishes its results.

An interrupted run leaves its lock. The next run does not touch that file, but creates the file ``after-ID.json``, where ID is
the owner of the lock before. So only one of several runs can take over, and the owner is the last one of the chain.
"""

from __future__ import annotations

import os
import re
import socket
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from .._minirow import MinirowError
from ._store import PROGRESS, Store, to_json

#: The first lock of a chain.
LOCK = f"{PROGRESS}/owner.json"

#: Seconds between two reads of a lock that may be incomplete, and the number of reads.
_PAUSE, _READS = 0.1, 20


#: The largest number of locks in a chain.
_MOST_LOCKS = 1000

#: The id of a run.
_ID = re.compile("[0-9a-f]{32}")


class Lock:
    """The lock of this run."""

    def __init__(self, store: Store, owner: dict[str, Any], files: list[str], before: list[str]) -> None:
        self.store, self.owner = store, owner
        #: The files of the chain. The last one is that of this run.
        self.files = files
        #: The ids of the interrupted runs before this one.
        self.before = before

    @property
    def id(self) -> str:
        """The id of this run, which is in the names of all its temporary files."""
        return self.owner["id"]

    def check(self) -> None:
        """Raises an error if this run no longer has the lock."""
        chain = chain_of(self.store)
        if [name for name, _ in chain] != self.files or chain[-1][1]["id"] != self.id:
            other = f"now it is {_name(chain[-1][1])}" if chain else "now there is none"
            raise MinirowError(
                f"{self.store.path(self.files[-1])}: found that the lock of this run was replaced or removed, {other}; "
                "nothing was published"
            )

    def release(self) -> None:
        """Removes the lock, and the folder if nothing else is in it."""
        # The first file goes first: a run that takes over an `after-ID.json` meanwhile sees that the chain is broken.
        for name in self.files:
            self.store.remove_file(name)
        self.store.remove_empty_folder(PROGRESS)

    def abandon(self) -> None:
        """Notes that the run has ended early, so that the next one may take over."""
        with suppress(Exception):
            self.check()
            self.store.write(self.files[-1], to_json(self.owner | {"ended": True}), self.id)


@contextmanager
def locked(store: Store, work: str) -> Iterator[Lock]:
    """Holds the lock of a folder. If the work fails or is interrupted, the lock stays for the next run to take over."""
    lock = _acquire(store, work)
    try:
        yield lock
    except BaseException:
        lock.abandon()
        raise
    lock.release()


def _acquire(store: Store, work: str) -> Lock:
    owner = {"id": uuid.uuid4().hex, "work": work, **_process(), "since": time.strftime("%Y-%m-%d %H:%M:%S %z")}
    for _ in range(3):
        chain = chain_of(store)
        if chain and _may_run(chain[-1][1]):
            name, other = chain[-1]
            raise MinirowError(
                f"{store}: {_name(other)} has been writing there since {other.get('since')}; "
                f"if that process no longer runs, remove {store.path(name)}"
            )
        name = f"{PROGRESS}/after-{chain[-1][1]['id']}.json" if chain else LOCK
        is_new = store.create(name, to_json(owner), owner["id"])
        now = chain_of(store)
        if is_new and [*chain, (name, owner)] == now:
            return Lock(store, owner, [name for name, _ in now], [before["id"] for _, before in chain])
        if is_new and _read(store, name) == owner:
            store.remove_file(name)
    raise MinirowError(f"{store}: another run started there at the same moment; start this one again")


def _name(owner: dict[str, Any]) -> str:
    return f"{owner.get('work')} on {owner.get('host')} (process {owner.get('pid')}, id {owner['id']})"


def chain_of(store: Store) -> list[tuple[str, dict[str, Any]]]:
    """Returns the locks of a folder, each with its owner: the first, and those that took over."""
    chain: list[tuple[str, dict[str, Any]]] = []
    ids: set[str] = set()
    name = LOCK
    while (owner := _read(store, name)) is not None:
        if owner["id"] in ids or len(ids) == _MOST_LOCKS:
            raise MinirowError(
                f"{store.path(name)}: found the id of another lock or more than {_MOST_LOCKS} locks; "
                f"if no run writes there, remove {store.path(PROGRESS)}"
            )
        ids.add(owner["id"])
        chain.append((name, owner))
        name = f"{PROGRESS}/after-{owner['id']}.json"
    return chain


def _read(store: Store, name: str) -> dict[str, Any] | None:
    """Returns the owner of a lock, and None if there is no such lock."""
    reason = ""
    for _ in range(_READS):
        try:
            owner = store.read_record(name, "id")
            if owner is None or _ID.fullmatch(str(owner["id"])):
                return owner
            reason = "its id is not that of a run"
        except ValueError as error:
            reason = str(error)
        # Some stores show a file before it is complete.
        time.sleep(_PAUSE)
    raise MinirowError(
        f"{store.path(name)}: is damaged ({reason}), so its owner is unknown; if no run writes there, remove it"
    )


def _process() -> dict[str, Any]:
    """Returns facts about this process by which another process on the same machine can find it."""
    return {"host": socket.gethostname(), "system": _system(), "pid": os.getpid(), "started": _started(os.getpid())}


def _system() -> list[str]:
    """Returns texts that differ between systems and containers with the same host name."""
    found = []
    with suppress(OSError):
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            found.append(file.read().strip())
        found.append(os.readlink("/proc/self/ns/pid"))
    return found


def _started(pid: int) -> str | None:
    """Returns the start of a process in ticks since the system started: "?" if unknown, None if there is no process."""
    if os.name != "posix":
        return "?"
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return None
    except OSError:
        pass
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            return file.read().rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        return "?"


def _may_run(owner: dict[str, Any]) -> bool:
    """Returns True unless the owner of a lock is known to have ended. On another machine this is never known."""
    if owner.get("ended"):
        return False
    try:
        here = _process()
        if (owner["host"], owner["system"]) != (here["host"], here["system"]):
            return True
        return _started(owner["pid"]) in (owner["started"], "?")
    except (LookupError, TypeError, OverflowError):
        return True
