"""Files that somebody else has put into the folder of an output: they are refused and kept, and no other file changes."""

import json
import os

import pytest

pytest.importorskip("ray", reason="Ray is not installed: pip install -r crates/python/cluster/requirements.txt")

from fsspec.implementations.memory import MemoryFileSystem

import minirow
from minirow.ray import _lock, _make, _manifest, _shuffle
from minirow.ray._store import Store

ID, NEXT = 32 * "a", 32 * "b"
#: The end of a lock chain that may be taken over.
ENDED = {"id": ID, "ended": True}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "out/_progress").mkdir(parents=True)
    (tmp_path / "victim").mkdir()
    (tmp_path / "victim/part-00000-0.parquet").write_text("mine")
    return tmp_path / "out"


def plant(folder, name, value):
    path = folder / "_progress" / name
    path.write_text(value if isinstance(value, str) else json.dumps(value))


def contents(folder):
    return {path: path.is_file() and path.read_bytes() for path in folder.parent.rglob("*") if path.name != "pipe"}


def refused(folder, begin=None):
    """Returns the message of an output that is refused, and checks that nothing has changed but locks of this run."""
    before = contents(folder)
    with pytest.raises(minirow.MinirowError) as caught:
        begin() if begin else _shuffle._begun(Store(folder), "a test").__enter__()
    after = contents(folder)
    assert {path: after.get(path) for path in before} == before
    return str(caught.value)


class Buckets(MemoryFileSystem):
    """A store whose names begin with a bucket, which `makedirs` creates, as s3fs does."""

    protocol = "s3"
    store = {}  # noqa: RUF012
    pseudo_dirs = [""]  # noqa: RUF012

    @classmethod
    def _strip_protocol(cls, path):
        return super()._strip_protocol(path.removeprefix("s3://")).lstrip("/")

    def makedirs(self, path, exist_ok=False):
        super().makedirs("/" + path, exist_ok=exist_ok)

    def exists(self, path, **options):
        return super().exists("/" + path)


def test_a_misspelt_bucket_is_not_created():
    buckets = Buckets()
    for write in (Store.create, Store.write):
        with pytest.raises(minirow.MinirowError, match="s3://typo/x: found no bucket s3://typo, expected one"):
            write(Store("s3://typo/x", buckets), "a.json", b"{}", ID)
    assert not buckets.exists("typo")
    super(Buckets, buckets).makedirs("/real")
    assert Store("s3://real/x", buckets).create("a.json", b"{}", ID)


@pytest.mark.parametrize(
    "listed",
    [
        {"../victim/part-00000-0.parquet": 4},
        {"/etc/hostname": 4},
        {"_progress/part-00000-0.parquet": 4},
        {"a/b/part-00000-0.parquet": 4},
        {"..": 4},
        {"./part-00000-0.parquet": 4},
        {"~/part-00000-0.parquet": 4},
        {"notes.txt": 4},
        {"part-00000-0.parquet\n": 4},
        {"part-00000-0.parquet": "4"},
        {"part-00000-0.parquet": True},
        {"part-00000-0.parquet": 4.0},
        ["part-00000-0.parquet"],
        "{",
        100_000 * "[",
    ],
)
def test_a_list_with_other_names_removes_nothing(folder, listed):
    plant(folder, "owner.json", ENDED)
    plant(folder, f"{ID}-listed.json", listed)
    for name in ("notes.txt", "part-00000-0.parquet"):
        (folder / name).write_text("mine")
    assert f"{ID}-listed.json: is not the list of a run: " in refused(folder)


@pytest.mark.parametrize("id", ["../../victim", "x", "", 5, None, {}, ID.upper(), f"{ID}\n", f"{ID}/..", "\x1b[2J"])
def test_an_id_of_another_form_is_refused(folder, id, monkeypatch):
    monkeypatch.setattr(_lock, "_PAUSE", 0)
    plant(folder, "owner.json", {**ENDED, "id": id})
    message = refused(folder)
    assert "owner.json: is damaged (its id is not that of a run)" in message and "\x1b" not in message


