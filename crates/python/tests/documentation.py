"""The public objects of a package with their docstrings, and the Python blocks of the guide. The cluster tests use it, too."""

import ast
import contextlib
import doctest
import inspect
import re
import tokenize
from io import StringIO
from pathlib import Path

import pytest

import minirow

REPOSITORY = Path(__file__).resolve().parents[3]

#: The attributes of blocks in the guide that cannot run here.
CANNOT_RUN = {"needs-cluster", "needs-spark", "needs-torch"}


def public_objects(module):
    """Returns a module, and all that it exports with the public members of classes, by their full names."""
    found = {module.__name__: module}
    for name in module.__all__:
        exported = getattr(module, name)
        if not callable(exported):
            continue
        found[f"{module.__name__}.{name}"] = exported
        if inspect.isclass(exported):
            members = {member: value for member, value in vars(exported).items() if not member.startswith("_")}
            # Fields of dataclasses and named tuples have no docstring of their own.
            fields = {*getattr(exported, "__dataclass_fields__", ()), *getattr(exported, "_fields", ())}
            fields |= {member for member, value in members.items() if isinstance(value, dict)}  # such as `metadata`
            members = {member: value for member, value in members.items() if member not in fields and member != "row"}
            found |= {f"{module.__name__}.{name}.{member}": value for member, value in members.items()}
    return found


def problems_of_form(name):
    """Returns what numpydoc finds wrong in a docstring. pyproject.toml has the codes that do not count."""
    tomllib = pytest.importorskip("tomllib")
    validate = pytest.importorskip("numpydoc.validate")
    settings = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["tool"]["numpydoc_validation"]
    every, *ignored = settings["checks"]
    assert every == "all" and set(ignored) <= validate.ERROR_MSGS.keys()
    return [f"{code}: {text}" for code, text in validate.validate(name)["errors"] if code not in ignored]


class Output(doctest.OutputChecker):
    """What an example prints. Ray writes warnings of its nodes to standard output whenever they come."""

    def check_output(self, want, got, optionflags):
        printed = [line for line in got.splitlines(keepends=True) if "(raylet)" not in line]
        return super().check_output(want, "".join(printed), optionflags)


def run_examples(name, documented):
    """Runs the examples of a docstring, and returns their number."""
    parser = doctest.DocTestParser()
    test = parser.get_doctest(inspect.getdoc(documented), {"minirow": minirow}, name, None, None)
    output = StringIO()
    result = doctest.DocTestRunner(Output(), optionflags=doctest.ELLIPSIS).run(test, out=output.write)
    assert not result.failed, output.getvalue()
    return result.attempted


def chapters():
    """Returns the blocks of Python in each chapter of the guide: the line, the attributes and the code of each."""
    fence = re.compile(r"^```python([^\n]*)\n(.*?)^```$", re.M | re.S)
    found = {}
    for path in sorted([*(REPOSITORY / "docs/src").glob("*.md"), REPOSITORY / "README.md"]):
        text = path.read_text()
        blocks = [(text.count("\n", 0, block.start(2)), block[1], block[2]) for block in fence.finditer(text)]
        if blocks:
            found[path] = blocks
    return found


def needs_ray(blocks):
    return any("minirow.ray" in code for _, _, code in blocks)


def needs_torch(blocks):
    return any(attributes == ",needs-torch" for _, attributes, _ in blocks)


def needs_environments(blocks):
    return any("minirow.rl" in code for _, _, code in blocks)


def run_chapter(path, blocks, runs=()):
    """Runs the blocks of a chapter in order, in one namespace. Returns the number of blocks that ran.

    `runs` are attributes of blocks that can run here.
    """
    namespace, number = {"__name__": "guide"}, 0
    for line, attributes, code in blocks:
        tree = ast.parse("\n" * line + code, path.name)
        if attributes:
            assert attributes.removeprefix(",") in CANNOT_RUN, f"{path.name}:{line}: {attributes}"
            if attributes.removeprefix(",") not in runs:
                continue
        number += 1
        shown = values_shown(code, line)
        for statement in tree.body:
            if isinstance(statement, ast.Expr) and statement.end_lineno in shown:
                value = repr(eval(compile(ast.Expression(statement.value), path.name, "eval"), namespace))
                expected = shown.pop(statement.end_lineno)
                start = expected.removesuffix("...")
                is_right = value.startswith(start) if expected.endswith("...") else value == expected
                assert is_right, f"{path.name}:{statement.lineno}: found {value}, expected {expected}"
            else:
                with contextlib.redirect_stdout(StringIO()):
                    exec(compile(ast.Module([statement], []), path.name, "exec"), namespace)
        assert not shown, f"{path.name}: no expression for the values {shown}"
    return number


def values_shown(code, line):
    """Returns the values that a block shows in comments, `# -> VALUE`, by their lines. `...` at the end stands for more."""
    tokens = tokenize.generate_tokens(StringIO(code).readline)
    comments = [token for token in tokens if token.type == tokenize.COMMENT and token.string.startswith("# -> ")]
    return {line + token.start[0]: token.string.removeprefix("# -> ") for token in comments}
