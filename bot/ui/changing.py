"""Who answers when the host of a lobby changes a rule."""

from dataclasses import replace

from bot.play.occupants import TableId
from bot.play.ports import Status
from bot.play.refusals import Refused, Why
from bot.play.table import Table
from bot.ui.answers import Answer, Tell, Update
from bot.ui.body import Body, Text
from bot.ui.changes import changes_of, choices
from bot.ui.counting import counted_by, lost_words
from bot.ui.panels.changing import PARTS, option_body, part_body, part_of, parts_body
from bot.ui.routes import Call


async def change_room(call: Call) -> Answer:
    """Show another part of the rules, or change one.

    Raises:
        Refused: the person is not host of this table, or its match has begun.
    """
    table = await _table(call)
    if table.facts.status is not Status.LOBBY:  # the lists lead nowhere any more
        closed = Refused(Why.TABLE_CLOSED if table.facts.status is Status.CLOSED else Why.ALREADY_STARTED)
        return Update(Body((Text(call.texts.refusal(closed)),)))
    way, turn = call.argument(2), _number(call.argument(1)) + 1
    before = await counted_by(call.kit, table.facts)
    if way == "reset":
        await table.set_rules(call.asker.user, table.facts.preset, {})
    elif way == "to" and call.values:
        await _changed(call, table, call.argument(4), call.values[0])
    body = _shown(call, table, way, turn)
    lost = lost_words(before, await counted_by(call.kit, table.facts), call.texts)
    body = replace(body, blocks=(Text(lost), *body.blocks)) if lost else body
    return Tell(body) if way == "open" else Update(body)


async def _table(call: Call) -> Table:
    """Return the table, for its host.

    Raises:
        Refused: there is none here, or he is not its host.
    """
    table = await call.kit.registry.table(TableId(_number(call.argument(0))))
    if table.facts.guild != call.asker.place[0]:
        raise Refused(Why.NO_TABLE)
    if table.facts.host != call.asker.user:
        raise Refused(Why.NOT_HOST, host=table.facts.host)
    return table


async def _changed(call: Call, table: Table, option: str, value: str) -> None:
    """Give an option another value, one that is still to be had."""
    facts = table.facts
    if not any(option in names for names in PARTS.values()):
        return
    for wanted in choices(facts.preset, changes_of(facts.preset, facts.rules), option):
        if wanted[option] == value:
            await table.set_rules(call.asker.user, facts.preset, wanted)
            return


def _shown(call: Call, table: Table, way: str, turn: int) -> Body:
    chosen = call.values[0] if call.values else ""
    part = chosen if way == "in" else call.argument(3)
    if way == "of" and any(chosen in names for names in PARTS.values()):
        return option_body(table.facts, turn, part_of(chosen), chosen, call.texts)
    if way in {"in", "part", "to"} and part in PARTS:
        return part_body(table.facts, turn, part, call.texts)
    return parts_body(table.facts, turn, call.texts)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 18 else 0  # noqa: PLR2004 - no number of ours is so long
