"""The lease of the database: only one process plays at a time.

Two processes would both answer every press and both deal. A process renews its lease while it runs. After a crash the
next start takes the lease over: at once if the crashed process ran on this machine, else when it has expired.
"""

import asyncio
import os
import socket
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol
from uuid import uuid4

import structlog

log: Final = structlog.get_logger()

LEASE_SECONDS: Final = 15.0
"""How long a lease lasts without being renewed."""
RENEW_SECONDS: Final = 5.0
POLL_SECONDS: Final = 1.0
"""How often a start looks whether the holder of a lease renews it."""
_PROC: Final = Path("/proc")


class DatabaseInUse(Exception):  # noqa: N818 - read as a sentence
    """Another process holds the lease; the message is one line that names it."""

    def __init__(self, holder: "Process") -> None:
        super().__init__(
            f"another bot uses this database (process {holder.number} on {holder.host}); "
            "stop it first, or give this one a database of its own"
        )


@dataclass(frozen=True, slots=True)
class Process:
    """A process. `machine`: what tells this start of a computer, or a container on it, from any other.

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


@dataclass(frozen=True, slots=True)
class Lease:
    """A lease as stored. `seconds_left` is negative once it has expired."""

    owner: str
    process: Process
    expires_at: float
    seconds_left: float


class LeaseStore(Protocol):
    """Stores the lease; times are the database's own, because clocks of machines differ."""

    async def find(self) -> Lease | None:
        """Return the lease, also an expired one."""

    async def take(self, owner: str, process: Process, seconds: float, instead_of: Lease | None) -> bool:
        """Save a new lease unless the stored one is no longer `instead_of`; return whether it was saved."""

    async def renew(self, owner: str, seconds: float) -> bool:
        """Let the owner's lease last from now; return False if it is another's."""

    async def release(self, owner: str) -> None:
        """Delete the owner's lease."""


class LeaseHolder:
    """Takes the lease, renews it, and gives it back. `lost` is set when another process has taken it over."""

    def __init__(
        self, store: LeaseStore, process: Process, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._store = store
        self._process = process
        self._sleep = sleep
        self._owner: Final = uuid4().hex
        self._renewing: asyncio.Task[None] | None = None
        self.lost = asyncio.Event()

    async def acquire(self) -> None:
        """Take the lease, and renew it from now on; wait if its holder may have crashed.

        Raises:
            DatabaseInUse: another process holds it.
        """
        held = await self._store.find()
        if held is not None and not self._is_free(held):
            held = await self._wait_until_free(held)
        if not await self._store.take(self._owner, self._process, LEASE_SECONDS, held):
            quicker = await self._store.find()
            raise DatabaseInUse(quicker.process if quicker is not None else self._process)
        self._renewing = asyncio.create_task(self._renew(), name="lease")

    async def release(self) -> None:
        """Give the lease back, so that the next start need not wait."""
        if self._renewing is None:
            return
        self._renewing.cancel()
        await asyncio.gather(self._renewing, return_exceptions=True)
        with suppress(OSError):  # it expires by itself
            await self._store.release(self._owner)

    def _is_free(self, held: Lease) -> bool:
        return held.seconds_left <= 0 or held.process.is_gone(self._process)

    async def _wait_until_free(self, held: Lease) -> Lease | None:
        """Wait until the lease has expired or is given back, and return it.

        Raises:
            DatabaseInUse: its holder runs.
        """
        if held.process.is_alive(self._process):
            raise DatabaseInUse(held.process)
        log.warning(
            "waiting: another process used this database a moment ago",
            process=held.process.number,
            host=held.process.host,
            seconds=round(held.seconds_left),
        )
        now: Lease | None = held
        waited = 0.0  # a clock that was set back would let the lease last for hours, but nobody renews it
        while now is not None and not self._is_free(now) and waited < LEASE_SECONDS:
            if (now.owner, now.expires_at) != (held.owner, held.expires_at):
                raise DatabaseInUse(now.process)
            pause = min(POLL_SECONDS, max(0.0, now.seconds_left))
            await self._sleep(pause)
            waited += pause
            now = await self._store.find()
        return now

    async def _renew(self) -> None:
        while not self.lost.is_set():
            await self._sleep(RENEW_SECONDS)
            try:
                if not await self._store.renew(self._owner, LEASE_SECONDS):
                    self.lost.set()
            except OSError:  # the next attempt may succeed; nobody else can take what cannot be reached
                log.warning("the lease of the database could not be renewed")


def _describe_machine() -> str:
    """Return a text that is the same only for processes that see each other's numbers."""
    parts = [socket.gethostname()]
    with suppress(OSError):
        parts.append((_PROC / "sys/kernel/random/boot_id").read_text().strip())
        parts.append(str((_PROC / "self/ns/pid").readlink()))
    return " ".join(parts)


def _find_start(number: int) -> str | None:
    """Return when a running process started, as its system counts; None if it has ended or nothing is known."""
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
