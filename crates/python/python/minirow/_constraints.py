"""The types of the constraints on generated puzzles, for type checkers and editors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import TypeAlias

    #: A range of whole numbers.
    Range: TypeAlias = str | int | range | tuple[int | None, int | None]
    #: A range of ratings.
    Ratings: TypeAlias = str | float | tuple[float | None, float | None]


class Constraints(TypedDict, total=False):
    """The constraints of ``minirow pack``, with ``_`` for ``-``.

    A range is one number, a tuple with both ends such as ``(24, 28)``, which includes 28, or a text such as ``"24..=28"``,
    ``"24-28"``, ``"24.."`` or ``"..=28"``. None in a tuple stands for no limit. ``range(24, 29)`` does not include 29, as
    everywhere in Python, and is the same as ``(24, 28)``. None leaves a constraint unset.
    ``minirow pack --help`` describes the constraints.
    """

    #: The level of difficulty.
    level: Literal["easy", "medium", "hard", "expert", "diabolical", "extreme"] | None
    #: The rating of the hardest step, a range from 1.0 to 20.0.
    er: Ratings | None
    #: The rating of the hardest step up to the first placement, a range from 1.0 to 20.0.
    ep: Ratings | None
    #: The rating of the first step, a range from 1.0 to 20.0.
    ed: Ratings | None
    #: Techniques that the solution must use, by their names in the column ``techniques``, or ``"hodoku:x-wing"`` for HoDoKu.
    needs: str | Sequence[str] | None
    #: Techniques that the solution must not use.
    without: str | Sequence[str] | None
    #: The number of steps, a range.
    steps: Range | None
    #: The estimated solving time in minutes, a range from 0.0 to 65.0.
    minutes: Ratings | None
    #: The T&E depth, a range from 0 to 3.
    te: Range | None
    #: B, the length of the longest braid, a range from 0 to 64.
    b: Range | None
    #: The level in HoDoKu.
    hodoku_level: Literal["easy", "medium", "hard", "unfair", "extreme"] | None
    #: The score in HoDoKu, a range from 0 to 99999.
    hodoku_score: Range | None
    #: The number of clues, a range from 17 to 81.
    clues: Range | None
    #: True if no clue may be redundant.
    minimal: bool | None
    #: Columns of ``properties`` with their values, such as ``"empty_boxes=1.."``.
    property: str | Sequence[str] | None
    #: True if the clues must be spread evenly.
    even: bool | None
    #: The symmetry of the clues, such as ``"half-turn"``.
    symmetry: str | None
    #: Digits that must be among the clues.
    with_digits: str | int | Sequence[int] | None
    #: A digit that must not be among the clues.
    missing_digits: str | int | Sequence[int] | None
    #: The solution, 81 digits.
    solution: str | None
    #: The cells that may have clues: 81 characters, with ``.`` or ``0`` for the other cells.
    mask: str | None
    #: With ``mask``, True if each of its cells must have a clue.
    exact: bool | None
    #: The sampling method. ``"weighted"`` adds the column ``weight``.
    sampling: Literal["removal", "weighted", "uniform"] | None
    #: The search method for rare puzzles.
    search: Literal["auto", "sample", "climb"] | None
    #: The number of attempts after which an index is given up.
    max_tries: int | None
