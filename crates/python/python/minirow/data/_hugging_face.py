"""A `PuzzleStream` as a data set of Hugging Face."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._minirow import MinirowError
from ._layouts import EXTRA

try:
    from datasets import IterableDataset
except ImportError as error:
    raise ImportError(f"PuzzleStream.hugging_face needs datasets, which is not installed; {EXTRA}") from error

if TYPE_CHECKING:
    from ._stream import PuzzleStream

#: The largest number of blocks. The library keeps a list of them.
_MOST_BLOCKS = 1_000_000


def dataset_of(stream: PuzzleStream) -> IterableDataset:
    """Returns a data set with a shard for each block."""
    number = -(-(stream.blocks - stream._shard) // stream._shards)
    if number > _MOST_BLOCKS:
        raise MinirowError(f"found {number} blocks, expected at most {_MOST_BLOCKS}; pass count, or increase block_rows")
    blocks = list(range(stream._shard, stream.blocks, stream._shards))
    made: IterableDataset = IterableDataset.from_generator(_rows, gen_kwargs={"stream": stream, "blocks": blocks})
    return made


def _rows(stream: PuzzleStream, blocks: list[int]) -> Iterator[dict[str, Any]]:
    for number in blocks:
        yield from stream.block(number)
