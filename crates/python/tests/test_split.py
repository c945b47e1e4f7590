"""The split rule equals that of the command line."""

import pickle

import pytest
from conftest import PUZZLE

from minirow import MinirowError, _minirow

FORM = "123456789457189263698273514271895346539764128864312957345928671786531492912647835"


def test_bounds_of_shares_are_exact_in_every_notation():
    # The hash of FORM, as in the tests of the library.
    hash = 0x053AEA2242D8AA49
    for share, is_below in ((hash * 10**9 // 2**64, False), (hash * 10**9 // 2**64 + 1, True)):
        rule = _minirow.SplitRule([("a", f"0.{share:09}"), ("b", f"0.{10**9 - share:09}")], "")
        assert (rule.split_of(FORM) == "a") == is_below
    shares = [("a", "0.8"), ("b", ".2")]
    assert _minirow.SplitRule(shares, "").shares == shares


@pytest.mark.parametrize(
    ("shares", "why"),
    [
        ([], "the shares sum up to 0, expected 1"),
        ([("a", "0.8")], "the shares sum up to 0.8, expected 1"),
        ([("a", "50"), ("b", "0"), ("c", "50")], "the share 0 of b: expected a positive number"),
        ([("a", "-1"), ("b", "101")], "the share -1 of a: expected a positive number"),
        ([("../a", "1")], 'the name "../a" of a split begins with a dot'),
        ([("", "1")], 'the name "" of a split is empty'),
        ([("a", "1e2")], "the share 1e2 of a: expected a positive number"),
    ],
)
def test_invalid_shares_are_refused(shares, why):
    with pytest.raises(MinirowError) as raised:
        _minirow.SplitRule(shares, "")
    assert str(raised.value).startswith(why)


def test_puzzles_are_split_by_their_solutions():
    rule = pickle.loads(pickle.dumps(_minirow.SplitRule([("train", "0.75"), ("test", "0.25")], "x")))
    options = {"errors_null": True, "threads": 2, "progress": None}
    grids = _minirow.Source([PUZZLE, FORM, 81 * "."], "puzzle").read(None)
    batch = _minirow.split(grids, rule, options)
    assert batch.column_names == ["puzzle", "grid_id", "split", "error"]
    assert batch["grid_id"] == ["053aea2242d8aa49"] * 2 + [None]
    assert batch["split"] == [rule.split_of(FORM)] * 2 + [None]
    with pytest.raises(MinirowError, match="row 2: "):
        _minirow.split(grids, rule, {**options, "errors_null": False})
