"""Which process this is, which servers it serves, and what processes that share a database tell one another."""

import os
import socket
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_PROC: Final = Path("/proc")


@dataclass(frozen=True, slots=True)
class Process:
    """A process. `machine` identifies this start of a computer, or of a container on it.

    `started` tells it from later processes with the same number; empty where the system does not say.
    """

    host: str
    machine: str
    number: int
    started: str

    @classmethod
    def current(cls) -> "Process":
        """Return this process."""
        return cls(socket.gethostname(), _describe_machine(), os.getpid(), _find_start(os.getpid()) or "")

    def is_gone(self, seen_from: "Process") -> bool:
        """Return whether it has certainly ended, as far as the process `seen_from` can see."""
        if self.machine != seen_from.machine or os.name != "posix":
            return False
        if self.started:
            return _find_start(self.number) != self.started
        return not _exists(self.number)

    def is_alive(self, seen_from: "Process") -> bool:
        """Return whether it certainly runs, as far as the process `seen_from` can see."""
        return self.machine == seen_from.machine and bool(self.started) and not self.is_gone(seen_from)


def _describe_machine() -> str:
    """Return a text that is the same only for processes that see each other's process ids."""
    parts = [socket.gethostname()]
    with suppress(OSError):
        parts.append((_PROC / "sys/kernel/random/boot_id").read_text().strip())
        parts.append(str((_PROC / "self/ns/pid").readlink()))
    return " ".join(parts)


def _find_start(number: int) -> str | None:
    """Return when a running process started, by its system's count; None if it has ended or nothing is known."""
    try:
        after_name = (_PROC / str(number) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if after_name[0] in {"Z", "X"} else after_name[19]


def _exists(number: int) -> bool:
    try:
        os.kill(number, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


GUILD_ID_SHIFT: Final = 22
"""The bits of an id below its timestamp. Discord: `shard_id = (guild_id >> 22) % num_shards`."""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of one process. Direct messages, and all that belongs to no server, are part of shard 0."""

    count: int = 1
    ids: tuple[int, ...] = (0,)

    @property
    def is_everything(self) -> bool:
        """Return whether this process is the only one."""
        return len(self.ids) == self.count

    @property
    def is_first(self) -> bool:
        """Return whether this process does what the bot does only once, such as syncing the commands."""
        return 0 in self.ids

    def has_guild(self, guild: int) -> bool:
        """Return whether this process serves a server."""
        return (guild >> GUILD_ID_SHIFT) % self.count in self.ids


EVERYTHING: Final = Shards()
"""A single process for all servers."""

PERSON: Final = "person"
"""The kind of a change, as those below, with an id or key: a user's name, language or preferences have changed."""
FORGOTTEN: Final = "forgotten"
"""A user's data has been deleted."""
FACT: Final = "fact"
"""A value of the key-value store has changed."""
