"""The environment is found by the loaders of verifiers, and scores replies: as an environment, and as a taskset."""

import asyncio

import pytest

verifiers = pytest.importorskip("verifiers", reason="pip install -r crates/python/environments/requirements.txt")
import minirow
import minirow.rl.verifiers
from minirow.rl import parse_board

vf = pytest.importorskip("verifiers.v1")
ID = "minirow-sudoku"
HAS_ENVIRONMENTS = hasattr(verifiers, "SingleTurnEnv")
only_with_environments = pytest.mark.skipif(not HAS_ENVIRONMENTS, reason="verifiers 0.4 has only tasksets")
BATCH = minirow.generate(seed=42, count=8, er=(1.0, 1.5))
SOLVED = "I see.\n" + "\n".join(" ".join(BATCH["solution"][0][start : start + 9]) for start in range(0, 81, 9))
HALF = BATCH["solution"][0][:45] + BATCH["puzzle"][0][45:]
REPLIES = {  # the reply to puzzle 0: its reward with partial=0.5, and whether it is legal and has all clues
    "the solution": (SOLVED, 1.0, 1.0, 1.0),
    "the clues": (BATCH["puzzle"][0], 0.0, 1.0, 1.0),
    "half of the cells": (HALF, None, 1.0, 1.0),
    "another solution": (BATCH["solution"][1], 0.0, 1.0, 0.0),
    "ones": (BATCH["puzzle"][0].replace(".", "1"), 0.0, 0.0, 1.0),
    "no board": ("I give up.", 0.0, 0.0, 0.0),
    "nothing": ("", 0.0, 0.0, 0.0),
}


def environment(**options):
    options = {"seed": 42, "count": 5, "eval_count": 3, "max_er": 1.5, **options}
    return verifiers.load_environment(ID, **options)


def taskset(**options):
    config = vf.taskset_config_type(ID)
    return vf.load_taskset(config.model_validate({"id": ID, "seed": 42, "count": 5, "max_er": 1.5, **options}))


@only_with_environments
def test_the_loader_finds_the_environment_by_its_name():
    found = environment()
    assert isinstance(found, verifiers.SingleTurnEnv) and found.env_id == ID
    for data, puzzles in ((found.get_dataset(), BATCH["puzzle"][:5]), (found.get_eval_dataset(), BATCH["puzzle"][5:])):
        assert [row["info"]["puzzle"] for row in data] == puzzles
        assert [parse_board(row["prompt"][-1]["content"]) for row in data] == puzzles


@only_with_environments
@pytest.mark.parametrize("has_parts", [False, True])
@pytest.mark.parametrize("reply", REPLIES)
def test_replies_are_scored(reply, has_parts):
    text, reward, legal, consistent = REPLIES[reply]
    found = environment(partial=0.5)
    row = found.get_dataset()[0]

    async def score():
        state = await found.init_state(
            row, client=verifiers.types.ClientConfig(api_base_url="http://localhost"), model="none"
        )
        state["completion"] = [{"role": "assistant", "content": [{"type": "text", "text": text}] if has_parts else text}]
        state["trajectory"] = []
        await found.rubric.score_rollout(state)
        return state

    state = asyncio.run(score())
    assert state["reward"] == reward or reward is None and 0.1 < state["reward"] < 0.4
    metrics = state["metrics"]
    assert (metrics["legal"], metrics["consistent"]) == (legal, consistent)
    assert (metrics["progress"] == 1.0) == (reward == 1.0)


@only_with_environments
def test_invalid_arguments_are_errors():
    with pytest.raises(RuntimeError, match="er: found 3.0 to 2.0"):
        environment(min_er=3.0, max_er=2.0)
    with pytest.raises(RuntimeError, match="constraints: found 'er', expected min_er and max_er instead"):
        environment(constraints={"er": (5.0, 6.0)})
    with pytest.raises(minirow.MinirowError, match="partial: found 2.0"):
        minirow.rl.verifiers.load_environment(partial=2.0)
    with pytest.raises(minirow.MinirowError, match="count: found 0, expected a whole number from 1"):
        minirow.rl.verifiers.load_environment(count=0)


def test_the_loader_finds_the_taskset_by_its_name():
    tasks = list(taskset(start=2, count=3, instructions="Think."))
    assert [task.data.puzzle for task in tasks] == BATCH["puzzle"][2:5]
    assert [task.data.idx for task in tasks] == [0, 1, 2]
    assert [task.data.er for task in tasks] == BATCH["er"][2:5]
    assert all(parse_board(task.data.prompt) == task.data.puzzle for task in tasks)
    assert {task.data.system_prompt for task in tasks} == {"Think."}
    assert vf.task_type(ID) is type(tasks[0])
    assert vf.environment_class(ID) is vf.SingleAgentEnv


def test_an_environment_has_the_taskset():
    config = vf.resolve_env_config({"taskset": {"id": ID, "seed": 42, "count": 2}})
    found = vf.load_environment(config)
    assert isinstance(found, vf.SingleAgentEnv) and len(list(found.taskset)) == 2
    if not HAS_ENVIRONMENTS:
        same = minirow.rl.verifiers.load_environment(seed=42, count=2, partial=0.25)
        assert [task.data.puzzle for task in same.taskset] == [task.data.puzzle for task in found.taskset]
        assert {task.config.partial for task in same.taskset} == {0.25}


@pytest.mark.parametrize("reply", REPLIES)
def test_replies_to_tasks_are_scored(reply):
    text, reward, legal, consistent = REPLIES[reply]
    task = next(iter(taskset(task={"partial": 0.5})))

    class Reply:
        """The part of a trace that is asked for, with the methods that scores are recorded by."""

        last_reply = text
        metrics, rewards = {}, {}  # noqa: RUF012

        def record_metric(self, name, value):
            self.metrics[name] = value

        def record_reward(self, name, value, weight=1.0):
            self.rewards[name] = (value, weight)

    trace = Reply()
    trace.metrics, trace.rewards = {}, {}
    asyncio.run(task.score(trace))
    found, weight = trace.rewards["reward"]
    assert weight == 1.0 and (found == reward or reward is None and 0.1 < found < 0.4)
    assert (trace.metrics["legal"], trace.metrics["consistent"]) == (legal, consistent)
    assert (trace.metrics["progress"] == 1.0) == (reward == 1.0)
    assert asyncio.run(task.validate(None)) is True


@pytest.mark.parametrize("options", [{"count": 0}, {"seed": -1}, {"task": {"partial": 1.5}}, {"counts": 5}])
def test_invalid_configurations_are_errors(options):
    with pytest.raises(ValueError, match="validation error"):
        taskset(**options)


def test_conflicting_ratings_are_errors():
    with pytest.raises(minirow.MinirowError, match="constraints: found 'er', expected min_er and max_er instead"):
        next(iter(taskset(constraints={"er": (5.0, 6.0)})))
    with pytest.raises(minirow.MinirowError, match="er: found 3.0 to 2.0, expected the lower rating first"):
        next(iter(taskset(min_er=3.0, max_er=2.0)))
