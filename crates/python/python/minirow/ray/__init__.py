"""Data sets that are too large for one machine, generated on a Ray cluster.

Ray schedules the tasks, repeats them and moves data. It needs Ray with its data library (``pip install "ray[data]"``),
and the same version of minirow on every node. Paths are those of fsspec. All nodes must see the same files there: an
object store or a shared folder.

Examples
--------
Generates puzzles, removes equivalent ones, and splits them for training and test:

>>> import minirow.ray
>>> made = minirow.ray.make("puzzles", seed=42, count=200, shard_rows=100, progress=False)
>>> different = minirow.ray.dedup("puzzles", "different")
>>> splits = minirow.ray.split("different", "splits", {"train": 80, "test": 20})
>>> made.puzzles, different.puzzles, splits["train"].puzzles + splits["test"].puzzles
(200, 200, 200)
"""

try:
    import ray as _ray  # noqa: F401
except ImportError as error:
    raise ImportError('minirow.ray needs Ray, which is not installed; run pip install "ray[data]"') from error

from ._make import make
from ._manifest import Manifest
from ._shuffle import dedup, split

__all__ = ["Manifest", "dedup", "make", "split"]
