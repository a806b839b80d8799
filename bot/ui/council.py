"""Who answers when the people at a table decide something together."""

from bot.play.motions import Matter, MatterKind
from bot.play.occupants import TableId
from bot.play.ports import Status
from bot.play.refusals import Refused, Why
from bot.play.table import Table
from bot.ui.answers import Answer, Tell, Update, tell
from bot.ui.asker import Asker
from bot.ui.guilds import MayEnd
from bot.ui.kit import Kit
from bot.ui.panels.council import council_body, read_matter, tally_line
from bot.ui.panels.ending import end_question
from bot.ui.presses import seat_at
from bot.ui.routes import Call


async def council_room(call: Call) -> Answer:
    """Show what can be decided at a table to somebody who sits there.

    Raises:
        Refused: there is no such table here, or he has no seat there.
    """
    table = await _table(call)
    seat_at(table, call.asker.user)
    return Tell(await council_body(call.kit, table.snapshot(), call.texts))


async def vote_room(call: Call) -> Answer:
    """Count a vote and show how it stands.

    Raises:
        Refused: as the table refuses, or the matter is for those who manage the server.
    """
    table = await _table(call)
    code = call.values[0] if call.values else call.argument(1)
    matter = read_matter(code)
    if matter is None:
        raise Refused(Why.STALE)
    if matter.kind is MatterKind.CLOSE and _ends_at_once(call, table):
        question = await end_question(call.kit, [table], call.texts)
        return Update(question) if call.asker.private else Tell(question)
    words = await vote(call.kit, call.asker, table, matter)
    if call.asker.private:
        return Update(await council_body(call.kit, table.snapshot(), call.texts, words))
    return tell(words)


def _ends_at_once(call: Call, table: Table) -> bool:
    """Tell whether it is the host, who alone carries it, who would end a match that is being played."""
    return table.facts.status is Status.PLAYING and call.asker.user == table.facts.host


async def vote(kit: Kit, asker: Asker, table: Table, matter: Matter) -> str:
    """Be for a matter and return how it stands then.

    Raises:
        Refused: as the table refuses, or the matter is for those who manage the server.
    """
    if matter.kind is MatterKind.CLOSE:
        await _check_end(kit, asker, table)
    before = table.snapshot()
    tally = await table.vote(asker.user, matter)
    if tally.carried or asker.user == before.facts.host:
        return asker.texts.say("council.carried")
    return await tally_line(kit, before, tally, asker.texts)


async def _check_end(kit: Kit, asker: Asker, table: Table) -> None:
    """Keep to what the server has chosen about ending tables."""
    settings = await kit.guilds.settings(table.facts.guild)
    if settings.may_end is MayEnd.MANAGERS and not asker.interaction.permissions.manage_guild:
        raise Refused(Why.NOT_MANAGER)


async def _table(call: Call) -> Table:
    guild, _ = call.asker.place
    number = call.argument(0)
    table = await call.kit.registry.table(TableId(int(number))) if number.isdecimal() else None
    if table is None or table.facts.guild != guild:
        raise Refused(Why.NO_TABLE)
    return table
