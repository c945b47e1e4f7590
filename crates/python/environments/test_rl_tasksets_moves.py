"""The taskset of moves in verifiers: rollouts of scripted policies through a server on this machine.

These tests also run with version 0.4 of verifiers: see tasksets.txt.
"""

import asyncio
import itertools
import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

verifiers = pytest.importorskip("verifiers", reason="pip install -r crates/python/environments/requirements.txt")
import minirow
from minirow.rl import parse_board

vf = pytest.importorskip("verifiers.v1")
from verifiers.v1.clients import EvalClientConfig, ModelContext

ID = "minirow-sudoku-moves"


def config_of(**options):
    taskset = {"id": ID, "seed": 42, "count": 2, "max_er": 1.2, **options}
    return vf.resolve_env_config({"taskset": taskset, "player": {"runtime": {"type": "subprocess"}}})


def placed(step):
    return [f"{placement.cell}={placement.digit}" for placement in step.placements]


def solver(messages):
    """Replies with the easiest placement on the board of the last message."""
    step = minirow.explain(parse_board(messages[-1]["content"]))[0]
    return f"Look at {step.placements[0].cell}: {placed(step)[0]}"


def whole(messages):
    """Replies with all placements at once."""
    steps = minirow.explain(parse_board(messages[-1]["content"]))
    return ", ".join(move for step in steps for move in placed(step))


def guesser(messages):
    """Replies with a filled cell, and has no move then."""
    board = parse_board(messages[-1]["content"])
    cell = next(cell for cell in range(81) if board[cell] != ".")
    other = "2" if board[cell] == "1" else "1"
    return f"r{cell // 9 + 1}c{cell % 9 + 1}={other}" if len(messages) < 4 else "I give up."


