"""The mark of the run that writes to a folder: one run at a time.

The mark is a file in the folder that names its owner. It is created only if it does not exist, and read again afterwards:
a store without exclusive creation shows then whose mark it is. A run checks its mark again before it publishes its results.

A run that is interrupted leaves its mark. The next run does not touch it, but creates the file ``after-ID.json``, where ID is
the owner of the mark before. So only one of several runs can take over, and the owner is the last one of the chain.
"""

from __future__ import annotations

import json
import os
import socket
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from .._minirow import MinirowError
from ._store import PROGRESS, Store

#: The first mark of a chain.
MARK = f"{PROGRESS}/owner.json"

#: Seconds between two looks at a mark that may not be written to its end yet, and the number of looks.
_PAUSE, _LOOKS = 0.1, 20


class Mark:
    """The mark of this run."""

    def __init__(self, store: Store, owner: dict[str, Any], files: list[str], before: list[str]) -> None:
        self.store, self.owner = store, owner
        #: The files of the chain, the own one last.
        self.files = files
        #: The owners of the interrupted runs before this one.
        self.before = before

    @property
    def id(self) -> str:
        """The id of this run, which is in the names of all its temporary files."""
        return self.owner["id"]

    def check(self) -> None:
        """Raises an error if the mark is no longer that of this run."""
        chain = _chain(self.store)
        if [name for name, _ in chain] != self.files or chain[-1][1]["id"] != self.id:
            other = f"now it is {_name(chain[-1][1])}" if chain else "now there is none"
            raise MinirowError(
                f"{self.store.path(self.files[-1])}: found that the mark of this run was replaced or removed, {other}; "
                "nothing was published"
            )

    def release(self) -> None:
        """Removes the mark, and the folder if nothing else is in it."""
        # The first one goes first: who takes over an `after-ID.json` in between sees that the chain is broken.
        for name in self.files:
            self.store.remove_file(name)
        self.store.remove_empty_folder(PROGRESS)

    def abandon(self) -> None:
        """Notes that the run has ended before it was done, so that the next one may take over."""
        with suppress(Exception):
            self.check()
            self.store.write_json(self.files[-1], self.owner | {"ended": True}, self.id)


@contextmanager
def marked(store: Store, work: str) -> Iterator[Mark]:
    """Holds the mark of a folder. It is left there if the work fails or is interrupted, for the next run to take over."""
    mark = _acquire(store, work)
    try:
        yield mark
    except BaseException:
        mark.abandon()
        raise
    mark.release()


def _acquire(store: Store, work: str) -> Mark:
    owner = {"id": uuid.uuid4().hex, "work": work, **_process(), "since": time.strftime("%Y-%m-%d %H:%M:%S %z")}
    for _ in range(3):
        chain = _chain(store)
        if chain and _may_run(chain[-1][1]):
            raise _busy(store, *chain[-1])
        name = f"{PROGRESS}/after-{chain[-1][1]['id']}.json" if chain else MARK
        is_new = store.create(name, _text(owner), owner["id"])
        now = _chain(store)
        if is_new and [*chain, (name, owner)] == now:
            return Mark(store, owner, [name for name, _ in now], [before["id"] for _, before in chain])
        if is_new and _read(store, name) == owner:
            store.remove_file(name)
    raise MinirowError(f"{store}: another run has begun there at the same moment; start this one again")


def _busy(store: Store, name: str, owner: dict[str, Any]) -> MinirowError:
    return MinirowError(
        f"{store}: {_name(owner)} has been writing there since {owner.get('since')}; "
        f"if that process no longer runs, remove {store.path(name)}"
    )


def _name(owner: dict[str, Any]) -> str:
    return f"{owner.get('work')} on {owner.get('host')} (process {owner.get('pid')}, id {owner['id']})"


def _text(owner: dict[str, Any]) -> bytes:
    return (json.dumps(owner, indent=2) + "\n").encode()


def _chain(store: Store) -> list[tuple[str, dict[str, Any]]]:
    """The marks of a folder, each with its owner: the first, and those that took over."""
    chain: list[tuple[str, dict[str, Any]]] = []
    name = MARK
    while (owner := _read(store, name)) is not None:
        chain.append((name, owner))
        name = f"{PROGRESS}/after-{owner['id']}.json"
    return chain


def _read(store: Store, name: str) -> dict[str, Any] | None:
    """The owner of a mark; None if there is no such mark."""
    for _ in range(_LOOKS):
        text = store.read(name)
        if text is None:
            return None
        with suppress(ValueError, TypeError, KeyError):
            owner = json.loads(text)
            owner["id"] + ""
            return owner
        # Not all stores show a file only when it is complete.
        time.sleep(_PAUSE)
    raise MinirowError(f"{store.path(name)}: is damaged, so its owner is unknown; if no run writes there, remove it")


def _process() -> dict[str, Any]:
    """This process, as far as another one on the same machine can find it."""
    return {"host": socket.gethostname(), "system": _system(), "pid": os.getpid(), "started": _started(os.getpid())}


def _system() -> list[str]:
    """What tells apart systems and containers with the same host name."""
    found = []
    with suppress(OSError):
        with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
            found.append(file.read().strip())
        found.append(os.readlink("/proc/self/ns/pid"))
    return found


def _started(pid: int) -> str | None:
    """When a process was started, in ticks since the system was; "?" if that is unknown, None if there is none."""
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
    """Whether the owner of a mark may still run. Of another machine that is not known."""
    if owner.get("ended"):
        return False
    try:
        here = _process()
        if (owner["host"], owner["system"]) != (here["host"], here["system"]):
            return True
        return _started(owner["pid"]) in (owner["started"], "?")
    except (LookupError, TypeError):
        return True
