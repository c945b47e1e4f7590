"""Streams in the loaders of PyTorch and Hugging Face: order, division, resumption, and errors."""

import os
import pickle
import signal

import pytest

torch = pytest.importorskip("torch")
numpy = pytest.importorskip("numpy")

from torch.utils.data import DataLoader

import minirow
from minirow import MinirowError
from minirow.data import PuzzleStream

#: The arguments of a stream of four blocks, which every test reads in another way.
WHOLE = {"count": 40, "block_rows": 10, "er": (None, 1.5)}


def rows_of(loader):
    return [(row["epoch"], row["index"], row["puzzle"], row["solution"]) for row in loader]


def loader_of(stream, workers=2, **options):
    return DataLoader(stream.torch(), batch_size=None, num_workers=workers, **options)


@pytest.mark.parametrize("start_method", ["fork", "spawn"])
def test_ten_epochs_on_two_workers_equal_the_rows_of_the_command_line(start_method, tmp_path):
    file = tmp_path / "pack.csv"
    words = ["pack", "--quiet", "--seed", "42", "--count", "40", "--er", "..=1.5", "--out", str(file)]
    import csv
    import subprocess
    import sys

    program = [os.environ["MINIROW_COMMAND"]] if "MINIROW_COMMAND" in os.environ else [sys.executable, "-m", "minirow"]
    subprocess.run([*program, *words], check=True)
    with open(file, newline="") as text:
        expected = [(row["puzzle"], row["solution"]) for row in csv.DictReader(text)]
    stream = PuzzleStream(42, epochs=10, shuffle=True, **WHOLE)
    found = rows_of(loader_of(stream, multiprocessing_context=start_method))
    assert sorted(found) == [(epoch, index, *expected[index]) for epoch in range(10) for index in range(40)]
    orders = {tuple(row[1] for row in found if row[0] == epoch) for epoch in range(10)}
    assert len(orders) == 10, "each epoch has an order of its own"


def test_persistent_workers_begin_again():
    loader = loader_of(PuzzleStream(42, **WHOLE), persistent_workers=True)
    assert rows_of(loader) == rows_of(loader)


def test_ranks_and_workers_have_no_index_in_common():
    stream = PuzzleStream(42, **WHOLE)
    shards = [rows_of(DataLoader(stream.torch(rank=rank, world_size=2), batch_size=None, num_workers=2)) for rank in (0, 1)]
    assert sorted(shards[0] + shards[1]) == rows_of(stream)
    assert [len(shard) for shard in shards] == [20, 20]


def test_the_rank_comes_from_the_environment(monkeypatch):
    monkeypatch.setenv("RANK", "1")
    with pytest.raises(MinirowError, match="found rank 1 and world_size None, expected both or none"):
        PuzzleStream(42, **WHOLE).torch()
    monkeypatch.setenv("WORLD_SIZE", "4")
    assert [row["index"] for row in PuzzleStream(42, **WHOLE).torch()] == list(range(10, 20))


def test_a_rank_that_was_not_known_is_an_error(tmp_path):
    data = PuzzleStream(42, **WHOLE).torch()
    store = torch.distributed.FileStore(str(tmp_path / "store"), 2)
    if os.fork() == 0:
        torch.distributed.init_process_group("gloo", store=store, rank=1, world_size=2)
        os._exit(0)
    torch.distributed.init_process_group("gloo", store=store, rank=0, world_size=2)
    try:
        for read in (lambda: next(iter(data)), lambda: pickle.dumps(data)):
            with pytest.raises(MinirowError, match="found rank 0 of 1 in PuzzleStream.torch, expected 0 of 2"):
                read()
        assert len(rows_of(PuzzleStream(42, **WHOLE).torch())) == 20
        assert len(rows_of(PuzzleStream(42, **WHOLE).torch(rank=0, world_size=1))) == 40
    finally:
        torch.distributed.destroy_process_group()


def test_indices_are_integers_of_pytorch():
    assert next(iter(loader_of(PuzzleStream(42, start=2**63 - 2), workers=0)))["index"] == 2**63 - 2
    with pytest.raises(MinirowError, match="found an index above"):
        PuzzleStream(42, start=2**63 - 2, count=3).torch()


