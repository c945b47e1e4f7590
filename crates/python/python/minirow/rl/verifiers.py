"""An environment of verifiers: a model answers a puzzle with a board.

Versions 0.1 to 0.3 of verifiers call `load_environment` of a module: ``verifiers.load_environment("minirow-sudoku")``.
Since version 0.2, environments are tasksets, and version 0.4 supports only tasksets: the taskset of
``--env.taskset.id minirow-sudoku`` is `SudokuTaskset`, and its harness is `SudokuHarness`, without tools. All are here,
as far as the installed version has them, and in the module ``minirow_sudoku``, where verifiers finds them. The taskset
``minirow-sudoku-moves``, in the module ``minirow_sudoku_moves``, has puzzles that are solved with moves, in several turns.

Examples
--------
>>> import minirow.rl.verifiers
>>> environment = minirow.rl.verifiers.load_environment(seed=42, count=10, max_er=1.5)
"""

from __future__ import annotations

from typing import Any

try:
    import verifiers
except ImportError as error:
    raise ImportError(
        'minirow.rl.verifiers needs verifiers, which is not installed; run pip install "minirow[rl]"'
    ) from error

from .._arguments import whole
from ._boards import BoardVerdict, check_partial, verdict_on_reply
from ._puzzles import PuzzleSource, constraints_with, question

__all__ = ["load_environment"]

try:
    from verifiers.v1 import TaskData as _  # noqa: F401
except ImportError:
    _has_tasksets = False
else:
    _has_tasksets = True
    from ._taskset import SudokuHarness, SudokuTaskset  # noqa: F401

    __all__ += ["SudokuHarness", "SudokuTaskset"]


def load_environment(
    *,
    seed: int = 0,
    start: int = 0,
    count: int = 1000,
    eval_count: int = 100,
    min_er: float = 1.0,
    max_er: float = 2.0,
    constraints: dict[str, Any] | None = None,
    partial: float = 0.0,
    system_prompt: str | None = None,
) -> Any:
    """Returns the environment.

    The reward is that of `minirow.rl.BoardVerdict.reward`, 0.0 for a reply without a board. The metrics, without weight,
    are ``progress``, ``legal`` and ``consistent``.

    Parameters
    ----------
    seed : int, default 0
        The seed, from 0 to 2**64 - 1.
    start : int, default 0
        The index of the first puzzle, from 0 to 2**64 - 2.
    count : int, default 1000
        The number of puzzles for training, at least 1.
    eval_count : int, default 100
        The number of puzzles for evaluation, at least 0. Their indices follow those for training. Tasksets have no such
        puzzles: use another `start` there.
    min_er : float, default 1.0
        The lowest rating of the hardest step, from 1.0 to 20.0.
    max_er : float, default 2.0
        The highest rating of the hardest step.
    constraints : dict, optional
        More constraints, as for `minirow.generate`, without ``er``.
    partial : float, default 0.0
        The largest reward of an answer that is no solution, from 0.0 to 1.0.
    system_prompt : str, optional
        The system prompt.

    Returns
    -------
    verifiers.Environment
        A ``SingleTurnEnv``. Since version 0.4, the ``Env`` of the taskset, with `SudokuHarness`.

    Raises
    ------
    MinirowError
        If an argument is out of range, or constraints conflict.

    Examples
    --------
    >>> from minirow.rl.verifiers import load_environment
    >>> environment = load_environment(seed=42, count=10, eval_count=5)
    """
    source = PuzzleSource(seed, constraints_with(min_er, max_er, constraints))
    check_partial(partial)
    whole("eval_count", eval_count, 0)
    if not hasattr(verifiers, "SingleTurnEnv"):
        return _of_taskset(seed, start, count, min_er, max_er, constraints, partial, system_prompt)

    from datasets import Dataset

    def rows(first: int, number: int) -> Any:
        found = source.rows(first, number)
        return Dataset.from_list(
            [{"question": question(row["puzzle"]), "answer": row["solution"], "info": _info(row)} for row in found]
        )

    def reward(completion: Any, info: dict[str, Any]) -> float:
        verdict = _verdict(completion, info)
        return verdict.reward(partial) if verdict else 0.0

    return verifiers.SingleTurnEnv(
        dataset=rows(start, count),
        eval_dataset=rows(start + count, eval_count) if eval_count else None,
        system_prompt=system_prompt,
        rubric=verifiers.Rubric(funcs=[reward, progress, legal, consistent], weights=[1.0, 0.0, 0.0, 0.0]),
    )


def _info(row: dict[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in ("id", "puzzle", "er", "level")}


def _verdict(completion: Any, info: dict[str, Any]) -> BoardVerdict | None:
    """Returns the verdict on the last message of a completion, or None if it has no board."""
    last = completion if isinstance(completion, str) else completion[-1] if completion else ""
    if not isinstance(last, str):
        last = last.get("content") if isinstance(last, dict) else last.content
    if isinstance(last, list):  # the parts of a message
        parts = [{"text": part} if isinstance(part, str) else part if isinstance(part, dict) else vars(part) for part in last]
        last = "\n".join(part["text"] for part in parts if isinstance(part.get("text"), str))
    return verdict_on_reply(info["puzzle"], last)


def progress(completion: Any, info: dict[str, Any]) -> float:
    """Returns the share of the blank cells that are right."""
    verdict = _verdict(completion, info)
    return verdict.progress if verdict else 0.0


def legal(completion: Any, info: dict[str, Any]) -> float:
    """Returns 1.0 if no digit is twice in a row, column or box."""
    verdict = _verdict(completion, info)
    return float(verdict is not None and verdict.is_legal)


def consistent(completion: Any, info: dict[str, Any]) -> float:
    """Returns 1.0 if the answer has every clue."""
    verdict = _verdict(completion, info)
    return float(verdict is not None and verdict.is_consistent)


def _of_taskset(
    seed: int,
    start: int,
    count: int,
    min_er: float,
    max_er: float,
    constraints: dict[str, Any] | None,
    partial: float,
    system_prompt: str | None,
) -> Any:
    """Returns the environment of a taskset."""
    from verifiers.v1 import load_environment, resolve_env_config

    taskset = {
        "id": "minirow-sudoku",
        "seed": seed,
        "start": start,
        "count": count,
        "min_er": min_er,
        "max_er": max_er,
        "constraints": constraints or {},
        "instructions": system_prompt,
        "task": {"partial": partial},
    }
    return load_environment(resolve_env_config({"taskset": taskset}))
