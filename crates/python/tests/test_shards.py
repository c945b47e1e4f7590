"""Shards that are made one by one are those of the command line, to the byte."""

import hashlib
import json

import pytest
from conftest import command_line

from minirow import MinirowError, _minirow


@pytest.mark.parametrize(
    ("options", "labels", "weights", "constraints"),
    [
        ([], False, False, {}),
        (["--labels", "--weights", "--minimal"], True, True, {"minimal": True}),
        (["--level", "hard", "--without", "x-wing"], False, False, {"level": "hard", "without": ["x-wing"]}),
    ],
)
def test_shards_are_those_of_pack(tmp_path, options, labels, weights, constraints):
    pack = ["pack", "--seed", "3", "--start", "10", "--count", "25", "--shard-rows", "10", "--quiet", *options]
    command_line(*pack, "--out", str(tmp_path / "part.parquet"))
    manifest = json.loads((tmp_path / "part.parquet.manifest.json").read_text())
    shards = _minirow.Shards(3, 10, 25, 10, constraints, labels, weights)
    assert len(shards) == len(manifest["files"]) == 3
    assert json.loads(shards.recipe) == manifest["recipe"]
    entries = []
    for shard, file in enumerate(manifest["files"]):
        data, puzzles, summary = shards.make(shard, threads=2)
        assert data == (tmp_path / file["file"]).read_bytes()
        assert (puzzles, hashlib.sha256(data).hexdigest()) == (file["puzzles"], file["sha256"])
        assert puzzles == shards.rows_of(shard)
        entries.append(file | json.loads(summary))
    text = (tmp_path / "part.parquet.manifest.json").read_text()
    assert shards.manifest("part.parquet", json.dumps(entries)) == text


def test_what_cannot_be_is_refused():
    shards = _minirow.Shards(1, 0, 10, 4, {}, False, False)
    with pytest.raises(MinirowError, match="there is no shard 3, expected one from 0 to 2"):
        shards.make(3)
    with pytest.raises(MinirowError, match="count: found 0, expected a number from 1 upwards"):
        _minirow.Shards(1, 0, 0, 4, {}, False, False)
    with pytest.raises(MinirowError, match="unknown constraint levle, did you mean level"):
        _minirow.Shards(1, 0, 1, 4, {"levle": "hard"}, False, False)
    with pytest.raises(MinirowError, match="go past the last index"):
        _minirow.Shards(1, 2**64 - 1, 2, 4, {}, False, False)
    with pytest.raises(MinirowError, match="a list of shards: missing field"):
        shards.manifest("part.parquet", "[{}]")
