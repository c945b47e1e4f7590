"""The cases of both interfaces of verifiers: puzzles, and replies with their scores."""

import minirow

ID = "minirow-sudoku"
BATCH = minirow.generate(seed=42, count=8, er=(1.0, 1.5))
SOLVED = "I see.\n" + "\n".join(" ".join(BATCH["solution"][0][start : start + 9]) for start in range(0, 81, 9))
HALF = BATCH["solution"][0][:45] + BATCH["puzzle"][0][45:]
REPLIES = {  # the reply to puzzle 0: its reward with partial=0.5, and whether it is legal and has all clues
    "the solution": (SOLVED, 1.0, 1.0, 1.0),
    "the clues": (BATCH["puzzle"][0], 0.0, 1.0, 1.0),
    "half of the cells": (HALF, None, 1.0, 1.0),
    "another solution": (BATCH["solution"][1], 0.0, 1.0, 0.0),
    "ones": (BATCH["puzzle"][0].replace(".", "1"), 0.0, 0.0, 1.0),
    "no board": ("I give up.", 0.0, 0.0, 0.0),
    "nothing": ("", 0.0, 0.0, 0.0),
}
