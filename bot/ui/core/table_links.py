"""Links to where a table is shown."""

from bot.ids import ChannelId, GuildId, MessageId
from bot.play.ports import TableInfo
from bot.text.catalogue import Texts
from bot.ui.core.message import LinkButton
from bot.ui.core.services import Services


def format_message_link(guild: GuildId, channel: ChannelId, message: MessageId | None) -> str:
    """Return a link to a message; None: to its channel."""
    place = f"https://discord.com/channels/{guild}/{channel}"
    return place if message is None else f"{place}/{message}"


async def find_table_link(services: Services, table: TableInfo) -> str:
    """Return a link to a table's message, or to its channel while there is none."""
    place = await services.threads.get_channel(table)
    shown = await services.surface_store.find_table_message(table.id)
    message = shown.message if shown is not None and shown.channel == place else None
    return format_message_link(table.guild, place, message)


async def create_table_link(services: Services, table: TableInfo, texts: Texts) -> LinkButton:
    """Return the button that leads to a table's message."""
    return LinkButton(await find_table_link(services, table), texts.say("ui.to_table", table=table.id))
