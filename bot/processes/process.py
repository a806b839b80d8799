"""Describes a process, the servers that it serves, its leases, and the changes that it reports to other processes.

Only one process at a time has the lease of a shard. If two served the same table, both would answer and both would
deal. After a crash, the next process takes over the leases. If the crashed process may still run, the next one first
waits until they expire. A process that has lost its leases cannot write, even if it was only suspended.
"""

import os
import socket
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

_PROC: Final = Path("/proc")
GUILD_ID_SHIFT: Final = 22
"""The number of bits of an id below its timestamp. Discord's rule is `shard_id = (guild_id >> 22) % num_shards`."""
PERSON: Final = "person"
"""The kind of change in which a user's name, language or preferences change. It is reported with the user's id."""
FORGOTTEN: Final = "forgotten"
"""The kind of change in which a user's data is deleted. It is reported with the user's id."""
FACT: Final = "fact"
"""The kind of change in which a value of the key-value store changes. It is reported with the value's key."""


@dataclass(frozen=True, slots=True)
class Process:
    """A process with the id `number`. `machine` identifies a boot of a computer and, if there is one, the container.

    Systems reuse the ids of processes, so `started` says when the process started. It is empty if the system does not
    say.
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
        """Return whether this process has certainly ended, as far as the process `seen_from` can tell."""
        if self.machine != seen_from.machine or os.name != "posix":
            return False
        if self.started:
            return _find_start(self.number) != self.started
        return not _exists(self.number)

    def is_alive(self, seen_from: "Process") -> bool:
        """Return whether this process certainly runs, as far as the process `seen_from` can tell."""
        return self.machine == seen_from.machine and bool(self.started) and not self.is_gone(seen_from)


def _describe_machine() -> str:
    """Return a text for this machine. It is the same in two processes only if each can see the other's process id."""
    parts = [socket.gethostname()]
    with suppress(OSError):  # systems without /proc have only the name of the host
        parts.append((_PROC / "sys/kernel/random/boot_id").read_text().strip())
        parts.append(str((_PROC / "self/ns/pid").readlink()))
    return " ".join(parts)


def _find_start(number: int) -> str | None:
    """Return when a process started, in clock ticks since the boot. None if it has ended, or if /proc does not tell."""
    try:
        after_name = (_PROC / str(number) / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return None if after_name[0] in {"Z", "X"} else after_name[19]


def _exists(number: int) -> bool:
    try:
        os.kill(number, 0)
    except OSError as error:
        return not isinstance(error, ProcessLookupError)
    return True


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of one process. Direct messages, and all that belongs to no server, are part of shard 0."""

    count: int = 1
    ids: tuple[int, ...] = (0,)

    @property
    def is_everything(self) -> bool:
        """Return whether this process serves all shards."""
        return len(self.ids) == self.count

    @property
    def is_first(self) -> bool:
        """Return whether this process does the jobs that only one process does, such as syncing the commands."""
        return 0 in self.ids

    def has_guild(self, guild: int) -> bool:
        """Return whether this process serves a server."""
        return (guild >> GUILD_ID_SHIFT) % self.count in self.ids


EVERYTHING: Final = Shards()
"""The shards of a single process that serves all servers."""


class DatabaseInUse(Exception):  # noqa: N818 - read as a sentence
    """Another process holds a lease that this one needs; the message is one line that names the other process."""

    def __init__(self, lease: "Lease", wanted: Shards = EVERYTHING, cure: str = "") -> None:
        where = f"(process {lease.process.number} on {lease.process.host})"
        if lease.count != wanted.count:
            text = f"another bot uses this database {where} with SHARD_COUNT={lease.count}, this one has {wanted.count}"
            cure = "stop all bots before you change it"
        elif lease.count == 1:
            text = f"another bot uses this database {where}"
            cure = cure or "stop it first, start this one with --take-over, or give it a database of its own"
        else:
            text = f"another bot plays shard {lease.shard} of {lease.count} {where}"
            cure = cure or "stop it first, start this one with --take-over, or give it other SHARD_IDS"
        super().__init__(f"{text}; {cure}")


class LeaseLost(OSError):  # noqa: N818 - read as a sentence
    """Another process has taken over this one's shards, so this transaction writes nothing."""

    def __init__(self) -> None:
        super().__init__("another process has taken over from this one")


@dataclass(frozen=True, slots=True)
class Lease:
    """The lease of a shard as stored. `seconds_left` is negative once it has expired."""

    shard: int
    count: int
    """The number of shards into which its owner divides all servers."""
    owner: str
    epoch: int
    """The number of times that the lease of this shard has been taken."""
    process: Process
    expires_at: float
    seconds_left: float
    answered: frozenset[int] | None = None
    """The ids of the interactions that the owner answered last; None before it stops answering for a hand-over."""


class LeaseStore(Protocol):
    """Stores the leases. Times are the database's own, because machines' clocks differ."""

    async def list_all(self) -> Sequence[Lease]:
        """Return all leases, including expired leases and released leases. A released lease has an empty owner."""

    async def take(
        self, owner: str, process: Process, seconds: float, shards: Shards, instead_of: Collection[Lease]
    ) -> int | None:
        """Take the leases of `shards` for `owner`, and return the epoch of the first of these leases.

        If a lease in `instead_of` has changed, or if an owner not listed there has a conflicting lease, save nothing
        and return None. Otherwise, the owners listed there lose all their leases.
        """

    async def renew(self, owner: str, seconds: float) -> bool:
        """Let the owner's leases expire `seconds` from now; return False if it has none."""

    async def release(self, owner: str) -> None:
        """Release the owner's leases."""

    async def ask(self, owner: str, leases: Collection[Lease]) -> None:
        """Ask the owners of leases to hand over to `owner`."""

    async def is_wanted(self, owner: str) -> bool:
        """Return whether another process asks the owner to hand over."""

    async def save_answered(self, owner: str, interactions: Collection[int]) -> None:
        """Save the ids of the interactions that the owner answered last, now that it has stopped answering."""

    def fence_writes(self, owner: str, epoch: int, shards: Shards, on_lost: Callable[[], object]) -> None:
        """Make each write, except of leases, call `on_lost` (in any thread) and fail once these leases are lost."""
