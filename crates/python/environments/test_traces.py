"""Traces have a fixed vocabulary, come back from both forms, and are refused with the number of a wrong step."""

import hashlib
import json
import os

import pytest

import minirow
from minirow import traces
from minirow.rl import Move
from minirow.traces import PathStep, Trace

#: Rated 2.6: three hidden singles, then pointing.
PUZZLE = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
TRACE = traces.trace(PUZZLE)


def changed(number, **fields):
    """Returns the trace with another step, counted from 1."""
    steps = list(TRACE.steps)
    steps[number - 1] = steps[number - 1]._replace(**fields)
    return Trace(PUZZLE, tuple(steps))


def moves(text):
    return PathStep.parse(f"pointing: {text}").moves


def test_the_vocabulary_of_a_version_never_changes():
    digest = hashlib.sha256(" ".join(traces.VOCABULARY).encode()).hexdigest()[:16]
    assert (traces.VERSION, len(traces.VOCABULARY), digest) == (1, 130, "a33dcde8d1771d43")
    assert len(set(traces.VOCABULARY)) == 130
    assert traces.VOCABULARY[:7] == ("<pad>", "<start>", "<end>", "<place>", "<remove>", ".", "1")
    assert traces.VOCABULARY[14:16] == ("9", "r1c1") and traces.VOCABULARY[95:97] == ("r9c9", "hidden-single")


def test_a_trace_has_the_steps_of_the_explanation():
    explained = minirow.explain(PUZZLE)
    assert [step.technique for step in TRACE.steps] == [step.technique for step in explained]
    assert [step.rating for step in TRACE.steps] == [step.rating for step in explained]
    for step, other in zip(TRACE.steps, explained):
        assert [move.candidate for move in step.moves] == [*other.placements, *other.eliminations]
    assert [step.words for step in traces.trace(PUZZLE, words=True).steps] == [step.text for step in explained]


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "expert", "diabolical", "extreme"])
def test_traces_of_every_level_come_back_and_replay(level):
    low, high = {"easy": (1.0, 1.5), "medium": (1.6, 2.5), "hard": (2.6, 4.0), "expert": (4.1, 6.2),
                 "diabolical": (6.3, 7.9), "extreme": (8.0, 20.0)}[level]  # fmt: skip
    for found in traces.sample(seed=8, count=3, level=level):
        assert found.er is not None and low <= found.er <= high
        assert traces.replay(found, is_path=True) == minirow.solve(found.puzzle)
        read = Trace.from_tokens(found.tokens())
        assert [(step.technique, step.moves) for step in read.steps] == [
            (step.technique, step.moves) for step in found.steps
        ]
        assert traces.replay(read, is_path=True) == minirow.solve(found.puzzle)
        assert Trace.from_text(found.text()).steps == found.steps


def test_words_come_back_from_text():
    explained = traces.trace(PUZZLE, words=True)
    assert Trace.from_text(explained.text()) == explained


def test_the_tokens_of_a_step_are_its_technique_and_its_moves():
    tokens = [traces.VOCABULARY[token] for token in TRACE.tokens()]
    assert tokens[0] == "<start>" and "".join(tokens[1:82]) == PUZZLE and tokens[-1] == "<end>"
    assert tokens[82:86] == ["hidden-single", "<place>", "r6c2", "4"]
    assert tokens[94:104] == ["pointing", *"<remove> r1c6 2 <remove> r2c6 2 <remove> r3c6 2".split()]


def test_a_sample_is_a_function_of_seed_index_and_constraints():
    first = list(traces.sample(seed=5, count=30, level="hard"))
    assert list(traces.sample(seed=5, start=20, count=10, level="hard", threads=1)) == first[20:]
    batch = minirow.generate(seed=5, count=30, level="hard")
    assert [found.puzzle for found in first] == batch["puzzle"] and [found.id for found in first] == batch["id"]
    assert [found.er for found in first] == batch["er"]


def test_traces_of_a_stream_are_in_order_across_batches(monkeypatch):
    monkeypatch.setattr(traces, "_BATCH_ROWS", 7)
    puzzles = minirow.generate(seed=2, count=20)["puzzle"]
    assert [found.puzzle for found in traces.trace_all(iter(puzzles))] == puzzles


