"""Commands read archives, files of Arrow, and data sets of Hugging Face on disk."""

import bz2
import lzma
import zipfile
from pathlib import Path

import pytest
from conftest import AMBIGUOUS, PUZZLE, SOLUTION

import minirow
from minirow import MinirowError

#: One of three rows has several solutions.
CSV = f"puzzle,solution\n{PUZZLE},{SOLUTION}\n{AMBIGUOUS},{SOLUTION}\n{PUZZLE},{SOLUTION}\n"


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def numbers_of(source, **options):
    report = minirow.audit(source, ratings="none", **options)
    return report["rows"], report["ambiguous"], report["wrong_solutions"], report["duplicates"]


def test_archives():
    Path("a.csv.bz2").write_bytes(bz2.compress(CSV.encode()))
    Path("a.csv.xz").write_bytes(lzma.compress(CSV.encode()))
    with zipfile.ZipFile("train-test.zip", "w") as archive:
        archive.writestr("data/train.csv", CSV)
        archive.writestr("data/test.csv", f"puzzle\n{PUZZLE}\n")
        archive.writestr("__MACOSX/data/._train.csv", "x")
    for name in ("a.csv.bz2", "a.csv.xz"):
        assert numbers_of(name) == (3, 1, 0, 1)
    report = minirow.audit("train-test.zip", ratings="none")
    assert {row["name"]: row["rows"] for row in report["splits"]} == {"train": 3, "test": 1} and report["leaks"] == 1


def test_other_commands_read_archives():
    Path("a.csv.xz").write_bytes(lzma.compress(CSV.encode()))
    with pytest.warns(UserWarning, match="^left out from a.csv.xz/a.csv:2 and 2 more, as line has no place for it: solution"):
        assert minirow.convert("a.csv.xz") == f"{PUZZLE}\n{AMBIGUOUS}\n{PUZZLE}\n"
    with pytest.warns(UserWarning, match="^a.csv.xz/a.csv:3: several solutions"):
        assert minirow.split("a.csv.xz", ".") == {"train": 2, "validation": 0, "test": 0}


def test_arrays_of_numpy():
    numpy = pytest.importorskip("numpy")
    cells = [numpy.array([[int(cell.replace(".", "0")) for cell in text] for text in texts]) for texts in ([PUZZLE, AMBIGUOUS], [SOLUTION, SOLUTION])]
    numpy.savez_compressed("sudoku.npz", quizzes=cells[0], solutions=cells[1], seeds=numpy.arange(2))
    assert numbers_of("sudoku.npz") == (2, 1, 0, 0)
    for kind in ("float32", "float64"):
        assert numbers_of(cells[0].astype(kind)) == (2, 1, 0, 0)
        numpy.save("floats.npy", cells[0].astype(kind).reshape(2, 9, 9))
        assert numbers_of("floats.npy") == (2, 1, 0, 0)
    with pytest.raises(MinirowError, match="ndarray.npy:2: found 5.5 at row 1, cell 1"):
        minirow.audit(cells[0] + 0.5, strict=True)
    numpy.savez("none.npz", seeds=numpy.arange(2))
    with pytest.raises(MinirowError, match="none.npz: found no file in it"):
        minirow.audit("none.npz")


@pytest.mark.parametrize("kind", ["feather", "file", "stream"])
def test_files_of_arrow(kind):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import feather

    cells = [[float(cell.replace(".", "0")) for cell in text] for text in (PUZZLE, AMBIGUOUS)]
    table = pyarrow.table({"puzzle": cells, "solution": [SOLUTION, SOLUTION]})
    if kind == "feather":
        feather.write_feather(table, "a.feather")
    else:
        make = pyarrow.ipc.new_file if kind == "file" else pyarrow.ipc.new_stream
        with make("a.arrow", table.schema) as writer:
            writer.write_table(table)
    assert numbers_of("a.feather" if kind == "feather" else "a.arrow") == (2, 1, 0, 0)
    assert numbers_of(table, column="puzzle") == (2, 1, 0, 0), "lists of floats"


def test_data_sets_on_disk():
    datasets = pytest.importorskip("datasets")
    rows = datasets.Dataset.from_dict({"question": [PUZZLE, AMBIGUOUS, PUZZLE], "answer": 3 * [SOLUTION]})
    splits = datasets.DatasetDict({"train": rows, "test": rows.select([0])})
    rows.save_to_disk("one")
    rows.save_to_disk("shards", num_shards=3)
    report = minirow.audit("shards", ratings="none")
    assert (report["rows"], report["splits"], report["leaks"], report["duplicates"]) == (3, [], 0, 1)
    splits.save_to_disk("both")
    assert numbers_of("one") == numbers_of(rows) == (3, 1, 0, 1)
    for source in ("both", splits):
        report = minirow.audit(source, ratings="none")
        assert {row["name"]: row["rows"] for row in report["splits"]} == {"train": 3, "test": 1} and report["leaks"] == 1


def test_damaged_files():
    for name in ("a.csv.bz2", "a.csv.xz", "a.zip", "a.npz", "a.arrow"):
        Path(name).write_bytes(b"\xfd7zXZ damaged")
        with pytest.raises(MinirowError, match=f"{name}: cannot be read: |needs "):
            minirow.audit(name)
    with pytest.raises(MinirowError, match="missing.npz: cannot be read"):
        minirow.audit("missing.npz")
    Path("empty").mkdir()
    Path("empty/state.json").write_text("{}")
    with pytest.raises(MinirowError, match="empty: found no file of Arrow"):
        minirow.audit("empty")
