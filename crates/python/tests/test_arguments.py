"""Wrong arguments of every public function: each is a ValueError, TypeError or OverflowError, or the error of the argument."""

import itertools
import os
import sys

import pytest
from conftest import PUZZLE, SOLUTION

import minirow

#: The functions that take one text or many puzzles, and those that take many puzzles in batches.
ANSWERS = ("solve", "count", "grade", "canonical", "check")
BATCHES = tuple(f"{name}_batches" for name in ANSWERS)
GENERATORS = ("generate", "generate_batches")

#: The errors of wrong arguments. `MinirowError` is a ValueError.
WRONG = (ValueError, TypeError, OverflowError)


class OwnError(Exception):
    """The error of an argument that fails itself."""


class Failing:
    """An object with a method or property that fails."""

    def __new__(cls, *names):
        def fail(self, *arguments, **options):
            raise OwnError

        return object.__new__(type("Failing", (), dict.fromkeys(names, fail)))


class FailingProperty:
    @property
    def dtype(self):
        raise OwnError


def failing_iterator():
    yield PUZZLE
    raise OwnError


def closed_file():
    with open(os.devnull) as file:
        pass
    return file


def call(name, *arguments, **options):
    """Calls a function, and takes all batches of a stream."""
    result = getattr(minirow, name)(*arguments, **options)
    return list(result) if name.endswith("_batches") else result


def array(shape, dtype="uint8", value=0):
    return pytest.importorskip("numpy").full(shape, value, dtype)


#: A list of itself.
RECURSIVE: list = []
RECURSIVE.append(RECURSIVE)

#: Puzzles, by a function that makes them, and the expected errors.
PUZZLES = {
    "None": (lambda: None, TypeError),
    "number": (lambda: 7, TypeError),
    "bytes": (lambda: PUZZLE.encode(), TypeError),
    "bytearray": (lambda: bytearray(PUZZLE.encode()), WRONG),
    "memoryview": (lambda: memoryview(PUZZLE.encode()), WRONG),
    "type": (lambda: list, TypeError),
    "list of numbers": (lambda: [1, 2], WRONG),
    "list of bytes": (lambda: [PUZZLE.encode()], WRONG),
    "list of lists": (lambda: [[PUZZLE]], WRONG),
    "list of itself": (lambda: RECURSIVE, WRONG),
    "lone surrogate": (lambda: ["\ud800" + PUZZLE[1:]], ValueError),
    "NUL": (lambda: ["\0" + PUZZLE[1:]], ValueError),
    "long text": (lambda: [10**6 * "1"], ValueError),
    "wide characters": (lambda: [81 * "\U0001f600"], ValueError),
    "iterator that fails": (failing_iterator, OwnError),
    "__iter__ that fails": (lambda: Failing("__iter__"), OwnError),
    "__getitem__ that fails": (lambda: Failing("__getitem__"), OwnError),
    "__arrow_c_stream__ that fails": (lambda: Failing("__arrow_c_stream__"), OwnError),
    "__arrow_c_array__ that fails": (lambda: Failing("__arrow_c_array__"), OwnError),
    "dtype that fails": (FailingProperty, OwnError),
    "closed file": (closed_file, ValueError),
    "array of complex": (lambda: array((2, 81), "complex64"), ValueError),
    "array of float": (lambda: array((2, 81), "float64"), ValueError),
    "array of bool": (lambda: array((2, 81), "bool"), ValueError),
    "array of bytes": (lambda: array(2, "S81"), ValueError),
    "array of 80 columns": (lambda: array((2, 80)), ValueError),
    "array of one grid": (lambda: array(81), ValueError),
    "array of 9 by 8": (lambda: array((2, 9, 8)), ValueError),
    "array without dimensions": (lambda: array(()), ValueError),
    "array of high numbers": (lambda: array((2, 81), value=255), ValueError),
    "every other column": (lambda: array((2, 162), value=10)[:, ::2], ValueError),
}

#: Options of all functions that take puzzles, and the expected errors.
OPTIONS = {
    "threads=0": ({"threads": 0}, ValueError),
    "threads=-1": ({"threads": -1}, ValueError),
    "threads=2**64": ({"threads": 1 << 64}, ValueError),
    "threads='2'": ({"threads": "2"}, ValueError),
    "threads=1.5": ({"threads": 1.5}, ValueError),
    "threads that fails": ({"threads": Failing("__index__")}, OwnError),
    "errors='ignore'": ({"errors": "ignore"}, ValueError),
    "errors=None": ({"errors": None}, ValueError),
    "errors of 2 values": ({"errors": ["raise", "null"]}, ValueError),
    "column=5": ({"column": 5}, TypeError),
    "column=None": ({"column": None}, TypeError),
    "column of a surrogate": ({"column": "\ud800"}, ValueError),
    "progress that fails": ({"progress": Failing("__bool__")}, OwnError),
    "unknown": ({"colour": "red"}, TypeError),
}

