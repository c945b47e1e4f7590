"""Boards are read from the answers of models, and clues are never rewarded."""

import json
import random
import subprocess
import sys

import pytest

import minirow
from minirow._position import HOUSES
from minirow.rl import parse_board, verify

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [SOLUTION[start : start + 9] for start in range(0, 81, 9)]
BLANKS = [cell for cell in range(81) if PUZZLE[cell] == "."]


def bars(row):
    return " | ".join(" ".join(row[start : start + 3]) for start in (0, 3, 6))


WRITTEN = {
    "81 characters": SOLUTION,
    "in a sentence": f"The answer is {SOLUTION}.",
    "in tags": f"<think>r1c3=4</think><answer>{SOLUTION}</answer>",
    "rows": "\n".join(ROWS),
    "rows with spaces": "\n".join(" ".join(row) for row in ROWS),
    "rows with spaces in tags": "<answer>" + "\n".join(" ".join(row) for row in ROWS) + "</answer>",
    "bars and borders": "\n".join(bars(row) + "\n------+-------+------" * (n % 3 == 2) for n, row in enumerate(ROWS)),
    "squares between boxes": "\n".join(f"{bars(row).replace('|', '🟦')}\n" + "🟦🟦🟦\n" * (n % 3 == 2) for n, row in enumerate(ROWS)),
    "black squares": "\n".join("⬛" + "▪️".join(row) + "⬛" for row in ROWS),
    "drawn": "\n".join(f"│ {bars(row).replace('|', '│')} │\n├───┼───┤" for row in ROWS),
    "a Markdown table": "\n".join("| " + " | ".join(row) + " |\n" + "|---" * 9 * (not n) for n, row in enumerate(ROWS)),
    "JSON": json.dumps([[int(digit) for digit in row] for row in ROWS]),
    "JSON on lines": json.dumps([list(row) for row in ROWS]).replace("], ", "],\n"),
    "JSON with a line for each cell": json.dumps([[int(digit) for digit in row] for row in ROWS], indent=1),
    "JSON with a line for each cell of a list": json.dumps({"board": list(SOLUTION)}, indent=2),
    "JSON of named rows on a line": json.dumps({f"row{n}": row for n, row in enumerate(ROWS, 1)}),
    "JSON of named lists on a line": json.dumps({letter: [int(digit) for digit in row] for letter, row in zip("ABCDEFGHI", ROWS)}),
    "JSON of a text": json.dumps({"board": "\n".join(ROWS)}),
    "named rows": "\n".join(f"Row {n}: {' '.join(row)}" for n, row in enumerate(ROWS, 1)),
    "named rows without colons": "\n".join(f"R{n} {' '.join(row)}" for n, row in enumerate(ROWS, 1)),
    "bold names": "\n".join(f"**Row {n}** {' '.join(row)}" for n, row in enumerate(ROWS, 1)),
    "rows with full stops": "\n".join(f"R{n}: {' '.join(row)}." for n, row in enumerate(ROWS, 1)),
    "numbers and bars": "\n".join(f"{n} | {bars(row)}" for n, row in enumerate(ROWS, 1)),
    "names and bars": "\n".join(f"R{n} | {bars(row)}" for n, row in enumerate(ROWS, 1)),
    "a numbered list": "\n".join(f"{n}. {' '.join(row)}" for n, row in enumerate(ROWS, 1)),
    "numbers in parentheses": "\n".join(f"{n}) {' '.join(row)}" for n, row in enumerate(ROWS, 1)),
    "numbers alone": "\n".join(f"{n} {' '.join(row)}" for n, row in enumerate(ROWS, 1)),
    "numbers from 0": "\n".join(f"{n} {' '.join(row)}" for n, row in enumerate(ROWS)),
    "numbers from 0 of both": "  0 1 2 3 4 5 6 7 8\n" + "\n".join(f"{n} {' '.join(r)}" for n, r in enumerate(ROWS)),
    "numbers of rows and columns": "  1 2 3 4 5 6 7 8 9\n" + "\n".join(f"{n} {' '.join(r)}" for n, r in enumerate(ROWS, 1)),
    "letters": "\n".join(f"{letter} {' '.join(row)}" for letter, row in zip("ABCDEFGHI", ROWS)),
    "letters and colons": "\n".join(f"{letter}: {' '.join(row)}" for letter, row in zip("ABCDEFGHI", ROWS)),
    "letters and parentheses": "\n".join(f"{letter}) {' '.join(row)}" for letter, row in zip("abcdefghi", ROWS)),
    "letters and bars": "\n".join(f"{letter} | {bars(row)} |" for letter, row in zip("ABCDEFGHI", ROWS)),
    "letters and full stops": "\n".join(f"{letter}. {' '.join(row)}" for letter, row in zip("ABCDEFGHI", ROWS)),
    "named letters": "\n".join(f"Row {letter}. {' '.join(row)}" for letter, row in zip("ABCDEFGHI", ROWS)),
    "a list": "\n".join(f"* {' '.join(row)}" for row in ROWS),
    "bold rows": "\n".join(f"**{' '.join(row)}**" for row in ROWS),
    "bold rows in a list": "\n".join(f"{n}. **{' '.join(row)}**" for n, row in enumerate(ROWS, 1)),
    "a bold digit": "\n".join(" ".join(row) for row in ROWS).replace("5 3 4", "5 3 **4**"),
    "LaTeX": "\\begin{array}{ccccccccc}\n" + "\n".join(" & ".join(row) + " \\\\\n\\hline" for row in ROWS) + "\n\\end{array}",
    "a comment behind a row": "\n".join(ROWS[:4] + [ROWS[4] + "  <- the 4 was last (in r5c1)"] + ROWS[5:]),
    "a comment in parentheses": "\n".join(ROWS[:4] + [ROWS[4] + " (the 4 was last)"] + ROWS[5:]),
    "before the columns": "\n".join([*ROWS, *(f"Column {n}: {SOLUTION[n - 1 :: 9]}" for n in range(1, 10))]),
    "before c1 to c9": "\n".join([*ROWS, *(f"c{n}: {SOLUTION[n - 1 :: 9]}" for n in range(1, 10))]),
    "above numbers of columns": "\n".join([*ROWS, "1 2 3 4 5 6 7 8 9"]),
    "empty lines above numbers of columns": "\n\n".join([*ROWS, "1 2 3 4 5 6 7 8 9"]),
    "below the puzzle": "\n".join(PUZZLE[start : start + 9] for start in range(0, 81, 9)) + "\n" + "\n".join(ROWS),
    "empty lines": "\r\n\r\n".join(ROWS),
    "numbers of columns": "1 2 3 4 5 6 7 8 9\n" + "\n".join(" ".join(row) for row in ROWS),
    "a fence": "```\n" + "\n".join(ROWS) + "\n```\nIn 12 steps.",
    "fullwidth digits": "\n".join(ROWS).translate({48 + digit: 0xFF10 + digit for digit in range(10)}),
    "Arabic digits": "\n".join(ROWS).translate({48 + digit: 0x0660 + digit for digit in range(10)}),
    "keycaps": "\n".join("".join(f"{digit}\ufe0f\u20e3" for digit in row) for row in ROWS),
    "digits in circles": "\n".join(ROWS).translate({48 + digit: 0x245F + digit for digit in range(1, 10)}),
    "lines of HTML": "<br>".join(" ".join(row) for row in ROWS) + "<br/>",
    "digits in italics": "\n".join(" ".join(row) for row in ROWS).replace("5 3 4", "5 3 *4*").replace("6 7 2", "| 6 | _7_ | *2*"),
    "zero-width spaces": "\n".join("\u200b".join(row) + "\u2060" for row in ROWS),
    "headings above bands": "\n".join(
        f"{name} band:\n" + "\n".join(bars(row) for row in ROWS[start : start + 3])
        for name, start in (("Top", 0), ("Middle", 3), ("Bottom", 6))
    ),
    "headings of Markdown above bands": "\n".join(
        f"### Rows {start + 1}-{start + 3}\n\n" + "\n".join(ROWS[start : start + 3]) + "\n" for start in (0, 3, 6)
    ),
    "numbers below headings": "\n".join(
        f"**Band {n // 3 + 1}**\n" * (n % 3 == 0) + f"{n + 1} {' '.join(row)}" for n, row in enumerate(ROWS)
    ),
    "slashes in a box": "The answer is $\\boxed{" + " / ".join(ROWS) + "}$.",
    "slashes and spaces in a box": "\\boxed{\\text{" + "/".join(" ".join(row) for row in ROWS) + "}}",
    "rows in a box": "\\boxed{\n" + " \\\\\n".join(ROWS) + "\n}",
    "an HTML table": "<table><tbody>"
    + "".join("<tr>" + "".join(f"<td>{digit}</td>" for digit in row) + "</tr>" for row in ROWS)
    + "</tbody></table>",
    "an HTML table on lines": "<TABLE class='grid'>\n"
    + "".join("<tr>\n" + "".join(f'  <td class="c">\n<b>{digit}</b>\n' for digit in row) + "</tr>\n" for row in ROWS)
    + "</TABLE>\n<p>Done.</p>",
    "after the puzzle": f"Puzzle: {PUZZLE}\n\nSolution:\n" + "\n".join(ROWS),
}


