"""Folders of arrays for the training code of HRM and TRM."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from array import array
from collections.abc import Mapping
from itertools import combinations
from typing import TYPE_CHECKING, Any

from .._arguments import umask
from .._minirow import MinirowError
from ._files import CheckedRows
from ._layouts import cells, numpy_for
from ._stream import PuzzleStream
from ._symmetry import transformed

if TYPE_CHECKING:
    from .._arguments import Path
    from .._commands import Files

#: The indices are int32.
_MOST_EXAMPLES = (1 << 31) - 1


def write_folder(
    path: str | os.PathLike[str],
    splits: Mapping[str, PuzzleStream] | Mapping[str, int],
    *,
    source: Files | None = None,
    seed: int = 0,
    column: str | None = None,
    shares: Mapping[str, Any] | None = None,
    salt: str = "",
    temp_dir: Path | None = None,
    progress: bool = False,
) -> dict[str, int]:
    """Writes a folder that the training code of HRM and TRM reads.

    For each split, the folder ``path/SPLIT`` has ``all__inputs.npy`` and ``all__labels.npy`` (uint8 with shape (n, 81):
    1 for an empty cell, 2 to 10 for digits), ``all__puzzle_identifiers.npy`` (0 for all), ``all__puzzle_indices.npy``,
    ``all__group_indices.npy`` and ``dataset.json``. ``path/identifiers.json`` has the only identifier. A puzzle of the
    stream is a group: the original puzzle, and an augmented one for each further epoch. Memory does not grow with the
    arrays of cells.

    Parameters
    ----------
    path : path
        The folder, which must not exist. It appears only when it is complete.
    splits : dict
        The streams of the splits by name, such as ``{"train": ..., "test": ...}``. Streams with the layout ``"row"`` and
        without shuffling; with several epochs, they must be augmented. Streams with one seed need different indices or
        different splits: puzzles of an index can be the same for different constraints. With `source`, the numbers of epochs
        of the splits by name, such as ``{"train": 1001, "test": 1}``.
    source : path, table, array, or iterable of these, optional
        Rows for all splits, as for `PuzzleStream.from_files`. They are checked once.
    seed : int, default 0
        The seed of augmentation of a source.
    column : str, optional
        The column of a source that has the puzzles.
    shares : dict, optional
        The shares of the splits of a source by their names, as for `PuzzleStream`.
    salt : str, default ""
        A text that is hashed before the solution, for other splits of a source.
    temp_dir : path, optional
        The folder for the copy of a source.
    progress : bool, default False
        If True, shows a progress bar while a source is checked, which needs tqdm.

    Returns
    -------
    dict
        The number of examples of each split.

    Raises
    ------
    MinirowError
        If the folder exists, a stream is unsuitable or has a loaded state, two streams can have the same puzzles, or a
        split has no rows or too many.
    TypeError
        If `splits` is no dict of streams.
    ImportError
        If NumPy is not installed.

    Examples
    --------
    >>> from minirow.data import PuzzleStream, write_folder
    >>> train = PuzzleStream(42, count=10, split="train", epochs=3, augment=True)
    >>> test = PuzzleStream(42, start=10, count=20, split="test")
    >>> write_folder("sudoku", {"train": train, "test": test})
    {'train': 24, 'test': 1}

    From files:

    >>> write_folder("again", {"train": 3, "test": 1}, source=minirow.generate(seed=42, count=30))
    {'train': 69, 'test': 2}
    """
    target = os.path.abspath(os.fsdecode(path))
    if os.path.lexists(target):
        raise MinirowError(f"{target}: exists, expected the path of a new folder")
    if source is not None:
        splits = _streams_of(splits, source, seed, column, shares, salt, temp_dir, progress)
    if not isinstance(splits, Mapping) or not all(isinstance(stream, PuzzleStream) for stream in splits.values()):
        raise TypeError("splits: expected a dict of streams by the names of splits")
    if not splits:
        raise MinirowError("splits: found none, expected streams by the names of splits")
    numpy_for("write_folder")
    for name, stream in splits.items():
        _check(name, stream)
    for (name, stream), (other, second) in combinations(splits.items(), 2):
        if _have_rows_in_common(stream, second):
            raise MinirowError(
                f"splits: found the same {'rows' if stream._files else 'seed and indices'} in {name} and {other}, expected "
                f"{'' if stream._files else 'other indices or '}other splits"
            )
    folder = tempfile.mkdtemp(prefix=os.path.basename(target) + ".", suffix=".part", dir=os.path.dirname(target))
    try:
        written = {name: _write_split(os.path.join(folder, name), name, stream) for name, stream in splits.items()}
        _write_json(os.path.join(folder, "identifiers.json"), ["<blank>"])
        os.chmod(folder, 0o777 & ~umask())
        os.rename(folder, target)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return written


def _have_rows_in_common(first: PuzzleStream, second: PuzzleStream) -> bool:
    """Returns True if two streams have an index of a seed or a row of files in common, and their splits do not exclude that."""
    (seed, start), (other, other_start) = (
        (s._files.checksum if s._files else s._request["seed"], s._request["start"]) for s in (first, second)
    )
    is_apart = start + first._count <= other_start or other_start + second._count <= start
    rules = [s._rule and s._rule.__getnewargs__() for s in (first, second)]
    are_splits = rules[0] is not None and rules[0] == rules[1] and first._split != second._split
    return seed == other and not is_apart and not are_splits


def _streams_of(
    splits: Any, source: Files, seed: int, column: str | None, shares: Any, salt: str, temp_dir: Any, progress: bool
) -> dict[str, PuzzleStream]:
    """Returns the streams of a source, whose rows are checked once."""
    if not isinstance(splits, Mapping) or not splits or any(isinstance(value, PuzzleStream) for value in splits.values()):
        raise TypeError("splits: expected a dict of numbers of epochs by the names of splits, as there is a source")
    rules = [PuzzleStream._rule_of(name, shares, salt) for name in splits]
    rows = CheckedRows(source, column, rules[0], temp_dir, progress)
    return {
        name: PuzzleStream._of_rows(rows, seed, name, rule, (epochs, False, epochs != 1, 1 << 12), ("row", ()))
        for (name, epochs), rule in zip(splits.items(), rules)
    }


def _check(name: Any, stream: PuzzleStream) -> None:
    if not isinstance(name, str) or not name or name != os.path.basename(name) or name in (".", ".."):
        raise MinirowError(f"splits: found the name {name!r}, expected the name of a folder")
    stream._expect_no_state()
    if stream._layout != "row" or stream._shuffle or stream._shards > 1:
        raise MinirowError(f"{name}: expected a stream with the layout 'row', without shuffling, and not a shard")
    if stream._epochs > 1 and not stream._augment:
        raise MinirowError(f"{name}: found {stream._epochs} epochs of the same puzzles, expected augment=True or one epoch")
    if stream._count * stream._epochs > _MOST_EXAMPLES:
        raise MinirowError(f"{name}: found {stream._count * stream._epochs} examples, expected at most {_MOST_EXAMPLES}")


def _write_split(folder: str, name: str, stream: PuzzleStream) -> int:
    """Writes the files of a split. Returns the number of examples."""
    numpy = numpy_for("write_folder")
    os.mkdir(folder)
    raw = {kind: os.path.join(folder, kind) for kind in ("inputs", "labels")}
    groups, examples = array("i", [0]), 0
    with open(raw["inputs"], "wb") as inputs, open(raw["labels"], "wb") as labels:
        for number in range(stream._blocks_of_epoch):
            for row in stream.block(number):
                symmetries = [stream._symmetry(row, epoch) for epoch in range(stream._epochs)]
                for file, column in ((inputs, "puzzle"), (labels, "solution")):
                    file.write((cells(transformed(row[column], symmetry) for symmetry in symmetries) + 1).tobytes())
                examples += len(symmetries)
                groups.append(examples)
    if not examples:
        raise MinirowError(f"{name}: found no rows, expected at least one; increase count")
    for kind, path in raw.items():
        with open(os.path.join(folder, f"all__{kind}.npy"), "wb") as file, open(path, "rb") as bytes_of:
            header = {"descr": "|u1", "fortran_order": False, "shape": (examples, 81)}
            numpy.lib.format.write_array_header_1_0(file, header)
            shutil.copyfileobj(bytes_of, file)
        os.remove(path)
    indices: dict[str, Any] = {
        "puzzle_identifiers": numpy.zeros(examples, dtype=numpy.int32),
        "puzzle_indices": numpy.arange(examples + 1, dtype=numpy.int32),
        "group_indices": numpy.array(groups, dtype=numpy.int32),
    }
    for kind, values in indices.items():
        numpy.save(os.path.join(folder, f"all__{kind}.npy"), values)
    number_of_groups = len(groups) - 1
    metadata = {
        "seq_len": 81,
        "vocab_size": 11,
        "pad_id": 0,
        "ignore_label_id": 0,
        "blank_identifier_id": 0,
        "num_puzzle_identifiers": 1,
        "total_groups": number_of_groups,
        "mean_puzzle_examples": 1,
        # TRM reads this one as well.
        "total_puzzles": number_of_groups,
        "sets": ["all"],
    }
    _write_json(os.path.join(folder, "dataset.json"), metadata)
    return examples


def _write_json(path: str, value: Any) -> None:
    with open(path, "w", encoding="utf-8") as file:
        json.dump(value, file)
