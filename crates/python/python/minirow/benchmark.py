"""Scores of predictions for the benchmark of ``minirow benchmark``, a fixed set of 1,200 puzzles of all ratings.

`rows` returns the puzzles, `score` reads predictions in many forms, `compare` compares two models on the same puzzles, and `table`
makes a table for a paper. Predictions are scored as by ``minirow benchmark score``. Nothing here needs another library.

Examples
--------
>>> from minirow import benchmark
>>> puzzles = benchmark.rows()
>>> solver = benchmark.score([row["solution"] for row in puzzles], name="solver")
>>> copier = benchmark.score({row["id"]: row["puzzle"] for row in puzzles}, name="copier")
>>> solver.pass_at(), copier.pass_at(), benchmark.compare(solver, copier).difference
(1.0, 0.0, 1.0)
"""

from __future__ import annotations

import csv
import json
import os
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import comb, fsum, sqrt
from random import Random
from typing import Any

from ._arguments import whole
from ._commands import _call, _is_array, _is_table, _text
from ._minirow import MinirowError

__all__ = ["Comparison", "Score", "compare", "rows", "score", "table"]

#: The columns of groups by the key of the groups in a report.
_GROUPS = {"bands": "band", "depths": "te", "techniques": "hardest"}

#: The number of characters of an answer from which only its end is read.
_LONG = 1 << 17

#: The normal deviate of 95 % confidence.
_NORMAL = 1.959963984540054


@lru_cache(maxsize=1)
def _rows() -> list[dict[str, Any]]:
    lines = _text("benchmark write", None, {"format": "jsonl"}, False).splitlines()
    return [json.loads(line) for line in lines]


def rows() -> list[dict[str, Any]]:
    """Returns the puzzles of the benchmark.

    Returns
    -------
    list of dict
        The rows of ``minirow benchmark write``: ``id``, ``puzzle``, ``solution``, ratings, and ``band``, the range of ER.

    Examples
    --------
    >>> from minirow import benchmark
    >>> len(benchmark.rows()), benchmark.rows()[0]["id"], benchmark.rows()[0]["band"]
    (1200, '314159265-887', '1.0-1.2')
    """
    return [dict(row) for row in _rows()]