@contextmanager
def served(policy):
    """Serves a policy as a model, and yields its address and the messages of its requests."""
    asked = []

    class Model(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append(body["messages"])
            is_stream = body.get("stream", False)
            message = {"role": "assistant", "content": policy(body["messages"])}
            choice = {"index": 0, "finish_reason": "stop", "delta" if is_stream else "message": message}
            kind = "chat.completion.chunk" if is_stream else "chat.completion"
            usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
            reply = json.dumps({"id": "1", "object": kind, "created": 1, "model": "m", "choices": [choice], "usage": usage})
            data = (f"data: {reply}\n\ndata: [DONE]\n\n" if is_stream else reply).encode()
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream" if is_stream else "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1", asked
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def in_process(monkeypatch):
    """Lets the harness ask the model in this process. Its program takes seconds to start for each turn."""
    import httpx
    from minirow_sudoku_moves import SudokuMovesHarness
    from verifiers.v1.dialects.chat import message_to_wire
    from verifiers.v1.runtimes import ProgramResult

    async def setup(harness, runtime):
        pass

    async def launch(harness, ctx, trace, runtime, endpoint, secret, mcp_urls, data, *_, **__):
        system_prompt, prompt = harness.resolve_prompt(data)
        messages = [{"role": "user", "content": prompt}] if isinstance(prompt, str) else [*map(message_to_wire, prompt)]
        if system_prompt:
            messages.insert(0, {"role": "system", "content": system_prompt})
        async with httpx.AsyncClient(timeout=60) as client:
            headers = {"Authorization": f"Bearer {secret}"}
            reply = await client.post(f"{endpoint}/chat/completions", headers=headers, json={"model": ctx.model, "messages": messages})
        return ProgramResult(exit_code=int(reply.is_error), stdout="", stderr=reply.text)

    monkeypatch.setattr(SudokuMovesHarness, "setup", setup)
    monkeypatch.setattr(SudokuMovesHarness, "launch", launch)


def rollouts(policy, number=1, **options):
    """Returns the environment, the traces of its first episodes, and the messages that the policy was asked with."""

    async def run(url):
        environment = vf.load_environment(config_of(**options))
        context = ModelContext(model="m", client=EvalClientConfig(base_url=url, api_key_var="NONE"))
        traces = []
        async with environment.serving():
            for task in itertools.islice(environment.taskset.load(), number):
                (slot,) = environment.slots(task)
                episode = await environment.run_slot(slot, context)
                assert episode.ok, [episode.errors, [trace.errors for trace in episode.traces]]
                traces += episode.traces
        return environment, traces

    with served(policy) as (url, asked):
        return *asyncio.run(run(url)), asked


def test_the_loader_finds_the_taskset_and_its_environment():
    environment = vf.load_environment(config_of(task={"moves_per_turn": 1, "feedback": "reason"}))
    assert type(environment).__name__ == "SudokuMovesEnv" and vf.environment_class(ID) is type(environment)
    tasks = list(environment.taskset)
    assert [task.data.puzzle for task in tasks] == minirow.generate(seed=42, count=2, er=(1.0, 1.2))["puzzle"]
    assert tasks[0].data.prompt.endswith("You may also remove a candidate: r4c3<>9.")
    assert environment._harnesses["player"].EXECUTES_CODE is False
    assert len(environment.taskset) == 2


def test_a_policy_that_solves_move_by_move_has_the_whole_reward(in_process):
    environment, (trace,), asked = rollouts(solver, task={"moves_per_turn": 1, "max_er": 1.2, "feedback": "verdict"})
    blanks = next(iter(environment.taskset)).data.puzzle.count(".")
    assert len(asked) == blanks
    assert trace.reward == 1.0
    metrics = {name: value for name, value in trace.metrics.items() if name != "stage"}
    assert metrics == {"solved": 1.0, "mistakes": 0.0, "made": blanks, "turns": blanks, "empty_turns": 0.0}
    assert asked[1][-1]["content"].splitlines()[0].endswith(": made"), "the feedback follows the move"


def test_a_policy_that_replies_with_all_moves_needs_one_turn():
    """The harness runs as it does for a model. It needs uv."""
    _, (trace,), asked = rollouts(whole)
    assert (trace.reward, trace.metrics["turns"], len(asked)) == (1.0, 1.0, 1)
    assert trace.agent.config.harness.id == ID, "a trace says which harness it was made with"


def test_a_policy_that_guesses_has_no_reward_and_ends_at_a_limit(in_process):
    _, (trace,), asked = rollouts(guesser, task={"feedback": "reason", "max_turns": 4})
    assert (trace.reward, trace.metrics["turns"], trace.metrics["empty_turns"], trace.metrics["solved"]) == (0.0, 4.0, 2.0, 0.0)
    assert " already\n" in asked[1][-1]["content"] and asked[3][-1]["content"].startswith("Found no new move")


def test_a_curriculum_advances_with_the_results_of_episodes(in_process):
    options = {"count": None, "stages": [1.2, 1.5], "window": 2, "threshold": 1.0}
    environment, traces, _ = rollouts(whole, number=4, **options)
    assert [trace.metrics["stage"] for trace in traces] == [0.0, 0.0, 1.0, 1.0]
    assert environment.taskset.curriculum.level == 1 and environment.taskset.INFINITE
    environment, traces, _ = rollouts(guesser, number=3, task={"max_turns": 1}, **options)
    assert [trace.metrics["stage"] for trace in traces] == [0.0, 0.0, 0.0]


def test_the_puzzles_of_stages_have_the_other_constraints():
    environment = vf.load_environment(config_of(count=None, stages=[1.2, 1.5], constraints={"symmetry": "half-turn"}))
    stages = environment.taskset.curriculum.stages
    assert [stage.constraints for stage in stages] == [{"er": (1.0, 1.2), "symmetry": "half-turn"}, {"er": (1.3, 1.5), "symmetry": "half-turn"}]
    with pytest.raises(minirow.MinirowError, match="constraints: found 'er'"):
        vf.load_environment(config_of(count=None, stages=[1.2], constraints={"er": (1.0, 2.0)}))


@pytest.mark.parametrize(("text", "rating"), [("2.6", 2.6), ("hard", "hard"), (2.6, 2.6)])
def test_the_command_line_gives_ratings_as_texts(text, rating):
    assert vf.load_environment(config_of(task={"max_er": text})).taskset.config.task.max_er == rating


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stages": [1.2]}, "stages: found the count 2, expected None"),
        ({"task": {"max_er": 25.0}}, "max_er: found 25.0, expected a rating from 1.0 to 20.0"),
        ({"task": {"feedback": "all"}}, "validation error"),
        ({"task": {"max_turns": 0}}, "validation error"),
    ],
)
def test_invalid_configurations_are_errors(options, message):
    with pytest.raises(ValueError, match=message):
        vf.load_environment(config_of(**options))
