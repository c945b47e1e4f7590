"""The environment ``minirow-sudoku-moves`` of verifiers, which finds environments by the name of a module."""

from minirow.rl._move_taskset import SudokuMovesEnv, SudokuMovesHarness, SudokuMovesTaskset

__all__ = ["SudokuMovesEnv", "SudokuMovesHarness", "SudokuMovesTaskset"]
