"""Takes, renews and gives back the leases of a process; `bot.processes.process` says what they are for."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Final
from uuid import uuid4

import structlog

from bot.processes.process import EVERYTHING, DatabaseInUse, Lease, LeaseStore, Process, Shards
from bot.stopping import stop_tasks

log: Final = structlog.get_logger()

LEASE_SECONDS: Final = 15.0
RENEW_SECONDS: Final = 5.0
POLL_SECONDS: Final = 1.0
"""The seconds after which a holder, or a process that waits for leases to expire, reads the leases again."""
HAND_OVER_SECONDS: Final = 60.0
HAND_OVER_POLL_SECONDS: Final = 0.1


@dataclass(eq=False, repr=False)
class LeaseHolder:
    """Takes the leases of a process, renews them, and gives them back."""

    _store: LeaseStore
    _process: Process
    _sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    shards: Shards = EVERYTHING
    """The shards that this process serves once it has their leases."""
    _owner: str = field(init=False, default_factory=lambda: uuid4().hex)
    _epoch: int = field(init=False, default=0)
    _is_fenced: bool = field(init=False, default=False)
    _renewing: asyncio.Task[None] | None = field(init=False, default=None)
    _causes: set[str] = field(init=False, default_factory=set)
    """The causes of failed requests to the lease store since the last successful renewal."""
    lost: asyncio.Event = field(init=False, default_factory=asyncio.Event)
    """Set when another process has taken over."""
    wanted: asyncio.Event = field(init=False, default_factory=asyncio.Event)
    """Set when another process asks this one to hand over."""

    @property
    def is_held(self) -> bool:
        """Return whether this process has its leases."""
        return self._renewing is not None and not self.lost.is_set()

    @property
    def is_reachable(self) -> bool:
        """Return whether no request to the lease store has failed since the last successful renewal."""
        return not self._causes

    @property
    def is_first(self) -> bool:
        """Return whether this process is the first to serve these shards, or the first since SHARD_COUNT changed."""
        return self._epoch == 1

    async def acquire(self) -> None:
        """Once a crashed holder's leases have expired, take the leases and keep them renewed. Raises DatabaseInUse."""
        await self._take(self.shards, await self._wait_until_free(self.shards))

    async def acquire_alone(self) -> None:
        """Take the leases as `acquire` does, but exclude all other processes, so that the schema can be changed."""
        await self._take(EVERYTHING, await self._wait_until_free(EVERYTHING))

    async def take_over(self, on_answered: Callable[[frozenset[int] | None], None]) -> None:
        """Take the leases as `acquire` does, but ask their holders to hand over.

        Once all holders have stopped answering, `on_answered` is called with the ids of the interactions that they
        answered last. This process has to answer all other interactions. If a holder saved no ids, or if there was no
        holder, the argument is None. Raises DatabaseInUse if a holder does not hand over, or has another number of
        shards.
        """
        held = await self._find_conflicting(self.shards)
        other = next((one for one in held if one.count != self.shards.count and not self._is_free(one)), None)
        if other is not None:
            raise DatabaseInUse(other, self.shards)
        await self._store.ask(self._owner, held)
        asked, is_told, waited = {one.shard for one in held}, False, 0.0
        while busy := [one for one in held if not self._is_free(one)]:
            if waited >= HAND_OVER_SECONDS:
                raise DatabaseInUse(busy[0], self.shards, f"it did not hand over within {HAND_OVER_SECONDS:.0f} s")
            await self._sleep(HAND_OVER_POLL_SECONDS)
            waited += HAND_OVER_POLL_SECONDS
            answered = await self._find_answered(asked)
            if answered is not None and not is_told:
                is_told = True
                on_answered(answered)
            held = await self._find_conflicting(self.shards)
        await self._take(self.shards, held)
        if not is_told:
            on_answered(None)
        self.fence()

    async def _find_answered(self, shards: Collection[int]) -> frozenset[int] | None:
        """Return the ids of the last answered interactions; None until every holder of these shards has saved them."""
        found = {one.shard: one.answered for one in await self._store.list_all()}
        known = [answered for shard in shards if (answered := found.get(shard)) is not None]
        return frozenset[int]().union(*known) if len(known) == len(shards) else None

    async def is_busy(self) -> bool:
        """Return whether another process holds leases that this one needs."""
        return not all(map(self._is_free, await self._find_conflicting(self.shards)))

    async def announce_end(self, answered: Collection[int]) -> None:
        """Tell the process that takes over that this one has stopped answering, and which interactions it answered."""
        await self._store.save_answered(self._owner, answered)

    def fence(self) -> None:
        """Make all writes of this process fail once another takes over. The database must have the newest schema."""
        loop = asyncio.get_running_loop()  # on SQLite, another thread calls `on_lost`
        on_lost = partial(loop.call_soon_threadsafe, self.lost.set)
        self._store.fence_writes(self._owner, self._epoch, self.shards, on_lost)
        self._is_fenced = True

    async def release(self) -> None:
        """Stop renewing the leases and give them back, so that the next start need not wait."""
        if self._renewing is None:
            return
        await stop_tasks(self._renewing)
        self._renewing = None
        with suppress(OSError):  # leases that are not given back expire by themselves
            await self._store.release(self._owner)

    async def _take(self, shards: Shards, instead_of: Collection[Lease]) -> None:
        epoch = await self._store.take(self._owner, self._process, LEASE_SECONDS, shards, instead_of)
        if epoch is None:
            quicker = await self._find_conflicting(shards)
            raise DatabaseInUse(next(iter(quicker or instead_of)), shards)
        self._epoch = epoch
        if self._renewing is None:
            self._renewing = asyncio.create_task(self._renew(), name="lease")

    async def _find_conflicting(self, shards: Shards) -> Sequence[Lease]:
        others = [one for one in await self._store.list_all() if one.owner not in {"", self._owner}]
        return [one for one in others if one.shard in shards.ids or one.count != shards.count]

    def _is_free(self, held: Lease) -> bool:
        return held.seconds_left <= 0 or held.process.is_gone(self._process)

    async def _wait_until_free(self, shards: Shards) -> Sequence[Lease]:
        """Wait up to `LEASE_SECONDS` for conflicting leases. Return the ones not given back. Raises DatabaseInUse."""
        first = {one.shard: one for one in await self._find_conflicting(shards) if not self._is_free(one)}
        for held in first.values():
            if held.process.is_alive(self._process):
                raise DatabaseInUse(held, shards)
            log.warning(
                "waiting: another process used this database a moment ago",
                process=held.process.number,
                host=held.process.host,
                seconds=round(held.seconds_left),
            )
        waited = 0.0  # the wait has a limit, because after a clock was set back, a lease seems to last for hours
        now = await self._find_conflicting(shards)
        while (busy := [one for one in now if not self._is_free(one)]) and waited < LEASE_SECONDS:
            for held in busy:
                if (held.owner, held.expires_at) not in {(one.owner, one.expires_at) for one in first.values()}:
                    raise DatabaseInUse(held, shards)
            pause = min(POLL_SECONDS, *(max(0.0, one.seconds_left) for one in busy))
            await self._sleep(pause)
            waited += pause
            now = await self._find_conflicting(shards)
        return now

    async def _renew(self) -> None:
        since = 0.0
        while not self.lost.is_set():
            await self._sleep(POLL_SECONDS)
            since += POLL_SECONDS
            try:
                if self._is_fenced and not self.wanted.is_set() and await self._store.is_wanted(self._owner):
                    self.wanted.set()
                if since >= RENEW_SECONDS:
                    since = 0.0
                    if not await self._store.renew(self._owner, LEASE_SECONDS):
                        self.lost.set()
                    elif self._causes:
                        log.info("the lease of the database is renewed again")
                    self._causes.clear()
            except OSError as error:  # the next round tries again; the fence blocks writes if the lease is lost
                cause = str(error)
                if cause not in self._causes:  # log each cause once in an outage
                    log.warning("the lease of the database could not be renewed", cause=cause)
                self._causes.add(cause)