@pytest.mark.parametrize("way", WRITTEN)
def test_a_board_is_read_as_models_write_it(way):
    assert parse_board(WRITTEN[way]) == SOLUTION


@pytest.mark.parametrize("point", "·∙⋅․・．•□＿")
def test_points_are_empty_cells(point):
    assert parse_board("\n".join(" ".join(PUZZLE[row : row + 9]) for row in range(0, 81, 9)).replace(".", point)) == PUZZLE


def test_cells_of_an_html_table_can_be_empty():
    rows = [PUZZLE[start : start + 9].replace(".", " ") for start in range(0, 81, 9)]
    table = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    assert parse_board(table) == parse_board(table.replace("> <", ">&nbsp;<")) == PUZZLE


COLUMNS = [SOLUTION[column::9] for column in range(9)]
BOXES = ["".join(SOLUTION[cell] for cell in house) for house in HOUSES[18:]]
CHECKS = {
    "the puzzle": f"This solves\n{PUZZLE}",
    "the puzzle in rows": "Original:\n" + "\n".join(PUZZLE[start : start + 9] for start in range(0, 81, 9)),
    "named checks": "\n".join(f"Row {n}: 1 2 3 4 5 6 7 8 9 ✓" for n in range(1, 10)),
    "rows, columns and boxes": "\n".join(
        f"{kind} {n}: {' '.join(sorted(house))}"
        for kind, houses in (("Row", ROWS), ("Column", COLUMNS), ("Box", BOXES))
        for n, house in enumerate(houses, 1)
    ),
    "columns without names": "The columns are\n" + "\n".join(COLUMNS),
    "boxes without names": "\n".join(BOXES),
    "columns and boxes without names": "\n".join([*COLUMNS, *BOXES]),
    "columns after an empty line": "\n" + "\n".join(" ".join(column) for column in COLUMNS),
    "all of it": "\n".join([*COLUMNS, "", *BOXES, "", PUZZLE]),
}


