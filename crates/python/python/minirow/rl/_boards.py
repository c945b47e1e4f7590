"""Boards in the answers of models, and what is right about them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from .._answers import check
from .._arguments import checked_text, number
from .._minirow import MinirowError
from .._position import HOUSES
from ._reply import answer_of

#: The characters of a cell. All but the digits stand for an empty cell.
_CELL = "0-9._*?"
_SEPARATOR = r"\s|,;\[\](){}'\""
_RUN = re.compile(f"[{_CELL}{_SEPARATOR}]+")
#: The end of a row of LaTeX, and its commands and separators.
_LATEX = re.compile(r"\\(?:[a-zA-Z]+|\\)|(?<!\d)\\|&")
#: The number, the letter or the mark of a list before a row, and a comment in parentheses, with a letter, after it.
_LABEL = re.compile(
    r"^[\s|]*(?:[*+-]\s|\(?(?:r(?:ow)?\s*[\dA-I]\.?|[\dA-I]\s*[.)|]))|\((?=[^()]*[^\W\d_])[^()]*\)\s*$", re.I
)
#: The number of a row without a mark.
_NUMBER = re.compile(r"[\s|]*(\d)[\s|]+")
#: A line about a column or a box is no row. B and C alone are letters of rows.
_OTHER_HOUSE = re.compile(r"\W*(?:(?:col(?:umn)?|box|block)\W*|[bc])\d\b", re.I)
#: A digit with a mark of Markdown on both sides.
_EMPHASIS = re.compile(r"(?<![^\s|])([*_])([1-9])\1(?![^\s|])")
#: A list of cells, which indented JSON has on several lines.
_LIST = re.compile(r"\[\s*[\"']?[0-9._*?][\"']?(?:\s*,\s*[\"']?[0-9._*?][\"']?)*\s*\]")
#: A comma before the next key of an object.
_KEY = re.compile(r",[^\S\n]*(?=[\"'][^\"'\n]{1,30}[\"'][^\S\n]*:)")
#: The numbers of columns, from 1 or from 0, as cells.
_COLUMNS = ("123456789", ".12345678")
_BORDER = re.compile(r"[\s|+=:#-]*")
#: A line above the three rows of a band.
_HEADING = re.compile(r"\s*(?:#.{0,60}|\*\*.{0,60}|.{0,60}:)\s*|.{0,60}\b(?:band|rows|boxes)\b.{0,60}", re.I)


def parse_board(text: str, puzzle: str | None = None) -> str:
    """Reads the last board in a text, such as the answer of a language model.

    A board is 81 cells on a line, or nine rows of nine cells on lines that follow each other. Spaces, bars, commas,
    brackets, quotes, and black and colored squares between cells are ignored, as are empty lines, borders between rows,
    marks of Markdown and LaTeX, comments, and labels of rows with numbers (from 1 or 0) or letters (from A):
    ``Row 1: 5 3 4 ...``, ``1. 5 3 4 ...``, ``1 5 3 4 ...``, ``A | 5 3 4 ...``. Lists of JSON may have a line for each
    cell, and a line may have all keys of an object. The rows may be those of an HTML table, and nine rows on a line may
    have slashes between them. Digits may be those of other scripts.

    Text between ``<think>`` and ``</think>`` is not read, and nothing after a ``<think>`` that is not closed: a board in
    it is no answer.

    A line that is no row ends a board, except a heading above each band. Lines about columns or boxes are no rows. Each
    nine rows that follow each other are a board. If there are more rows, a board begins and ends at empty lines and
    column numbers if possible, and otherwise at the first row. If there are several boards, the last counts. With
    `puzzle`, it is the last that has all its clues, if there is one, and the puzzle itself counts only if there is no
    other board. So a text may repeat the puzzle after its solution, or check the solution line by line.

    Parameters
    ----------
    text : str
        The text. Empty cells are ``.``, ``0``, ``_``, ``*`` or ``?``.
    puzzle : str, optional
        The puzzle that the text answers, 81 characters.

    Returns
    -------
    str
        The board: 81 characters, row by row, with ``.`` for empty cells.

    Raises
    ------
    MinirowError
        If the text has no board, or `puzzle` is not a grid.
    TypeError
        If an argument is not a text.

    See Also
    --------
    verify : Checks a board.

    Examples
    --------
    >>> from minirow.rl import parse_board
    >>> answer = '''I placed the 8 first. The solution is:
    ... 5 3 4 | 6 7 8 | 9 1 2
    ... 6 7 2 | 1 9 5 | 3 4 8
    ... 1 9 8 | 3 4 2 | 5 6 7
    ... ------+-------+------
    ... 8 5 9 | 7 6 1 | 4 2 3
    ... 4 2 6 | 8 5 3 | 7 9 1
    ... 7 1 3 | 9 2 4 | 8 5 6
    ... ------+-------+------
    ... 9 6 1 | 5 3 7 | 2 8 4
    ... 2 8 7 | 4 1 9 | 6 3 _
    ... 3 4 5 | 2 8 6 | 1 7 9
    ... One cell is missing.'''
    >>> parse_board(answer)
    '53467891267219534819834256785976142342685379171392485696153728428741963.345286179'
    """
    clues = None if puzzle is None else _checked(puzzle)[0]
    return _board_in(checked_text(text, "a text with a board"), clues)


def _board_in(text: str, clues: str | None) -> str:
    """Returns the last board in a text. If the clues of a puzzle are given, a board that has them all is preferred."""
    blocks = _blocks(answer_of(text))
    boards = [board for block in blocks for board in _boards(block, clues is not None)]
    if not boards:
        most = max((len(block) for block in blocks), default=0)
        found = f"at most {most} rows of 9 cells that follow each other" if most else "no row of 9 cells"
        raise MinirowError(
            f"found {found}, expected a board: 81 cells on a line, or 9 rows of 9 cells, with the digits 1 to 9, and "
            "with . 0 _ * or ? for an empty cell"
        )
    if clues is None:
        return boards[-1]
    others = [board for board in boards if board != clues] or boards
    return ([board for board in others if _has_clues(board, clues)] or others)[-1]


def _has_clues(board: str, clues: str) -> bool:
    return all(clue in (".", cell) for cell, clue in zip(board, clues))


class _Row(NamedTuple):
    """A row as it is read without and with a number, or empty texts, and whether an empty line is before it."""

    cells: str
    numbered: str
    is_apart: bool


def _blocks(text: str) -> list[list[_Row]]:
    """Returns the rows of a text: those that follow each other are a block. A line of 81 cells is a block of nine rows."""
    blocks: list[list[_Row]] = []
    rows: list[_Row] = []
    bands: list[_Row] = []
    #: The lines since the last row.
    others: list[str] = []
    is_apart = False
    lists = _LIST.sub(lambda cells: "".join(cells[0].split()), text.replace("\\n", "\n"))
    for line in [*_KEY.sub(",\n", lists).splitlines(), "end"]:
        is_apart |= not line.strip()
        line = _LATEX.sub(" ", line)
        if _BORDER.fullmatch(line):
            continue
        cells = _cells_of(line)
        is_apart |= not rows
        before = (rows or bands)[-1].numbered if rows or bands else ""
        row = _Row(cells if len(cells) == 9 else "", _numbered(line, before, is_apart), is_apart)
        is_apart = False
        if row.cells or row.numbered:
            if not rows and bands and not (len(others) == 1 and _HEADING.fullmatch(others[0])):
                bands = []
            rows.append(row)
            others = []
            continue
        if rows:
            blocks.append(rows)
            bands = bands + rows if len(rows) == 3 else []
            if len(bands) == 9:
                blocks.append(bands)
                bands = []
        rows = []
        others.append(line)
        if len(cells) == 81:
            blocks.append([_Row(cells[start : start + 9], "", not start) for start in range(0, 81, 9)])
    return blocks


def _boards(rows: list[_Row], has_all: bool) -> list[str]:
    """Returns the last board of rows that follow each other or, before it, those of each nine of them."""
    ends = [*(range(9, len(rows) + 1) if has_all else ()), _last_end(rows)]
    found = (_board_of(rows[max(end - 9, 0) : end]) for end in ends)
    return [board for board in found if board]


def _last_end(rows: list[_Row]) -> int:
    """Returns the end of the last board of rows that follow each other."""
    top = int(len(rows) > 9 and rows[0].cells in _COLUMNS)  # the numbers of the columns
    last = top + (len(rows) - top) // 9 * 9
    starts = set()  # the places at which boards can begin, modulo 9
    is_below_header = False
    for place, row in enumerate([*rows, _Row("", "", True)]):
        is_header = row.cells in _COLUMNS
        if (row.is_apart or is_header) and not is_below_header and place % 9 in starts:
            last = place
        if row.is_apart or is_below_header:
            starts.add(place % 9)
        is_below_header = is_header
    return last


def _board_of(rows: list[_Row]) -> str | None:
    """Returns the board of nine rows."""
    numbered = [row.numbered for row in rows if row.numbered]
    if "".join(cells[0] for cells in numbered) in ("123456789", "012345678"):
        return "".join(cells[1:] for cells in numbered)
    plain = [row.cells for row in rows if row.cells]
    return "".join(plain) if len(plain) == 9 else None


def _numbered(line: str, previous: str, is_apart: bool) -> str:
    """Returns the number and the cells of a line that begins with the number of its row, without a mark behind it."""
    row = _NUMBER.match(line)
    if not row:
        return ""
    is_first = row[1] in "01" and (is_apart or previous[:1] in ("", "8", "9"))
    is_next = previous != "" and int(row[1]) == int(previous[0]) + 1
    cells = _longest_run(line[row.end() :]) if is_first or is_next else ""
    return row[1] + cells if len(cells) == 9 else ""


def _cells_of(line: str) -> str:
    """Returns the cells of a line, without its label and its marks if that makes it a row."""
    if _OTHER_HOUSE.match(line):
        return ""
    rows = re.split(r"(?<!<)/", line)
    if len(rows) == 9 and len(joined := "".join(map(_cells_of, rows))) == 81:
        return joined
    bold = line.replace("**", "")
    # `*` and `_` can be empty cells.
    plain = _EMPHASIS.sub(r"\2", bold)
    for text in (_LABEL.sub("", line), line, _LABEL.sub("", bold), bold, _LABEL.sub("", plain), plain):
        cells = _longest_run(text)
        if len(cells) in (9, 81):
            return cells
    return _longest_run(line)


def _longest_run(line: str) -> str:
    """Returns the longest run of cells and separators. A full stop after the last cell is no cell."""
    runs = [re.sub(f"[{_SEPARATOR}]", "", run) for run in _RUN.findall(line)]
    cells = max(reversed(runs), key=len, default="")
    if len(cells) in (10, 82) and cells.endswith("."):
        cells = cells[:-1]
    return re.sub("[0_*?]", ".", cells)


@dataclass(frozen=True)
class BoardVerdict:
    """The verdict on an answer to a puzzle. Clues are not counted, only cells that are empty in the puzzle.

    Parameters
    ----------
    is_unique : bool
        True if the puzzle has exactly one solution. If not, no single cell is right or wrong: `right` is `blanks` if
        the answer is one of the solutions, and 0 otherwise.
    is_consistent : bool
        True if the answer has every clue of the puzzle.
    is_legal : bool
        True if no digit is twice in a row, column or box.
    is_complete : bool
        True if the answer has no empty cell.
    blanks : int
        The number of cells that are empty in the puzzle, from 0 to 81.
    filled : int
        The number of these cells that the answer fills.
    right : int
        The number of these cells that have the digit of the solution.

    See Also
    --------
    verify : Returns the verdict on an answer.

    Examples
    --------
    >>> from minirow.rl import verify
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> verdict = verify(puzzle, puzzle)          # the clues alone
    >>> verdict.is_legal, verdict.blanks, verdict.right, verdict.reward()
    (True, 51, 0, 0.0)
    """

    is_unique: bool
    is_consistent: bool
    is_legal: bool
    is_complete: bool
    blanks: int
    filled: int
    right: int

    @property
    def is_solved(self) -> bool:
        """True if the answer is a solution of the puzzle.

        Returns
        -------
        bool
            True if the answer is complete, legal and consistent with the clues.

        Examples
        --------
        >>> from minirow.rl import verify
        >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        >>> verify(puzzle, minirow.solve(puzzle)).is_solved
        True
        """
        return self.is_complete and self.is_legal and self.is_consistent

    @property
    def wrong(self) -> int:
        """The number of blank cells that the answer fills with a wrong digit.

        Returns
        -------
        int
            The number of filled cells that are not right, from 0 to 81.

        Examples
        --------
        >>> from minirow.rl import verify
        >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        >>> verify(puzzle, puzzle.replace(".", "1")).wrong
        45
        """
        return self.filled - self.right

    @property
    def progress(self) -> float:
        """The share of the blank cells that are right.

        Returns
        -------
        float
            A share from 0.0 to 1.0. It is 0.0 if the answer changes a clue, and for a puzzle without blank cells 1.0
            if the answer is the puzzle.

        Examples
        --------
        >>> from minirow.rl import verify
        >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        >>> round(verify(puzzle, "534" + puzzle[3:]).progress, 4)     # 1 of 51 cells
        0.0196
        """
        if not self.is_consistent:
            return 0.0
        return self.right / self.blanks if self.blanks else float(self.is_solved)

    def reward(self, partial: float = 0.0) -> float:
        """Returns a reward for training.

        Parameters
        ----------
        partial : float, default 0.0
            The largest reward of an answer that is no solution, from 0.0 to 1.0. It is multiplied by the number of
            right cells minus the number of wrong ones, divided by the number of blank cells. So wrong guesses cost as
            much as right cells earn, down to 0.0.

        Returns
        -------
        float
            1.0 for a solution. Otherwise a number from 0.0 to `partial`, which is 0.0 if the answer changes a clue or is
            not legal.

        Raises
        ------
        MinirowError
            If `partial` is not a number from 0.0 to 1.0.

        Examples
        --------
        >>> from minirow.rl import verify
        >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
        >>> solution = minirow.solve(puzzle)
        >>> half = solution[:45] + puzzle[45:]
        >>> verify(puzzle, solution).reward(partial=0.5), round(verify(puzzle, half).reward(partial=0.5), 3)
        (1.0, 0.275)
        >>> verify(puzzle, puzzle.replace(".", "1")).reward(partial=0.5)
        0.0
        """
        check_partial(partial)
        if self.is_solved:
            return 1.0
        if not self.is_consistent or not self.is_legal or not self.blanks:
            return 0.0
        return partial * max(0, self.right - self.wrong) / self.blanks


def check_partial(partial: float) -> None:
    """Checks the largest reward of an answer that is no solution."""
    number("partial", partial, "a number from 0.0 to 1.0")


def verify(puzzle: str, answer: str) -> BoardVerdict:
    """Checks an answer to a puzzle.

    Parameters
    ----------
    puzzle : str
        The puzzle: 81 characters, row by row, with ``.`` or ``0`` for an empty cell.
    answer : str
        The answer: a board, or a text with a board, which is read as by `parse_board` with `puzzle`. It may have empty
        cells.

    Returns
    -------
    BoardVerdict
        The verdict on the answer.

    Raises
    ------
    MinirowError
        If `puzzle` is not a grid, or `answer` has no board.
    TypeError
        If an argument is not a text.

    See Also
    --------
    parse_board : Reads the board in an answer.
    MoveJudge : Checks an answer move by move.

    Examples
    --------
    >>> from minirow.rl import verify
    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> verdict = verify(puzzle, "534678912" + puzzle[9:])
    >>> verdict.is_legal, verdict.is_complete, verdict.right, verdict.blanks
    (True, False, 6, 51)
    """
    clues, solution = _checked(puzzle)
    return _verdict(clues, solution, _board_in(checked_text(answer, "a text with a board"), clues))


def _checked(puzzle: str) -> tuple[str, str | None]:
    """Returns the clues of a puzzle, and its only solution."""
    checked = check(checked_text(puzzle, "one puzzle as a text"))
    return checked["puzzle"], checked["solution"]


def _verdict(clues: str, solution: str | None, board: str) -> BoardVerdict:
    blanks = [cell for cell in range(81) if clues[cell] == "."]
    is_consistent = _has_clues(board, clues)
    is_legal = all(_has_no_digit_twice([board[cell] for cell in house]) for house in HOUSES)
    is_complete = "." not in board
    if solution is None:
        right = len(blanks) if is_complete and is_legal and is_consistent else 0
    else:
        right = sum(board[cell] == solution[cell] for cell in blanks)
    filled = sum(board[cell] != "." for cell in blanks)
    return BoardVerdict(solution is not None, is_consistent, is_legal, is_complete, len(blanks), filled, right)


def verdict_on_reply(puzzle: str, reply: object) -> BoardVerdict | None:
    """Returns the verdict on the reply of a model, or None if it has no board. Errors are those of the puzzle."""
    clues, solution = _checked(puzzle)
    try:
        board = _board_in(checked_text(reply, "a text with a board"), clues)
    except (MinirowError, TypeError):
        return None
    return _verdict(clues, solution, board)


def _has_no_digit_twice(cells: list[str]) -> bool:
    digits = [cell for cell in cells if cell != "."]
    return len(set(digits)) == len(digits)
