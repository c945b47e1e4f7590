"""Moves are checked against the solution and against logic."""

import pytest

import minirow
from minirow.rl import Move, MoveJudge, MoveRewards, parse_moves

#: Rated 2.6: three hidden singles, then pointing.
PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SOLUTION = minirow.solve(PUZZLE)


def verdict_of(judge, text):
    return judge.judge(Move.parse(text))


def test_moves_are_read_from_texts():
    moves = parse_moves("First r6c2=4 (box 4). Thus R1C6 <> 2, r2c6<>2; xr1c1=1 and r1c1=12 are none, r0c1=4 neither.")
    assert [str(move) for move in moves] == ["r6c2=4", "r1c6<>2", "r2c6<>2"]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("r1c3: 4", "r1c3=4"),
        ("R1C3 → 4", "r1c3=4"),
        ("r1c3 -> 4", "r1c3=4"),
        ("**r1c3** = **4**", "r1c3=4"),
        ("$r1c3 \\rightarrow 4$", "r1c3=4"),
        ("(1,3)=4", "r1c3=4"),
        ("( 1, 3 ): 4", "r1c3=4"),
        ("A3=4", "r1c3=4"),
        ("I9 → 4", "r9c9=4"),
        ("row 1 column 3 is 4", "r1c3=4"),
        ("Row 1, Column 3 must be 4.", "r1c3=4"),
        ("row A, col 3: 4", "r1c3=4"),
        ("r1c3 is a 4", "r1c3=4"),
        ("ｒ1c3=4 and r１c３=４", "r1c3=4"),
        ("r1c3 ≠ 4", "r1c3<>4"),
        ("(1,3) != 4", "r1c3<>4"),
        ("r1c3 is not 4", "r1c3<>4"),
        ("row 1 column 3 cannot be 4", "r1c3<>4"),
        ("<think>r1c3=4</think>r1c4=5", "r1c4=5"),
        ("1. r1c3: 4 2. That is all.", "r1c3=4"),
        ("r1c3 = 4,\n2 cells are left", "r1c3=4"),
        ("r1c3 <> 4, 5 remains", "r1c3<>4"),
        ("place 4 in r1c3", "r1c3=4"),
        ("1. Put a **4** in **R1C3**, because it is the last.", "r1c3=4"),
        ("So, I place 4 at (1,3), 5 is next.", "r1c3=4"),
        ("It is clear. Then enter the 4 into row 1, column 3.", "r1c3=4"),
    ],
)
def test_moves_are_read_as_models_write_them(text, move):
    assert [str(found) for found in parse_moves(text)] == [move]


@pytest.mark.parametrize(
    "text",
    ["r1c3: 4, 5", "r1c3 is 4 or 5", "r1c3: {4}", "C5: 4", "B2 is 4", "A3=45", "(1,3,4)", "(0,3)=4", "J3=4", "r1c3 4", "<think>r1c3=4"]
    + ["r1c3=4/5", "r1c3 = 4 or 5", "r1c3=4|7", "r1c3 = 4, 7", "r1c3: 4 5 7", "r1c3: 4-7", "A3=4 and 5"]
    + ["I cannot place 4 in r1c3", "If we place 4 in r1c3, r1c4 is empty.", "Place 4 in r1c3 or r1c5", "Place 4 in r1c3, r1c5 or r1c7"]
    + ["Do not put 4 in r1c3", "Place 4 in r1c34", "There is no place. 4 in r1c3 is wrong"],
)
def test_candidates_and_other_texts_are_no_moves(text):
    assert parse_moves(text) == []