@pytest.mark.parametrize("way", ["rows", "rows with spaces", "named rows", "numbers alone", "an HTML table"])
@pytest.mark.parametrize("checks", CHECKS)
def test_a_solution_may_be_followed_by_checks(checks, way):
    answer = f"{WRITTEN[way]}\n{CHECKS[checks]}"
    assert verify(PUZZLE, answer).reward() == 1.0
    assert parse_board(answer, PUZZLE) == SOLUTION


def test_an_object_on_a_line_may_have_checks():
    assert verify(PUZZLE, json.dumps({"rows": ROWS, "columns": COLUMNS, "boxes": BOXES})).reward() == 1.0


def test_of_several_boards_with_all_clues_the_last_counts():
    draft = SOLUTION.translate(str.maketrans("12", "21"))
    draft = "".join(clue if clue != "." else cell for clue, cell in zip(PUZZLE, draft))
    assert verify(PUZZLE, f"{SOLUTION}\nNo:\n{draft}").reward() == 0.0
    assert verify(PUZZLE, f"{draft}\nNo:\n{SOLUTION}\nNot {PUZZLE}").reward() == 1.0
    other = minirow.generate(seed=1, count=1)["solution"][0]
    assert not verify(PUZZLE, f"{PUZZLE}\nso\n{other}").is_consistent
    with pytest.raises(minirow.MinirowError, match="expected 81"):
        parse_board(SOLUTION, PUZZLE[1:])


