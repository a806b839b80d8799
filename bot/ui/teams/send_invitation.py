"""Sends invitations, and tells those who invited what became of them: by direct message, else in the channel."""

from typing import Final

import structlog

from bot.ids import ChannelId, GuildId, UserId
from bot.league.teams.teams import Founding, Invitation, TeamRole
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_timestamp, get_player_names
from bot.ui.core.interactions.context import Context
from bot.ui.core.messages.labelled import labelled_button, text_message
from bot.ui.core.messages.message import Button, ButtonStyle, Message, Text, button_rows
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.public_texts import get_public_texts, get_reader_texts
from bot.ui.discord_io.refusals import SendFailed
from bot.ui.teams.control_ids import AnswerInvitation, GiveUpFounding

log: Final = structlog.get_logger()


async def deliver_invitation(ctx: Context, invitation: Invitation) -> str:
    """Send an invitation that has not been delivered; return a notice unless it went out as a direct message."""
    if invitation.is_delivered:
        return ""
    services, client = ctx.services, ctx.interaction.client
    texts = await _get_user_texts(ctx, invitation.user, invitation.guild)
    names = await get_player_names(services, [u for u in (invitation.by, invitation.replaces) if u is not None], texts)
    replaced = escape_name(names[invitation.replaces]) if invitation.replaces is not None else ""
    server = client.get_guild(invitation.guild)
    message = invitation_view(
        invitation, server.name if server else "", escape_name(names[invitation.by]), replaced, texts
    )
    messenger, who = get_messenger(ctx), await format_user(ctx, invitation.user)
    number = f"invitation-{invitation.id}"
    try:
        await messenger.send_direct(invitation.user, message, number=number)
        notice = ""
    except SendFailed:
        try:
            await messenger.send_ping(ChannelId(ctx.location[1]), message, invitation.user, number=number)
            notice = ctx.texts.say("teams.invited_here", who=who)
        except SendFailed as unsent:
            log.info("an invitation was not delivered", fault=unsent.fault.value, code=unsent.code)
            return ctx.texts.say("teams.not_delivered", who=who)
    await services.league.invitations.mark_delivered(invitation.id)
    return notice


async def tell_user(ctx: Context, user: UserId, guild: GuildId, key: str, **facts: str) -> None:
    """Send a user a direct message, if they take any."""
    texts = await _get_user_texts(ctx, user, guild)
    try:
        await get_messenger(ctx).send_direct(user, text_message(texts.say(key, **facts)))
    except SendFailed as unsent:
        log.info("a message about a team was not delivered", fault=unsent.fault.value, code=unsent.code)


async def _get_user_texts(ctx: Context, user: UserId, guild: GuildId) -> Texts:
    """Return a user's language; until it is known, the server's, else that of who writes to them."""
    public = get_public_texts(ctx.services, ctx.interaction.client, guild, ctx.texts.tag)
    return await get_reader_texts(ctx.services, user, public)


async def format_user(ctx: Context, user: UserId) -> str:
    """Return a user's escaped name."""
    return escape_name((await get_player_names(ctx.services, [user], ctx.texts))[user])


def get_messenger(ctx: Context) -> Messenger:
    """Return what sends messages outside answers."""
    return Messenger(ctx.interaction.client, ctx.services)


def invitation_view(invitation: Invitation, server: str, by: str, replaced: str, texts: Texts) -> Message:
    """Return the question whether a user accepts; the names `by` and `replaced` are escaped."""
    facts = {"who": f"<@{invitation.user}>", "by": by, "team": escape_name(invitation.team_name), "replaced": replaced}
    words = texts.say(f"teams.ask_{_get_place(invitation)}", server=escape_name(server), **facts)
    until = texts.say("teams.answer_until", until=format_timestamp(invitation.expires_at))
    return Message((Text(f"{words}\n{until}"), *button_rows(answer_buttons(invitation, texts))))


def answer_buttons(invitation: Invitation, texts: Texts) -> tuple[Button, Button]:
    """Return the buttons that accept and decline."""
    accept = AnswerInvitation(invitation.id, accepts=True)
    decline = AnswerInvitation(invitation.id, accepts=False)
    return (
        labelled_button(accept, texts, "teams.button.accept", ButtonStyle.SUCCESS),
        labelled_button(decline, texts, "teams.button.decline", ButtonStyle.DANGER),
    )


def founding_view(founding: Founding, waiting: str, notice: str, texts: Texts) -> Message:
    """Return how far the founding of a team is, for its founder; `waiting`: escaped names."""
    facts = {"team": escape_name(founding.name), "names": waiting, "until": format_timestamp(founding.expires_at)}
    words = "\n".join(filter(None, (texts.say("teams.founding", **facts), notice)))
    give_up = labelled_button(GiveUpFounding(founding.id), texts, "teams.button.give_up")
    return Message((Text(words), *button_rows((give_up,))))


def _get_place(invitation: Invitation) -> str:
    if invitation.founding is not None:
        return "found"
    if invitation.replaces is not None:
        return "replace"
    return "member" if invitation.role is TeamRole.MEMBER else "substitute"
