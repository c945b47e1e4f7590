"""Arrow columns with wrong offsets, keys and text, and arrays that another thread changes.

pyarrow refuses buffers that are too short. It does not look at the values in them, and hands them on as they are.
"""

import struct
import threading

import pytest
from conftest import PUZZLE, SOLUTION

import minirow

pyarrow = pytest.importorskip("pyarrow")

TEXT = 3 * PUZZLE.encode()
NOT_UTF8 = b"\xff" + TEXT[1:]


def packed(form, *numbers):
    return pyarrow.py_buffer(struct.pack(f"<{len(numbers)}{form}", *numbers))


def strings(*offsets, text=TEXT, type=None, form="i"):
    buffers = [None, packed(form, *offsets), pyarrow.py_buffer(text)]
    return pyarrow.Array.from_buffers(type or pyarrow.string(), len(offsets) - 1, buffers)


def views(length, number, start, text=TEXT):
    view = pyarrow.py_buffer(struct.pack("<i4sii", length, text[:4], number, start))
    return pyarrow.Array.from_buffers(pyarrow.string_view(), 1, [None, view, pyarrow.py_buffer(text)])


def dictionary(keys, values, type=None):
    return pyarrow.DictionaryArray.from_arrays(pyarrow.array(keys, type or pyarrow.int8()), values, safe=False)


LARGE = {"type": pyarrow.large_string(), "form": "q"}


@pytest.mark.parametrize(
    ("column", "row", "why"),
    [
        (strings(0, 81, 70, 243), 1, "found the offsets 81 and 70 of a text, expected ascending offsets from 0 to 243"),
        (strings(0, 81, 10**9, 243), 1, "found the offsets 81 and 1000000000 of a text, expected"),
        (strings(0, 81, -5, 243), 1, "found the offsets 81 and -5 of a text, expected"),
        (strings(0, 81, -(2**62), 243, **LARGE), 1, "found the offsets 81 and -4611686018427387904 of a text, expected"),
        (strings(0, 81, 2**62, 243, **LARGE), 1, "found the offsets 81 and 4611686018427387904 of a text, expected"),
        (strings(0, 81, text=NOT_UTF8), 0, "found a text that is not UTF-8: invalid utf-8 sequence of 1 bytes from index 0"),
        (strings(0, 81, text=NOT_UTF8, **LARGE), 0, "found a text that is not UTF-8"),
        (strings(0, 1, 2, text="é".encode()), 0, "found a text that is not UTF-8: incomplete utf-8 byte sequence"),
        (views(81, 0, 0, NOT_UTF8), 0, "found a text that is not UTF-8"),
        (views(81, 7, 0), 0, "found a text of 81 bytes from the offset 0 in buffer 7, expected 0 bytes at most"),
        (views(81, -1, 0), 0, "found a text of 81 bytes from the offset 0 in buffer 4294967295, expected 0 bytes"),
        (views(81, 0, 10**9), 0, "found a text of 81 bytes from the offset 1000000000 in buffer 0, expected 243 bytes"),
        (views(81, 0, -1), 0, "found a text of 81 bytes from the offset 4294967295 in buffer 0, expected 243 bytes"),
        (views(-1, 0, 0), 0, "found a text of 4294967295 bytes from the offset 0 in buffer 0, expected 243 bytes"),
        (dictionary([0, 5], pyarrow.array([PUZZLE])), 1, "found the key 5, expected a key of the dictionary, which has 1 value"),
        (dictionary([0, -1], pyarrow.array([PUZZLE])), 1, "found the key -1, expected a key of the dictionary"),
        (dictionary([0], pyarrow.array([], pyarrow.string())), 0, "found the key 0, expected a key of the dictionary, which has 0 values"),
        (dictionary([0, 1], strings(0, 81, 70, 243)), 1, "found the offsets 81 and 70 of a text, expected"),
        (dictionary([0, 0], strings(0, 81, text=NOT_UTF8)), 0, "found a text that is not UTF-8"),
        (pyarrow.chunked_array([strings(0, 81), strings(0, 81, 70, 243)]), 2, "found the offsets 81 and 70 of a text, expected"),
        (pyarrow.table({"id": [1, 2, 3], "puzzle": strings(0, 81, 70, 243)}), 1, "found the offsets 81 and 70 of a text, expected"),
    ],
)
def test_a_damaged_row_is_invalid(column, row, why):
    with pytest.raises(minirow.MinirowError) as raised:
        minirow.solve(column)
    assert str(raised.value).startswith(f"row {row}: {why}") and raised.value.row == row
    batch = minirow.solve(column, errors="null")
    assert batch["error"][row].startswith(why) and batch["solution"][row] is None
    assert batch["solution"][:row] == row * [SOLUTION]


