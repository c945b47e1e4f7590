"""Shards that are generated one by one equal those of the command line, to the byte."""

import hashlib
import json

import pytest
from conftest import command_line

from minirow import MinirowError, _minirow
from minirow._arguments import request


@pytest.mark.parametrize(
    ("options", "labels", "weights", "constraints"),
    [
        ([], False, False, {}),
        (["--labels", "--weights", "--minimal"], True, True, {"minimal": True}),
        (["--level", "hard", "--without", "x-wing"], False, False, {"level": "hard", "without": ["x-wing"]}),
    ],
)
def test_shards_equal_those_of_the_command_line(tmp_path, options, labels, weights, constraints):
    pack = ["pack", "--seed", "3", "--start", "10", "--count", "25", "--shard-rows", "10", "--quiet", *options]
    command_line(*pack, "--out", str(tmp_path / "part.parquet"))
    manifest = json.loads((tmp_path / "part.parquet.manifest.json").read_text())
    shards = _minirow.Shards(request(3, 10, 25, constraints, labels, weights), 10)
    assert len(shards) == len(manifest["files"]) == 3
    assert json.loads(shards.recipe) == manifest["recipe"]
    entries = []
    for shard, file in enumerate(manifest["files"]):
        data, puzzles, summary = shards.make(shard, threads=2)
        assert data == (tmp_path / file["file"]).read_bytes()
        assert (puzzles, hashlib.sha256(data).hexdigest()) == (file["puzzles"], file["sha256"])
        entries.append(file | json.loads(summary))
    text = (tmp_path / "part.parquet.manifest.json").read_text()
    assert shards.manifest("part.parquet", json.dumps(entries)) == text


def test_invalid_arguments_are_refused():
    def shards_of(start, count, constraints=None):
        return _minirow.Shards(request(1, start, count, constraints or {}, labels=False, weights=False), 4)

    shards = shards_of(0, 10)
    with pytest.raises(MinirowError, match="there is no shard 3, expected one from 0 to 2"):
        shards.make(3)
    with pytest.raises(MinirowError, match="count: found 0, expected a number from 1 upwards"):
        shards_of(0, 0)
    with pytest.raises(MinirowError, match="unknown constraint levle, did you mean level"):
        shards_of(0, 1, {"levle": "hard"})
    with pytest.raises(MinirowError, match="go past the last index"):
        shards_of(2**64 - 1, 2)
    with pytest.raises(MinirowError, match="the list of shards: missing field"):
        shards.manifest("part.parquet", "[{}]")
