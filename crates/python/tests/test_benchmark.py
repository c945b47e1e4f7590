"""Scores of predictions for the benchmark: every form of predictions, samples, comparisons and tables."""

import itertools
import json
from math import comb

import pytest
from conftest import PUZZLE, command_line

import minirow
from minirow import MinirowError, benchmark

ROWS = benchmark.rows()
SOLUTIONS = [row["solution"] for row in ROWS]
#: Predictions that solve the puzzles with an even number.
HALF = [row["puzzle"] if number % 2 else row["solution"] for number, row in enumerate(ROWS)]


def answer(row, text):
    return f"<think>{row['puzzle']}</think>The solution is\n\n" + "\n".join(" ".join(text[i : i + 9]) for i in range(0, 81, 9))


def numbers(texts, add=0):
    return [[int(cell.replace(".", "0")) + add for cell in text] for text in texts]


def test_the_rows_are_those_of_the_command_line():
    assert [json.dumps(row) for row in ROWS] == [
        json.dumps(json.loads(line)) for line in command_line("benchmark", "write", "--format", "jsonl").splitlines()
    ]


@pytest.mark.parametrize(
    "predictions",
    [
        HALF,
        dict(zip((row["id"] for row in ROWS), HALF)),
        dict(zip((row["puzzle"].replace(".", "0") for row in ROWS), HALF)),
        [{"id": row["id"], "prediction": text} for row, text in zip(ROWS, HALF)][::-1],
        [answer(row, text) for row, text in zip(ROWS, HALF)],
        numbers(HALF),
        [[row[start : start + 9] for start in range(0, 81, 9)] for row in numbers(HALF)],
    ],
    ids=["texts", "by id", "by puzzle", "rows", "answers", "numbers", "boards"],
)
def test_predictions_in_every_form_have_the_score_of_the_command_line(predictions, tmp_path):
    file = tmp_path / "sample-0.jsonl"
    rows = ({"puzzle": row["puzzle"], "prediction": text} for row, text in zip(ROWS, HALF))
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    expected = json.loads(command_line("benchmark", "score", "--format", "json", "--quiet", str(file)))
    found = benchmark.score(predictions)
    assert found.solved == 600 * (1, 0) and found.samples == 1
    assert found.pass_at() == 0.5 and [round(end, 5) for end in found.interval()] == expected["all"]["solved_interval"]
    for report in (found.reports[0], benchmark.score(file).reports[0]):
        for name in ("all", "bands", "depths", "techniques"):
            assert report[name] == expected[name]


def test_arrays_and_the_tokens_of_hrm():
    numpy = pytest.importorskip("numpy")
    cells = numpy.array(numbers(HALF))
    padding = cells + 1
    padding[cells == 0] = 0  # a model may predict padding
    for array, layout in ((cells, "tokens"), (cells.reshape(1200, 9, 9).astype("uint8"), "tokens"), (padding, "padded")):
        assert benchmark.score(array, layout=layout).solved == 600 * (1, 0)
    samples = numpy.stack([numpy.array(numbers(SOLUTIONS)), cells, cells], axis=1)
    assert samples.shape == (1200, 3, 81)
    assert benchmark.score(samples).solved == benchmark.score(samples.reshape(1200, 3, 9, 9)).solved == 600 * (3, 1)


def test_nine_samples_may_be_boards():
    boards = [[row[start : start + 9] for start in range(0, 81, 9)] for row in numbers(SOLUTIONS)]
    score = benchmark.score({ROWS[0]["id"]: [boards[1], *(8 * [boards[0]])]})
    assert (score.samples, score.solved[:2]) == (9, (8, 0))
    for wrong in (float("inf"), float("nan"), 10, 0.5):
        with pytest.raises(MinirowError, match="expected a whole number from 0 to 9"):
            benchmark.score({ROWS[0]["id"]: [wrong, *(80 * [1])]})


def test_tables_and_batches():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"question": [row["puzzle"] for row in ROWS], "reply": HALF})
    assert benchmark.score(frame, column="reply", puzzle_column="question").pass_at() == 0.5
    batch = minirow.solve([row["puzzle"] for row in ROWS])
    assert benchmark.score(batch, column="solution").pass_at() == 1.0


def test_rows_of_other_puzzles_are_a_warning(tmp_path):
    file = tmp_path / "predictions.csv"
    file.write_text(f"puzzle,prediction\n{PUZZLE},\n{ROWS[0]['puzzle']},{SOLUTIONS[0]}\n")
    with pytest.warns(UserWarning, match="ignored 1 row whose puzzle is not in minirow-benchmark 2") as found:
        assert benchmark.score(file).solved[0] == 1
    assert found[0].filename == __file__


