"""The taskset is found by the loader of verifiers from version 0.2, and scores replies.

These tests also run with version 0.4, which has only tasksets: see tasksets.txt.
"""

import asyncio
import itertools

import pytest

verifiers = pytest.importorskip("verifiers", reason="pip install -r crates/python/environments/requirements.txt")
import minirow
import minirow.rl.verifiers
from minirow.rl import parse_board
from verifiers_cases import BATCH, ID, REPLIES

vf = pytest.importorskip("verifiers.v1")
HAS_ENVIRONMENTS = hasattr(verifiers, "SingleTurnEnv")


def taskset(**options):
    config = vf.taskset_config_type(ID)
    return vf.load_taskset(config.model_validate({"id": ID, "seed": 42, "count": 5, "max_er": 1.5, **options}))


def test_the_loader_finds_the_taskset_by_its_name():
    tasks = list(taskset(start=2, count=3, instructions="Think."))
    assert [task.data.puzzle for task in tasks] == BATCH["puzzle"][2:5]
    assert [task.data.idx for task in tasks] == [0, 1, 2]
    assert [task.data.er for task in tasks] == BATCH["er"][2:5]
    assert all(parse_board(task.data.prompt) == task.data.puzzle for task in tasks)
    assert {task.data.system_prompt for task in tasks} == {"Think."}
    assert vf.task_type(ID) is type(tasks[0])
    assert vf.environment_class(ID) is vf.SingleAgentEnv


def test_a_taskset_without_a_count_is_infinite():
    found = taskset(count=None, start=2)
    assert found.INFINITE and found
    assert [task.data.puzzle for task in itertools.islice(found, 3)] == BATCH["puzzle"][2:5]
    view = found.take(4) if hasattr(found, "take") else found.head(4)  # the name in version 0.3
    assert len(list(view)) == 4
    with pytest.raises(TypeError, match="found a taskset without a count"):
        len(found)
    assert len(taskset(count=7)) == 7 and not taskset(count=7).INFINITE


def test_an_environment_has_the_taskset():
    config = vf.resolve_env_config({"taskset": {"id": ID, "seed": 42, "count": 2}})
    found = vf.load_environment(config)
    assert isinstance(found, vf.SingleAgentEnv) and len(list(found.taskset)) == 2
    if not HAS_ENVIRONMENTS:
        same = minirow.rl.verifiers.load_environment(seed=42, count=2, partial=0.25)
        assert [task.data.puzzle for task in same.taskset] == [task.data.puzzle for task in found.taskset]
        assert {task.config.partial for task in same.taskset} == {0.25}


def test_the_harness_gives_the_model_no_tools():
    """That of verifiers by default has a shell, and a policy would write a solver."""
    def harness_of(**options):
        config = vf.resolve_env_config({"taskset": {"id": ID, "seed": 42, "count": 2}, **options})
        return vf.load_environment(config)._harnesses["agent"]

    assert vf.load_harness(vf.default_agent_harness(ID)).EXECUTES_CODE is False
    assert (harness_of().config.id, harness_of().EXECUTES_CODE) == (ID, False)
    bash = harness_of(agent={"harness": {"id": "bash"}})
    assert (bash.config.id, bash.EXECUTES_CODE) == ("bash", True)


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
