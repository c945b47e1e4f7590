"""Generated puzzles equal those of the command line, for any way to ask for them."""

import pytest
from conftest import command_line, csv

import minirow


@pytest.mark.parametrize(
    ("words", "constraints"),
    [
        ([], {}),
        (["--level", "hard", "--symmetry", "half-turn"], {"level": "hard", "symmetry": "half-turn"}),
        (["--er", "2.6..=3.4", "--labels"], {"er": "2.6..=3.4", "labels": True}),
        (["--minimal", "--weights", "--labels"], {"minimal": True, "weights": True, "labels": True}),
        (["--sampling", "weighted"], {"sampling": "weighted"}),
        (["--clues", "26", "--missing-digits", "5"], {"clues": 26, "missing_digits": [5]}),
        (["--without", "pointing,claiming", "--max-tries", "99999"], {"without": ["pointing", "claiming"], "max_tries": 99999}),
        (["--b", "1..", "--minutes", "..=12.0", "--scale", "minutes"], {"b": (1, None), "minutes": (None, 12.0), "scale": "minutes"}),
        (["--er", "8.6..", "--clues", "24.."], {"er": "8.6..", "clues": "24..", "ep": None}),
    ],
)
def test_a_seed_gives_the_rows_of_the_command_line(words, constraints):
    count = 4 if "8.6.." in words else 25
    written = command_line("pack", "--quiet", "--seed", "42", "--start", "3", "--count", str(count), *words)
    assert csv(minirow.generate(42, 3, count, **constraints)) == written


def test_threads_and_batches_make_no_difference():
    once = minirow.generate(seed=5, count=50, threads=1).to_pydict()
    assert minirow.generate(seed=5, count=50, threads=7).to_pydict() == once
    batches = list(minirow.generate_batches(seed=5, count=50, batch_rows=20, threads=3))
    assert [len(batch) for batch in batches] == [20, 20, 10]
    assert [name for batch in batches for name in batch["id"]] == once["id"]
    assert [puzzle for batch in batches for puzzle in batch["puzzle"]] == once["puzzle"]
    later = minirow.generate(seed=5, start=20, count=20)
    assert later["puzzle"] == once["puzzle"][20:40]


def test_the_names_and_types_of_the_columns():
    batch = minirow.generate(seed=1, count=2, labels=True, weights=True)
    assert batch.column_names == [
        "id", "puzzle", "solution", "clues", "er", "ep", "ed", "level", "hardest", "techniques", "steps", "minimal",
        "symmetry", "seed", "index", "generator", "nodes", "backdoor", "weight",
    ]  # fmt: skip
    assert batch["generator"] == [minirow.GENERATOR] * 2
    types = "clues: uint8, er: float64, ep: float64, ed: float64, level: string, hardest: string, techniques: string, steps: uint16, minimal: bool"
    assert types in repr(batch)


def test_a_count_of_0_gives_an_empty_batch():
    batch = minirow.generate(seed=1, count=0)
    assert len(batch) == 0 and batch["er"] == []
    assert list(minirow.generate_batches(seed=1, count=0)) == []


def test_puzzles_of_files_are_excluded(tmp_path):
    first = minirow.generate(seed=1, count=1)["puzzle"]
    (tmp_path / "old.txt").write_text(first[0])
    others = minirow.generate(seed=1, count=1, exclude=tmp_path / "old.txt")["puzzle"]
    assert others != first
    with pytest.raises(minirow.MinirowError, match="none.txt"):
        minirow.generate(seed=1, count=1, exclude=[tmp_path / "none.txt"])


