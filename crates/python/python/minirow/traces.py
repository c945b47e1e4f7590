"""Solution paths for training: as token sequences, and as text.

A trace is a puzzle with the steps that solve it: placements, eliminations and techniques. The path is that of
`minirow.explain`, always the easiest step. `sample` generates puzzles with their traces, `trace` and `trace_all` take
puzzles that exist, and `replay` checks a trace against the position and the solution, step by step.

`VOCABULARY` has the tokens of version `VERSION`: a token is its place there. A sequence is ``<start>``, the 81 cells of
the puzzle, the steps, and ``<end>``. Each step is its technique, and three tokens for each move: ``<place>`` or
``<remove>``, a cell and a digit. Ratings and words have no tokens. ``<pad>`` may follow ``<end>``.

In the text form, the first line is the puzzle, and each other line a step with its rating:
``pointing 2.6: r1c6<>2, r2c6<>2``. Words may follow after ``#``.

Examples
--------
>>> from minirow import traces
>>> sampled = next(traces.sample(seed=42, count=1, level="hard"))
>>> sampled.er, len(sampled.steps), str(sampled.steps[0])
(2.6, 62, 'hidden-single 1.2: r9c1=1')
>>> tokens = sampled.tokens()
>>> [traces.VOCABULARY[token] for token in tokens[82:90]]
['hidden-single', '<place>', 'r9c1', '1', 'hidden-single', '<place>', 'r8c4', '1']
>>> traces.replay(traces.Trace.from_tokens(tokens)) == minirow.solve(sampled.puzzle)
True
"""

from __future__ import annotations

import json
import operator
import os
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from . import _minirow
from ._arguments import batch_size, checked_text, described_as, number, several, thread_number, umask
from ._explain import Candidate, explain
from ._generate import generate, generate_batches
from ._minirow import MinirowError
from ._position import Move, PathStep, Position, check_move

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._arguments import Path, Puzzles
    from ._constraints import Constraints

#: The version of the vocabulary. A change of the list is another version.
VERSION = 1
_CELLS = [f"r{row}c{column}" for row in range(1, 10) for column in range(1, 10)]
#: The tokens: a token is its place in this list.
VOCABULARY: tuple[str, ...] = (
    *("<pad>", "<start>", "<end>", "<place>", "<remove>"),
    *".123456789",
    *_CELLS,
    *_minirow.TECHNIQUES,
)
_TOKENS = {name: token for token, name in enumerate(VOCABULARY)}
_PAD, _START, _END, _PLACE, _REMOVE, _BLANK = range(6)
_FIRST_CELL = _TOKENS["r1c1"]
_FIRST_TECHNIQUE = _FIRST_CELL + 81

#: The number of puzzles that are generated and solved together.
_BATCH_ROWS = 1 << 10


