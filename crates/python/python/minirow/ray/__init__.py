"""Data sets that are too large for one machine, generated on a Ray cluster.

Ray schedules the tasks, repeats them and moves data. It needs Ray with its data library (``pip install "ray[data]"``),
and the same version of minirow on every node. Paths are those of fsspec. All nodes must see the same files there: an
object store or a shared folder.

`make` generates puzzles, `dedup` removes equivalent ones, and `split` divides the rows for training and test.

Examples
--------
>>> import minirow.ray
>>> made = minirow.ray.make("puzzles", seed=42, count=200, shard_rows=100, progress=False)
>>> made.puzzles, len(made.files)
(200, 2)
"""

try:
    import ray as _ray  # noqa: F401
except ImportError as error:
    raise ImportError('minirow.ray needs Ray, which is not installed; run pip install "ray[data]"') from error

from ._make import make
from ._manifest import Manifest
from ._shuffle import dedup, split

__all__ = ["Manifest", "dedup", "make", "split"]
