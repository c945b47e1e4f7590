"""The files of a data set below a path of any file system that fsspec knows: written whole, or not at all."""

from __future__ import annotations

import hashlib
import json
import os
import uuid
from typing import Any

import fsspec
from fsspec.implementations.local import LocalFileSystem

#: What is here only as long as a data set is not complete. Readers of data sets pass over names that begin with `_`.
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

    def write(self, name: str, data: bytes) -> None:
        """Writes a file under another name, and gives it its own when all of it is there."""
        path = self.path(name)
        under = self.path(f"{PROGRESS}/{uuid.uuid4().hex}.tmp")
        self.fs.makedirs(self.path(PROGRESS), exist_ok=True)
        if self.is_local:
            try:
                with open(under, "wb") as file:
                    file.write(data)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(under, path)
            except BaseException:
                if os.path.exists(under):
                    os.remove(under)
                raise
        else:
            self.fs.pipe_file(under, data)
            self.fs.mv(under, path)

    def write_json(self, name: str, value: Any) -> None:
        self.write(name, (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode())

    def read(self, name: str) -> bytes | None:
        """What is in a file; nothing if it is not there."""
        try:
            return self.fs.cat_file(self.path(name))
        except (FileNotFoundError, NotADirectoryError):
            return None

    def sha256(self, name: str) -> str | None:
        """The checksum of a file; nothing if it is not there."""
        checksum = hashlib.sha256()
        try:
            with self.fs.open(self.path(name), "rb", block_size=_CHUNK) as file:
                while chunk := file.read(_CHUNK):
                    checksum.update(chunk)
        except FileNotFoundError:
            return None
        return checksum.hexdigest()

    def sizes(self) -> dict[str, int]:
        """The files by their names, without those in folders, with their sizes in bytes."""
        self.fs.invalidate_cache()
        try:
            entries = self.fs.ls(self.root, detail=True)
        except FileNotFoundError:
            return {}
        files = (entry for entry in entries if entry["type"] == "file")
        sizes = {entry["name"].rstrip("/").rsplit("/", 1)[-1]: entry["size"] for entry in files}
        return dict(sorted(sizes.items()))

    def has(self, name: str) -> bool:
        self.fs.invalidate_cache()
        return self.fs.exists(self.path(name))

    def make_folder(self) -> None:
        self.fs.makedirs(self.root, exist_ok=True)

    def remove(self, name: str) -> None:
        """Takes away a file, or a folder with all in it; it need not be there."""
        if self.has(name):
            self.fs.rm(self.path(name), recursive=True)
