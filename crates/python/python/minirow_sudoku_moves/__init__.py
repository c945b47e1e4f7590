"""The environment ``minirow-sudoku-moves`` of verifiers, which finds environments by the name of a module.

A model solves a puzzle with moves, in several turns. `minirow.rl.MoveDialogue` has the rules.

Examples
--------
>>> import verifiers.v1 as vf
>>> config = vf.resolve_env_config({"taskset": {"id": "minirow-sudoku-moves", "seed": 42, "task": {"feedback": "reason"}}})
>>> len(next(iter(vf.load_environment(config).taskset)).data.puzzle)
81
"""

from minirow.rl._move_taskset import SudokuMovesEnv, SudokuMovesHarness, SudokuMovesTaskset

__all__ = ["SudokuMovesEnv", "SudokuMovesHarness", "SudokuMovesTaskset"]
