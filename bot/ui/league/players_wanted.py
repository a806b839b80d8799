"""Posts that look for players, at most one for each waiting table, with a button that takes a seat there."""

from typing import Final

import discord
import structlog

from bot.ids import ChannelId, GuildId, MessageId, TableId
from bot.play.table_rules import table_changes
from bot.play.tables.table import Table
from bot.play.values.table_info import TableStatus
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import get_player_names
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.responses import Response, ShowPanel, notice_message
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.labelled import labelled_button, text_message
from bot.ui.core.messages.message import ButtonStyle, Message, Text, button_rows
from bot.ui.core.services import Services
from bot.ui.core.tables.find_table import find_table_by_id
from bot.ui.core.tables.table_links import create_table_link
from bot.ui.discord_io.choose_language import get_public_texts
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.send_failures import SendFailed, SendFault
from bot.ui.league.counting_leagues import counting_league_lines

log: Final = structlog.get_logger()

NONCE_FORMAT: Final = "wanted-{id}-{revision}"
"""The nonce of a post. A press after a lost confirmation repeats the nonce, so that Discord posts only once."""


class TakeWantedSeat(ControlId, route="wanted"):
    """Seats the user at a table that looks for players."""

    table: TableId


async def post_players_wanted(ctx: Context) -> Response:
    """Post in this channel that the user's table looks for players.

    If the table already has a post in this channel, update that post. If it has one in another channel, close it first.
    """
    table = next((one for one in ctx.services.registry.list_live() if _waits_for(one, ctx)), None)
    if table is None:
        return notice_message(ctx.texts.say("seats.wanted_none"))
    if not is_looking(table):
        return notice_message(ctx.texts.say("seats.wanted_full"))
    services, client, channel = ctx.services, ctx.interaction.client, ChannelId(ctx.location[1])
    async with services.league.posts.sending:  # so that two presses at the same time make one post
        known = {one: (place, message) for one, place, message in await services.surface_store.list_players_wanted()}
        place, message = known.get(table.id, (None, None))
        if place == channel and await _update_post(services, client, table.id, channel, message, table):
            return notice_message(ctx.texts.say("seats.wanted_posted"))
        if place is not None and place != channel:
            await _update_post(services, client, table.id, place, message, table, closes=True)
        try:
            await _post(services, client, channel, table)
        except SendFailed as unsent:
            key = "failure.unexpected" if unsent.fault is SendFault.TEMPORARY else "seats.wanted_failed"
            return notice_message(ctx.texts.say(key))
    return notice_message(ctx.texts.say("seats.wanted_posted"))


async def _post(services: Services, client: discord.Client, channel: ChannelId, table: Table) -> None:
    """Post that a table looks for players. Raises SendFailed."""
    shown = await _wanted_view(services, table, _get_texts(services, client, channel, table))
    unconfirmed = services.league.posts.unconfirmed
    earlier = unconfirmed.get((table.id, channel))
    unconfirmed[table.id, channel] = number = earlier or NONCE_FORMAT.format(id=table.id, revision=table.revision)
    sent = await Messenger(client, services).send(channel, shown, number=number)
    del unconfirmed[table.id, channel]
    await services.surface_store.save_players_wanted(table.id, channel, sent)
    if earlier is not None:  # Discord may have returned the earlier post, which is out of date
        await _update_post(services, client, table.id, channel, sent, table)


async def handle_take_seat(press: ControlPress[TakeWantedSeat]) -> Response:
    """Seat the user at the table. Then update the table's post, which shows the number of empty seats."""
    table = await find_table_by_id(press.ctx, press.id.table)
    try:
        await table.lobby.change(table_changes.join, press.ctx.user)
    finally:
        await refresh_players_wanted(press.ctx.services, press.ctx.interaction.client, table)
    return ShowPanel(table)


async def refresh_players_wanted(services: Services, client: discord.Client, only: Table | None = None) -> None:
    """Update the post of table `only`. Without it, close the posts of all tables that no longer look for players."""
    async with services.league.posts.sending:
        live = {table.id: table for table in services.registry.list_live()}
        for id_, channel, message in await services.surface_store.list_players_wanted():
            table = live.get(id_) or await services.registry.find_readable(id_)
            if (only is not None and only.id == id_) or (only is None and (table is None or not is_looking(table))):
                await _update_post(services, client, id_, channel, message, table)


def is_looking(table: Table) -> bool:
    """Return whether a table's match has not begun and a seat is empty."""
    return table.facts.status is TableStatus.LOBBY and None in table.occupants


async def _update_post(
    services: Services,
    client: discord.Client,
    id_: TableId,
    channel: ChannelId,
    message: MessageId | None,
    table: Table | None,
    *,
    closes: bool = False,
) -> bool:
    """Update a post, or close it if `closes` is set or no players are needed. Return whether Discord accepted this."""
    texts = _get_texts(services, client, channel, table)
    wanted = table if table is not None and is_looking(table) and not closes else None
    over = text_message(texts.say("seats.wanted_over", table=id_))
    shown = over if wanted is None else await _wanted_view(services, wanted, texts)
    fault = None
    try:
        if message is not None:
            await Messenger(client, services).edit(channel, message, shown)
    except SendFailed as unsent:
        fault = unsent.fault
        log.info("a post for players was not updated", table=id_, fault=fault.value)
    if (wanted is None and fault not in {SendFault.TEMPORARY, SendFault.LIMITED}) or fault is SendFault.GONE:
        await services.surface_store.delete_players_wanted(id_)
    return fault is None


def _get_texts(services: Services, client: discord.Client, channel: ChannelId, table: Table | None) -> Texts:
    """Return texts in the language of a post. `table` is None if the table's record cannot be read."""
    if table is not None:
        return get_public_texts(services, client, table.facts.guild, table.facts.language)
    guild = getattr(client.get_channel(channel), "guild", None)
    return get_public_texts(services, client, GuildId(guild.id if guild else 0), None)


async def _wanted_view(services: Services, table: Table, texts: Texts) -> Message:
    names = await get_player_names(services, [table.facts.host], texts)
    words = texts.say(
        "seats.wanted",
        who=escape_name(names[table.facts.host]),
        table=table.id,
        preset=texts.format_preset(table.facts.preset),
        state=texts.say("listing.free", count=table.occupants.count(None)),
    )
    lines = "\n".join((words, *await counting_league_lines(services, table.facts, texts)))
    seat = labelled_button(TakeWantedSeat(table.id), texts, "seats.wanted_take", ButtonStyle.SUCCESS)
    return Message((Text(lines), *button_rows((seat, await create_table_link(services, table.facts, texts)))))


def _waits_for(table: Table, ctx: Context) -> bool:
    here = table.facts.guild == ctx.guild and table.facts.status is TableStatus.LOBBY
    return here and (table.seat_of(ctx.user) is not None or table.facts.host == ctx.user)
