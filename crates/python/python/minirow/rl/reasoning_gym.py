"""A procedural data set of reasoning-gym, with ratings instead of numbers of blanks.

``import minirow.rl.reasoning_gym`` registers the data set ``minirow_sudoku`` and its curriculum.

Examples
--------
>>> import reasoning_gym
>>> import minirow.rl.reasoning_gym
>>> data = reasoning_gym.create_dataset("minirow_sudoku", seed=42, size=10, min_er=1.3, max_er=2.0)
>>> entry = data[3]
>>> entry["metadata"]["er"], entry["metadata"]["difficulty"]
(2.0, {'er': (1.3, 2.0)})
>>> data.score_answer(entry["answer"], entry), data.score_answer(entry["question"], entry)
(1.0, 0.0)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

try:
    from reasoning_gym.coaching import BaseCurriculum, RangeAttributeDefinition
    from reasoning_gym.factory import DATASETS, ProceduralDataset, register_dataset
except ImportError as error:
    raise ImportError(
        'minirow.rl.reasoning_gym needs reasoning-gym, which is not installed; run pip install "minirow[rl]"'
    ) from error

from .._arguments import whole
from ._boards import check_partial, verdict_on_reply
from ._curriculum import ER_BOUNDS
from ._puzzles import PuzzleSource, constraints_with, grid_text, question

#: The name by which `reasoning_gym.create_dataset` finds the data set.
NAME = "minirow_sudoku"


@dataclass
class SudokuConfig:
    """The configuration of the data set.

    Parameters
    ----------
    min_er : float, default 1.0
        The lowest rating of the hardest step, from 1.0 to 20.0.
    max_er : float, default 2.0
        The highest rating of the hardest step.
    constraints : dict, optional
        More constraints, as for `minirow.generate`: ``{"te": 1}``, ``{"needs": ["x-wing"]}``.
    partial : float, default 0.0
        The largest score of an answer that is no solution, as for `minirow.rl.BoardVerdict.reward`.
    seed : int, optional
        The seed, from 0 to 2**64 - 1. By default, reasoning-gym draws one.
    size : int, default 500
        The number of entries. Entry `i` is the puzzle of the seed with the index `i`.

    See Also
    --------
    SudokuDataset : Has this configuration.

    Examples
    --------
    >>> from minirow.rl.reasoning_gym import SudokuConfig
    >>> SudokuConfig(min_er=2.6, max_er=3.4).validate()
    """

    min_er: float = 1.0
    max_er: float = 2.0
    constraints: dict[str, Any] | None = None
    partial: float = 0.0
    seed: int | None = None
    size: int = 500

    def validate(self) -> None:
        """Checks the values.

        Raises
        ------
        MinirowError
            If a value is out of range, or constraints conflict.

        Examples
        --------
        >>> from minirow.rl.reasoning_gym import SudokuConfig
        >>> try:
        ...     SudokuConfig(min_er=3.0, max_er=2.0).validate()
        ... except minirow.MinirowError as error:
        ...     print(error)
        er: found 3.0 to 2.0, expected the lower rating first
        """
        self._source(self.seed or 0)
        whole("size", self.size, 0)
        check_partial(self.partial)

    def _source(self, seed: int) -> PuzzleSource:
        return PuzzleSource(seed, constraints_with(self.min_er, self.max_er, self.constraints))


class SudokuDataset(ProceduralDataset):  # type: ignore[misc]
    """Puzzles with one solution, by seed and index.

    Parameters
    ----------
    config : SudokuConfig
        The configuration.

    Raises
    ------
    MinirowError
        If a value of the configuration is out of range.

    See Also
    --------
    SudokuCurriculum : Raises the rating.

    Examples
    --------
    >>> from minirow.rl.reasoning_gym import SudokuConfig, SudokuDataset
    >>> data = SudokuDataset(SudokuConfig(seed=1, size=2))
    >>> [entry["metadata"]["source_index"] for entry in data]
    [0, 1]
    """

    def __init__(self, config: SudokuConfig) -> None:
        super().__init__(config=config, seed=config.seed, size=config.size)
        self._source = config._source(self.seed)

    @property
    def category(self) -> str:
        """The category of the data set.

        Returns
        -------
        str
            Games, as for the other puzzles of reasoning-gym.

        Examples
        --------
        >>> from minirow.rl.reasoning_gym import SudokuConfig, SudokuDataset
        >>> SudokuDataset(SudokuConfig(seed=1)).category
        'games'
        """
        return "games"

    def __getitem__(self, idx: int) -> dict[str, Any]:
        number = range(self.size)[idx]  # an IndexError if it is out of range
        row = self._source.row(number)
        return {
            "question": question(row["puzzle"]),
            "answer": grid_text(row["solution"]),
            "metadata": {
                "source_dataset": NAME,
                "source_index": number,
                **{name: row[name] for name in ("id", "puzzle", "solution", "clues", "er", "level", "hardest")},
                "difficulty": {"er": (self.config.min_er, self.config.max_er)},
            },
        }

    def score_answer(self, answer: str | None, entry: dict[str, Any]) -> float:
        """Scores an answer. Clues are not counted.

        Parameters
        ----------
        answer : str or None
            The answer: a text with a board, as for `minirow.rl.parse_board`.
        entry : dict
            The entry of the data set.

        Returns
        -------
        float
            1.0 for the solution, 0.0 for a text without a board, otherwise `minirow.rl.BoardVerdict.reward`.

        Raises
        ------
        MinirowError
            If the puzzle of the entry is not a grid.

        Examples
        --------
        >>> from minirow.rl.reasoning_gym import SudokuConfig, SudokuDataset
        >>> data = SudokuDataset(SudokuConfig(seed=1))
        >>> data.score_answer(None, data[0]), data.score_answer("I do not know.", data[0])
        (0.0, 0.0)
        """
        verdict = verdict_on_reply(entry["metadata"]["puzzle"], answer)
        return verdict.reward(self.config.partial) if verdict else 0.0


class SudokuCurriculum(BaseCurriculum):  # type: ignore[misc]
    """A curriculum by ER: each level but the last adds a band of ratings.

    The last level, 12, has the same ratings as level 11: reasoning-gym extends each level to the next one, to get a range.

    Examples
    --------
    >>> from minirow.rl.reasoning_gym import SudokuCurriculum
    >>> curriculum = SudokuCurriculum()
    >>> curriculum.increment_attr_level("er"), curriculum.generate_configuration({"seed": 1}).max_er
    (True, 1.5)
    """

    def __init__(self) -> None:
        super().__init__(SudokuCurriculum.__name__, SudokuConfig)
        self._define_attributes(
            RangeAttributeDefinition(
                name="er",
                levels=[1.0, *ER_BOUNDS],
                description="The rating of the hardest step",
                lower_field_name="min_er",
                upper_field_name="max_er",
                ensure_interval=True,
            )
        )


if NAME not in DATASETS:
    register_dataset(NAME, SudokuDataset, SudokuConfig, SudokuCurriculum)

__all__ = ["SudokuConfig", "SudokuCurriculum", "SudokuDataset"]
