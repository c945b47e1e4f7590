"""Rewards, curricula and environments for models that learn to solve.

Nothing here needs another library:

- `verify` checks a board, `parse_board` reads it from the answer of a language model. Clues are never rewarded.
- `MoveJudge` checks each move against the solution and, up to a rating, against logic.
- `MoveDialogue` is a puzzle that a model solves in several turns, with feedback.
- `Curriculum` gives puzzles by ER, T&E depth or technique, and advances by success rate.

The environments of other libraries are modules of their own, which ``import minirow.rl`` does not import:

- `minirow.rl.gymnasium` is an environment of Gymnasium.
- `minirow.rl.reasoning_gym` is a data set of reasoning-gym.
- `minirow.rl.verifiers` has two environments of verifiers: one answer, and moves in several turns.

Examples
--------
>>> from minirow.rl import Curriculum, verify
>>> stage, row = Curriculum.by_er(seed=42).puzzle(0)
>>> verify(row["puzzle"], row["solution"]).reward()
1.0
"""

from .._position import Move
from ._boards import BoardVerdict, parse_board, verify
from ._curriculum import Curriculum, Stage
from ._dialogue import MoveDialogue
from ._moves import MoveJudge, MoveRewards, MoveVerdict, parse_moves

__all__ = [
    "BoardVerdict",
    "Curriculum",
    "Move",
    "MoveDialogue",
    "MoveJudge",
    "MoveRewards",
    "MoveVerdict",
    "Stage",
    "parse_board",
    "parse_moves",
    "verify",
]
