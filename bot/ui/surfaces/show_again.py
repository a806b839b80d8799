"""Shows a table again on request, in another channel if its own is lost."""

from bot.ids import ChannelId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.tables.table import Table
from bot.ui.core.interactions.context import Context
from bot.ui.core.services import Services


async def show_again(ctx: Context, table: Table) -> str:
    """Post a table's message again, here if its channel is lost; return the answer for the user.

    Raises:
        TableRefused: the server allows no tables in this channel.
    """
    _, here = ctx.location
    if table.seat_of(ctx.user) is not None and await _is_lost(ctx.services, table):
        if await ctx.services.threads.find_table_of(here) == table.id:
            await ctx.services.threads.set_thread(table.id, here)
        elif here != table.facts.channel:
            await _move_here(ctx, table, here)
    place = await ctx.services.threads.get_channel(table.facts)
    return ctx.texts.say("ui.reposted" if place == here else "threads.reposted", channel=f"<#{place}>")


async def _is_lost(services: Services, table: Table) -> bool:
    return await services.surface_store.find_host_alert(table.id) is not None


async def _move_here(ctx: Context, table: Table, here: ChannelId) -> None:
    settings = await ctx.services.guild_settings.load_settings(table.facts.guild)
    parent = getattr(ctx.interaction.channel, "parent_id", None)
    if not settings.allows(here, ChannelId(parent) if parent else None):
        raise TableRefused(TableRefusal.NOT_IN_CHANNEL, channels=settings.channels)
    await ctx.services.threads.set_no_thread(table.id)
    await table.move_to_channel(here)
