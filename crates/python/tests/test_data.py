"""`minirow.data` without a library for training: streams of rows, symmetries, arrays and folders."""

import json
import pickle
import subprocess
import sys
import time

import pytest
from conftest import PUZZLE, SOLUTION

import minirow
from minirow import MinirowError
from minirow.data import SYMMETRIES, PuzzleStream, arrays, transformed, write_folder


def test_nothing_of_it_is_imported_with_the_package():
    program = "import minirow, sys; assert not {'minirow.data', 'numpy', 'torch'} & sys.modules.keys()"
    subprocess.run([sys.executable, "-c", program], check=True)
    program = "import sys\nsys.modules['torch'] = None\nfrom minirow.data import PuzzleStream\nPuzzleStream(1).torch()"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    expected = 'ImportError: PuzzleStream.torch needs torch, which is not installed; run pip install "minirow[torch]"\n'
    assert done.stderr.endswith(expected)


def test_rows_are_those_of_generate():
    rows = list(PuzzleStream(7, start=3, count=20, block_rows=6, level="easy"))
    assert [{**row, "epoch": 0} for row in minirow.generate(seed=7, start=3, count=20, level="easy")] == rows


def test_the_next_two_blocks_are_started_before_the_first_row_is_used(monkeypatch):
    started, start = [], PuzzleStream._start
    monkeypatch.setattr(PuzzleStream, "_start", lambda stream, number: started.append(number) or start(stream, number))
    for row in PuzzleStream(7, count=10, block_rows=2):
        assert started == list(range(min(row["index"] // 2 + 3, 5)))


def test_a_block_is_generated_while_the_lock_of_the_interpreter_is_held():
    def time_of_other_threads():
        return time.process_time() - time.thread_time()

    interval, far_too_long = sys.getswitchinterval(), 600
    sys.setswitchinterval(far_too_long)  # no other thread gets the lock in the loop below
    try:
        block = PuzzleStream(7, count=5000, block_rows=5000)._start(0)
        before, end = time_of_other_threads(), time.monotonic() + far_too_long
        while time_of_other_threads() < before + 0.1:
            assert time.monotonic() < end, "the threads wait for the lock"
    finally:
        sys.setswitchinterval(interval)
    assert sum(batch.num_rows for batch in block) == 5000


def test_each_shuffled_epoch_has_every_index_once():
    rows = list(PuzzleStream(7, count=50, epochs=3, block_rows=8, shuffle=True))
    orders = [[row["index"] for row in rows if row["epoch"] == epoch] for epoch in range(3)]
    assert all(sorted(order) == list(range(50)) for order in orders)
    assert orders[0] != orders[1] != orders[2] != list(range(50))


def test_augmented_rows_are_equivalent_puzzles():
    rows = list(PuzzleStream(7, count=10, epochs=3, augment=True))
    originals = rows[:10]
    assert [row["augmentation"] for row in originals] == 10 * [0]
    assert len({row["puzzle"] for row in rows}) == 30
    for row in rows:
        original = originals[row["index"]]
        assert row["puzzle"] == transformed(original["puzzle"], row["augmentation"])
        assert minirow.canonical(row["puzzle"]) == minirow.canonical(original["puzzle"])
        assert minirow.solve(row["puzzle"]) == row["solution"]


def test_augmentations_are_the_same_on_every_machine():
    rows = list(PuzzleStream(7, count=2, epochs=2, augment=True))
    assert [row["augmentation"] for row in rows] == [0, 0, 879869312299, 556811946257]


def test_the_rows_of_a_split_are_those_that_have_it():
    shares = [("train", "70"), ("test", "30")]
    rule = minirow._minirow.SplitRule(shares, "s")
    for constraints in ({}, {"symmetry": "half-turn"}, {"er": (None, 1.5)}, {"er": (7.5, None)}):
        count = 6 if constraints.get("er") == (7.5, None) else 60
        rows = minirow.generate(seed=7, count=count, **constraints)
        names = [rule.split_of(minirow.canonical(row["solution"])) for row in rows]
        for split in ("train", "test"):
            expected = [row["id"] for row, name in zip(rows, names) if name == split]
            found = PuzzleStream(7, count=count, block_rows=25, split=split, shares=dict(shares), salt="s", **constraints)
            assert [row["id"] for row in found] == expected


def test_rows_of_other_splits_are_not_made(monkeypatch):
    """They would be rated for nothing."""
    made, generate = [], minirow._minirow.generate_batches

    def counted(asked, rows):
        for batch in generate(asked, rows):
            made.append(len(batch))
            yield batch

    monkeypatch.setattr(minirow._minirow, "generate_batches", counted)
    rows = list(PuzzleStream(7, count=60, block_rows=20, split="test"))
    assert sum(made) == len(rows) and 0 < len(rows) < 20


def test_epochs_generate_their_puzzles_once(monkeypatch):
    generated, generate = [], minirow._minirow.generate_batches
    monkeypatch.setattr(
        minirow._minirow, "generate_batches", lambda asked, rows: generated.append(asked["start"]) or generate(asked, rows)
    )
    options = {"count": 40, "epochs": 4, "block_rows": 10, "split": "train", "layout": "row"}
    for others in ({}, {"shuffle": True, "augment": True}):
        stream = PuzzleStream(7, **options, **others)
        first = list(stream)
        assert sorted(generated) == [0, 10, 20, 30]
        assert list(stream) == first and len(generated) == 4
        assert [row["epoch"] for row in first] == sorted(row["epoch"] for row in first)
        assert len(pickle.dumps(stream)) < 5000  # without the rows
        again = pickle.loads(pickle.dumps(stream))
        generated.clear()
        assert list(again) == first and len(generated) == 4
        generated.clear()
        shards = [stream.shard(number, 2) for number in range(2)]
        assert sorted(map(str, [*shards[0], *shards[1]])) == sorted(map(str, first)) and not generated
    list(PuzzleStream(7, count=20, block_rows=10))
    assert not PuzzleStream(7, count=20)._kept


def test_no_more_blocks_are_kept_than_fit(monkeypatch):
    monkeypatch.setattr("minirow.data._stream._KEPT", 25)
    stream = PuzzleStream(7, count=50, epochs=2, block_rows=10)
    rows = list(stream)
    assert len(stream._kept) == 2 and [row["index"] for row in rows] == 2 * list(range(50))


def test_splits_have_no_solution_grid_in_common():
    def split(name):
        rows = PuzzleStream(7, count=200, split=name, shares={"train": 70, "test": 30}, salt="s")
        return {minirow.canonical(row["puzzle"], solution=True) for row in rows}

    train, test = split("train"), split("test")
    assert not train & test and len(train) + len(test) == 200 and len(test) > 30


@pytest.mark.parametrize(
    ("number", "expected"),
    [(0, SOLUTION), (1, "".join(SOLUTION[row::9] for row in range(9)))],
)
def test_symmetries(number, expected):
    assert transformed(SOLUTION, number) == expected
    assert transformed(PUZZLE.replace(".", "0"), number) == transformed(PUZZLE, number)


def test_the_last_symmetry_exchanges_all():
    other = transformed(SOLUTION, SYMMETRIES - 1)
    assert SYMMETRIES == 1_218_998_108_160
    backwards = "".join(SOLUTION[row::9] for row in range(9))[::-1]
    assert other == backwards.translate({ord(digit): str(10 - int(digit)) for digit in "123456789"})


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"shuffle": True}, "count: found None, expected a number, which shuffle=True and a start from 2**63 on need"),
        ({"start": 2**63}, "count: found None, expected a number"),
        ({"count": 0}, "count: found 0, expected a whole number from 1"),
        ({"start": 2**64 - 5, "count": 6}, "count: found 6 from the index 18446744073709551611, expected at most 4"),
        ({"epochs": 0}, "epochs: found 0"),
        ({"layout": "image"}, "layout: found 'image', expected one of 'row', 'tokens', 'padded', 'one-hot'"),
        ({"split": "dev"}, "split: found 'dev', expected one of 'train', 'validation', 'test'"),
        ({"columns": "er"}, "columns: found 'er', expected no columns"),
        ({"layout": "tokens", "columns": "rating"}, "columns: found 'rating', expected one of id, puzzle"),
        ({"augment": True}, "augment: found True with one epoch, expected several epochs"),
        ({"salt": "s"}, "split: found None with shares or salt, expected the name of a split"),
        ({"shares": {"train": 1}}, "split: found None with shares or salt"),
        ({"split": "train", "shares": 5}, "found shares 5 and salt '', expected a dict and a text"),
        ({"split": "train", "shares": {1: 50, "train": 50}}, "shares: found 1, expected a text"),
        ({"split": ["train"]}, "split: found ['train'], expected one of 'train', 'validation', 'test'"),
        ({"layout": ["tokens"]}, "layout: found ['tokens'], expected one of 'row'"),
        ({"layout": "tokens", "columns": 5}, "columns: found 5, expected a text or several"),
        ({"levle": "hard"}, "levle"),
        ({"block_rows": 0}, "block_rows: found 0"),
    ],
)
def test_invalid_arguments(options, message):
    with pytest.raises(MinirowError) as error:
        PuzzleStream(7, **options)
    assert message in str(error.value)


