"""A taskset of verifiers, version 0.2 or later."""

# No `from __future__ import annotations`: pydantic reads the annotations.

from collections.abc import Iterator
from typing import Any

import verifiers.v1 as vf
from pydantic import Field
from verifiers.v1.harnesses.null import NullHarness

from ._boards import BoardVerdict, verdict_on_reply, verify
from ._puzzles import PuzzleSource, constraints_with, question


class SudokuData(vf.TaskData):  # type: ignore[misc]
    """A puzzle as the data of a task."""

    #: The puzzle, 81 characters.
    puzzle: str
    #: The rating of the hardest step.
    er: float
    #: The level.
    level: str


class SudokuTaskConfig(vf.TaskConfig):  # type: ignore[misc]
    """The scoring of a task."""

    #: The largest reward of an answer that is no solution.
    partial: float = Field(default=0.0, ge=0.0, le=1.0)


class SudokuTask(vf.Task[SudokuData, vf.State, SudokuTaskConfig]):  # type: ignore[misc]
    """A puzzle to solve."""

    @vf.reward(weight=1.0)  # type: ignore[untyped-decorator]
    async def reward(self, trace: vf.Trace) -> float:
        verdict = self._verdict(trace)
        return verdict.reward(self.config.partial) if verdict else 0.0

    @vf.metric  # type: ignore[untyped-decorator]
    async def progress(self, trace: vf.Trace) -> float:
        verdict = self._verdict(trace)
        return verdict.progress if verdict else 0.0

    @vf.metric  # type: ignore[untyped-decorator]
    async def legal(self, trace: vf.Trace) -> float:
        verdict = self._verdict(trace)
        return float(verdict is not None and verdict.is_legal)

    @vf.metric  # type: ignore[untyped-decorator]
    async def consistent(self, trace: vf.Trace) -> float:
        verdict = self._verdict(trace)
        return float(verdict is not None and verdict.is_consistent)

    async def validate(self, runtime: Any) -> bool:
        return verify(self.data.puzzle, self.data.puzzle).is_unique

    def _verdict(self, trace: Any) -> BoardVerdict | None:
        return verdict_on_reply(self.data.puzzle, trace.last_reply)


class SudokuHarness(NullHarness):  # type: ignore[misc]
    """The harness of the taskset by default: the model answers, and has no tools.

    verifiers would use its harness ``bash`` otherwise, which gives the model a shell, so that it can write a solver.

    Parameters
    ----------
    config : verifiers.v1.harnesses.null.NullHarnessConfig
        The configuration: that of the harness ``null`` of verifiers.

    Examples
    --------
    >>> import verifiers.v1 as vf
    >>> vf.load_harness(vf.default_agent_harness("minirow-sudoku")).EXECUTES_CODE
    False
    """


class PuzzlesConfig(vf.TasksetConfig):  # type: ignore[misc]
    """Which puzzles a taskset has."""

    seed: int = Field(default=0, ge=0)
    start: int = Field(default=0, ge=0)
    count: int | None = Field(default=1000, ge=1)
    min_er: float = 1.0
    max_er: float = 2.0
    constraints: dict[str, Any] = {}
    instructions: str | None = None

    def rows(self) -> Iterator[dict[str, Any]]:
        source = PuzzleSource(self.seed, constraints_with(self.min_er, self.max_er, self.constraints))
        return source.rows(self.start, self.count)

    def fields(self, number: int, row: dict[str, Any]) -> dict[str, Any]:
        """Returns the data of a task but for its prompt."""
        puzzle = {"puzzle": row["puzzle"], "er": row["er"], "level": row["level"]}
        return {"idx": number, "name": row["id"], "system_prompt": self.instructions, **puzzle}


class SudokuTasksetConfig(PuzzlesConfig):
    """The configuration of a taskset. The fields are the parameters of `minirow.rl.verifiers.load_environment`."""

    task: SudokuTaskConfig = SudokuTaskConfig()


class Counted:
    """The length of a taskset: its count."""

    config: Any
    transform: Any

    def __bool__(self) -> bool:
        return True

    def __len__(self) -> int:
        if self.config.count is None or self.transform is not None:
            raise TypeError("found a taskset without a count, or a view of one, expected one whose length is known")
        return int(self.config.count)


class SudokuTaskset(Counted, vf.Taskset[SudokuTask, SudokuTasksetConfig]):  # type: ignore[misc]
    """Puzzles as tasks of verifiers, with the fields of `load_environment` as configuration.

    Parameters
    ----------
    config : SudokuTasksetConfig
        The configuration: ``seed``, ``start``, ``count``, ``min_er``, ``max_er``, ``constraints``, ``instructions`` (the
        system prompt) and ``task.partial``. With the count None, the taskset is infinite.

    See Also
    --------
    load_environment : Describes the fields.

    Examples
    --------
    >>> import verifiers.v1 as vf
    >>> config = vf.taskset_config_type("minirow-sudoku")(id="minirow-sudoku", seed=42, count=3)
    >>> [task.data.name for task in vf.load_taskset(config).load()]
    ['42-499fde40-0', '42-499fde40-1', '42-499fde40-2']
    """

    def __init__(self, config: SudokuTasksetConfig) -> None:
        super().__init__(config)
        self.INFINITE = config.count is None

    def load(self) -> Iterator[SudokuTask]:
        """Returns the tasks.

        Yields
        ------
        SudokuTask
            The tasks, in the order of their indices.

        Examples
        --------
        >>> import verifiers.v1 as vf
        >>> config = vf.taskset_config_type("minirow-sudoku")(id="minirow-sudoku", count=2)
        >>> [task.data.idx for task in vf.load_taskset(config).load()]
        [0, 1]
        """
        config = self.config
        for number, row in enumerate(config.rows()):
            data = SudokuData(prompt=question(row["puzzle"]), **config.fields(number, row))
            yield SudokuTask(data, config.task)