THOUGHTS = {  # texts, with what is read
    f"<think>It is {SOLUTION}</think>I give up.": None,
    f"It is {SOLUTION}</think>\nI give up.": None,  # the template of the model has begun the thought
    f"<think>It is {SOLUTION}": None,  # cut off
    f"<think>It is {PUZZLE}</think>{SOLUTION}": SOLUTION,
    f"{SOLUTION}<think>or {PUZZLE}": SOLUTION,
    f"<think>a</think>{SOLUTION}<Think>{PUZZLE}</Think>": SOLUTION,
    f"<thinking>{PUZZLE}</thinking>{SOLUTION}<think>": SOLUTION,
    f"I think {SOLUTION}": SOLUTION,
}


@pytest.mark.parametrize("text", THOUGHTS)
def test_a_board_in_a_thought_is_no_answer(text):
    if THOUGHTS[text]:
        assert parse_board(text) == THOUGHTS[text]
    else:
        with pytest.raises(minirow.MinirowError, match="found no row of 9 cells"):
            parse_board(text)


def test_prose_between_rows_is_no_heading():
    bands = ["\n".join(ROWS[start : start + 3]) for start in (0, 3, 6)]
    for prose in ("so the next rows follow from the 4, which was the last one that I had found so far", "and then", "a:\nb:"):
        with pytest.raises(minirow.MinirowError, match="at most 3 rows"):
            parse_board(f"\n{prose}\n".join(bands))


def numbered(board):
    return "\n".join(f"{n} {' '.join(board[9 * n - 9 : 9 * n])}" for n in range(1, 10))


def test_a_first_row_in_order_is_not_taken_for_numbers_of_columns():
    board = "123456789" + SOLUTION[9:]
    rows = [" ".join(board[start : start + 9]) for start in range(0, 81, 9)]
    assert parse_board("\n".join(rows)) == board
    assert parse_board(numbered(board)) == board


@pytest.mark.parametrize("blank", ".0_*?")
def test_rows_with_numbers_can_have_empty_cells(blank):
    assert parse_board(numbered(PUZZLE.replace(".", blank))) == PUZZLE
    no_last = "".join(PUZZLE[start : start + 8] + "." for start in range(0, 81, 9))
    assert parse_board(numbered(no_last.replace(".", blank))) == no_last


@pytest.mark.parametrize("blank", ".0_*?")
@pytest.mark.parametrize("label", ["R{n}", "Row {n}:", "{n})", "{letter}", "{letter} |", "-"])
def test_labeled_rows_can_begin_with_empty_cells(label, blank):
    rows = [PUZZLE[start : start + 9].replace(".", blank) for start in range(0, 81, 9)]
    labels = [label.format(n=n, letter=letter) for n, letter in enumerate("ABCDEFGHI", 1)]
    assert parse_board("\n".join(f"{name} {' '.join(row)}" for name, row in zip(labels, rows))) == PUZZLE


def test_the_last_of_several_boards_with_numbers_counts():
    assert parse_board(numbered(PUZZLE) + "\n\n" + numbered(SOLUTION)) == SOLUTION
    columns = "  1 2 3 4 5 6 7 8 9\n"
    assert parse_board(columns + numbered(PUZZLE) + "\n" + columns + numbered(SOLUTION)) == SOLUTION
    from_0 = WRITTEN["numbers from 0"]
    assert parse_board(from_0.replace("5", "*") + "\n" + from_0) == SOLUTION
    rows = "\n".join(ROWS)
    assert parse_board(columns + PUZZLE + "\n" + columns + rows + "\n" + columns + rows) == SOLUTION


WORK = "5 3 4 6 7 8 9 1 2"


@pytest.mark.parametrize("work", [1, 2, 3, 8, 10])
@pytest.mark.parametrize("gap", ["\n", "\n\n"], ids=["rows of work together", "rows of work apart"])
@pytest.mark.parametrize("way", ["rows", "rows with spaces", "empty lines", "a list", "letters", "numbers alone"])
def test_rows_of_work_before_the_board_are_not_part_of_it(work, gap, way):
    assert parse_board(gap.join(work * [WORK]) + "\n\n" + WRITTEN[way]) == SOLUTION


