"""Compares the rate of a stream with that of a generator in plain Python, and with that of reading a file of puzzles.

    python crates/python/bench/stream.py

Build the package with optimisation: `pip install ".[torch]"`. Each row of the output is the number of rows a second, by the clock:
the median of several rounds, in which the cases are measured in turn. The rows of the stream are rated, and the others are not.
"""

import argparse
import csv
import random
import statistics
import tempfile
import time
from pathlib import Path

from torch.utils.data import DataLoader

from minirow.data import PuzzleStream


def candidates(cells, place):
    """Returns the digits that no peer of a cell has."""
    row, column = divmod(place, 9)
    corner = row // 3 * 27 + column // 3 * 3
    seen = set(cells[9 * row : 9 * row + 9]) | set(cells[column::9])
    seen |= {cells[corner + 9 * down + right] for down in range(3) for right in range(3)}
    return [digit for digit in range(1, 10) if digit not in seen]


def solutions(cells, limit, order=None):
    """Counts the solutions up to a limit, by backtracking in the cell with the fewest candidates. The last one stays in `cells`."""
    empty = [place for place in range(81) if cells[place] == 0]
    if not empty:
        return 1
    place = min(empty, key=lambda place: len(candidates(cells, place)))
    digits = candidates(cells, place)
    if order is not None:
        order.shuffle(digits)
    found = 0
    for digit in digits:
        cells[place] = digit
        found += solutions(cells, limit - found, order)
        if found == limit:
            return found
    cells[place] = 0
    return found


def plain(count):
    """Generates puzzles as most programs do: a random full grid, from which clues are removed while the solution is unique."""
    order = random.Random(42)
    for _ in range(count):
        full = [0] * 81
        solutions(full, 1, order)
        clues = list(full)
        for place in order.sample(range(81), 81):
            digit, clues[place] = clues[place], 0
            if solutions(list(clues), 2) > 1:
                clues[place] = digit
        yield clues, full


def streamed(count, workers):
    stream = PuzzleStream(42, count=count, layout="tokens")
    for batch in DataLoader(stream.torch(), batch_size=64, num_workers=workers):
        yield from zip(batch["inputs"], batch["labels"])


def read(file):
    with open(file, newline="") as text:
        for row in csv.DictReader(text):
            yield [[int(cell) for cell in row[name].replace(".", "0")] for name in ("puzzle", "solution")]


def rate(rows):
    """Returns the number of rows a second."""
    start = time.perf_counter()
    number = sum(1 for _ in rows)
    return number / (time.perf_counter() - start)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=20_000, help="rows of a stream and of the file")
    parser.add_argument("--plain", type=int, default=10, help="puzzles of the generator in plain Python")
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "puzzles.csv")
        with open(file, "w", newline="") as text:
            writer = csv.writer(text)
            writer.writerow(["puzzle", "solution"])
            writer.writerows((row["puzzle"], row["solution"]) for row in PuzzleStream(42, count=options.count))
        cases = {
            "plain Python": lambda: plain(options.plain),
            "read a CSV file": lambda: read(file),
            "stream, 1 worker": lambda: streamed(options.count, 1),
            "stream, 2 workers": lambda: streamed(options.count, 2),
        }
        rates = {name: [] for name in cases}
        for _ in range(options.rounds):
            for name, rows in cases.items():
                rates[name].append(rate(rows()))
    slowest = statistics.median(rates["plain Python"])
    for name, found in rates.items():
        print(f"{name:20} {statistics.median(found):10,.0f} rows/s {statistics.median(found) / slowest:8,.0f} times plain Python")


if __name__ == "__main__":
    main()
