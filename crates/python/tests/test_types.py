"""Type stubs and annotations agree with the package."""

import ast
import inspect
import operator
import subprocess
import sys
from pathlib import Path

import pytest

import minirow
from minirow import _constraints, _minirow

FOLDER = Path(minirow.__file__).parent


def test_stubs_have_the_names_of_the_module():
    stubs = ast.parse((FOLDER / "_minirow.pyi").read_text())
    stated = {node.name for node in stubs.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    stated |= {node.target.id for node in stubs.body if isinstance(node, ast.AnnAssign)}
    only_types = {"ArrowArray", "ArrowStream", "Options", "Request"}
    exported = {name for name in dir(_minirow) if not name.startswith("__") or name == "__version__"}
    assert stated - only_types == exported - {"Batches"}
    batch = next(node for node in stubs.body if isinstance(node, ast.ClassDef) and node.name == "RecordBatch")
    methods = {node.name for node in batch.body if isinstance(node, ast.FunctionDef)}
    assert methods == {name for name, _ in inspect.getmembers(minirow.RecordBatch) if name in vars(minirow.RecordBatch)} - {
        "__doc__", "__module__", "__new__", "__repr__",
    }  # fmt: skip


def test_stubs_have_the_parameters_of_functions_and_methods():
    stubs = ast.parse((FOLDER / "_minirow.pyi").read_text())
    functions = {node.name: node for node in stubs.body if isinstance(node, ast.FunctionDef)}
    for owner in (node for node in stubs.body if isinstance(node, ast.ClassDef)):
        methods = [node for node in owner.body if isinstance(node, ast.FunctionDef) and not node.decorator_list]
        functions |= {f"{owner.name}.{node.name}": node for node in methods if not node.name.startswith("__")}
    for name, stub in functions.items():
        parameters = [parameter.arg for parameter in stub.args.args]
        assert parameters == list(inspect.signature(operator.attrgetter(name)(_minirow)).parameters), name


def test_every_constraint_is_typed():
    assert list(_constraints.Constraints.__annotations__) == _minirow.CONSTRAINTS


def test_a_type_checker_finds_only_the_error(tmp_path):
    pytest.importorskip("mypy")
    for library in ("numpy", "polars", "pyarrow"):
        pytest.importorskip(library)
    program = tmp_path / "program.py"
    program.write_text(
        "import minirow\n"
        "solution: str = minirow.solve('')\n"
        "number: int = minirow.count('', 2)\n"
        "batch: minirow.RecordBatch = minirow.solve([''])\n"
        "batch = minirow.generate(1, 0, 5, level='hard', clues=24, threads=2)\n"
        "batch = minirow.grade(batch, max_er=4.0)\n"
        "batch = next(minirow.generate_batches(1, batch_rows=7))\n"
        "rating: float = minirow.explain('')[0].rating\n"
        "names: list[str] = [row['id'] for row in batch[1:]] + [batch[0]['id'], *batch['id']]\n"
        "batch = minirow.generate(1, clues=range(24, 29), er=(2.6, 3.4), steps=(None, 60))\n"
        "minirow.print_book(batch, 'a.pdf', paper='letter', word={'clues': 'givens'}, heading=['id'])\n"
        "text: str = minirow.convert([batch, 'a.csv'], to='sdk')\n"
        "minirow.convert(batch, 'a.csv')\n"
        "mean: float = minirow.stats(batch)['packs'][0]['er']['mean']\n"
        "rows: int = minirow.dedup('a.csv', 'b.csv')['kept'] + minirow.split('a.csv', '.')['train']\n"
        "minirow.dataset('d', clues=(24, 28), licence='mit')\n"
        "import minirow.data\n"
        "stream = minirow.data.PuzzleStream(1, count=5, split='train', layout='tokens', er=(None, 1.5))\n"
        "examples: int = minirow.data.write_folder('a', {'train': stream})['train']\n"
        "minirow.generate(1, levle='hard')\n"
    )
    words = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", tmp_path, program]
    message = subprocess.run(words, capture_output=True, text=True, check=False).stdout.splitlines()
    message = [line for line in message if ": note: " not in line]
    assert len(message) == 1 and 'program.py:20: error: Unexpected keyword argument "levle"' in message[0], message
