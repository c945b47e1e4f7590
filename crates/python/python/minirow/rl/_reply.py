"""Replies of language models: their answer, in plain characters."""

from __future__ import annotations

import re
import unicodedata
from html import unescape

#: The tags of the part of a reply in which a model thinks.
_THOUGHT = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>", re.I)
_BREAK = re.compile(r"<br\s*/?>", re.I)
_TABLE_ROW = re.compile(r"<tr\b[^<>]*>", re.I)
_END_OF_ROW = re.compile(r"</(?:tr|tbody|table)\b[^<>]*>", re.I)
_TABLE_CELL = re.compile(r"<t[dh]\b[^<>]*>", re.I)
_TAG = re.compile(r"<[^<>]*>")


class _Plain(dict[int, str]):
    """Characters as their ASCII counterparts, without those that are not seen."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        digit = unicodedata.decimal(character, None)
        hidden = unicodedata.category(character) in ("Cf", "Me") or 0xFE00 <= code < 0xFE10
        self[code] = "" if hidden else character if digit is None else str(digit)
        return self[code]


#: Line drawing characters, digits in circles, and other bars, points and squares. Black and colored squares separate cells.
_PLAIN = _Plain(
    str.maketrans(
        {
            **{chr(code): "+" for code in range(0x2500, 0x2580)},
            **{chr(0x2460 + digit): str(digit + 1) for digit in range(9)},
            **dict.fromkeys("│║┃｜■▪◼◾⬛🟥🟧🟨🟩🟦🟪🟫", "|"),
            **dict.fromkeys("·∙⋅․・．", "."),
            **dict.fromkeys("•□▢◻⬜", "*"),
            **{"─": "-", "＿": "_", "：": ":", "，": ",", "＝": "=", "（": "(", "）": ")"},
        }
    )
)


def answer_of(reply: str) -> str:
    """Returns the answer in a reply: what is not between ``<think>`` and ``</think>``, in plain characters.

    A reply that begins within a thought has only its end, and one that is cut off within a thought only its beginning.
    Digits of other scripts are those from 0 to 9, and the rows of HTML tables are lines.
    """
    pieces: list[str] = []
    place, is_thought = 0, False
    for tag in _THOUGHT.finditer(reply):
        if tag[1]:
            if not is_thought:
                pieces.clear()
            is_thought = False
        elif not is_thought:
            pieces.append(reply[place : tag.start()])
            is_thought = True
        place = tag.end()
    if not is_thought:
        pieces.append(reply[place:])
    return _with_lines(_BREAK.sub("\n", "\n".join(pieces))).translate(_PLAIN)


def _with_lines(text: str) -> str:
    """Returns a text whose rows of HTML tables are lines, with a dot for each empty cell."""
    before, *rows = _TABLE_ROW.split(text)
    pieces = [before]
    for row in rows:
        inside, *after = _END_OF_ROW.split(row, maxsplit=1)
        first, *cells = _TABLE_CELL.split(inside)
        plain = (unescape(_TAG.sub("", cell)).strip() or "." for cell in cells)
        pieces += ["\n", _TAG.sub(" ", first), " ".join(plain), "\n", *after]
    return "".join(pieces)
