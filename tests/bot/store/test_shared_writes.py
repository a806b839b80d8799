"""Small writes that wait at the same time share a transaction. If the database refuses one, the others succeed."""

import asyncio

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError

from bot.ids import UserId
from bot.store.connection.connections import Connections
from bot.store.connection.engines import Unavailable
from bot.store.connection.run_in_thread import MOST_TOGETHER
from bot.store.connection.upsert import dialect_insert, upsert
from bot.store.people.person_store import SqlPeople
from bot.store.schema.base import PersonRow


class Commits:
    """Counts transactions, and lets some fail."""

    def __init__(self, connections):
        self.count, self.failures, self._run = 0, [], connections.run_writing

    async def run_writing(self, work):
        self.count += 1
        if self.failures:
            raise self.failures.pop()
        await self._run(work)


@pytest.fixture
async def connections(migrated_url):
    connections = await Connections.open(migrated_url)
    yield connections
    await connections.close()


@pytest.fixture
def commits(connections, monkeypatch):
    commits = Commits(connections)
    monkeypatch.setattr(connections._shared_writes, "_run_writing", commits.run_writing)
    return commits


def save(user):
    return lambda connection: upsert(connection, PersonRow, {"id": user, "name": f"n{user}"})


async def insert_first(connection):
    """Insert an existing person, which the database refuses."""
    await connection.execute(dialect_insert(connection, PersonRow), {"id": 1, "name": "again"})


async def list_people(connections):
    return sorted(await connections.fetch_values(select(PersonRow.id).where(PersonRow.name.is_not(None))))


async def test_waiting_writes_share_one_transaction(connections, commits):
    people = SqlPeople(connections)
    users = range(1, MOST_TOGETHER + 51)
    await asyncio.gather(*(people.save_name(UserId(user), f"n{user}") for user in users))
    assert commits.count == 2
    assert await list_people(connections) == list(users)
    await people.save_name(UserId(1), "changed")
    assert commits.count == 3
    assert await connections.fetch_value(select(PersonRow.name).where(PersonRow.id == 1)) == "changed"


async def test_later_write_to_a_row_wins(connections, commits):
    people = SqlPeople(connections)
    await asyncio.gather(*(people.save_name(UserId(1), name) for name in ("first", "second", "last")))
    assert commits.count == 1
    assert await connections.fetch_value(select(PersonRow.name)) == "last"


async def test_refused_write_fails_alone(connections, commits):
    works = [save(1), insert_first, save(2), save(3)]
    outcomes = await asyncio.gather(*map(connections.run_small_write, works), return_exceptions=True)
    assert [type(one) for one in outcomes] == [type(None), IntegrityError, type(None), type(None)]
    assert await list_people(connections) == [1, 2, 3]
    assert commits.count == 4, "two together, each of them alone, the other two together"


async def test_unavailable_database_fails_all_waiting_writes(connections, commits):
    commits.failures.append(Unavailable("gone"))
    works = [save(user) for user in (1, 2, 3)]
    outcomes = await asyncio.gather(*map(connections.run_small_write, works), return_exceptions=True)
    assert [type(one) for one in outcomes] == [Unavailable] * 3
    assert commits.count == 1
    await connections.run_small_write(save(4))
    assert await list_people(connections) == [4]


async def test_cancelled_write_does_not_stop_the_others(connections):
    tasks = [asyncio.create_task(connections.run_small_write(save(user))) for user in (1, 2, 3)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    assert [type(one) for one in outcomes] == [asyncio.CancelledError, type(None), type(None)]
    assert {2, 3} <= set(await list_people(connections))
    assert await connections.fetch_value(select(func.count()).select_from(PersonRow)) <= 3
