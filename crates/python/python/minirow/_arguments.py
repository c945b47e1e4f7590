"""Checks of arguments, the progress bar, and descriptions of parameters that several functions share."""

from __future__ import annotations

import inspect
import json
import math
import operator
import os
import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import islice
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeVar

from ._minirow import MAX_ROWS, RANGES, MinirowError

if TYPE_CHECKING:
    import numpy
    import numpy.typing
    from typing_extensions import TypeAlias

    from . import _minirow

    #: An iterable of texts, a NumPy array of integers with shape (n, 81), or an object with Arrow's PyCapsule interface.
    Puzzles: TypeAlias = Iterable[str] | numpy.typing.NDArray[numpy.uint8] | _minirow.ArrowArray | _minirow.ArrowStream
    Path: TypeAlias = str | os.PathLike[str]

_Function = TypeVar("_Function", bound=Callable[..., Any])

#: The default number of rows of a batch, about 20 MB.
BATCH_ROWS = 1 << 16

_HIGHEST = (1 << 64) - 1

#: The largest number of values of a constraint.
_MOST_VALUES = 1000


def whole(name: str, value: Any, least: int, most: int = _HIGHEST) -> int:
    """Checks that a value is a whole number from `least` to `most`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise MinirowError(f"{name}: found {value!r}, expected a whole number from {least} upwards") from None
    if not least <= number <= most:
        raise MinirowError(f"{name}: found {number}, expected a whole number from {least} to {most}")
    return number


def whole_or_none(name: str, value: Any) -> int | None:
    """Checks that a value is None or a whole number of at least 1."""
    return None if value is None else whole(name, value, 1)


def number(name: str, value: Any, expected: str, least: float = 0.0, most: float = 1.0) -> float:
    """Checks that a value is a number from `least` to `most`, as the text `expected` says."""
    if not isinstance(value, Real) or not least <= value <= most:  # type: ignore[operator]
        raise MinirowError(f"{name}: found {value!r}, expected {expected}")
    return float(value)


def checked_text(value: Any, expected: str) -> str:
    """Checks that a value is a text."""
    if not isinstance(value, str):
        raise TypeError(f"found {type(value).__name__}, expected {expected}")
    return value


def several(name: str, values: Any, expected: str) -> list[Any]:
    """Checks that a value is an iterable, and returns it as a list."""
    if not isinstance(values, Iterable):
        raise MinirowError(f"{name}: found {values!r}, expected {expected}")
    return list(values)


def true_or_false(name: str, value: Any) -> bool:
    """Checks that a value is True or False, or the number 1 or 0."""
    with suppress(TypeError, ValueError):  # an array of several values is neither equal nor different
        if value in (0, 1):
            return bool(value)
    raise MinirowError(f"{name}: found {value!r}, expected True or False")


def batch_size(batch_rows: Any) -> int:
    """Checks the number of rows of a batch."""
    return whole("batch_rows", batch_rows, 1, MAX_ROWS)


def thread_number(threads: Any) -> int | None:
    """Checks a number of threads. More than 1024 are never started."""
    number = whole_or_none("threads", threads)
    return number and min(number, 1 << 10)


def request(
    seed: int,
    start: int,
    count: int,
    constraints: Mapping[str, Any],
    labels: bool,
    weights: bool,
    exclude: Path | Iterable[Path] = (),
    threads: int | None = None,
    *,
    scale: str | Iterable[str] = (),
    least: int = 0,
) -> _minirow.Request:
    """Checks the arguments of functions that generate puzzles. `least` is the smallest number of puzzles."""
    for name in constraints:
        if "-" in name:
            raise MinirowError(f"unknown constraint {name!r}, expected {name.replace('-', '_')!r}")
    paths = [exclude] if isinstance(exclude, (str, os.PathLike)) else exclude
    return {
        "seed": whole("seed", seed, 0),
        "start": whole("start", start, 0),
        "count": whole("count", count, least),
        "constraints": json.dumps([(name, constraint(name, value)) for name, value in constraints.items()]),
        "exclude": [path_text(path) for path in paths],
        "labels": bool(labels),
        "weights": bool(weights),
        "scale": texts("scale", scale),
        "threads": thread_number(threads),
        "progress": None,
        "split": None,
    }


def texts(name: str, values: Any) -> list[str]:
    """Checks that a value is a text or several, and returns them as a list."""
    found = [values] if isinstance(values, str) else several(name, values, "a text or several")
    for value in found:
        if not isinstance(value, str):
            raise MinirowError(f"{name}: found {value!r}, expected a text")
    return found


def path_text(path: Path) -> str:
    """Returns a path as a text. Characters that no path can have are a UnicodeEncodeError."""
    text = os.fsdecode(path)
    os.fsencode(text)
    return text


def umask() -> int:
    """Returns the permissions that new files do not get. A temporary file is only for its owner."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def constraint(name: str, value: Any) -> Any:
    """Returns the value of a constraint in the types of JSON. A range becomes a text."""
    if name not in RANGES or not isinstance(value, (range, tuple, list)):
        return _plain(name, value)
    if isinstance(value, range):
        if RANGES[name] is float:
            raise MinirowError(f"{name}: found {value}, expected both ends of a range of ratings, such as (2.6, 3.4)")
        if value.step != 1 or not value:
            raise MinirowError(f"{name}: found {value}, expected a range with a number, and without a step")
        value = value.start, value.stop - 1
    if not isinstance(value, tuple) or len(value) != 2 or value == (None, None):
        raise MinirowError(f"{name}: found {value!r}, expected a number, a text, or both ends of a range in a tuple")
    low, high = ("" if end is None else _plain(name, end, is_item=True) for end in value)
    return f"{low}..={high}" if high != "" else f"{low}.."


