"""Streams of puzzles for training and test, from a seed or from files.

`PuzzleStream` generates puzzles while a model is trained, or reads those of files (`PuzzleStream.from_files`). It works with
PyTorch (`PuzzleStream.torch`), with Hugging Face (`PuzzleStream.hugging_face`) and alone. `write_folder` writes the folders of arrays that the published training code of HRM
and TRM reads, `transformed` gives equivalent puzzles, and `arrays` gives the arrays of puzzles.

A stream of rows needs nothing else. Arrays need NumPy, and the data sets need their library. All of them come with
``pip install "minirow[torch]"``.

Examples
--------
>>> from minirow.data import PuzzleStream
>>> stream = PuzzleStream(42, count=1000, er=(None, 1.5), split="train")
>>> row = next(iter(stream))
>>> row["index"], row["epoch"], row["er"]
(0, 0, 1.5)
"""

from ._folder import write_folder
from ._layouts import arrays
from ._stream import PuzzleStream
from ._symmetry import SYMMETRIES, transformed

__all__ = ["SYMMETRIES", "PuzzleStream", "arrays", "transformed", "write_folder"]