@pytest.mark.parametrize("piece", [" ", "\t", "\n", ",", "row 1 ", "(1, ", "r1c3=", "place 4 in ", "**", "r1c3 is ", "-", "5, "])
def test_moves_of_a_long_text_are_read(piece):
    """It would take hours if the time grew with the square of the length."""
    for start in ("row 1", "(1", "(1,3)", "r1c3 is", "r1c3=4", "place"):
        assert parse_moves(start + piece * (300_000 // len(piece)) + "\nr9c9=5")[-1] == Move.parse("r9c9=5")


@pytest.mark.parametrize("text", ["", "r1c1", "r1c1=0", "r10c1=5", "r1c1=5 r1c2=6", "c1r1=5", "r1c1==5"])
def test_a_text_that_is_no_move_is_an_error(text):
    with pytest.raises(minirow.MinirowError, match="expected a move such as r4c3=9 or r4c3<>9"):
        Move.parse(text)


@pytest.mark.parametrize("puzzle", [PUZZLE, *minirow.generate(seed=3, count=8, er=(2.6, 7.5))["puzzle"]])
def test_every_step_of_the_path_is_forced_at_the_rating_of_the_puzzle(puzzle):
    steps = minirow.explain(puzzle)
    hardest = max(step.rating for step in steps)
    judge = MoveJudge(puzzle, max_er=hardest)
    for step in steps:
        moves = [Move(candidate) for candidate in step.placements]
        moves += [Move(candidate, is_placement=False) for candidate in step.eliminations]
        for move in moves:
            verdict = judge.judge(move)
            assert verdict.is_forced and verdict.is_right, (step, verdict)
            assert verdict.rating is not None and verdict.rating <= hardest
            assert verdict.reward == (1.0 if move.is_placement else 0.1)
    assert judge.is_solved and judge.board == minirow.solve(puzzle)


def test_the_first_steps_have_their_own_ratings():
    judge = MoveJudge(PUZZLE, max_er=20.0)
    for step in minirow.explain(PUZZLE)[:3]:
        verdict = judge.judge(Move(step.placements[0]))
        assert (verdict.rating, verdict.technique, verdict.steps) == (step.rating, step.technique, 1)


def test_what_needs_harder_steps_is_a_guess():
    judge = MoveJudge(PUZZLE, max_er=1.5, rewards=MoveRewards(unforced=-0.25))
    verdict = verdict_of(judge, "r9c9=3")
    assert verdict.is_right and not verdict.is_forced
    assert (verdict.rating, verdict.reward) == (2.6, -0.25)


def test_a_wrong_move_changes_nothing():
    judge = MoveJudge(PUZZLE, max_er=1.2)
    before = judge.board, judge.candidates
    assert verdict_of(judge, "r5c1=6").reward == -1.0  # a candidate, but not of the solution
    assert verdict_of(judge, "r6c2<>4").reward == -1.0
    assert (judge.board, judge.candidates) == before
    assert verdict_of(judge, "r6c2=4").is_forced


def test_filled_cells_and_removed_candidates_are_impossible():
    judge = MoveJudge(PUZZLE)
    assert not verdict_of(judge, "r1c1=4").is_possible  # a clue
    assert not verdict_of(judge, "r1c2=4").is_possible  # sees the 4
    assert verdict_of(judge, "r8c3<>9").is_possible
    again = verdict_of(judge, "r8c3<>9")
    assert not again.is_possible and again.is_right and again.reward == -1.0


@pytest.mark.parametrize("max_er", [None, 1.2])
def test_an_elimination_that_only_follows_from_a_placement_is_not_rewarded(max_er):
    judge = MoveJudge(PUZZLE, max_er=max_er)
    verdict = verdict_of(judge, "r6c4<>4")  # r6c2=4 removes it
    assert (verdict.is_right, verdict.is_forced, verdict.reward) == (True, False, 0.0)
    assert verdict.is_made == (max_er is None)


def test_an_elimination_that_no_step_of_the_path_needs_is_forced_by_its_own_step():
    # Rated 1.2: the path has only singles. In box 5, pointing removes 5 from r7c4 and r8c4.
    easy = ".....2.3.5...6.189..3.17...62.........9.5.7..1.5....2.........6.6..9.4.....3...5."
    assert {step.technique for step in minirow.explain(easy)} == {"hidden-single"}
    judge = MoveJudge(easy, max_er=2.6)
    for move in ("r7c4<>5", "r8c4<>5"):
        verdict = verdict_of(judge, move)
        found = (verdict.is_forced, verdict.technique, verdict.rating, verdict.steps, verdict.reward)
        assert found == (True, "pointing", 2.6, 1, 0.1)
    assert not verdict_of(MoveJudge(easy, max_er=2.5), "r7c4<>5").is_made


def test_a_guess_makes_no_later_move_forced():
    judge = MoveJudge(PUZZLE, max_er=1.5)
    before = judge.candidates
    for cell in [cell for cell in range(81) if PUZZLE[cell] == "."]:
        verdict = verdict_of(judge, f"r{cell // 9 + 1}c{cell % 9 + 1}={SOLUTION[cell]}")
        assert verdict.is_made == verdict.is_forced
    assert not judge.is_solved and judge.candidates != before
    assert judge.board.count(".") == 61, "only the three hidden singles before the first pointing are placed"


def test_eliminations_make_later_moves_easier():
    judge, easier = MoveJudge(PUZZLE, max_er=2.6), MoveJudge(PUZZLE, max_er=2.6)
    steps = minirow.explain(PUZZLE)
    first_hard = next(place for place, step in enumerate(steps) if step.rating > 1.5)
    after = next(step for step in steps[first_hard:] if step.placements and step.rating <= 1.5)
    for step in steps[: after.number - 1]:
        for candidate in step.placements:
            judge.judge(Move(candidate)), easier.judge(Move(candidate))
        for candidate in step.eliminations:
            easier.judge(Move(candidate, is_placement=False))
    assert judge.judge(Move(after.placements[0])).rating == 2.6
    assert easier.judge(Move(after.placements[0])).rating == after.rating


def test_the_only_place_for_the_only_candidate_is_a_single():
    solved = MoveJudge("." + SOLUTION[1:], max_er=1.0, rewards=MoveRewards(solved=5.0))
    verdict = verdict_of(solved, "r1c1=4")
    assert (verdict.rating, verdict.technique, verdict.reward) == (1.0, "hidden-single", 6.0)
    assert solved.is_solved


def test_a_level_stands_for_its_highest_rating():
    assert verdict_of(MoveJudge(PUZZLE, max_er="hard"), "r9c9=3").is_forced
    assert not verdict_of(MoveJudge(PUZZLE, max_er="medium"), "r9c9=3").is_forced


def test_without_a_rating_only_the_solution_is_checked():
    verdict = verdict_of(MoveJudge(PUZZLE), "r9c9=3")
    assert verdict.is_forced and verdict.rating is None and verdict.technique is None


@pytest.mark.parametrize("max_er", [0.9, 20.1, float("nan"), "tricky"])
def test_a_rating_out_of_range_is_an_error(max_er):
    with pytest.raises(
        minirow.MinirowError, match=r"max_er: .*expected a rating from 1.0 to 20.0, or a level \(easy, "
    ):
        MoveJudge(PUZZLE, max_er=max_er)


@pytest.mark.parametrize(
    ("puzzle", "reason"), [(81 * ".", "ambiguous"), ("55" + 79 * ".", "unsolvable"), ("123", "found 3 characters")]
)
def test_a_puzzle_needs_one_solution(puzzle, reason):
    with pytest.raises(minirow.MinirowError, match=reason):
        MoveJudge(puzzle)


def test_wrong_types_and_rewards_are_errors():
    with pytest.raises(TypeError, match="found str, expected a Move"):
        MoveJudge(PUZZLE).judge("r6c2=4")
    with pytest.raises(TypeError, match="found tuple, expected a Move with a Candidate"):
        MoveJudge(PUZZLE).judge(Move((1, 1, 4)))
    for rewards in ({}, {"wrong": -1.0}):
        with pytest.raises(TypeError, match="rewards: found dict, expected MoveRewards"):
            MoveJudge(PUZZLE, rewards=rewards)
    with pytest.raises(minirow.MinirowError, match="unforced: found 0.5, expected at most 0.0"):
        MoveRewards(unforced=0.5)
    with pytest.raises(minirow.MinirowError, match="wrong: found nan, expected a finite number"):
        MoveRewards(wrong=float("nan"))


@pytest.mark.parametrize(("row", "column", "digit"), [(0, 1, 3), (10, 1, 5), (1, 1, 0), (1, 1.0, 4)])
def test_a_candidate_out_of_range_is_an_error(row, column, digit):
    with pytest.raises(minirow.MinirowError, match=r"(row|column|digit) of the candidate: found [0-9.]+, expected"):
        MoveJudge(PUZZLE).judge(Move(minirow.Candidate(row, column, digit)))


def test_moves_of_puzzles_of_all_levels_have_at_most_the_rating_of_the_puzzle():
    for row in minirow.generate(seed=3, count=12, er=(1.0, 7.5)):
        judge = MoveJudge(row["puzzle"], max_er=20.0)
        blanks = [cell for cell in range(81) if row["puzzle"][cell] == "."]
        for cell in blanks[::7]:
            move = Move.parse(f"r{cell // 9 + 1}c{cell % 9 + 1}={row['solution'][cell]}")
            verdict = judge.judge(move)
            assert verdict.rating is not None and 1.0 <= verdict.rating <= row["er"], (row["puzzle"], verdict)
