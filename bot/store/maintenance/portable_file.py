"""The portable form of a whole database: lines of JSON that SQLite and PostgreSQL both read.

The first line says what the file is. Each table has one line with its columns, and one for each row, in an order in
which nothing refers to a later row. The last line has the checksum of all lines before it.
"""

import base64
import gzip
import hashlib
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, cast

FORMAT: Final = "tractor-export"
VERSION: Final = 1
_GZIP: Final = b"\x1f\x8b"
NOT_EXPORTED: Final = frozenset({"leases"})
"""Tables about the process that uses the database."""


class BadPortableFile(ValueError):  # noqa: N818 - read as a sentence
    """The file is no export, or not a whole one; the message is one line."""


class PortableWriter:
    """Writes the lines of an export."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._digest = hashlib.sha256()

    def write(self, value: Any) -> None:
        """Write one line."""
        line = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        self._digest.update(line)
        self._file.write(line)

    def finish(self) -> None:
        """Write the last line."""
        self._file.write(json.dumps({"sha256": self._digest.hexdigest()}).encode() + b"\n")


def open_for_writing(file: Path, *, compressed: bool) -> BinaryIO:
    """Open a file, compressed or not."""
    return cast("BinaryIO", gzip.open(file, "wb", compresslevel=6)) if compressed else file.open("wb")


def is_compressed(file: Path) -> bool:
    """Return whether the name asks for compression."""
    return file.suffix == ".gz"


def read_header(file: Path) -> dict[str, Any]:
    """Return the first line of an export, after the whole file was checked.

    Raises:
        BadPortableFile: it is no export, or it is damaged or cut off.
    """
    try:
        lines = _iterate_lines(file)
        first = next(lines, b"{}")
        digest, last = hashlib.sha256(), first
        for line in lines:
            digest.update(last)
            last = line
        header, end = json.loads(first), json.loads(last)
    except (EOFError, ValueError, gzip.BadGzipFile, zlib.error) as error:
        raise BadPortableFile(f"{file} is no export, or it is cut off") from error
    if not isinstance(header, dict) or header.get("format") != FORMAT:
        raise BadPortableFile(f"{file} is no export of this program")
    if header.get("version") != VERSION:
        raise BadPortableFile(f"{file} was written by a newer version of the program")
    if not isinstance(end, dict) or end.get("sha256") != digest.hexdigest():
        raise BadPortableFile(f"{file} is damaged or cut off")
    return header


def read_values(file: Path) -> Iterator[Any]:
    """Yield what the lines between the first and the last hold; call `read_header` before."""
    lines = _iterate_lines(file)
    next(lines)
    held = next(lines)
    for line in lines:
        yield json.loads(held)
        held = line


def _iterate_lines(file: Path) -> Iterator[bytes]:
    with gzip.open(file, "rb") if _holds_gzip(file) else file.open("rb") as opened:
        yield from opened


def _holds_gzip(file: Path) -> bool:
    """Return whether the content is compressed, whatever the file is called by now."""
    with file.open("rb") as opened:
        return opened.read(len(_GZIP)) == _GZIP


def encode_value(value: Any) -> Any:
    """Return a column's value as JSON can hold it."""
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes | memoryview) else value


def decode_value(value: Any) -> Any:
    """Return what `encode_value` was given."""
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value
