"""Sudoku by the million: generate, solve, rate, check and explain puzzles.

A function takes one puzzle, as a text of 81 characters, and returns its answer; or many puzzles, and returns a `RecordBatch`,
which pyarrow, polars, DuckDB and pandas read without a copy:

>>> import minirow
>>> minirow.solve("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")[:9]
'417369825'
>>> batch = minirow.generate(seed=42, count=3, level="hard")
>>> batch.num_rows, batch["level"]
(3, ['hard', 'hard', 'hard'])

Many puzzles are: an iterable of texts (81 characters, row by row, `.` or `0` for an empty cell, or another text form that the
command line reads); a NumPy array of `uint8` with shape (n, 81), 0 for an empty cell; or an object with Arrow's PyCapsule
interface: a column of texts, or a table with a column `puzzle` (`column=` names another).

All functions have this in common:

* Results are in the order of the puzzles, and do not depend on the number of `threads` (all cores, if none is given).
* The functions work without the interpreter's lock, and Ctrl-C ends them at once.
* `progress=True` shows a bar, if tqdm is installed.
* Errors raise `MinirowError`, which names the row, counted from 0. With `errors="null"` such a row has nulls, and a column
  `error` has the reason.
* The `_batches` functions take any number of rows: they read `batch_rows` at a time and return a batch for them, so memory
  does not grow.

`python -m minirow` is the command line.
"""

from ._functions import (
    canonical,
    canonical_batches,
    check,
    check_batches,
    count,
    count_batches,
    explain,
    generate,
    generate_batches,
    grade,
    grade_batches,
    solve,
    solve_batches,
)
from ._minirow import GENERATOR, MinirowError, RecordBatch, __version__
from ._step import Candidate, Line, Link, Step

__all__ = [
    "Candidate",
    "GENERATOR",
    "Line",
    "Link",
    "MinirowError",
    "RecordBatch",
    "Step",
    "__version__",
    "canonical",
    "canonical_batches",
    "check",
    "check_batches",
    "count",
    "count_batches",
    "explain",
    "generate",
    "generate_batches",
    "grade",
    "grade_batches",
    "solve",
    "solve_batches",
]
