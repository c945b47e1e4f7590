"""The display of results in notebooks. Lines and text have the colours of the notebook, light or dark."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._explain import Line, Step
    from ._minirow import RecordBatch

#: The number of rows that are shown at the start and at the end of a batch.
_ENDS = 5

#: The number of characters of a text that a cell shows. All of it is shown below the pointer.
_WIDTH = 40

#: The number of steps of an explanation that are shown.
_STEPS = 500

_GRID = re.compile("[0-9.]{81}")

#: Wide columns keep their lines. Notebooks align the text of cells to the right otherwise.
_CELL = 'style="text-align: left; vertical-align: top; white-space: nowrap"'


def table(batch: RecordBatch) -> str:
    """Returns a batch as a table: its first and last rows, with grids as pictures."""
    names, rows = batch.column_names, len(batch)
    is_long = rows > 2 * _ENDS
    parts = [(0, _ENDS), (rows - _ENDS, rows)] if is_long else [(0, rows)]
    lines = []
    for start, end in parts:
        if start:
            lines.append(_row("td", ["…"] * (len(names) + 1)))
        for number, row in enumerate(batch[start:end], start):
            lines.append(_row("td", [str(number), *(_value(row[name]) for name in names)]))
    header = _row("th", ["", *map(escape, names)])
    counted = f"{rows} {'row' if rows == 1 else 'rows'} × {len(names)} {'column' if len(names) == 1 else 'columns'}"
    rows_of_table = f"<thead>{header}</thead><tbody>{''.join(lines)}</tbody>"
    return f'<div style="overflow-x: auto"><table>{rows_of_table}</table><p>{counted}</p></div>'


def _row(tag: str, cells: Iterable[str]) -> str:
    return f"<tr>{''.join(f'<{tag} {_CELL}>{cell}</{tag}>' for cell in cells)}</tr>"


def _value(value: Any) -> str:
    if value is None:
        return ""
    text = str(value)
    if _GRID.fullmatch(text):
        return grid(text)
    if len(text) <= _WIDTH:
        return escape(text)
    return f'<span title="{escape(text)}">{escape(text[: _WIDTH - 1])}…</span>'


def grid(text: str, size: int = 126) -> str:
    """Returns a grid of 81 characters as a picture."""
    lines = "".join(
        f'<path d="M{at} 0V90M0 {at}H90" stroke-width="{1.2 if at % 30 == 0 else 0.4}"/>' for at in range(0, 91, 10)
    )
    digits = "".join(
        f'<text x="{place % 9 * 10 + 5}" y="{place // 9 * 10 + 7.6}">{digit}</text>'
        for place, digit in enumerate(text)
        if digit not in ".0"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 92 92" width="{size}" height="{size}" style="max-width: none" role="img" '
        f'aria-label="{escape(text)}"><g stroke="currentColor">{lines}</g><g fill="currentColor" '
        f'font-family="sans-serif" font-size="7.5" text-anchor="middle">{digits}</g></svg>'
    )


def steps(puzzle: str, shown: Iterable[Step]) -> str:
    """Returns an explanation: the puzzle, and the steps, which open on a click."""
    items = list(shown)
    parts = [grid(puzzle, 220)] if _GRID.fullmatch(puzzle) else []
    parts += [step(item) for item in items[:_STEPS]]
    if len(items) > _STEPS:
        parts.append(f"<p>and {len(items) - _STEPS} more steps</p>")
    return f"<div>{''.join(parts)}</div>"


def step(item: Step) -> str:
    """Returns a step: its number, technique, rating and effect, and its text below them."""
    effects = [f"{candidate.cell}={candidate.digit}" for candidate in item.placements]
    effects += [f"{candidate.cell}<>{candidate.digit}" for candidate in item.eliminations]
    name = item.technique if item.variant is None else f"{item.technique} ({item.variant})"
    title = f"{item.number}. <b>{escape(name)}</b> {item.rating}: {escape(', '.join(effects))}"
    return f"<details><summary>{title}</summary><p>{escape(item.text)}</p>{_lines(item.lines)}</details>"


def _lines(lines: Iterable[Line]) -> str:
    items = "".join(f"<li>{escape(line.text)}{_lines(line.lines)}</li>" for line in lines)
    return f"<ul>{items}</ul>" if items else ""
