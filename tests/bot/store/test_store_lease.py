"""A stored lease is taken once, and only its owner renews it or gives it back. Nobody writes without a lease."""

import asyncio

import pytest
from store_factories import ON_BOTH, add_table, facts

from bot.ids import UserId
from bot.processes.lease_holder import LeaseHolder
from bot.processes.process import EVERYTHING, LeaseLost, Process, Shards
from bot.store.connection import engines
from bot.store.database import Database

ME, OTHER = Process("here", "a", 1, "11"), Process("there", "b", 2, "22")
FIRST, SECOND, BOTH = Shards(2, (0,)), Shards(2, (1,)), Shards(2, (0, 1))


async def held(store):
    return {one.shard: one.owner for one in await store.leases.list_all() if one.owner}


async def take(store, owner, shards=EVERYTHING, seconds=15.0, instead_of=()):
    return await store.leases.take(owner, ME, seconds, shards, instead_of)


async def test_lease_is_taken_and_released(store):
    assert await store.leases.list_all() == []
    assert await take(store, "me") == 1
    (lease,) = await store.leases.list_all()
    assert (lease.shard, lease.count, lease.owner, lease.epoch, lease.process) == (0, 1, "me", 1, ME)
    assert 0 < lease.seconds_left <= 15
    await store.leases.release("other")
    assert await held(store) == {0: "me"}
    await store.leases.release("me")
    assert await held(store) == {}
    assert await take(store, "other") == 2, "an epoch has one owner"


async def test_changed_lease_is_not_taken_over(store):
    assert await take(store, "me", seconds=-1.0)
    (seen,) = await store.leases.list_all()
    assert seen.seconds_left < 0
    assert await take(store, "other") is None, "there is a lease"
    assert await store.leases.renew("me", 15.0)
    assert await take(store, "other", instead_of=[seen]) is None, "it was renewed meanwhile"
    assert await take(store, "other", instead_of=await store.leases.list_all()) == 2
    assert not await store.leases.renew("me", 15.0)
    assert await held(store) == {0: "other"}


async def test_only_one_of_many_gets_the_lease(url):
    databases = [await Database.open(url) for _ in range(5)]
    taken = await asyncio.gather(*(take(d.store, str(n), seconds=-1.0) for n, d in enumerate(databases)))
    assert sorted(map(bool, taken)) == [False] * 4 + [True]
    expired = await databases[0].store.leases.list_all()
    taken = await asyncio.gather(*(take(d.store, f"x{n}", instead_of=expired) for n, d in enumerate(databases)))
    assert sorted(map(bool, taken)) == [False] * 4 + [True]
    await asyncio.gather(*(database.close() for database in databases))


async def test_takeover_takes_all_shards_of_an_owner(store):
    assert await take(store, "me", BOTH)
    leases = await store.leases.list_all()
    assert await take(store, "other", SECOND) is None
    assert await take(store, "other", SECOND, instead_of=leases[1:]) == 2
    assert await held(store) == {1: "other"}
    assert await take(store, "third", FIRST) == 2, "what was released keeps its epoch"
    assert await held(store) == {0: "third", 1: "other"}


async def test_other_shard_count_is_refused_while_any_lease_is_held(store):
    assert await take(store, "me", FIRST)
    assert await take(store, "you", SECOND)
    assert await take(store, "other", Shards(3, (2,))) is None
    assert await take(store, "other", EVERYTHING, instead_of=(await store.leases.list_all())[:1]) is None
    await store.leases.release("me")
    await store.leases.release("you")
    assert await take(store, "other", Shards(3, (2,))) == 1
    assert await held(store) == {2: "other"}


async def test_holder_hands_over_and_names_answered_interactions(store):
    assert await take(store, "me", BOTH)
    assert not await store.leases.is_wanted("me")
    await store.leases.ask("other", await store.leases.list_all())
    assert await store.leases.is_wanted("me")
    assert {one.answered for one in await store.leases.list_all()} == {None}
    await store.leases.save_answered("me", [2**62, 5])
    await store.leases.release("me")
    assert {one.answered for one in await store.leases.list_all()} == {frozenset({2**62, 5})}
    assert await take(store, "other", BOTH) == 2
    assert {one.answered for one in await store.leases.list_all()} == {None}
    assert not await store.leases.is_wanted("other")


async def write_everything(store):
    """Write once through each of the store's two write paths."""
    await store.key_values.set("a", "b")  # this path writes in a transaction
    await store.people.save_name(UserId(7), "Ann")  # this path writes through a connection


