"""Distinguishes outages, which may end by themselves, from other faults, and describes errors in one line."""

import errno
import socket
import sqlite3
import ssl
from collections.abc import Iterator
from typing import Final

from sqlalchemy.exc import TimeoutError as PoolTimeout

_SQLITE_CODES: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PROTOCOL,
}
_SQLSTATES: Final = ("08", "53", "57P")
"""The first characters of PostgreSQL's codes for lost connections, lack of resources and servers that start or stop."""
_ERRNOS: Final = {
    errno.EAGAIN,
    errno.EDQUOT,
    errno.EHOSTUNREACH,
    errno.EIO,
    errno.EMFILE,
    errno.ENETDOWN,
    errno.ENETUNREACH,
    errno.ENFILE,
    errno.ENOENT,  # a local server that has not started has no socket file
    errno.ENOSPC,
}

_SENTENCES: Final = {
    errno.EACCES: "this user may not read or write {file}",
    errno.EISDIR: "{file} is a folder",
    errno.ENAMETOOLONG: "the name {file} is too long",
    errno.ENOENT: "there is no {file}",
    errno.ENOSPC: "there is no space left for {file}",
    errno.ENOTDIR: "{file} is no folder",
    errno.EROFS: "{file} can only be read",
}
"""The texts of frequent errors; all others keep the system's own text."""


def is_outage(error: BaseException) -> bool:
    """Return whether an error, or one that caused it, may be temporary."""
    return any(map(_is_passing, _iterate_causes(error)))


def _iterate_causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__


def _is_passing(error: BaseException) -> bool:
    if isinstance(error, sqlite3.Error):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF in _SQLITE_CODES
    if isinstance(state := getattr(error, "sqlstate", None), str):
        return state.startswith(_SQLSTATES)
    if isinstance(error, ssl.SSLCertVerificationError):
        return False
    if isinstance(error, PoolTimeout | TimeoutError | ConnectionError | socket.gaierror):
        return True
    # If several addresses refuse a connection, asyncio raises one error without a number.
    return isinstance(error, OSError) and (error.errno in _ERRNOS or str(error).startswith("Multiple exceptions: "))


def describe_error(error: BaseException) -> str:
    """Return an error's message in one line, without SQLAlchemy's statement or the system's number."""
    if isinstance(error, OSError) and error.filename and error.strerror:
        return _SENTENCES.get(error.errno or 0, "{file}: {text}").format(file=error.filename, text=error.strerror)
    return " ".join(str(getattr(error, "orig", None) or error).split()) or type(error).__name__
