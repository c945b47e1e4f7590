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

#: The argument of ``minirow pack --out`` that gives the files these names.
FILE = "part.parquet"


@dataclass(frozen=True)
class Manifest:
    """The manifest of a data set: its recipe, files and checksums.

    Parameters
    ----------
    path : str
        The folder of the data set.
    contents : dict
        The contents of ``manifest.json``: file, puzzles, bytes, files, program, recipe. For `make`, also generator,
        levels, er and clues.
    written : list of str
        The names of the files that were written in this run. All other files existed with correct checksums.

    See Also
    --------
    make : Generates a data set.

    Examples
    --------
    >>> minirow.ray.make("puzzles", seed=42, count=200, shard_rows=100, progress=False)
    <minirow.ray.Manifest of ...puzzles: 200 puzzles in 2 files>
    """

    path: str
    contents: dict[str, Any]
    written: list[str] = field(default_factory=list)

    @property
    def puzzles(self) -> int:
        """The number of puzzles.

        Returns
        -------
        int
            The number of rows in all files.

        Examples
        --------
        >>> minirow.ray.make("puzzles", seed=42, count=200, shard_rows=100, progress=False).puzzles
        200
        """
        return self.contents["puzzles"]

    @property
    def files(self) -> list[dict[str, Any]]:
        """The files.

        Returns
        -------
        list of dict
            The keys file (the name), puzzles (the number of rows), bytes (the size) and sha256 of each file.

        Examples
        --------
        >>> manifest = minirow.ray.make("puzzles", seed=42, count=200, shard_rows=100, progress=False)
        >>> [(file["file"], file["puzzles"]) for file in manifest.files]
        [('part-00000-of-00002.parquet', 100), ('part-00001-of-00002.parquet', 100)]
        """
        return self.contents["files"]

    def __repr__(self) -> str:
        return f"<minirow.ray.Manifest of {self.path}: {self.puzzles} puzzles in {len(self.files)} files>"


def read(store: Store) -> dict[str, Any] | None:
    """Returns the manifest of a folder, and None if it has none."""
    try:
        contents = store.read_json(NAME, "puzzles", "files", "program", "recipe")
        if contents is None or _has_form(contents):
            return contents
        reason = "found values of other types"
    except ValueError as error:
        reason = str(error)
    raise MinirowError(f"{store.path(NAME)}: is not the manifest of a data set: {reason}")


def _has_form(contents: dict[str, Any]) -> bool:
    """Returns True if the recipe and the files have the types that they are used with."""
    recipe, files = contents["recipe"], contents["files"]
    return isinstance(recipe, dict) and isinstance(files, list) and bool(files) and all(map(is_file, files))


def is_file(entry: Any) -> bool:
    """Returns True if a value of a JSON file describes a file of a data set."""
    types = {"file": str, "puzzles": int, "bytes": int, "sha256": str}
    return isinstance(entry, dict) and all(isinstance(entry.get(key), kind) for key, kind in types.items())


def of_files(files: list[dict[str, Any]], recipe: dict[str, Any]) -> dict[str, Any]:
    """Returns the manifest of files that are not a pack."""
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

    Both dicts have the keys program and recipe.
    """
    names = [*wanted["recipe"], *(name for name in begun["recipe"] if name not in wanted["recipe"])]
    pairs = [(name, begun["recipe"].get(name), wanted["recipe"].get(name)) for name in names]
    pairs.append(("program", begun["program"], wanted["program"]))
    text = ", ".join(f"{name} {json.dumps(was)} (now {json.dumps(now)})" for name, was, now in pairs if was != now)
    if text:
        raise MinirowError(f"{where}: was begun with {text}; choose another folder, or empty this one")
