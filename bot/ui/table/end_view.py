"""The questions before a match is ended for everybody, and before a user leaves a table."""

from collections.abc import Sequence

from bot.ids import TableId, UserId
from bot.play.tables.table import Table
from bot.play.values.table_info import Person, TableStatus
from bot.text.catalogue import Texts
from bot.ui.core.interactions.table_controls import ControlVerb, table_button
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.message import Button, ButtonStyle, Message, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.core.tables.table_links import find_table_link


class EndTable(ControlId, route="stop"):
    """Ends a table."""

    table: TableId


class KeepTable(ControlId, route="stop:keep"):
    """Lets the table go on."""


async def confirm_end_view(services: Services, tables: Sequence[Table], texts: Texts) -> Message:
    """Return the tables in question with a button to end each."""
    lines = [texts.say("ending.which")] if len(tables) > 1 else []
    lines += [await describe_table(services, table, texts) for table in tables]
    begun = [table.snapshot() for table in tables if table.facts.status is TableStatus.PLAYING]
    lines += [texts.say("ending.sure")] if begun else []
    lines += [texts.say("ending.decided", table=seen.id) for seen in begun if seen.is_decided]
    buttons = [Button(EndTable(one.id), texts.say("ending.end", table=one.id), ButtonStyle.DANGER) for one in tables]
    keep = Button(KeepTable(), texts.say("ending.keep"))
    return Message((Text("\n".join(lines)), *button_rows((*buttons, keep))))


async def describe_table(services: Services, table: Table, texts: Texts) -> str:
    """Return a live table in one line, with its number as a link, its rules, and its deal if its match has begun."""
    begun = table.facts.status is TableStatus.PLAYING
    deal = max(1, table.spectator_view().deal_number) if begun else 0
    state = texts.say("ending.deal", deal=deal) if begun else texts.say("ending.lobby")
    preset, link = texts.format_preset(table.facts.preset), await find_table_link(services, table.facts)
    return texts.say("ending.table", table=table.id, preset=preset, link=link, state=state)


class LeaveTable(ControlId, route="leave"):
    """Leaves a table; during a match, asks for confirmation."""

    table: TableId


async def choose_leave_view(services: Services, tables: Sequence[Table], texts: Texts) -> Message:
    """Return the tables that a user may mean, with a button to leave each."""
    lines = [texts.say("seats.leave_which"), *[await describe_table(services, table, texts) for table in tables]]
    buttons = (Button(LeaveTable(table.id), texts.say("seats.leave_table", table=table.id)) for table in tables)
    return Message((Text("\n".join(lines)), *button_rows(tuple(buttons))))


def confirm_leave_view(table: Table, user: UserId, texts: Texts) -> Message:
    """Return the consequences of leaving a match, with buttons to leave for good or to step away."""
    go = table_button(table.id, texts, ControlVerb.LEAVE_MATCH, "seats.leave_for_good", ButtonStyle.DANGER)
    away = table_button(table.id, texts, ControlVerb.STEP_AWAY, "seats.step_away")
    others = [o for o in table.occupants if isinstance(o, Person) and o.user != user]
    seen = table.snapshot()
    lines = [texts.say("seats.leave_sure" if others else "seats.leave_last")]
    if others and seen.is_counted_deal:
        lines.append(texts.say("seats.leave_counts"))
    elif not others and seen.is_decided:
        lines.append(texts.say("ending.decided", table=table.id))
    return Message((Text("\n".join(lines)), *button_rows((go, away))))