def test_a_state_has_a_place_in_the_stream():
    stream = PuzzleStream(7, count=10, block_rows=5, er=(None, 1.5), clues=(24, 30))
    state = stream.state_dict()
    PuzzleStream(7, count=10, block_rows=5, clues=(24, 30), er=(None, 1.5)).load_state_dict(state)
    for wrong, message in (
        ({"place": 3}, "place: found 3, .*0 to 2"),
        ({"row": 6}, "row: found 6, .*0 to 5"),
        ({"place": 2, "row": 1}, "row: found 1, .*0 to 0"),
    ):
        with pytest.raises(MinirowError, match=f"state: {message}"):
            stream.load_state_dict({**state, **wrong})
    stream.load_state_dict({**state, "place": 2})
    assert list(stream) == []
    part = PuzzleStream(7, count=10, split="train", block_rows=5)
    part.load_state_dict({**part.state_dict(), "row": 5})
    with pytest.raises(MinirowError, match="state: found row 5 of a block, expected at most 3"):
        list(part)


def test_a_range_that_is_exhausted_ends_and_a_rare_puzzle_is_an_error():
    assert [row["index"] for row in PuzzleStream(7, start=2**64 - 3, count=2)] == [2**64 - 3, 2**64 - 2]
    with pytest.raises(MinirowError, match="gave up on index 0: no puzzle met the constraints in 10 attempts"):
        list(PuzzleStream(7, count=1, er="11.5..", max_tries=10, search="sample"))


