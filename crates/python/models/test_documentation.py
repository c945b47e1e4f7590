"""The chapters of the guide that need PyTorch run, on small numbers, and so does the example."""

import json
import os
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


def test_the_example_trains_and_its_predictions_are_scored(tmp_path):
    puzzles, predictions = tmp_path / "benchmark.csv", tmp_path / "predictions.csv"
    command = os.environ.get("MINIROW_COMMAND", "minirow")
    subprocess.run([command, "benchmark", "write", "--quiet", "--out", puzzles], check=True)
    puzzles.write_text("".join(puzzles.read_text().splitlines(keepends=True)[:21]))
    program = REPOSITORY / "crates/python/examples/train_small.py"
    words = ["--steps", "3", "--test", "20", "--batch", "8", "--puzzles", puzzles, "--out", predictions]
    done = subprocess.run([sys.executable, program, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "of 20 boards" in done.stdout
    words = [command, "benchmark", "score", "--format", "json", predictions]
    score = json.loads(subprocess.run(words, capture_output=True, check=True).stdout)
    assert (score["missing"], score["malformed"], score["clues_changed"]) == (1180, 0, 0)
