"""The docstrings of `minirow.ray` and the chapter of the guide describe the package, and their examples run."""

import inspect

import pytest

pytest.importorskip("ray", reason="Ray is not installed: pip install -r crates/python/cluster/requirements.txt")

from documentation import chapters, needs_ray, problems_of_form, public_objects, run_chapter, run_examples
from nodes import nodes

import minirow.ray

OBJECTS = public_objects(minirow.ray)
FORMAL = [name for name, documented in OBJECTS.items() if not inspect.ismodule(documented)]  # numpydoc checks no modules
CHAPTERS = {path.name: path for path, blocks in chapters().items() if needs_ray(blocks)}


@pytest.fixture(scope="module", autouse=True)
def cluster():
    with nodes(1):
        yield


@pytest.fixture(autouse=True)
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", FORMAL)
def test_docstrings_have_the_form_of_numpydoc(name):
    assert problems_of_form(name) == []


@pytest.mark.parametrize("name", OBJECTS)
def test_the_examples_of_docstrings_run(name):
    assert run_examples(name, OBJECTS[name]) > 0


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_the_python_of_the_guide_runs(chapter):
    path = CHAPTERS[chapter]
    assert run_chapter(path, chapters()[path]) > 0
