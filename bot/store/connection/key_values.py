"""The program's own facts by name: commands sent, emoji uploaded, time of the last run."""

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.processes.process import FACT
from bot.store.connection.connections import Connections
from bot.store.connection.repository import Repository
from bot.store.connection.upsert import upsert
from bot.store.schema.base import KeyValueRow


class SqlKeyValueStore(Repository):
    """Implements `bot.ui.core.ports.KeyValueStore`. Every method is one transaction."""

    async def get(self, name: str) -> str | None:
        return await self._connections.fetch_value(select(KeyValueRow.value).where(KeyValueRow.name == name))

    async def set(self, name: str, value: str) -> None:
        async def save(connection: AsyncConnection) -> None:
            await upsert(connection, KeyValueRow, {"name": name, "value": value})
            await self._connections.tell(connection, f"{FACT} {name}")

        await self._connections.run_writing(save)


async def read_value(url: str, name: str) -> str | None:
    """Return a value of a database that another process may be using; None if there is none, or no such table yet."""
    connections = await Connections.open(url)
    try:
        return await SqlKeyValueStore(connections).get(name)
    except (SQLAlchemyError, OSError):
        return None
    finally:
        await connections.close()
