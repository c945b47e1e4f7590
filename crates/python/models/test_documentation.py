"""The chapters of the guide that need PyTorch run, on small numbers, and so does the example."""

import csv
import subprocess
import sys

import pytest
from documentation import REPOSITORY, chapters, needs_torch, run_chapter

pytest.importorskip("torch")

CHAPTERS = {path.name: path for path, blocks in chapters().items() if needs_torch(blocks)}


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_python_of_the_guide_runs(chapter, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = CHAPTERS[chapter]
    assert run_chapter(path, chapters()[path], runs={"needs-torch"}) > 0


def test_the_example_trains_and_writes_predictions(tmp_path):
    file = tmp_path / "predictions.csv"
    program = REPOSITORY / "crates/python/examples/train_small.py"
    words = ["--steps", "3", "--test", "20", "--batch", "8", "--width", "16", "--out", file]
    done = subprocess.run([sys.executable, program, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "boards" in done.stdout
    with open(file, newline="") as text:
        rows = list(csv.DictReader(text))
    assert len(rows) == 20 and rows[0].keys() == {"puzzle", "prediction"}
    assert all(len(row["prediction"]) == 81 and set(row["prediction"]) <= set("123456789") for row in rows)
