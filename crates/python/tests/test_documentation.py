"""The docstrings and the guide describe the package, and their examples run."""

import doctest
import inspect
import pydoc

import pytest
from documentation import (
    chapters,
    needs_environments,
    needs_ray,
    needs_torch,
    problems_of_form,
    public_objects,
    run_chapter,
    run_examples,
)

import minirow
import minirow.benchmark
import minirow.data

OBJECTS = public_objects(minirow) | public_objects(minirow.data) | public_objects(minirow.benchmark)
FORMAL = [name for name, documented in OBJECTS.items() if not inspect.ismodule(documented)]  # numpydoc checks no modules
ELSEWHERE = (needs_environments, needs_ray, needs_torch)  # chapters that run in an environment of their own
CHAPTERS = {path.name: path for path, blocks in chapters().items() if not any(needs(blocks) for needs in ELSEWHERE)}


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", FORMAL)
def test_docstrings_have_the_form_of_numpydoc(name):
    assert problems_of_form(name) == []


@pytest.mark.parametrize("name", OBJECTS)
def test_the_examples_of_docstrings_run(name):
    for library in ("numpy", "polars", "pyarrow", "pandas"):
        pytest.importorskip(library)
    assert run_examples(name, OBJECTS[name]) > 0


def test_a_wrong_example_is_found():
    def wrong():
        """
        >>> 1 + 1
        3
        """

    with pytest.raises(AssertionError, match="Expected:\n    3\nGot:\n    2"):
        run_examples("wrong", wrong)


def test_help_is_a_tour_of_the_package():
    text = pydoc.plain(pydoc.render_doc(minirow))
    sections = ["Load", "Solve", "Count", "Rate", "Generate", "Explain", "Data sets", "Books and files", "Clusters"]
    places = [text.index(f"    {title}\n    {'~' * len(title)}\n") for title in sections]
    assert places == sorted(places)
    for first, last in zip(places, [*places[1:], text.index("    Notes\n    -----\n")], strict=True):
        assert doctest.DocTestParser().get_examples(text[first:last]), text[first:last]


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_python_of_the_guide_runs(chapter):
    for library in ("numpy", "polars", "pyarrow", "duckdb", "pandas", "tqdm"):
        pytest.importorskip(library)
    path = CHAPTERS[chapter]
    assert run_chapter(path, chapters()[path]) > 0


def test_a_wrong_value_in_the_guide_is_found(tmp_path):
    path = tmp_path / "chapter.md"
    assert run_chapter(path, [(0, "", "x = 1\nx + 1   # -> 2\n'abc'  # -> 'a...\n")]) == 1
    with pytest.raises(AssertionError, match="chapter.md:12: found 2, expected 3"):
        run_chapter(path, [(10, "", "x = 1\nx + 1   # -> 3\n")])
    with pytest.raises(AssertionError, match="chapter.md:10: ,sometimes"):
        run_chapter(path, [(10, ",sometimes", "x = 1\n")])
