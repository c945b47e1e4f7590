"""Puzzles and functions that several tests share. The tests run against an installed wheel, never against the source tree."""

import os
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest

import minirow

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
#: The puzzle without one of its clues: two solutions.
AMBIGUOUS = "53..7....6..195....98......8...6...34..8.3..17...2...6.6....28....419..5....8..79"
#: Two 5s in a row.
CLASH = "55" + 79 * "."
EMPTY = 81 * "."
#: A puzzle with 17 clues, rated 2.6.
SEVENTEEN = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"

REPOSITORY = Path(__file__).resolve().parents[3]
assert REPOSITORY not in Path(minirow.__file__).resolve().parents or "site-packages" in minirow.__file__


def pytest_report_header(config):
    return f"minirow {minirow.__version__} from {Path(minirow.__file__).parent}"


def command_line(*words, given=None):
    """Returns the output of the program MINIROW_COMMAND or, without this variable, of the package."""
    program = [os.environ["MINIROW_COMMAND"]] if "MINIROW_COMMAND" in os.environ else [sys.executable, "-m", "minirow"]
    done = subprocess.run([*program, *words], input=given, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def csv(batch):
    """Returns the rows of a batch as the command line writes them."""

    def text(name, value):
        if value is None:
            return ""
        if name == "weight":  # without an exponent, and whole numbers without a point
            return format(Decimal(repr(value)), "f").removesuffix(".0")
        return str(value).lower() if isinstance(value, bool) else str(value)

    columns = [[name, *(text(name, value) for value in batch[name])] for name in batch.column_names]
    return "".join(",".join(row) + "\n" for row in zip(*columns))


@pytest.fixture(scope="session")
def pack():
    """Puzzles of all levels."""
    return minirow.generate(seed=7, count=60)
