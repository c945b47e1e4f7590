"""Whether a cluster makes what the command line makes: with nodes of Ray on this machine, one of which is lost.

    python crates/python/cluster/verify_ray.py                   200,000 puzzles
    python crates/python/cluster/verify_ray.py --count 4000      the same in small

Of the small form, `cargo xtask ci python` runs `--make-only`; test_ray.py has the rest.

It takes the built package and ray[data]; without Ray it says so, with exit status 3. The command line is that of
MINIROW_COMMAND, if there is one, else that of the package.
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
    print(f"nothing was run: {error}", file=sys.stderr)
    sys.exit(3)
import minirow
import pyarrow
import pyarrow.parquet

PROGRAM = [os.environ["MINIROW_COMMAND"]] if "MINIROW_COMMAND" in os.environ else [sys.executable, "-m", "minirow"]
START = time.monotonic()


def say(text):
    print(f"{time.monotonic() - START:6.1f} s  {text}", file=sys.__stdout__, flush=True)


def minirow_says(*words):
    """What the command line writes to standard output."""
    done = subprocess.run([*PROGRAM, *map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(map(str, words))}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def files(folder):
    return sorted(Path(folder).glob("*.parquet"))


def rows(folder):
    return pyarrow.parquet.read_table(files(folder)).to_pylist()


def check(*folders, sample="100"):
    """Has the command line prove what a data set says, its checksums among it."""
    paths = [path for folder in folders for path in files(folder)]
    said = minirow_says("check", "--dataset", "--ratings", sample, *paths)
    assert "no failures" in said and "right for" in said, said
    return said


def made_with_a_loss(folder, options, shards, lose):
    """Makes a data set, and loses a node when half of it is there."""

    def watch():
        while len(files(folder)) < shards // 2:
            time.sleep(0.02)
        say(f"{len(files(folder))} of {shards} files are there: a node is lost")
        lose()

    watcher = threading.Thread(target=watch)
    watcher.start()
    manifest = minirow.ray.make(folder, **options)
    watcher.join()
    return manifest


def check_same(made, packed):
    """Whether files are the same to the byte, and the manifests."""
    names = [path.name for path in files(packed)]
    assert [path.name for path in files(made)] == names
    for name in names:
        assert (made / name).read_bytes() == (packed / name).read_bytes(), name
    assert (made / "manifest.json").read_bytes() == (packed / "part.parquet.manifest.json").read_bytes()
    assert not (made / "_progress").exists()
    return len(names)


def check_again(made, options):
    """Whether what is there is kept, and what is damaged is made again."""
    before = {path: path.stat().st_mtime_ns for path in files(made)}
    assert minirow.ray.make(made, **options).written == []
    assert before == {path: path.stat().st_mtime_ns for path in files(made)}
    say("made again: nothing was written")
    damaged = files(made)[1]
    whole = damaged.read_bytes()
    damaged.write_bytes(whole[:1000] + bytes([whole[1000] ^ 1]) + whole[1001:])
    assert minirow.ray.make(made, **options).written == [damaged.name]
    assert damaged.read_bytes() == whole
    say(f"{damaged.name} was damaged: it alone was made again")


def twin(row, number, shuffle):
    """The same puzzle in disguise: digits relabelled, bands and rows permuted, transposed; with another index."""
    digits = "".join(shuffle.sample("123456789", 9))
    bands = shuffle.sample(range(3), 3)
    order = [3 * band + line for band in bands for line in shuffle.sample(range(3), 3)]

    def image(grid):
        grid = grid.translate(str.maketrans("123456789", digits))
        lines = [grid[9 * line : 9 * line + 9] for line in order]
        return "".join(lines[column][line] for line in range(9) for column in range(9))

    images = {name: image(row[name]) for name in ("puzzle", "solution")}
    return {**row, **images, "id": f"twin-{number}", "index": row["index"] + (1 << 40)}


def check_dedup(made, scratch, count):
    """Whether twins, and nothing else, are dropped."""
    with_twins, different = scratch / "with-twins", scratch / "different"
    with_twins.mkdir()
    # A name before all others: it is not the first file that counts.
    for path in files(made):
        shutil.copy(path, with_twins)
    shuffle = random.Random(1)
    table = pyarrow.parquet.read_table(files(made))
    some = table.slice(0, min(1000, count // 4)).to_pylist()
    twins = [twin(row, number, shuffle) for number, row in enumerate(some)]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(twins, table.schema), with_twins / "a-twins.parquet")
    manifest = minirow.ray.dedup(with_twins, different, rows_per_file=max(1000, count // 10))
    assert manifest.puzzles == count and rows(different) == table.to_pylist()
    check(different)
    say(f"dedup: {len(twins)} twins of {count + len(twins)} rows are gone, and nothing else")
    return different


def check_split(different, scratch):
    """Whether every row is where the command line puts it."""
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
    said = check(*(splits / name for name in manifests))
    assert "leaks         none" in said, said
    say(
        "split: "
        + ", ".join(f"{name} {manifest.puzzles}" for name, manifest in manifests.items())
        + ", as minirow split has it"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=200_000, help="how many puzzles (%(default)s)")
    parser.add_argument("--shards", type=int, default=20, help="in how many files (%(default)s)")
    parser.add_argument("--seed", type=int, default=42, help="the seed (%(default)s)")
    parser.add_argument("--make-only", action="store_true", help="leave out dedup and split")
    asked = parser.parse_args()
    shard_rows = -(-asked.count // asked.shards)
    options = {"seed": asked.seed, "count": asked.count, "shard_rows": shard_rows}
    with tempfile.TemporaryDirectory(prefix="minirow-ray-") as scratch:
        scratch = Path(scratch)
        made, packed = scratch / "made", scratch / "packed"
        # Ray has much to say when a node is lost, and says it there.
        with redirect_stdout(io.StringIO()), nodes(2) as cluster:
            say("two nodes of one CPU each are there")
            manifest = made_with_a_loss(made, options, asked.shards, cluster.lose)
            say(f"{manifest.puzzles} puzzles are made")
            packed.mkdir()
            words = ["pack", "--seed", asked.seed, "--count", asked.count, "--shard-rows", shard_rows, "--quiet"]
            minirow_says(*words, "--out", packed / "part.parquet")
            say(f"{check_same(made, packed)} files and the manifest are those of the command line, to the byte")
            check_again(made, options)
            check(made)
            if asked.make_only:
                say("all that was made is well")
                return
            cluster.replace()
            say("another node has taken the place of the one that was lost")
            check_split(check_dedup(made, scratch, asked.count), scratch)
    say("all is well")


if __name__ == "__main__":
    main()