def test_rows_of_work_are_apart_from_boxes_numbers_and_other_boards():
    boxes = "\n\n".join("\n".join(ROWS[start : start + 3]) for start in (0, 3, 6))
    assert parse_board(f"{WORK}\n{WORK}\n\n{boxes}") == SOLUTION
    assert parse_board(f"{WORK}\n\n{WRITTEN['numbers of rows and columns']}") == SOLUTION
    assert parse_board(f"1 {WORK}\n2 {WORK}\n\n{WRITTEN['numbers alone']}") == SOLUTION
    assert parse_board(f"{WORK}\n\n{numbered(PUZZLE)}\n{WRITTEN['rows']}") == SOLUTION
    assert parse_board(f"{WRITTEN['rows']}\n\n{WORK}") == SOLUTION


@pytest.mark.parametrize("more", [1, 2, 7])
def test_column_numbers_are_no_row_if_rows_follow_the_board(more):
    spaced = [" ".join(row) for row in ROWS]
    for header in ("1 2 3 4 5 6 7 8 9", "0 1 2 3 4 5 6 7 8"):
        assert parse_board("\n".join([header, *spaced, *more * [f"The last row was {spaced[8]}."]])) == SOLUTION
    letters = [f"{letter} | {row}" for letter, row in zip("ABCDEFGHI", spaced)]
    assert parse_board("\n".join(["    1 2 3 4 5 6 7 8 9", *letters, *more * [spaced[1]]])) == SOLUTION


def test_a_row_with_a_digit_too_many_has_no_number():
    rows = [*ROWS[:4], f"5{ROWS[4]}", *ROWS[5:]]
    with pytest.raises(minirow.MinirowError, match="found at most 4 rows"):
        parse_board("\n".join(rows))
    spaced = [" ".join(row) for row in rows]
    with pytest.raises(minirow.MinirowError, match="found at most 4 rows"):
        parse_board("\n".join(spaced))


@pytest.mark.parametrize("blank", ".0_*?")
def test_empty_cells_have_several_signs(blank):
    assert parse_board(PUZZLE.replace(".", blank)) == PUZZLE
    rows = [" ".join(PUZZLE[start : start + 9]).replace(".", blank) for start in range(0, 81, 9)]
    assert parse_board("Here is my partial answer:\n" + "\n".join(rows)) == PUZZLE


def test_the_last_board_counts():
    assert parse_board("\n".join(ROWS) + "\nNo, sorry:\n" + PUZZLE) == PUZZLE
    assert parse_board(PUZZLE + "\nso\n" + "\n".join(ROWS) + "\nand the first row is 534678912") == SOLUTION


@pytest.mark.parametrize(
    "piece", ["so on ", "(so on ", " ", "| ", "5, ", "5/", "<tr", "<tr>", "<td>", "<", "</tr", "<think>", "&", "**", "#"]
)
def test_a_line_of_a_million_characters_is_read(piece):
    """It would take hours if the time grew with the square of the length."""
    for start in ("I (", "[5", "<tr>"):
        assert parse_board(start + piece * (1_000_000 // len(piece)) + "so</think>\n" + "\n".join(ROWS)) == SOLUTION


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", "no row of 9 cells"),
        ("I cannot solve it.", "no row of 9 cells"),
        (SOLUTION[:80], "no row of 9 cells"),
        (SOLUTION + "1", "no row of 9 cells"),
        ("\n".join(ROWS[:8]), "at most 8 rows of 9 cells"),
        ("\n".join(ROWS[:5]) + "\nand then\n" + "\n".join(ROWS[5:]), "at most 5 rows of 9 cells"),
    ],
)
def test_a_text_without_a_board_is_an_error(text, found):
    with pytest.raises(minirow.MinirowError, match=f"found {found}.*expected a board: 81 cells on a line"):
        parse_board(text)


def test_only_texts_are_read():
    with pytest.raises(TypeError, match="found bytes, expected a text"):
        parse_board(SOLUTION.encode())
    with pytest.raises(TypeError, match="found list, expected one puzzle"):
        verify([PUZZLE], SOLUTION)


