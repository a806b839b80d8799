"""Ending tables: who may, and the question before a match is broken off for everybody."""

from typing import Final

from bot.play.motions import Matter, MatterKind
from bot.play.occupants import TableId
from bot.play.ports import Status
from bot.play.refusals import Refused, Why
from bot.play.registry import LIVE
from bot.play.table import Table
from bot.ui.answers import Answer, Tell, Update, tell
from bot.ui.asker import Asker
from bot.ui.body import Body, Text
from bot.ui.council import vote
from bot.ui.finding import here_live
from bot.ui.guilds import MayEnd
from bot.ui.kit import Kit
from bot.ui.panels.ending import KEEP, end_question
from bot.ui.routes import Call

LONGEST: Final = 18
"""No number of a table has so many digits."""
MOST: Final = 4
"""So many tables are offered to be ended."""


async def end(kit: Kit, asker: Asker, table: Table) -> Answer:
    """End a table, or ask once more: where a match is played, and where more than one table could be meant.

    Whoever may not is for it, and others may be.

    Raises:
        Refused: the table is over, or in this server only managers end tables.
    """
    mine = [one for one in await here_live(kit, asker) if one is not table and await _may(kit, asker, one)]
    by_right = await _by_right(kit, asker, table)
    if not by_right and asker.user != table.facts.host:
        return tell(await vote(kit, asker, table, Matter(MatterKind.CLOSE)))
    if table.facts.status is Status.PLAYING or (mine and table.facts.status in LIVE):
        return Tell(await end_question(kit, [table, *mine][:MOST], asker.texts))
    await table.close(asker.user, by_right=by_right)
    return tell(asker.texts.say("ending.done", table=table.id))


async def end_room(call: Call) -> Answer:
    """End the table that was named, or let all go on; a second press says that it is over.

    Raises:
        Refused: there is no such table here, or the person may not end it any more.
    """
    texts = call.texts
    if call.argument(0) == KEEP:
        return _said(texts.say("ending.kept"))
    table = await _table(call)
    by_right = await _by_right(call.kit, call.asker, table)
    if table.facts.status not in LIVE:
        return _said(texts.say("ending.over", table=table.id))
    await table.close(call.asker.user, by_right=by_right)
    return _said(texts.say("ending.done", table=table.id))


def may_end(table: Table, asker: Asker, who: MayEnd) -> bool:
    """Tell whether somebody who is not the host may end a table, by the server's settings or as its manager.

    Raises:
        Refused: in this server only managers may, whoever is host.
    """
    if asker.interaction.permissions.manage_guild:
        return True
    if who is MayEnd.MANAGERS:
        raise Refused(Why.NOT_MANAGER)
    return who is MayEnd.SEATED and table.seat_of(asker.user) is not None


async def _by_right(kit: Kit, asker: Asker, table: Table) -> bool:
    return may_end(table, asker, (await kit.guilds.settings(table.facts.guild)).may_end)


async def _may(kit: Kit, asker: Asker, table: Table) -> bool:
    """Tell whether a person may end a table alone; managers are offered what they sit at themselves."""
    if table.seat_of(asker.user) is None:
        return False
    try:
        return await _by_right(kit, asker, table) or asker.user == table.facts.host
    except Refused:
        return False


async def _table(call: Call) -> Table:
    guild, _ = call.asker.place
    number = call.argument(0)
    known = number.isdecimal() and len(number) < LONGEST
    table = await call.kit.registry.table(TableId(int(number))) if known else None
    if table is None or table.facts.guild != guild:
        raise Refused(Why.NO_TABLE)
    return table


def _said(words: str) -> Update:
    return Update(Body((Text(words),)))
