"""What notebooks show: well-formed HTML without foreign markup, and without colours of its own."""

import re
from html.parser import HTMLParser

import pytest
from conftest import PUZZLE, SEVENTEEN

import minirow

#: Elements without an end.
VOID = {"rect", "path"}


class Page(HTMLParser):
    """Reads HTML, and checks that all elements are closed in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.tags, self.cells, self.attributes = [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.attributes += attributes
        self.open.append(tag)
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_startendtag(self, tag, attributes):
        assert tag in VOID
        self.tags.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, text):
        if self.open and self.open[-1] in ("td", "th", "span"):
            self.cells[-1] += text


def test_a_batch_is_a_table(pack):
    page = Page(pack[:3]._repr_html_())
    width = 1 + len(pack.column_names)
    assert page.cells[:width] == ["", *pack.column_names]
    rows = [page.cells[start : start + width] for start in range(width, len(page.cells), width)]
    assert [row[:2] for row in rows] == [[str(number), pack["id"][number]] for number in range(3)]
    assert page.tags.count("svg") == 6, "puzzles and solutions are pictures"
    assert "3 rows × 16 columns" in pack[:3]._repr_html_()


def test_a_long_batch_shows_its_ends(pack):
    page = Page(pack._repr_html_())
    numbers = page.cells[:: 1 + len(pack.column_names)][1:]
    assert numbers == ["0", "1", "2", "3", "4", "…", "55", "56", "57", "58", "59"]
    assert "60 rows" in pack._repr_html_()
    assert Page(pack[:0]._repr_html_()).tags.count("tr") == 1
    assert "1 row × 2 columns" in minirow.solve([PUZZLE])._repr_html_()


def test_long_values_are_shortened_and_missing_ones_are_empty():
    batch = minirow.check([PUZZLE, "xy"], errors="null")
    page = Page(batch._repr_html_())
    assert page.cells[-6:] == ["", "", "", "", "", "found 2 characters, expected 81"]
    long = minirow.check([PUZZLE[:-1] + "."])["reason"][0]
    assert ("title", long) in Page(minirow.check([PUZZLE[:-1] + "."])._repr_html_()).attributes


def test_foreign_text_is_escaped():
    # The message for a name that is not a symmetry, a text or a grid has the foreign characters.
    page = Page(minirow.check(['<b a="1">&' + 71 * "1"], errors="null")._repr_html_())
    assert "b" not in page.tags
    step = minirow.explain(SEVENTEEN)[0]
    foreign = "<script>alert('1')</script>"
    changed = type(step)(**{**vars(step), "technique": foreign, "text": foreign, "variant": foreign})
    page = Page(changed._repr_html_())
    assert "script" not in page.tags and "&lt;script&gt;" in changed._repr_html_()


def test_an_explanation_has_all_steps():
    steps = minirow.explain(SEVENTEEN)
    page = Page(steps._repr_html_())
    assert (page.tags.count("details"), page.tags.count("svg")) == (69, 1)
    assert "1. <b>hidden-single</b> 1.2: r6c2=4" in steps._repr_html_()
    assert steps[0].text in steps[0]._repr_html_()
    assert isinstance(steps, list) and steps[:2] == list(steps)[:2]


@pytest.mark.parametrize("shown", [minirow.solve([PUZZLE]), minirow.explain(PUZZLE)], ids=["batch", "explanation"])
def test_colours_are_those_of_the_notebook(shown):
    html = shown._repr_html_()
    colours = re.findall(r'(?:fill|stroke|color|background)[=:]\s*"?([\w#]+)', html)
    assert set(colours) == {"currentColor"}