def test_invalid_arrays():
    pytest.importorskip("numpy")
    wrong = SOLUTION.replace("5", "6", 1)
    with pytest.raises(MinirowError, match="row 1: found 6 in r1c1 of the solution and 5 in the puzzle"):
        arrays([PUZZLE, PUZZLE], [SOLUTION, wrong])
    with pytest.raises(MinirowError, match="row 0: found '12', expected 81 characters"):
        arrays(["12"], [SOLUTION])
    with pytest.raises(MinirowError, match="found 1 puzzles and 0 solutions"):
        arrays([PUZZLE], [])
    with pytest.raises(TypeError, match="found int, expected several grids"):
        arrays(5, [])
    with pytest.raises(MinirowError, match="symmetry: found -1"):
        transformed(PUZZLE, -1)


def test_a_folder_needs_each_block_of_puzzles_once(tmp_path, monkeypatch):
    pytest.importorskip("numpy")
    taken, block = [], PuzzleStream.block
    monkeypatch.setattr(PuzzleStream, "block", lambda stream, number: taken.append(number) or block(stream, number))
    stream = PuzzleStream(7, count=4, epochs=100, augment=True, block_rows=2)
    assert write_folder(tmp_path / "sudoku", {"train": stream}) == {"train": 400}
    assert taken == [0, 1]


