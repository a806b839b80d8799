"""The questions before a user leaves: which table, and whether for good."""

from collections.abc import Sequence

from bot.ids import TableId, UserId
from bot.play.occupants import Person
from bot.play.tables.table import Table
from bot.text.catalogue import Texts
from bot.ui.core.interactions.table_controls import ControlVerb, table_control_id
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.message import Button, ButtonStyle, Message, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.table.end_view import describe_table


class LeaveTable(ControlId, route="leave"):
    """Leaves a table; during a match, asks for confirmation."""

    table: TableId


async def choose_leave_view(services: Services, tables: Sequence[Table], texts: Texts) -> Message:
    """Return the tables that a user may mean, with a button to leave each."""
    lines = [texts.say("seats.leave_which"), *[await describe_table(services, table, texts) for table in tables]]
    buttons = (Button(LeaveTable(table.id), texts.say("seats.leave_table", table=table.id)) for table in tables)
    return Message((Text("\n".join(lines)), *button_rows(tuple(buttons))))


def confirm_leave_view(table: Table, user: UserId, texts: Texts) -> Message:
    """Return what leaving a match means, with buttons to leave for good or to step away."""
    go = Button(
        table_control_id(table.id, ControlVerb.LEAVE_MATCH), texts.say("seats.leave_for_good"), ButtonStyle.DANGER
    )
    away = Button(table_control_id(table.id, ControlVerb.STEP_AWAY), texts.say("seats.step_away"))
    others = [o for o in table.occupants if isinstance(o, Person) and o.user != user]
    words = "seats.leave_sure" if others else "seats.leave_last"
    return Message((Text(texts.say(words)), *button_rows((go, away))))
