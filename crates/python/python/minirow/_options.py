"""The options of commands, for type checkers and editors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal, TypedDict

from ._constraints import Constraints

if TYPE_CHECKING:
    from ._arguments import Path


class BookOptions(TypedDict, total=False):
    """The options of ``minirow print``, with ``_`` for ``-``. ``minirow print --help`` describes them."""

    #: The format, if the ending of the file does not select it.
    format: Literal["pdf", "html", "svg", "eps", "png"] | None
    #: One page of the book as a picture.
    page: int | None
    #: One puzzle as a picture.
    puzzle: int | None
    #: With ``puzzle``, its solution.
    solution: bool | None
    #: In pictures of puzzles, the solution upside down below the grid.
    solution_below: bool | None
    #: In pictures of puzzles, the solution of the puzzle before below the grid.
    previous_solution: bool | None
    #: In pictures of grids, a text above the grid.
    label: str | None
    #: In pictures of grids, the date of the first puzzle, such as ``"2026-11-30"``.
    date: str | None
    #: The cover with its spine: ``"white"``, ``"cream"`` or a width such as ``"12mm"``.
    cover: str | None
    #: The side of a grid in a picture, such as ``"60mm"``.
    size: str | None
    #: The column of a table that has the puzzles.
    column: str | None
    #: The resolution of a PNG picture.
    dpi: int | None
    #: The title, for a title page.
    title: str | None
    #: The line below the title.
    subtitle: str | None
    #: The author of the book.
    author: str | None
    #: The copyright line of the imprint.
    copyright: str | None
    #: Paragraphs of the imprint, a text file for all of it, or ``"none"``.
    imprint: str | Iterable[str] | None
    #: True for a page with the rules and an example.
    rules: bool | None
    #: True for no title page.
    no_title_page: bool | None
    #: The texts above each grid: ``"level"``, ``"stars"``, ``"rating"``, ``"minutes"``, ``"clues"``, ``"section"``, ``"title"``,
    #: ``"id"`` or ``"none"``.
    heading: str | Iterable[str] | None
    #: The sections of the book.
    sections: Literal["auto", "pack", "level", "none"] | None
    #: The number of the first puzzle.
    first_number: int | None
    #: The column with the numbers of the puzzles.
    numbers: str | None
    #: Texts on the pages of sections, by the names of the sections.
    section_text: Mapping[str, str] | None
    #: The number of pages for notes at the end.
    notes: int | None
    #: True for lines for name and date at the head of pages of puzzles.
    name_line: bool | None
    #: The start of a link to each puzzle, for QR codes.
    qr_link: str | None
    #: The language of the pages: a tag such as ``"de"``, or a file.
    language: str | None
    #: Texts of the pages that are replaced, by their names.
    word: Mapping[str, str] | None
    #: The paper, such as ``"a4"``, ``"letter"``, ``"6x9"`` or ``"170x240mm"``.
    paper: str | None
    #: The limits of Kindle Direct Publishing, as in ``"kdp-6x9"``.
    preset: str | None
    #: True for the pages of a bound book.
    bind: bool | None
    #: True for pages that extend by the bleed.
    bleed: bool | None
    #: True for paper in landscape orientation.
    landscape: bool | None
    #: The number of puzzles on a page, also by section as in ``"4,expert:1"``.
    per_page: int | str | Iterable[str] | None
    #: The number of solutions on a page; 0 for none.
    solutions_per_page: int | None
    #: True for text of 16 points or more.
    large_print: bool | None
    #: The margins, such as ``"15mm"``.
    margin: str | None
    #: The margin at the binding.
    inner_margin: str | None
    #: True for small candidates in empty cells.
    pencilmarks: bool | None
    #: True for shaded cells of clues.
    shade_clues: bool | None
    #: True for the page of its solution below each puzzle.
    solution_pages: bool | None
    #: The place of hints.
    hint: Literal["cell", "below", "back"] | None
    #: The scale whose path has the hints.
    hint_scale: Literal["se", "te", "hodoku"] | None
    #: The width of lines between cells, such as ``"0.4pt"``, or that and the width of lines between boxes.
    line_width: str | None
    #: The colour of the lines of grids: a share of black such as ``"60%"``, or a spot colour such as ``"PANTONE 300 C=100/44/0/0"``.
    line_color: str | None
    #: The background of every second box, as ``line_color``.
    box_color: str | None
    #: True for marks where pages are trimmed.
    crop_marks: bool | None
    #: The printing condition of a PDF/X-1a file, such as ``"FOGRA39"``.
    pdf_x: str | None
    #: The number of the first page.
    first_page: int | None
    #: True for no page numbers.
    no_page_numbers: bool | None
    #: The font of the book.
    font: Path | None
    #: The bold font of the same family.
    bold_font: Path | None
    #: Fonts for characters that the others lack.
    fallback_font: Path | Iterable[Path] | None


class DatasetOptions(Constraints, total=False):
    """The options of ``minirow dataset``, with ``_`` for ``-``. ``minirow dataset --help`` describes them."""

    #: The seed.
    seed: int | None
    #: The index of the first puzzle.
    start: int | None
    #: The number of puzzles.
    count: int | None
    #: A recipe with sections.
    recipe: Path | None
    #: A section for each level with its number of puzzles, such as ``{"easy": 30, "hard": 30}``.
    levels: Mapping[str, int] | None
    #: The order of the puzzles of each section of ``levels``.
    order: Literal["as-made", "ramp", "ramp-minutes"] | None
    #: Files with puzzles. These puzzles and all equivalent ones are not generated.
    exclude: Path | Iterable[Path] | None
    #: What makes a puzzle equal to one of ``exclude``, up to symmetry but for ``"text"``.
    exclude_by: Literal["text", "puzzle", "solution"] | None
    #: The name of a pattern of clues such as ``"heart"``, or a file with one.
    pattern: str | None
    #: The column of the tables that has the puzzles, if it is not ``puzzle``.
    column: str | None
    #: The shares of train, validation and test.
    fractions: float | Iterable[float] | None
    #: A text that is hashed before the solution, for other splits of the rows.
    salt: str | None
    #: The name of the data set.
    title: str | None
    #: The author in the citation.
    author: str | None
    #: The licences of the rows, such as ``"cc0-1.0"``.
    licence: str | Iterable[str] | None
    #: The citation that the authors of the rows want.
    citation: str | None
    #: The sources of the rows.
    source: str | Iterable[str] | None
    #: Remarks on the sample.
    remark: str | Iterable[str] | None
    #: The formats of the files: ``"parquet"``, ``"csv"`` or both.
    formats: str | Iterable[str] | None
    #: The number of rows of each of several files.
    shard_rows: int | None
    #: True for files with all steps.
    trace: bool | None
    #: True for the columns ``nodes`` and ``backdoor``.
    labels: bool | None
    #: True for the column ``weight``.
    weights: bool | None
    #: Scales whose columns are added: ``"te"``, ``"hodoku"`` or ``"minutes"``.
    scale: str | Iterable[str] | None
    #: The memory for sorting, by default ``"1GB"``. The rest is sorted on disk.
    memory: str | None
    #: The folder for temporary files of sorting.
    temp_dir: Path | None
    #: True to continue an interrupted run.
    resume: bool | None
    #: The number of attempts after which the run stops.
    max_attempts: int | None
