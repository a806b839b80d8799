"""Each shard belongs to one process. If this process stops, crashes, hands over or falls silent, another takes it."""

import asyncio
import os
import subprocess
import sys
from dataclasses import replace

import pytest
from structlog.testing import capture_logs

from bot.processes.lease_holder import HAND_OVER_SECONDS, LEASE_SECONDS, RENEW_SECONDS, LeaseHolder
from bot.processes.process import EVERYTHING, DatabaseInUse, Lease, Process, Shards

HERE = Process.current()
ELSEWHERE = Process("far", "another machine", 7, "1")


class Clock:
    """Time that passes only while someone sleeps."""

    def __init__(self):
        self.now = 0.0
        self.on_sleep = []

    async def sleep(self, seconds):
        self.now += max(seconds, 0.001)
        for do in self.on_sleep:
            do()
        await asyncio.sleep(0)


class Shelf:
    """A lease store in memory."""

    def __init__(self, clock):
        self.clock = clock
        self.rows = {}
        self.wanted = set()
        self.fences = []
        self.broken = False

    @property
    def row(self):
        return self.rows.get(0)

    @row.setter
    def row(self, row):
        self.rows = {0: row} if row else {}

    async def list_all(self):
        return [replace(row, seconds_left=row.expires_at - self.clock.now) for row in self.rows.values()]

    async def take(self, owner, process, seconds, shards, instead_of):
        known = {one.owner: one.expires_at for one in instead_of}
        for shard, row in list(self.rows.items()):
            if row.owner in {"", owner} or known.get(row.owner) == row.expires_at:
                del self.rows[shard]
            elif shard in shards.ids or row.count != shards.count or row.owner in known:
                return None
        for shard in shards.ids:
            self.rows[shard] = Lease(shard, shards.count, owner, 1, process, self.clock.now + seconds, seconds)
        return 1

    async def renew(self, owner, seconds):
        if self.broken:
            raise OSError("gone")
        mine = [shard for shard, row in self.rows.items() if row.owner == owner]
        self.rows |= {shard: replace(self.rows[shard], expires_at=self.clock.now + seconds) for shard in mine}
        return bool(mine)

    async def release(self, owner):
        self.rows = {shard: row for shard, row in self.rows.items() if row.owner != owner}

    async def ask(self, owner, leases):
        self.wanted |= {lease.owner for lease in leases}

    async def is_wanted(self, owner):
        return owner in self.wanted

    async def save_answered(self, owner, interactions):
        mine = [shard for shard, row in self.rows.items() if row.owner == owner]
        self.rows |= {shard: replace(self.rows[shard], answered=frozenset(interactions)) for shard in mine}

    def fence_writes(self, owner, epoch, shards, on_lost):
        self.fences.append((owner, epoch, shards))


@pytest.fixture
def shelf():
    return Shelf(Clock())


def holder(shelf, process=HERE, shards=EVERYTHING):
    return LeaseHolder(shelf, process, shelf.clock.sleep, shards)


def old_lease(process, seconds, shard=0, count=1):
    return Lease(shard, count, "old", 1, process, seconds, seconds)


async def turns(number=20):
    for _ in range(number):
        await asyncio.sleep(0)


async def test_second_process_is_refused_at_once(shelf):
    first = holder(shelf)
    await first.acquire()
    with pytest.raises(DatabaseInUse, match=rf"process {os.getpid()} on ") as refused:
        await holder(shelf).acquire()
    assert "\n" not in str(refused.value)
    assert shelf.clock.now < RENEW_SECONDS
    await first.release()
    second = holder(shelf)
    await second.acquire()
    await second.release()
    assert shelf.row is None


@pytest.mark.unix
async def test_crashed_process_here_is_replaced_at_once(shelf):
    ended = await asyncio.create_subprocess_exec(sys.executable, "-c", "")
    await ended.wait()
    for gone in (
        replace(HERE, number=ended.pid),
        replace(HERE, started="0"),
        replace(HERE, number=ended.pid, started=""),
    ):
        shelf.row = old_lease(gone, LEASE_SECONDS)
        one = holder(shelf)
        await one.acquire()
        assert shelf.clock.now < RENEW_SECONDS
        await one.release()
        shelf.clock.now = 0.0


async def test_start_waits_for_lease_from_elsewhere_to_expire(shelf):
    shelf.row = old_lease(ELSEWHERE, 9.0)
    one = holder(shelf)
    await one.acquire()
    assert 9.0 <= shelf.clock.now < 9.5
    await one.release()


async def test_clock_set_back_does_not_prolong_the_wait(shelf):
    shelf.row = old_lease(ELSEWHERE, 3600.0)
    one = holder(shelf)
    await one.acquire()
    assert LEASE_SECONDS <= shelf.clock.now < LEASE_SECONDS + 1
    await one.release()


async def test_released_lease_ends_the_waiting(shelf):
    shelf.row = old_lease(ELSEWHERE, 9.0)
    shelf.clock.on_sleep.append(lambda: setattr(shelf, "row", None))
    one = holder(shelf)
    await one.acquire()
    assert shelf.clock.now < 2.0
    await one.release()


