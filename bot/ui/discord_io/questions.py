"""Asks users questions, such as invitations, by direct message or in the channel, and closes answered questions."""

from contextlib import suppress
from enum import Enum
from typing import Final

import structlog

from bot.ids import ChannelId, GuildId, MessageId, UserId
from bot.text.catalogue import Texts
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.responses import EditMessage, Response, notice_message
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.labelled import labelled_button, text_message
from bot.ui.core.messages.message import Buttons, ButtonStyle, Message, button_rows
from bot.ui.discord_io.choose_language import get_public_texts, get_reader_texts
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.post_alerts import try_send_direct
from bot.ui.discord_io.send_failures import SendFailed

log: Final = structlog.get_logger()


class Delivery(Enum):
    """Whether and how a question reached a user."""

    DIRECT = "direct"
    IN_CHANNEL = "channel"
    FAILED = "failed"


async def get_user_texts(ctx: Context, user: UserId, guild: GuildId, language: str | None) -> Texts:
    """Return texts in a user's language. If it is unknown, use the server's language or, last, `language` (a tag)."""
    public = get_public_texts(ctx.services, ctx.interaction.client, guild, language)
    return await get_reader_texts(ctx.services, user, public)


async def ask_user(ctx: Context, user: UserId, message: Message, number: str) -> Delivery:
    """Ask a user by direct message or, if that fails, in this channel. Return how the question reached the user.

    A question with the same `number` is not sent twice.
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


def format_delivery(ctx: Context, delivery: Delivery, user: UserId, failed_key: str) -> str:
    """Return a notice that tells the asking user where the question went. It is empty after a direct message."""
    keys = {Delivery.IN_CHANNEL: "teams.invited_here", Delivery.FAILED: failed_key}
    return "" if delivery is Delivery.DIRECT else ctx.texts.say(keys[delivery], who=f"<@{user}>")


def answer_rows(accept: ControlId, decline: ControlId, texts: Texts) -> tuple[Buttons, ...]:
    """Return the buttons that accept and decline."""
    yes = labelled_button(accept, texts, "teams.button.accept", ButtonStyle.SUCCESS)
    return button_rows((yes, labelled_button(decline, texts, "teams.button.decline")))


async def take_answer(ctx: Context, words: str, public: str) -> Response:
    """Return a response that says `words`. In a channel, replace the question with `public` unless it is empty."""
    if ctx.is_private:
        return EditMessage(text_message(words))
    if public:
        await close_question(ctx, public)
    return notice_message(words)


async def tell_user(ctx: Context, user: UserId, guild: GuildId, key: str, **facts: str) -> None:
    """Send a user a direct message in their language, if they accept any."""
    texts = await get_user_texts(ctx, user, guild, ctx.texts.tag)
    await try_send_direct(_get_messenger(ctx), user, texts.say(key, **facts))


async def close_question(ctx: Context, words: str) -> None:
    """Replace the question whose button was pressed with its answer."""
    message = ctx.interaction.message
    if message is None or ctx.channel is None:
        return
    with suppress(SendFailed):  # if the edit fails, the old buttons still say that the question is over
        await _get_messenger(ctx).edit(ChannelId(ctx.channel), MessageId(message.id), text_message(words))


def _get_messenger(ctx: Context) -> Messenger:
    return Messenger(ctx.interaction.client, ctx.services)