#: Options of one function each.
OWN_OPTIONS = {
    "limit=0": ("count", {"limit": 0}, ValueError),
    "limit=-1": ("count", {"limit": -1}, ValueError),
    "limit=2**64": ("count", {"limit": 1 << 64}, ValueError),
    "limit='2'": ("count", {"limit": "2"}, ValueError),
    "limit that fails": ("count", {"limit": Failing("__index__")}, OwnError),
    "max_er=0": ("grade", {"max_er": 0}, ValueError),
    "max_er=nan": ("grade", {"max_er": float("nan")}, ValueError),
    "max_er=inf": ("grade", {"max_er": float("inf")}, ValueError),
    "max_er=10**400": ("grade", {"max_er": 10**400}, ValueError),
    "max_er of a list": ("grade", {"max_er": [2.0]}, ValueError),
    "max_er that fails": ("grade", {"max_er": Failing("__float__")}, OwnError),
    "budget=0": ("grade", {"budget": 0}, ValueError),
    "budget=2**64": ("grade", {"budget": 1 << 64}, ValueError),
    "labels that fails": ("grade", {"labels": Failing("__bool__")}, OwnError),
    "any that fails": ("solve", {"any": Failing("__bool__")}, OwnError),
    "solution that fails": ("canonical", {"solution": Failing("__bool__")}, OwnError),
}

#: Numbers of rows of a batch.
BATCH_ROWS = {
    "0": (0, ValueError),
    "-1": (-1, ValueError),
    "2**24 + 1": ((1 << 24) + 1, ValueError),
    "10**18": (10**18, ValueError),
    "2**64": (1 << 64, ValueError),
    "text": ("7", ValueError),
    "None": (None, ValueError),
    "fails": (Failing("__index__"), OwnError),
}

#: Arguments of the functions that generate puzzles.
REQUESTS = {
    "seed=-1": ({"seed": -1}, ValueError),
    "seed=2**64": ({"seed": 1 << 64}, ValueError),
    "seed=10**5000": ({"seed": 10**5000}, ValueError),
    "seed='1'": ({"seed": "1"}, ValueError),
    "seed=None": ({"seed": None}, ValueError),
    "seed that fails": ({"seed": Failing("__index__")}, OwnError),
    "start=-1": ({"start": -1}, ValueError),
    "start past the end": ({"start": (1 << 64) - 1, "count": 2}, ValueError),
    "count=-1": ({"count": -1}, ValueError),
    "count=2**64": ({"count": 1 << 64}, ValueError),
    "count=1.0": ({"count": 1.0}, ValueError),
    "threads=0": ({"threads": 0}, ValueError),
    "exclude=None": ({"exclude": None}, TypeError),
    "exclude=5": ({"exclude": 5}, TypeError),
    "exclude=[5]": ({"exclude": [5]}, TypeError),
    "exclude of NUL": ({"exclude": "a\0b"}, ValueError),
    "exclude of a surrogate": ({"exclude": "\ud800"}, ValueError),
    "exclude of nothing": ({"exclude": ""}, ValueError),
    "exclude of a folder": ({"exclude": os.sep}, ValueError),
    "exclude of no file": ({"exclude": "no/such/file"}, ValueError),
    "exclude that fails": ({"exclude": [Failing("__fspath__")]}, OwnError),
    "level of a surrogate": ({"level": "\ud800"}, ValueError),
    "level of NUL": ({"level": "\0"}, ValueError),
    "level of bytes": ({"level": b"hard"}, ValueError),
    "level that fails": ({"level": Failing("__iter__")}, OwnError),
    "name of a surrogate": ({"\ud800": 1}, ValueError),
    "clues=-1": ({"clues": -1}, ValueError),
    "clues=10**30": ({"clues": 10**30}, ValueError),
    "clues=inf": ({"clues": float("inf")}, ValueError),
    "needs without end": ({"needs": itertools.repeat("x-wing")}, ValueError),
    "needs of lists": ({"needs": [["x-wing"]]}, ValueError),
    "needs of itself": ({"needs": RECURSIVE}, ValueError),
    "mask of 80 characters": ({"mask": 80 * "1"}, ValueError),
    "max_tries=0": ({"max_tries": 0}, ValueError),
    "labels that fails": ({"labels": Failing("__bool__")}, OwnError),
    "weights that fails": ({"weights": Failing("__bool__")}, OwnError),
}

#: Texts that are not a puzzle, for functions that take one.
TEXTS = ("", "\0", "\ud800" + PUZZLE[1:], PUZZLE[:80], 729 * "\U0001f600", 10**6 * "1", 200 * "\n")


def refused(expected, name, *arguments, **options):
    """Checks that a call raises an expected error with a message."""
    with pytest.raises(expected) as raised:
        call(name, *arguments, **options)
    assert isinstance(raised.value, OwnError) or str(raised.value)


