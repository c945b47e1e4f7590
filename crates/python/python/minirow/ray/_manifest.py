"""Manifests: the recipe of a data set, its files and their checksums."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from .. import _minirow
from .._minirow import MinirowError
from ._store import Store

#: The name of the manifest, in the folder of the files, where ``minirow check --dataset`` looks for it.
NAME = "manifest.json"

#: The name that ``minirow pack --out`` would be given for files of these names.
FILE = "part.parquet"


@dataclass(frozen=True)
class Manifest:
    """The contents of the ``manifest.json`` of a data set."""

    #: The folder.
    path: str
    #: All keys: file, puzzles, bytes, files, program, recipe; for `make` also generator, levels, er, clues.
    contents: dict[str, Any]
    #: The names of the files that were written in this run. All others were there, with the right checksums.
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
    """The manifest of a folder; None if it has none."""
    text = store.read(NAME)
    if text is None:
        return None
    try:
        contents = json.loads(text)
        if {"file", "puzzles", "sha256"} <= contents["files"][0].keys() and {"program", "recipe"} <= contents.keys():
            return contents
        why = "keys are missing"
    except (ValueError, LookupError, AttributeError, TypeError) as error:
        why = str(error)
    raise MinirowError(f"{store.path(NAME)}: is no manifest of a data set: {why}")


def of_files(files: list[dict[str, Any]], recipe: dict[str, Any]) -> dict[str, Any]:
    """The manifest of files that are no pack."""
    return {
        "file": FILE,
        "puzzles": sum(file["puzzles"] for file in files),
        "bytes": sum(file["bytes"] for file in files),
        "files": files,
        "program": _minirow.PROGRAM,
        "recipe": recipe,
    }


def check_same(where: str, begun: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Raises an error if a data set was begun with other arguments, or by another version.

    Both dicts have `program` and `recipe`.
    """
    names = [*wanted["recipe"], *(name for name in begun["recipe"] if name not in wanted["recipe"])]
    pairs = [(name, begun["recipe"].get(name), wanted["recipe"].get(name)) for name in names]
    pairs.append(("program", begun["program"], wanted["program"]))
    text = ", ".join(f"{name} {json.dumps(was)} (now {json.dumps(now)})" for name, was, now in pairs if was != now)
    if text:
        raise MinirowError(f"{where}: was begun with {text}; another folder, or this one emptied, starts anew")
