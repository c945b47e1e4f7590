"""`PuzzleStream`: puzzles by index and epoch, for any number of workers."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .. import _minirow
from .._arguments import request, texts, thread_number, whole, whole_or_none
from .._minirow import GENERATOR, MinirowError, RecordBatch
from ._files import CheckedRows
from ._layouts import Layout, cells, layout_of
from ._symmetry import drawn, hashed, permuted, transformed

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .._arguments import Path
    from .._commands import Files
    from .._constraints import Constraints
    from ._hugging_face import IterableDataset
    from ._torch import TorchStream

#: One more than the largest index of a range.
_END = (1 << 64) - 1

#: One more than the largest index without `count`, and with PyTorch, whose integers have a sign.
_END_OF_TORCH = 1 << 63

#: The number of blocks that are generated while another one is used.
_AHEAD = 2

#: The largest number of rows that are kept for the next epochs: about 250 MB.
_KEPT = 1 << 20

#: The default shares of the splits, as for ``minirow split``.
_SHARES = {"train": 80, "validation": 10, "test": 10}


class PuzzleStream:
    """A stream of generated puzzles with their solutions, or of those in files: `from_files`.

    The puzzle of an index is that of `minirow.generate` for the same seed and constraints. A stream is an iterable:
    iterating over it gives `epochs` epochs, each with all indices from `start` on. Iterating again gives the same rows.

    Work is divided into blocks of `block_rows` indices. Blocks are distributed to shards, so the shards of a stream have no
    index in common. Together, they have all indices. While a block is used, the next two are generated in threads
    without the interpreter's lock. A stream can be pickled, and copied by a fork.

    A stream of several epochs keeps the rows of up to 2**20 indices for the next epochs, about 250 bytes each, so they are
    generated once. The shards of a stream in a process share them.

    `torch` divides a stream for the workers of PyTorch. If there are several workers, iterating over a stream in one of
    them is an error, as others would give the same rows, unless that worker has made the stream or divided it, or it is
    ``stream.shard(number, workers)`` for the number of that worker.

    Parameters
    ----------
    seed : int
        The seed, from 0 to 2**64 - 1.
    start : int, default 0
        The first index, from 0 to 2**64 - 2.
    count : int, optional
        The number of indices of an epoch. By default, all up to 2**63 - 1, so the stream has no end in practice.
    epochs : int, default 1
        The number of epochs.
    shuffle : bool, default False
        If True, the order of the blocks, and that of the rows in each block, is drawn from the seed and the epoch. It
        needs `count`.
    augment : bool, default False
        If True, the puzzles of all epochs but the first are transformed by a symmetry that is drawn from the seed, the
        epoch and the index, so it needs several epochs. Ratings and other columns are those of the original puzzle.
    split : str, optional
        Keep only rows in this split, by the rule of ``minirow split``. No solution grid is in two splits. By default,
        all rows are kept. If no constraint can reject a puzzle, only those in the split are rated.
    shares : dict, optional
        The shares of the splits by their names. By default, train has 80, validation 10 and test 10 percent. Only with
        `split`, as `salt`.
    salt : str, default ""
        A text that is hashed before the solution, for other splits of the rows.
    layout : {"row", "tokens", "padded", "one-hot"}, default "row"
        The form of a row. ``"row"`` is a dict with the columns of `minirow.generate`. The others are arrays ``inputs``
        and ``labels``: ``"tokens"`` is int64 with shape (81,), with 0 for an empty cell and 1 to 9 for digits.
        ``"padded"`` is the vocabulary of HRM and TRM: 0 for padding, 1 for an empty cell and 2 to 10 for digits.
        ``"one-hot"`` has inputs of float32 with shape (81, 10), and the labels of ``"tokens"``.
    columns : str or iterable of str, default ()
        The columns that a row with arrays has as well, such as ``"er"``.
    block_rows : int, default 256
        The number of indices of a block, from 1 to 65536.
    threads : int, optional
        The number of threads for a block, of which up to three are generated at a time. By default, one if PyTorch has
        several workers, and otherwise all cores.
    **constraints : str, int, float, bool, tuple, range or list
        The constraints on the puzzles, as for `minirow.generate`.

    Raises
    ------
    MinirowError
        If an argument or a constraint is invalid, or the range of indices is too long.

    See Also
    --------
    minirow.generate : Generates the same puzzles in one batch.

    Examples
    --------
    >>> from minirow.data import PuzzleStream
    >>> stream = PuzzleStream(42, count=100, epochs=2, shuffle=True, augment=True)
    >>> rows = list(stream)
    >>> len(rows), sorted(row["index"] for row in rows) == sorted(2 * list(range(100)))
    (200, True)
    """

    def __init__(
        self,
        seed: int,
        *,
        start: int = 0,
        count: int | None = None,
        epochs: int = 1,
        shuffle: bool = False,
        augment: bool = False,
        split: str | None = None,
        shares: Mapping[str, Any] | None = None,
        salt: str = "",
        layout: str = "row",
        columns: str | Iterable[str] = (),
        block_rows: int = 256,
        threads: int | None = None,
        **constraints: Unpack[Constraints],
    ) -> None:
        start = whole("start", start, 0, _END - 1)
        if count is None and (shuffle or start >= _END_OF_TORCH):
            raise MinirowError("count: found None, expected a number, which shuffle=True and a start from 2**63 on need")
        count = _END_OF_TORCH - start if count is None else whole("count", count, 1, _END)
        if start + count > _END:
            raise MinirowError(f"count: found {count} from the index {start}, expected at most {_END - start}")
        self._request = request(seed, start, 0, constraints, False, False)
        self._count = count
        self._split, self._rule = split, self._rule_of(split, shares, salt)
        self._threads = thread_number(whole_or_none("threads", threads))
        # Conflicting constraints are an error now, and not in a worker.
        known = _minirow.generate(self._request).column_names
        if self._rule is not None and split is not None:
            self._request["split"] = (self._rule, split)
        self._files: CheckedRows | None = None
        self._set_order(epochs, shuffle, augment, block_rows)
        self._set_form(layout, columns, known)

    @classmethod
    def from_files(
        cls,
        files: Files,
        *,
        seed: int = 0,
        column: str | None = None,
        epochs: int = 1,
        shuffle: bool = False,
        augment: bool = False,
        split: str | None = None,
        shares: Mapping[str, Any] | None = None,
        salt: str = "",
        layout: str = "row",
        columns: str | Iterable[str] = (),
        block_rows: int = 256,
        temp_dir: Path | None = None,
        progress: bool = False,
    ) -> PuzzleStream:
        """Returns a stream of the rows of files, tables or arrays.

        All rows are checked once, now: those without exactly one solution, and those with a wrong solution, are left out, with a
        warning; `left_out` has all messages. Missing solutions are computed. The rows are copied to a temporary file, about 250
        bytes each without further columns, which is removed with the stream, so memory does not grow with them. A row has the
        columns of its file, ``puzzle``, ``solution`` and ``clues``, and in place of ``index`` the key ``row``: its number
        among the rows that were not left out, from 0.

        Parameters
        ----------
        files : path, table, array, or iterable of these
            The rows, in any form that `minirow.split` reads: packs, Parquet, CSV with the columns of Kaggle, HRM
            (sudoku-extreme) or others, JSON lines, texts, arrays, and data sets of Hugging Face.
        seed : int, default 0
            The seed of shuffling and augmentation.
        column : str, optional
            The column of a table that has the puzzles, by default ``"puzzle"`` or another usual name.
        epochs : int, default 1
            The number of epochs.
        shuffle : bool, default False
            If True, the order of all rows is drawn from the seed and the epoch.
        augment : bool, default False
            If True, the puzzles of all epochs but the first are transformed, as for `PuzzleStream`.
        split : str, optional
            Keep only rows in this split, by the rule of ``minirow split``. By default, all rows are kept.
        shares : dict, optional
            The shares of the splits by their names, as for `PuzzleStream`.
        salt : str, default ""
            A text that is hashed before the solution, for other splits of the rows.
        layout : {"row", "tokens", "padded", "one-hot"}, default "row"
            The form of a row, as for `PuzzleStream`.
        columns : str or iterable of str, default ()
            The columns that a row with arrays has as well.
        block_rows : int, default 256
            The number of rows of a block, from 1 to 65536.
        temp_dir : path, optional
            The folder for the copy.
        progress : bool, default False
            If True, shows a progress bar, which needs tqdm.

        Returns
        -------
        PuzzleStream
            The stream. A state of it can be loaded into a stream of the same rows.

        Raises
        ------
        MinirowError
            If an argument is invalid, a file cannot be read, or no row is left.

        See Also
        --------
        write_folder : Writes the folders of HRM and TRM from files.

        Examples
        --------
        >>> from minirow.data import PuzzleStream
        >>> minirow.convert(minirow.generate(seed=42, count=100), "pack.parquet")
        >>> stream = PuzzleStream.from_files("pack.parquet", split="train", shuffle=True, epochs=2, augment=True)
        >>> rows = list(stream)
        >>> len(rows), rows[0]["epoch"], stream.left_out
        (160, 0, [])
        """
        rule = cls._rule_of(split, shares, salt)
        rows = CheckedRows(files, column, rule, temp_dir, progress)
        return cls._of_rows(rows, seed, split, rule, (epochs, shuffle, augment, block_rows), (layout, columns))

    @classmethod
    def _of_rows(
        cls, rows: CheckedRows, seed: Any, split: str | None, rule: Any, order: tuple[Any, ...], form: tuple[Any, ...]
    ) -> PuzzleStream:
        """Returns a stream of rows that were checked, in a split by a rule."""
        stream = cls.__new__(cls)
        stream._files, stream._chosen = rows, rows.of_split(split)
        stream._request = request(seed, 0, 0, {}, False, False)
        stream._count, stream._split, stream._rule, stream._threads = len(stream._chosen), split, rule, None
        if not stream._count:
            raise MinirowError(f"split: found no row in {split!r}, expected at least one")
        stream._set_order(*order)
        stream._set_form(*form, list(rows.columns))
        return stream

    def _set_order(self, epochs: Any, shuffle: Any, augment: Any, block_rows: Any) -> None:
        self._epochs = whole("epochs", epochs, 1)
        if augment and self._epochs == 1:
            raise MinirowError("augment: found True with one epoch, expected several epochs: the first one is not augmented")
        self._shuffle, self._augment = bool(shuffle), bool(augment)
        self._block_rows = whole("block_rows", block_rows, 1, 1 << 16)
        self._shard, self._shards = 0, 1
        self._worker = worker()
        #: The rows of blocks of an epoch, by their places.
        self._kept: dict[int, list[RecordBatch]] = {}
        self._place = self._row = 0
        self._is_loaded = False

    def _set_form(self, layout: Any, columns: Any, known: list[str]) -> None:
        layout_of(layout)
        self._layout, self._columns = layout, texts("columns", columns)
        for column in self._columns:
            if layout == "row" or column not in known:
                expected = "no columns, as a row has all" if layout == "row" else f"one of {', '.join(known)}"
                raise MinirowError(f"columns: found {column!r}, expected {expected}")

    @property
    def left_out(self) -> list[str]:
        """The messages about rows of files that were left out.

        Returns
        -------
        list of str
            The messages with file, line and reason. Without files, the list is empty.

        Examples
        --------
        >>> from minirow.data import PuzzleStream
        >>> PuzzleStream(42).left_out
        []
        """
        return [] if self._files is None else self._files.left_out

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_kept": {}}

    @staticmethod
    def _rule_of(split: str | None, shares: Mapping[str, Any] | None, salt: str) -> _minirow.SplitRule | None:
        if split is None:
            if shares is not None or salt:
                raise MinirowError("split: found None with shares or salt, expected the name of a split")
            return None
        shares = _SHARES if shares is None else shares
        if not isinstance(shares, Mapping) or not isinstance(salt, str):
            raise MinirowError(f"found shares {shares!r} and salt {salt!r}, expected a dict and a text")
        if split not in list(shares):
            raise MinirowError(f"split: found {split!r}, expected one of {', '.join(map(repr, shares))}")
        return _minirow.SplitRule([*zip(texts("shares", shares), map(str, shares.values()))], salt)

    @property
    def blocks(self) -> int:
        """The number of blocks of all epochs.

        Returns
        -------
        int
            The number of blocks of all shards together.

        Examples
        --------
        >>> from minirow.data import PuzzleStream
        >>> PuzzleStream(42, count=1000, epochs=3, block_rows=100).blocks
        30
        """
        return self._epochs * self._blocks_of_epoch

    @property
    def _blocks_of_epoch(self) -> int:
        return -(-self._count // self._block_rows)

    def shard(self, number: int, of: int) -> PuzzleStream:
        """Returns a shard. The shards together have all rows.

        Shards can be divided again. Each shard has at least one block of each epoch, and a place and a state of its own.

        Parameters
        ----------
        number : int
            The number of the shard, from 0 to ``of - 1``.
        of : int
            The number of shards.

        Returns
        -------
        PuzzleStream
            The stream of the shard.

        Raises
        ------
        MinirowError
            If there is no shard of this number, an epoch has fewer blocks than there are shards, or a state is loaded.

        Examples
        --------
        >>> from minirow.data import PuzzleStream
        >>> stream = PuzzleStream(42, count=40, block_rows=10)
        >>> [row["index"] // 10 for row in stream.shard(1, 2)] == 10 * [1] + 10 * [3]
        True
        """
        self._expect_no_state()
        of = whole("of", of, 1)
        number = whole("number", number, 0, of - 1)
        shards = self._shards * of
        if shards > self._blocks_of_epoch:
            raise MinirowError(
                f"found {shards} shards (ranks times workers) and {self._blocks_of_epoch} blocks of {self._block_rows} rows "
                "in an epoch, expected at least a block for each shard; use fewer workers, or reduce block_rows"
            )
        part = PuzzleStream.__new__(PuzzleStream)
        part.__dict__.update(self.__dict__, _shard=self._shard + self._shards * number, _shards=shards)
        part._worker = worker() if worker()[1] > 1 else (number, of)
        part._place, part._row = 0, 0
        return part

    def _expect_no_state(self) -> None:
        if self._is_loaded:
            raise MinirowError(
                "found a stream with a loaded state, expected one without; a shard, data set or folder begins at its "
                "start, so load a state into the shard or data set itself"
            )

    def __iter__(self) -> Iterator[dict[str, Any]]:
        number, of = worker()
        if of > 1 and self._worker != (number, of):
            raise MinirowError(
                f"found a stream for worker {self._worker[0]} of {self._worker[1]} in worker {number} of {of} of "
                "PyTorch, expected one for this worker, as others have the same rows; use stream.torch(), or call "
                "shard in the worker"
            )
        if not self._is_loaded:
            self._place = self._row = 0
        self._is_loaded = False
        return self._rows(self._place, self._row)

    def _rows(self, place: int, skipped: int) -> Iterator[dict[str, Any]]:
        """Gives the rows of the shard from a block and a row in it, and keeps the place."""
        numbers = iter(range(self._shard + place * self._shards, self.blocks, self._shards))
        jobs: deque[tuple[int, Iterator[RecordBatch]]] = deque()
        while True:
            for _, number in zip(range(_AHEAD + 1 - len(jobs)), numbers):
                jobs.append((number, self._start(number)))
            if not jobs:
                return
            number, batches = jobs.popleft()
            rows = self._of_block(number, batches)
            if skipped > len(rows):
                raise MinirowError(f"state: found row {skipped} of a block, expected at most {len(rows)}")
            for row in rows[skipped:]:
                skipped += 1
                self._place, self._row = place, skipped
                yield row
            place, skipped = place + 1, 0
            self._place, self._row = place, 0

    def block(self, number: int) -> list[dict[str, Any]]:
        """Returns the rows of a block.

        Parameters
        ----------
        number : int
            The number of the block in the order of the stream, from 0 to ``blocks - 1``.

        Returns
        -------
        list of dict
            The rows. With a split, a block can have fewer rows than `block_rows`, or none.

        Raises
        ------
        MinirowError
            If there is no block of this number.

        Examples
        --------
        >>> from minirow.data import PuzzleStream
        >>> [row["index"] for row in PuzzleStream(42, count=5, block_rows=3).block(1)]
        [3, 4]
        """
        number = whole("number", number, 0, self.blocks - 1)
        return self._of_block(number, self._start(number))

    def _start(self, number: int) -> Iterator[RecordBatch]:
        """Starts to generate a block, unless its rows are kept or those of files."""
        if self._files is not None:
            return iter(())
        place = self._place_of(number)
        if place in self._kept:
            return iter(self._kept[place])
        first = place * self._block_rows
        count = min(self._block_rows, self._count - first)
        start = self._request["start"] + first
        asked: _minirow.Request = {**self._request, "start": start, "count": count, "threads": self._thread_number()}
        return _minirow.generate_batches(asked, count)

    def _place_of(self, number: int) -> int:
        """Returns the place of a block in the order of the indices."""
        epoch, place = divmod(number, self._blocks_of_epoch)
        return permuted(place, self._blocks_of_epoch, self._request["seed"], epoch) if self._shuffle else place

    def _thread_number(self) -> int | None:
        return self._threads or (1 if worker()[1] > 1 else None)

    def _of_block(self, number: int, batches: Iterator[RecordBatch]) -> list[dict[str, Any]]:
        """Returns the rows of a block in the order of the epoch."""
        epoch = number // self._blocks_of_epoch
        rows = self._generated(number, batches) if self._files is None else self._of_files(number)
        layout = layout_of(self._layout)
        for row in rows:
            row["epoch"] = epoch
            symmetry = self._symmetry(row, epoch) if self._augment else 0
            if self._augment:
                row["augmentation"] = symmetry
            if symmetry:
                row["puzzle"] = transformed(row["puzzle"], symmetry)
                row["solution"] = transformed(row["solution"], symmetry)
        return self._with_arrays(layout, rows) if layout and rows else rows

    def _generated(self, number: int, batches: Iterator[RecordBatch]) -> list[dict[str, Any]]:
        found = list(batches)
        if self._epochs > 1 and (len(self._kept) + 1) * self._block_rows <= _KEPT:
            self._kept.setdefault(self._place_of(number), found)
        rows = [row for batch in found for row in batch.to_pylist()]
        if self._shuffle:
            key = ("row", self._request["seed"], number // self._blocks_of_epoch)
            rows.sort(key=lambda row: hashed(*key, row["index"]))
        return rows

    def _of_files(self, number: int) -> list[dict[str, Any]]:
        """Returns the rows of a block of files. A file may be sorted, so all rows of an epoch are shuffled together."""
        assert self._files is not None
        epoch, place = divmod(number, self._blocks_of_epoch)
        places: Iterable[int] = range(place * self._block_rows, min((place + 1) * self._block_rows, self._count))
        if self._shuffle:
            places = (permuted(place, self._count, self._request["seed"], epoch) for place in places)
        return list(self._files.rows([self._chosen[place] for place in places]))

    @property
    def _key(self) -> str:
        """The key of the number of a row."""
        return "index" if self._files is None else "row"

    def _symmetry(self, row: Mapping[str, Any], epoch: int) -> int:
        return drawn(self._request["seed"], epoch, row[self._key])

    def _with_arrays(self, layout: Layout, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        inputs = layout.inputs(cells(row["puzzle"] for row in rows))
        labels = layout.labels(cells(row["solution"] for row in rows))
        kept = [self._key, "epoch", *(["augmentation"] if self._augment else []), *self._columns]
        return [
            {"inputs": given, "labels": full, **{name: row[name] for name in kept}}
            for given, full, row in zip(inputs, labels, rows)
        ]

    def _identity(self) -> dict[str, Any]:
        """Returns all that rows depend on, for a state."""
        split = None if self._rule is None else [self._split, list(self._rule.shares), self._rule.__getnewargs__()[1]]
        return {
            "seed": self._request["seed"],
            "start": self._request["start"],
            "constraints": sorted(json.loads(self._request["constraints"])),
            "count": self._count,
            "shuffle": self._shuffle,
            "augment": self._augment,
            "split": split and [split[0], [list(share) for share in split[1]], split[2]],
            "block_rows": self._block_rows,
            "generator": GENERATOR if self._files is None else None,
            "rows": self._files and self._files.checksum,
            "shard": self._shard,
            "shards": self._shards,
        }

    def state_dict(self) -> dict[str, Any]:
        """Returns the place after the last row that was taken.

        Only iteration over this object moves its place. Each shard and the result of `torch` have their own. With the
        workers of a loader, only `StatefulDataLoader` of torchdata has the state: rows are taken in other processes.

        Returns
        -------
        dict
            The place, and what the rows depend on, in the types of JSON.

        Examples
        --------
        >>> from minirow.data import PuzzleStream
        >>> stream = PuzzleStream(42, count=5)
        >>> first = next(iter(stream))
        >>> state = stream.state_dict()
        >>> stream = PuzzleStream(42, count=5)
        >>> stream.load_state_dict(state)
        >>> [row["index"] for row in stream]
        [1, 2, 3, 4]
        """
        return {**self._identity(), "place": self._place, "row": self._row}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Continues after the place of a state. The next iteration begins there.

        Parameters
        ----------
        state : dict
            The result of `state_dict` of the same shard of the same stream. The layout, the columns and the number of
            epochs can be different, but there must be a place for the state.

        Raises
        ------
        MinirowError
            If the state is of a stream with other rows, or of another number of ranks or workers, or its place is behind
            the end. The next iteration raises the error if the block of the place has fewer rows.

        Examples
        --------
        >>> from minirow.data import PuzzleStream
        >>> PuzzleStream(42, count=5).load_state_dict(PuzzleStream(43, count=5).state_dict())
        Traceback (most recent call last):
        minirow.MinirowError: state: found seed 43, expected 42
        """
        if not isinstance(state, Mapping):
            raise MinirowError(f"state: found {type(state).__name__}, expected the dict of state_dict")
        for name, expected in self._identity().items():
            if state.get(name) != expected:
                raise MinirowError(f"state: found {name} {state.get(name)!r}, expected {expected!r}")
        blocks = -(-(self.blocks - self._shard) // self._shards)
        place = whole("state: place", state.get("place"), 0, blocks)
        most = self._block_rows if place < blocks else 0  # the end has no rows
        self._place, self._row = place, whole("state: row", state.get("row"), 0, most)
        self._is_loaded = True

    def torch(self, *, rank: int | None = None, world_size: int | None = None) -> TorchStream:
        """Returns a data set of PyTorch.

        It is for `torch.utils.data.DataLoader` and for the `StatefulDataLoader` of torchdata. Each worker of each rank
        has its own shard. The data set begins at the start. Its place is in the `state_dict` of a `StatefulDataLoader`
        or, without workers, in that of the data set. Call this method after `torch.distributed.init_process_group`.

        Parameters
        ----------
        rank : int, optional
            The rank of this process. By default, that of `torch.distributed`, or of the variables ``RANK`` and
            ``WORLD_SIZE``.
        world_size : int, optional
            The number of ranks.

        Returns
        -------
        torch.utils.data.IterableDataset
            The data set.

        Raises
        ------
        ImportError
            If PyTorch is not installed.
        MinirowError
            If only one of both numbers is known, a state is loaded into this stream, or an index, or a seed in the
            column ``seed``, is above 2**63 - 1.

        Examples
        --------
        >>> from minirow.data import PuzzleStream
        >>> stream = PuzzleStream(42, count=1000, layout="tokens")
        >>> loader = torch.utils.data.DataLoader(stream.torch(), batch_size=64, num_workers=2)  # doctest: +SKIP
        """
        from ._torch import TorchStream, rank_of

        if self._request["start"] + self._count > _END_OF_TORCH:
            raise MinirowError("found an index above 2**63 - 1, expected one that PyTorch has an integer for")
        has_seed = self._files is None and (self._layout == "row" or "seed" in self._columns)
        if has_seed and self._request["seed"] >= _END_OF_TORCH:
            raise MinirowError(
                "found rows with a seed above 2**63 - 1, expected one that PyTorch has an integer for, or arrays "
                "without the column 'seed'"
            )
        number, of = rank_of(rank, world_size)
        return TorchStream(self.shard(number, of), None if rank is not None else (number, of))

    def hugging_face(self) -> IterableDataset:
        """Returns a data set of Hugging Face.

        Its shards are the blocks of this stream, or of this shard of a stream: its own functions divide, save and resume
        it. If the number of ranks does not divide the number of blocks, ``split_dataset_by_node`` lets each rank generate
        all rows and keep its share. ``stream.shard(rank, world_size).hugging_face()`` does not. A state of the library has
        only numbers of blocks and rows: load it only into a data set of the same stream.

        The format of PyTorch (``with_format("torch")``) has no integers above 2**63 - 1: rows whose index, or whose seed
        in the column ``seed``, is greater are an error of that library.

        Returns
        -------
        datasets.IterableDataset
            The data set.

        Raises
        ------
        ImportError
            If the library `datasets` is not installed.
        MinirowError
            If the stream has a loaded state, or more than 1,000,000 blocks.

        Examples
        --------
        >>> from minirow.data import PuzzleStream
        >>> stream = PuzzleStream(42, count=1000, layout="tokens")
        >>> rows = stream.hugging_face().with_format("torch")  # doctest: +SKIP
        """
        from ._hugging_face import dataset_of

        self._expect_no_state()
        return dataset_of(self)


def worker() -> tuple[int, int]:
    """Returns the number of this worker of PyTorch, and the number of workers. Without PyTorch, there is one."""
    import sys

    data = getattr(sys.modules.get("torch"), "utils", None)
    info = data.data.get_worker_info() if data is not None and hasattr(data, "data") else None
    return (info.id, info.num_workers) if info is not None else (0, 1)