@dataclass(frozen=True)
class Trace:
    """A puzzle with the steps of its solution.

    Parameters
    ----------
    puzzle : str
        The puzzle, 81 characters with ``.`` for empty cells.
    steps : tuple of PathStep
        The steps in order.
    id : str or None, default None
        The name of the puzzle, if it was generated.

    See Also
    --------
    sample : Generates puzzles with their traces.
    replay : Checks a trace.

    Examples
    --------
    >>> from minirow import traces
    >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> found = traces.trace(puzzle)
    >>> len(found.steps), found.er
    (69, 2.6)
    """

    puzzle: str
    steps: tuple[PathStep, ...]
    id: str | None = None

    @property
    def er(self) -> float | None:
        """The highest rating of a step: the ER of the puzzle, if the trace is complete.

        Returns
        -------
        float or None
            The rating, from 1.0 to 20.0. None if a step has no rating, as after `from_tokens`, or there are no steps.

        Examples
        --------
        >>> from minirow import traces
        >>> traces.trace("4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......").er
        2.6
        """
        ratings = [step.rating for step in self.steps if step.rating is not None]
        return max(ratings) if ratings and len(ratings) == len(self.steps) else None

    def tokens(self) -> list[int]:
        """Returns the trace as tokens.

        Returns
        -------
        list of int
            Places in `VOCABULARY`, from ``<start>`` to ``<end>``: 83, and four or more for each step.

        Raises
        ------
        MinirowError
            If the puzzle is not 81 digits and dots, or a step is invalid, with its number.
        TypeError
            If a step is no PathStep, or the puzzle is not a text.

        Examples
        --------
        >>> from minirow import traces
        >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
        >>> traces.trace(puzzle).tokens()[:12]
        [1, 9, 5, 5, 5, 5, 5, 13, 5, 10, 5, 8]
        """
        _check_trace(self)
        return _tokens_of(self)

    @classmethod
    def from_tokens(cls, tokens: Iterable[int]) -> Trace:
        """Reads tokens.

        Parameters
        ----------
        tokens : iterable of int
            The tokens, from ``<start>`` to ``<end>``, and any number of ``<pad>`` after it.

        Returns
        -------
        Trace
            The trace, without ratings and words.

        Raises
        ------
        MinirowError
            If the tokens are no trace, with the number of the token, counted from 0. Nothing is replayed: see `replay`.

        Examples
        --------
        >>> from minirow import traces
        >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
        >>> traces.Trace.from_tokens(traces.trace(puzzle).tokens()).puzzle == puzzle
        True
        """
        return _Reader(tokens).trace()

    def text(self) -> str:
        """Returns the trace as text.

        Returns
        -------
        str
            The puzzle, and a line for each step.

        Examples
        --------
        >>> from minirow import traces
        >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
        >>> print(*traces.trace(puzzle).text().splitlines()[1:5], sep="; ")
        hidden-single 1.2: r6c2=4; hidden-single 1.2: r8c3=3; hidden-single 1.2: r8c6=1; pointing 2.6: r1c6<>2, ...
        """
        return "".join(f"{line}\n" for line in (self.puzzle, *self.steps))

    @classmethod
    def from_text(cls, text: str) -> Trace:
        """Reads the text form.

        Parameters
        ----------
        text : str
            The result of `text`. Ratings and words may be missing.

        Returns
        -------
        Trace
            The trace.

        Raises
        ------
        MinirowError
            If a line is no step, with its number. Nothing is replayed: see `replay`.
        TypeError
            If `text` is not a text.

        Examples
        --------
        >>> from minirow import traces
        >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
        >>> traces.Trace.from_text(traces.trace(puzzle).text()) == traces.trace(puzzle)
        True
        """
        first, *lines = checked_text(text, "a text").splitlines() or [""]
        _check_puzzle(first, "line 1: ")
        steps = []
        for place, line in enumerate(lines, 1):
            with _of_step(f"{place} (line {place + 1})"):
                steps.append(PathStep.parse(line))
                _check_step(steps[-1])
        return cls(first, tuple(steps))


