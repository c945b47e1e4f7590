"""A taskset of verifiers, version 0.3.1 or later, whose puzzles are solved in several turns."""

# No `from __future__ import annotations`: pydantic reads the annotations.

from collections.abc import Iterator
from itertools import count
from typing import Any, Literal

import verifiers.v1 as vf
from pydantic import Field

from .._minirow import MinirowError
from ._curriculum import Curriculum, Stage
from ._dialogue import MoveDialogue, dialogue_options
from ._puzzles import constraints_with
from ._taskset import Counted, PuzzlesConfig, SudokuData, SudokuHarness


class MoveData(SudokuData):
    """A puzzle as the data of a task, with its stage in a curriculum."""

    #: The number of the stage.
    stage: int = 0


class MoveTaskConfig(vf.TaskConfig):  # type: ignore[misc]
    """The rules of a dialogue: the parameters of `minirow.rl.MoveDialogue`."""

    #: A rating or a level. The command line of verifiers gives a text for both.
    max_er: float | str | None = Field(default=None, union_mode="left_to_right")
    moves_per_turn: int | None = Field(default=None, ge=1)
    feedback: Literal["board", "verdict", "reason"] = "verdict"
    max_turns: int | None = Field(default=None, ge=1)
    max_mistakes: int | None = Field(default=None, ge=1)


class MoveTask(vf.Task[MoveData, vf.State, MoveTaskConfig]):  # type: ignore[misc]
    """A puzzle to solve with moves."""

    def dialogue(self) -> MoveDialogue:
        """Returns the dialogue at its start."""
        rules = self.config
        return MoveDialogue(
            self.data.puzzle,
            max_er=rules.max_er,
            moves_per_turn=rules.moves_per_turn,
            feedback=rules.feedback,
            max_turns=rules.max_turns,
            max_mistakes=rules.max_mistakes,
        )


class SudokuMovesTasksetConfig(PuzzlesConfig):
    """Which puzzles a taskset has, as `SudokuTasksetConfig`, and their rules in ``task``."""

    stages: list[float] | None = None
    window: int = Field(default=50, ge=1)
    threshold: float = Field(default=0.8, gt=0.0, le=1.0)
    task: MoveTaskConfig = MoveTaskConfig()


class SudokuMovesTaskset(Counted, vf.Taskset[MoveTask, SudokuMovesTasksetConfig]):  # type: ignore[misc]
    """Puzzles as tasks of verifiers that are solved in several turns.

    Parameters
    ----------
    config : SudokuMovesTasksetConfig
        The configuration: ``seed``, ``start``, ``count``, ``min_er``, ``max_er``, ``constraints`` and ``instructions`` as for
        `SudokuTaskset`, and the parameters of `minirow.rl.MoveDialogue` as ``task.max_er``, ``task.moves_per_turn``,
        ``task.feedback``, ``task.max_turns`` and ``task.max_mistakes``. ``stages`` are the upper ratings of the stages of
        `minirow.rl.Curriculum.by_er`, in place of ``min_er`` and ``max_er``; they need an infinite taskset (``count`` None). The
        next stage begins when the last ``window`` episodes have a share of ``threshold`` of solved puzzles.

    See Also
    --------
    minirow.rl.MoveDialogue : Has the rules.

    Examples
    --------
    >>> import verifiers.v1 as vf
    >>> config = vf.taskset_config_type("minirow-sudoku-moves")(id="minirow-sudoku-moves", seed=42, count=3)
    >>> [task.data.name for task in vf.load_taskset(config).load()]
    ['42-499fde40-0', '42-499fde40-1', '42-499fde40-2']
    """

    def __init__(self, config: SudokuMovesTasksetConfig) -> None:
        super().__init__(config)
        self.INFINITE = config.count is None
        dialogue_options(**config.task.model_dump(include=set(MoveTaskConfig.__annotations__)))
        #: The stages, if the taskset has any. `SudokuMovesEnv` records the results.
        self.curriculum: Curriculum | None = None
        if config.stages is not None:
            if config.count is not None:
                raise MinirowError(f"stages: found the count {config.count}, expected None: results choose the puzzles")
            options = {"seed": config.seed, "window": config.window, "threshold": config.threshold}
            stages = [
                Stage(stage.name, constraints_with(*stage.constraints["er"], config.constraints))
                for stage in Curriculum.by_er(config.stages).stages
            ]
            self.curriculum = Curriculum(stages, **options)

    def load(self) -> Iterator[MoveTask]:
        """Returns the tasks.

        Yields
        ------
        MoveTask
            The tasks, in the order of their indices.

        Examples
        --------
        >>> import verifiers.v1 as vf
        >>> config = vf.taskset_config_type("minirow-sudoku-moves")(id="minirow-sudoku-moves", count=2)
        >>> [task.data.idx for task in vf.load_taskset(config).load()]
        [0, 1]
        """
        for number, (stage, row) in enumerate(self._rows()):
            rules = self.config.task.model_dump(include={"max_er", "moves_per_turn"})
            prompt = MoveDialogue(row["puzzle"], **rules).question()
            yield MoveTask(MoveData(prompt=prompt, stage=stage, **self.config.fields(number, row)), self.config.task)

    def _rows(self) -> Iterator[tuple[int, dict[str, Any]]]:
        if self.curriculum is not None:
            yield from map(self.curriculum.puzzle, count(self.config.start))
        yield from ((0, row) for row in self.config.rows())


class SudokuMovesEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """The configuration of the environment: its one agent."""

    player: vf.AgentConfig = vf.AgentConfig()


class SudokuMovesEnv(vf.Env[SudokuMovesEnvConfig]):  # type: ignore[misc]
    """The environment: a model replies with moves, and gets feedback, until the puzzle is solved or a limit is reached.

    Parameters
    ----------
    config : SudokuMovesEnvConfig
        The configuration, with the taskset.

    Examples
    --------
    >>> import verifiers.v1 as vf
    >>> config = vf.resolve_env_config({"taskset": {"id": "minirow-sudoku-moves", "seed": 42, "count": 3}})
    >>> type(vf.load_environment(config)).__name__
    'SudokuMovesEnv'
    """

    async def run(self, task: Any, agents: Any) -> None:
        """Runs an episode.

        Parameters
        ----------
        task : MoveTask
            The puzzle.
        agents : verifiers.v1.Agents
            The agents, with the player.

        Examples
        --------
        >>> import verifiers.v1 as vf
        >>> vf.environment_class("minirow-sudoku-moves").run.__name__
        'run'
        """
        dialogue = task.dialogue()
        async with agents.player.interaction(task) as interaction:
            segment = await interaction.turn()
            while not segment.terminated and (feedback := dialogue.answer(segment.last_reply)) is not None:
                segment = await interaction.turn(feedback)
        trace = interaction.trace
        trace.record_reward("reward", dialogue.reward, 1.0)
        metrics = {
            "solved": dialogue.is_solved,
            "mistakes": dialogue.mistakes,
            "made": dialogue.made,
            "turns": dialogue.turns,
            "empty_turns": dialogue.empty_turns,
            "stage": task.data.stage,
        }
        for name, value in metrics.items():
            trace.record_metric(name, float(value))
        curriculum = self.taskset.curriculum
        if curriculum is not None:
            curriculum.record(dialogue.is_solved, task.data.stage)


class SudokuMovesHarness(SudokuHarness):
    """The harness of the taskset by default, without tools: that of `minirow-sudoku`.

    Parameters
    ----------
    config : verifiers.v1.harnesses.null.NullHarnessConfig
        The configuration: that of the harness ``null`` of verifiers.

    Examples
    --------
    >>> import verifiers.v1 as vf
    >>> vf.load_harness(vf.default_agent_harness("minirow-sudoku-moves")).EXECUTES_CODE
    False
    """