@ON_BOTH
async def test_process_without_its_leases_writes_nothing(url):
    stale, fresh = await Database.open(url), await Database.open(url)
    lost = []
    epoch = await take(stale.store, "stale", BOTH)
    stale.store.leases.fence_writes("stale", epoch, BOTH, lambda: lost.append(True))
    await write_everything(stale.store)
    taken = await take(fresh.store, "fresh", SECOND, instead_of=await fresh.store.leases.list_all())
    fresh.store.leases.fence_writes("fresh", taken, SECOND, lambda: lost.append(False))
    await write_everything(fresh.store)
    await fresh.store.key_values.set("a", "fresh")
    with pytest.raises(LeaseLost, match="another process has taken over"):
        await stale.store.key_values.set("a", "stale")
    with pytest.raises(LeaseLost):
        await stale.store.people.save_name(UserId(7), "Stale")
    async with stale.store.tables.begin() as tx:
        await tx.save_deadlines(1, ())
        with pytest.raises(LeaseLost):
            await tx.commit()
    assert lost == [True] * 3
    assert await stale.store.key_values.get("a") == "fresh", "it can still read"
    assert await fresh.store.people.find_names([UserId(7)]) == {7: "Ann"}
    await stale.close()
    await fresh.close()


async def test_takeover_waits_for_an_open_transaction(url):
    stale, fresh = await Database.open(url), await Database.open(url)
    epoch = await take(stale.store, "stale", seconds=-1.0)
    stale.store.leases.fence_writes("stale", epoch, EVERYTHING, list)
    expired = await fresh.store.leases.list_all()
    async with stale.store.tables._connections.write() as connection:
        taking = asyncio.create_task(take(fresh.store, "fresh", instead_of=expired))
        done, _ = await asyncio.wait({taking}, timeout=0.3)
        assert not done, "what was begun under the lease is finished under it"
        await connection.commit()
    assert await taking == 2
    await stale.close()
    await fresh.close()


async def test_owner_renews_while_it_writes(store, url):
    if url.startswith("sqlite"):
        pytest.skip("SQLite has one writer at a time")
    epoch = await take(store, "me")
    store.leases.fence_writes("me", epoch, EVERYTHING, list)
    async with store.tables._connections.write() as connection:
        async with asyncio.timeout(120):
            assert await store.leases.renew("me", 15.0)
        await connection.commit()


async def test_each_process_lists_its_own_tables(url):
    everything, second = await Database.open(url), await Database.open(url, SECOND)
    tables = {guild: await add_table(everything.store, facts(guild=guild)) for guild in (1 << 22, 2 << 22, 3 << 22)}
    assert dict(await everything.store.tables.list_live_tables()) == {id_: guild for guild, id_ in tables.items()}
    assert set((await second.store.tables.list_live_tables()).values()) == {1 << 22, 3 << 22}
    await everything.close()
    await second.close()


async def test_stopped_process_blocks_nobody(url, monkeypatch):
    if url.startswith("sqlite"):
        pytest.skip("a stopped writer of SQLite keeps its file locked until it ends")
    with monkeypatch.context() as patient:
        patient.setattr(engines, "BUSY_SECONDS", 1.0)
        stale = await Database.open(url)
    fresh = await Database.open(url)
    epoch = await take(stale.store, "stale", seconds=-1.0)
    stale.store.leases.fence_writes("stale", epoch, EVERYTHING, list)
    expired = await fresh.store.leases.list_all()

    async def write():
        async with stale.store.tables._connections.write() as connection:
            assert await take(fresh.store, "fresh", instead_of=expired) == 2
            await connection.commit()

    with pytest.raises(OSError, match="did not answer"):
        await write()
    await stale.close()
    await fresh.close()


async def test_stale_holder_learns_that_its_lease_is_lost(url):
    stale, fresh = await Database.open(url), await Database.open(url)
    holder = LeaseHolder(stale.store.leases, OTHER, lambda _: asyncio.Event().wait())
    await holder.acquire()
    holder.fence()
    assert await take(fresh.store, "fresh", instead_of=await fresh.store.leases.list_all()) == 2
    with pytest.raises(LeaseLost):
        await stale.store.key_values.set("a", "stale")  # on SQLite, a thread writes and reports the loss
    await asyncio.wait_for(holder.lost.wait(), 120)
    await holder.release()
    assert await held(fresh.store) == {0: "fresh"}
    await stale.close()
    await fresh.close()
