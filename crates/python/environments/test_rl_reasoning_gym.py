"""The data set has the interface of reasoning-gym's procedural data sets, and works in its composites and curricula."""

import pytest

reasoning_gym = pytest.importorskip("reasoning_gym", reason="pip install -r crates/python/environments/requirements.txt")
from reasoning_gym.composite import CompositeConfig, CompositeDataset, DatasetSpec
from reasoning_gym.dataset import ReseedingDataset
from reasoning_gym.factory import create_curriculum, get_score_answer_fn, has_curriculum

import minirow
from minirow.rl import parse_board
from minirow.rl._curriculum import ER_BOUNDS
from minirow.rl.reasoning_gym import SudokuConfig, SudokuCurriculum, SudokuDataset

NAME = "minirow_sudoku"


def test_it_is_registered():
    data = reasoning_gym.create_dataset(NAME, seed=42, size=20)
    assert isinstance(data, SudokuDataset) and len(data) == 20 and data.category == "games"
    assert isinstance(create_curriculum(NAME), SudokuCurriculum)
    assert has_curriculum(NAME) and callable(get_score_answer_fn(NAME))


def test_entries_are_those_of_seed_and_index():
    data = SudokuDataset(SudokuConfig(seed=42, size=20, min_er=1.5, max_er=2.3))
    batch = minirow.generate(seed=42, count=20, er=(1.5, 2.3))
    assert [entry["metadata"]["puzzle"] for entry in data] == batch["puzzle"]
    assert list(data) == list(SudokuDataset(SudokuConfig(seed=42, size=20, min_er=1.5, max_er=2.3)))
    assert data[-1] == data[19]
    with pytest.raises(IndexError):
        data[20]


def test_every_answer_is_the_solution_and_scores_one():
    data = SudokuDataset(SudokuConfig(seed=1, size=25))
    for index, entry in enumerate(data):
        assert set(entry) == {"question", "answer", "metadata"}
        metadata = entry["metadata"]
        assert (metadata["source_dataset"], metadata["source_index"]) == (NAME, index)
        assert parse_board(entry["question"]) == metadata["puzzle"]
        assert minirow.count(metadata["puzzle"]) == 1
        assert parse_board(entry["answer"]) == metadata["solution"] == minirow.solve(metadata["puzzle"])
        assert 1.0 <= metadata["er"] <= 2.0
        assert data.score_answer(entry["answer"], entry) == 1.0


def test_copied_clues_score_nothing():
    data = SudokuDataset(SudokuConfig(seed=1, partial=1.0))
    entry = data[0]
    assert data.score_answer(entry["question"], entry) == 0.0
    assert data.score_answer(entry["metadata"]["puzzle"], entry) == 0.0
    half = entry["metadata"]["solution"][:45] + entry["metadata"]["puzzle"][45:]
    assert 0.3 < data.score_answer(half, entry) < 0.8
    assert (
        data.score_answer("I give up.", entry) == data.score_answer(None, entry) == data.score_answer("", entry) == 0.0
    )


def test_a_broken_entry_is_an_error_and_not_a_wrong_answer():
    data = SudokuDataset(SudokuConfig(seed=1))
    with pytest.raises(minirow.MinirowError, match="found 3 characters"):
        data.score_answer(data[0]["answer"], {"metadata": {"puzzle": "123"}})


def test_the_data_set_of_reasoning_gym_itself_scores_copied_clues():
    """The reason for this data set, which would be gone if theirs changed."""
    theirs = reasoning_gym.create_dataset("sudoku", seed=1, size=1)
    entry = theirs[0]
    clues = "\n".join(" ".join(str(digit) for digit in row) for row in entry["metadata"]["puzzle"])
    filled = clues.replace("0", "1")
    assert theirs.score_answer(filled, entry) > 0.3
    solution = "".join(str(digit) for row in entry["metadata"]["solution"] for digit in row)
    ours = {"metadata": {"puzzle": clues.replace(" ", "").replace("\n", ""), "solution": solution}}
    assert SudokuDataset(SudokuConfig(seed=1, partial=1.0)).score_answer(filled, ours) == 0.0


def test_more_constraints_can_be_given():
    data = SudokuDataset(SudokuConfig(seed=3, min_er=2.6, max_er=4.0, constraints={"needs": ["naked-pair"]}))
    assert data[0]["metadata"]["er"] >= 2.6


def test_without_a_seed_one_is_drawn_that_repeats_the_data():
    data = SudokuDataset(SudokuConfig(size=3))
    assert list(data) == list(SudokuDataset(SudokuConfig(seed=data.seed, size=3)))


def test_it_is_part_of_a_composite():
    ours = DatasetSpec(name=NAME, weight=1, config={"min_er": 1.0, "max_er": 1.5})
    composite = CompositeDataset(CompositeConfig(seed=7, size=10, datasets=[ours]))
    for index in range(10):
        entry = composite[index]
        assert composite.score_answer(entry["answer"], entry) == 1.0


def test_it_can_be_reseeded_without_end():
    data = ReseedingDataset(SudokuDataset(SudokuConfig(seed=2, size=4)), chunk_size=4)
    entries = [entry for _, entry in zip(range(8), data)]
    assert len({entry["metadata"]["id"] for entry in entries}) == 8
    assert all(data.score_answer(entry["answer"], entry) == 1.0 for entry in entries)


def test_the_curriculum_raises_the_rating():
    curriculum = SudokuCurriculum()
    levels = len(curriculum.attributes["er"].levels)
    highest = []
    for level in range(levels):
        curriculum.set_attr_level("er", level)
        config = curriculum.generate_configuration({"seed": 1, "size": 2})
        config.validate()
        assert isinstance(config, SudokuConfig) and config.min_er == 1.0
        highest.append(config.max_er)
    assert highest == [*ER_BOUNDS, 9.0], "the last two levels are the same, as the documentation says"
    assert not curriculum.increment_attr_level("er")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"min_er": 0.5}, "er: found 0.5, expected a rating from 1.0 to 20.0"),
        ({"min_er": 3.0, "max_er": 2.0}, "er: found 3.0 to 2.0, expected the lower rating first"),
        ({"size": -1}, "size: found -1"),
        ({"partial": 2.0}, "partial: found 2.0"),
        ({"partial": "x"}, "partial: found 'x', expected a number from 0.0 to 1.0"),
        ({"partial": None}, "partial: found None, expected a number from 0.0 to 1.0"),
        ({"max_er": "2.0"}, "er: found '2.0', expected a rating from 1.0 to 20.0"),
        ({"seed": -1}, "seed: found -1"),
        ({"constraints": [1]}, r"constraints: found \[1\], expected a dict such as"),
        ({"constraints": "te"}, "constraints: found 'te', expected a dict such as"),
        ({"constraints": {"er": 2.0}}, "constraints: found 'er', expected min_er and max_er"),
        ({"constraints": {"levle": "hard"}}, "levle"),
    ],
)
def test_invalid_configurations_are_errors(options, message):
    with pytest.raises(minirow.MinirowError, match=message):
        reasoning_gym.create_dataset(NAME, **{"seed": 1, **options})