@dataclass(frozen=True)
class Score:
    """The score of a model.

    Parameters
    ----------
    name : str
        The name of the model.
    samples : int
        The largest number of samples of a puzzle.
    solved : tuple of int
        The number of samples that are the solution, for each puzzle in the order of `rows`.
    reports : tuple of dict
        The score of each sample, as ``minirow benchmark score --format json`` writes it.

    See Also
    --------
    score : Returns the score of predictions.

    Examples
    --------
    >>> from minirow import benchmark
    >>> benchmark.score([row["puzzle"] for row in benchmark.rows()]).reports[0]["incomplete"]
    1200
    """

    name: str
    samples: int
    solved: tuple[int, ...]
    reports: tuple[dict[str, Any], ...]

    def pass_at(self, k: int = 1, **group: str) -> float:
        """Returns the probability that one of `k` samples is the solution, as a mean over puzzles.

        This is the unbiased estimator of Chen et al. (Evaluating large language models trained on code, 2021): with `c` of `n`
        samples solved, ``1 - comb(n - c, k) / comb(n, k)``. For ``k=1``, it is the share of solved samples.

        Parameters
        ----------
        k : int, default 1
            The number of samples, from 1 to `samples`.
        **group : str
            The puzzles that count, by a column of `rows`: ``band="9.0-9.9"``, ``te="2"`` or ``hardest="x-wing"``. By default,
            all count.

        Returns
        -------
        float
            The estimate, from 0.0 to 1.0.

        Raises
        ------
        MinirowError
            If `k` is larger than the number of samples, or no puzzle is in the group.

        Examples
        --------
        >>> from minirow import benchmark
        >>> right = [[row["solution"], row["puzzle"]] for row in benchmark.rows()]    # one of two samples is right
        >>> score = benchmark.score(right)
        >>> score.pass_at(1), score.pass_at(2), score.pass_at(1, band="10.0+")
        (0.5, 1.0, 0.5)
        """
        values = self._values(k, group)
        return fsum(values) / len(values)

    def interval(self, k: int = 1, **group: str) -> tuple[float, float]:
        """Returns the interval of `pass_at` with 95 % confidence.

        For one sample, it is the Wilson interval. Otherwise, it is that of the standard error of the mean over puzzles.

        Parameters
        ----------
        k : int, default 1
            The number of samples.
        **group : str
            The puzzles that count, as for `pass_at`.

        Returns
        -------
        tuple of float
            Both ends, from 0.0 to 1.0.

        Raises
        ------
        MinirowError
            If `k` is larger than the number of samples, or no puzzle is in the group.

        Examples
        --------
        >>> from minirow import benchmark
        >>> low, high = benchmark.score([row["solution"] for row in benchmark.rows()]).interval()
        >>> round(low, 4), high
        (0.9968, 1.0)
        """
        values = self._values(k, group)
        number, mean = len(values), fsum(values) / len(values)
        if self.samples == 1:
            square = _NORMAL**2 / number
            half = sqrt(mean * (1 - mean) * square + square**2 / 4)
            low, high = ((mean + square / 2 + sign * half) / (1 + square) for sign in (-1, 1))
            return (low if mean else 0.0), (high if mean < 1 else 1.0)
        variance = fsum((value - mean) ** 2 for value in values) / (number - 1) if number > 1 else 0.0
        half = _NORMAL * sqrt(variance / number)
        return max(mean - half, 0.0), min(mean + half, 1.0)

    def _values(self, k: int, group: Mapping[str, str]) -> list[float]:
        """Returns the estimate for each puzzle of a group."""
        k = whole("k", k, 1, self.samples)
        ways = comb(self.samples, k)
        chosen = [row for row in _rows() if all(str(row.get(name)) == str(value) for name, value in group.items())]
        if not chosen:
            raise MinirowError(f"found no puzzle with {dict(group)!r}, expected a value of a column such as band='9.0-9.9'")
        numbers = dict(zip((row["id"] for row in _rows()), self.solved))
        return [1 - comb(self.samples - numbers[row["id"]], k) / ways for row in chosen]


def score(
    predictions: Any,
    *,
    name: str = "model",
    layout: str = "tokens",
    column: str = "prediction",
    puzzle_column: str | None = None,
) -> Score:
    """Returns the score of predictions for the benchmark.

    A prediction is an array or a list of 81 numbers (or nine times nine), or a text: 81 characters, or the answer of a model, in
    which the last grid with all clues counts. None and an empty text are missing predictions. Numbers are 0 for an empty cell.

    Parameters
    ----------
    predictions : array, iterable, dict, table or path
        An array with shape (1200, 81) or (1200, 9, 9), or with several samples (1200, k, 81), in the order of `rows`; an
        iterable with a prediction, or a list of samples, for each puzzle; a dict of these by ``id`` or puzzle; an iterable of
        dicts with the key ``id`` or ``puzzle`` and the key `column`, where several rows for a puzzle are its samples; or a
        file or a table that ``minirow benchmark score`` reads, of which the first prediction for a puzzle counts.
    name : str, default "model"
        The name of the model, for tables.
    layout : {"tokens", "padded"}, default "tokens"
        The numbers of arrays, as for `minirow.data.PuzzleStream`. ``"padded"`` is the vocabulary of HRM and TRM: 0 and 1 for an
        empty cell, and 2 to 10 for digits.
    column : str, default "prediction"
        The column of predictions.
    puzzle_column : str, optional
        The column of the puzzles of a file or a table.

    Returns
    -------
    Score
        The score. If a puzzle has fewer samples than others, the missing ones are not solved.

    Raises
    ------
    MinirowError
        If a prediction has another form, a puzzle is not in the benchmark, or a file cannot be read.

    See Also
    --------
    compare : Compares two scores.

    Examples
    --------
    >>> from minirow import benchmark
    >>> rows = benchmark.rows()
    >>> answer = f"<think>Hm.</think>The solution is {rows[0]['solution']}."
    >>> benchmark.score({rows[0]["id"]: answer}).reports[0]["missing"]
    1199
    """
    if layout not in ("tokens", "padded"):
        raise MinirowError(f"layout: found {layout!r}, expected 'tokens' or 'padded'")
    is_file = isinstance(predictions, (str, os.PathLike)) or _is_table(predictions) and not _is_array(predictions)
    if is_file:
        found = [_scored(predictions, column, puzzle_column)]
    else:
        answers = _answers_by_puzzle(predictions, column, layout == "padded")
        number = max((len(samples) for samples in answers.values()), default=0)
        if not number:
            raise MinirowError("found no predictions, expected one for each puzzle")
        found = [_scored_sample(answers, sample) for sample in range(number)]
    solved = [sum(outcomes) for outcomes in zip(*(outcomes for outcomes, _ in found))]
    return Score(name, len(found), tuple(solved), tuple(report for _, report in found))


