"""Sends invitations, and tells those who invited what became of them: by direct message, else in the channel."""

from typing import Final

import discord
import structlog

from bot.ids import ChannelId, GuildId, UserId
from bot.league.teams import Invitation
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import get_player_names
from bot.ui.core.interactions.context import Context
from bot.ui.core.messages.labelled import text_message
from bot.ui.core.services import Services
from bot.ui.discord_io.guild_language import get_guild_texts
from bot.ui.discord_io.messages import Messenger, SendFailed
from bot.ui.teams.invitation_view import invitation_view

log: Final = structlog.get_logger()


async def deliver_invitation(ctx: Context, invitation: Invitation) -> str:
    """Send an invitation that has not been delivered; return a notice unless it went out as a direct message."""
    if invitation.is_delivered:
        return ""
    services, client = ctx.services, ctx.interaction.client
    texts = await get_user_texts(services, client, invitation.user, invitation.guild)
    names = await get_player_names(services, [u for u in (invitation.by, invitation.replaces) if u is not None], texts)
    replaced = escape_name(names[invitation.replaces]) if invitation.replaces is not None else ""
    server = client.get_guild(invitation.guild)
    message = invitation_view(
        invitation, server.name if server else "", escape_name(names[invitation.by]), replaced, texts
    )
    messenger, who = get_messenger(ctx), await format_user(ctx, invitation.user)
    try:
        await messenger.send_direct(invitation.user, message)
        notice = ""
    except SendFailed:
        try:
            await messenger.send_ping(ChannelId(ctx.location[1]), message, invitation.user)
            notice = ctx.texts.say("teams.invited_here", who=who)
        except SendFailed as unsent:
            log.info("an invitation was not delivered", fault=unsent.fault.value, code=unsent.code)
            return ctx.texts.say("teams.not_delivered", who=who)
    await services.league.invitations.mark_delivered(invitation.id)
    return notice


async def tell_user(ctx: Context, user: UserId, guild: GuildId, key: str, **facts: str) -> None:
    """Send a user a direct message, if they take any."""
    texts = await get_user_texts(ctx.services, ctx.interaction.client, user, guild)
    try:
        await get_messenger(ctx).send_direct(user, text_message(texts.say(key, **facts)))
    except SendFailed as unsent:
        log.info("a message about a team was not delivered", fault=unsent.fault.value, code=unsent.code)


async def get_user_texts(services: Services, client: discord.Client, user: UserId, guild: GuildId) -> Texts:
    """Return the texts in a user's language, in their server's until it is known."""
    locale = await services.people.get_locale(user)
    return get_guild_texts(services, client, guild) if locale is None else services.catalogue.texts_for(locale)


async def format_user(ctx: Context, user: UserId) -> str:
    """Return a user's escaped name."""
    return escape_name((await get_player_names(ctx.services, [user], ctx.texts))[user])


def get_messenger(ctx: Context) -> Messenger:
    """Return what sends messages outside answers."""
    return Messenger(ctx.interaction.client, v1=ctx.services.config.v1, emoji=ctx.services.emoji)