def test_damaged_rows_that_are_not_read_do_not_matter():
    column = strings(0, 81, 70, 243, 243)
    assert minirow.solve(column.slice(0, 1))["solution"] == [SOLUTION]
    with pytest.raises(minirow.MinirowError, match="row 0: found the offsets 81 and 70"):
        minirow.solve(column.slice(1, 1))


def test_nulls_of_every_level_are_nulls():
    def nulls(column):
        return [error is not None and error.startswith("found null") for error in minirow.solve(column, errors="null")["error"]]

    texts = pyarrow.array(4 * [PUZZLE])
    assert nulls(pyarrow.array([None, PUZZLE, None])) == [True, False, True]
    assert nulls(pyarrow.array([None, PUZZLE, None])[1:]) == [False, True]
    assert nulls(dictionary([0, None, 1], pyarrow.array([PUZZLE, None]))) == [False, True, True]
    table = pyarrow.StructArray.from_arrays([texts], ["puzzle"], mask=pyarrow.array([False, True, False, True]))
    assert nulls(table) == [False, True, False, True]
    assert nulls(table[1:]) == [True, False, True]
    empty = pyarrow.array(81 * [0] + 40 * [0] + [None] + 40 * [0], pyarrow.uint8())
    assert nulls(pyarrow.FixedSizeListArray.from_arrays(empty, 81)) == [False, True]
    # The number of nulls is wrong: the bits count.
    buffers = [pyarrow.py_buffer(b"\x05"), *strings(0, 81, 162, 243).buffers()[1:]]
    assert nulls(pyarrow.Array.from_buffers(pyarrow.string(), 3, buffers, null_count=1)) == [False, True, False]


def test_keys_of_dictionaries_have_any_type():
    for bits in (8, 16, 32, 64):
        for name in (f"int{bits}", f"uint{bits}"):
            column = dictionary([1, 0, None], pyarrow.array([SOLUTION, PUZZLE]), getattr(pyarrow, name)())
            assert minirow.solve(column, errors="null")["puzzle"] == [PUZZLE, SOLUTION, None]
    with pytest.raises(minirow.MinirowError, match="the Arrow column cannot be read: .*18446744073709551615"):
        minirow.solve(dictionary([2**64 - 1], pyarrow.array([PUZZLE]), pyarrow.uint64()))


def test_other_types_are_refused():
    for column in (pyarrow.array([PUZZLE.encode()]), pyarrow.array([PUZZLE.encode()], pyarrow.large_binary()), pyarrow.nulls(3)):
        with pytest.raises(minirow.MinirowError, match="found an Arrow column of [A-Z][A-Za-z]+, expected texts"):
            minirow.solve(column)


class Exports:
    """An object with a method of Arrow's interface that returns or raises anything."""

    def __init__(self, method, result):
        def export(requested_schema=None):
            return result() if callable(result) else result

        setattr(self, method, export)


def test_objects_that_are_no_arrays_are_refused():
    def failing():
        raise ZeroDivisionError("in the export")

    for method in ("__arrow_c_array__", "__arrow_c_stream__"):
        with pytest.raises(ZeroDivisionError, match="in the export"):
            minirow.solve(Exports(method, failing))
        for result in (None, 7, (), (1, 2), "capsule"):
            with pytest.raises((TypeError, ValueError, IndexError)):
                minirow.solve(Exports(method, result))
    array = pyarrow.array([PUZZLE]).__arrow_c_array__()
    with pytest.raises((TypeError, ValueError)):
        minirow.solve(Exports("__arrow_c_array__", array[::-1]))


