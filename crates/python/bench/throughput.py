"""Compares the speed of the package with that of the command line, and measures memory over a long stream.

    python crates/python/bench/throughput.py --command target/release/minirow

Build both with optimisation: `pip install .` and `cargo build --release`. Without ``--command``, the command line of the package
is measured. A ratio of rates above 1 means that Python is faster. Processor times, the sum over all threads, depend less than
times of the clock on other work of the machine.
"""

import argparse
import itertools
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import minirow


def measured(work, who):
    """Returns the seconds of the clock and of the processor."""
    before, start = resource.getrusage(who), time.perf_counter()
    work()
    gone, after = time.perf_counter() - start, resource.getrusage(who)
    return gone, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def compare(name, rows, rounds, python, words):
    """Measures both in turn. The first one alternates."""

    def program():
        subprocess.run(words, stdout=subprocess.DEVNULL, check=True)

    ratios = []
    for turn in range(rounds):
        contest = [("python", python, resource.RUSAGE_SELF), ("program", program, resource.RUSAGE_CHILDREN)]
        times = {who: measured(work, usage) for who, work, usage in (contest if turn % 2 else contest[::-1])}
        ratios.append([theirs / ours for ours, theirs in zip(times["python"], times["program"])])
        rates = {who: f"{rows / clock:,.0f}/s" for who, (clock, _) in times.items()}
        print(f"{name} {turn + 1}: python {rates['python']}, command line {rates['program']}", flush=True)
    clock, processor = (statistics.median(column) for column in zip(*ratios))
    print(f"{name}: median ratio {clock:.3f} by the clock, {processor:.3f} by the processor\n", flush=True)


def resident():
    """Returns the MiB of memory of the process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / (1 << 20)


def stream(rows):
    """Prints the memory while a stream is solved."""
    puzzles = minirow.generate(seed=1, count=2000, clues="24..=28")["puzzle"]
    source = itertools.islice(itertools.cycle(puzzles), rows)
    start, done, sizes = time.perf_counter(), 0, []
    for batch in minirow.solve_batches(source):
        done += len(batch)
        sizes.append(resident())
    settled = sizes[len(sizes) // 10 :]
    rate = done / (time.perf_counter() - start)
    print(f"{done:,} rows solved as a stream, {rate:,.0f}/s: {min(settled):.0f} to {max(settled):.0f} MiB after the first tenth")
    print(f"at the start {sizes[0]:.0f} MiB, at the end {sizes[-1]:.0f} MiB")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", help="the program minirow")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--count", type=int, default=10_000, help="puzzles in a round")
    parser.add_argument("--stream", type=int, default=10_000_000, help="rows of the stream; 0 for none")
    options = parser.parse_args()
    program = [options.command] if options.command else [sys.executable, "-m", "minirow"]
    count = options.count
    with tempfile.TemporaryDirectory() as folder:
        puzzles = minirow.generate(seed=99, count=count)["puzzle"]
        file = Path(folder) / "puzzles.txt"
        file.write_text("\n".join(puzzles) + "\n")
        words = [*program, "grade", "--quiet", str(file)]
        compare("grade", count, options.rounds, lambda: minirow.grade(puzzles), words)
        words = [*program, "pack", "--quiet", "--seed", "99", "--count", str(count)]
        compare("generate", count, options.rounds, lambda: minirow.generate(seed=99, count=count), words)
    if options.stream:
        stream(options.stream)


if __name__ == "__main__":
    main()
