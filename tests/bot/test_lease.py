"""Who may use the database: one process, and the next one after a stop, a crash or a long silence."""

import asyncio
import os
import subprocess
import sys
from dataclasses import replace

import pytest

from bot.lease import LEASE_SECONDS, RENEW_SECONDS, DatabaseInUse, Lease, LeaseHolder, Process

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
    """A lease in memory."""

    def __init__(self, clock):
        self.clock = clock
        self.row = None
        self.broken = False

    async def find(self):
        return self.row and replace(self.row, seconds_left=self.row.expires_at - self.clock.now)

    async def take(self, owner, process, seconds, instead_of):
        if (self.row is None) != (instead_of is None):
            return False
        if self.row and (self.row.owner, self.row.expires_at) != (instead_of.owner, instead_of.expires_at):
            return False
        self.row = Lease(owner, process, self.clock.now + seconds, seconds)
        return True

    async def renew(self, owner, seconds):
        if self.broken:
            raise OSError("gone")
        if self.row is None or self.row.owner != owner:
            return False
        self.row = replace(self.row, expires_at=self.clock.now + seconds)
        return True

    async def release(self, owner):
        if self.row and self.row.owner == owner:
            self.row = None


@pytest.fixture
def shelf():
    return Shelf(Clock())


def holder(shelf, process=HERE):
    return LeaseHolder(shelf, process, shelf.clock.sleep)


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


async def test_crashed_process_here_is_replaced_at_once(shelf):
    ended = await asyncio.create_subprocess_exec(sys.executable, "-c", "")
    await ended.wait()
    for gone in (
        replace(HERE, number=ended.pid),
        replace(HERE, started="0"),
        replace(HERE, number=ended.pid, started=""),
    ):
        shelf.row = Lease("old", gone, LEASE_SECONDS, LEASE_SECONDS)
        one = holder(shelf)
        await one.acquire()
        assert shelf.clock.now < RENEW_SECONDS
        await one.release()
        shelf.clock.now = 0.0


async def test_crashed_process_elsewhere_is_waited_for(shelf):
    shelf.row = Lease("old", ELSEWHERE, 9.0, 9.0)
    one = holder(shelf)
    await one.acquire()
    assert 9.0 <= shelf.clock.now < 9.5
    await one.release()


async def test_clock_set_back_prolongs_no_waiting(shelf):
    shelf.row = Lease("old", ELSEWHERE, 3600.0, 3600.0)
    one = holder(shelf)
    await one.acquire()
    assert LEASE_SECONDS <= shelf.clock.now < LEASE_SECONDS + 1
    await one.release()


async def test_released_lease_ends_the_waiting(shelf):
    shelf.row = Lease("old", ELSEWHERE, 9.0, 9.0)
    shelf.clock.on_sleep.append(lambda: setattr(shelf, "row", None))
    one = holder(shelf)
    await one.acquire()
    assert shelf.clock.now < 2.0
    await one.release()


async def test_running_process_elsewhere_is_noticed(shelf):
    shelf.row = Lease("old", ELSEWHERE, 9.0, 9.0)

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
    assert (await shelf.find()).seconds_left > 0
    shelf.broken = True
    await turns()
    assert not one.lost.is_set(), "what cannot be reached cannot be taken"
    shelf.broken = False
    shelf.row = Lease("other", ELSEWHERE, 1e9, 1e9)
    await asyncio.wait_for(one.lost.wait(), 5)
    await one.release()
    assert shelf.row.owner == "other"


def test_unreaped_process_is_gone():
    child = subprocess.Popen([sys.executable, "-c", ""])
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)  # it is a zombie now
    dead = replace(HERE, number=child.pid, started="12345")
    assert dead.is_gone(HERE)
    assert not dead.is_alive(HERE)
    child.wait()


def test_what_cannot_be_seen_is_neither_alive_nor_gone():
    assert HERE.is_alive(HERE)
    assert not HERE.is_gone(HERE)
    assert not ELSEWHERE.is_alive(HERE)
    assert not ELSEWHERE.is_gone(HERE)
