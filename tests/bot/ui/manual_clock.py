"""A clock that tests move by hand."""

import asyncio


class ManualClock:
    """A clock that tests move by hand. It wakes each waiting task at the time for which the task waits."""

    def __init__(self):
        self.time = 100.0
        self.sleepers = []

    def now(self):
        return self.time

    def wall(self):
        return self.time

    async def sleep_until(self, at):
        while self.time < at:
            woken = asyncio.Event()
            self.sleepers.append(woken)
            await woken.wait()

    async def move(self, seconds):
        self.time += seconds
        for sleeper in self.sleepers:
            sleeper.set()
        self.sleepers.clear()
        await settle()


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)