def test_the_estimator_of_several_samples_is_unbiased():
    """It is the mean of the best of k over all choices of k samples."""
    outcomes = [(True, False, False, True), (False, False, False, True), (False,) * 4, (True,) * 4]
    samples = {row["id"]: [row["solution"] if right else row["puzzle"] for right in outcomes[number % 4]] for number, row in enumerate(ROWS)}
    found = benchmark.score(samples)
    for k in (1, 2, 3, 4):
        best = [[any(chosen) for chosen in itertools.combinations(of, k)] for of in outcomes]
        assert found.pass_at(k) == pytest.approx(sum(map(sum, best)) / (4 * comb(4, k)))
    low, high = found.interval(2)
    assert low < found.pass_at(2) < high
    with pytest.raises(MinirowError, match="k: found 5, expected a whole number from 1 to 4"):
        found.pass_at(5)
    several = [{"id": row["id"], "prediction": text} for row in ROWS for text in samples[row["id"]]]
    assert benchmark.score(several).solved == found.solved


def test_missing_samples_are_not_solved():
    found = benchmark.score({ROWS[0]["id"]: [None, SOLUTIONS[0]], ROWS[1]["id"]: SOLUTIONS[1], ROWS[2]["id"]: "I give up."})
    assert found.solved[:3] == (1, 1, 0) and found.samples == 2
    assert [(report["missing"], report["malformed"]) for report in found.reports] == [(1198, 1), (1199, 0)]


def test_a_long_answer_is_read_at_its_end():
    long = "<think>" + SOLUTIONS[0] + "\n" + 300_000 * "hm "
    found = benchmark.score({ROWS[0]["id"]: long + "</think>" + SOLUTIONS[0], ROWS[1]["id"]: long})
    assert found.solved[:2] == (1, 0)


@pytest.mark.parametrize(("first", "second", "p"), [(0, 0, 1.0), (5, 0, 0.0625), (8, 2, 0.109375), (3, 3, 1.0), (1000, 900, 0.0232)])
def test_the_test_of_mcnemar_is_exact(first, second, p):
    assert benchmark._mcnemar(first, second) == pytest.approx(p, rel=0.01)


def test_a_comparison_is_paired_and_the_same_for_a_seed():
    worse = [text if number % 20 else row["puzzle"] for number, (row, text) in enumerate(zip(ROWS, HALF))]
    found = benchmark.compare(benchmark.score(HALF), benchmark.score(worse), resamples=1000)
    assert (found.first_only, found.second_only) == (60, 0) and found.p_value == pytest.approx(2**-59)
    assert found.difference == pytest.approx(0.05) and 0.035 < found.interval[0] < 0.045 < 0.055 < found.interval[1] < 0.065
    assert found == benchmark.compare(benchmark.score(HALF), benchmark.score(worse), resamples=1000)
    both = benchmark.compare(benchmark.score([[text, text] for text in HALF]), benchmark.score(worse), resamples=100)
    assert both.p_value is None and both.difference == pytest.approx(0.05)


def test_tables_for_papers():
    scores = [benchmark.score(HALF, name="a_1 & b"), benchmark.score(SOLUTIONS, name="solver")]
    markdown = benchmark.table(scores).splitlines()
    assert markdown[0] == "| ER | puzzles | a_1 & b | solver |" and markdown[2] == "| 1.0-1.2 | 100 | 50.0 | 100.0 |"
    assert len(markdown) == 15 and markdown[-1] == "| all | 1200 | 50.0 (47.2 to 52.8) | 100.0 (99.7 to 100.0) |"
    latex = benchmark.table(scores, form="latex", by="depths").splitlines()
    assert latex[2] == r"T\&E & puzzles & a\_1 \& b & solver \\" and latex[-1] == r"\end{tabular}"
    assert r"0 & 250 & 49.6 & 100.0 \\" in latex
    names = [line.split(" | ")[0] for line in benchmark.table(scores, by="techniques").splitlines()]
    assert "| x-wing" in names


@pytest.mark.parametrize(
    ("predictions", "message"),
    [
        (HALF[:-1], "found 1199 predictions, expected 1200, or a dict of them by id"),
        ({"7": ""}, "found '7', expected the id or the puzzle of a row of the benchmark"),
        ([{"prediction": ""}], r"row 0: found the keys \['prediction'\], expected id or puzzle, and prediction"),
        ({ROWS[0]["id"]: 81 * [12]}, "found 12, expected a whole number from 0 to 9"),
        ({ROWS[0]["id"]: 81 * [0.5]}, "found 0.5, expected a whole number"),
        ({ROWS[0]["id"]: 7}, "found 7, expected 81 numbers, a text, or several of these"),
        ({}, "found no predictions"),
    ],
)
def test_wrong_predictions(predictions, message):
    with pytest.raises(MinirowError, match=message):
        benchmark.score(predictions)
