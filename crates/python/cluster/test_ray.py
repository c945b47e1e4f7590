"""Data sets on a cluster: tests of an installed wheel, with a node of Ray on this machine."""

import json
import os
import shutil
import subprocess
import sys

import pytest

pytest.importorskip("ray", reason="Ray is not installed: pip install -r crates/python/cluster/requirements.txt")

from nodes import nodes

import minirow
import minirow.ray
import pyarrow
import pyarrow.parquet
from fsspec.implementations.dirfs import DirFileSystem
from fsspec.implementations.local import LocalFileSystem
from minirow.ray import _lock, _make, _progress, _shuffle
from minirow.ray._store import Store

SMALL = {"seed": 5, "count": 250, "shard_rows": 100, "progress": False}
#: The id of a run in another process.
OTHER = 32 * "0"
NAMES = [f"part-0000{shard}-of-00003.parquet" for shard in range(3)]


@pytest.fixture(scope="module", autouse=True)
def cluster():
    with nodes(1):
        yield


@pytest.fixture(scope="module")
def made(cluster, tmp_path_factory):
    """A small data set that no test changes."""
    folder = tmp_path_factory.mktemp("made")
    assert minirow.ray.make(folder, **SMALL).written == NAMES
    return folder


def rows(folder):
    return pyarrow.parquet.read_table(sorted(folder.glob("*.parquet"))).to_pylist()


def refused(call, *arguments, **options):
    with pytest.raises(minirow.MinirowError) as caught:
        call(*arguments, **options)
    return str(caught.value)


def test_rows_equal_those_of_generate(made):
    assert rows(made) == pyarrow.table(minirow.generate(5, count=250)).to_pylist()
    manifest = json.loads((made / "manifest.json").read_text())
    assert manifest["puzzles"] == 250 and [piece["puzzles"] for piece in manifest["files"]] == [100, 100, 50]
    assert sum(manifest["levels"].values()) == sum(manifest["er"].values()) == sum(manifest["clues"].values()) == 250
    assert sorted(path.name for path in made.iterdir()) == ["manifest.json", *NAMES]


def test_constraints_labels_and_ranges_work_as_in_generate(tmp_path):
    options = {"start": 40, "count": 30, "labels": True, "level": "easy"}
    minirow.ray.make(tmp_path, seed=9, shard_rows=20, progress=False, **options)
    assert rows(tmp_path) == pyarrow.table(minirow.generate(9, **options)).to_pylist()


def test_another_file_system_gives_the_same_files(made, tmp_path):
    filesystem = DirFileSystem(str(tmp_path), LocalFileSystem())
    minirow.ray.make("a/b", filesystem=filesystem, **SMALL)
    for path in made.iterdir():
        assert (tmp_path / "a/b" / path.name).read_bytes() == path.read_bytes()
    assert minirow.ray.make(f"file://{tmp_path}/a/b", **SMALL).written == []


def test_an_interrupted_run_is_continued(made, tmp_path, monkeypatch):
    def interrupt(self, number, is_new=True):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(_progress.Progress, "add", interrupt)
        minirow.ray.make(tmp_path, **SMALL)
    assert not (tmp_path / "manifest.json").exists()
    assert refused(minirow.ray.dedup, tmp_path, tmp_path / "out").endswith("call minirow.ray.make again to complete it")
    noted = {path.name.removesuffix(".json") for path in (tmp_path / "_progress").glob("*.parquet.json")}
    assert noted and not noted & set(minirow.ray.make(tmp_path, **SMALL).written)
    assert (tmp_path / "manifest.json").read_bytes() == (made / "manifest.json").read_bytes()
    assert not (tmp_path / "_progress").exists()


def test_damaged_and_missing_files_are_generated_again(made, tmp_path):
    folder = tmp_path / "data"
    shutil.copytree(made, folder)
    (folder / NAMES[0]).write_bytes((folder / NAMES[0]).read_bytes()[:-1])
    (folder / NAMES[2]).unlink()
    manifest = minirow.ray.make(folder, **SMALL)
    assert manifest.written == [NAMES[0], NAMES[2]] and manifest.puzzles == 250
    for path in made.iterdir():
        assert (folder / path.name).read_bytes() == path.read_bytes()


