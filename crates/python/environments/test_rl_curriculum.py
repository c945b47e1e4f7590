"""Curricula go from easy to hard by ratings, T&E depth and techniques, and are deterministic."""

import json
from collections import Counter

import numpy
import pytest

import minirow
from minirow.rl import Curriculum, Stage


def advance(curriculum, stages=1):
    for _ in range(stages):
        while not curriculum.record(True):
            pass


def test_stages_by_er_leave_no_gap():
    stages = Curriculum.by_er((1.2, 2.0, 4.0)).stages
    assert [stage.constraints["er"] for stage in stages] == [(1.0, 1.2), (1.3, 2.0), (2.1, 4.0)]


def test_puzzles_have_the_rating_of_their_stage():
    curriculum = Curriculum.by_er((1.2, 2.0, 4.0), seed=11, window=1, review=0.0)
    for low, high in ((1.0, 1.2), (1.3, 2.0), (2.1, 4.0)):
        assert all(low <= curriculum.puzzle(index)[1]["er"] <= high for index in range(10))
        curriculum.record(True)


def test_puzzles_have_the_depth_of_their_stage():
    curriculum = Curriculum.by_te_depth((0, 1), window=1, review=0.0)
    for depth in (0, 1):
        puzzles = [curriculum.puzzle(index)[1]["puzzle"] for index in range(4)]
        assert minirow.grade(puzzles, scale="te")["te"] == 4 * [depth]
        curriculum.record(True)


def test_puzzles_need_the_technique_of_their_stage_and_no_later_one():
    curriculum = Curriculum.by_technique(["naked-single", "pointing", "naked-pair"], window=1, review=0.0)
    advance(curriculum)
    for index in range(4):
        techniques = curriculum.puzzle(index)[1]["techniques"]
        assert "pointing" in techniques and "naked-pair" not in techniques


def test_a_puzzle_is_that_of_the_seed_and_the_index():
    row = Curriculum.by_er((1.5,), seed=9).puzzle(123456789)[1]
    assert row == minirow.generate(seed=9, start=123456789, count=1, er=(1.0, 1.5))[0]
    assert Curriculum.by_er((1.5,), seed=9).puzzle(2**64 - 2)[1]["index"] == 2**64 - 2
    with pytest.raises(minirow.MinirowError, match="index: found -1, expected a whole number"):
        Curriculum.by_er().puzzle(-1)


def test_a_learner_advances_at_the_success_rate():
    curriculum = Curriculum.by_er((1.2, 2.0), window=10, threshold=0.7)
    results = [True] * 6 + [False] * 4
    assert [curriculum.record(result) for result in results] == [False] * 10
    assert curriculum.success_rate == 0.6
    assert not curriculum.record(True)  # the oldest success is no longer among the last ten
    assert not any(curriculum.record(True) for _ in range(4))
    assert curriculum.success_rate == 0.6
    assert not curriculum.record(True)
    assert curriculum.record(True) is True
    assert (curriculum.level, curriculum.success_rate) == (1, None)


@pytest.mark.parametrize("other", [0.05, 2, -1, "no", "", None, [], [True], numpy.float64(0.9), numpy.ones(2)])
def test_a_result_is_true_or_false_and_no_reward(other):
    curriculum = Curriculum.by_er((1.2, 2.0), window=1)
    with pytest.raises(minirow.MinirowError, match="is_solved: found .*, expected True or False"):
        curriculum.record(other)
    assert (curriculum.level, curriculum.success_rate) == (0, None)


@pytest.mark.parametrize(("no", "yes"), [(False, True), (0, 1), (0.0, 1.0), (numpy.False_, numpy.True_)])
def test_a_result_may_be_a_number_or_of_numpy(no, yes):
    curriculum = Curriculum.by_er((1.2, 2.0), window=2)
    curriculum.record(no), curriculum.record(yes)
    assert json.dumps(curriculum.state_dict()["results"]) == "[false, true]"


def test_every_threshold_of_hundredths_is_reached_exactly():
    for successes in range(1, 101):
        curriculum = Curriculum([Stage("a"), Stage("b")], window=100, threshold=successes / 100)
        results = [False] * (100 - successes) + [True] * successes
        assert [curriculum.record(result) for result in results].count(True) == 1, successes
        assert curriculum.level == 1


def test_the_last_stage_is_never_left():
    curriculum = Curriculum.by_er((1.2,), window=1)
    assert not curriculum.record(True) and curriculum.level == 0


def test_results_of_other_stages_do_not_count():
    curriculum = Curriculum.by_er((1.2, 2.0, 4.0), window=1)
    advance(curriculum)
    assert not curriculum.record(True, level=0) and curriculum.success_rate is None
    assert curriculum.record(True, level=1)
    with pytest.raises(minirow.MinirowError, match="level: found 3, expected a whole number from 0 to 2"):
        curriculum.record(True, level=3)


