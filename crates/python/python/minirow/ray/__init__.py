"""Data sets that are too large for one machine, generated on a Ray cluster.

>>> import minirow.ray
>>> minirow.ray.make("s3://bucket/sudoku", seed=42, count=10**8, labels=True)   # doctest: +SKIP
>>> minirow.ray.dedup("s3://bucket/sudoku", "s3://bucket/different")            # doctest: +SKIP
>>> minirow.ray.split("s3://bucket/different", "s3://bucket/splits")            # doctest: +SKIP

It needs Ray with its data library (``pip install "ray[data]"``), and minirow in the same version on every node. Paths are
those of fsspec, and all nodes must see the same files there: an object store, or a shared folder.

Ray schedules the tasks, repeats them and moves the data.
"""

try:
    import ray as _ray  # noqa: F401
except ImportError as error:
    raise ImportError('minirow.ray needs Ray, which is not installed: pip install "ray[data]"') from error

from ._make import make
from ._manifest import Manifest
from ._shuffle import dedup, split

__all__ = ["Manifest", "dedup", "make", "split"]