@pytest.mark.parametrize("case", PUZZLES)
@pytest.mark.parametrize("name", ANSWERS + BATCHES)
def test_wrong_puzzles(name, case):
    make, expected = PUZZLES[case]
    refused(expected, name, make())


@pytest.mark.parametrize("case", OPTIONS)
@pytest.mark.parametrize("name", ANSWERS + BATCHES)
def test_wrong_options(name, case):
    options, expected = OPTIONS[case]
    refused(expected, name, [PUZZLE], **options)


@pytest.mark.parametrize("case", OWN_OPTIONS)
def test_wrong_options_of_one_function(case):
    name, options, expected = OWN_OPTIONS[case]
    for puzzles in (PUZZLE, [PUZZLE]):
        refused(expected, name, puzzles, **options)
    refused(expected, f"{name}_batches", [PUZZLE], **options)


@pytest.mark.parametrize("case", BATCH_ROWS)
@pytest.mark.parametrize("name", BATCHES + ("generate_batches",))
def test_wrong_numbers_of_rows(name, case):
    batch_rows, expected = BATCH_ROWS[case]
    # The puzzles have no end: the number is refused before they are read.
    puzzles = {"seed": 1} if name == "generate_batches" else {"puzzles": itertools.repeat(PUZZLE)}
    with pytest.raises(expected):
        getattr(minirow, name)(batch_rows=batch_rows, **puzzles)


@pytest.mark.parametrize("case", REQUESTS)
@pytest.mark.parametrize("name", GENERATORS)
def test_wrong_requests(name, case):
    arguments, expected = REQUESTS[case]
    refused(expected, name, **{"seed": 1, "count": 1, **arguments})


@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_texts_that_are_no_puzzles(text):
    for name in (*ANSWERS, "explain"):
        refused(ValueError, name, text)
    for name in ANSWERS:
        refused(ValueError, name, PUZZLE, threads=0)
        refused(ValueError, name, PUZZLE, errors="ignore")


def test_explain_takes_one_text():
    for wrong in (None, 5, b"", [PUZZLE], Failing("__str__")):
        refused(TypeError, "explain", wrong)


def test_wrong_arguments_of_batches():
    batch = minirow.solve([PUZZLE])
    for wrong in (None, 1.5, b"puzzle", (0, 1)):
        with pytest.raises(TypeError, match="expected the name of a column, the number of a row, or a slice of rows"):
            batch[wrong]
    for wrong in (1, -2, 10**30):
        with pytest.raises(IndexError, match=f"found the row {wrong}, expected a row of 1"):
            batch[wrong]
    with pytest.raises(minirow.MinirowError, match="found a slice with the step 2, expected no step"):
        batch[::2]
    with pytest.raises(TypeError):
        _ = 5 in batch
    for wrong in (0, None, slice(1), b"puzzle"):
        with pytest.raises(TypeError):
            batch.to_numpy(wrong)
    for wrong in ("", "colour", "a\0b"):
        with pytest.raises(KeyError, match="expected one of puzzle, solution"):
            batch[wrong]
    for wrong in (5, "schema", object()):
        with pytest.raises(TypeError):
            batch.__arrow_c_array__(wrong)
        with pytest.raises(TypeError):
            batch.__arrow_c_stream__(wrong)
    with pytest.raises(TypeError):
        minirow.RecordBatch()


def test_invalid_rows_name_the_surrogate():
    with pytest.raises(minirow.MinirowError, match="^row 1: found a text that is not Unicode: .*surrogates"):
        minirow.solve([PUZZLE, "\ud800" + PUZZLE[1:]])
    assert minirow.solve(["\udcff", PUZZLE], errors="null")["solution"] == [None, SOLUTION]


def test_extreme_arguments_that_are_right():
    highest = (1 << 64) - 1
    for name in ANSWERS:
        assert len(call(name, [PUZZLE], threads=10**9)) == 1
        assert len(call(name, [], threads=highest)) == 0
        assert call(f"{name}_batches", [], batch_rows=1 << 24) == []
    assert minirow.count(PUZZLE, limit=highest) == 1
    assert minirow.generate(seed=highest, start=highest - 1, count=1, threads=10**9)["index"] == [highest - 1]
    assert len(minirow.solve(array((0, 81)))) == 0
    assert minirow.solve(array((1, 162))[:, ::2])["puzzle"] == [81 * "."]
    assert minirow.generate(seed=1, count=1, needs=itertools.repeat("pointing", 2))["techniques"]


def test_a_large_count_takes_no_memory():
    resource = pytest.importorskip("resource")

    def highest():  # in kilobytes on Linux, in bytes on macOS
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 10 if sys.platform == "darwin" else 1)

    before = highest()
    for count in (10**18, 1 << 25):
        with pytest.raises(minirow.MinirowError, match=f"found {count} rows, expected 16777216 at most in one record batch"):
            minirow.generate(seed=1, count=count)
        stream = minirow.generate_batches(seed=1, count=count, batch_rows=3)
        assert len(next(stream)) == 3
        del stream
    assert highest() - before < 200_000
