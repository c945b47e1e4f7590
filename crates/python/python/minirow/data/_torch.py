"""A `PuzzleStream` as a data set of PyTorch."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .._arguments import whole
from .._minirow import MinirowError
from ._layouts import EXTRA
from ._stream import worker

try:
    from torch import distributed
    from torch.utils.data import IterableDataset
except ImportError as error:
    raise ImportError(f"PuzzleStream.torch needs torch, which is not installed; {EXTRA}") from error

if TYPE_CHECKING:
    from ._stream import PuzzleStream


class TorchStream(IterableDataset):  # type: ignore[misc, type-arg, unused-ignore]
    """The rows of a shard of a stream. Each worker of a loader has a shard of it."""

    def __init__(self, stream: PuzzleStream, rank: tuple[int, int] | None = None) -> None:
        super().__init__()
        self.stream = stream
        #: The rank and the number of ranks, if they were not arguments.
        self._rank = rank
        self._mine: PuzzleStream | None = None
        #: The worker and the process that `_mine` is for. A forked worker has the one of its parent.
        self._owner = (0, 0, 0)

    def _of_worker(self) -> PuzzleStream:
        """Returns the stream of this worker, which keeps its place."""
        self._check_rank()
        number, of = worker()
        owner = (number, of, os.getpid())
        if self._mine is None or self._owner != owner:
            if self._mine is not None and self._mine._is_loaded:
                raise MinirowError(
                    "found a state that was loaded in another process, expected one of this worker; load the state of a "
                    "StatefulDataLoader into another one"
                )
            self._mine, self._owner = self.stream.shard(number, of), owner
        return self._mine

    def _check_rank(self) -> None:
        rank = _initialised_rank()
        if self._rank is not None and rank is not None and rank != self._rank:
            raise MinirowError(
                f"found rank {self._rank[0]} of {self._rank[1]} in PuzzleStream.torch, expected {rank[0]} of {rank[1]}; call it "
                "after init_process_group"
            )

    def __getstate__(self) -> dict[str, Any]:
        self._check_rank()  # a worker that is not forked has no process group
        return self.__dict__

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return iter(self._of_worker())

    def state_dict(self) -> dict[str, Any]:
        return self._of_worker().state_dict()

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        self._of_worker().load_state_dict(state)


def _initialised_rank() -> tuple[int, int] | None:
    if distributed.is_available() and distributed.is_initialized():
        return distributed.get_rank(), distributed.get_world_size()
    return None


def rank_of(rank: int | None, world_size: int | None) -> tuple[int, int]:
    """Returns the rank of this process and the number of ranks."""
    numbers: tuple[Any, Any] = (rank, world_size)
    if numbers == (None, None):
        if (initialised := _initialised_rank()) is not None:
            return initialised
        named = os.environ.get("RANK"), os.environ.get("WORLD_SIZE")
        if named == (None, None):
            return 0, 1
        numbers = tuple(int(text) if text is not None and text.isdecimal() else text for text in named)  # type: ignore[assignment]
    if None in numbers:
        raise MinirowError(f"found rank {numbers[0]} and world_size {numbers[1]}, expected both or none")
    of = whole("world_size", numbers[1], 1)
    return whole("rank", numbers[0], 0, of - 1), of
