"""A batch as a sequence of rows."""

import pytest

import minirow


def test_rows_are_dicts_in_order(pack):
    rows = pack.to_pylist()
    assert list(pack) == [pack[number] for number in range(len(pack))] == rows
    assert (pack[-1], pack[-60]) == (rows[-1], rows[0])
    assert dict(zip(pack.column_names, rows[5].values(), strict=True)) == rows[5]
    first, second = iter(pack), iter(pack)
    assert (next(first), next(first), next(second)) == (rows[0], rows[1], rows[0])
    assert list(pack[:0]) == []


def test_slices_are_batches(pack):
    part = pack[10:20]
    assert isinstance(part, minirow.RecordBatch)
    assert (len(part), part["id"], list(part)) == (10, pack["id"][10:20], pack.to_pylist()[10:20])
    assert [pack[-3:]["id"], pack[:]["id"], pack[50:999]["id"]] == [pack["id"][-3:], pack["id"], pack["id"][50:]]
    assert len(pack[20:10]) == 0 and pack[20:10].column_names == pack.column_names
    assert part[2:4]["id"] == pack["id"][12:14]
    assert minirow.grade(part)["er"] == part["er"]


def test_columns_are_found_by_name(pack):
    assert "er" in pack and "colour" not in pack
    with pytest.raises(KeyError, match="found no column colour"):
        pack["colour"]


def test_missing_values_are_none():
    rows = list(minirow.solve(["x", 81 * "."], errors="null"))
    assert rows[0]["solution"] is None and rows[1]["error"] is None


def test_numbers_of_numpy_are_rows(pack):
    numpy = pytest.importorskip("numpy")
    assert pack[numpy.int64(3)] == pack[3]


def test_libraries_read_a_slice_as_columns(pack):
    pyarrow, polars = pytest.importorskip("pyarrow"), pytest.importorskip("polars")
    assert pyarrow.table(pack[5:9]).to_pylist() == polars.DataFrame(pack[5:9]).to_dicts() == list(pack[5:9])
    assert polars.DataFrame(pack).schema["er"] == polars.Float64, "the columns, not the rows"
    assert pytest.importorskip("pandas").DataFrame(pack).to_dict("records") == pack.to_pandas().to_dict("records")