class _Reader:
    """Tokens that are read one by one."""

    def __init__(self, tokens: Iterable[int]) -> None:
        self._tokens: list[int] = []
        self._place = 0
        for place, token in enumerate(several("tokens", tokens, "whole numbers")):
            try:
                self._tokens.append(operator.index(token))
            except TypeError:
                raise MinirowError(f"token {place}: found {token!r}, expected a whole number") from None

    def trace(self) -> Trace:
        self._take("<start>", range(_START, _START + 1))
        cells = [
            VOCABULARY[self._take("a cell of the puzzle: . or a digit", range(_BLANK, _FIRST_CELL))] for _ in range(81)
        ]
        steps = []
        while (token := self._take("a technique or <end>", (_END, *range(_FIRST_TECHNIQUE, len(VOCABULARY))))) != _END:
            moves = [self._move()]
            while self._next() in (_PLACE, _REMOVE):
                moves.append(self._move())
            steps.append(PathStep(VOCABULARY[token], None, tuple(moves)))
        while self._place < len(self._tokens):
            self._take("<pad> or nothing", range(_PAD, _PAD + 1))
        return Trace("".join(cells), tuple(steps))

    def _move(self) -> Move:
        action = self._take("<place> or <remove>", (_PLACE, _REMOVE))
        cell = self._take("a cell", range(_FIRST_CELL, _FIRST_TECHNIQUE)) - _FIRST_CELL
        digit = self._take("a digit", range(_BLANK + 1, _FIRST_CELL)) - _BLANK
        return Move(Candidate(cell // 9 + 1, cell % 9 + 1, digit), action == _PLACE)

    def _next(self) -> int | None:
        return self._tokens[self._place] if self._place < len(self._tokens) else None

    def _take(self, expected: str, allowed: Sequence[int]) -> int:
        token = self._next()
        if token is None or token not in allowed:
            known = token is not None and 0 <= token < len(VOCABULARY)
            found = "the end" if token is None else repr(VOCABULARY[token]) if known else f"{token}, which is no token"
            raise MinirowError(f"token {self._place}: found {found}, expected {expected}")
        self._place += 1
        return token


def replay(trace: Trace, *, is_path: bool = False) -> str:
    """Checks a trace step by step.

    Each move must be possible in the position before its step, and agree with the solution. The last step must solve
    the puzzle.

    Parameters
    ----------
    trace : Trace
        The trace.
    is_path : bool, default False
        If True, each step must also be that of `minirow.explain`: the same technique with the same moves and, if it is
        known, the same rating.

    Returns
    -------
    str
        The solution.

    Raises
    ------
    MinirowError
        If the puzzle has no solution or several, or a step is wrong, with its number.
    TypeError
        If `trace` is no Trace, or a step no PathStep.

    Examples
    --------
    >>> from minirow import traces
    >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> found = traces.trace(puzzle)
    >>> traces.replay(found) == minirow.solve(puzzle)
    True
    >>> try:
    ...     traces.replay(traces.Trace.from_text(found.text().replace("r8c3=3", "r8c3=9")))
    ... except minirow.MinirowError as error:
    ...     print(error)
    step 2: r8c3=9 contradicts the solution
    """
    position = Position(_trace_of(trace).puzzle)
    path = _path(_minirow.path(trace.puzzle)) if is_path else None
    for place, step in enumerate(several("steps", trace.steps, "steps"), 1):
        with _of_step(place):
            _follow(position, step, path[place - 1] if path and place <= len(path) else None)
    if not position.is_solved:
        left = position.digits.count(0)
        raise MinirowError(f"step {len(trace.steps) + 1}: found the end, expected a step: {left} cells are empty")
    return position.text()


def _trace_of(value: Any) -> Trace:
    """Checks the type of a trace."""
    if not isinstance(value, Trace):
        raise TypeError(f"found {type(value).__name__}, expected a Trace")
    return value


def _check_trace(trace: Trace) -> None:
    """Checks that a trace has tokens, and a text that can be read."""
    _check_puzzle(_trace_of(trace).puzzle)
    for place, step in enumerate(several("steps", trace.steps, "steps"), 1):
        with _of_step(place):
            _check_step(step)


def _tokens_of(trace: Trace) -> list[int]:
    """Returns a trace that is checked as tokens."""
    tokens = [_START, *(_TOKENS[cell] for cell in trace.puzzle)]
    for technique, _, moves, _ in trace.steps:
        tokens.append(_TOKENS[technique])
        for (row, column, digit), is_placement in moves:
            tokens += _PLACE if is_placement else _REMOVE, _FIRST_CELL + 9 * row + column - 10, _BLANK + digit
    tokens.append(_END)
    return tokens


@contextmanager
def _of_step(place: object) -> Iterator[None]:
    """Begins errors with the number of a step."""
    try:
        yield
    except (MinirowError, TypeError) as error:
        raise type(error)(f"step {place}: {error}") from None


def _check_puzzle(puzzle: str, where: str = "") -> None:
    checked_text(puzzle, "a puzzle as a text")
    if len(puzzle) != 81 or not set(puzzle) <= set(".123456789"):
        raise MinirowError(f"{where}found {puzzle[:90]!r}, expected a puzzle: 81 digits and dots")


def _check_step(step: PathStep) -> None:
    """Checks all of a step that does not depend on the position."""
    if not isinstance(step, PathStep):
        raise TypeError(f"found {type(step).__name__}, expected a PathStep; PathStep.parse reads a text")
    if step.technique not in _minirow.TECHNIQUES:
        raise MinirowError(f"found {step.technique!r}, expected the name of a technique")
    if step.rating is not None:
        number("rating", step.rating, "a rating from 1.0 to 20.0", 1.0, 20.0)
    if step.words is not None and checked_text(step.words, "words as a text").splitlines() not in ([step.words], []):
        raise MinirowError(f"found words {step.words!r}, expected a text without line breaks")
    if not several("moves", step.moves, "moves"):
        raise MinirowError("found no move, expected at least one")
    for move in step.moves:
        check_move(move)


def _follow(position: Position, step: PathStep, expected: PathStep | None) -> None:
    """Makes the moves of a step, which all must be possible before the first is made."""
    _check_step(step)
    if len(set(step.moves)) < len(step.moves):
        raise MinirowError("found a move twice, expected different moves")
    for move in step.moves:
        if not position.is_possible(move):
            is_filled = position.digits[move.candidate.index] != 0
            reason = "the cell is filled" if is_filled else f"{move.candidate.digit} is no candidate there"
            raise MinirowError(f"{move} is not possible: {reason}")
        if not position.is_right(move):
            raise MinirowError(f"{move} contradicts the solution")
    if expected is not None:
        known = expected._replace(rating=step.rating if step.rating is None else expected.rating)
        if step._replace(words=None) != known:
            raise MinirowError(f"found {step._replace(words=None)}, expected {known}")
    for move in step.moves:
        position.apply(move)


def _path(lines: str) -> tuple[PathStep, ...]:
    return tuple(map(PathStep.parse, lines.splitlines()))


def trace(puzzle: str, *, words: bool = False) -> Trace:
    """Returns the trace of a puzzle.

    Parameters
    ----------
    puzzle : str
        A puzzle with one solution, 81 characters.
    words : bool, default False
        If True, each step has its explanation in words, which takes longer.

    Returns
    -------
    Trace
        The trace.

    Raises
    ------
    MinirowError
        If the puzzle has no solution or several.
    TypeError
        If `puzzle` is not a text.

    See Also
    --------
    trace_all : Returns the traces of many puzzles.

    Examples
    --------
    >>> from minirow import traces
    >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> print(traces.trace(puzzle, words=True).steps[3])
    pointing 2.6: r1c6<>2, r2c6<>2, r3c6<>2 # In box 5, ...
    """
    return next(trace_all([checked_text(puzzle, "one puzzle as a text")], words=words))


def trace_all(
    puzzles: Puzzles, *, words: bool = False, column: str = "puzzle", threads: int | None = None
) -> Iterator[Trace]:
    """Returns the traces of puzzles.

    Parameters
    ----------
    puzzles : iterable of str, numpy.ndarray or Arrow object
        Many puzzles, as for `minirow.solve`. Memory does not grow with their number.
    words : bool, default False
        If True, each step has its explanation in words, which takes longer.
    column : str, default "puzzle"
        The name of the column with the puzzles, if `puzzles` is a table with several columns.
    threads : int, optional
        The number of threads. By default, all cores are used. The result does not depend on it.

    Returns
    -------
    iterator of Trace
        The traces, in the order of the puzzles.

    Raises
    ------
    MinirowError
        If a puzzle has no solution or several.
    TypeError
        If `puzzles` has none of these types.

    See Also
    --------
    sample : Generates puzzles with their traces.

    Examples
    --------
    >>> from minirow import traces
    >>> batch = minirow.generate(seed=42, count=3, level="easy")
    >>> [found.er for found in traces.trace_all(batch)] == batch["er"]
    True
    """
    source = _minirow.Source(puzzles, column)
    options: _minirow.Options = {"errors_null": False, "threads": thread_number(threads), "progress": None}

    def traces() -> Iterator[Trace]:
        while len(grids := source.read(batch_size(_BATCH_ROWS))):
            batch = _minirow.paths(grids, options)
            for puzzle, path in zip(batch["puzzle"], batch["path"]):
                steps = _path(path or "")  # there is no path of a solved grid
                if words:
                    explained = explain(puzzle)
                    steps = tuple(step._replace(words=explained_step.text) for step, explained_step in zip(steps, explained))
                yield Trace(puzzle, steps)

    return traces()


@described_as(generate)
def sample(
    seed: int,
    start: int = 0,
    count: int = 100,
    *,
    words: bool = False,
    exclude: Path | Iterable[Path] = (),
    threads: int | None = None,
    **constraints: Unpack[Constraints],
) -> Iterator[Trace]:
    """Generates puzzles with their traces.

    A trace is a function of the seed, its index and the constraints, as the puzzles of `minirow.generate` are.

    Parameters
    ----------
    count : int, default 100
        The number of indices, from 0 to 2**64 - 1. Each index gives one trace. Memory does not grow with it.
    words : bool, default False
        If True, each step has its explanation in words, which takes longer.

    Returns
    -------
    iterator of Trace
        The traces, in the order of the indices.

    Raises
    ------
    MinirowError
        If a constraint is unknown, constraints conflict, or no puzzle was found for an index after ``max_tries``
        attempts.

    See Also
    --------
    minirow.generate : Generates the same puzzles without traces.

    Examples
    --------
    >>> from minirow import traces
    >>> [(found.id, found.er) for found in traces.sample(seed=42, count=2, er=(2.6, 2.8))]
    [('42-5a305d16-0', 2.6), ('42-5a305d16-1', 2.6)]
    """
    batches = generate_batches(
        seed, start, count, batch_rows=_BATCH_ROWS, exclude=exclude, threads=threads, **constraints
    )

    def traces() -> Iterator[Trace]:
        for batch in batches:
            for name, found in zip(batch["id"], trace_all(batch, words=words, threads=threads)):
                yield Trace(found.puzzle, found.steps, name)

    return traces()


def write(path: Path, traces: Iterable[Trace], *, tokens: bool = True, text: bool = True) -> int:
    """Writes traces as JSON lines.

    The file appears only when it is complete. If the call fails, there is no file.

    Parameters
    ----------
    path : path
        The file, which must not exist.
    traces : iterable of Trace
        The traces. Only one is in memory.
    tokens : bool, default True
        If True, each line has ``tokens``, and ``vocabulary``, the version of the vocabulary.
    text : bool, default True
        If True, each line has ``text``. Each line also has ``id`` (if there is one), ``puzzle``, ``er`` and ``steps``,
        the number of steps.

    Returns
    -------
    int
        The number of traces.

    Raises
    ------
    MinirowError
        If the file exists, a trace is invalid, or neither `tokens` nor `text` is True.
    TypeError
        If a trace, or a part of it, has another type.
    OSError
        If the file cannot be written.

    See Also
    --------
    read : Reads the file.

    Examples
    --------
    >>> from minirow import traces
    >>> traces.write("traces.jsonl", traces.sample(seed=42, count=10, level="easy"))
    10
    >>> import json
    >>> with open("traces.jsonl") as file:
    ...     sorted(json.loads(next(file)))
    ['er', 'id', 'puzzle', 'steps', 'text', 'tokens', 'vocabulary']
    """
    if not tokens and not text:
        raise MinirowError("found tokens=False and text=False, expected one of them to be True")
    target = FilePath(os.fsdecode(path))
    if os.path.lexists(target):
        raise MinirowError(f"{target}: exists, expected the path of a new file")
    number = 0
    handle, partial = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            for found in traces:
                _check_trace(found)
                row: dict[str, Any] = {}
                if found.id is not None:
                    row["id"] = checked_text(found.id, "an id as a text, or None")
                row |= {"puzzle": found.puzzle, "er": found.er, "steps": len(found.steps)}
                if tokens:
                    row |= {"vocabulary": VERSION, "tokens": _tokens_of(found)}
                if text:
                    row["text"] = found.text()
                file.write(json.dumps(row) + "\n")
                number += 1
            file.flush()
            os.fsync(file.fileno())
        os.chmod(partial, 0o666 & ~umask())
        os.replace(partial, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(partial)
        raise
    return number


def read(path: Path) -> Iterator[Trace]:
    """Reads traces that `write` has written.

    Parameters
    ----------
    path : path
        The file.

    Returns
    -------
    iterator of Trace
        The traces. Those without text have neither ratings nor words.

    Raises
    ------
    MinirowError
        If a line is no trace, with the file and the line. Nothing is replayed: see `replay`.
    OSError
        If the file cannot be read.

    See Also
    --------
    write : Writes the file.

    Examples
    --------
    >>> from minirow import traces
    >>> traces.write("easy.jsonl", traces.sample(seed=42, count=10, level="easy"))
    10
    >>> list(traces.read("easy.jsonl")) == list(traces.sample(seed=42, count=10, level="easy"))
    True
    """
    return _read(os.fsdecode(path))


def _read(name: str) -> Iterator[Trace]:
    with open(name, "rb") as file:
        for number, line in enumerate(file, 1):
            try:
                row = json.loads(line.decode())
                if not isinstance(row, dict) or not ({"text", "tokens"} & row.keys()):
                    raise MinirowError("found no trace, expected an object with text or tokens")
                if not isinstance(row.get("id"), (str, type(None))):
                    raise MinirowError(f"found id {row['id']!r}, expected a text")
                if "text" in row:
                    found = Trace.from_text(row["text"])
                elif row.get("vocabulary") != VERSION:
                    raise MinirowError(f"found vocabulary {row.get('vocabulary')!r}, expected {VERSION}")
                else:
                    found = Trace.from_tokens(row["tokens"])
            except (ValueError, TypeError, RecursionError) as error:
                raise MinirowError(f"{name}:{number}: {error}") from None
            yield Trace(found.puzzle, found.steps, row.get("id"))


__all__ = [
    "PathStep",
    "Trace",
    "read",
    "replay",
    "sample",
    "trace",
    "trace_all",
    "write",
]
