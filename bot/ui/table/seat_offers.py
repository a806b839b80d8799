"""Offers a seat in a match to a user, who alone can accept or decline."""

import discord
import structlog

from bot.ids import ChannelId, TableId, UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.tables.table import Table
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.responses import Response, ShowPanel, notice_message
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.labelled import labelled_button
from bot.ui.core.messages.message import ButtonStyle, Message, Text, button_rows
from bot.ui.core.tables.find_table import find_table_by_id
from bot.ui.discord_io.choose_language import get_public_texts
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.questions import close_question
from bot.ui.discord_io.send_failures import SendFailed
from engine.model.seats import Seat

log = structlog.get_logger()


class AnswerOffer(ControlId, route="seat:offer"):
    """Accepts or declines a seat that was offered to the user."""

    table: TableId
    seat: int
    accepts: bool


async def deliver_offer(ctx: Context, table: Table, seat: Seat, to: discord.Member) -> str:
    """Ask a user in the channel whether they take a seat; return a notice for the user who offers it."""
    texts = get_public_texts(ctx.services, ctx.interaction.client, table.facts.guild, table.facts.language)
    by = escape_name(ctx.interaction.user.display_name)
    words = texts.say("seats.offer", who=f"<@{to.id}>", by=by, seat=seat + 1, table=table.id)
    take = labelled_button(AnswerOffer(table.id, seat, accepts=True), texts, "seats.offer_take", ButtonStyle.SUCCESS)
    decline = labelled_button(AnswerOffer(table.id, seat, accepts=False), texts, "seats.offer_decline")
    message = Message((Text(words), *button_rows((take, decline))))
    facts = {"name": escape_name(to.display_name), "seat": seat + 1}
    try:
        messenger = Messenger(ctx.interaction.client, ctx.services)
        # A direct message would also reach users who cannot read the channel, and so could not play there.
        await messenger.send_ping(ChannelId(ctx.location[1]), message, UserId(to.id))
    except SendFailed as unsent:
        log.info("the offer of a seat was not delivered", fault=unsent.fault.value, code=unsent.code)
        return ctx.texts.say("seats.offer_undelivered", **facts)
    return ctx.texts.say("seats.offered", **facts)


async def handle_offer(press: ControlPress[AnswerOffer]) -> Response:
    """Seat the user who accepts, or drop the offer."""
    ctx, table, seat = press.ctx, await find_table_by_id(press.ctx, press.id.table), Seat(press.id.seat)
    if not table.is_offered(seat, ctx.user):
        raise TableRefused(TableRefusal.NOT_OFFERED)
    if press.id.accepts:
        await table.attendance.accept_seat(ctx.user, seat)
    else:
        await table.voting.withdraw_request(ctx.user)
    texts = get_public_texts(ctx.services, ctx.interaction.client, table.facts.guild, table.facts.language)
    key = "seats.offer_taken" if press.id.accepts else "seats.offer_refused"
    await close_question(ctx, texts.say(key, who=f"<@{ctx.user}>", seat=seat + 1, table=table.id))
    return ShowPanel(table) if press.id.accepts else notice_message(press.texts.say("seats.offer_declined"))
