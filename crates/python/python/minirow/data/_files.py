"""Rows of files for streams: checked once, and then read by their numbers."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
import weakref
from array import array
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from .. import _minirow
from .._answers import solve
from .._commands import called, warn

if TYPE_CHECKING:
    from .._commands import Files

#: The column of splits in the copy of the rows.
_SPLIT = "minirow_split"

#: The number of rows that are solved together.
_PORTION = 1 << 12


class CheckedRows:
    """The rows of files with exactly one solution and no wrong one, in a temporary copy with a line of JSON for each.

    The copy is removed with the object that made it. Others, in the workers of a loader, read the same copy.
    """

    def __init__(
        self, files: Files, column: str | None, rule: _minirow.SplitRule | None, temp_dir: Any, progress: bool
    ) -> None:
        folder = tempfile.mkdtemp(prefix="minirow-rows-", dir=temp_dir)
        weakref.finalize(self, _remove, folder, os.getpid())
        self._path = os.path.join(folder, "rows.jsonl")
        #: The start of each row in the copy, and its end.
        self._starts = array("Q", [0])
        #: The numbers of the rows of each split.
        self._splits: dict[str, array[int]] = {}
        #: The messages about rows that were left out.
        self.left_out: list[str] = []
        #: The names of all columns, in the order in which they were found.
        self.columns: dict[str, None] = {}
        checksum = hashlib.sha256()
        assigned = os.path.join(folder, "assigned.jsonl")
        self._assign(files, column, rule, assigned, temp_dir, progress)
        with open(assigned, "rb") as lines, open(self._path, "wb") as copy:
            for line, split in _solved(lines):
                copy.write(line)
                checksum.update(line)
                self._splits.setdefault(split, array("Q")).append(len(self._starts) - 1)
                self._starts.append(self._starts[-1] + len(line))
                if split not in self.columns:
                    self.columns.update(dict.fromkeys(json.loads(line)))
        os.remove(assigned)
        #: The SHA-256 of the rows.
        self.checksum = checksum.hexdigest()

    def _assign(self, files: Any, column: str | None, rule: Any, out: str, temp_dir: Any, progress: bool) -> None:
        shares = {} if rule is None else dict(rule.shares)
        options = {
            "out": out,
            "column": _SPLIT,
            "puzzle_column": column,
            "to": "jsonl",
            "names": list(shares) or None,
            "fractions": list(shares.values()) or None,
            "salt": (rule.__getnewargs__()[1] or None) if rule else None,
        }
        _, self.left_out = called("split", files, options, progress)
        warn(self.left_out, 5)

    def __len__(self) -> int:
        return len(self._starts) - 1

    def of_split(self, split: str | None) -> Sequence[int]:
        """Returns the numbers of the rows of a split, or of all."""
        return range(len(self)) if split is None else self._splits.get(split, array("Q"))

    def rows(self, numbers: Sequence[int]) -> Iterator[dict[str, Any]]:
        """Returns rows by their numbers, which are in the key `row`."""
        with open(self._path, "rb") as copy:
            for number in numbers:
                copy.seek(self._starts[number])
                yield {**json.loads(copy.read(self._starts[number + 1] - self._starts[number])), "row": number}


def _remove(folder: str, process: int) -> None:
    if os.getpid() == process:  # a forked worker has the object, too
        shutil.rmtree(folder, ignore_errors=True)


def _solved(lines: Iterator[bytes]) -> Iterator[tuple[bytes, str]]:
    """Returns lines with the solutions of all puzzles, and the split of each."""
    while portion := [json.loads(line) for line in islice(lines, _PORTION)]:
        unsolved = [row for row in portion if not row.get("solution")]
        for row, solution in zip(unsolved, solve([row["puzzle"] for row in unsolved])["solution"]):
            row["solution"] = solution
        for row in portion:
            split = row.pop(_SPLIT)
            yield json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n", split
