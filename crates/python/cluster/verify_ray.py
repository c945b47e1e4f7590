"""Compares the data sets of a cluster with those of the command line. One of its nodes is lost meanwhile.

    python crates/python/cluster/verify_ray.py                   200,000 puzzles
    python crates/python/cluster/verify_ray.py --count 4000      the same checks on fewer puzzles

`cargo xtask ci cluster` runs it with 4,000 puzzles and `--make-only`. test_ray.py tests the rest.

It needs the built package and ray[data]. Without Ray, the exit status is 3. MINIROW_COMMAND is the command line to compare
with, by default that of the package.
"""

import argparse
import io
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import redirect_stdout
from pathlib import Path

from nodes import nodes

try:
    import minirow.ray
except ImportError as error:
    print(f"no check was run: {error}", file=sys.stderr)
    sys.exit(3)
import minirow
import pyarrow
import pyarrow.parquet

PROGRAM = [os.environ["MINIROW_COMMAND"]] if "MINIROW_COMMAND" in os.environ else [sys.executable, "-m", "minirow"]
START = time.monotonic()


def say(text):
    print(f"{time.monotonic() - START:6.1f} s  {text}", file=sys.__stdout__, flush=True)


def minirow_says(*words):
    """Returns the standard output of the command line."""
    done = subprocess.run([*PROGRAM, *map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(map(str, words))}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def files(folder):
    return sorted(Path(folder).glob("*.parquet"))


def rows(folder):
    return pyarrow.parquet.read_table(files(folder)).to_pylist()


def check(*folders, sample="100"):
    """Checks a data set with the command line, including checksums."""
    paths = [path for folder in folders for path in files(folder)]
    message = minirow_says("check", "--dataset", "--ratings", sample, *paths)
    assert "no failures" in message and "right for" in message, message
    return message


def made_with_a_loss(folder, options, shards, lose):
    """Generates a data set, and loses a node when half of it exists."""

    def watch():
        while len(files(folder)) < shards // 2:
            time.sleep(0.02)
        say(f"{len(files(folder))} of {shards} files exist: a node is lost")
        lose()

    watcher = threading.Thread(target=watch)
    watcher.start()
    manifest = minirow.ray.make(folder, **options)
    watcher.join()
    return manifest


def check_same(made, packed):
    """Checks that files and manifests are equal to the byte."""
    names = [path.name for path in files(packed)]
    assert [path.name for path in files(made)] == names
    for name in names:
        assert (made / name).read_bytes() == (packed / name).read_bytes(), name
    assert (made / "manifest.json").read_bytes() == (packed / "part.parquet.manifest.json").read_bytes()
    assert not (made / "_progress").exists()
    return len(names)


def check_again(made, options):
    """Checks that correct files are kept, and damaged files are generated again."""
    before = {path: path.stat().st_mtime_ns for path in files(made)}
    assert minirow.ray.make(made, **options).written == []
    assert before == {path: path.stat().st_mtime_ns for path in files(made)}
    say("second run: nothing was written")
    damaged = files(made)[1]
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[:1000] + bytes([whole[1000] ^ 1]) + whole[1001:])
    assert minirow.ray.make(made, **options).written == [damaged.name]
    assert damaged.read_bytes() == whole
    say(f"{damaged.name} was damaged: only this file was generated again")


def equivalent(row, number, shuffle):
    """Returns an equivalent puzzle: digits relabelled, bands and rows permuted, transposed; with another index."""
    digits = "".join(shuffle.sample("123456789", 9))
    bands = shuffle.sample(range(3), 3)
    order = [3 * band + line for band in bands for line in shuffle.sample(range(3), 3)]

    def image(grid):
        grid = grid.translate(str.maketrans("123456789", digits))
        lines = [grid[9 * line : 9 * line + 9] for line in order]
        return "".join(lines[column][line] for line in range(9) for column in range(9))

    images = {name: image(row[name]) for name in ("puzzle", "solution")}
    return {**row, **images, "id": f"equivalent-{number}", "index": row["index"] + (1 << 40)}


def check_dedup(made, scratch, count):
    """Checks that exactly the equivalent puzzles are removed."""
    with_equivalents, different = scratch / "with-equivalents", scratch / "different"
    with_equivalents.mkdir()
    # The name sorts before all others: the first file must not win.
    for path in files(made):
        shutil.copy(path, with_equivalents)
    shuffle = random.Random(1)
    table = pyarrow.parquet.read_table(files(made))
    some = table.slice(0, min(1000, count // 4)).to_pylist()
    equivalents = [equivalent(row, number, shuffle) for number, row in enumerate(some)]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(equivalents, table.schema), with_equivalents / "a-equivalents.parquet")
    manifest = minirow.ray.dedup(with_equivalents, different, rows_per_file=max(1000, count // 10))
    assert manifest.puzzles == count and rows(different) == table.to_pylist()
    check(different)
    say(f"dedup: {len(equivalents)} equivalent puzzles of {count + len(equivalents)} rows are removed, and no others")
    return different


def check_split(different, scratch):
    """Checks that every row is in the split of the command line."""
    splits, expected = scratch / "splits", scratch / "expected"
    manifests = minirow.ray.split(different, splits, {"train": 80, "validation": 10, "test": 10})
    expected.mkdir()
    minirow_says("split", *files(different), "--dir", expected, "--to", "csv", "--quiet")
    for name in ("train", "validation", "test"):
        puzzles = [row["puzzle"] for row in rows(splits / name)]
        lines = (expected / f"{name}.csv").read_text().splitlines()
        place = lines[0].split(",").index("puzzle")
        assert puzzles == [line.split(",")[place] for line in lines[1:]], name
        assert len(puzzles) == manifests[name].puzzles
    message = check(*(splits / name for name in manifests))
    assert "leaks         none" in message, message
    say(
        "split: "
        + ", ".join(f"{name} {manifest.puzzles}" for name, manifest in manifests.items())
        + ", as with minirow split"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200_000, help="number of puzzles (%(default)s)")
    parser.add_argument("--shards", type=int, default=20, help="number of files (%(default)s)")
    parser.add_argument("--seed", type=int, default=42, help="the seed (%(default)s)")
    parser.add_argument("--make-only", action="store_true", help="leave out dedup and split")
    asked = parser.parse_args()
    shard_rows = -(-asked.count // asked.shards)
    options = {"seed": asked.seed, "count": asked.count, "shard_rows": shard_rows}
    with tempfile.TemporaryDirectory(prefix="minirow-ray-") as scratch:
        scratch = Path(scratch)
        made, packed = scratch / "made", scratch / "packed"
        # Ray prints many messages when a node is lost.
        with redirect_stdout(io.StringIO()), nodes(2) as cluster:
            say("two nodes with one CPU each are running")
            manifest = made_with_a_loss(made, options, asked.shards, cluster.lose)
            say(f"{manifest.puzzles} puzzles are generated")
            packed.mkdir()
            words = ["pack", "--seed", asked.seed, "--count", asked.count, "--shard-rows", shard_rows, "--quiet"]
            minirow_says(*words, "--out", packed / "part.parquet")
            say(f"{check_same(made, packed)} files and the manifest equal those of the command line, to the byte")
            check_again(made, options)
            check(made)
            if asked.make_only:
                say("all checks of make passed")
                return
            cluster.replace()
            say("another node has replaced the lost one")
            check_split(check_dedup(made, scratch, asked.count), scratch)
    say("all checks passed")


if __name__ == "__main__":
    main()
