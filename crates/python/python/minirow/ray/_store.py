"""The files of a data set below a path of any file system of fsspec. Each file is written whole or not at all."""

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

#: The folder for what is needed only until a data set is complete. Readers of data sets skip names that begin with `_`.
PROGRESS = "_progress"

_CHUNK = 1 << 20


class Store:
    """The files below a path."""

    def __init__(self, path: str | os.PathLike[str], filesystem: Any | None = None) -> None:
        name = os.fspath(path)
        if filesystem is None:
            filesystem, root = fsspec.core.url_to_fs(name)
        else:
            root = filesystem._strip_protocol(name)
        self.fs = filesystem
        self.root = root.rstrip("/")
        self.is_local = isinstance(filesystem, LocalFileSystem)

    def __str__(self) -> str:
        return self.root if self.is_local else self.fs.unstrip_protocol(self.root)

    def path(self, name: str) -> str:
        return f"{self.root}/{name}" if name else self.root

    def below(self, name: str) -> Store:
        """The files of a folder."""
        return Store(self.path(name), self.fs)

    def write(self, name: str, data: bytes, owner: str) -> None:
        """Writes a file under a temporary name, which begins with the id of the owner, and renames it."""
        temporary = self._temporary(data, owner)
        try:
            self._rename(temporary, self.path(name))
        except BaseException:
            self._discard(temporary)
            raise

    def write_json(self, name: str, value: Any, owner: str) -> None:
        self.write(name, (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode(), owner)

    def create(self, name: str, data: bytes, owner: str) -> bool:
        """Creates a file; returns False if there is one of this name.

        Most stores make sure that only one of several runs creates it. With others the caller has to read it again.
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
        self.fs.makedirs(self.fs._parent(path), exist_ok=True)
        try:
            self.fs.pipe_file(path, data, mode="create")
        except FileExistsError:
            return False
        except TypeError:
            # A file system that knows no modes.
            if self.has(name):
                return False
            self.fs.pipe_file(path, data)
        return True

    def move(self, name: str, to: str) -> None:
        """Moves a file to a name that is free."""
        if self.has(to):
            raise MinirowError(f"{self.path(to)}: exists already, and is not of this run")
        self.fs.makedirs(self.fs._parent(self.path(to)), exist_ok=True)
        self._rename(self.path(name), self.path(to))

    def _temporary(self, data: bytes, owner: str) -> str:
        """Writes a file with a name of its own."""
        path = self.path(f"{PROGRESS}/{owner}-{uuid.uuid4().hex}.tmp")
        self.fs.makedirs(self.path(PROGRESS), exist_ok=True)
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
        # The directory, too: otherwise the name may be lost with the power.
        if os.name == "posix":
            folder = os.open(os.path.dirname(to), os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def _discard(self, path: str) -> None:
        with suppress(Exception):
            self.fs.rm_file(path)

    def read(self, name: str) -> bytes | None:
        """The contents of a file; None if there is no such file."""
        try:
            self.fs.invalidate_cache()
            return self.fs.cat_file(self.path(name))
        except (FileNotFoundError, NotADirectoryError):
            return None

    def sha256(self, name: str) -> str | None:
        """The checksum of a file; None if there is no such file."""
        checksum = hashlib.sha256()
        try:
            with self.fs.open(self.path(name), "rb", block_size=_CHUNK) as file:
                while chunk := file.read(_CHUNK):
                    checksum.update(chunk)
        except FileNotFoundError:
            return None
        return checksum.hexdigest()

    def names(self) -> list[str]:
        """The names of the files and folders, without those below."""
        return sorted(self._list())

    def sizes(self) -> dict[str, int]:
        """The sizes of the files in bytes, by their names; without those in folders."""
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
        self.fs.invalidate_cache()
        return self.fs.exists(self.path(name))

    def remove_file(self, name: str) -> None:
        """Removes a file, if there is one."""
        with suppress(FileNotFoundError):
            self.fs.rm_file(self.path(name))

    def remove_empty_folder(self, name: str) -> None:
        """Removes a folder, if there is nothing in it."""
        if not self.below(name)._list():
            # Object stores have no folders.
            with suppress(OSError, NotImplementedError):
                self.fs.rmdir(self.path(name))

    def remove_temporaries(self, owners: list[str]) -> None:
        """Removes the temporary files that these runs have left."""
        folder = self.below(PROGRESS)
        for name in folder.sizes():
            if name.endswith(".tmp") and name.partition("-")[0] in owners:
                folder.remove_file(name)

    def remove_tree(self, name: str) -> None:
        """Removes a folder with all in it: one whose name has the id of a run, so that only this run has written there."""
        if self.has(name):
            self.fs.rm(self.path(name), recursive=True)