async def test_start_is_refused_if_another_machine_renews_its_lease(shelf):
    shelf.row = old_lease(ELSEWHERE, 9.0)

    def renew():
        if shelf.clock.now >= 3.0:
            shelf.row = replace(shelf.row, expires_at=20.0)

    shelf.clock.on_sleep.append(renew)
    with pytest.raises(DatabaseInUse, match="process 7 on far"):
        await holder(shelf).acquire()
    assert shelf.clock.now < 5.0
    assert shelf.row.owner == "old"


async def test_lease_is_renewed_and_its_loss_noticed(shelf):
    one = holder(shelf)
    await one.acquire()
    await turns()
    assert shelf.clock.now > LEASE_SECONDS
    assert shelf.row.expires_at > shelf.clock.now
    shelf.broken = True
    await turns()
    assert not one.lost.is_set(), "what cannot be reached cannot be taken"
    shelf.broken = False
    shelf.row = replace(old_lease(ELSEWHERE, 1e9), owner="other")
    await asyncio.wait_for(one.lost.wait(), 120)
    await one.release()
    assert shelf.row.owner == "other"


@pytest.mark.unix
def test_dead_process_is_gone_before_its_parent_collects_it():
    child = subprocess.Popen([sys.executable, "-c", ""])
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # it is a zombie now
    dead = replace(HERE, number=child.pid, started="12345")
    assert dead.is_gone(HERE)
    assert not dead.is_alive(HERE)
    child.wait()


def test_process_on_another_machine_is_neither_alive_nor_gone():
    assert HERE.is_alive(HERE)
    assert not HERE.is_gone(HERE)
    assert not ELSEWHERE.is_alive(HERE)
    assert not ELSEWHERE.is_gone(HERE)


async def test_outage_of_the_database_is_logged_once(shelf):
    with capture_logs() as lines:
        one = holder(shelf)
        await one.acquire()
        await turns()
        assert one.is_reachable
        shelf.broken = True
        await turns(60)
        assert not one.is_reachable
        shelf.broken = False
        await turns()
        assert one.is_reachable
        await one.release()
    assert [(line["event"], line.get("cause")) for line in lines] == [
        ("the lease of the database could not be renewed", "gone"),
        ("the lease of the database is renewed again", None),
    ]


async def test_two_processes_hold_different_shards_at_once(shelf):
    first, second = holder(shelf, shards=Shards(3, (0, 2))), holder(shelf, shards=Shards(3, (1,)))
    await first.acquire()
    await second.acquire()
    assert sorted(shelf.rows) == [0, 1, 2]
    with pytest.raises(DatabaseInUse, match=r"plays shard 2 of 3 \(process .*--take-over"):
        await holder(shelf, shards=Shards(3, (2,))).acquire()
    for one in (first, second):
        await one.release()
    assert not shelf.rows


@pytest.mark.parametrize(("held", "wanted"), [(Shards(2, (1,)), Shards(3, (0,))), (Shards(2, (1,)), EVERYTHING)])
async def test_other_number_of_shards_is_refused(shelf, held, wanted):
    first = holder(shelf, shards=held)
    await first.acquire()
    for start in (holder(shelf, shards=wanted).acquire, lambda: holder(shelf, shards=wanted).take_over(print)):
        with pytest.raises(DatabaseInUse, match=f"SHARD_COUNT=2, this one has {wanted.count}; stop all bots"):
            await start()
    await first.release()


async def test_schema_change_needs_sole_access(shelf):
    first, second = holder(shelf, shards=Shards(2, (1,))), holder(shelf, shards=Shards(2, (0,)))
    await first.acquire()
    with pytest.raises(DatabaseInUse):
        await second.acquire_alone()
    await first.release()
    await second.acquire_alone()
    assert shelf.rows[0].count == 1
    await second.acquire()
    assert (list(shelf.rows), shelf.rows[0].count) == ([0], 2)
    await second.release()


async def test_process_hands_over_when_asked(shelf):
    old, new, told, is_told = holder(shelf), holder(shelf), [], asyncio.Event()
    await old.acquire()
    old.fence()

    async def hand_over():
        await old.wanted.wait()
        await old.announce_end([7, 8])
        await is_told.wait()
        assert not new.is_held
        await old.release()

    handing = asyncio.create_task(hand_over())

    def note(answered):
        told.append(answered)
        is_told.set()

    await new.take_over(note)
    await handing
    assert told == [{7, 8}]
    assert new.is_held
    assert shelf.row.owner == shelf.fences[-1][0] != shelf.fences[0][0]
    await new.release()


async def test_answered_interactions_of_dead_process_are_unknown(shelf):
    shelf.row, told, new = old_lease(ELSEWHERE, 3.0), [], holder(shelf)
    await new.take_over(told.append)
    assert told == [None]
    assert 3.0 <= shelf.clock.now < 4.0
    await new.release()


async def test_process_that_does_not_hand_over_keeps_its_lease(shelf):
    old = holder(shelf)
    await old.acquire()
    with pytest.raises(DatabaseInUse, match="did not hand over within 60 s"):
        await holder(shelf).take_over(print)
    assert shelf.clock.now >= HAND_OVER_SECONDS
    assert old.is_held
    await old.release()
