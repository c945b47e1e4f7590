"""Commands as functions: the same files as those of the command line, errors as exceptions, and nothing on standard output."""

import json
import warnings

import pytest
from conftest import AMBIGUOUS, PUZZLE, SEVENTEEN, command_line

import minirow
from minirow import _minirow, _options

#: Options of the command line that functions have no use for: they are about a terminal, or about standard streams.
NOT_IN_PYTHON = {"check", "color", "help", "json", "quiet", "time_limit"}

#: Parameters that are not options.
NOT_OPTIONS = {"puzzles", "progress"}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield tmp_path
    output = capfd.readouterr()
    assert (output.out, output.err) == ("", ""), "nothing is printed"


@pytest.fixture
def file(folder):
    command_line("pack", "--quiet", "--seed", "7", "--count", "60", "--out", "pack.csv")
    return "pack.csv"


def own(function):
    code = function.__code__
    return {*code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]}


def test_functions_have_the_options_of_the_commands():
    books, datasets = (set(names.__annotations__) for names in (_options.BookOptions, _options.DatasetOptions))
    assert set(_minirow.options("print")) - NOT_IN_PYTHON == books | {"out", "force", "threads"}
    assert set(_minirow.options("dataset")) - NOT_IN_PYTHON == datasets | {"out", "force", "threads", "from"}
    assert set(_minirow.options("convert")) - NOT_IN_PYTHON - {"threads"} == own(minirow.convert) - NOT_OPTIONS
    assert set(_minirow.options("stats")) - NOT_IN_PYTHON - {"format"} == own(minirow.stats) - NOT_OPTIONS
    assert set(_minirow.options("audit")) - NOT_IN_PYTHON - {"examples", "format", "out"} == own(minirow.audit) - NOT_OPTIONS
    assert set(_minirow.options("dedup")) - NOT_IN_PYTHON == own(minirow.dedup) - NOT_OPTIONS
    filters = set(_minirow.options("neighbours")) & set(_minirow.CONSTRAINTS)
    assert set(_minirow.options("neighbours")) - NOT_IN_PYTHON - filters == own(minirow.neighbours) - NOT_OPTIONS
    for function in (minirow.unavoidable, minirow.minimise, minirow.properties):
        assert set(_minirow.options(function.__name__)) - NOT_IN_PYTHON == own(function) - NOT_OPTIONS
    named = {"train", "validation", "test", "dir"}
    assert set(_minirow.options("split")) - NOT_IN_PYTHON - named == own(minirow.split) - NOT_OPTIONS


def test_research(folder):
    command_line("neighbours", SEVENTEEN, "--remove", "2", "--add", "2", "--er", "1.2..=2.6", "--out", "1.csv", "--quiet")
    minirow.neighbours(SEVENTEEN, "2.csv", remove=2, add=2, er=(1.2, 2.6))
    assert (folder / "1.csv").read_bytes() == (folder / "2.csv").read_bytes()
    rows = minirow.neighbours(SEVENTEEN, remove=2, add=2, er=(1.2, 2.6))
    assert [row["puzzle"] for row in rows] == [line.split(",")[0] for line in (folder / "1.csv").read_text().splitlines()[1:]]
    minirow.unavoidable(SEVENTEEN, "sets.html", max_size=6)
    assert (folder / "sets.html").read_text().startswith("<!doctype html>")
    assert {row["clues"] for row in minirow.unavoidable(SEVENTEEN, max_size=8)} >= {"1"}
    assert minirow.minimise(SEVENTEEN, clues=17) == [SEVENTEEN]
    minirow.minimise(SEVENTEEN, "minimal.txt", smallest=True)
    assert (folder / "minimal.txt").read_text() == SEVENTEEN + "\n"
    assert minirow.properties(SEVENTEEN, columns=["clues", "minimal"]) == [{"puzzle": SEVENTEEN, "clues": "17", "minimal": "true"}]
    minirow.properties(SEVENTEEN, "properties.csv")
    assert (folder / "properties.csv").read_text().startswith("puzzle,clues,solution_count,")