def _scored_sample(answers: Mapping[str, list[str | None]], sample: int) -> tuple[list[bool], dict[str, Any]]:
    with tempfile.TemporaryDirectory(prefix="minirow-") as folder:
        path = os.path.join(folder, f"sample-{sample}.jsonl")
        with open(path, "w", encoding="utf-8", errors="replace") as file:
            for puzzle, samples in answers.items():
                answer = samples[sample] if sample < len(samples) else None
                file.write(json.dumps({"puzzle": puzzle, "prediction": answer or ""}, ensure_ascii=False) + "\n")
        return _scored(path, "prediction", None)


def _scored(predictions: Any, column: str, puzzle_column: str | None) -> tuple[list[bool], dict[str, Any]]:
    """Returns for each puzzle whether it is solved, and the report."""
    with tempfile.TemporaryDirectory(prefix="minirow-") as folder:
        out, report = (os.path.join(folder, name) for name in ("score.json", "puzzles.csv"))
        options = {"column": column, "puzzle_column": puzzle_column, "out": out, "report": report}
        _call("benchmark score", predictions, options, False, depth=4)
        with open(out, encoding="utf-8") as file, open(report, encoding="utf-8", newline="") as rows_of:
            return [row["outcome"] == "solved" for row in csv.DictReader(rows_of)], json.load(file)


def _answers_by_puzzle(predictions: Any, column: str, is_padded: bool) -> dict[str, list[str | None]]:
    """Returns the samples of each puzzle as texts."""
    puzzles = [row["puzzle"] for row in _rows()]
    known = dict(zip(puzzles, puzzles)) | {row["id"]: row["puzzle"] for row in _rows()}
    answers: dict[str, list[str | None]] = {puzzle: [] for puzzle in puzzles}

    def add(key: Any, value: Any) -> None:
        puzzle = known.get(key.replace("0", ".") if isinstance(key, str) and len(key) == 81 else key)
        if puzzle is None:
            raise MinirowError(f"found {key!r}, expected the id or the puzzle of a row of the benchmark")
        answers[puzzle] += _answers(value, key, is_padded)

    if isinstance(predictions, Mapping):
        for key, value in predictions.items():
            add(key, value)
        return answers
    items = predictions.tolist() if _is_array(predictions) else list(predictions)
    if items and all(isinstance(item, Mapping) for item in items):
        for number, row in enumerate(items):
            key = row.get("id", row.get("puzzle"))
            if key is None or column not in row:
                raise MinirowError(f"row {number}: found the keys {list(row)}, expected id or puzzle, and {column}")
            add(key, row[column])
        return answers
    if len(items) != len(puzzles):
        raise MinirowError(f"found {len(items)} predictions, expected {len(puzzles)}, or a dict of them by id")
    for puzzle, value in zip(puzzles, items):
        add(puzzle, value)
    return answers


