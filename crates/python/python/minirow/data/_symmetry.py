"""The symmetries of Sudoku as numbers, and equivalent puzzles."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from itertools import permutations

from .._arguments import whole
from .._minirow import MinirowError

_ORDERS = list(permutations(range(3)))

#: The number of arrangements of the rows, or of the columns: the order of three bands, and of three rows in each.
_LINES = len(_ORDERS) ** 4

_DIGITS = 362_880

#: The number of symmetries: two for transposition, 6**4 for the rows, 6**4 for the columns, and 9! for the digits.
SYMMETRIES = 2 * _LINES * _LINES * _DIGITS


def transformed(grid: str, symmetry: int) -> str:
    """Returns an equivalent puzzle, or the solution of an equivalent puzzle.

    The number of a symmetry is ``((digits * 1296 + columns) * 1296 + rows) * 2 + transposed``. The grid is transposed
    first, if `transposed` is 1. Then its rows and its columns are exchanged within bands and stacks, and bands and stacks
    as a whole. Finally, its digits are replaced. 0 changes nothing. A puzzle and its solution, transformed by the same
    number, are a puzzle and its solution. The rating of an equivalent puzzle can be different.

    Parameters
    ----------
    grid : str
        A text of 81 characters, row by row: digits, and ``.`` or ``0`` for an empty cell.
    symmetry : int
        The number of the symmetry, from 0 to ``SYMMETRIES - 1``, which is 1,218,998,108,159.

    Returns
    -------
    str
        The grid after the symmetry, as a text of 81 characters.

    Raises
    ------
    MinirowError
        If the text is not a grid, or there is no symmetry of this number.

    Examples
    --------
    >>> from minirow.data import transformed
    >>> puzzle = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> other = transformed(puzzle, 10**12)
    >>> other == puzzle, minirow.canonical(other) == minirow.canonical(puzzle)
    (False, True)
    >>> transformed(minirow.solve(puzzle), 10**12) == minirow.solve(other)
    True
    """
    if not isinstance(grid, str) or len(grid) != 81 or not set(grid) <= set("0123456789."):
        raise MinirowError(f"grid: found {grid!r}, expected 81 characters: digits, and '.' or '0' for an empty cell")
    symmetry = whole("symmetry", symmetry, 0, SYMMETRIES - 1)
    rest, is_transposed = divmod(symmetry, 2)
    rest, rows = divmod(rest, _LINES)
    digits, columns = divmod(rest, _LINES)
    source = grid.translate(_digits(digits))
    columns_from = _lines(columns)
    if is_transposed:
        lines = [source[row::9] for row in _lines(rows)]
    else:
        lines = [source[9 * row : 9 * row + 9] for row in _lines(rows)]
    return "".join([line[column] for line in lines for column in columns_from])


def drawn(seed: int, epoch: int, index: int) -> int:
    """Returns the number of the symmetry of a puzzle in an epoch. In epoch 0, puzzles are as they were generated."""
    return hashed("symmetry", seed, epoch, index) % SYMMETRIES if epoch else 0


def hashed(*words: object) -> int:
    """Returns the SHA-256 of words as a number. The same on every machine, and with every version of Python."""
    return int.from_bytes(hashlib.sha256("-".join(map(str, words)).encode()).digest(), "big")


def permuted(place: int, size: int, *key: object) -> int:
    """Returns the number at a place of a permutation of ``range(size)``, without a list of them.

    This is a Feistel network of four rounds over the next power of four, followed until it returns to the range.
    """
    half = max(1, (size - 1).bit_length() + 1 >> 1)
    mask = (1 << half) - 1
    while True:
        left, right = place >> half, place & mask
        for turn in range(4):
            left, right = right, left ^ hashed("permutation", *key, turn, right) & mask
        place = left << half | right
        if place < size:
            return place


@lru_cache(maxsize=None)
def _lines(number: int) -> list[int]:
    """Returns the nine rows in another order."""
    number, bands = divmod(number, 6)
    lines = []
    for band in _ORDERS[bands]:
        number, order = divmod(number, 6)
        lines += [3 * band + line for line in _ORDERS[order]]
    return lines


def _digits(number: int) -> dict[int, str]:
    """Returns the table of `str.translate` for a permutation of the digits. Empty cells become dots."""
    digits = list("123456789")
    table = {ord("0"): "."}
    for digit in range(9, 0, -1):
        number, place = divmod(number, digit)
        table[ord("9") + 1 - digit] = digits.pop(place)
    return table