def test_print_book(file, folder, pack):
    options = ["--title", "A", "--heading", "level,rating,clues", "--imprint", "One", "--imprint", "Two", "--word", "clues=givens"]
    command_line("print", "--quiet", file, "--out", "1.pdf", *options)
    more = {"title": "A", "heading": ["level", "rating", "clues"], "imprint": ["One", "Two"], "word": {"clues": "givens"}}
    minirow.print_book(file, "2.pdf", **more)
    minirow.print_book(pack, folder / "3.pdf", **more)
    assert (folder / "1.pdf").read_bytes() == (folder / "2.pdf").read_bytes() == (folder / "3.pdf").read_bytes()
    minirow.print_book(PUZZLE, "one.svg", puzzle=1)
    assert (folder / "one.svg").read_text().startswith("<svg")
    minirow.print_book(pack[:3], "pictures", format="svg")
    assert len(list((folder / "pictures").iterdir())) == 6


def test_convert(file, folder, pack):
    for form in ("csv", "jsonl", "parquet"):
        command_line("convert", "--quiet", file, "--out", f"1.{form}")
        minirow.convert(file, f"2.{form}")
        minirow.convert(pack, f"3.{form}")
        assert (folder / f"1.{form}").read_bytes() == (folder / f"2.{form}").read_bytes() == (folder / f"3.{form}").read_bytes()
    assert minirow.convert(PUZZLE, blank="-") == command_line("convert", "--blank", "-", PUZZLE)
    assert minirow.convert([PUZZLE, AMBIGUOUS]) == f"{PUZZLE}\n{AMBIGUOUS}\n"
    assert minirow.convert(PUZZLE, to="sdk", set={"author": "R, <é>"}).startswith("#AR, <é>\n")
    with pytest.warns(UserWarning, match="^left out from RecordBatch.csv:2, as sdk has no place for it: solution, er, "):
        minirow.convert(minirow.grade(pack[:1]), to="sdk")


def test_a_batch_is_the_file_of_the_command_line(file, folder, pack):
    labelled = minirow.generate(seed=7, count=9, sampling="weighted", labels=True, weights=True)
    words = ["--seed", "7", "--count", "9", "--sampling", "weighted", "--labels", "--weights"]
    assert _minirow.csv(labelled).decode() == command_line("pack", "--quiet", *words)
    assert _minirow.csv(pack) == (folder / file).read_bytes()


def test_tables_of_other_libraries_are_packs(folder, pack):
    polars = pytest.importorskip("polars")
    pytest.importorskip("pyarrow")
    minirow.convert(pack, "1.csv")
    minirow.convert(polars.DataFrame(pack), "2.csv")
    assert (folder / "1.csv").read_text() == (folder / "2.csv").read_text()


def test_audit(file, folder, pack):
    expected = json.loads(command_line("audit", "--json", file))
    found = minirow.audit(file)
    assert found == expected and found["rows"] == 60
    leaks = minirow.audit([file, pack[:7]], files_are_splits=True, ratings=5, report=folder / "findings.csv")
    assert (leaks["leaks"], leaks["duplicates"], leaks["ratings"]["rated"]) == (7, 7, 5)
    assert len((folder / "findings.csv").read_text().splitlines()) == 1 + 3 * 7  # duplicate, puzzle, solution
    with pytest.raises(minirow.MinirowError, match="^findings.csv: exists"):
        minirow.audit(file, report="findings.csv")