def test_other_arguments_and_other_files_are_refused(made, tmp_path):
    message = refused(minirow.ray.make, made, **{**SMALL, "seed": 6})
    assert "was begun with seed 5 (now 6)" in message and str(made) in message
    assert "shard-rows 100 (now 50)" in refused(minirow.ray.make, made, **{**SMALL, "shard_rows": 50})
    assert 'level null (now "hard")' in refused(minirow.ray.make, made, **SMALL, level="hard")
    (tmp_path / "of-others.parquet").write_bytes(b"PAR1")
    assert "found of-others.parquet, but no manifest" in refused(minirow.ray.make, tmp_path, **SMALL)
    (tmp_path / "manifest.json").write_text("{}")
    assert "is not the manifest of a data set" in refused(minirow.ray.make, tmp_path, **SMALL)
    damaged = tmp_path / "damaged"
    shutil.copytree(made, damaged)
    text = (damaged / "manifest.json").read_text()
    sum = json.loads(text)["files"][1]["sha256"]
    (damaged / "manifest.json").write_text(text.replace(sum, 64 * "0"))
    assert "the manifest is damaged" in refused(minirow.ray.make, damaged, **SMALL)


def test_invalid_arguments_are_refused_before_any_work(tmp_path):
    folder = tmp_path / "never"
    assert "count: found -1" in refused(minirow.ray.make, folder, seed=1, count=-1)
    assert "count: found 0" in refused(minirow.ray.make, folder, seed=1, count=0)
    assert "shard_rows: found 0" in refused(minirow.ray.make, folder, seed=1, count=1, shard_rows=0)
    assert refused(minirow.ray.make, folder, seed=1, count=1, levle="hard") == "unknown constraint levle, did you mean level?"
    assert "unknown constraint 'max-tries', expected 'max_tries'" in refused(
        minirow.ray.make, folder, seed=1, count=1, **{"max-tries": 3}
    )
    assert "start and count go past the last index" in refused(
        minirow.ray.make, folder, seed=1, count=2, start=2**64 - 1
    )
    assert "by: found 'looks'" in refused(minirow.ray.dedup, folder, folder, by="looks")
    assert not folder.exists()


def test_an_unwritable_folder_is_an_os_error(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="file"):
        minirow.ray.make(tmp_path / "file" / "below", **SMALL)


def test_the_error_names_an_index_without_a_puzzle(tmp_path):
    message = refused(minirow.ray.make, tmp_path, **SMALL, er="11.0..", max_tries=1)
    assert "index" in message
    assert not (tmp_path / "manifest.json").exists()


def test_dedup_keeps_the_first_of_each_class(made, tmp_path):
    both, out = tmp_path / "both", tmp_path / "out"
    both.mkdir()
    table = pyarrow.parquet.read_table(sorted(made.glob("*.parquet")))
    later = table.set_column(
        table.column_names.index("index"), "index", pyarrow.array(range(1000, 1250), pyarrow.uint64())
    )
    pyarrow.parquet.write_table(later, both / "a.parquet")
    pyarrow.parquet.write_table(table.slice(100), both / "b.parquet")
    manifest = minirow.ray.dedup(
        "both", "out", rows_per_file=100, filesystem=DirFileSystem(str(tmp_path), LocalFileSystem())
    )
    kept = rows(out)
    assert [piece["puzzles"] for piece in manifest.files] == [100, 100, 50]
    assert manifest.puzzles == 250 and {row["puzzle"] for row in kept} == {row["puzzle"] for row in rows(made)}
    assert [row["index"] for row in kept] == [*range(100, 250), *range(1000, 1100)]
    assert pyarrow.parquet.read_schema(next(out.glob("*.parquet"))).types == table.schema.types
    assert sorted(path.name for path in tmp_path.iterdir()) == ["both", "out"]
    assert "exists already; expected an empty folder" in refused(minirow.ray.dedup, both, out)
    assert sorted(path.name for path in out.iterdir()) == ["manifest.json", *(piece["file"] for piece in manifest.files)]
    (both / "manifest.json").write_text((made / "manifest.json").read_text())
    assert f"{NAMES[0]}: found no file, expected " in refused(minirow.ray.dedup, both, tmp_path / "other")


def test_the_classes_of_equivalent_puzzles():
    puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    zeros, equivalent = puzzle.replace(".", "0"), puzzle.translate(str.maketrans("123456789", "912345678"))
    sibling = puzzle[:2] + "4" + puzzle[3:]
    table = pyarrow.table({"puzzle": [puzzle, zeros, equivalent, sibling]})

    def classes(by):
        found = _shuffle._with_class(table, by, "puzzle", 7)
        texts = found["__class"].to_pylist()
        buckets = found["__bucket"].to_pylist()
        assert all(bucket < 7 for bucket in buckets)
        assert len(set(zip(texts, buckets))) == len(set(texts))
        return [texts.index(text) for text in texts]

    assert classes("text") == [0, 0, 2, 3]
    assert classes("puzzle") == [0, 0, 0, 3]
    assert classes("solution") == [0, 0, 0, 0]