@pytest.mark.parametrize(
    ("train", "test"),
    [
        ({"count": 10}, {"count": 10}),
        ({"count": 10}, {"start": 9, "count": 10}),
        ({"count": 10, "er": (None, 1.5)}, {"count": 10}),
        ({"count": 10, "split": "train"}, {"count": 10, "split": "train"}),
        ({"count": 10, "split": "train"}, {"count": 10, "split": "test", "salt": "other"}),
        ({"count": 10, "split": "train"}, {"count": 10}),
    ],
)
def test_a_folder_with_the_same_rows_in_two_splits_is_an_error(tmp_path, train, test):
    pytest.importorskip("numpy")
    with pytest.raises(MinirowError, match="splits: found the same seed and indices in train and test"):
        write_folder(tmp_path / "x", {"train": PuzzleStream(7, **train), "test": PuzzleStream(7, **test)})


@pytest.mark.parametrize("splits", [["a"], {"a": "b"}])
def test_a_folder_of_other_types_is_an_error(tmp_path, splits):
    with pytest.raises(TypeError, match="splits: expected a dict of streams"):
        write_folder(tmp_path / "x", splits)


def test_a_folder_has_the_form_of_hrm_and_trm(tmp_path):
    numpy = pytest.importorskip("numpy")
    stream = PuzzleStream(7, count=12, epochs=3, augment=True, block_rows=5)
    written = write_folder(tmp_path / "sudoku", {"train": stream, "test": PuzzleStream(8, count=4)})
    assert written == {"train": 36, "test": 4}
    assert json.loads((tmp_path / "sudoku/identifiers.json").read_text()) == ["<blank>"]
    folder = tmp_path / "sudoku/train"
    metadata = json.loads((folder / "dataset.json").read_text())
    assert metadata == {
        "pad_id": 0, "ignore_label_id": 0, "blank_identifier_id": 0, "vocab_size": 11, "seq_len": 81,
        "num_puzzle_identifiers": 1, "total_groups": 12, "mean_puzzle_examples": 1, "total_puzzles": 12, "sets": ["all"],
    }  # fmt: skip
    names = ["inputs", "labels", "puzzle_identifiers", "puzzle_indices", "group_indices"]
    found = {name: numpy.load(folder / f"all__{name}.npy", mmap_mode="r") for name in names}
    assert {path.name for path in folder.iterdir()} == {"dataset.json", *(f"all__{name}.npy" for name in names)}
    assert [(array.dtype.name, array.shape) for array in found.values()] == [
        ("uint8", (36, 81)), ("uint8", (36, 81)), ("int32", (36,)), ("int32", (37,)), ("int32", (13,)),
    ]  # fmt: skip
    assert found["puzzle_indices"].tolist() == list(range(37)) and found["group_indices"].tolist() == list(range(0, 37, 3))
    assert not found["puzzle_identifiers"].any()
    rows = sorted(stream, key=lambda row: (row["index"], row["epoch"]))
    for name, column in (("inputs", "puzzle"), ("labels", "solution")):
        texts = ["".join(map(str, row - 1)).replace("0", ".") for row in found[name]]
        assert texts == [row[column] for row in rows]
    with pytest.raises(MinirowError, match="exists, expected the path of a new folder"):
        write_folder(tmp_path / "sudoku", {"train": stream})
    with pytest.raises(MinirowError, match="test: found 2 epochs of the same puzzles"):
        write_folder(tmp_path / "other", {"test": PuzzleStream(7, count=12, epochs=2)})
    resumed = PuzzleStream(7, count=12)
    resumed.load_state_dict({**resumed.state_dict(), "row": 5})
    with pytest.raises(MinirowError, match="found a stream with a loaded state, expected one without"):
        write_folder(tmp_path / "other", {"test": resumed})
    assert [path.name for path in tmp_path.iterdir()] == ["sudoku"]
