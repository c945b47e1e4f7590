"""Answers about one puzzle and about many equal those of the command line."""

import pytest
from conftest import AMBIGUOUS, CLASH, EMPTY, PUZZLE, SEVENTEEN, SOLUTION, command_line, csv

import minirow


def lines(rows):
    return "".join(row + "\n" for row in rows)


def test_solve(pack):
    assert minirow.solve(PUZZLE) == SOLUTION
    assert minirow.solve(pack)["solution"] == pack["solution"]
    grids = [PUZZLE, AMBIGUOUS, EMPTY]
    written = command_line("solve", "--quiet", "-", given=lines(grids))
    assert lines(minirow.solve(grids)["solution"]) == written
    assert minirow.count(minirow.solve(EMPTY, any=True)) == 1
    assert minirow.solve(minirow.solve(grids, any=True)["solution"])["puzzle"][0] == SOLUTION


def test_count():
    assert minirow.count(PUZZLE) == 1
    grids = [PUZZLE, AMBIGUOUS, CLASH, EMPTY]
    assert minirow.count(grids, limit=2).to_pydict() == {"puzzle": grids, "count": [1, 2, 0, 2]}
    assert minirow.count(EMPTY, 100_000) == 100_000
    few = "12345678" + EMPTY[8:]
    assert minirow.count([few])["count"] == [minirow.count(few)] == [18_383_222_420_692_992]


def test_a_count_that_a_column_cannot_hold():
    assert minirow.count(EMPTY) == int(command_line("count", "--quiet", EMPTY)) == 6_670_903_752_021_072_936_960
    with pytest.raises(minirow.MinirowError, match="^row 1: found 6670903752021072936960 solutions, expected") as raised:
        minirow.count([PUZZLE, EMPTY])
    assert raised.value.row == 1
    batch = minirow.count([EMPTY, PUZZLE], errors="null")
    assert batch["count"] == [None, 1] and "count this grid alone" in batch["error"][0]
    assert minirow.count([EMPTY], limit=2**64 - 1)["count"] == [2**64 - 1]
    assert minirow.count(EMPTY, limit=2**64 - 1) == 2**64 - 1


def test_count_of_half_a_grid():
    half = SOLUTION[:36] + 45 * "."
    assert minirow.count(half) == int(command_line("count", "--quiet", half)) > 1024


def test_grade(pack):
    row = minirow.grade(SEVENTEEN)
    assert (row["er"], row["level"], row["hardest"], row["clues"]) == (2.6, "hard", "pointing", 17)
    puzzles = pack["puzzle"]
    for labels in (False, True):
        written = command_line("grade", "--quiet", *["--labels"] * labels, "-", given=lines(puzzles))
        assert csv(minirow.grade(puzzles, labels=labels)) == written
    for scale in ("te", "se,minutes"):
        written = command_line("grade", "--quiet", "--scale", scale, "-", given=lines(puzzles))
        assert csv(minirow.grade(puzzles, scale=scale.split(","))) == written
        assert csv(minirow.grade(puzzles, scale=scale)) == written
    with pytest.raises(minirow.MinirowError, match='^scale: unknown scale "stars", expected one of: se, te, hodoku, minutes$'):
        minirow.grade(puzzles, scale="stars")
    limited = minirow.grade(puzzles, max_er=2.0)
    assert csv(limited) == command_line("grade", "--quiet", "--max-er", "2.0", "-", given=lines(puzzles))
    assert "too-hard" in limited["level"]
    assert "budget-spent" in minirow.grade(puzzles, budget=1)["level"]


def test_canonical(pack):
    equivalent = PUZZLE[::-1].translate(str.maketrans("123456789", "918273645"))
    assert minirow.canonical(PUZZLE) == minirow.canonical(equivalent) != PUZZLE
    assert minirow.canonical(AMBIGUOUS, solution=False) != minirow.canonical(PUZZLE)
    puzzles = pack["puzzle"]
    for solution in (False, True):
        words = ["canon", "--quiet", "--automorphisms", "--transformation", *["--solution"] * solution, "-"]
        assert csv(minirow.canonical(puzzles, solution=solution)) == command_line(*words, given=lines(puzzles))


