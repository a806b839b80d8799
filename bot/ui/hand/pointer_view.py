"""What leads a player from another channel to the table, where their panel opens."""

from bot.ids import ChannelId, UserId
from bot.play.ports import TableInfo
from bot.play.snapshot import Snapshot
from bot.text.catalogue import Texts
from bot.ui.core.message import Button, LinkButton, Message, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.core.table_ids import ControlVerb, table_control_id
from bot.ui.core.table_links import create_table_link


async def pointer_view(services: Services, table: TableInfo, texts: Texts) -> Message:
    """Return the panel of a player whose match has begun in another place than their panel."""
    here = Button(table_control_id(table.id, ControlVerb.SHOW_HAND), texts.say("ui.hand_here"))
    link = await create_table_link(services, table, texts)
    return Message((Text(texts.say("ui.begun_elsewhere")), *button_rows((link, here))))


async def list_table_links(
    services: Services, table: Snapshot, user: UserId, texts: Texts, here: ChannelId | None
) -> tuple[LinkButton, ...]:
    """Return the button to the table, unless the panel is `here` beside it.

    Where there are no threads, players of several tables in a channel need the link to tell them apart.
    """
    place = await services.threads.get_channel(table.facts)
    shared = (
        place == table.facts.channel and sum(one.seat_of(user) is not None for one in services.registry.list_live()) > 1
    )
    beside = place == (here or table.facts.channel)
    return () if beside and not shared else (await create_table_link(services, table.facts, texts),)