def _answers(value: Any, key: Any, is_padded: bool) -> list[str | None]:
    """Returns a prediction, or several samples, as texts."""
    if value is None or isinstance(value, str):
        return [_end_of(value) if value and len(value) > _LONG else value]
    items = value.tolist() if hasattr(value, "tolist") else value
    if not isinstance(items, (list, tuple)):
        raise MinirowError(f"{key}: found {value!r}, expected 81 numbers, a text, or several of these")
    rows_of = [item.tolist() if hasattr(item, "tolist") else item for item in items]
    if len(rows_of) == 9 and all(isinstance(row, (list, tuple)) and len(row) == 9 for row in rows_of):
        cells = [cell for row in rows_of for cell in row]
        # Nine samples may be boards.
        rows_of = rows_of if any(isinstance(cell, (list, tuple)) for cell in cells) else cells
    if len(rows_of) == 81 and not any(isinstance(row, (list, tuple, str)) or row is None for row in rows_of):
        return ["".join(_cell(cell, key, is_padded) for cell in rows_of)]
    return [answer for row in rows_of for answer in _answers(row, key, is_padded)]


def _end_of(answer: str) -> str:
    from .rl._reply import answer_of

    return answer_of(answer)[-_LONG:]


def _cell(value: Any, key: Any, is_padded: bool) -> str:
    highest = 10 if is_padded else 9
    if not isinstance(value, (int, float)) or not 0 <= value <= highest or int(value) != value:
        raise MinirowError(f"{key}: found {value!r}, expected a whole number from 0 to {highest}")
    return str(max(int(value) - is_padded, 0))


@dataclass(frozen=True)
class Comparison:
    """A comparison of two models on the same puzzles.

    Parameters
    ----------
    first_only : int or None
        The number of puzzles that only the first model solves. None if a model has several samples.
    second_only : int or None
        The number of puzzles that only the second model solves.
    p_value : float or None
        The exact two-sided p-value of McNemar's test: the probability of numbers at least as unequal, if both models are equal.
        None if a model has several samples.
    difference : float
        `Score.pass_at` of the first model minus that of the second.
    interval : tuple of float
        The bootstrap interval of the difference with 95 % confidence: percentiles over samples of the puzzles, each with both
        models.

    See Also
    --------
    compare : Compares two scores.

    Examples
    --------
    >>> from minirow import benchmark
    >>> solver = benchmark.score([row["solution"] for row in benchmark.rows()])
    >>> benchmark.compare(solver, solver).p_value
    1.0
    """

    first_only: int | None
    second_only: int | None
    p_value: float | None
    difference: float
    interval: tuple[float, float]


def compare(first: Score, second: Score, *, k: int = 1, resamples: int = 10_000, seed: int = 0) -> Comparison:
    """Compares two models on the same puzzles.

    Parameters
    ----------
    first : Score
        The score of a model.
    second : Score
        The score of another one.
    k : int, default 1
        The number of samples of `Score.pass_at`.
    resamples : int, default 10000
        The number of samples of the bootstrap, at least 100.
    seed : int, default 0
        The seed of the bootstrap. The result is the same for the same seed.

    Returns
    -------
    Comparison
        The comparison.

    Raises
    ------
    MinirowError
        If `k` is larger than a number of samples, or another argument is out of range.
    TypeError
        If an argument is no `Score`.

    Examples
    --------
    >>> from minirow import benchmark
    >>> rows = benchmark.rows()
    >>> first = benchmark.score([row["solution"] if row["er"] < 7.0 else row["puzzle"] for row in rows])
    >>> second = benchmark.score([row["solution"] if row["er"] < 6.6 else row["puzzle"] for row in rows])
    >>> found = benchmark.compare(first, second)
    >>> found.first_only, found.second_only, found.p_value < 1e-6, round(found.difference, 3)
    (98, 0, True, 0.082)
    """
    for found in (first, second):
        if not isinstance(found, Score):
            raise TypeError(f"found {type(found).__name__}, expected a Score")
    resamples, random = whole("resamples", resamples, 100), Random(whole("seed", seed, 0))
    differences = [one - other for one, other in zip(first._values(k, {}), second._values(k, {}))]
    number = len(differences)
    means = sorted(fsum(random.choices(differences, k=number)) / number for _ in range(resamples))
    interval = means[int(0.025 * resamples)], means[resamples - 1 - int(0.025 * resamples)]
    difference = fsum(differences) / number
    if first.samples > 1 or second.samples > 1:
        return Comparison(None, None, None, difference, interval)
    counts = Counter(differences)
    return Comparison(counts[1.0], counts[-1.0], _mcnemar(counts[1.0], counts[-1.0]), difference, interval)


