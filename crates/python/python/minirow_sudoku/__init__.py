"""The environment ``minirow-sudoku`` of verifiers, which finds environments by the name of a module."""

from minirow.rl.verifiers import *  # noqa: F403
from minirow.rl.verifiers import __all__  # noqa: F401