@pytest.mark.parametrize("owner", [{"pid": 10**30}, {"pid": "1"}, {"host": [], "system": {}}, {"since": "\x1b[2J\u202e"}])
def test_a_lock_with_other_values_is_a_lock(folder, owner):
    plant(folder, "owner.json", {"id": ID, **{key: _lock._process()[key] for key in ("host", "system")}, **owner})
    message = refused(folder)
    assert "has been writing there since" in message and not {"\x1b", "\u202e"} & set(message)


def test_a_chain_of_locks_ends(folder):
    plant(folder, "owner.json", ENDED)
    plant(folder, f"after-{ID}.json", {**ENDED, "id": NEXT})
    plant(folder, f"after-{NEXT}.json", ENDED)
    assert f"after-{NEXT}.json: found the id of another lock" in refused(folder)


def test_long_chains_of_locks_are_refused(folder, monkeypatch):
    monkeypatch.setattr(_lock, "_MOST_LOCKS", 2)
    ids = [letter * 32 for letter in "abc"]
    plant(folder, "owner.json", ENDED)
    for before, id in zip(ids, ids[1:]):
        plant(folder, f"after-{before}.json", {**ENDED, "id": id})
    assert "more than 2 locks" in refused(folder)


@pytest.mark.parametrize("linked", ["_progress", "owner.json", f"{ID}-listed.json"])
def test_records_are_not_read_through_links(folder, linked, monkeypatch):
    monkeypatch.setattr(_lock, "_PAUSE", 0)
    plant(folder, "owner.json", ENDED)
    plant(folder, f"{ID}-listed.json", {"part-00000-0.parquet": 4})
    (folder / "part-00000-0.parquet").write_text("mine")
    path = folder / linked if linked == "_progress" else folder / "_progress" / linked
    path.rename(folder.parent / "victim" / linked)
    path.symlink_to(folder.parent / "victim" / linked)
    assert "it or its folder is a link" in refused(folder)


def test_what_is_no_file_is_not_read(folder, monkeypatch):
    monkeypatch.setattr(_lock, "_PAUSE", 0)
    os.mkfifo(folder / "_progress/pipe")
    (folder / "_progress/pipe").rename(folder / "_progress/owner.json")
    with pytest.raises(minirow.MinirowError, match="found no regular file"):
        _lock.chain_of(Store(folder))
    (folder / "_progress/owner.json").unlink()
    (folder / "_progress/owner.json").mkdir()
    assert "found no regular file" in refused(folder)


def test_records_of_another_user_are_refused(folder, monkeypatch):
    monkeypatch.setattr(_lock, "_PAUSE", 0)
    plant(folder, "owner.json", ENDED)
    monkeypatch.setattr(os, "geteuid", lambda: (folder / "_progress").stat().st_uid + 1)
    assert "belongs to another user" in refused(folder)
    plant(folder, "recipe.json", {"program": "", "recipe": {}})
    assert "belongs to another user" in refused(folder, lambda: _make._check_begun(Store(folder), {}))


def test_files_below_a_link_are_kept(folder):
    plant(folder, "owner.json", ENDED)
    plant(folder, f"{ID}-listed.json", {"fit/part-00000-0.parquet": 4})
    (folder / "fit").symlink_to(folder.parent / "victim")
    assert refused(folder).endswith("out/fit/part-00000-0.parquet: exists already; expected an empty folder")


def test_a_link_in_the_folder_of_a_run_is_not_followed(folder):
    plant(folder, "owner.json", ENDED)
    (folder / "_progress" / ID).mkdir()
    (folder / "_progress" / ID / "fit").symlink_to(folder.parent / "victim")
    (folder / f"_progress/{ID}-{NEXT}.tmp").symlink_to(folder.parent / "victim/part-00000-0.parquet")
    _shuffle._clean(Store(folder), ID)
    (folder / "_progress" / ID).symlink_to(folder.parent / "victim")
    _shuffle._clean(Store(folder), ID)
    assert not os.path.lexists(folder / "_progress" / ID)
    assert (folder.parent / "victim/part-00000-0.parquet").read_text() == "mine"


