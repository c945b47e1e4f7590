"""Writes archives and checksums that depend on nothing but the files.

``archive.py pack FOLDER ARCHIVE`` packs a folder as .tar.gz or .zip. ``archive.py licences FOLDER WHEEL`` adds the files of a
folder to the licences of a wheel, and removes values that differ between runs. ``archive.py sums FOLDER`` writes SHA256SUMS.
"""

import base64
import gzip
import hashlib
import io
import json
import os
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
            write_entry(packed, name, file.read_bytes(), mode(file) << 16)


def write_entry(packed: zipfile.ZipFile, name: str, content: bytes, attributes: int) -> None:
    # The time keeps its default, the earliest one.
    entry = zipfile.ZipInfo(name)
    entry.create_system, entry.external_attr = 3, attributes
    entry.compress_type = zipfile.ZIP_DEFLATED
    packed.writestr(entry, content)


def add_licences(files: list[Path], wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as old:
        entries = {entry.filename: (old.read(entry), entry.external_attr) for entry in old.infolist()}
    record = next(name for name in entries if name.endswith(".dist-info/RECORD"))
    info = record.removesuffix("/RECORD")
    del entries[record]
    metadata, attributes = entries[f"{info}/METADATA"]
    for file in files:
        entries[f"{info}/licenses/{file.name}"] = (file.read_bytes(), DOCUMENT << 16)
        # The headers end at the first empty line.
        headers, end, text = metadata.partition(b"\n\n")
        metadata = headers + f"\nLicense-File: {file.name}".encode() + end + text
    entries[f"{info}/METADATA"] = (metadata, attributes)
    for name, (content, attributes) in entries.items():
        if name.startswith(f"{info}/sboms/"):
            entries[name] = (remove_varying_values(content), attributes)
    lines = []
    for name, (content, _) in entries.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")
        lines.append(f"{name},sha256={digest},{len(content)}\n")
    entries[record] = ("".join([*lines, f"{record},,\n"]).encode(), DOCUMENT << 16)
    with zipfile.ZipFile(wheel, "w") as new:
        for name, (content, attributes) in entries.items():
            write_entry(new, name, content, attributes)


def remove_varying_values(bill: bytes) -> bytes:
    """Removes the values of a bill of materials that differ between runs. The current folder is the top of the repository."""
    fields = json.loads(bill.replace(os.getcwd().encode(), b"/minirow"))
    fields.pop("serialNumber", None)
    fields["metadata"].pop("timestamp", None)
    return (json.dumps(fields, indent=2) + "\n").encode()


def write_sums(folder: Path) -> None:
    files = sorted(file for file in folder.iterdir() if file.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (folder / "SHA256SUMS").write_text("".join(lines))


def main(command: str, folder: str, archive: str = "") -> None:
    if command == "sums":
        write_sums(Path(folder))
        return
    if command == "licences":
        add_licences(sorted(Path(folder).iterdir()), Path(archive))
        return
    # All files are in a folder with the name of the archive.
    top = Path(archive).name.removesuffix(".zip").removesuffix(".tar.gz")
    files = {f"{top}/{file.relative_to(folder).as_posix()}": file for file in sorted(Path(folder).rglob("*")) if file.is_file()}
    pack = pack_zip if archive.endswith(".zip") else pack_tar
    pack(files, Path(archive))


if __name__ == "__main__":
    main(*sys.argv[1:])
