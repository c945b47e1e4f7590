"""Measures the overhead of a task, and estimates the time of a large cluster.

    python crates/python/cluster/overhead.py

The figures in docs/src/clusters.md are from this script. It needs the built package and ray[data]. It measures the processor
time of the work and the overhead within one run, so other work on the machine has little influence.
"""

import argparse
import tempfile
import time

from nodes import nodes

from minirow import _arguments, _minirow
from minirow.ray import _make
from minirow.ray._make import _bounded
from minirow.ray._store import Store

#: The number of puzzles of a task.
ROWS = 10_000


def nothing(_):
    """Does nothing. Runs as a task."""


def shard(plan, number):
    """Generates a shard. Runs as a task. Returns the seconds of the clock and of the processor."""
    start, cpu = time.perf_counter(), time.process_time()
    _make._shard(plan, number, None)
    return time.perf_counter() - start, time.process_time() - cpu


def run(task, number):
    """Runs a number of tasks. Returns the seconds, and the results of the tasks."""
    start = time.perf_counter()
    results = [result for _, result in _bounded(range(number), task)]
    return time.perf_counter() - start, results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tasks", type=int, default=4000, help="number of empty tasks (%(default)s)")
    parser.add_argument("--shards", type=int, default=8, help=f"number of tasks of {ROWS:,} puzzles (%(default)s)")
    parser.add_argument("--machines", type=int, default=100)
    parser.add_argument("--cores", type=int, default=16, help="cores of a machine (%(default)s)")
    asked = parser.parse_args()
    request = _arguments.request(42, 0, asked.shards * ROWS, {}, labels=False, weights=False)
    recipe = _minirow.Shards(request, ROWS).recipe
    with nodes(1), tempfile.TemporaryDirectory(prefix="minirow-ray-") as folder:
        import ray

        plan = _make._Plan(request, ROWS, Store(folder), "overhead", _minirow.PROGRAM, recipe, asked.shards)
        known = ray.put(plan)
        empty, work = (ray.remote(task).options(scheduling_strategy="SPREAD") for task in (nothing, shard))
        run(empty.remote, 100)
        seconds, _ = run(empty.remote, asked.tasks)
        empty_ms = 1000 * seconds / asked.tasks
        print(f"an empty task: {empty_ms:.1f} ms, one after the other on one core, driver and worker together")
        seconds, shards = run(lambda number: work.remote(known, number), asked.shards)
        clock, cpu = (sum(times) / asked.shards for times in zip(*shards, strict=True))
        above = seconds / asked.shards - clock
        print(
            f"a task of {ROWS:,} puzzles: {cpu:.2f} s of the processor in {clock:.2f} s, and {1000 * above:.0f} ms of overhead"
        )
    tasks, cores = 10**9 // ROWS, asked.machines * asked.cores
    print(
        f"10^9 puzzles on {asked.machines} machines with {asked.cores} cores each: {tasks:,} tasks, "
        f"{tasks * (cpu + above) / cores / 60:.1f} min on all cores; "
        f"the driver is busy for at most {tasks * empty_ms / 60_000:.1f} min of that"
    )


if __name__ == "__main__":
    main()