def test_an_array_that_was_taken_already_is_refused():
    array = Exports("__arrow_c_array__", pyarrow.array([PUZZLE]).__arrow_c_array__())
    stream = Exports("__arrow_c_stream__", pyarrow.table({"puzzle": [PUZZLE]}).__arrow_c_stream__())
    for taken in (array, stream):
        assert minirow.solve(taken)["solution"] == [SOLUTION]
        with pytest.raises(ValueError):
            minirow.solve(taken)


def test_a_stream_that_fails_is_an_error():
    def batches():
        yield pyarrow.record_batch({"puzzle": [PUZZLE]})
        raise OSError("the disk is gone")

    reader = pyarrow.RecordBatchReader.from_batches(pyarrow.schema([("puzzle", pyarrow.string())]), batches())
    with pytest.raises(minirow.MinirowError, match="the Arrow column cannot be read: .*the disk is gone"):
        minirow.solve(reader)


class Writer:
    """A thread that changes an input again and again, until the end of a block."""

    def __init__(self, *changes):
        self.changes, self.is_done = changes, threading.Event()
        self.thread = threading.Thread(target=self.run)

    def run(self):
        while not self.is_done.is_set():
            for change in self.changes:
                change()

    def __enter__(self):
        self.thread.start()

    def __exit__(self, *_):
        self.is_done.set()
        self.thread.join()


def assert_consistent(batch):
    for puzzle, solution, error in zip(batch["puzzle"], batch["solution"], batch["error"]):
        assert (solution is None) == (error is not None)
        if solution is not None:
            assert all(clue in (".", digit) for clue, digit in zip(puzzle, solution))


def test_inputs_that_another_thread_changes_are_read_once():
    numpy = pytest.importorskip("numpy")
    puzzles = minirow.generate(seed=1, count=500)
    numbers = puzzles.to_numpy()
    other = numbers[::-1].copy()
    same = numbers.copy()
    with Writer(lambda: numpy.copyto(numbers, other), lambda: numpy.copyto(numbers, same)):
        for _ in range(30):
            assert_consistent(minirow.solve(numbers, errors="null"))


def test_arrow_memory_that_another_thread_changes_is_checked_as_it_is_read():
    numpy = pytest.importorskip("numpy")
    count = 500
    text = numpy.frombuffer(bytearray(count * PUZZLE.encode()), numpy.uint8)
    offsets = numpy.arange(0, 81 * (count + 1), 81, numpy.int32)
    buffers = [None, pyarrow.py_buffer(offsets), pyarrow.py_buffer(text)]
    column = pyarrow.Array.from_buffers(pyarrow.string(), count, buffers)

    def damage():
        text[::7] = 0xFF
        offsets[1:-1:5] = -1
        offsets[2:-1:5] = 2**31 - 1

    same_text, same_offsets = text.copy(), offsets.copy()

    def repair():
        numpy.copyto(text, same_text)
        numpy.copyto(offsets, same_offsets)

    with Writer(damage, repair):
        for _ in range(100):
            assert_consistent(minirow.solve(column, errors="null"))


def test_rows_that_were_read_do_not_change():
    numpy = pytest.importorskip("numpy")
    numbers = numpy.array([[int(digit) for digit in PUZZLE.replace(".", "0")]] * 3, numpy.uint8)
    batches = minirow.solve_batches(numbers, batch_rows=2)
    first = next(batches)
    numbers[:] = 0
    assert first["puzzle"] == [PUZZLE, PUZZLE]
    assert next(batches)["puzzle"] == [81 * "."], "the rows of a batch are read when it is asked for"


def test_an_array_may_lose_its_shape_between_batches():
    numpy = pytest.importorskip("numpy")

    class Array:
        """An array whose rows get shorter once it was read."""

        dtype, shape = numpy.dtype("uint8"), (4, 81)

        def __init__(self):
            self.width = 81

        def __getitem__(self, rows):
            return numpy.zeros((4, self.width), numpy.uint8)[rows]

        def tobytes(self):
            raise AssertionError("only portions are read")

    array = Array()
    batches = minirow.solve_batches(array, batch_rows=2)
    assert len(next(batches)) == 2
    array.width = 80
    with pytest.raises(minirow.MinirowError, match="found an array of uint8 with shape .2, 80., expected"):
        next(batches)
