"""Leases of shards: one process at a time serves each shard; without sharding, one serves everything.

Two processes would both answer every press and both deal. A process renews its leases while it runs. After a crash the
next start takes them over: at once if the crashed process ran on this machine, else when they have expired. From then
on the earlier process cannot write any more, even if it only slept. A process can also ask another to hand over.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.processes.process import EVERYTHING, Process, Shards


class DatabaseInUse(Exception):  # noqa: N818 - read as a sentence
    """Another process holds a lease; the message is one line that names it."""

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
    """Another process has taken over this one's shards; nothing was written."""

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
    """How often the shard has been taken."""
    process: Process
    expires_at: float
    seconds_left: float
    answered: frozenset[int] | None = None
    """The interactions answered last, once its owner is handing over and answers no longer; else None."""


class LeaseStore(Protocol):
    """Stores the leases. Times are the database's own, because machines' clocks differ."""

    async def list_all(self) -> Sequence[Lease]:
        """Return all leases, including expired ones and, with an empty owner, released ones."""

    async def take(
        self, owner: str, process: Process, seconds: float, shards: Shards, instead_of: Collection[Lease]
    ) -> int | None:
        """Save new leases in place of others, whose owners lose all of theirs; return the first one's epoch.

        None: another lease is in the way, or one of `instead_of` has changed.
        """

    async def renew(self, owner: str, seconds: float) -> bool:
        """Extend the owner's leases from now on; return False if it has none."""

    async def release(self, owner: str) -> None:
        """Release the owner's leases."""

    async def ask(self, owner: str, leases: Collection[Lease]) -> None:
        """Ask the owners of leases to hand over to `owner`."""

    async def is_wanted(self, owner: str) -> bool:
        """Return whether another process asks the owner to hand over."""

    async def save_answered(self, owner: str, interactions: Collection[int]) -> None:
        """Save that the owner answers no longer, and which interactions it answered last."""

    def fence_writes(self, owner: str, epoch: int, shards: Shards, on_lost: Callable[[], object]) -> None:
        """From now on, fail every transaction that would write without these leases.

        `on_lost` is then called, in any thread.
        """
