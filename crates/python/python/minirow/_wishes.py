"""What can be wished of generated puzzles, for type checkers and editors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict


class Wishes(TypedDict, total=False):
    """The wishes of ``minirow pack``, with `_` for `-`; ``minirow pack --help`` says more. None is no wish.

    Ranges are texts: ``"2.6..=3.4"``, ``"24.."``, ``"..=28"``; or one number.
    """

    level: Literal["easy", "medium", "hard", "expert", "diabolical", "extreme"] | None
    #: The rating of the hardest step.
    er: str | float | None
    #: That of the hardest step up to the first placement.
    ep: str | float | None
    #: That of the first step.
    ed: str | float | None
    #: Techniques that the path takes, by their names in the column ``techniques``.
    needs: str | Sequence[str] | None
    #: Techniques that it does without.
    without: str | Sequence[str] | None
    #: The number of steps of the path.
    steps: str | int | None
    #: The number of clues.
    clues: str | int | None
    #: Whether no clue can be spared.
    minimal: bool | None
    #: Whether clues are spread evenly.
    even: bool | None
    #: The symmetry of the clues: ``"half-turn"``, ...
    symmetry: str | None
    #: Digits that are among the clues.
    with_digits: str | int | Sequence[int] | None
    #: A digit that is not.
    missing_digits: str | int | Sequence[int] | None
    #: The solution, 81 digits.
    solution: str | None
    #: Where clues may be: 81 characters, `.` or `0` where not.
    mask: str | None
    #: With ``mask``: a clue in each of these cells.
    exact: bool | None
    #: How fair a sample of all minimal puzzles it is; ``"weighted"`` adds the column ``weight``.
    sampling: Literal["removal", "weighted", "uniform"] | None
    #: How to look for them.
    search: Literal["auto", "sample", "climb"] | None
    #: After how many tries an index is given up.
    max_tries: int | None