def test_a_complete_data_set_is_kept(folder):
    plant(folder, "owner.json", ENDED)
    plant(folder, f"{ID}-listed.json", {"part-00000-0.parquet": 4, "manifest.json": 4})
    for name in ("part-00000-0.parquet", "manifest.json"):
        (folder / name).write_text("mine")
    assert refused(folder).endswith("manifest.json: exists already; expected an empty folder")
    # Without a manifest, the files are those of a run that was interrupted.
    (folder / "manifest.json").unlink()
    with _shuffle._begun(Store(folder), "a test"):
        assert not (folder / "part-00000-0.parquet").exists()


def test_a_file_that_the_run_has_not_moved_is_kept(folder):
    plant(folder, "owner.json", ENDED)
    plant(folder, f"{ID}-listed.json", {"part-00000-0.parquet": 4})
    (folder / "_progress" / ID).mkdir()
    (folder / "_progress" / ID / "part-00000-0.parquet").write_text("half")
    (folder / "part-00000-0.parquet").write_text("mine")
    assert refused(folder).endswith("part-00000-0.parquet: exists already; expected an empty folder")


def test_the_list_of_a_run_without_a_lock_counts_for_nothing(folder):
    plant(folder, f"{ID}-listed.json", {"manifest.json": 4})
    (folder / "manifest.json").write_text("mine")
    assert refused(folder).endswith("manifest.json: exists already; expected an empty folder")


@pytest.mark.parametrize(
    "manifest",
    [
        [],
        {},
        "{",
        100_000 * "[",
        {"puzzles": 1, "files": [], "program": "", "recipe": {}},
        {"puzzles": 1, "files": [5], "program": "", "recipe": {}},
        {"puzzles": 1, "files": [{"file": [], "puzzles": 1, "bytes": 1, "sha256": ""}], "program": "", "recipe": {}},
        {"puzzles": 1, "files": [{"file": "a", "puzzles": 1, "sha256": ""}], "program": "", "recipe": {}},
        {"puzzles": 1, "files": [{"file": "a", "puzzles": 1, "bytes": 1, "sha256": ""}], "program": "", "recipe": 5},
    ],
)
def test_a_damaged_manifest_is_refused(folder, manifest):
    (folder / "manifest.json").write_text(manifest if isinstance(manifest, str) else json.dumps(manifest))
    assert "manifest.json: is not the manifest of a data set: " in refused(folder, lambda: _manifest.read(Store(folder)))


def test_a_shard_that_no_run_has_noted_is_kept(folder):
    asked = minirow._arguments.request(5, 0, 20, {}, False, False, scale=(), least=1)
    shards = minirow._minirow.Shards(asked, 20)
    plan = _make._Plan(asked, 20, Store(folder), ID, minirow._minirow.PROGRAM, shards.recipe, 1)
    shard = folder / plan.name(0)
    for other in ("mine", None):
        shard.write_text(other) if other else (shard.unlink(), shard.mkdir())
        message = refused(folder, lambda: _make._shard(plan, 0, None))
        assert message.endswith("exists already, but no run has noted it; remove it or choose another folder")
    shard.rmdir()
    entry, is_new = _make._shard(plan, 0, None)
    assert is_new and _make._shard(plan, 0, None) == (entry, False)
    # A run that was interrupted before its note continues.
    (folder / plan.note(0)).unlink()
    assert _make._shard(plan, 0, None) == (entry, True)
    plant(folder, f"{plan.name(0)}.json", {**entry, "bytes": "x"})
    assert _make._shard(plan, 0, None) == (entry, True)
