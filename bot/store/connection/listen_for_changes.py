"""Receives the changes of other processes by PostgreSQL's NOTIFY, in the order of commits. Some may be lost."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

import structlog
from sqlalchemy.exc import SQLAlchemyError

from bot.store.connection.connections import CHANGES_CHANNEL, Repository

log: Final = structlog.get_logger()

PROBE_SECONDS: Final = 10.0
"""The seconds between two checks of the connection, and between a failure and the next try to connect."""


class SqlChanges(Repository):
    """Implements `bot.ui.core.ports.ChangeFeed`."""

    async def follow(self, on_change: Callable[[str], None], on_gap: Callable[[], None]) -> None:
        while True:
            try:
                await self._listen(on_change, on_gap)
            except Exception as error:
                if not (isinstance(error, OSError | SQLAlchemyError) or type(error).__module__.startswith("asyncpg")):
                    raise
                log.warning("changes of other processes cannot be followed", cause=type(error).__name__)
            await asyncio.sleep(PROBE_SECONDS)

    async def _listen(self, on_change: Callable[[str], None], on_gap: Callable[[], None]) -> None:
        own = self._connections.sender

        def hear(_connection: Any, _process: int, _channel: str, payload: str) -> None:
            sender, _, change = payload.partition(" ")
            if sender != own:
                on_change(change)

        async with self._connections.open_driver_connection() as driver:
            await driver.add_listener(CHANGES_CHANNEL, hear)
            try:
                on_gap()  # changes may have been missed while no connection listened
                while True:
                    await asyncio.sleep(PROBE_SECONDS)
                    await driver.execute("SELECT 1")
            finally:
                if not driver.is_closed():
                    await driver.remove_listener(CHANGES_CHANNEL, hear)
