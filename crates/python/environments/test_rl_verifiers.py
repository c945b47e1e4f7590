"""The environment is found by the loader of verifiers up to version 0.3, and scores replies."""

import asyncio

import pytest

verifiers = pytest.importorskip("verifiers", reason="pip install -r crates/python/environments/requirements.txt")
import minirow
import minirow.rl.verifiers
from minirow.rl import parse_board
from verifiers_cases import BATCH, ID, REPLIES, SOLVED


def environment(**options):
    options = {"seed": 42, "count": 5, "eval_count": 3, "max_er": 1.5, **options}
    return verifiers.load_environment(ID, **options)


def test_the_loader_finds_the_environment_by_its_name():
    found = environment()
    assert isinstance(found, verifiers.SingleTurnEnv) and found.env_id == ID
    for data, puzzles in ((found.get_dataset(), BATCH["puzzle"][:5]), (found.get_eval_dataset(), BATCH["puzzle"][5:])):
        assert [row["info"]["puzzle"] for row in data] == puzzles
        assert [parse_board(row["prompt"][-1]["content"]) for row in data] == puzzles


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


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({"role": "assistant", "tool_calls": []}, 0.0),
        ({"role": "assistant", "content": None}, 0.0),
        ({"role": "assistant", "content": [{"type": "thinking", "thinking": SOLVED}]}, 0.0),
        ({"role": "assistant", "content": ["I see.", SOLVED]}, 1.0),
    ],
)
def test_messages_may_have_no_text_or_several(message, expected):
    assert minirow.rl.verifiers.progress([message], {"puzzle": BATCH["puzzle"][0]}) == expected


def test_invalid_arguments_are_errors():
    with pytest.raises(RuntimeError, match="er: found 3.0 to 2.0"):
        environment(min_er=3.0, max_er=2.0)
    with pytest.raises(RuntimeError, match="constraints: found 'er', expected min_er and max_er instead"):
        environment(constraints={"er": (5.0, 6.0)})
    with pytest.raises(minirow.MinirowError, match="partial: found 2.0"):
        minirow.rl.verifiers.load_environment(partial=2.0)
    with pytest.raises(minirow.MinirowError, match="partial: found None, expected a number"):
        minirow.rl.verifiers.load_environment(partial=None)
    with pytest.raises(minirow.MinirowError, match="constraints: found 3, expected a dict such as"):
        minirow.rl.verifiers.load_environment(constraints=3)
    with pytest.raises(minirow.MinirowError, match="count: found 0, expected a whole number from 1"):
        minirow.rl.verifiers.load_environment(count=0)
    with pytest.raises(minirow.MinirowError, match="eval_count: found -1, expected a whole number from 0"):
        minirow.rl.verifiers.load_environment(count=1, eval_count=-1)