def test_audit_takes_what_a_researcher_has(folder, pack):
    numpy, pyarrow = pytest.importorskip("numpy"), pytest.importorskip("pyarrow")
    datasets = pytest.importorskip("datasets")
    quizzes, solutions = pack.to_numpy(), pack.to_numpy("solution")

    def numbers(puzzles):
        report = minirow.audit(puzzles, ratings="none")
        return [report[name] for name in ("rows", "with_solution", "wrong_solutions", "duplicates", "leaks")]

    for kind in ("uint8", "int64", ">i4"):
        assert numbers(quizzes.astype(kind)) == numbers(quizzes.astype(kind).reshape(-1, 9, 9)) == [60, 0, 0, 0, 0]
        assert numbers(numpy.asfortranarray(quizzes.astype(kind))) == [60, 0, 0, 0, 0]
    assert numbers({"quizzes": quizzes, "solutions": solutions}) == [60, 60, 0, 0, 0]
    assert numbers({"x_test": quizzes, "y_test": numpy.roll(solutions, 1, axis=0)}) == [60, 60, 60, 0, 0]
    table = pyarrow.table(pack)
    assert numbers(table) == [60, 60, 0, 0, 0]
    assert numbers({"train": table, "test": pack[:7]}) == [67, 67, 0, 7, 7]
    rows = datasets.Dataset(table)
    assert numbers(rows) == numbers(rows.shuffle(seed=1)) == [60, 60, 0, 0, 0]
    assert numbers(datasets.DatasetDict({"train": rows, "test": rows.select([5, 3])})) == [62, 62, 0, 2, 2]
    lists = pyarrow.table({"puzzle": [[float(cell) for cell in row] for row in quizzes], "solution": solutions.tolist()})
    assert numbers(datasets.Dataset(lists)) == [60, 60, 0, 0, 0]
    with pytest.raises(minirow.MinirowError, match="expected integers"):
        minirow.audit(quizzes.astype(complex))


def test_stats(file, folder, pack):
    expected = json.loads(command_line("stats", "--json", file))
    found = minirow.stats(file)
    assert found == expected and found["packs"][0]["puzzles"] == 60
    assert minirow.stats([pack, pack[:7]])["packs"][1]["puzzles"] == 7
    assert minirow.stats([pack, pack[:7]], together=True)["packs"][0]["puzzles"] == 67
    assert minirow.stats([PUZZLE, SEVENTEEN], grade=True)["packs"][0]["er"]["highest"] == 2.6
    minirow.stats(pack, "er.svg", chart="er")
    assert (folder / "er.svg").read_text().startswith("<svg")


def test_dedup(folder, pack):
    assert minirow.dedup([PUZZLE, SEVENTEEN, PUZZLE[::-1]], "out.txt") == {"kept": 2, "dropped": 1, "left_out": 0}
    assert (folder / "out.txt").read_text() == f"{PUZZLE}\n{SEVENTEEN}\n"
    (folder / "old.txt").write_text(SEVENTEEN)
    found = minirow.dedup([pack, SEVENTEEN], "new.csv", against=["old.txt"], report="report.csv")
    assert found == {"kept": 60, "dropped": 1, "left_out": 0}
    assert (folder / "report.csv").read_text().count("\n") == 2


def test_split(file, folder, pack):
    (folder / "a").mkdir()
    (folder / "b").mkdir()
    found = minirow.split(pack, "a", fractions=(0.8, 0.2), names=["x", "y"])
    assert list(found) == ["x", "y"] and sum(found.values()) == 60
    command_line("split", "--quiet", file, "--fractions", "80,20", "--names", "x,y", "--dir", "b")
    assert (folder / "a/x.csv").read_text() == (folder / "b/x.csv").read_text()
    assert minirow.split(pack, "column.csv", column="part", salt="s").keys() == {"train", "validation", "test"}
    assert (folder / "column.csv").read_text().startswith("id,puzzle,") and ",part\n" in (folder / "column.csv").read_text()


def test_dataset(folder):
    command_line("dataset", "--quiet", "--out", "a", "--count", "30", "--clues", "24..=26", "--fractions", "90,10")
    found = minirow.dataset("b", count=30, clues=(24, 26), fractions=(90, 10))
    assert list(found) == ["train", "test"] and sum(found.values()) == 30
    for path in ("README.md", "manifest.json", "data/train.parquet", "csv/test.csv"):
        assert (folder / "a" / path).read_bytes() == (folder / "b" / path).read_bytes()
    assert sum(minirow.dataset("c", minirow.generate(seed=1, count=20), title="T").values()) == 20
    assert minirow.dataset("d", levels={"easy": 3, "hard": 2}, formats="csv")["train"] > 0


