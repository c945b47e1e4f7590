"""The environment of Gymnasium passes Gymnasium's own checks, and is a function of its seed."""

import subprocess
import sys
import warnings

import pytest

gymnasium = pytest.importorskip("gymnasium", reason="pip install -r crates/python/environments/requirements.txt")
import numpy
from gymnasium.utils.env_checker import check_env

import minirow
from minirow.rl import Move, MoveRewards
from minirow.rl.gymnasium import SudokuEnv

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = minirow.solve(PUZZLE)


def solution_actions(environment, puzzle):
    solution = minirow.solve(puzzle)
    cells = [cell for cell in range(81) if puzzle[cell] == "."]
    return [environment.unwrapped.action_of(f"r{cell // 9 + 1}c{cell % 9 + 1}={solution[cell]}") for cell in cells]


@pytest.mark.parametrize(
    "options",
    [{}, {"eliminations": True, "max_mistakes": None}, {"max_er": "hard", "level": "medium"}, {"render_mode": "ansi"}],
)
def test_it_passes_the_checks_of_gymnasium(options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make("minirow/Sudoku-v0", **options).unwrapped)


def test_a_seed_is_the_index_of_a_puzzle():
    environment = SudokuEnv(seed=4, er=(1.0, 2.0))
    row = minirow.generate(seed=4, start=17, count=1, er=(1.0, 2.0))[0]
    for _ in range(2):
        observation, info = environment.reset(seed=17)
        assert (info["id"], info["puzzle"], info["er"]) == (row["id"], row["puzzle"], row["er"])
        assert "".join(map(str, observation["board"].flat)) == row["puzzle"].replace(".", "0")
        assert (observation["clues"] == (observation["board"] > 0)).all()
        environment.reset()


def test_without_a_seed_the_next_puzzles_follow_from_the_last_one():
    environment = SudokuEnv(level="easy")

    def ids():
        environment.reset(seed=3)
        return [environment.reset()[1]["id"] for _ in range(3)]

    first = ids()
    assert len(set(first)) == 3 and ids() == first


def test_vectors_of_environments_have_different_puzzles():
    environments = gymnasium.make_vec("minirow/Sudoku-v0", num_envs=3, vectorization_mode="sync", level="easy")
    seen = set()
    for seed in (5, None, None):
        seen |= set(environments.reset(seed=seed)[1]["id"])
    assert len(seen) == 9


def test_the_solution_earns_one_for_each_blank_cell():
    environment = SudokuEnv(rewards=MoveRewards(solved=10.0))
    observation, info = environment.reset(options={"puzzle": PUZZLE})
    total = 0.0
    for action in solution_actions(environment, PUZZLE):
        assert info["action_mask"][action] == 1
        observation, reward, terminated, truncated, info = environment.step(action)
        total += reward
    assert terminated and not truncated and total == 51 + 10
    assert "".join(map(str, observation["board"].flat)) == SOLUTION
    assert not info["action_mask"].any()
    with pytest.raises(minirow.MinirowError, match="no episode is running; call reset before step"):
        environment.step(0)


def test_the_mask_is_what_the_rules_allow():
    environment = SudokuEnv(eliminations=True)
    observation, info = environment.reset(options={"puzzle": PUZZLE})
    mask = info["action_mask"]
    assert mask.dtype == numpy.int8 and (mask == environment.action_masks()).all()
    allowed = {environment.action_of(move) for move in ("r1c3=1", "r1c3=2", "r1c3=4")}
    assert {action for action in range(18, 27) if mask[action]} == allowed
    assert (mask[:729] == mask[729:]).all()
    assert (observation["candidates"][0, 2] == [1, 1, 0, 1, 0, 0, 0, 0, 0]).all()
    environment.action_space.seed(1)
    assert all(mask[environment.action_space.sample(mask)] for _ in range(50))
    observation, reward, terminated, _, info = environment.step(environment.action_of("r1c3<>1"))
    assert (reward, terminated) == (0.0, False) and not info["action_mask"][environment.action_of("r1c3=1")]


def test_a_random_player_with_masks_stays_legal():
    environment = gymnasium.make("minirow/Sudoku-v0", max_mistakes=5, level="easy")
    observation, info = environment.reset(seed=1)
    environment.action_space.seed(1)
    terminated = mistakes = 0
    while not terminated:
        observation, reward, terminated, _, info = environment.step(
            environment.action_space.sample(info["action_mask"])
        )
        mistakes += reward < 0
        assert info["verdict"].is_possible
    assert mistakes == 5


def test_a_mistake_changes_nothing_and_may_end_the_episode():
    for most, ends in ((1, [True]), (2, [False, True]), (None, [False] * 5)):
        environment = SudokuEnv(max_mistakes=most)
        before, _ = environment.reset(options={"puzzle": PUZZLE})
        for end in ends:
            after, reward, terminated, _, info = environment.step(environment.action_of("r1c3=1"))
            assert (reward, terminated, info["verdict"].is_right) == (-1.0, end, False)
            assert (after["board"] == before["board"]).all()


