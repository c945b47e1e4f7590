"""The files of a data set in any file system of fsspec. Each file is written completely or not at all."""

from __future__ import annotations

import hashlib
import json
import os
import uuid
from contextlib import suppress
from typing import Any

import fsspec
from fsspec.implementations.local import LocalFileSystem

from .._minirow import MinirowError

#: The folder of files that are needed only until a data set is complete. Readers of data sets skip names with `_` first.
PROGRESS = "_progress"

#: The protocols of stores whose paths begin with a bucket or container.
_BUCKETS = {"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "oss"}

_CHUNK = 1 << 20

#: The largest file of JSON that is read, in bytes.
_MOST = 48 << 20


def to_json(value: Any) -> bytes:
    """Returns the contents of a JSON file."""
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


class Store:
    """The files in a folder."""

    def __init__(self, path: str | os.PathLike[str], filesystem: Any | None = None) -> None:
        name = os.fspath(path)
        if filesystem is None:
            filesystem, root = fsspec.core.url_to_fs(name)
        else:
            root = filesystem._strip_protocol(name)
        self.fs = filesystem
        self.root = root.rstrip("/")
        self.is_local = isinstance(filesystem, LocalFileSystem)
        protocol = filesystem.protocol
        self._has_bucket = _BUCKETS.isdisjoint([protocol] if isinstance(protocol, str) else protocol)

    def __str__(self) -> str:
        return self.root if self.is_local else self.fs.unstrip_protocol(self.root)

    def path(self, name: str) -> str:
        """Returns the path of a file in the file system."""
        return f"{self.root}/{name}" if name else self.root

    def below(self, name: str) -> Store:
        """Returns the files of a folder."""
        return Store(self.path(name), self.fs)

    def write(self, name: str, data: bytes, owner: str) -> None:
        """Writes a file under a temporary name, which begins with the id of the owner, and renames it."""
        temporary = self._temporary(data, owner)
        try:
            self._rename(temporary, self.path(name))
        except BaseException:
            self._discard(temporary)
            raise

    def create(self, name: str, data: bytes, owner: str) -> bool:
        """Creates a file. Returns False if a file of this name exists.

        Most stores ensure that only one of several runs creates it. With other stores, the caller must read it again.
        """
        path = self.path(name)
        if self.is_local:
            temporary = self._temporary(data, owner)
            try:
                os.link(temporary, path)
            except FileExistsError:
                return False
            except OSError:
                # A file system without hard links.
                with suppress(FileExistsError):
                    with open(path, "xb") as file:
                        file.write(data)
                    return True
                return False
            finally:
                self._discard(temporary)
            return True
        self._make_folder(self.fs._parent(path))
        try:
            self.fs.pipe_file(path, data, mode="create")
        except FileExistsError:
            return False
        except TypeError:
            # A file system without modes.
            if self.has(name):
                return False
            self.fs.pipe_file(path, data)
        return True

    def move(self, name: str, to: str) -> None:
        """Moves a file to a name that does not exist."""
        if self.has(to):
            raise MinirowError(
                f"{self.path(to)}: exists already, but this run has not written it; remove it or choose another folder"
            )
        self._make_folder(self.fs._parent(self.path(to)))
        self._rename(self.path(name), self.path(to))

    def _make_folder(self, path: str) -> None:
        """Creates a folder, but no bucket, which fsspec would create, too: its name may be misspelt."""
        if not self._has_bucket:
            bucket = self.root.partition("/")[0]
            if not self.fs.exists(bucket):
                name = self.fs.unstrip_protocol(bucket)
                raise MinirowError(f"{self}: found no bucket {name}, expected one that exists; correct the name or create it")
            self._has_bucket = True
        self.fs.makedirs(path, exist_ok=True)

    def _temporary(self, data: bytes, owner: str) -> str:
        """Writes a file under a unique name, and returns its path."""
        path = self.path(f"{PROGRESS}/{owner}-{uuid.uuid4().hex}.tmp")
        self._make_folder(self.path(PROGRESS))
        try:
            if self.is_local:
                with open(path, "xb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
            else:
                self.fs.pipe_file(path, data)
        except BaseException:
            self._discard(path)
            raise
        return path

    def _rename(self, path: str, to: str) -> None:
        if not self.is_local:
            self.fs.mv(path, to)
            return
        os.replace(path, to)
        # Without this, a power failure may undo the new name.
        if os.name == "posix":
            folder = os.open(os.path.dirname(to), os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def _discard(self, path: str) -> None:
        with suppress(Exception):
            self.fs.rm_file(path)

    def read_json(self, name: str, *keys: str) -> dict[str, Any] | None:
        """Returns the object in a JSON file, and None if there is no such file.

        Raises ValueError if the file is damaged or the object lacks one of the keys.
        """
        try:
            self.fs.invalidate_cache()
            entry = self.fs.info(self.path(name))
            if entry["type"] != "file" or (entry["size"] or 0) > _MOST:
                raise ValueError(f"found no regular file of at most {_MOST} bytes")
            value = json.loads(self.fs.cat_file(self.path(name)))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except RecursionError:
            raise ValueError("found too many brackets within each other") from None
        if not isinstance(value, dict) or not value.keys() >= set(keys):
            raise ValueError("keys are missing")
        return value

    def read_record(self, name: str, *keys: str) -> dict[str, Any] | None:
        """Returns the object in a file of `_progress` that lets a run continue, take over or remove something.

        Raises ValueError as `read_json`, and if the file or its folder is a link or belongs to another user.
        """
        for place in (PROGRESS, name):
            try:
                self.fs.invalidate_cache()
                entry = self.fs.info(self.path(place))
            except (FileNotFoundError, NotADirectoryError):
                return None
            is_foreign = self.is_local and hasattr(os, "geteuid") and entry["uid"] != os.geteuid()
            if entry.get("islink") or is_foreign or (place == PROGRESS and entry["type"] != "directory"):
                raise ValueError("it or its folder is a link, or belongs to another user")
        return self.read_json(name, *keys)

    def sha256(self, name: str) -> str | None:
        """Returns the checksum of a file, an empty text for what is no file, and None if there is nothing."""
        checksum = hashlib.sha256()
        try:
            if self.fs.info(self.path(name))["type"] != "file":
                return ""
            with self.fs.open(self.path(name), "rb", block_size=_CHUNK) as file:
                while chunk := file.read(_CHUNK):
                    checksum.update(chunk)
        except FileNotFoundError:
            return None
        return checksum.hexdigest()

    def names(self) -> list[str]:
        """Returns the names of the files and folders, without those in folders."""
        return sorted(self._list())

    def sizes(self) -> dict[str, int]:
        """Returns the sizes of the files in bytes by their names, without those in folders."""
        files = {name: entry["size"] for name, entry in self._list().items() if entry["type"] == "file"}
        return dict(sorted(files.items()))

    def _list(self) -> dict[str, dict[str, Any]]:
        self.fs.invalidate_cache()
        try:
            entries = self.fs.ls(self.root, detail=True)
        except FileNotFoundError:
            return {}
        names = {entry["name"].rstrip("/").rsplit("/", 1)[-1]: entry for entry in entries}
        # Object stores may list the folder itself.
        return {name: entry for name, entry in names.items() if entry["name"].rstrip("/") != self.root}

    def has(self, name: str) -> bool:
        """Returns True if a file or folder exists."""
        self.fs.invalidate_cache()
        return self.fs.exists(self.path(name))

    def remove_file(self, name: str) -> None:
        """Removes a file if it exists."""
        with suppress(FileNotFoundError):
            self.fs.rm_file(self.path(name))

    def remove_empty_folder(self, name: str) -> None:
        """Removes a folder if it is empty."""
        if not self.below(name)._list():
            # Object stores have no folders.
            with suppress(OSError, NotImplementedError):
                self.fs.rmdir(self.path(name))

    def files_below(self, folder: str) -> dict[str, int]:
        """Returns the sizes of the files in a folder by their names, without links. A link to a folder has none."""
        is_folder = not folder or self._list().get(folder, {}).get("type") == "directory"
        return self.below(folder).sizes() if is_folder else {}

    def remove_temporaries(self, owners: list[str]) -> None:
        """Removes the temporary files of some runs."""
        folder = self.below(PROGRESS)
        for name in folder.sizes():
            if name.endswith(".tmp") and name.partition("-")[0] in owners:
                folder.remove_file(name)

    def remove_tree(self, name: str) -> None:
        """Removes a folder and its contents, and of links only themselves. Its name has the id of a run, so no other run has
        written there."""
        if self.has(name):
            self.fs.rm(self.path(name), recursive=True)