@pytest.mark.parametrize(
    ("trace", "message"),
    [
        (changed(2, moves=moves("r8c3=9")), "step 2: r8c3=9 contradicts the solution"),
        (changed(4, moves=moves("r4c9<>9")), "step 4: r4c9<>9 contradicts the solution"),
        (changed(3, moves=moves("r6c2=4")), "step 3: r6c2=4 is not possible: the cell is filled"),
        (changed(1, moves=moves("r1c2=8")), "step 1: r1c2=8 is not possible: 8 is no candidate there"),
        (changed(5, moves=TRACE.steps[3].moves), "step 5: r1c6<>2 is not possible: 2 is no candidate there"),
        (changed(4, moves=moves("r1c6<>22")), "step 4: found a move twice"),
        (changed(4, moves=()), "step 4: found no move"),
        (changed(4, technique="magic"), "step 4: found 'magic', expected the name of a technique"),
        (changed(4, technique="r1c1"), "step 4: found 'r1c1', expected the name of a technique"),
        (Trace(PUZZLE, TRACE.steps[:30]), r"step 31: found the end, expected a step: \d+ cells are empty"),
        (Trace(PUZZLE, TRACE.steps + TRACE.steps[:1]), "step 70: r6c2=4 is not possible: the cell is filled"),
        (Trace(81 * ".", TRACE.steps), "found a grid that is ambiguous, expected a puzzle with one solution"),
    ],
)
def test_a_corrupted_trace_is_refused_with_the_number_of_the_step(trace, message):
    with pytest.raises(minirow.MinirowError, match=message):
        traces.replay(trace)


@pytest.mark.parametrize(
    ("trace", "message"),
    [
        (changed(4, technique="claiming"), r"step 4: found claiming 2.6: .*expected pointing 2.6: "),
        (
            changed(4, moves=moves("r1c6<>2")),
            r"step 4: found pointing 2.6: r1c6<>2, expected pointing 2.6: r1c6<>2, r2",
        ),
        (changed(4, rating=2.8), "step 4: found pointing 2.8: .*expected pointing 2.6"),
    ],
)
def test_steps_that_are_right_but_not_those_of_the_path(trace, message):
    assert traces.replay(changed(4, technique="claiming")) == minirow.solve(PUZZLE)
    with pytest.raises(minirow.MinirowError, match=message):
        traces.replay(trace, is_path=True)


def test_every_single_corruption_of_the_tokens_is_found():
    """A token that differs makes a trace unreadable, or is refused by the replay of the path."""
    tokens = TRACE.tokens()
    for place in range(82, len(tokens)):
        other = list(tokens)
        other[place] = tokens[place] + 1 if tokens[place] + 1 < len(traces.VOCABULARY) else tokens[place] - 1
        with pytest.raises(minirow.MinirowError, match="token |step "):
            traces.replay(Trace.from_tokens(other), is_path=True)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda tokens: tokens[1:], "token 0: found .*expected <start>"),
        (lambda tokens: tokens[:40], "token 40: found the end, expected a cell of the puzzle"),
        (lambda tokens: [*tokens[:82], 3, *tokens[83:]], "token 82: found '<place>', expected a technique or <end>"),
        (lambda tokens: [*tokens[:83], *tokens[84:]], "token 83: found 'r6c2', expected <place> or <remove>"),
        (lambda tokens: [*tokens[:84], 130, *tokens[85:]], "token 84: found 130, which is no token, expected a cell"),
        (lambda tokens: [*tokens[:85], 5, *tokens[86:]], r"token 85: found '.', expected a digit"),
        (lambda tokens: tokens[:-1], "found the end, expected a technique or <end>"),
        (lambda tokens: [*tokens, 0, 1], "found '<start>', expected <pad> or nothing"),
    ],
)
def test_tokens_that_are_no_trace_are_refused_with_their_place(change, message):
    with pytest.raises(minirow.MinirowError, match=message):
        Trace.from_tokens(change(TRACE.tokens()))


@pytest.mark.parametrize("other", ["1", 1.7, float("inf"), None, [1]])
def test_tokens_of_another_type_are_refused(other):
    with pytest.raises(minirow.MinirowError, match="token 1: found .*, expected a whole number"):
        Trace.from_tokens([1, other, *TRACE.tokens()[2:]])