@pytest.mark.parametrize("eliminations", [False, True])
def test_a_wrong_action_leaves_the_mask(eliminations):
    environment = SudokuEnv(max_mistakes=None, eliminations=eliminations)
    environment.reset(options={"puzzle": PUZZLE})
    for text in ("r1c3=1", "r1c3<>4") if eliminations else ("r1c3=1",):
        action = environment.action_of(text)
        before = environment.action_masks()
        info = environment.step(action)[4]
        assert before[action] and not info["action_mask"][action]
        assert info["action_mask"].sum() == before.sum() - 1
    _, info = environment.reset(options={"puzzle": PUZZLE})
    assert info["action_mask"][action]


def test_a_player_with_the_mask_solves_without_a_limit_of_mistakes():
    environment = gymnasium.make("minirow/Sudoku-v0", max_mistakes=None, level="easy")
    assert environment.spec.max_episode_steps == 1458
    _, info = environment.reset(seed=1)
    terminated = truncated = False
    while not terminated and not truncated:
        _, _, terminated, truncated, info = environment.step(int(info["action_mask"].argmax()))
    assert terminated and not truncated


def test_an_episode_ends_after_1458_steps():
    environment = gymnasium.make("minirow/Sudoku-v0", max_mistakes=None)
    environment.reset(options={"puzzle": PUZZLE})
    ends = [environment.step(0)[2:4] for _ in range(1458)]  # r1c1 is a clue
    assert ends[-2:] == [(False, False), (False, True)]


def test_rewards_ask_for_logic():
    environment = SudokuEnv(max_er=1.0, rewards=MoveRewards(unforced=-0.5))
    before, _ = environment.reset(options={"puzzle": PUZZLE})
    after, reward, terminated, _, info = environment.step(environment.action_of("r5c5=5"))
    assert (reward, terminated, info["verdict"].is_right) == (-0.5, True, True)
    assert (after["board"] == before["board"]).all()


def test_a_reset_that_fails_changes_nothing():
    environment = SudokuEnv()
    _, info = environment.reset(options={"puzzle": PUZZLE.replace(".", "0")})
    assert info["puzzle"] == PUZZLE
    with pytest.raises(minirow.MinirowError, match="ambiguous"):
        environment.reset(options={"puzzle": 81 * "."})
    observation, _, terminated, _, info = environment.step(environment.action_of("r5c5=5"))
    assert info["puzzle"] == PUZZLE and observation["board"][4, 4] == 5 and not terminated
    environment.reset(seed=5)
    expected = environment.reset()[1]["id"]
    for seed, options in ((2**64 - 1, None), (9, {"puzzle": "x"}), (9, {"puzzle": SOLUTION})):
        environment.reset(seed=5)
        with pytest.raises(minirow.MinirowError):
            environment.reset(seed=seed, options=options)
        assert environment.reset()[1]["id"] == expected


def test_rendering_is_text():
    environment = SudokuEnv(render_mode="ansi")
    environment.reset(options={"puzzle": PUZZLE})
    assert environment.render().splitlines()[:2] == ["5 3 . . 7 . . . .", "6 . . 1 9 5 . . ."]
    assert SudokuEnv().render() is None


def test_every_action_is_a_move():
    environment = SudokuEnv(eliminations=True)
    moves = [environment._move(action) for action in range(1458)]
    assert len(set(moves)) == 1458
    assert [environment.action_of(move) for move in moves] == list(range(1458))
    assert moves[728] == Move.parse("r9c9=9") and moves[729] == Move.parse("r1c1<>1")


def test_invalid_arguments_are_errors():
    with pytest.raises(minirow.MinirowError, match="max_er: found 0.5"):
        SudokuEnv(max_er=0.5)
    with pytest.raises(minirow.MinirowError, match="levle"):
        SudokuEnv(levle="hard")
    with pytest.raises(minirow.MinirowError, match="max_mistakes: found 0"):
        SudokuEnv(max_mistakes=0)
    with pytest.raises(minirow.MinirowError, match="render_mode: found 'human', expected 'ansi' or None"):
        SudokuEnv(render_mode="human")
    environment = SudokuEnv()
    with pytest.raises(minirow.MinirowError, match="no episode is running; call reset before step"):
        environment.step(0)
    with pytest.raises(minirow.MinirowError, match="expected reset before action_masks"):
        environment.action_masks()
    with pytest.raises(minirow.MinirowError, match="options: found .'puzle'., expected only 'puzzle'"):
        environment.reset(options={"puzle": PUZZLE})
    with pytest.raises(minirow.MinirowError, match="ambiguous"):
        environment.reset(options={"puzzle": 81 * "."})
    with pytest.raises(minirow.MinirowError, match="found a solved puzzle, expected one with an empty cell"):
        environment.reset(options={"puzzle": SOLUTION})
    for seed in (-1, 1.5, 2**64 - 1):
        with pytest.raises(minirow.MinirowError, match="seed: found "):
            environment.reset(seed=seed)
    environment.reset(options={"puzzle": PUZZLE})
    for action in (-1, 729, 1.5):
        with pytest.raises(minirow.MinirowError, match="action: found "):
            environment.step(action)
    with pytest.raises(minirow.MinirowError, match="the environment has no eliminations"):
        environment.action_of("r1c3<>1")


def test_a_name_with_the_module_needs_no_import():
    program = "import gymnasium; print(gymnasium.make('minirow.rl.gymnasium:minirow/Sudoku-v0').spec.id)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "minirow/Sudoku-v0\n"