def _plain(name: str, value: Any, *, is_item: bool = False) -> Any:
    """Returns the value of a constraint in the types of JSON. Numbers and arrays of NumPy become numbers and lists."""
    if isinstance(value, str) and any("\ud800" <= letter <= "\udfff" for letter in value):
        raise MinirowError(f"{name}: found the text {value!a}, which is not Unicode")
    if value is None or isinstance(value, (bool, str)) or isinstance(value, float) and math.isfinite(value):
        return value
    with suppress(TypeError):
        return operator.index(value)
    if not is_item:
        with suppress(TypeError):
            values = [_plain(name, item, is_item=True) for item in islice(value, _MOST_VALUES + 1)]
            if len(values) > _MOST_VALUES:
                raise MinirowError(f"{name}: found more than {_MOST_VALUES} values, expected a list of fewer")
            return values
    found = value if isinstance(value, float) else type(value).__name__
    raise MinirowError(f"{name}: found {found}, expected a text, a number, True or False, or a list of these")


@contextmanager
def bar(progress: bool, total: int | None) -> Iterator[Callable[[int], object] | None]:
    """Shows a progress bar. Yields the function that is called with the number of rows done since its last call."""
    if not progress:
        yield None
        return
    try:
        from tqdm.auto import tqdm
    except ImportError:
        warnings.warn(
            "progress=True needs tqdm, which is not installed; install it or leave progress out", stacklevel=4
        )
        yield None
        return
    with tqdm(total=total, unit=" puzzles", unit_scale=True) as shown:
        yield shown.update


def described_as(other: Callable[..., Any]) -> Callable[[_Function], _Function]:
    """Completes the docstring of a function: parameters without a description get the one that `other` has."""

    def complete(function: _Function) -> _Function:
        if function.__doc__ and other.__doc__:  # python -OO removes docstrings
            start, own, end = _parameters(function.__doc__)
            known = _parameters(other.__doc__)[1] | own
            code = function.__code__
            names = [*code.co_varnames[: code.co_argcount + code.co_kwonlyargcount], "**constraints"]
            function.__doc__ = start + "\n".join(known[name] for name in names if name in known) + end
        return function

    return complete


def _parameters(doc: str) -> tuple[str, dict[str, str], str]:
    """Divides a docstring into the text up to the parameters, their descriptions by name, and the text after them."""
    start, heading, rest = inspect.cleandoc(doc).partition("Parameters\n----------\n")
    section, following, end = re.split(r"(\n\n[A-Z][a-z]+\n---)", rest, maxsplit=1)
    items = re.split(r"\n(?=\S)", section)
    return start + heading, {re.split(" : |\n", item)[0]: item for item in items}, following + end
