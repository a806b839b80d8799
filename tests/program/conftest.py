import asyncio
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "flows"))

from screens import LoopbackPlayer

from bot.store.maintenance.migrate import upgrade
from tests.wire.driven_loopback import DrivenLoopback


@pytest.fixture
async def loopback():
    async with await DrivenLoopback.start(limits=False) as started:
        yield started


@pytest.fixture
def people(loopback):
    return [LoopbackPlayer(loopback.person(name)) for name in ("ann", "bob", "cat", "dan")]


@pytest.fixture(scope="session")
def migrated_file(tmp_path_factory):
    """The path of an empty SQLite database with the newest schema, which tests copy."""
    file = tmp_path_factory.mktemp("template") / "migrated.db"
    asyncio.run(upgrade(f"sqlite:///{file}"))
    return file
