#!/usr/bin/env python3
"""Runs the loading lines of a data set's card, and compares what they load with the files.

    python3 verify_loaders.py [FOLDER ...]      the folder of this script if none is given

The lines are taken from README.md as they stand there, block by block, and run in that folder. What they load is
compared value by value with the CSV file, which is read by Python's own csv module, and with manifest.json. A library
that is not installed is skipped, with a message. Nothing is fetched from a network.

Exit status: 0 all that could be run is right, 1 something is wrong, 3 nothing could be run.
"""

import csv
import importlib.util
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

# What a block of the card needs, by what it imports.
LIBRARIES = {
    "pandas": ["pandas", "pyarrow"],
    "polars": ["polars"],
    "duckdb": ["duckdb"],
    "pyarrow": ["pyarrow"],
    "datasets": ["datasets"],
}
TYPES = {"string": str, "bool": bool, "float64": float, "uint8": int, "uint16": int, "uint64": int}


def blocks(card):
    """The blocks of Python in a card, by the library that they are about."""
    for block in re.findall(r"^```python\n(.*?)^```", card, re.MULTILINE | re.DOTALL):
        library = next((name for name in LIBRARIES if re.search(rf"^(import|from) {name}\b", block, re.MULTILINE)), None)
        if library is None:
            raise SystemExit(f"a block of the card imports none of {', '.join(LIBRARIES)}:\n{block}")
        yield library, block


def columns(card):
    """The columns and their types, as the table of the card has them."""
    table = re.findall(r"^\| `(\w+)` \| (\w+) \|", card, re.MULTILINE)
    assert table, "the card has no table of columns"
    return [(name, TYPES[kind]) for name, kind in table]


def typed(text, kind):
    """A value of a CSV file as what the card says it is."""
    if kind is bool:
        return {"true": True, "false": False}[text]
    return kind(text)


def expected(folder, split, kinds):
    """The rows of a split, if there is CSV to take them from without any library."""
    files = sorted((folder / "csv").glob(f"{split}.csv")) or sorted((folder / "csv").glob(f"{split}-*.csv"))
    rows = []
    for file in files:
        with open(file, newline="", encoding="utf-8") as lines:
            rows += [{name: typed(row[name], kind) for name, kind in kinds} for row in csv.DictReader(lines)]
    return rows if files else None


def rows_of(loaded):
    """What a library has loaded, as rows of Python values."""
    kind = type(loaded).__module__.split(".")[0]
    if kind == "pandas":
        return loaded.to_dict("records")
    if kind == "polars":
        return loaded.to_dicts()
    if kind in ("duckdb", "_duckdb"):
        return [dict(zip(loaded.columns, row)) for row in loaded.fetchall()]
    if kind == "pyarrow":
        return loaded.to_pylist()
    return list(loaded)  # datasets


def check(rows, kinds, count, wanted):
    """Compares rows with what they have to be."""
    assert len(rows) == count, f"{len(rows)} rows, expected {count}"
    for number, row in enumerate(rows):
        assert list(row) == [name for name, _ in kinds], f"the columns are {list(row)}"
        for name, kind in kinds:
            value = row[name]
            assert isinstance(value, kind), f"row {number}: {name} is {value!r}, a {type(value).__name__}"
            assert kind is not float or math.isfinite(value), f"row {number}: {name} is {value!r}"
        assert re.fullmatch(r"[.1-9]{81}", row["puzzle"]), f"row {number}: puzzle is {row['puzzle']!r}"
        assert re.fullmatch(r"[1-9]{81}", row["solution"]), f"row {number}: solution is {row['solution']!r}"
        clues = zip(row["puzzle"], row["solution"])
        assert all(clue in (".", digit) for clue, digit in clues), f"row {number}: the solution is another puzzle's"
        assert row.get("clues", count_of(row)) == count_of(row), f"row {number}: clues is {row['clues']}"
        if wanted is not None:
            assert row == wanted[number], f"row {number}: {row}, expected {wanted[number]}"


def count_of(row):
    return 81 - row["puzzle"].count(".")


def plain(value):
    """A number of a library's own as one of Python's."""
    return value.item() if hasattr(value, "item") else value


def run_block(folder, library, block):
    """Runs a block, in a process of its own, and checks what it has loaded."""
    card = (folder / "README.md").read_text(encoding="utf-8")
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    kinds = columns(card)
    split = next(name for name in ("train", *manifest["puzzles"]) if manifest["puzzles"].get(name))
    names = {}
    os.chdir(folder)
    exec(block, names)  # noqa: S102 - the lines of the card are what is to be seen at work
    loaded = [name for name in ("train", "train_csv") if name in names]
    assert loaded, "the block loads neither train nor train_csv"
    wanted = expected(folder, split, kinds)
    for name in loaded:
        rows = [{key: plain(value) for key, value in row.items()} for row in rows_of(names[name])]
        check(rows, kinds, manifest["puzzles"][split], wanted)
        print(f"  {library}: {name} is right: {len(rows)} rows, {len(kinds)} columns")


def main(folders):
    here = Path(__file__).resolve()
    ran = wrong = 0
    for folder in folders or [here.parent]:
        folder = Path(folder).resolve()
        print(f"{folder.name}:")
        for library, block in blocks((folder / "README.md").read_text(encoding="utf-8")):
            missing = [name for name in LIBRARIES[library] if importlib.util.find_spec(name) is None]
            if missing:
                print(f"  {library}: skipped, for want of {' and '.join(missing)}")
                continue
            ran += 1
            with tempfile.TemporaryDirectory() as cache:
                # A cache of its own, so that what an earlier version of the files gave is not seen again.
                environment = dict(os.environ, HF_HOME=cache, HF_HUB_OFFLINE="1", HF_DATASETS_OFFLINE="1")
                environment.update(HF_DATASETS_DISABLE_PROGRESS_BARS="1", PYTHONWARNINGS="ignore")
                command = [sys.executable, str(here), "--block", str(folder), library]
                done = subprocess.run(command, input=block, text=True, env=environment, capture_output=True)
            print(done.stdout, end="")
            if done.returncode != 0:
                wrong += 1
                print(f"  {library}: wrong:\n{textwrap.indent(block + done.stderr, '    ')}")
    if wrong:
        return 1
    if not ran:
        print("skipped: none of the libraries is installed (datasets/requirements.txt has them)")
        return 3
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["--block"]:
        run_block(Path(sys.argv[2]), sys.argv[3], sys.stdin.read())
    else:
        sys.exit(main(sys.argv[1:]))