@pytest.mark.parametrize(
    ("trace", "message"),
    [
        (Trace(PUZZLE.replace(".", "0"), ()), "found '400000805.*', expected a puzzle: 81 digits and dots"),
        (changed(4, technique="magic"), "step 4: found 'magic', expected the name of a technique"),
        (changed(4, technique="<pad>"), "step 4: found '<pad>', expected the name of a technique"),
        (changed(4, moves=(Move(minirow.Candidate(0, 1, 3)),)), "step 4: row of the candidate: found 0"),
    ],
)
def test_a_trace_without_tokens_is_refused(trace, message):
    with pytest.raises(minirow.MinirowError, match=message):
        trace.tokens()


def test_padding_is_ignored():
    assert Trace.from_tokens(TRACE.tokens() + 100 * [0]).puzzle == PUZZLE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: found '', expected a puzzle"),
        (PUZZLE + "\nhidden-single 1.2: r6c2=4\nr8c3=3\n", r"step 2 \(line 3\): found 'r8c3=3', expected a step"),
        (PUZZLE + "\nmagic 2.0: r1c3=4\n", r"step 1 \(line 2\): found 'magic', expected the name of a technique"),
        (PUZZLE + "\nhidden-single 1.2: r6c2=44\n", r"step 1 \(line 2\)"),
        (PUZZLE + "\nhidden-single 1.2: r6c2=4,r8c3=3\n", r"step 1 \(line 2\)"),
    ],
)
def test_a_text_that_is_no_trace_is_refused_with_the_line(text, message):
    with pytest.raises(minirow.MinirowError, match=message):
        Trace.from_text(text)


def test_files_have_a_line_for_each_trace(tmp_path):
    path = tmp_path / "traces.jsonl"
    sampled = list(traces.sample(seed=3, count=20, words=True))
    assert traces.write(path, sampled) == 20
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    assert [row["tokens"] for row in rows] == [found.tokens() for found in sampled]
    assert {row["vocabulary"] for row in rows} == {1}
    assert list(traces.read(path)) == sampled
    path.unlink()
    traces.write(path, sampled, text=False)
    read = list(traces.read(path))
    assert [found.puzzle for found in read] == [found.puzzle for found in sampled]
    assert all(found.er is None and traces.replay(found, is_path=True) for found in read)
    assert os.listdir(tmp_path) == ["traces.jsonl"]


def test_a_file_is_complete_and_replaces_none(tmp_path):
    def failing():
        yield TRACE
        raise RuntimeError("no more")

    path = tmp_path / "traces.jsonl"
    with pytest.raises(RuntimeError, match="no more"):
        traces.write(path, failing())
    assert os.listdir(tmp_path) == []
    traces.write(path, [TRACE])
    before = path.read_bytes()
    with pytest.raises(minirow.MinirowError, match="traces.jsonl: exists, expected the path of a new file"):
        traces.write(path, [TRACE])
    assert path.read_bytes() == before and os.listdir(tmp_path) == ["traces.jsonl"]
    (tmp_path / "other").touch()
    assert path.stat().st_mode == (tmp_path / "other").stat().st_mode


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "Expecting"),
        ("[]", "found no trace, expected an object with text or tokens"),
        ('{"text": 5}', "found int, expected a text"),
        ('{"text": "", "id": [1]}', r"found id \[1\], expected a text"),
        ('{"tokens": [1e999], "vocabulary": 1}', "token 0: found inf, expected a whole number"),
        ("\xff\xfe", "invalid start byte"),
        (100_000 * "[", "recursion"),
        ('{"tokens": [1], "vocabulary": 2}', "found vocabulary 2, expected 1"),
        ('{"tokens": [1], "vocabulary": 1}', "token 1: found the end, expected a cell of the puzzle"),
        ('{"tokens": ["a"], "vocabulary": 1}', "token 0: found 'a', expected a whole number"),
        ('{"tokens": null, "vocabulary": 1}', "tokens: found None, expected whole numbers"),
    ],
)
def test_a_damaged_file_is_refused_with_the_line(tmp_path, line, message):
    path = tmp_path / "traces.jsonl"
    traces.write(path, [TRACE])
    path.write_bytes(path.read_bytes() + line.encode("latin-1") + b"\n")
    read = traces.read(path)
    assert next(read) == TRACE
    with pytest.raises(minirow.MinirowError, match=rf"traces.jsonl:2: .*{message}"):
        next(read)


