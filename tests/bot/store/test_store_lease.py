"""The stored lease: taken once, renewed and given back by its owner only."""

import asyncio

from bot.lease import Process
from bot.store.database import Database

ME, OTHER = Process("here", "a", 1, "11"), Process("there", "b", 2, "22")


async def test_lease_is_taken_and_released(store):
    assert await store.lease.find() is None
    assert await store.lease.take("me", ME, 15.0, None)
    lease = await store.lease.find()
    assert (lease.owner, lease.process) == ("me", ME)
    assert 0 < lease.seconds_left <= 15
    await store.lease.release("other")
    assert (await store.lease.find()).owner == "me"
    await store.lease.release("me")
    assert await store.lease.find() is None


async def test_lease_is_taken_over_only_as_it_was_read(store):
    assert await store.lease.take("me", ME, -1.0, None)
    seen = await store.lease.find()
    assert seen.seconds_left < 0
    assert not await store.lease.take("other", OTHER, 15.0, None), "there is a row"
    assert await store.lease.renew("me", 15.0)
    assert not await store.lease.take("other", OTHER, 15.0, seen), "it was renewed meanwhile"
    assert await store.lease.take("other", OTHER, 15.0, await store.lease.find())
    assert not await store.lease.renew("me", 15.0)
    assert (await store.lease.find()).process == OTHER


async def test_only_one_of_many_gets_the_lease(url):
    databases = [await Database.open(url) for _ in range(5)]
    taken = await asyncio.gather(*(d.store.lease.take(str(n), ME, -1.0, None) for n, d in enumerate(databases)))
    assert sum(taken) == 1
    expired = await databases[0].store.lease.find()
    taken = await asyncio.gather(*(d.store.lease.take(f"x{n}", ME, 15.0, expired) for n, d in enumerate(databases)))
    assert sum(taken) == 1
    await asyncio.gather(*(database.close() for database in databases))
