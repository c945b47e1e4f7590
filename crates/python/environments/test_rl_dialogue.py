"""Dialogues of moves: levels of feedback, limits, and rewards."""

import pytest

import minirow
from minirow import MinirowError
from minirow.rl import MoveDialogue, MoveRewards

PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
SOLUTION = minirow.solve(PUZZLE)
#: A forced move, a wrong one, a filled cell, a removed candidate, and a guess.
REPLY = "r6c2=4, r5c1=6, r1c1=5, r1c2<>5, r1c2=1"


def told(feedback, **options):
    dialogue = MoveDialogue(PUZZLE, max_er=1.2, feedback=feedback, **options)
    return dialogue.answer(REPLY).split("\n\n")[0].splitlines()


def test_feedback_has_three_levels_and_tells_no_digit():
    board = MoveDialogue(PUZZLE, max_er=1.2, feedback="board").answer(REPLY)
    assert board.splitlines()[5] == ". 4 . . 1 . . . ." and len(board.splitlines()) == 9
    assert told("verdict") == [
        "r6c2=4: made",
        "r5c1=6: not made, wrong",
        "r1c1=5: not made, impossible",
        "r1c2<>5: not made, impossible",
        "r1c2=1: not made, right but not forced",
    ]
    assert told("reason") == [
        "r6c2=4: made (hidden-single, rating 1.2)",
        "r5c1=6: not made, wrong: it contradicts the solution",
        "r1c1=5: not made, impossible: the cell is 4 already",
        "r1c2<>5: not made, impossible: the cell has no candidate 5",
        "r1c2=1: not made, right but not forced: it needs hidden-single, rating 2.6",
    ]


def test_one_move_or_several_in_a_turn():
    assert told("verdict", moves_per_turn=1) == ["r6c2=4: made", "The other moves are ignored, expected at most 1 in a reply."]
    assert "Reply with up to 3 moves" in MoveDialogue(PUZZLE, moves_per_turn=3).question()
    assert "a guess is not made" in MoveDialogue(PUZZLE, max_er="easy").question()
    assert "a guess is not made" not in MoveDialogue(PUZZLE).question()


def test_a_dialogue_ends_at_its_limits():
    dialogue = MoveDialogue(PUZZLE, max_turns=2)
    assert dialogue.answer("Hm.").startswith("Found no new move") and dialogue.answer("r6c2=4") is None
    assert (dialogue.turns, dialogue.empty_turns, dialogue.is_solved) == (2, 1, False)
    with pytest.raises(MinirowError, match="the dialogue is over"):
        dialogue.answer("r8c3=3")
    at_once = MoveDialogue(PUZZLE, max_mistakes=2)
    assert at_once.answer("r6c2=5, r6c2=6, r6c2=4") is None, "the moves behind the last mistake are not judged"
    assert (at_once.mistakes, at_once.made, at_once.judged) == (2, 0, 2)
    mistakes = MoveDialogue(PUZZLE, max_mistakes=2)
    assert mistakes.answer("r6c2=5") is not None and mistakes.answer("r6c2=5") is None


def test_the_board_repeated_earns_nothing_and_costs_nothing():
    dialogue = MoveDialogue(PUZZLE)
    dialogue.answer("r6c2=4")
    reward = dialogue.reward
    assert dialogue.answer("r1c1=4, r6c2=4").startswith("Found no new move")
    assert (dialogue.reward, dialogue.mistakes) == (reward, 0)


def test_the_moves_that_a_reply_repeats_are_judged_once():
    dialogue = MoveDialogue(PUZZLE, moves_per_turn=2)
    assert dialogue.answer("As r6c2=4, r1c6<>2. Answer: r6c2=4, r1c6<>2").splitlines()[:3] == ["r6c2=4: made", "r1c6<>2: made", ""]
    assert (dialogue.reward, dialogue.mistakes, dialogue.judged) == (1 / 64, 0, 2)


def test_only_a_solved_puzzle_has_the_whole_reward():
    moves = [f"r{cell // 9 + 1}c{cell % 9 + 1}={SOLUTION[cell]}" for cell in range(81) if PUZZLE[cell] == "."]
    dialogue = MoveDialogue(PUZZLE)
    assert dialogue.answer(" ".join(moves[:-1])) is not None and dialogue.reward == 63 / 64
    assert dialogue.answer(moves[-1]) is None and dialogue.reward == 1.0
    removed = [f"r{cell // 9 + 1}c{cell % 9 + 1}<>{digit}" for cell in range(81) for digit in "123456789" if SOLUTION[cell] != digit]
    assert MoveDialogue(PUZZLE).answer(" ".join(removed)) is not None
    eliminations = MoveDialogue(PUZZLE)
    eliminations.answer("r1c6<>2 r1c6<>5")
    assert eliminations.reward == 0.0
    paid = MoveDialogue(PUZZLE, rewards=MoveRewards(elimination=0.1, wrong=0.0, impossible=0.0))
    every = MoveDialogue(PUZZLE)
    for digit in "123456789":
        every.answer(" ".join(f"{move[:5]}{digit}" for move in moves))
    assert every.reward == 0.0, "trying all digits does not pay"
    paid.answer("r1c6<>2")
    assert paid.reward == 0.0, "without a rating, no elimination is forced"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"feedback": "all"}, "feedback: found 'all', expected one of 'board', 'verdict', 'reason'"),
        ({"moves_per_turn": 0}, "moves_per_turn: found 0"),
        ({"max_turns": 0}, "max_turns: found 0"),
        ({"max_mistakes": 0}, "max_mistakes: found 0"),
        ({"max_er": "?"}, "max_er: found"),
    ],
)
def test_invalid_options(options, message):
    with pytest.raises(MinirowError, match=message):
        MoveDialogue(PUZZLE, **options)
