"""Writes archives and checksums that depend on nothing but the files.

``archive.py pack FOLDER ARCHIVE`` packs a folder as .tar.gz or .zip; ``archive.py sums FOLDER`` writes SHA256SUMS.
"""

import gzip
import hashlib
import io
import sys
import tarfile
import zipfile
from pathlib import Path

#: The mode of programs, and that of other files.
PROGRAM, DOCUMENT = 0o755, 0o644


def mode(file: Path) -> int:
    return PROGRAM if file.stem == "minirow" else DOCUMENT


def pack_tar(files: dict[str, Path], archive: Path) -> None:
    tar_bytes = io.BytesIO()
    with tarfile.open(fileobj=tar_bytes, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name, file in files.items():
            # Owner, group and time keep their default, 0.
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = file.stat().st_size, mode(file)
            with file.open("rb") as content:
                tar.addfile(entry, content)
    archive.write_bytes(gzip.compress(tar_bytes.getvalue(), mtime=0))


def pack_zip(files: dict[str, Path], archive: Path) -> None:
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, file in files.items():
            # The time keeps its default, the earliest one.
            entry = zipfile.ZipInfo(name)
            entry.create_system, entry.external_attr = 3, mode(file) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, file.read_bytes())


def write_sums(folder: Path) -> None:
    files = sorted(file for file in folder.iterdir() if file.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (folder / "SHA256SUMS").write_text("".join(lines))


def main(command: str, folder: str, archive: str = "") -> None:
    if command == "sums":
        write_sums(Path(folder))
        return
    # All files are in a folder with the name of the archive.
    top = Path(archive).name.removesuffix(".zip").removesuffix(".tar.gz")
    files = {f"{top}/{file.relative_to(folder).as_posix()}": file for file in sorted(Path(folder).rglob("*")) if file.is_file()}
    pack = pack_zip if archive.endswith(".zip") else pack_tar
    pack(files, Path(archive))


if __name__ == "__main__":
    main(*sys.argv[1:])