def test_any_text_is_read_or_refused():
    draw = random.Random(5)
    for _ in range(2000):
        text = "".join(draw.choices("123456789.0_ |\n-+,[]Row:é\u2502\\n", k=draw.randrange(400)))
        try:
            board = parse_board(text)
        except minirow.MinirowError:
            continue
        assert len(board) == 81 and set(board) <= set(".123456789")


def test_the_solution_is_the_only_full_reward():
    verdict = verify(PUZZLE, SOLUTION)
    assert verdict.is_solved and (verdict.right, verdict.wrong, verdict.blanks) == (51, 0, 51)
    assert (verdict.progress, verdict.reward()) == (1.0, 1.0)


def test_clues_are_never_rewarded():
    copied = verify(PUZZLE, PUZZLE)
    assert copied.is_legal and copied.is_consistent and not copied.is_complete
    assert (copied.right, copied.progress, copied.reward(partial=1.0)) == (0, 0.0, 0.0)


def test_partial_rewards_count_right_minus_wrong_blank_cells():
    cells = list(PUZZLE)
    for cell in BLANKS[-10:]:
        cells[cell] = SOLUTION[cell]
    cells[2], cells[5] = "1", "2"  # wrong, but legal
    verdict = verify(PUZZLE, "".join(cells))
    assert verdict.is_legal and (verdict.right, verdict.wrong, verdict.filled) == (10, 2, 12)
    assert verdict.reward() == 0.0
    assert verdict.reward(partial=0.5) == pytest.approx(0.5 * 8 / 51)
    assert verdict.progress == pytest.approx(10 / 51)


def test_a_board_that_is_not_legal_has_no_partial_reward():
    wrong = SOLUTION[:2] + "9" + SOLUTION[3:]
    assert (verify(PUZZLE, wrong).right, verify(PUZZLE, wrong).reward(partial=0.5)) == (50, 0.0)


def test_a_changed_clue_makes_all_worthless():
    other = minirow.generate(seed=1, count=1)["solution"][0]  # a correct grid, but of another puzzle
    verdict = verify(PUZZLE, other)
    assert verdict.is_complete and verdict.is_legal and not verdict.is_consistent and not verdict.is_solved
    assert (verdict.progress, verdict.reward(partial=1.0)) == (0.0, 0.0)


def test_a_digit_twice_is_not_legal():
    assert not verify(PUZZLE, "5" + SOLUTION[1:8] + "5" + SOLUTION[9:]).is_legal


def test_of_a_puzzle_with_several_solutions_each_counts():
    ambiguous = PUZZLE[:25] + "." + PUZZLE[26:]
    assert minirow.count(ambiguous) == 2
    verdict = verify(ambiguous, SOLUTION)
    assert not verdict.is_unique and verdict.is_solved and verdict.right == verdict.blanks and verdict.reward() == 1.0
    assert verify(ambiguous, SOLUTION[:80] + ".").right == 0


def test_of_a_puzzle_without_solution_nothing_is_right():
    verdict = verify("55" + PUZZLE[2:], SOLUTION)
    assert not verdict.is_unique and (verdict.right, verdict.reward()) == (0, 0.0)


def test_a_solved_puzzle_has_no_blank_cells():
    verdict = verify(SOLUTION, SOLUTION)
    assert (verdict.blanks, verdict.progress, verdict.reward()) == (0, 1.0, 1.0)
    assert verify(SOLUTION, PUZZLE).progress == 0.0


@pytest.mark.parametrize("partial", [1.5, -0.1, float("nan"), "0.5", None, [0.5]])
def test_a_partial_reward_is_a_number_from_0_to_1(partial):
    with pytest.raises(minirow.MinirowError, match="partial: found .*, expected a number from 0.0 to 1.0"):
        verify(PUZZLE, SOLUTION).reward(partial)


def test_nothing_of_it_is_imported_with_minirow():
    program = "import sys, minirow; print([name for name in sys.modules if name.startswith(('minirow.rl', 'minirow.traces'))])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("library", ["gymnasium", "reasoning_gym", "verifiers"])
def test_a_missing_library_is_named_with_the_extra(library):
    program = (
        f"import sys; sys.modules[{library!r}] = None\n"
        "import minirow.rl\n"
        f"try: import minirow.rl.{library}\n"
        "except ImportError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.endswith('which is not installed; run pip install "minirow[rl]"\n'), done.stdout
