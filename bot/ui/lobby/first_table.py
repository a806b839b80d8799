"""Opens the table at the end of the tutorial, with computer players in all other seats, ready to start."""

import asyncio
from typing import Final
from weakref import WeakValueDictionary

from bot.ids import UserId
from bot.play.tables.table import Table
from bot.play.values.stored_table import TableUpdate
from bot.play.values.table_info import TableStatus
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.responses import Response, ShowPanel
from bot.ui.learn.tutorial_page import PRESET, OpenFirstTable
from bot.ui.lobby.open_table import explain_missing_thread, open_table
from bot.ui.settings.language_offer import with_language_offer
from engine.model.presets import PRESETS

_LEVEL: Final = "skilled"
_OPENING: Final[WeakValueDictionary[UserId, asyncio.Lock]] = WeakValueDictionary()
"""Users whose table is being opened, so that two presses at once open only one."""


async def handle_open_first_table(press: ControlPress[OpenFirstTable]) -> Response:
    """Open a table with computer players and the user as host; return to the old one if it has not started."""
    ctx = press.ctx
    async with _OPENING.setdefault(ctx.user, asyncio.Lock()):
        table = _find_own_lobby(ctx)
        if table is None:
            table = await open_table(ctx, ctx.interaction, (PRESET, {}), PRESETS[PRESET].players - 1, _LEVEL, None)
            ctx.services.registry.publish(table, TableUpdate(table.revision, ()))
    return await with_language_offer(ctx, ShowPanel(table, await explain_missing_thread(ctx)))


def _find_own_lobby(ctx: Context) -> Table | None:
    """Return the full lobby in this channel that the user hosts."""
    return next(
        (
            table
            for table in ctx.services.registry.list_live()
            if table.facts.status is TableStatus.LOBBY
            and table.facts.host == ctx.user
            and table.facts.channel == ctx.location[1]
            and table.seat_of(ctx.user) is not None
            and None not in table.occupants
        ),
        None,
    )
