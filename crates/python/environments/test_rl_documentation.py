"""The docstrings of `minirow.rl` and `minirow.traces` and the chapter of the guide are right, and their examples run."""

import importlib
import inspect
import subprocess
import sys

import pytest
from documentation import REPOSITORY, chapters, problems_of_form, public_objects, run_chapter, run_examples

#: The modules, with the libraries that they need.
MODULES = {
    "minirow.rl": (),
    "minirow.traces": (),
    "minirow.rl.gymnasium": ("gymnasium",),
    "minirow.rl.reasoning_gym": ("reasoning_gym",),
    "minirow.rl.verifiers": ("verifiers",),
    "minirow_sudoku_moves": ("verifiers",),
}
CHAPTER = REPOSITORY / "docs/src/environments.md"


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("module", MODULES)
def test_docstrings_have_the_form_of_numpydoc_and_their_examples_run(module):
    for library in MODULES[module]:
        pytest.importorskip(library)
    for name, documented in public_objects(importlib.import_module(module)).items():
        if not inspect.ismodule(documented):
            assert problems_of_form(name) == [], name
        assert run_examples(name, documented) > 0, name


def test_the_python_of_the_guide_runs():
    for library in ("gymnasium", "reasoning_gym", "verifiers"):
        pytest.importorskip(library)
    assert run_chapter(CHAPTER, chapters()[CHAPTER]) > 0


def test_a_type_checker_finds_only_the_error(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(
        "from minirow import traces\n"
        "from minirow.rl import Curriculum, Move, MoveJudge, parse_moves, verify\n"
        "reward: float = verify('', '').reward(partial=0.5)\n"
        "judge = MoveJudge('', max_er='hard')\n"
        "rewards: list[float] = [judge.judge(move).reward for move in parse_moves('')]\n"
        "curriculum = Curriculum.by_er((1.2, 2.0), seed=1, window=5)\n"
        "level, row = curriculum.puzzle(0)\n"
        "advanced: bool = curriculum.record(True, level)\n"
        "tokens: list[int] = next(traces.sample(1, level='hard', clues=(24, 26))).tokens()\n"
        "solution: str = traces.replay(traces.Trace.from_tokens(tokens))\n"
        "judge.judge('r1c1=5')\n"
    )
    words = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", tmp_path, program]
    message = subprocess.run(words, capture_output=True, text=True, check=False).stdout.splitlines()
    message = [line for line in message if ": note: " not in line]
    assert len(message) == 1 and 'program.py:11: error: Argument 1 to "judge"' in message[0], message
