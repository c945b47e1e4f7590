"""The constraints on generated puzzles, for type checkers and editors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict


class Constraints(TypedDict, total=False):
    """The constraints of ``minirow pack``, with `_` for `-`; ``minirow pack --help`` describes them.

    Ranges are texts: ``"2.6..=3.4"``, ``"24.."``, ``"..=28"``; or one number. None leaves a constraint unset.
    """

    level: Literal["easy", "medium", "hard", "expert", "diabolical", "extreme"] | None
    #: The rating of the hardest step.
    er: str | float | None
    #: The rating of the hardest step up to the first placement.
    ep: str | float | None
    #: The rating of the first step.
    ed: str | float | None
    #: Techniques that the path uses, by their names in the column ``techniques``.
    needs: str | Sequence[str] | None
    #: Techniques that the path does not use.
    without: str | Sequence[str] | None
    #: The number of steps of the path.
    steps: str | int | None
    #: The number of clues.
    clues: str | int | None
    #: Whether no clue can be removed.
    minimal: bool | None
    #: Whether the clues are spread evenly.
    even: bool | None
    #: The symmetry of the clues: ``"half-turn"``, ...
    symmetry: str | None
    #: Digits that are among the clues.
    with_digits: str | int | Sequence[int] | None
    #: A digit that is not among the clues.
    missing_digits: str | int | Sequence[int] | None
    #: The solution, 81 digits.
    solution: str | None
    #: The cells that may have clues: 81 characters, `.` or `0` for the others.
    mask: str | None
    #: With ``mask``: a clue in each of these cells.
    exact: bool | None
    #: How puzzles are sampled; ``"weighted"`` adds the column ``weight``.
    sampling: Literal["removal", "weighted", "uniform"] | None
    #: How rare puzzles are searched.
    search: Literal["auto", "sample", "climb"] | None
    #: The number of attempts after which an index is given up.
    max_tries: int | None
