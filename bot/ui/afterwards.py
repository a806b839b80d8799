"""What can be done with deals that are over: step through them, see how they ended, take them away, check them."""

from typing import Final

from bot.play.history import Past, PastDeal
from bot.play.occupants import TableId
from bot.play.ports import Status
from bot.play.refusals import Refused, Why
from bot.play.table import Table
from bot.ui.answers import Answer, Tell, Update
from bot.ui.asker import Asker
from bot.ui.body import Attached, Body, Text
from bot.ui.finding import tables_here
from bot.ui.kit import Kit
from bot.ui.panels.film import Scene, ending_body, film_body, moving_body
from bot.ui.panels.proof import promise_body, proof_body
from bot.ui.routes import Call
from engine.record import write

SEARCHED: Final = 25
"""How many tables of a channel are looked through for one with a finished deal."""


async def film_room(call: Call) -> Answer:
    """Go to another moment or deal, or show the deal in another way."""
    table = await table_of(call.kit, call.asker, _number(call.argument(0)))
    past = await past_of(call.kit, table)
    if call.argument(1) == "deal":
        return Update(await film(call.kit, call.asker, past, _deal(past, call.values[0] if call.values else ""), 0))
    deal, way = _deal(past, call.argument(1)), call.argument(3)
    match way:
        case "gif":
            return Tell(await moving(call.kit, call.asker, past, deal))
        case "proof":
            return Tell(proof(call.asker, table, past, deal))
        case "record":
            return Tell(record(call.asker, past))
        case "open":
            return Tell(await film(call.kit, call.asker, past, deal, 0))
        case _:
            return Update(await film(call.kit, call.asker, past, deal, _number(call.argument(2))))


async def table_of(kit: Kit, asker: Asker, number: int) -> Table:
    """Return a table of the server that the person is in: what was played in another is nobody's business here.

    Raises:
        Refused: there is none of this number in this server.
    """
    table = await kit.registry.table(TableId(number))
    if table.facts.guild != asker.place[0]:
        raise Refused(Why.NO_TABLE)
    return table


async def table_with_past(kit: Kit, asker: Asker, number: int | None) -> tuple[Table, Past]:
    """Return the table of this number with its finished deals; without one the newest here that has any, or the newest.

    Raises:
        Refused: there is none.
    """
    if number is not None:
        table = await table_of(kit, asker, number)
        return table, await past_of(kit, table)
    found = [await kit.registry.readable(id_) for id_ in (await tables_here(kit, asker))[:SEARCHED]]
    tables = [table for table in found if table is not None]
    for table in tables:
        if table.revision and (past := await past_of(kit, table)).deals:
            return table, past
    if not tables:
        raise Refused(Why.NO_DEAL_YET)
    return tables[0], await past_of(kit, tables[0])


async def past_of(kit: Kit, table: Table) -> Past:
    """Return the finished deals of a table."""
    return await kit.archive.past(kit.surfaces, table.id, table.revision, table.facts.status)


def newest(past: Past) -> PastDeal:
    """Return the deal that ended last.

    Raises:
        Refused: none has.
    """
    if not past.deals:
        raise Refused(Why.NO_DEAL_YET)
    return past.deals[-1]


def shown_as(past: Past, deal: int | None) -> PastDeal:
    """Return the deal that people call so; the newest without a number.

    Raises:
        Refused: it is not there, or not over.
    """
    if deal is None:
        return newest(past)
    found = next((one for one in past.deals if one.shown == deal), None)
    if found is None:
        raise Refused(Why.DEAL_NOT_OVER, deal=deal)
    return found


async def film(kit: Kit, asker: Asker, past: Past, deal: PastDeal, at: int) -> Body:
    """Return a moment of a deal; one that is not there is the nearest that is."""
    moments = await kit.archive.moments(past.facts.id, deal)
    scene = Scene(past, deal, moments, max(0, min(at, len(moments) - 1)))
    return await film_body(kit, scene, asker.texts)


async def moving(kit: Kit, asker: Asker, past: Past, deal: PastDeal) -> Body:
    """Return a deal as a moving picture."""
    moments = await kit.archive.moments(past.facts.id, deal)
    return await moving_body(kit, Scene(past, deal, moments, 0), asker.texts)


async def ending(kit: Kit, asker: Asker, past: Past) -> Body:
    """Return how the newest finished deal ended."""
    return await ending_body(kit, past, newest(past), asker.texts)


def proof(asker: Asker, table: Table, past: Past, deal: PastDeal) -> Body:
    """Return the proof of a finished deal."""
    return proof_body(past, deal, promised(table), asker.texts)


def promised(table: Table) -> str | None:
    """Return the fingerprint of the deal that is played or comes next; None where no more will be dealt."""
    return table.deals[-1].commitment if table.facts.status in {Status.LOBBY, Status.PLAYING} else None


def check(asker: Asker, table: Table, past: Past, deal: int | None) -> Answer:
    """Return the proof of a deal, or, while none is over, the fingerprint that was fixed for the first."""
    fingerprint = promised(table)
    if not past.deals and deal is None and fingerprint is not None:
        return Tell(promise_body(table.id, fingerprint, asker.texts))
    return Tell(proof(asker, table, past, shown_as(past, deal)))


def record(asker: Asker, past: Past) -> Body:
    """Return the record of the finished deals as a file.

    Raises:
        Refused: no deal is over.
    """
    newest(past)
    words = Text(asker.texts.say("film.take", table=past.facts.id, count=len(past.deals)))
    return Body((words, Attached(write(past.record).encode(), f"tractor-table-{past.facts.id}.txt")))


def _deal(past: Past, text: str) -> PastDeal:
    found = past.deal(_number(text))
    if found is None:
        raise Refused(Why.NO_DEAL_YET)
    return found


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 18 else -1  # noqa: PLR2004 - no number of ours is so long
