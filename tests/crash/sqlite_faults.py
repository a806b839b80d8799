"""Makes SQLite's file system layer fail at a chosen call, or ends the process there.

With ctypes, the layer's method to delete files is replaced, and so are the methods to write, truncate and synchronise
every file that SQLite opens. The new methods count their calls, and make the chosen call fail. The layer belongs to the
whole process, so it is changed only in processes that exist for this purpose.
"""

import ctypes
import os
import random
import signal
import sqlite3
from ctypes import CFUNCTYPE, POINTER, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

IOERR_WRITE, IOERR_FSYNC, IOERR_TRUNCATE, IOERR_DELETE, FULL = 778, 1034, 1546, 2570, 13


class Fault(StrEnum):
    """A fault at the chosen call."""

    KILL = "kill"
    """The process is killed before the call."""
    TORN = "torn"
    """The process is killed after half of the bytes are written."""
    POWER = "power"
    """The power fails, so that an arbitrary part of the unsynchronised data is missing on the disk."""
    ERROR = "error"
    """This one call fails."""
    FULL = "full"
    """The disk is full at this call and all further calls, until `heal` is called."""


class File(ctypes.Structure):
    _fields_ = (("methods", c_void_p),)


class Layer(ctypes.Structure):
    """The beginning of SQLite's struct `sqlite3_vfs`, with all fields that are needed here."""

    _fields_ = (
        *(("version", c_int), ("file_size", c_int), ("longest_path", c_int)),
        *(("next", c_void_p), ("name", c_char_p), ("data", c_void_p)),
        *(("open", c_void_p), ("delete", c_void_p)),
    )


class Methods(ctypes.Structure):
    """SQLite's struct `sqlite3_io_methods` in version 3."""

    _fields_ = (
        *(("version", c_int), ("close", c_void_p), ("read", c_void_p), ("write", c_void_p), ("truncate", c_void_p)),
        *(("sync", c_void_p), ("size", c_void_p), ("rest", c_void_p * 12)),
    )


# File names must stay addresses, because SQLite stores further parameters in memory behind the name.
Opening = CFUNCTYPE(c_int, POINTER(Layer), c_void_p, POINTER(File), c_int, POINTER(c_int))
Deleting = CFUNCTYPE(c_int, POINTER(Layer), c_void_p, c_int)
Transfer = CFUNCTYPE(c_int, POINTER(File), c_void_p, c_int, c_int64)
Truncating = CFUNCTYPE(c_int, POINTER(File), c_int64)
Syncing = CFUNCTYPE(c_int, POINTER(File), c_int)
Sizing = CFUNCTYPE(c_int, POINTER(File), POINTER(c_int64))


def find_layer():
    """Return SQLite's file system layer. Return None if Python's SQLite library does not export it."""
    import _sqlite3

    try:
        find = ctypes.CDLL(_sqlite3.__file__).sqlite3_vfs_find
    except (AttributeError, OSError):
        return None
    find.restype = POINTER(Layer)
    return find(None)


@dataclass
class Unsynced:
    """A write that a power failure may undo."""

    offset: int
    old: bytes
    new: bytes
    size: int
    """The file's size before the write."""


