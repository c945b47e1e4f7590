"""Puzzles in every kind of input, and the errors of invalid ones."""

import itertools

import pytest
from conftest import AMBIGUOUS, CLASH, EMPTY, PUZZLE, SOLUTION

import minirow

GRIDS = [PUZZLE, PUZZLE.replace(".", "0"), f"{PUZZLE}\n", "\n".join(PUZZLE[row : row + 9] for row in range(0, 81, 9))]


def test_iterables_of_texts():
    for grids in (GRIDS, tuple(GRIDS), iter(GRIDS), (grid for grid in GRIDS), dict.fromkeys(GRIDS)):
        assert minirow.solve(grids)["solution"] == 4 * [SOLUTION]
    assert minirow.solve(GRIDS)["puzzle"] == 4 * [PUZZLE]


def test_streams_without_end():
    stream = minirow.solve_batches(itertools.repeat(PUZZLE), batch_rows=1000)
    assert [len(batch) for batch in itertools.islice(stream, 3)] == [1000, 1000, 1000]


def test_numpy_arrays():
    numpy = pytest.importorskip("numpy")
    numbers = numpy.array([[int(digit) for digit in grid.replace(".", "0")] for grid in (PUZZLE, SOLUTION)], dtype=numpy.uint8)
    assert minirow.solve(numbers)["solution"] == 2 * [SOLUTION]
    for same in (numpy.asfortranarray(numbers), numbers.repeat(2, axis=0)[::2], numbers.copy()[::-1][::-1]):
        assert minirow.solve(same)["puzzle"] == [PUZZLE, SOLUTION]
    assert (minirow.solve([PUZZLE, SOLUTION]).to_numpy() == numbers).all()
    assert minirow.solve(numpy.array([PUZZLE, SOLUTION]))["puzzle"] == [PUZZLE, SOLUTION]
    assert len(minirow.solve(numbers[:0])) == 0
    with pytest.raises(minirow.MinirowError, match="row 1: found 12 in r2c3, expected 0"):
        numbers[1, 11] = 12
        minirow.solve(numbers)
    for number in (12, -1, 2**40):
        wide = numbers.astype("int64")
        wide[1, 11] = number
        with pytest.raises(minirow.MinirowError, match=f"row 1: found {number} in r2c3, expected 0"):
            minirow.solve(wide.reshape(2, 9, 9))
    numbers[1, 11] = int(SOLUTION[11])
    for kind in ("int8", "uint16", "int32", "int64", "uint64", ">i4", ">u8"):
        same = numbers.astype(kind)
        for same in (same, same.reshape(2, 9, 9), numpy.asfortranarray(same), same[::-1][::-1]):
            assert minirow.solve(same)["puzzle"] == [PUZZLE, SOLUTION], kind
    expected = "expected integers with shape (n, 81) or (n, 9, 9)"
    for wrong, why in [
        (numbers.astype("float32"), f"found an array of float32 with shape (2, 81), {expected}"),
        (numbers.astype("bool"), f"found an array of bool with shape (2, 81), {expected}"),
        (numbers[:, :80], f"found an array of uint8 with shape (2, 80), {expected}"),
        (numbers[0], f"found an array of uint8 with shape (81,), {expected}"),
        (numbers[0].reshape(9, 9), f"found an array of uint8 with shape (9, 9), {expected}"),
        (numpy.uint8(3), f"found an array of uint8 with shape (), {expected}"),
    ]:
        with pytest.raises(minirow.MinirowError) as raised:
            minirow.solve(wrong)
        assert str(raised.value) == why


def test_arrow_columns():
    pyarrow = pytest.importorskip("pyarrow")
    texts = [PUZZLE, SOLUTION]
    for kind in (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view()):
        column = pyarrow.array(texts, kind)
        chunked = pyarrow.chunked_array([column, column[1:], column[:0]])
        assert minirow.solve(column)["puzzle"] == texts
        assert minirow.solve(column[1:])["puzzle"] == [SOLUTION]
        assert minirow.solve(chunked)["puzzle"] == [*texts, SOLUTION]
        assert [len(batch) for batch in minirow.solve_batches(chunked, batch_rows=2)] == [2, 1]
    assert minirow.solve(pyarrow.array(texts).dictionary_encode())["puzzle"] == texts
    numbers = [[int(digit) for digit in text.replace(".", "0")] for text in texts]
    assert minirow.solve(pyarrow.array(numbers, pyarrow.list_(pyarrow.uint8(), 81)))["puzzle"] == texts
    table = pyarrow.table({"id": ["a", "b"], "puzzle": texts, "other": texts[::-1]})
    assert minirow.solve(table)["puzzle"] == texts
    assert minirow.solve(table, column="other")["puzzle"] == texts[::-1]
    assert minirow.solve(table.select(["other"]))["puzzle"] == texts[::-1]
    reader = pyarrow.RecordBatchReader.from_batches(table.schema, itertools.repeat(table.to_batches()[0], 5))
    assert [len(batch) for batch in minirow.solve_batches(reader, batch_rows=4)] == [4, 4, 2]
    for wrong, why in [
        (pyarrow.array([1, 2]), "found an Arrow column of Int64, expected texts, a NumPy array"),
        (table.rename_columns(["a", "b", "c"]), "found the columns a, b, c, expected puzzle among them"),
        (pyarrow.array([PUZZLE, None]), "row 1: found null, expected 81 characters"),
    ]:
        with pytest.raises(minirow.MinirowError) as raised:
            minirow.solve(wrong)
        assert str(raised.value).startswith(why)