def test_the_error_shows_a_row_that_is_not_a_puzzle(tmp_path):
    (tmp_path / "in").mkdir()
    pyarrow.parquet.write_table(
        pyarrow.table({"puzzle": [81 * ".", 80 * "."], "n": [1, 2]}), tmp_path / "in" / "a.parquet"
    )
    message = refused(minirow.ray.dedup, tmp_path / "in", tmp_path / "out")
    assert "found 80 characters, expected 81" in message and "'n': 2" in message
    assert not (tmp_path / "out" / "manifest.json").exists()
    assert "expected sudoku among them" in refused(
        minirow.ray.dedup, tmp_path / "in", tmp_path / "out", column="sudoku"
    )
    assert "found no Parquet file" in refused(minirow.ray.split, tmp_path / "nowhere", tmp_path / "out")


def test_splits_equal_those_of_the_command_line(made, tmp_path):
    manifests = minirow.ray.split(made, tmp_path / "out", {"fit": "0.75", "judge": 0.25}, salt="x")
    program = [os.environ["MINIROW_COMMAND"]] if "MINIROW_COMMAND" in os.environ else [sys.executable, "-m", "minirow"]
    words = [
        "split",
        *sorted(made.glob("*.parquet")),
        "--fractions",
        "0.75,0.25",
        "--names",
        "fit,judge",
        "--salt",
        "x",
    ]
    subprocess.run([*program, *words, "--to", "csv", "--dir", tmp_path, "--quiet"], check=True, capture_output=True)
    for name, manifest in manifests.items():
        lines = (tmp_path / f"{name}.csv").read_text().splitlines()[1:]
        split = rows(tmp_path / "out" / name)
        assert [row["id"] for row in split] == [line.split(",")[0] for line in lines]
        assert len(split) == manifest.puzzles
        assert all(len(row["grid_id"]) == 16 for row in split)


def lock_of_another(folder, **owner):
    """Writes the lock of a run in another process."""
    (folder / "_progress").mkdir(parents=True, exist_ok=True)
    text = json.dumps({"id": OTHER, "work": "a run", **_lock._process(), "since": "today", **owner})
    (folder / "_progress/owner.json").write_text(text)


def ended_process():
    process = subprocess.Popen(["true"])
    process.wait()
    return process.pid


def test_the_error_of_a_second_run_names_the_first(made, tmp_path):
    for name, owner in {"here": {}, "elsewhere": {"host": "node-7", "pid": ended_process()}}.items():
        folder = tmp_path / name
        lock_of_another(folder, **owner)
        before = (folder / "_progress/owner.json").read_text()
        for call, arguments in ((minirow.ray.make, [folder]), (minirow.ray.dedup, [made, folder])):
            message = refused(call, *arguments, **(SMALL if call is minirow.ray.make else {}))
            assert "a run on" in message and f"id {OTHER}) has been writing there since today" in message, message
            assert f"remove {folder}/_progress/owner.json" in message
        assert (folder / "_progress/owner.json").read_text() == before
        assert sorted(path.name for path in folder.rglob("*")) == ["_progress", "owner.json"]


@pytest.mark.parametrize("local", [True, False])
def test_one_of_many_runs_gets_the_lock(tmp_path, local):
    store = Store("x", DirFileSystem(str(tmp_path), LocalFileSystem())) if not local else Store(tmp_path / "x")
    with _lock.locked(store, "first") as first:
        message = refused(_lock._acquire, store, "second")
        assert "first on" in message and first.id in message
        first.check()
    assert not (tmp_path / "x/_progress").exists()
    with pytest.raises(KeyboardInterrupt), _lock.locked(store, "interrupted") as interrupted:
        raise KeyboardInterrupt
    # Only one of those that take over at the same time gets it.
    chain, create = _lock.chain_of(store), Store.create
    with pytest.MonkeyPatch.context() as patch:

        def second_is_faster(self, *arguments):
            patch.setattr(Store, "create", create)
            _lock._acquire(store, "second")
            return create(self, *arguments)

        patch.setattr(Store, "create", second_is_faster)
        assert "second on" in refused(_lock._acquire, store, "third")
    now = _lock.chain_of(store)
    assert [owner["work"] for _, owner in now] == ["interrupted", "second"] and now[:1] == chain
    (tmp_path / "x" / now[1][0]).unlink()
    lock = _lock._acquire(store, "fourth")
    assert lock.before == [interrupted.id]
    # Whoever takes over when the chain was removed at that moment has nothing.
    store.remove_file(_lock.LOCK)
    assert "was replaced or removed, now there is none" in refused(lock.check)