def test_check(pack):
    grids = [*pack["puzzle"], PUZZLE, AMBIGUOUS, CLASH, SOLUTION]
    batch = minirow.check(grids)
    assert batch["verdict"][-4:] == ["proper", "ambiguous", "unsolvable", "solved"]
    assert batch["solution"][-4:] == [SOLUTION, None, None, SOLUTION]
    assert [verdict == "minimal" for verdict in batch["verdict"][:-4]] == pack["minimal"]
    one = minirow.check(CLASH)
    assert one["reason"] == "no solution: r1c1 and r1c2 in row 1 are both 5"
    assert one == batch.to_pylist()[-2]


def test_explain():
    steps = minirow.explain(SEVENTEEN)
    assert [step.number for step in steps] == list(range(1, 70))
    assert max(step.rating for step in steps) == 2.6
    first = steps[0]
    assert (first.technique, first.placements, first.houses) == ("hidden-single", ((6, 2, 4),), ("box 4",))
    assert first.placements[0].cell == "r6c2" and SOLUTION[first.placements[0].index]
    assert first.text.endswith("One place is left for 4: r6c2=4.")
    region, technique, cell, full = first.stages
    assert (region, technique) == ("Look at box 4.", "Look at box 4: Hidden Single.")
    assert (cell, full) == ("Look at box 4: Hidden Single, which fills r6c2.", first.text)
    eliminating = next(step for step in steps if step.eliminations)
    assert not eliminating.placements and eliminating.pattern
    board = list(SEVENTEEN)
    for step in steps:
        for candidate in step.placements:
            board[candidate.index] = str(candidate.digit)
    assert "".join(board) == minirow.solve(SEVENTEEN)


def test_explain_on_another_scale():
    steps = minirow.explain("....2..........9....38.4..5.6......92....8...48.73.61...5.62..3.......4.82..7....", scale="te")
    assert max(step.rating for step in steps) == 3.0
    braid = next(step for step in steps if step.rating == 3.0)
    assert (braid.technique, len(braid.chains), len(braid.lines)) == ("braid", 1, 3)
    assert braid.chains[0][0].cause == "contradiction" and braid.chains[0][-1].cause == "assumption"
    path = minirow.explain(SEVENTEEN, scale="hodoku")
    assert sum(step.rating for step in path) == minirow.grade(SEVENTEEN, scale="hodoku")["hodoku_score"] == 696
    assert path[0].notation.startswith("Hidden Single: ") and steps[0].notation is None
    with pytest.raises(minirow.MinirowError, match='scale: found "minutes", expected one of se, te, hodoku'):
        minirow.explain(SEVENTEEN, scale="minutes")


def test_chains_are_explained_from_their_end_to_the_assumption():
    steps = minirow.explain("9......6...5.....267...5....9.13.......5.97..4..78.3.....91..7..3..6.1.4.6...8.2.")
    chain = next(step for step in steps if step.rating == 6.6).chains[0]
    assert [link.parents for link in chain] == [(1,), (2,), (3,), (4,), (5,), ()]
    assert chain[-1].cause == "assumption" and str(chain[-1]).startswith("r")
    assert any(step.lines and step.lines[0].text for step in steps)


@pytest.mark.parametrize("name", ["solve", "count", "grade", "canonical", "check"])
def test_batches_have_the_same_rows(pack, name):
    once, some = getattr(minirow, name), getattr(minirow, f"{name}_batches")
    batches = list(some(iter(pack["puzzle"]), batch_rows=25))
    assert [len(batch) for batch in batches] == [25, 25, 10]
    rows = [row for batch in batches for row in batch.to_pylist()]
    assert rows == once(pack).to_pylist() == once(pack, threads=1).to_pylist() == once(pack, threads=5).to_pylist()
    assert list(some([])) == [] and len(once([])) == 0
    one = once(pack["puzzle"][0])
    assert one == rows[0] if isinstance(one, dict) else one in rows[0].values()
