"""Makes links to tables, and the button for the next deal."""

from bot.ids import ChannelId, UserId
from bot.play.tables.snapshot import Snapshot
from bot.play.values.table_info import TableInfo, TableStatus
from bot.text.catalogue import Texts
from bot.ui.core.formatting import format_message_link, format_table_number
from bot.ui.core.interactions.table_controls import ControlVerb, table_control_id
from bot.ui.core.messages.message import Block, Button, ButtonStyle, LinkButton, Message, Text, button_rows
from bot.ui.core.services import Services
from engine.model.view import PhaseName, View


async def find_table_link(services: Services, table: TableInfo) -> str:
    """Return a link to a table's message, or to the table's channel if there is no message."""
    place = await services.threads.get_channel(table)
    shown = await services.surface_store.find_table_message(table.id)
    message = shown.message if shown is not None and shown.channel == place else None
    return format_message_link(table.guild, place, message)


async def create_table_link(services: Services, table: TableInfo, texts: Texts) -> LinkButton:
    """Return the button that leads to a table's message."""
    link = await find_table_link(services, table)
    return LinkButton(link, texts.say("board.to_table", table=format_table_number(table)))


async def lead_view(services: Services, table: TableInfo, texts: Texts) -> Message:
    """Return the message that leads to the thread of a match, where players can see their hands."""
    place = await services.threads.get_channel(table)
    link = await create_table_link(services, table, texts)
    return Message((Text(texts.say("threads.lead", channel=f"<#{place}>")), *button_rows((link,))))


async def list_table_links(
    services: Services, table: Snapshot, user: UserId, texts: Texts, here: ChannelId | None
) -> tuple[LinkButton, ...]:
    """Return the button from a panel to its table.

    Return nothing if both are in one channel and the user has no other table there.
    """
    place = await services.threads.get_channel(table.facts)
    shared = place == table.facts.channel and _sits_at_another_table(services, table.facts, user)
    beside = here in {None, place}  # `here` is None if the panel's place is unknown
    return () if beside and not shared else (await create_table_link(services, table.facts, texts),)


def _sits_at_another_table(services: Services, table: TableInfo, user: UserId) -> bool:
    """Return whether a user sits at another table of this channel. Seats are compared last, because that is slow."""
    live = (one.facts for one in services.registry.list_live_as_loaded())
    return any(one.channel == table.channel and one.id != table.id and one.seat_of(user) is not None for one in live)


def next_deal_row(table: Snapshot, view: View, texts: Texts) -> tuple[Block, ...]:
    """Return the button for the next deal. Return nothing unless a deal has ended and the match goes on."""
    if view.phase is not PhaseName.FINISHED or table.facts.status is not TableStatus.PLAYING:
        return ()
    id_ = table_control_id(table.id, ControlVerb.NEXT_DEAL, task=view.deal_number)
    return button_rows((Button(id_, texts.say("board.next_deal"), ButtonStyle.SUCCESS),))