def test_seeds_in_rows_are_integers_of_pytorch():
    options = {"count": 8, "er": (None, 1.5)}
    for columns in ({}, {"layout": "tokens", "columns": ["er", "seed"]}):
        largest = next(iter(DataLoader(PuzzleStream(2**63 - 1, **options, **columns).torch(), batch_size=8)))
        assert largest["seed"].tolist() == 8 * [2**63 - 1]
        with pytest.raises(MinirowError, match="found rows with a seed above 2..63 - 1"):
            PuzzleStream(2**63, **options, **columns).torch()
    without = DataLoader(PuzzleStream(2**64 - 1, layout="tokens", columns="er", **options).torch(), batch_size=8)
    assert next(iter(without))["inputs"].shape == (8, 81)


def test_more_workers_than_blocks_are_an_error():
    with pytest.raises(MinirowError, match="found 5 shards .* 4 blocks of 10 rows"):
        rows_of(loader_of(PuzzleStream(42, **WHOLE), workers=5))


def test_an_iterated_data_set_is_divided_after_a_fork():
    data = PuzzleStream(42, **WHOLE).torch()
    next(iter(data))
    found = rows_of(DataLoader(data, batch_size=None, num_workers=2, multiprocessing_context="fork"))
    assert sorted(found) == rows_of(PuzzleStream(42, **WHOLE))


class Rows(torch.utils.data.IterableDataset):
    """The rows of the stream that a function returns for a worker."""

    def __init__(self, stream_of):
        self.stream_of = stream_of

    def __iter__(self):
        yield from self.stream_of(torch.utils.data.get_worker_info())


def test_workers_that_share_a_stream_are_an_error():
    stream = PuzzleStream(42, **WHOLE)
    message = "found a stream for worker . of . in worker . of 2 of PyTorch, expected one for this worker"
    wrapped = torch.utils.data.datapipes.iter.IterableWrapper(stream)
    shared = [Rows(lambda worker, part=part: part) for part in (stream, stream.shard(0, 2), stream.shard(1, 2))]
    for data in (wrapped, *shared):
        with pytest.raises(MinirowError, match=message):
            rows_of(DataLoader(data, batch_size=None, num_workers=2, multiprocessing_context="fork"))
        only = DataLoader(data, batch_size=None, num_workers=1, multiprocessing_context="fork")
        assert rows_of(only) == rows_of(data), "no other worker has these rows"


def test_a_worker_reads_its_own_streams():
    stream = PuzzleStream(42, **WHOLE)
    shards = [stream.shard(number, 2) for number in range(2)]
    for own in (
        lambda worker: shards[worker.id],
        lambda worker: stream.shard(worker.id, worker.num_workers),
        lambda worker: PuzzleStream(42, start=20 * worker.id, **{**WHOLE, "count": 20}),
    ):
        found = rows_of(DataLoader(Rows(own), batch_size=None, num_workers=2, multiprocessing_context="fork"))
        assert sorted(found) == rows_of(stream)


class Deadly(torch.utils.data.IterableDataset):
    """A stream whose worker dies after some rows."""

    def __init__(self, stream):
        self.rows = stream.torch()

    def __iter__(self):
        for row in self.rows:
            if row["index"] == 15:
                os.kill(os.getpid(), signal.SIGKILL)
            yield row


def test_a_worker_that_dies_is_reported():
    with pytest.raises(RuntimeError, match="exited unexpectedly|is killed by signal"):
        rows_of(DataLoader(Deadly(PuzzleStream(42, **WHOLE)), batch_size=None, num_workers=2))


@pytest.mark.parametrize("taken", [1, 10, 17, 40])
@pytest.mark.parametrize("shuffle", [False, True])
def test_a_stream_continues_after_its_state(taken, shuffle):
    stream = PuzzleStream(42, epochs=2, shuffle=shuffle, augment=True, split="train", **WHOLE)
    expected = rows_of(stream)
    rows = iter(stream)
    for _ in range(taken):
        next(rows)
    again = pickle.loads(pickle.dumps(PuzzleStream(42, epochs=2, shuffle=shuffle, augment=True, split="train", **WHOLE)))
    again.load_state_dict(stream.state_dict())
    assert rows_of(again) == expected[taken:]
    assert rows_of(again) == expected, "the next iteration begins at the start"