def test_left_out_input_is_a_warning(folder, pack):
    (folder / "some.txt").write_text(f"{PUZZLE}\n" + 7 * f"{PUZZLE[1:]}\n")
    with pytest.warns(UserWarning, match="(?s)^some.txt:2: found 80 cells .*\nand 2 more$") as caught:
        assert minirow.convert("some.txt") == PUZZLE + "\n"
    assert caught[0].filename == __file__
    with pytest.warns(UserWarning, match="some.txt:2") as caught:
        assert minirow.dedup("some.txt", "out.txt") == {"kept": 1, "dropped": 0, "left_out": 7}
    assert caught[0].filename == __file__
    with pytest.raises(minirow.MinirowError, match="^some.txt:2: found 80 cells in a line"):
        minirow.convert("some.txt", strict=True)


WRONG = {
    "an option that does not exist": (lambda: minirow.print_book(PUZZLE, "a.pdf", papr="a4"), "'papr', did you mean 'paper'?"),
    "a value": (lambda: minirow.print_book(PUZZLE, "a.pdf", paper="a9"), "^invalid value 'a9' for paper: expected one of a3,"),
    "a choice": (lambda: minirow.convert(PUZZLE, to="x"), "^invalid value 'x' for to .possible values: line,"),
    "a type": (lambda: minirow.print_book(PUZZLE, "a.pdf", title=object()), "^title: found object, expected a text"),
    "an ending": (lambda: minirow.print_book(PUZZLE, "a.xyz"), "^a.xyz: found the ending .xyz, expected .pdf"),
    "options that conflict": (lambda: minirow.print_book(PUZZLE, "a.svg", page=1, puzzle=1), "page cannot be used with puzzle"),
    "rows and a seed": (lambda: minirow.dataset("d", "p.csv", seed=1), "seed cannot be used with puzzles"),
    "no file": (lambda: minirow.stats("missing.csv"), "^missing.csv: cannot be read: "),
    "a puzzle": (lambda: minirow.print_book([PUZZLE, AMBIGUOUS], "a.pdf"), "^puzzles.txt:2: several solutions"),
    "nothing": (lambda: minirow.stats([]), "^found no puzzles"),
    "standard input": (lambda: minirow.stats("-"), "^the file: found '-', expected a path"),
    "standard output": (lambda: minirow.split(PUZZLE, "-"), "^out: found '-', expected a path"),
    "a stream": (lambda: minirow.dedup(PUZZLE, "a.txt", against=["-"]), "^against: found '-'"),
    "no threads": (lambda: minirow.stats(PUZZLE, threads=0), "^invalid value '0' for threads"),
    "a range": (lambda: minirow.dataset("d", clues=range(9, 9)), "^clues: found range"),
    "a file without a name": (lambda: minirow.convert(PUZZLE, to="parquet"), "need a file: out$"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arguments(name, folder):
    call, message = WRONG[name]
    with pytest.raises(minirow.MinirowError, match=message):
        call()
    assert list(folder.iterdir()) == [], "nothing is written"


@pytest.mark.parametrize("wrong", [None, 5, b"pack.csv", [5], object()], ids=repr)
def test_wrong_types(wrong):
    with pytest.raises(TypeError, match="expected a path, a puzzle as a text, a RecordBatch, a table, an array, or several"):
        minirow.convert(wrong)


@pytest.mark.parametrize("wrong", [5, ["a.pdf", "b.pdf"], object()], ids=repr)
def test_wrong_types_of_the_output(wrong):
    with pytest.raises(TypeError):
        minirow.print_book(PUZZLE, wrong)


def test_files_that_exist_are_kept(folder, pack):
    (folder / "a.csv").write_text("mine")
    with pytest.raises(minirow.MinirowError, match="^a.csv: exists already; force overwrites it"):
        minirow.convert(pack, "a.csv")
    assert (folder / "a.csv").read_text() == "mine"
    minirow.convert(pack, "a.csv", force=True)
    assert (folder / "a.csv").read_bytes() == _minirow.csv(pack)
