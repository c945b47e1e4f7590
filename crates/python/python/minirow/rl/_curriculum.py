"""Curricula: stages of difficulty, and the rule by which a learner advances."""

from __future__ import annotations

import hashlib
import json
import math
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from .._arguments import number, several, texts, true_or_false, whole
from .._minirow import GENERATOR, MinirowError
from ._puzzles import PuzzleSource, band, rating

#: The upper ends of the default stages by ER: each is a rating with a name of its own in the ladder.
ER_BOUNDS = (1.2, 1.5, 2.0, 2.3, 2.6, 3.4, 4.2, 5.0, 6.6, 7.1, 8.3, 9.0)


@dataclass(frozen=True)
class Stage:
    """A stage of a curriculum.

    Parameters
    ----------
    name : str
        The name of the stage.
    constraints : dict
        The constraints on its puzzles, as for `minirow.generate`.

    See Also
    --------
    Curriculum : Has the stages.

    Examples
    --------
    >>> from minirow.rl import Stage
    >>> Stage("pairs", {"needs": ["naked-pair"], "er": (3.0, 3.0)}).name
    'pairs'
    """

    name: str
    constraints: dict[str, Any] = field(default_factory=dict)


class Curriculum:
    """Stages of difficulty, from easy to hard. A learner advances by its success rate.

    Everything is a function of the arguments and of the results that were recorded: nothing depends on the clock or on
    chance.

    Parameters
    ----------
    stages : iterable of Stage
        The stages, easiest first.
    seed : int, default 0
        The seed of the puzzles, from 0 to 2**64 - 1.
    window : int, default 50
        The number of latest results, at least 1, that count for the success rate.
    threshold : float, default 0.8
        The success rate, above 0.0 and at most 1.0, at which the learner advances.
    review : float, default 0.1
        The share of puzzles, from 0.0 to 1.0, that come from earlier stages.

    Raises
    ------
    MinirowError
        If there are no stages, or an argument is out of range.

    See Also
    --------
    Curriculum.by_er : Stages by the rating of the hardest step.
    Curriculum.by_te_depth : Stages by T&E depth.
    Curriculum.by_technique : Stages by technique.

    Examples
    --------
    >>> from minirow.rl import Curriculum
    >>> curriculum = Curriculum.by_er((1.2, 1.5, 2.6), seed=7, window=2)
    >>> stage, row = curriculum.puzzle(0)
    >>> stage, row["er"], curriculum.stage.name
    (0, 1.2, 'er 1.0-1.2')
    >>> curriculum.record(True), curriculum.record(True), curriculum.stage.name
    (False, True, 'er 1.3-1.5')
    """

    def __init__(
        self,
        stages: Iterable[Stage],
        *,
        seed: int = 0,
        window: int = 50,
        threshold: float = 0.8,
        review: float = 0.1,
    ) -> None:
        self._stages: tuple[Stage, ...] = tuple(several("stages", stages, "at least one Stage"))
        if not self._stages or not all(isinstance(stage, Stage) for stage in self._stages):
            raise MinirowError(f"stages: found {self._stages!r}, expected at least one Stage")
        self._seed = whole("seed", seed, 0)
        self._window = whole("window", window, 1)
        expected = "a share above 0.0 and at most 1.0"
        self._threshold = number("threshold", threshold, expected, least=math.ulp(0.0))
        self._review = number("review", review, "a share from 0.0 to 1.0")
        self._sources = [PuzzleSource(self._seed, stage.constraints) for stage in self._stages]
        self._level = 0
        self._results: deque[bool] = deque(maxlen=self._window)

    @classmethod
    def by_er(cls, bounds: Iterable[float] = ER_BOUNDS, **options: Any) -> Curriculum:
        """Returns a curriculum with stages by ER, the rating of the hardest step.

        Parameters
        ----------
        bounds : iterable of float
            The highest rating of each stage, from 1.0 to 20.0 with one decimal. The first stage begins at 1.0, each
            other one 0.1 above the one before.
        **options : int or float
            The other arguments of `Curriculum`.

        Returns
        -------
        Curriculum
            The curriculum.

        Raises
        ------
        MinirowError
            If the bounds do not ascend, or are out of range.

        Examples
        --------
        >>> from minirow.rl import Curriculum
        >>> [stage.name for stage in Curriculum.by_er((1.5, 2.5, 4.0)).stages]
        ['er 1.0-1.5', 'er 1.6-2.5', 'er 2.6-4.0']
        """
        highs = [rating("bounds", bound) for bound in several("bounds", bounds, "several ratings")]
        lows = [1.0, *(round(high + 0.1, 1) for high in highs[:-1])]
        ranges = [band("bounds", low, high) for low, high in zip(lows, highs)]
        return cls([Stage(f"er {low}-{high}", {"er": (low, high)}) for low, high in ranges], **options)

    @classmethod
    def by_te_depth(cls, depths: Iterable[int] = (0, 1, 2), **options: Any) -> Curriculum:
        """Returns a curriculum with stages by T&E depth.

        Parameters
        ----------
        depths : iterable of int
            The depths, from 0 (singles are enough) to 3, in ascending order. Depth 2 is rare: a puzzle takes seconds.
        **options : int or float
            The other arguments of `Curriculum`.

        Returns
        -------
        Curriculum
            The curriculum.

        Raises
        ------
        MinirowError
            If the depths do not ascend, or are out of range.

        Examples
        --------
        >>> from minirow.rl import Curriculum
        >>> [stage.name for stage in Curriculum.by_te_depth((0, 1)).stages]
        ['depth 0', 'depth 1']
        """
        depths = [whole("depths", depth, 0, 3) for depth in several("depths", depths, "several depths")]
        if any(after <= before for before, after in pairwise(depths)):
            raise MinirowError(f"depths: found {depths}, expected depths in ascending order")
        return cls([Stage(f"depth {depth}", {"te": depth}) for depth in depths], **options)

    @classmethod
    def by_technique(cls, techniques: Iterable[str], **options: Any) -> Curriculum:
        """Returns a curriculum that adds a technique in each stage.

        Parameters
        ----------
        techniques : iterable of str
            The techniques in the order in which they are learned, by their names in the column ``techniques``. The
            solutions of a stage need its technique, and none of the later ones.
        **options : int or float
            The other arguments of `Curriculum`.

        Returns
        -------
        Curriculum
            The curriculum.

        Raises
        ------
        MinirowError
            If a technique is unknown.

        Examples
        --------
        >>> from minirow.rl import Curriculum
        >>> curriculum = Curriculum.by_technique(["hidden-single", "naked-single", "pointing"], seed=1)
        >>> stage, row = curriculum.puzzle(0)
        >>> "naked-single" in row["techniques"] or "pointing" in row["techniques"]
        False
        """
        names = texts("techniques", techniques)
        later = [names[place + 1 :] for place in range(len(names))]
        stages = [
            Stage(name, {"needs": [name], **({"without": avoided} if avoided else {})})
            for name, avoided in zip(names, later)
        ]
        return cls(stages, **options)

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages, easiest first.

        Returns
        -------
        tuple of Stage
            The stages.

        Examples
        --------
        >>> from minirow.rl import Curriculum
        >>> len(Curriculum.by_er().stages)
        12
        """
        return self._stages

    @property
    def level(self) -> int:
        """The number of the current stage.

        Returns
        -------
        int
            The number, from 0.

        Examples
        --------
        >>> from minirow.rl import Curriculum
        >>> Curriculum.by_er().level
        0
        """
        return self._level

    @property
    def stage(self) -> Stage:
        """The current stage.

        Returns
        -------
        Stage
            The stage.

        Examples
        --------
        >>> from minirow.rl import Curriculum
        >>> Curriculum.by_er().stage.constraints
        {'er': (1.0, 1.2)}
        """
        return self._stages[self._level]

    @property
    def success_rate(self) -> float | None:
        """The success rate in the current stage.

        Returns
        -------
        float or None
            The share of solved puzzles among the latest results, up to `window` of them. None without a result.

        Examples
        --------
        >>> from minirow.rl import Curriculum
        >>> curriculum = Curriculum.by_er()
        >>> curriculum.record(True), curriculum.record(False), curriculum.success_rate
        (False, False, 0.5)
        """
        return sum(self._results) / len(self._results) if self._results else None

    def puzzle(self, index: int) -> tuple[int, dict[str, Any]]:
        """Returns a puzzle of the current stage or, for review, of an earlier one.

        Parameters
        ----------
        index : int
            The index of the puzzle, from 0 to 2**64 - 2.

        Returns
        -------
        tuple of int and dict
            The number of the stage, and the row of `minirow.generate`: a function of the curriculum, the current stage
            and the index.

        Raises
        ------
        MinirowError
            If `index` is out of range.

        Examples
        --------
        >>> from minirow.rl import Curriculum
        >>> stage, row = Curriculum.by_er(seed=42).puzzle(5)
        >>> stage, row["id"].endswith("-5"), row["er"] <= 1.2
        (0, True, True)
        """
        level = self._level
        if level:
            drawn = hashlib.sha256(f"{self._seed} {level} {index}".encode()).digest()
            if int.from_bytes(drawn[:8], "big") < self._review * 2**64:
                level = int.from_bytes(drawn[8:16], "big") % level
        return level, self._sources[level].row(index)

    def record(self, is_solved: bool, level: int | None = None) -> bool:
        """Records the result of a puzzle, and advances if the success rate is reached.

        The learner advances when the last `window` results have at least the share `threshold` of successes. The next
        stage begins without results. A learner stays in the last stage.

        Parameters
        ----------
        is_solved : bool
            True if the learner has solved the puzzle. A reward between 0 and 1 is no result.
        level : int, optional
            The stage of the puzzle. The result counts only if it is the current one, which is the default.

        Returns
        -------
        bool
            True if the learner has advanced.

        Raises
        ------
        MinirowError
            If there is no such stage, or `is_solved` is neither True nor False.

        Examples
        --------
        >>> from minirow.rl import Curriculum
        >>> curriculum = Curriculum.by_er((1.2, 2.0), window=1)
        >>> curriculum.record(True), curriculum.record(True), curriculum.level
        (True, False, 1)
        """
        result = true_or_false("is_solved", is_solved)
        if level is not None and whole("level", level, 0, len(self._stages) - 1) != self._level:
            return False
        self._results.append(result)
        full = len(self._results) == self._window
        if not full or sum(self._results) / self._window < self._threshold or self._level + 1 == len(self._stages):
            return False
        self._level += 1
        self._results.clear()
        return True

    def state_dict(self) -> dict[str, Any]:
        """Returns the state, for a checkpoint.

        Returns
        -------
        dict
            The state in the types of JSON.

        See Also
        --------
        Curriculum.load_state_dict : Restores the state.

        Examples
        --------
        >>> from minirow.rl import Curriculum
        >>> curriculum = Curriculum.by_er((1.2, 2.0), window=3)
        >>> curriculum.record(True), curriculum.state_dict()["level"], curriculum.state_dict()["results"]
        (False, 0, [True])
        """
        return {"curriculum": self._identity(), "level": self._level, "results": list(self._results)}

    def load_state_dict(self, state: Mapping[str, Any]) -> None:
        """Restores a state.

        Parameters
        ----------
        state : dict
            The result of `state_dict` of a curriculum with the same arguments.

        Raises
        ------
        MinirowError
            If the state is that of another curriculum, or is damaged.

        Examples
        --------
        >>> from minirow.rl import Curriculum
        >>> trained = Curriculum.by_er((1.2, 2.0), window=1)
        >>> trained.record(True)
        True
        >>> resumed = Curriculum.by_er((1.2, 2.0), window=1)
        >>> resumed.load_state_dict(trained.state_dict())
        >>> resumed.level
        1
        """
        if not isinstance(state, Mapping) or set(state) != {"curriculum", "level", "results"}:
            raise MinirowError(f"found {state!r}, expected the result of state_dict")
        if state["curriculum"] != self._identity():
            raise MinirowError("found the state of a curriculum with other stages or options, expected the same stages and options")
        level, results = whole("level", state["level"], 0, len(self._stages) - 1), state["results"]
        if (
            not isinstance(results, list)
            or len(results) > self._window
            or not all(r is True or r is False for r in results)
        ):
            raise MinirowError(
                f"results: found {results!r}, expected a list of at most {self._window} of True and False"
            )
        self._level = level
        self._results = deque(results, maxlen=self._window)

    def _identity(self) -> str:
        """Returns a checksum of all that the puzzles and the stages depend on."""
        stages = [(stage.name, stage.constraints) for stage in self._stages]
        arguments = [GENERATOR, stages, self._seed, self._window, self._threshold, self._review]
        return hashlib.sha256(json.dumps(arguments, default=str, sort_keys=True).encode()).hexdigest()[:16]