def test_polars_and_pandas_columns():
    polars = pytest.importorskip("polars")
    assert minirow.solve(polars.Series([PUZZLE]))["solution"] == [SOLUTION]
    assert minirow.solve(polars.DataFrame({"id": [1], "puzzle": [PUZZLE]}))["solution"] == [SOLUTION]
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"id": [1], "puzzle": [PUZZLE]})
    assert minirow.solve(frame["puzzle"])["solution"] == [SOLUTION]
    assert minirow.solve(frame)["solution"] == [SOLUTION]
    assert minirow.solve(frame["puzzle"].astype("category"))["solution"] == [SOLUTION]
    assert minirow.solve(frame["puzzle"].to_numpy())["solution"] == [SOLUTION]


def test_other_inputs_are_refused():
    for wrong in (7, None, b"5", 5.5):
        with pytest.raises(TypeError, match="expected texts, a NumPy array of integers with shape"):
            minirow.solve(wrong)
    with pytest.raises(TypeError, match="expected one puzzle as a text"):
        minirow.explain([PUZZLE])

    def broken():
        yield PUZZLE
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        minirow.solve(broken())


@pytest.mark.parametrize(
    ("grid", "why"),
    [
        (PUZZLE[:80], "found 80 characters, expected 81"),
        ("", "found 0 characters, expected 81"),
        (PUZZLE + "1", "found 82 characters, expected 81"),
        ("x" + PUZZLE[1:], "found 'x' at position 1, expected a digit 1-9 or a blank"),
        ("é" + PUZZLE[1:], "found 'é' at position 1, expected a digit 1-9 or a blank"),
        (None, "found None, expected 81 characters"),
        (5, "found int, expected a text of 81 characters"),
        (CLASH, "no solution: r1c1 and r1c2 in row 1 are both 5"),
    ],
)
def test_the_error_names_an_invalid_row(grid, why):
    with pytest.raises(minirow.MinirowError) as raised:
        minirow.solve(17 * [PUZZLE] + [grid] + 3 * [PUZZLE])
    assert str(raised.value).startswith(f"row 17: {why}")
    assert raised.value.row == 17
    assert isinstance(raised.value, ValueError)
    with pytest.raises(minirow.MinirowError) as raised:
        list(minirow.solve_batches(17 * [PUZZLE] + [grid], batch_rows=5))
    assert raised.value.row == 17
    if isinstance(grid, str):
        with pytest.raises(minirow.MinirowError) as raised:
            minirow.solve(grid)
        assert str(raised.value).startswith(why) and raised.value.row is None


def test_invalid_rows_can_be_null():
    grids = [PUZZLE, "12", None, AMBIGUOUS, CLASH]
    batch = minirow.grade(grids, errors="null")
    assert batch["puzzle"] == [PUZZLE, None, None, AMBIGUOUS, CLASH]
    assert batch["er"][1:] == batch["solution"][1:] == 4 * [None]
    assert batch["clues"] == [30, None, None, 29, 2]
    reasons = batch["error"]
    assert reasons[:3] == [None, "found 2 characters, expected 81", "found None, expected 81 characters"]
    assert reasons[3].startswith("several solutions: ") and reasons[4].startswith("no solution: ")
    assert minirow.solve(grids, errors="null")["solution"][0] == SOLUTION
    assert minirow.count(grids, errors="null")["count"] == [1, None, None, 2, 0]
    assert minirow.canonical(grids, errors="null")["automorphisms"][1] is None
    assert minirow.check(grids, errors="null")["verdict"] == ["proper", None, None, "ambiguous", "unsolvable"]
    assert "error" not in minirow.solve([PUZZLE]).column_names
    with pytest.raises(minirow.MinirowError, match="errors: found 'ignore', expected 'raise' or 'null'"):
        minirow.solve(grids, errors="ignore")


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda: minirow.count(EMPTY, limit=0), "limit: found 0, expected a whole number from 1 to "),
        (lambda: minirow.grade(PUZZLE, max_er=0.5), "max_er: found 0.5, expected a rating from 1.0 to 20.0"),
        (lambda: minirow.grade(PUZZLE, max_er="high"), "max_er: found 'high', expected a rating from 1.0 to 20.0"),
        (lambda: minirow.grade(PUZZLE, budget=-1), "budget: found -1, expected a whole number from 1 to "),
        (lambda: minirow.grade(AMBIGUOUS), "several solutions: two of them differ in 12 cells"),
        (lambda: minirow.explain(AMBIGUOUS), "several solutions: two of them differ in 12 cells"),
        (lambda: minirow.explain("12"), "found 2 characters, expected 81"),
        (lambda: minirow.solve_batches([], batch_rows=0), "batch_rows: found 0, expected a whole number from 1 to "),
    ],
)
def test_invalid_arguments_are_refused(call, why):
    with pytest.raises(minirow.MinirowError) as raised:
        call()
    assert str(raised.value).startswith(why)


def test_a_text_may_have_several_puzzles_and_is_never_too_long():
    assert minirow.audit("\n".join(5 * [PUZZLE]), ratings="none")["rows"] == 5
    with pytest.raises(minirow.MinirowError, match="x: cannot be read: "):
        minirow.audit(5000 * "x")