def test_review_takes_its_share_from_all_earlier_stages():
    curriculum = Curriculum([Stage(str(n), {"er": (1.0, 20.0)}) for n in range(4)], window=1, review=0.25)
    advance(curriculum, 3)
    levels = Counter(curriculum.puzzle(index)[0] for index in range(800))
    assert sorted(levels) == [0, 1, 2, 3]
    assert 560 <= levels[3] <= 640
    assert all(40 <= levels[level] for level in (0, 1, 2))


def test_a_resumed_curriculum_continues_as_the_first():
    first = Curriculum.by_er((1.2, 1.5, 2.0), seed=4, window=5)
    results = [bool(index % 6) for index in range(60)]
    for result in results[:23]:
        first.record(result)
    second = Curriculum.by_er((1.2, 1.5, 2.0), seed=4, window=5)
    second.load_state_dict(json.loads(json.dumps(first.state_dict())))
    for index, result in enumerate(results[23:]):
        assert first.puzzle(index) == second.puzzle(index)
        assert first.record(result) == second.record(result)
    assert first.state_dict() == second.state_dict()


def test_a_state_of_another_curriculum_or_a_damaged_one_is_refused(monkeypatch):
    curriculum = Curriculum.by_er((1.2, 2.0), window=2)
    state = curriculum.state_dict()
    with pytest.raises(minirow.MinirowError, match="other stages or options"):
        Curriculum.by_er((1.2, 2.1), window=2).load_state_dict(state)
    with monkeypatch.context() as other, pytest.raises(minirow.MinirowError, match="other stages or options"):
        other.setattr("minirow.rl._curriculum.GENERATOR", "0")
        curriculum.load_state_dict(state)
    with pytest.raises(minirow.MinirowError, match="level: found 2, expected a whole number from 0 to 1"):
        curriculum.load_state_dict({**state, "level": 2})
    with pytest.raises(minirow.MinirowError, match="results: .*expected a list of at most 2"):
        curriculum.load_state_dict({**state, "results": [True, True, True]})
    with pytest.raises(minirow.MinirowError, match="expected the result of state_dict"):
        curriculum.load_state_dict({})
    assert curriculum.state_dict() == state


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Curriculum([]), "stages: found .*expected at least one Stage"),
        (lambda: Curriculum.by_er((2.0, 1.5)), "bounds: found 2.1 to 1.5, expected the lower rating first"),
        (lambda: Curriculum.by_er((21.0,)), "bounds: found 21.0, expected a rating from 1.0 to 20.0"),
        (lambda: Curriculum.by_te_depth((1, 1)), "depths: .*ascending"),
        (lambda: Curriculum.by_te_depth((4,)), "depths: found 4, expected a whole number from 0 to 3"),
        (lambda: Curriculum.by_technique(["magic"]), "magic"),
        (lambda: Curriculum([Stage("a", {"levle": "hard"})]), "levle"),
        (lambda: Curriculum.by_er(threshold=0.0), "threshold: found 0.0"),
        (lambda: Curriculum.by_er(review=1.1), "review: found 1.1"),
        (lambda: Curriculum.by_er(threshold="0.8"), "threshold: found '0.8', expected a share above 0.0"),
        (lambda: Curriculum.by_er(threshold=float("nan")), "threshold: found nan"),
        (lambda: Curriculum.by_er(review="x"), "review: found 'x', expected a share from 0.0 to 1.0"),
        (lambda: Curriculum.by_er(review=None), "review: found None, expected a share"),
        (lambda: Curriculum.by_er(("a", "b")), "bounds: found 'a', expected a rating from 1.0 to 20.0"),
        (lambda: Curriculum.by_er(1.5), "bounds: found 1.5, expected several ratings"),
        (lambda: Curriculum.by_te_depth(2), "depths: found 2, expected several depths"),
        (lambda: Curriculum.by_technique(5), "techniques: found 5, expected a text or several"),
        (lambda: Curriculum.by_technique(["pointing", 5]), "techniques: found 5, expected a text"),
        (lambda: Curriculum(5), "stages: found 5, expected at least one Stage"),
        (lambda: Curriculum([Stage("a", None)]), "constraints: found None, expected a dict such as"),
        (lambda: Curriculum([Stage("a", {1: 2})]), r"constraints: found \{1: 2\}, expected a dict such as"),
        (lambda: Curriculum.by_er(window=0), "window: found 0"),
        (lambda: Curriculum.by_er(seed=-1), "seed: found -1"),
        (lambda: Curriculum([Stage("a", {"sampling": "weighted"})]), "rewards have no weights"),
    ],
)
def test_invalid_arguments_are_errors(make, message):
    with pytest.raises(minirow.MinirowError, match=message):
        make()
