"""Files that the command line does not read, such as archives and those of Arrow, as temporary files that it reads."""

from __future__ import annotations

import bz2
import lzma
import os
import shutil
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ._minirow import MinirowError

#: The files beside the arrays of a data set of Hugging Face on disk.
_ON_DISK = ("dataset_dict.json", "state.json")


def unpacked(path: str, folder: str) -> list[str]:
    """Returns the paths of files with the contents of a file or a data set on disk. New ones are below a folder."""
    source = Path(path)
    if os.path.isdir(path):
        is_on_disk = any((source / name).is_file() for name in _ON_DISK)
        return _converted(source, Path(folder)) if is_on_disk else [path]
    unpack = _UNPACK.get(source.suffix.lower())
    if unpack is None or not os.path.isfile(path):
        return [path]
    target = Path(folder, source.name)
    while target.exists():
        target = target.with_name(target.name + "-")
    target.mkdir()
    try:
        found = [str(made) for made in unpack(source, target)]
    except (OSError, EOFError, ValueError, lzma.LZMAError, zipfile.BadZipFile) as error:
        if isinstance(error, MinirowError):
            raise
        raise MinirowError(f"{path}: cannot be read: {error}") from None
    if not found:
        raise MinirowError(f"{path}: found no file in it, expected one with puzzles")
    return found


def write_parquet(table: Any, path: Path) -> None:
    """Writes a table of another library."""
    pyarrow = _pyarrow(type(table).__name__)
    from pyarrow import parquet

    parquet.write_table(pyarrow.table(table), path)


def _pyarrow(found: str) -> Any:
    try:
        import pyarrow
    except ImportError:
        raise MinirowError(f"a {found} needs pyarrow, which is not installed; write it to a file instead") from None
    return pyarrow


def _decompressed(open_file: Callable[[Path], Any]) -> Callable[[Path, Path], Iterator[Path]]:
    def unpack(source: Path, target: Path) -> Iterator[Path]:
        made = target / source.stem
        with open_file(source) as compressed, open(made, "wb") as plain:
            shutil.copyfileobj(compressed, plain)
        yield made

    return unpack


def _of_zip(source: Path, target: Path) -> Iterator[Path]:
    with zipfile.ZipFile(source) as archive:
        members = [member for member in archive.infolist() if not member.is_dir()]
        hidden = [member for member in members if "__MACOSX" in member.filename or Path(member.filename).name.startswith(".")]
        for member in members:
            if member not in hidden:
                yield Path(archive.extract(member, target))


def _of_npz(source: Path, target: Path) -> Iterator[Path]:
    """Writes the arrays of puzzles and solutions; those of other shapes are no grids."""
    try:
        import numpy
    except ImportError:
        raise MinirowError("an archive of NumPy needs numpy, which is not installed") from None
    with numpy.load(source, allow_pickle=False) as arrays:
        for name in arrays.files:
            array = arrays[name]
            if array.shape[1:] in ((81,), (9, 9)):
                made = target / f"{source.stem}_{name.replace(os.sep, '_')}.npy"
                numpy.save(made, numpy.ascontiguousarray(array), allow_pickle=False)
                yield made


def _of_arrow(source: Path, target: Path) -> Iterator[Path]:
    """Writes the rows of a file of Arrow, of a stream (as those of Hugging Face), or of Feather."""
    pyarrow = _pyarrow("file of Arrow")
    from pyarrow import feather, parquet

    made = target / f"{source.stem}.parquet"
    with pyarrow.memory_map(str(source)) as file:
        start = file.read(6)
        file.seek(0)
        if start[:4] == b"FEA1":
            parquet.write_table(feather.read_table(str(source)), made)
        else:
            reader: Any = pyarrow.ipc.open_file(file) if start == b"ARROW1" else pyarrow.ipc.open_stream(file)
            batches = map(reader.get_batch, range(reader.num_record_batches)) if start == b"ARROW1" else reader
            with parquet.ParquetWriter(made, reader.schema) as writer:
                for batch in batches:
                    writer.write_batch(batch)
    yield made


_UNPACK: dict[str, Callable[[Path, Path], Iterator[Path]]] = {
    ".bz2": _decompressed(bz2.open),
    ".xz": _decompressed(lzma.open),
    ".zip": _of_zip,
    ".npz": _of_npz,
    ".arrow": _of_arrow,
    ".feather": _of_arrow,
}


def _converted(source: Path, folder: Path) -> list[str]:
    """Returns the files of a data set of Hugging Face on disk. Its splits are the names of folders."""
    arrays = sorted(source.rglob("*.arrow"))
    arrays = [path for path in arrays if not path.name.startswith("cache-")]
    if not arrays:
        raise MinirowError(f"{source}: found no file of Arrow, expected a data set that save_to_disk wrote")
    made: list[str] = []
    for path in arrays:
        target = folder / source.name / path.relative_to(source).parent
        target.mkdir(parents=True, exist_ok=True)
        made += map(str, _of_arrow(path, target))
    return made