def test_the_end_of_a_process_is_noticed_even_if_its_number_is_used_again(tmp_path):
    lock_of_another(tmp_path, pid=ended_process(), started="1")
    assert _lock._acquire(Store(tmp_path), "next").before == [OTHER]
    owner = _lock._process()
    assert _lock._may_run(owner) and not _lock._may_run({**owner, "ended": True})
    assert not _lock._may_run({**owner, "started": "1"})
    assert _lock._may_run({**owner, "system": ["another container"]}) and _lock._may_run({})


def test_only_listed_files_are_removed(made, tmp_path):
    out = tmp_path / "out"
    lock_of_another(out, pid=ended_process(), started="1")
    (out / "_progress" / OTHER).mkdir()
    (out / "_progress" / OTHER / "rest.parquet").write_text("rest")
    (out / f"_progress/{OTHER}-1.tmp").write_text("rest")
    (out / "_progress/third-1.tmp").write_text("of a third run")
    moved, second = out / "part-00000-0.parquet", out / "part-00001-0.parquet"
    listed = {moved.name: 4, second.name: 4, "a/part-00000-0.parquet": 1}
    (out / f"_progress/{OTHER}-listed.json").write_text(json.dumps(listed))
    moved.write_text("half")
    (out / "mine.parquet").write_text("mine")
    message = refused(minirow.ray.dedup, made, out)
    assert message == f"{out}/mine.parquet: exists already; expected an empty folder"
    assert len(list(out.rglob("*"))) == 9
    (out / "mine.parquet").rename(second)
    second.write_text("of the same name")
    # The size is not the listed one, so another program has written the file.
    assert f"{second.name}: exists already" in refused(minirow.ray.dedup, made, out)
    assert second.read_text() == "of the same name"
    second.unlink()
    assert minirow.ray.dedup(made, out).puzzles == 250
    assert sorted(path.name for path in out.iterdir()) == ["_progress", "manifest.json", "part-00000-0.parquet"]
    assert [path.name for path in (out / "_progress").iterdir()] == ["third-1.tmp"]


def test_a_run_that_loses_its_lock_publishes_nothing(made, tmp_path, monkeypatch):
    write = _shuffle._write

    def lose(*arguments):
        lock_of_another(tmp_path / "out")
        return write(*arguments)

    monkeypatch.setattr(_shuffle, "_write", lose)
    message = refused(minirow.ray.dedup, made, tmp_path / "out")
    assert "was replaced or removed, now it is a run on" in message
    assert [path.name for path in (tmp_path / "out").rglob("*")] == ["_progress", "owner.json"]


def test_an_interrupted_split_leaves_no_files(made, tmp_path, monkeypatch):
    out, write = tmp_path / "out", Store.write

    def interrupt(self, name, *arguments):
        if name == "judge/manifest.json":
            raise KeyboardInterrupt
        write(self, name, *arguments)

    shares = {"fit": 75, "judge": 25}
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(Store, "write", interrupt)
        minirow.ray.split(made, out, shares)
    assert sorted(path.name for path in out.rglob("*")) == ["_progress", "owner.json"]
    manifests = minirow.ray.split(made, out, shares)
    assert sum(manifest.puzzles for manifest in manifests.values()) == 250
    assert sorted(path.name for path in out.iterdir()) == ["fit", "judge"]


def test_progress_shows_the_remaining_time(capsys, monkeypatch):
    monkeypatch.setattr(_progress, "EVERY", 0)
    monkeypatch.setitem(__import__("sys").modules, "tqdm.auto", None)
    progress = _progress.Progress(1000, "puzzles", True)
    progress.start -= 10
    progress.add(500, is_new=False)
    progress.add(100)
    assert "600 of 1,000 puzzles, 10 a second, 40 s to go" in capsys.readouterr().err


def test_the_number_of_running_tasks_is_limited():
    import ray

    most = []
    task = ray.remote(lambda number: number)

    def submit(number):
        most.append(number)
        return task.remote(number)

    for place, _ in enumerate(_make._bounded(range(50), submit)):
        assert len(most) - place <= 4
    assert most == list(range(50))