def _mcnemar(first: int, second: int) -> float:
    """Returns the exact two-sided p-value: both numbers are binomial with equal probabilities."""
    tail = sum(comb(first + second, number) for number in range(min(first, second) + 1))
    return min(1.0, 2 * tail / (1 << (first + second)))


def table(scores: Iterable[Score], *, form: str = "markdown", by: str = "bands", k: int = 1) -> str:
    """Returns a table for a paper: percent of solved puzzles, with a row for each group and a column for each model.

    Parameters
    ----------
    scores : iterable of Score
        The scores, whose names are the heads of the columns.
    form : {"markdown", "latex"}, default "markdown"
        The form. LaTeX needs the package booktabs.
    by : {"bands", "depths", "techniques"}, default "bands"
        The groups: ranges of ER, T&E depths, or hardest techniques. The last row is for all puzzles, with the interval of 95 %
        confidence.
    k : int, default 1
        The number of samples of `Score.pass_at`.

    Returns
    -------
    str
        The table.

    Raises
    ------
    MinirowError
        If there are no scores, or an argument is unknown.

    Examples
    --------
    >>> from minirow import benchmark
    >>> rows = benchmark.rows()
    >>> solver = benchmark.score([row["solution"] for row in rows], name="solver")
    >>> copier = benchmark.score([row["puzzle"] for row in rows], name="copier")
    >>> print(benchmark.table([solver, copier], by="depths"))
    | T&E | puzzles | solver | copier |
    | --- | ---: | ---: | ---: |
    | 0 | 250 | 100.0 | 0.0 |
    | 1 | 800 | 100.0 | 0.0 |
    | 2 | 150 | 100.0 | 0.0 |
    | all | 1200 | 100.0 (99.7 to 100.0) | 0.0 (0.0 to 0.3) |
    <BLANKLINE>
    """
    scores = list(scores)
    if not scores or not all(isinstance(found, Score) for found in scores):
        raise MinirowError(f"scores: found {scores!r}, expected at least one Score")
    if by not in _GROUPS or form not in ("markdown", "latex"):
        groups = ", ".join(map(repr, _GROUPS))
        raise MinirowError(f"found by={by!r} and form={form!r}, expected one of {groups}, and 'markdown' or 'latex'")
    head = {"bands": "ER", "depths": "T&E", "techniques": "hardest technique"}[by]
    names = [found.name if k == 1 else f"{found.name}, pass@{k}" for found in scores]
    lines = [[head, "puzzles", *names]]
    for group in scores[0].reports[0][by]:
        values = [found.pass_at(k, **{_GROUPS[by]: group["name"]}) for found in scores]
        lines.append([group["name"], str(group["puzzles"]), *map(_percent, values)])
    totals = [(found.pass_at(k), *found.interval(k)) for found in scores]
    ends = [f"{_percent(mean)} ({_percent(low)} to {_percent(high)})" for mean, low, high in totals]
    lines.append(["all", str(len(_rows())), *ends])
    return _markdown(lines) if form == "markdown" else _latex(lines)


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _markdown(lines: list[list[str]]) -> str:
    rule = ["---", *["---:"] * (len(lines[0]) - 1)]
    cells = ([cell.replace("|", "\\|") for cell in line] for line in [lines[0], rule, *lines[1:]])
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


def _latex(lines: list[list[str]]) -> str:
    special = {
        **{character: f"\\{character}" for character in "&%$#_{}"},
        **{"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}"},
    }
    signs = str.maketrans(special)
    head, *rest, last = (" & ".join(cell.translate(signs) for cell in line) + r" \\" for line in lines)
    columns = "l" + "r" * (len(lines[0]) - 1)
    body = [rf"\begin{{tabular}}{{{columns}}}", r"\toprule", head, r"\midrule", *rest, r"\midrule", last]
    return "\n".join([*body, r"\bottomrule", r"\end{tabular}", ""])