def test_deleting_a_stream_stops_its_work():
    stream = minirow.generate_batches(seed=1, count=10**12, batch_rows=10)
    assert len(next(stream)) == 10
    del stream  # otherwise the program would not end


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"levle": "hard"}, "unknown constraint levle, did you mean level?"),
        ({"colour": "red"}, "unknown constraint colour, expected one of level, er, ep, "),
        ({"max-tries": 3}, "unknown constraint 'max-tries', expected 'max_tries'"),
        ({"count": -1}, "count: found -1, expected a whole number from 0 to 18446744073709551615"),
        ({"count": 2.5}, "count: found 2.5, expected a whole number from 0 upwards"),
        ({"seed": 1 << 64}, "seed: found 18446744073709551616, expected a whole number from 0 to 18446744073709551615"),
        ({"start": (1 << 64) - 1, "count": 2}, "start and count go past the last index, 18446744073709551614"),
        ({"threads": 0}, "threads: found 0, expected a whole number from 1 to "),
        ({"clues": "28..=24"}, "clues: the start of the range is above its end"),
        ({"level": "simple"}, "level: expected one of easy, medium, hard, expert, diabolical, extreme"),
        ({"minimal": "yes"}, "minimal: found a string, expected true or false"),
        ({"needs": "swordfisch"}, "needs: unknown technique swordfisch, did you mean swordfish?"),
        ({"level": "hard", "er": 9}, "no puzzle of the level hard has an ER of 9.0"),
        ({"weights": True, "clues": 24}, "weights: weights exist only for minimal puzzles; use minimal"),
        ({"level": object()}, "level: found object, expected a text, a number, True or False, or a list of these"),
        ({"er": float("nan")}, "er: found nan, expected a text, a number, True or False, or a list of these"),
        ({"count": 1 << 25}, "found 33554432 rows, expected 16777216 at most in one record batch; generate_batches"),
    ],
)
def test_invalid_arguments_are_refused(arguments, why):
    with pytest.raises(minirow.MinirowError) as raised:
        minirow.generate(**{"seed": 1, "count": 1, **arguments})
    assert str(raised.value).startswith(why)
    assert raised.value.row is None


def test_the_error_names_an_index_without_a_puzzle():
    with pytest.raises(minirow.MinirowError, match="index 0"):
        minirow.generate(seed=1, count=3, level="extreme", search="sample", clues=40, max_tries=20)
    with pytest.raises(minirow.MinirowError, match="index 0"):
        list(minirow.generate_batches(seed=1, count=3, level="extreme", search="sample", clues=40, max_tries=20))


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ({"clues": (24, 26)}, {"clues": "24..=26"}),
        ({"clues": range(24, 27)}, {"clues": "24..=26"}),
        ({"clues": "24-26"}, {"clues": "24..=26"}),
        ({"clues": (None, 26)}, {"clues": "..=26"}),
        ({"clues": (24, None)}, {"clues": "24.."}),
        ({"clues": range(25, 26)}, {"clues": 25}),
        ({"steps": (None, 60)}, {"steps": "..=60"}),
        ({"er": (2, 3.4), "ed": (1.2, 1.5), "ep": (None, 2.6)}, {"er": "2.0..=3.4", "ed": "1.2..=1.5", "ep": "..=2.6"}),
        ({"with_digits": (1, 3)}, {"with_digits": "1,3"}),
        ({"with_digits": range(1, 4)}, {"with_digits": "1,2,3"}),
    ],
    ids=str,
)
def test_ranges(given, meant):
    assert minirow.generate(3, count=3, **given)["puzzle"] == minirow.generate(3, count=3, **meant)["puzzle"]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"clues": (28, 24)}, "^clues: the start of the range is above its end$"),
        ({"clues": range(28, 24)}, r"^clues: found range\(28, 24\), expected a range with a number, and without a step$"),
        ({"clues": range(20, 30, 2)}, r"^clues: found range\(20, 30, 2\), expected a range with a number, and without"),
        ({"clues": [24, 28]}, r"^clues: found \[24, 28\], expected a number, a text, or both ends of a range in a tuple$"),
        ({"clues": (24,)}, r"^clues: found \(24,\), expected a number, a text, or both ends"),
        ({"clues": (None, None)}, r"^clues: found \(None, None\), expected"),
        ({"clues": (24.5, 28)}, '^clues: found "24.5", expected a whole number from 17 to 81$'),
        ({"clues": ([], 28)}, "^clues: found list, expected"),
        ({"er": range(2, 4)}, r"^er: found range\(2, 4\), expected both ends of a range of ratings, such as \(2.6, 3.4\)$"),
        ({"er": (2.65, 3.4)}, '^er: found "2.65", expected a rating in tenths'),
    ],
    ids=str,
)
def test_wrong_ranges(wrong, message):
    with pytest.raises(minirow.MinirowError, match=message):
        minirow.generate(3, count=1, **wrong)
