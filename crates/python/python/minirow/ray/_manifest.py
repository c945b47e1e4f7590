"""Manifests: what a data set was made from, which files it has, and their checksums."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from .. import _minirow
from .._minirow import MinirowError
from ._store import Store

#: Its name, in the folder of the files: there ``minirow check --dataset`` looks for it.
NAME = "manifest.json"

#: The name that the files of ``minirow pack`` would be made of.
FILE = "part.parquet"

LEVELS = ("easy", "medium", "hard", "expert", "diabolical", "extreme")


@dataclass(frozen=True)
class Manifest:
    """What a data set is: the contents of its ``manifest.json``."""

    #: The folder.
    path: str
    #: The whole of it: file, puzzles, bytes, files, program, recipe; of what was made generator, levels, er, clues too.
    contents: dict[str, Any]
    #: The names of the files that were written in this run. All others were there, and right.
    written: list[str] = field(default_factory=list)

    @property
    def puzzles(self) -> int:
        """The number of puzzles."""
        return self.contents["puzzles"]

    @property
    def files(self) -> list[dict[str, Any]]:
        """The files: name, puzzles, bytes and sha256 of each."""
        return self.contents["files"]

    def __repr__(self) -> str:
        return f"<minirow.ray.Manifest of {self.path}: {self.puzzles} puzzles in {len(self.files)} files>"


def read(store: Store) -> dict[str, Any] | None:
    """The manifest of a folder; nothing if it has none."""
    text = store.read(NAME)
    if text is None:
        return None
    try:
        contents = json.loads(text)
        if {"file", "puzzles", "sha256"} <= contents["files"][0].keys() and {"program", "recipe"} <= contents.keys():
            return contents
        why = "lacks what such have"
    except (ValueError, LookupError, AttributeError, TypeError) as error:
        why = str(error)
    raise MinirowError(f"{store.path(NAME)}: is no manifest of a data set: {why}")


def of_pieces(pieces: Iterable[dict[str, Any]], recipe: dict[str, Any]) -> dict[str, Any]:
    """The manifest of shards, just as ``minirow pack`` would write it."""
    pieces = list(pieces)
    keys = ("file", "puzzles", "bytes", "sha256")
    return {
        "file": FILE,
        "puzzles": sum(piece["puzzles"] for piece in pieces),
        "bytes": sum(piece["bytes"] for piece in pieces),
        "files": [{key: piece[key] for key in keys} for piece in pieces],
        "generator": _minirow.GENERATOR,
        "program": _minirow.PROGRAM,
        "recipe": recipe,
        "levels": _sum(pieces, "levels", LEVELS.index),
        "er": _sum(pieces, "er", float),
        "clues": _sum(pieces, "clues", int),
    }


def _sum(pieces: list[dict[str, Any]], what: str, order: Any) -> dict[str, int]:
    all = Counter()
    for piece in pieces:
        all.update(piece[what])
    return {name: all[name] for name in sorted(all, key=order)}


def check_same(where: str, begun: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Refuses to go on with what was begun with other arguments, or by another version.

    Both have `program` and `recipe`.
    """
    names = [*wanted["recipe"], *(name for name in begun["recipe"] if name not in wanted["recipe"])]
    pairs = [(name, begun["recipe"].get(name), wanted["recipe"].get(name)) for name in names]
    pairs.append(("program", begun["program"], wanted["program"]))
    text = ", ".join(f"{name} {json.dumps(was)} (now {json.dumps(now)})" for name, was, now in pairs if was != now)
    if text:
        raise MinirowError(f"{where}: was begun with {text}; another folder, or this one emptied, starts anew")