class FaultyLayer:
    """Lets number `at` of SQLite's file calls fail. It cannot be removed, so a process creates only one."""

    def __init__(self, fault=None, at=0, seed=0):
        self.fault, self.at, self.seed = fault, at, seed
        self.calls = 0
        self.armed = False
        """Whether calls are counted and can fail."""
        self.is_full = False
        self.on_synced = lambda _path: None
        """Called with the path of a file that was synchronised."""
        self._paths, self._methods, self._unsynced = {}, {}, {}
        self._layer = find_layer()
        self._keep = []
        self._install()

    def _install(self):
        layer = self._layer.contents
        self._open, self._delete = Opening(layer.open), Deleting(layer.delete)
        opening, deleting = Opening(self._on_open), Deleting(self._on_delete)
        self._keep += [opening, deleting]
        layer.open = ctypes.cast(opening, c_void_p)
        layer.delete = ctypes.cast(deleting, c_void_p)

    # ------------------------------------------------------------------ what SQLite calls

    def _on_open(self, layer, name, file, flags, out):
        code = self._open(layer, name, file, flags, out)
        if code == 0 and name and file.contents.methods:
            self._paths[ctypes.addressof(file.contents)] = ctypes.string_at(name).decode()
            file.contents.methods = self._replaced(file.contents.methods)
        return code

    def _on_delete(self, layer, name, synced):
        path = ctypes.string_at(name).decode()
        if self._fails():
            return IOERR_DELETE
        self._unsynced.pop(path, None)
        return self._delete(layer, name, synced)

    def _replaced(self, original):
        """Return the address of a copy of `original` whose methods can fail. Each kind of file has one copy."""
        if original not in self._methods:
            copy = Methods.from_buffer_copy(Methods.from_address(original))
            pairs = {
                "write": Transfer(self._writing(Methods.from_address(original))),
                "truncate": Truncating(self._truncating(Truncating(copy.truncate))),
                "sync": Syncing(self._syncing(Syncing(copy.sync))),
            }
            for name, function in pairs.items():
                setattr(copy, name, ctypes.cast(function, c_void_p))
            self._keep.append((copy, pairs))
            self._methods[original] = ctypes.addressof(copy)
        return self._methods[original]

    def _writing(self, methods):
        read, write, size = Transfer(methods.read), Transfer(methods.write), Sizing(methods.size)

        def on_write(file, data, amount, offset):
            path = self._paths[ctypes.addressof(file.contents)]
            if self._fails(lambda: write(file, data, amount // 2, offset)):
                return IOERR_WRITE
            if self.is_full:
                return FULL
            if self.fault is Fault.POWER:
                self._remember(path, file, read, size, data, amount, offset)
            return write(file, data, amount, offset)

        return on_write

    def _remember(self, path, file, read, size, data, amount, offset):
        before, old = c_int64(), ctypes.create_string_buffer(amount)
        size(file, ctypes.byref(before))
        read(file, ctypes.cast(old, c_void_p), amount, offset)
        one = Unsynced(offset, old.raw, ctypes.string_at(data, amount), before.value)
        self._unsynced.setdefault(path, []).append(one)

    def _truncating(self, truncate):
        def on_truncate(file, size):
            if self._fails():
                return IOERR_TRUNCATE
            return truncate(file, size)

        return on_truncate

    def _syncing(self, sync):
        def on_sync(file, flags):
            path = self._paths[ctypes.addressof(file.contents)]
            if self._fails():
                return IOERR_FSYNC
            code = sync(file, flags)
            self._unsynced.pop(path, None)
            if self.armed:
                self.on_synced(path)
            return code

        return on_sync

    # ------------------------------------------------------------------ what happens

    def _fails(self, half=lambda: None):
        """Count a call; return whether it fails. The process may end here."""
        if not self.armed:
            return False
        self.calls += 1
        if self.calls != self.at:
            return False
        if self.fault is Fault.POWER:
            self._lose_power()
        if self.fault is Fault.TORN:
            half()
        if self.fault in {Fault.KILL, Fault.TORN, Fault.POWER}:
            os.kill(os.getpid(), signal.SIGKILL)
        self.is_full = self.fault is Fault.FULL
        return self.fault is Fault.ERROR

    def heal(self):
        """Let every further call succeed."""
        self.armed = self.is_full = False

    def _lose_power(self):
        """Keep a random selection of the unsynchronised writes, and undo the others."""
        chance = random.Random(self.seed)
        for path, writes in self._unsynced.items():
            with Path(path).open("r+b") as file:
                for one in reversed(writes):
                    _put(file, one.offset, one.old)
                    file.truncate(one.size)
                for one in writes:
                    if chance.random() < 0.5:
                        _put(file, one.offset, one.new)


def _put(file, offset, data):
    file.seek(offset)
    file.write(data)


def is_reachable():
    """Return whether faults of SQLite can be simulated on this machine."""
    return find_layer() is not None and sqlite3.threadsafety > 0
