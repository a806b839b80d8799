"""Databases for the store's tests. Each test has its own, on SQLite and in the long suite also on PostgreSQL."""

import asyncio
import itertools
import os
import shutil

import pytest
from event_harness import Evening
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from bot.store.database import Database
from bot.store.maintenance.migrate import upgrade
from tests.shared_statements import shared_statements

POSTGRES = os.environ.get("TEST_POSTGRES_URL")
_numbers = itertools.count(1)


@pytest.fixture(scope="session", autouse=True)
def _shared_statements():
    with shared_statements():
        yield


def administer(*statements):
    """Run statements on the PostgreSQL server, outside any transaction."""

    async def run():
        engine = create_async_engine(POSTGRES, isolation_level="AUTOCOMMIT")
        async with engine.connect() as connection:
            for statement in statements:
                await connection.execute(text(statement))
        await engine.dispose()

    asyncio.run(run())


def postgres_url(name):
    return make_url(POSTGRES).set(database=name).render_as_string(hide_password=False)


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory):
    file = tmp_path_factory.mktemp("template") / "migrated.db"
    asyncio.run(upgrade(f"sqlite:///{file}"))
    return file


@pytest.fixture(scope="session")
def migrated_postgres(worker_id):
    name = f"tractor_template_{worker_id}"
    administer(f"DROP DATABASE IF EXISTS {name}", f"CREATE DATABASE {name}")
    asyncio.run(upgrade(postgres_url(name)))
    yield name
    administer(f"DROP DATABASE {name}")


@pytest.fixture
def sqlite_url(tmp_path):
    """The URL of an SQLite database that does not exist yet."""
    return f"sqlite+aiosqlite:///{tmp_path}/tractor.db"


@pytest.fixture
def migrated_url(sqlite_url, migrated_file, tmp_path):
    """The URL of an SQLite database that is up to date."""
    shutil.copy(migrated_file, tmp_path / "tractor.db")
    return sqlite_url


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def empty_url(request, sqlite_url, worker_id):
    """The URL of a database without any tables."""
    if request.param == "sqlite":
        yield sqlite_url
        return
    need_postgres()
    name = f"tractor_{worker_id}_{next(_numbers)}"
    administer(f"DROP DATABASE IF EXISTS {name}", f"CREATE DATABASE {name}")
    yield postgres_url(name)
    administer(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def make_url_up_to_date(request, tmp_path, worker_id):
    """Return a function that creates a new, up-to-date database with each call and returns its URL."""
    made = []

    def make():
        if request.param == "sqlite":
            file = tmp_path / f"tractor_{next(_numbers)}.db"
            shutil.copy(request.getfixturevalue("migrated_file"), file)
            return f"sqlite+aiosqlite:///{file}"
        need_postgres()
        template = request.getfixturevalue("migrated_postgres")
        made.append(name := f"tractor_{worker_id}_{next(_numbers)}")
        administer(f"DROP DATABASE IF EXISTS {name}", f"CREATE DATABASE {name} TEMPLATE {template}")
        return postgres_url(name)

    yield make
    if made:
        administer(*(f"DROP DATABASE {name} WITH (FORCE)" for name in made))


@pytest.fixture
def two_urls(make_url_up_to_date):
    """The URLs of two databases that are up to date."""
    return make_url_up_to_date(), make_url_up_to_date()


@pytest.fixture
def url(make_url_up_to_date):
    """The URL of a database that is up to date."""
    return make_url_up_to_date()


def need_postgres():
    if not POSTGRES:
        pytest.skip("no PostgreSQL: set TEST_POSTGRES_URL=postgresql+asyncpg://… to a server that may be written to")


@pytest.fixture
async def database(url):
    database = await Database.open(url)
    yield database
    await database.close()


@pytest.fixture
def store(database):
    return database.store


@pytest.fixture
def evening(store):
    """An event with its service, fake tables and a clock."""
    return Evening(store.events)


@pytest.fixture(scope="session")
def worker_id(request):
    return getattr(request.config, "workerinput", {}).get("workerid", "main")