@pytest.mark.parametrize(
    ("trace", "error", "message"),
    [
        (changed(4, technique="magic"), ValueError, "step 4: found 'magic', expected the name of a technique"),
        (changed(4, moves=()), ValueError, "step 4: found no move, expected at least one"),
        (changed(4, moves=5), ValueError, "step 4: moves: found 5, expected moves"),
        (changed(4, moves=("r1c6<>2",)), TypeError, "step 4: found str, expected a Move with a Candidate"),
        (changed(4, rating=100.0), ValueError, "step 4: rating: found 100.0, expected a rating from 1.0 to 20.0"),
        (changed(4, rating="2.6"), ValueError, "step 4: rating: found '2.6', expected a rating"),
        (changed(4, words="Look\nhere."), ValueError, r"step 4: found words 'Look\\nhere.', expected a text"),
        (changed(4, words="Look.\u2028"), ValueError, "step 4: found words .*, expected a text without line breaks"),
        (changed(4, words=5), TypeError, "step 4: found int, expected words as a text"),
        (Trace(PUZZLE, ("pointing: r1c6<>2",)), TypeError, "step 1: found str, expected a PathStep; PathStep"),
        (Trace(PUZZLE, 5), ValueError, "steps: found 5, expected steps"),
        (Trace(PUZZLE[:80], ()), ValueError, "expected a puzzle: 81 digits and dots"),
        (Trace(5, ()), TypeError, "found int, expected a puzzle as a text"),
        (Trace(PUZZLE, TRACE.steps, 5), TypeError, "found int, expected an id as a text, or None"),
        (5, TypeError, "found int, expected a Trace"),
    ],
)
@pytest.mark.parametrize("form", ["tokens", "text"])
def test_a_trace_that_cannot_be_read_is_not_written(tmp_path, form, trace, error, message):
    with pytest.raises(error, match=message):
        traces.write(tmp_path / "traces.jsonl", [trace], **{"tokens": False, "text": False, form: True})
    assert os.listdir(tmp_path) == []


def test_words_without_line_breaks_can_be_read(tmp_path):
    for number, words in enumerate(["", " ", "# Look. # é\t", None]):
        written = [changed(4, words=words)]
        traces.write(tmp_path / str(number), written)
        assert list(traces.read(tmp_path / str(number))) == written


def test_only_traces_are_replayed():
    with pytest.raises(TypeError, match="found str, expected a Trace"):
        traces.replay("abc")
    with pytest.raises(TypeError, match="step 1: found str, expected a PathStep"):
        traces.replay(Trace(PUZZLE, ("x",)))
    with pytest.raises(TypeError, match="step 1: found str, expected a PathStep"):
        Trace(PUZZLE, ("x",)).tokens()
    with pytest.raises(minirow.MinirowError, match="tokens: found 5, expected whole numbers"):
        Trace.from_tokens(5)


def test_a_solved_grid_has_a_trace_without_steps():
    solution = minirow.solve(PUZZLE)
    for found in (traces.trace(solution), traces.trace(solution, words=True), *traces.trace_all([solution])):
        assert found == Trace(solution, ()) and found.er is None
        assert traces.replay(found) == traces.replay(found, is_path=True) == solution
        assert Trace.from_tokens(found.tokens()) == Trace.from_text(found.text()) == found
    assert [len(found.steps) for found in traces.trace_all([PUZZLE, solution, PUZZLE])] == [69, 0, 69]


def test_a_file_needs_a_form(tmp_path):
    with pytest.raises(minirow.MinirowError, match="expected one of them to be True"):
        traces.write(tmp_path / "traces.jsonl", [TRACE], tokens=False, text=False)


def test_only_puzzles_have_traces():
    with pytest.raises(minirow.MinirowError, match="row 1: .*solution"):
        list(traces.trace_all([PUZZLE, 81 * "."]))
    with pytest.raises(TypeError, match="found int, expected one puzzle"):
        traces.trace(5)


def test_only_texts_are_moves_and_steps():
    with pytest.raises(TypeError, match="found NoneType, expected a text with a move"):
        Move.parse(None)
    with pytest.raises(TypeError, match="found list, expected a text with a step"):
        PathStep.parse([])
