"""What a task costs besides its work, and what that means for a large cluster.

    python crates/python/cluster/overhead.py

The figures in CLUSTER.md are from this script. It takes the built package and ray[data].
"""

import argparse
import tempfile
import time

from nodes import nodes

import minirow.ray
from minirow import _minirow
from minirow.ray._make import _bounded


def nothing():
    """A task that does nothing."""


def submit(_):
    import ray

    return ray.remote(nothing).options(scheduling_strategy="SPREAD").remote()


def seconds(work):
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=4000, help="how many empty tasks (%(default)s)")
    parser.add_argument("--shards", type=int, default=8, help="how many tasks of 10,000 puzzles (%(default)s)")
    parser.add_argument("--machines", type=int, default=100)
    parser.add_argument("--cores", type=int, default=16, help="of a machine (%(default)s)")
    asked = parser.parse_args()
    rows = 10_000
    shards = _minirow.Shards(42, 0, asked.shards * rows, rows, {}, False, False)
    alone = seconds(lambda: [shards.make(shard, 1) for shard in range(asked.shards)]) / asked.shards
    print(f"a shard of {rows:,} puzzles, without Ray: {alone:.2f} s on one core")
    for number in (1, 2):
        with nodes(number), tempfile.TemporaryDirectory(prefix="minirow-ray-") as folder:
            list(_bounded(range(100), submit))
            empty = seconds(lambda: list(_bounded(range(asked.tasks), submit))) / asked.tasks
            made = seconds(
                lambda: minirow.ray.make(folder, seed=42, count=asked.shards * rows, shard_rows=rows, progress=False)
            )
            made = made * number / asked.shards
            print(
                f"{number} nodes of one core: an empty task {1000 * empty:.2f} ms on the driver; "
                f"a task of {rows:,} puzzles {made:.2f} s of a core, {100 * (made / alone - 1):+.1f} %"
            )
    tasks, cores = 10**9 // rows, asked.machines * asked.cores
    print(
        f"10^9 puzzles on {asked.machines} machines with {asked.cores} cores each: {tasks:,} tasks, "
        f"{tasks * made / cores / 60:.0f} min of work on all cores; "
        f"the driver is busy for {tasks * empty / 60:.1f} min of that"
    )


if __name__ == "__main__":
    main()
