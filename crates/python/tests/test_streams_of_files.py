"""Streams and folders of rows that exist: packs, Parquet, the layouts of others, with what was left out."""

import gc
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import AMBIGUOUS, PUZZLE, SOLUTION

import minirow
from minirow import MinirowError
from minirow.data import PuzzleStream, transformed, write_folder

NAMES = {"sudoku-extreme": ("question", "answer"), "Kaggle": ("quizzes", "solutions"), "others": ("puzzle", "solution")}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def csv_of(pack, layout):
    """Writes rows in the layout of another data set."""
    names = ",".join(NAMES[layout])
    rows = (f"a,{row['puzzle'].replace('.', '0')},{row['solution']},{round(10 * row['er'])}\n" for row in pack)
    Path("rows.csv").write_text(f"source,{names},rating\n" + "".join(rows))
    return "rows.csv"


@pytest.mark.parametrize("layout", NAMES)
def test_layouts_of_csv(layout, pack):
    rows = list(PuzzleStream.from_files(csv_of(pack, layout)))
    assert [row["puzzle"] for row in rows] == pack["puzzle"] and [row["solution"] for row in rows] == pack["solution"]
    assert [row["row"] for row in rows] == list(range(60)) and rows[0]["source"] == "a"
    assert [row["rating"] for row in rows] == [round(10 * er) for er in pack["er"]]


@pytest.mark.parametrize("form", ["csv", "jsonl", "parquet", "batch", "arrays", "polars", "several"])
def test_packs_tables_and_arrays(form, pack):
    if form in ("csv", "jsonl", "parquet"):
        minirow.convert(pack, f"pack.{form}")
        source = f"pack.{form}"
    elif form == "several":
        minirow.convert(pack[:7], "a.csv")
        minirow.convert(pack[7:], "b.parquet")
        source = ["a.csv", "b.parquet"]
    elif form == "arrays":
        pytest.importorskip("numpy")
        source = pack.to_numpy()
    elif form == "polars":
        pytest.importorskip("polars")
        pytest.importorskip("pyarrow")
        source = pack.to_polars()
    else:
        source = pack
    rows = list(PuzzleStream.from_files(source))
    assert [(row["puzzle"], row["solution"]) for row in rows] == list(zip(pack["puzzle"], pack["solution"]))
    assert form == "arrays" or [row["er"] for row in rows] == pack["er"]


def test_rows_are_checked_once_and_what_is_left_out_is_told():
    wrong = SOLUTION.replace("5", "6", 1)
    lines = [f"{PUZZLE},{SOLUTION}", f"{PUZZLE},{wrong}", f"{AMBIGUOUS},{SOLUTION}", f"{PUZZLE},", "55,"]
    Path("rows.csv").write_text("puzzle,solution\n" + "\n".join(lines) + "\n")
    with pytest.warns(UserWarning, match="rows.csv:3: the solution given has 6 in r1c1, expected 5") as found:
        stream = PuzzleStream.from_files("rows.csv")
    assert found[0].filename == __file__
    assert [message.partition(" ")[0] for message in stream.left_out] == ["rows.csv:3:", "rows.csv:4:", "rows.csv:6:"]
    assert [row["solution"] for row in stream] == [SOLUTION, SOLUTION]
    Path("rows.csv").write_text("other\n")
    assert len(list(stream)) == 2, "files are read once"


def test_splits_are_those_of_the_rule(pack):
    minirow.split(pack, ".", salt="s")
    for split in ("train", "validation", "test"):
        found = PuzzleStream.from_files(pack, split=split, salt="s")
        assert [row["puzzle"] for row in found] == [row["puzzle"] for row in PuzzleStream.from_files(f"{split}.csv")]
    shares = {"fit": 50, "judge": 50}
    parts = [PuzzleStream.from_files(pack, split=split, shares=shares) for split in shares]
    assert sorted(row["row"] for part in parts for row in part) == list(range(60))


def test_epochs_are_shuffled_as_a_whole_and_augmented(pack):
    stream = PuzzleStream.from_files(pack, epochs=3, shuffle=True, augment=True, block_rows=7, seed=5)
    rows = list(stream)
    assert rows == list(stream)
    orders = [[row["row"] for row in rows if row["epoch"] == epoch] for epoch in range(3)]
    assert all(sorted(order) == list(range(60)) for order in orders) and len({*map(tuple, orders)}) == 3
    assert max(orders[0][:7]) - min(orders[0][:7]) > 7, "rows of a block are from the whole file"
    for row in rows:
        assert row["puzzle"] == transformed(pack["puzzle"][row["row"]], row["augmentation"])
        assert bool(row["augmentation"]) == (row["epoch"] > 0)
    other = list(PuzzleStream.from_files(pack, epochs=3, shuffle=True, augment=True, block_rows=7, seed=6))
    assert [row["row"] for row in other] != [row["row"] for row in rows]


