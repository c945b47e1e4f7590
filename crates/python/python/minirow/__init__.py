"""Sudoku by the million: generates, solves, rates, checks and explains puzzles.

Results are Arrow columns. For one puzzle, a function takes a text of 81 characters and returns its answer. For many
puzzles, it returns a `RecordBatch`, which pyarrow, Polars, DuckDB and pandas read without a copy.

Load
~~~~
Many puzzles are one of these:

- an iterable of texts with 81 characters each, row by row, with ``.`` or ``0`` for an empty cell;
- a NumPy array with dtype uint8 and shape (n, 81), where 0 is an empty cell;
- a column or table with Arrow's PyCapsule interface, such as a data frame. Of a table, the functions read the column
  ``puzzle``, or the one that ``column=`` names.

A text file with a puzzle in each line is an iterable of texts:

>>> import minirow
>>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
>>> with open("puzzles.txt", "w") as file:
...     _ = file.write(puzzle + "\\n" + puzzle.replace(".", "0") + "\\n")
>>> with open("puzzles.txt") as file:
...     minirow.grade(file)["er"]
[2.6, 2.6]

Solve
~~~~~
`solve` returns solutions. ``any=True`` is faster where a grid has several:

>>> minirow.solve(puzzle)
'417369825632158947958724316825437169791586432346912758289643571573291684164875293'

Count
~~~~~
`count` returns the number of solutions. `check` returns the reason if a grid is not a puzzle with one solution, and
`canonical` a form that equivalent puzzles share:

>>> minirow.count(puzzle), minirow.count(81 * ".", limit=2)
(1, 2)
>>> minirow.check(81 * ".")["verdict"]
'ambiguous'
>>> minirow.canonical(puzzle) == minirow.canonical(puzzle[::-1])
True

Rate
~~~~
`grade` returns ratings on the scale of Sudoku Explainer 1.2.1, levels and techniques:

>>> row = minirow.grade(puzzle)
>>> row["er"], row["level"], row["hardest"]
(2.6, 'hard', 'pointing')

Generate
~~~~~~~~
`generate` returns rated puzzles. For a seed they are the same on every machine, as long as `GENERATOR`, the name and
version of the generator, is the same. Constraints select difficulty, techniques, clues and symmetry:

>>> batch = minirow.generate(seed=42, count=3, level="hard", symmetry="half-turn")
>>> batch["id"], batch["level"]
(['42-86772c97-0', '42-86772c97-1', '42-86772c97-2'], ['hard', 'hard', 'hard'])

Explain
~~~~~~~
`explain` returns the steps of a solution, each with its technique, rating and text:

>>> first = minirow.explain(puzzle)[0]
>>> first.technique, first.placements[0].cell, first.placements[0].digit
('hidden-single', 'r6c2', 4)

Data sets
~~~~~~~~~
Each function has a form with ``_batches`` at the end of its name, for streams of any length. Memory does not grow:

>>> sum(len(batch) for batch in minirow.generate_batches(seed=42, count=1000, batch_rows=250))
1000

A batch is a sequence of rows, and converts to arrays and data frames:

>>> for row in batch[:2]:
...     print(row["id"], row["er"])
42-86772c97-0 2.6
42-86772c97-1 3.2

>>> batch.to_numpy().shape
(3, 81)
>>> batch.to_polars().shape
(3, 16)

`dataset` makes a data set to publish, from a seed, files or batches. `split` and `dedup` work on files and batches, too:

>>> minirow.dedup([batch, batch[:1]], "different.csv")
{'kept': 3, 'dropped': 1, 'left_out': 0}

`audit` reports on data sets of other programs:

>>> minirow.audit(["different.csv", "different.csv"])["duplicates"]
3

Books and files
~~~~~~~~~~~~~~~
`print_book` prints puzzles as PDF, HTML or pictures, `convert` writes the forms of other programs, and `stats` returns
statistics. They have the options of the command line, which is ``python -m minirow``:

>>> minirow.print_book(batch, "book.pdf", title="Three puzzles", paper="letter")
>>> minirow.convert(puzzle, to="sdk").splitlines()[0]
'4.....8.5'
>>> minirow.stats(batch)["packs"][0]["er"]["highest"]
3.2

Research
~~~~~~~~
`neighbours` finds the puzzles that differ in a few clues, `minimise` the minimal puzzles within a puzzle, `unavoidable`
the unavoidable sets of a grid, and `properties` returns what can be told of a puzzle:

>>> minirow.properties(puzzle, columns=["minimal", "backdoors_2"])[0]["minimal"]
'true'

Clusters
~~~~~~~~
`minirow.ray` generates data sets on a Ray cluster, removes equivalent puzzles, and splits them for training and test:

>>> import minirow.ray  # doctest: +SKIP
>>> minirow.ray.make("puzzles", seed=42, count=10**8)  # doctest: +SKIP

Notes
-----
All functions have this in common:

- Results are in the order of the puzzles. They do not depend on the number of ``threads``.
- Work runs without the interpreter's lock, and Ctrl-C interrupts it at once.
- Inputs are copied with the interpreter's lock. If another thread changes an array during a call, the call works on a
  copy with old and new values.
- Errors raise `MinirowError`, which has the number of the row. With ``errors="null"``, the values of an invalid row are
  None, and a column ``error`` has the reason.
- ``progress=True`` shows a progress bar, if tqdm is installed.
"""

from ._answers import (
    canonical,
    canonical_batches,
    check,
    check_batches,
    count,
    count_batches,
    grade,
    grade_batches,
    solve,
    solve_batches,
)
from ._commands import audit, convert, dataset, dedup, print_book, split, stats
from ._explain import Candidate, Explanation, Line, Link, Stages, Step, explain
from ._generate import generate, generate_batches
from ._minirow import GENERATOR, MinirowError, RecordBatch, __version__
from ._research import minimise, neighbours, properties, unavoidable

__all__ = [
    "Candidate",
    "Explanation",
    "GENERATOR",
    "Line",
    "Link",
    "MinirowError",
    "RecordBatch",
    "Stages",
    "Step",
    "__version__",
    "audit",
    "canonical",
    "canonical_batches",
    "check",
    "check_batches",
    "convert",
    "count",
    "count_batches",
    "dataset",
    "dedup",
    "explain",
    "generate",
    "generate_batches",
    "grade",
    "grade_batches",
    "minimise",
    "neighbours",
    "print_book",
    "properties",
    "solve",
    "solve_batches",
    "split",
    "stats",
    "unavoidable",
]
