"""Control characters and marks of direction in arguments, file names and cells never reach the text of an error or a warning."""

import inspect
import pickle
import unicodedata
import warnings

import pytest
from conftest import PUZZLE, SOLUTION

import minirow
from minirow import data, rl, traces

#: A title of a terminal, C1, delete, a mark of direction, a separator of lines and a line break.
HOSTILE = "x\x1b]0;owned\x07\x9b2J\x7f\u202e\u2028\ny"
FUNCTIONS = {
    f"{module.__name__}.{name}": function
    for module in (minirow, data, rl, traces)
    for name, function in vars(module).items()
    if callable(function) and name in module.__all__ and function is not minirow.MinirowError
}


def unsafe(text, allowed=""):
    """Returns the characters of a text that a terminal does not show as they are."""
    kinds = ("Cc", "Cf", "Zl", "Zp")
    return [letter for letter in text if unicodedata.category(letter) in kinds and letter not in allowed]


def texts_of(function, *arguments, **options):
    """Returns the texts of the error and of the warnings of a call, and the representation of its result."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            texts = [repr(function(*arguments, **options))]
        except Exception as error:
            texts = [str(error), str(pickle.loads(pickle.dumps(error)))] if error.args else []
    return texts + [str(warning.message) for warning in caught]


def test_each_argument_of_an_error_is_a_line():
    error = minirow.MinirowError("a\n\x1b", "b\x9b")
    assert str(error) == "a\\n\\u{1b}\nb\\u{9b}" and error.args == ("a\n\x1b", "b\x9b")


def test_a_long_text_is_cut_off():
    assert len(str(minirow.MinirowError("x" * 1_000_000))) < 2000


@pytest.mark.parametrize("name", FUNCTIONS)
def test_foreign_text_in_any_argument_is_escaped(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / HOSTILE).write_text(f"puzzle,id,{HOSTILE!a}\n{PUZZLE},{HOSTILE},1\n{PUZZLE}{HOSTILE},a,b\n")
    parameters = inspect.signature(FUNCTIONS[name]).parameters.values()
    required = [one for one in parameters if one.default is one.empty and one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL)]
    names = [one.name for one in parameters if one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL)]
    plain = {"puzzle": PUZZLE, "puzzles": [PUZZLE], "grid": PUZZLE, "solution": SOLUTION, "seed": 1, "count": 1, "out": "out.txt"}
    positional = [one.name for one in required if one.kind is one.POSITIONAL_ONLY]
    # An unknown name is foreign text only where a function has further options.
    others = [HOSTILE] if any(one.kind is one.VAR_KEYWORD for one in parameters) else []
    for hostile in [*names, *others]:
        for value in (HOSTILE, [HOSTILE], {HOSTILE: HOSTILE}, f"./{HOSTILE}"):
            given = {one.name: plain.get(one.name, HOSTILE) for one in required} | {hostile: value}
            for text in texts_of(FUNCTIONS[name], *[given.pop(one) for one in positional], **given):
                assert not unsafe(text, "\n"), (hostile, text)
                assert "\ny" not in text, (hostile, text)


@pytest.mark.parametrize("text", [HOSTILE, f"{PUZZLE},{HOSTILE}", f'{{"id": "{HOSTILE}"}}'])
def test_foreign_text_in_a_file_is_escaped(text, tmp_path):
    path = tmp_path / f"{HOSTILE}.txt"
    path.write_text(text * 3, encoding="utf-8")
    for function in (minirow.convert, minirow.print_book, minirow.stats, minirow.dedup, minirow.split, minirow.audit):
        for found in texts_of(function, path, tmp_path / HOSTILE):
            assert not unsafe(found, "\n") and "\ny" not in found, (function, found)
    for found in texts_of(lambda: list(traces.read(path))):
        assert not unsafe(found) and found
