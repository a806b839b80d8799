"""The button for the next deal, on every message that shows the end of a deal."""

from bot.play.tables.snapshot import Snapshot
from bot.play.values.table_info import TableStatus
from bot.text.catalogue import Texts
from bot.ui.core.interactions.table_controls import ControlVerb, table_control_id
from bot.ui.core.messages.message import Block, Button, ButtonStyle, button_rows
from engine.model.view import PhaseName, View


def next_deal_row(table: Snapshot, view: View, texts: Texts) -> tuple[Block, ...]:
    """Return the button for the next deal, between the deals of a match."""
    if view.phase is not PhaseName.FINISHED or table.facts.status is not TableStatus.PLAYING:
        return ()
    id_ = table_control_id(table.id, ControlVerb.NEXT_DEAL, task=view.deal_number)
    return button_rows((Button(id_, texts.say("ui.next_deal"), ButtonStyle.SUCCESS),))
