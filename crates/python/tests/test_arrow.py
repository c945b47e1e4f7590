"""Other libraries read batches without a copy, and processes pass them on."""

import copy
import multiprocessing
import pickle

import pytest

import minirow


def test_pyarrow_shares_the_columns(pack):
    pyarrow = pytest.importorskip("pyarrow")
    batch = pyarrow.record_batch(pack)
    assert batch.to_pylist() == pack.to_pylist()
    assert pyarrow.table(pack).num_rows == pack.to_pyarrow().num_rows == len(pack)
    kinds = {name: str(batch.schema.field(name).type) for name in ("puzzle", "clues", "er", "steps", "minimal", "index")}
    assert kinds == {
        "puzzle": "string", "clues": "uint8", "er": "double", "steps": "uint16", "minimal": "bool", "index": "uint64",
    }  # fmt: skip
    again = pyarrow.record_batch(pack)
    addresses = [[buffer.address for buffer in columns.column("puzzle").buffers() if buffer] for columns in (batch, again)]
    assert addresses[0] == addresses[1], "the same memory, so no copy"
    puzzles = batch.column("puzzle")
    del pack, again, batch
    assert len(puzzles[0].as_py()) == 81, "the column lives on without the batch"
    wide = pyarrow.schema([("puzzle", pyarrow.large_string()), ("solution", pyarrow.large_string())])
    assert pyarrow.record_batch(minirow.solve(puzzles), schema=wide).schema == wide


def test_polars_reads_batches(pack):
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(pack)
    assert frame.equals(pack.to_polars()) and frame.to_dicts() == pack.to_pylist()
    assert frame.schema["steps"] == polars.UInt16


def test_from_arrow_of_polars_gives_structs_of_the_rows(pack):
    polars = pytest.importorskip("polars")
    assert polars.from_arrow(pack).struct.unnest().equals(polars.DataFrame(pack))


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_batch_can_be_pickled(pack, protocol):
    for batch in (pack, pack[2:5], pack[:0], minirow.grade([81 * "."], errors="null"), minirow.generate(seed=1, count=0)):
        again = pickle.loads(pickle.dumps(batch, protocol))
        assert repr(again) == repr(batch) and again.to_pylist() == batch.to_pylist()


def test_a_slice_is_pickled_without_the_other_rows():
    pack = minirow.generate(seed=3, count=1000)
    sizes = [len(pickle.dumps(batch)) for batch in (pack, pack[500:510])]
    assert sizes[1] < sizes[0] / 20, sizes


def test_a_batch_can_be_copied(pack):
    for again in (copy.copy(pack), copy.deepcopy({"rows": pack})["rows"]):
        assert again.to_pylist() == pack.to_pylist()


def test_a_pool_of_processes_returns_batches(pack):
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        (graded,) = pool.map(minirow.grade, [pack[:3]])
    assert graded["er"] == pack["er"][:3]


def test_other_bytes_are_no_batch():
    pyarrow = pytest.importorskip("pyarrow")
    sink = pyarrow.BufferOutputStream()
    table = pyarrow.table({"puzzle": pyarrow.array([1], pyarrow.int32())})
    with pyarrow.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    for made in (b"", b"\0" * 100, sink.getvalue().to_pybytes()):
        with pytest.raises(minirow.MinirowError):
            minirow._minirow.from_ipc(made)


def test_duckdb_reads_batches(pack):
    duckdb = pytest.importorskip("duckdb")
    found = duckdb.sql("SELECT count(*), max(er), count(DISTINCT puzzle) FROM pack").fetchall()
    assert found == [(len(pack), max(pack["er"]), len(pack))]


def test_pandas_reads_batches(pack):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    frame = pack.to_pandas()
    assert frame["puzzle"].tolist() == pack["puzzle"] and str(frame["er"].dtype) == "float64"
    if hasattr(pandas.DataFrame, "from_arrow"):
        assert pandas.DataFrame.from_arrow(pack)["index"].tolist() == pack["index"]


def test_numpy_arrays_have_the_digits(pack):
    numpy = pytest.importorskip("numpy")
    puzzles, solutions = pack.to_numpy(), pack.to_numpy("solution")
    assert puzzles.shape == solutions.shape == (len(pack), 81) and puzzles.dtype == numpy.uint8
    assert ((puzzles == solutions) | (puzzles == 0)).all() and puzzles.flags.writeable
    assert minirow.solve(puzzles)["solution"] == pack["solution"]
    with pytest.raises(minirow.MinirowError, match="found no grids in the column level, expected texts of 81 digits"):
        pack.to_numpy("level")
    with pytest.raises(KeyError, match="found no column colour, expected one of id, puzzle"):
        pack["colour"]


def test_nulls_stay_nulls():
    batch = minirow.grade([81 * "."], errors="null")
    assert batch.to_pylist()[0]["er"] is None and batch.to_numpy("solution").sum() == 0
    pyarrow = pytest.importorskip("pyarrow")
    assert pyarrow.record_batch(batch).column("steps").null_count == 1


def test_a_stream_of_batches_is_a_parquet_file(tmp_path):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    batches = minirow.generate_batches(seed=3, count=30, batch_rows=10)
    first = pyarrow.record_batch(next(batches))
    with parquet.ParquetWriter(tmp_path / "pack.parquet", first.schema) as writer:
        writer.write_batch(first)
        for batch in batches:
            writer.write_batch(pyarrow.record_batch(batch))
    ids = parquet.read_table(tmp_path / "pack.parquet").column("id").to_pylist()
    assert ids == [f"3-{index}" for index in range(30)]
