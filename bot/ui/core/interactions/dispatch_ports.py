"""The ports of the dispatcher and of the table messages, both of which belong to higher layers."""

from typing import Protocol

from bot.play.tables.table import Table
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import FindTable, Handler, TableHandler


class Dispatcher(Protocol):
    """Runs handlers and sends their responses."""

    async def run(self, ctx: Context, handler: Handler, /) -> None:
        """Run a handler that needs no table."""

    async def run_at_table(self, ctx: Context, find: FindTable, handler: TableHandler, /) -> None:
        """Run a handler at the table that `find` returns."""


class TableMessages(Protocol):
    """The public messages of all tables."""

    async def refresh(self, table: Table, /) -> None:
        """Send or edit a table's message, and update its panels."""

    async def show_again(self, ctx: Context, table: Table, /) -> str:
        """Repost a table's message and return the answer for the user."""
