"""Generated puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from . import _minirow
from ._arguments import BATCH_ROWS, bar, batch_size, described_as, request
from ._minirow import RecordBatch

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._arguments import Path
    from ._constraints import Constraints


def generate(
    seed: int,
    start: int = 0,
    count: int = 100,
    *,
    labels: bool = False,
    weights: bool = False,
    scale: str | Iterable[str] = (),
    exclude: Path | Iterable[Path] = (),
    threads: int | None = None,
    progress: bool = False,
    **constraints: Unpack[Constraints],
) -> RecordBatch:
    """Generates rated puzzles.

    The result equals the rows of ``minirow pack`` for the same seed, indices and constraints. A puzzle depends only on
    ``minirow.GENERATOR``, the seed, its index and the constraints. So ranges of indices can be generated on several
    machines and joined.

    Parameters
    ----------
    seed : int
        The seed, from 0 to 2**64 - 1.
    start : int, default 0
        The first index, from 0 to 2**64 - 1.
    count : int, default 100
        The number of indices, from 0 to 2**24. Each index gives one puzzle.
    labels : bool, default False
        If True, adds the columns ``nodes`` and ``backdoor``.
    weights : bool, default False
        If True, adds the column ``weight``, which makes the sample represent all minimal puzzles.
    scale : str or iterable of str, default ()
        Scales whose columns are added: ``"te"`` for T&E depth and B, ``"hodoku"`` for the level and
        score of HoDoKu, ``"minutes"`` for the estimated solving time.
    exclude : path or iterable of path, default ()
        Files with puzzles. These puzzles and all equivalent ones are not generated.
    threads : int, optional
        The number of threads. By default, all cores are used. The result does not depend on it.
    progress : bool, default False
        If True, shows a progress bar, which needs tqdm.
    **constraints : str, int, float, bool, tuple, range or list
        The constraints on the puzzles: the options of ``minirow pack`` with ``_`` for ``-``. Common ones are
        ``level="hard"``, ``er=(2.6, 3.4)``, ``symmetry="half-turn"``, ``clues=24`` and ``needs=["swordfish"]``.
        ``minirow pack --help`` describes all of them. A range is one number, a tuple with both ends, or a text:
        ``clues=(24, 28)`` and ``clues="24..=28"`` include 28, and ``clues=(24, None)`` has no upper limit.
        ``clues=range(24, 29)`` does not include 29, as everywhere in Python.

    Returns
    -------
    RecordBatch
        A row for each index, with the columns of a pack: id, puzzle, solution, clues, er, ep, ed, level, hardest,
        techniques, steps, minimal, symmetry, seed, index, generator. ER is the rating of the hardest step, EP that
        of the hardest step up to the first placement, and ED that of the first step, each from 1.0 to 20.0.

    Raises
    ------
    MinirowError
        If a constraint is unknown, constraints conflict, or no puzzle was found for an index after ``max_tries``
        attempts.

    See Also
    --------
    generate_batches : Generates any number of puzzles in batches.
    minirow.ray.make : Generates a data set on a cluster.

    Examples
    --------
    >>> batch = minirow.generate(seed=42, count=3, level="hard", symmetry="half-turn")
    >>> batch["level"], batch["symmetry"]
    (['hard', 'hard', 'hard'], ['half-turn', 'half-turn', 'half-turn'])
    >>> batch["er"]
    [2.6, 3.2, 2.6]

    Ranges, which include both ends of a tuple:

    >>> batch = minirow.generate(seed=42, count=3, clues=(24, 26), er=(None, 2.0))
    >>> batch["clues"], batch["er"]
    ([25, 25, 26], [2.0, 2.0, 1.5])

    The same puzzle again, by its seed and index:

    >>> batch = minirow.generate(seed=42, count=3, level="hard", symmetry="half-turn")
    >>> again = minirow.generate(seed=42, start=2, count=1, level="hard", symmetry="half-turn")
    >>> again["puzzle"][0] == batch["puzzle"][2]
    True
    """
    asked = request(seed, start, count, constraints, labels, weights, exclude, threads, scale=scale)
    with bar(progress, asked["count"]) as update:
        return _minirow.generate({**asked, "progress": update})


@described_as(generate)
def generate_batches(
    seed: int,
    start: int = 0,
    count: int = 100,
    *,
    batch_rows: int = BATCH_ROWS,
    labels: bool = False,
    weights: bool = False,
    scale: str | Iterable[str] = (),
    exclude: Path | Iterable[Path] = (),
    threads: int | None = None,
    progress: bool = False,
    **constraints: Unpack[Constraints],
) -> Iterator[RecordBatch]:
    """Generates rated puzzles in batches.

    While a batch is used, the next one is generated. At most three batches are in memory. The work stops when the
    iterator is deleted. A forked process cannot use the iterator of its parent.

    Parameters
    ----------
    count : int, default 100
        The number of indices, from 0 to 2**64 - 1. Each index gives one puzzle.
    batch_rows : int, default 65536
        The number of rows of a batch, from 1 to 2**24. The last batch may have fewer.

    Returns
    -------
    iterator of RecordBatch
        Batches with the rows of `generate`, in the order of the indices.

    Raises
    ------
    MinirowError
        If a constraint is unknown, constraints conflict, or no puzzle was found for an index after ``max_tries``
        attempts.
    RuntimeError
        If the iterator was created before the process was forked.

    See Also
    --------
    generate : Generates puzzles in one batch.

    Examples
    --------
    >>> for batch in minirow.generate_batches(seed=42, count=25, batch_rows=10):
    ...     print(batch["id"][0], len(batch))
    42-0 10
    42-10 10
    42-20 5
    """
    asked = request(seed, start, count, constraints, labels, weights, exclude, threads, scale=scale)
    batches = _minirow.generate_batches(asked, batch_size(batch_rows))
    return _counted(batches, asked["count"]) if progress else batches


def _counted(batches: Iterator[RecordBatch], count: int) -> Iterator[RecordBatch]:
    """Shows a progress bar while batches are used."""
    with bar(True, count) as update:
        for batch in batches:
            if update is not None:
                update(len(batch))
            yield batch