def test_layouts_of_arrays(pack):
    pytest.importorskip("numpy")
    stream = PuzzleStream.from_files(pack, layout="padded", columns=["er", "id"])
    rows = list(stream)
    assert sorted(rows[3]) == ["epoch", "er", "id", "inputs", "labels", "row"] and rows[3]["er"] == pack["er"][3]
    assert "".join(map(str, rows[3]["labels"] - 1)) == pack["solution"][3]
    with pytest.raises(MinirowError, match="columns: found 'rating', expected one of id, puzzle"):
        PuzzleStream.from_files(pack, layout="padded", columns="rating")


def test_a_state_continues_in_another_stream_of_the_same_rows(pack):
    options = {"epochs": 2, "shuffle": True, "block_rows": 8, "split": "train"}
    whole = list(PuzzleStream.from_files(pack, **options))
    stream = PuzzleStream.from_files(pack, **options)
    taken = [row for _, row in zip(range(37), stream)]
    state = json.loads(json.dumps(stream.state_dict()))
    minirow.convert(pack, "pack.parquet")
    again = PuzzleStream.from_files("pack.parquet", **options)
    again.load_state_dict(state)
    assert [row["row"] for row in [*taken, *again]] == [row["row"] for row in whole]
    with pytest.raises(MinirowError, match="state: found rows '"):
        PuzzleStream.from_files(minirow.solve(pack), **options).load_state_dict(state)
    with pytest.raises(MinirowError, match="state: found "):
        PuzzleStream(0, count=60, **options).load_state_dict(state)


def test_shards_copies_and_processes_read_the_same_rows(pack):
    stream = PuzzleStream.from_files(pack, block_rows=10)
    parts = [list(pickle.loads(pickle.dumps(stream.shard(number, 2)))) for number in range(2)]
    assert sorted(row["row"] for part in parts for row in part) == list(range(60))
    path = stream._files._path
    if hasattr(os, "fork"):
        process = os.fork()
        if not process:
            del stream, parts
            gc.collect()
            os._exit(not os.path.exists(path))
        assert os.waitpid(process, 0)[1] == 0, "a forked worker removes nothing"
    assert os.path.exists(path)
    del stream
    gc.collect()
    assert not os.path.exists(path)


def test_the_copy_is_removed_at_the_end_of_a_program():
    program = "import minirow.data as d, sys; s = d.PuzzleStream.from_files(sys.argv[1], temp_dir='.'); print(len(list(s)))"
    done = subprocess.run([sys.executable, "-c", program, PUZZLE], capture_output=True, text=True, check=True)
    assert done.stdout == "1\n" and os.listdir() == []


def test_a_folder_from_a_source(pack):
    numpy = pytest.importorskip("numpy")
    assert write_folder("a", {"train": 3, "test": 1}, source=csv_of(pack, "sudoku-extreme"), seed=7) == {"train": 138, "test": 7}
    streams = {
        "train": PuzzleStream.from_files(pack, seed=7, split="train", epochs=3, augment=True),
        "test": PuzzleStream.from_files(pack, seed=7, split="test"),
    }
    write_folder("b", streams)
    for split in streams:
        for name in ("inputs", "labels", "group_indices"):
            first, second = (numpy.load(f"{folder}/{split}/all__{name}.npy") for folder in "ab")
            assert (first == second).all()
    with pytest.raises(MinirowError, match="splits: found the same rows in x and y, expected other splits"):
        write_folder("c", {"x": streams["train"], "y": PuzzleStream.from_files(pack)})
    with pytest.raises(TypeError, match="splits: expected a dict of numbers of epochs"):
        write_folder("c", streams, source=pack)
    with pytest.raises(MinirowError, match="split: found 'dev', expected one of"):
        write_folder("c", {"dev": 1}, source=pack)


def test_no_row_in_a_split(pack):
    with pytest.raises(MinirowError, match="split: found no row in 'b', expected at least one"):
        PuzzleStream.from_files(PUZZLE, split="b", shares={"a": 99.9999, "b": 0.0001})
    with pytest.raises(MinirowError, match="missing.csv: cannot be read"):
        PuzzleStream.from_files("missing.csv")