@pytest.mark.parametrize("workers", [0, 2])
@pytest.mark.parametrize("taken", [1, 13, 22])
def test_torchdata_continues_after_its_state(workers, taken):
    stateful = pytest.importorskip("torchdata.stateful_dataloader").StatefulDataLoader

    def loader():
        return stateful(PuzzleStream(42, epochs=2, shuffle=True, **WHOLE).torch(), batch_size=None, num_workers=workers)

    whole, part = rows_of(loader()), loader()
    rows = iter(part)
    assert rows_of(next(rows) for _ in range(taken)) == whole[:taken]
    state = part.state_dict()
    again = loader()
    again.load_state_dict(state)
    assert rows_of(again) == whole[taken:]


def test_a_state_of_another_stream_or_division_is_an_error():
    state = PuzzleStream(42, **WHOLE).shard(0, 2).state_dict()
    with pytest.raises(MinirowError, match="state: found shards 2, expected 1"):
        PuzzleStream(42, **WHOLE).load_state_dict(state)
    with pytest.raises(MinirowError, match="state: found shuffle False, expected True"):
        PuzzleStream(42, shuffle=True, **WHOLE).shard(0, 2).load_state_dict(state)
    data = PuzzleStream(42, **WHOLE).torch()
    data.load_state_dict(PuzzleStream(42, **WHOLE).state_dict())
    with pytest.raises(MinirowError, match="a state that was loaded in another process"):
        rows_of(DataLoader(data, batch_size=None, num_workers=2))


def test_a_stream_with_a_loaded_state_is_not_divided():
    stream = PuzzleStream(42, **WHOLE)
    rows = iter(stream)
    next(rows)
    resumed = PuzzleStream(42, **WHOLE)
    resumed.load_state_dict(stream.state_dict())
    for divide in (lambda: resumed.shard(0, 2), resumed.torch, resumed.hugging_face):
        with pytest.raises(MinirowError, match="found a stream with a loaded state, expected one without"):
            divide()
    assert rows_of(resumed) == rows_of(PuzzleStream(42, **WHOLE))[1:]


def test_hugging_face_divides_and_continues():
    datasets = pytest.importorskip("datasets")
    from datasets.distributed import split_dataset_by_node

    stream = PuzzleStream(42, epochs=2, shuffle=True, **WHOLE)
    rows = stream.hugging_face()
    assert rows.n_shards == 8 and rows_of(rows) == rows_of(stream)
    parts = [rows_of(split_dataset_by_node(rows, rank, 2)) for rank in (0, 1)]
    assert sorted(parts[0] + parts[1]) == sorted(rows_of(stream))
    assert sorted(rows_of(DataLoader(rows, batch_size=None, num_workers=2))) == sorted(rows_of(stream))
    parts = [rows_of(stream.shard(rank, 3).hugging_face()) for rank in range(3)]
    assert sorted(sum(parts, [])) == sorted(rows_of(stream))
    taken = iter(rows)
    begun = rows_of(next(taken) for _ in range(33))
    again = stream.hugging_face()
    again.load_state_dict(rows.state_dict())
    assert begun + rows_of(again) == rows_of(stream)
    first = next(iter(PuzzleStream(42, layout="one-hot", **WHOLE).hugging_face().with_format("torch")))
    assert first["inputs"].shape == (81, 10) and first["labels"].shape == (81,)
    assert isinstance(rows, datasets.IterableDataset)


def test_arrays_of_a_batch():
    stream = PuzzleStream(42, layout="padded", columns=["er", "puzzle"], **WHOLE)
    batch = next(iter(DataLoader(stream.torch(), batch_size=8)))
    pack = minirow.generate(seed=42, count=8, er=(None, 1.5))
    assert batch["inputs"].dtype == torch.int64 and batch["inputs"].shape == (8, 81)
    assert numpy.array_equal(batch["inputs"].numpy(), pack.to_numpy().astype("int64") + 1)
    assert numpy.array_equal(batch["labels"].numpy(), pack.to_numpy("solution").astype("int64") + 1)
    assert batch["puzzle"] == pack["puzzle"] and batch["er"].tolist() == pack["er"]
