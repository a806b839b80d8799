"""Asks users who have not pressed anything: by direct message, else in the channel; and closes what is answered."""

from contextlib import suppress
from enum import Enum
from typing import Final

import structlog

from bot.ids import ChannelId, GuildId, MessageId, UserId
from bot.text.catalogue import Texts
from bot.ui.core.interactions.context import Context
from bot.ui.core.messages.labelled import text_message
from bot.ui.core.messages.message import Message
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.public_texts import get_public_texts, get_reader_texts
from bot.ui.discord_io.refusals import SendFailed

log: Final = structlog.get_logger()


class Delivery(Enum):
    """How a question reached a user."""

    DIRECT = "direct"
    IN_CHANNEL = "channel"
    FAILED = "failed"


async def get_user_texts(ctx: Context, user: UserId, guild: GuildId, language: str | None) -> Texts:
    """Return a user's language; until it is known, the server's, else the one with this tag."""
    public = get_public_texts(ctx.services, ctx.interaction.client, guild, language)
    return await get_reader_texts(ctx.services, user, public)


async def ask_user(ctx: Context, user: UserId, message: Message, number: str) -> Delivery:
    """Send a user a question, in the channel of `ctx` if they take no direct messages.

    Discord finds a recent question with the same `number` instead of sending it twice.
    """
    messenger = _get_messenger(ctx)
    try:
        await messenger.send_direct(user, message, number=number)
    except SendFailed:
        try:
            await messenger.send_ping(ChannelId(ctx.location[1]), message, user, number=number)
        except SendFailed as unsent:
            log.info("a question was not delivered", fault=unsent.fault.value, code=unsent.code)
            return Delivery.FAILED
        return Delivery.IN_CHANNEL
    return Delivery.DIRECT


async def tell_user(ctx: Context, user: UserId, words: str) -> None:
    """Send a user a direct message, if they take any."""
    try:
        await _get_messenger(ctx).send_direct(user, text_message(words))
    except SendFailed as unsent:
        log.info("a direct message was not delivered", fault=unsent.fault.value, code=unsent.code)


async def close_question(ctx: Context, words: str) -> None:
    """Replace the question whose button was pressed with its answer."""
    message = ctx.interaction.message
    if message is None or ctx.channel is None:
        return
    with suppress(SendFailed):  # its buttons then answer that it is over
        await _get_messenger(ctx).edit(ChannelId(ctx.channel), MessageId(message.id), text_message(words))


def _get_messenger(ctx: Context) -> Messenger:
    return Messenger(ctx.interaction.client, ctx.services)
