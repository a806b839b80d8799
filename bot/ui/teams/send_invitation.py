"""Sends invitations, and tells those who invited what became of them: by direct message, else in the channel."""

from bot.ids import GuildId, UserId
from bot.league.teams.teams import Founding, Invitation, TeamRole
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_timestamp, get_player_names
from bot.ui.core.interactions.context import Context
from bot.ui.core.messages.labelled import labelled_button
from bot.ui.core.messages.message import Button, ButtonStyle, Message, Text, button_rows
from bot.ui.discord_io.questions import Delivery, ask_user, get_user_texts, tell_user
from bot.ui.teams.control_ids import AnswerInvitation, GiveUpFounding


async def deliver_invitation(ctx: Context, invitation: Invitation) -> str:
    """Send an invitation that has not been delivered; return a notice unless it went out as a direct message."""
    if invitation.is_delivered:
        return ""
    services, client = ctx.services, ctx.interaction.client
    texts = await get_user_texts(ctx, invitation.user, invitation.guild, ctx.texts.tag)
    names = await get_player_names(services, [u for u in (invitation.by, invitation.replaces) if u is not None], texts)
    replaced = escape_name(names[invitation.replaces]) if invitation.replaces is not None else ""
    server = client.get_guild(invitation.guild)
    message = invitation_view(
        invitation, server.name if server else "", escape_name(names[invitation.by]), replaced, texts
    )
    delivery = await ask_user(ctx, invitation.user, message, f"invitation-{invitation.id}")
    who = await format_user(ctx, invitation.user)
    if delivery is Delivery.FAILED:
        return ctx.texts.say("teams.not_delivered", who=who)
    await services.league.invitations.mark_delivered(invitation.id)
    return "" if delivery is Delivery.DIRECT else ctx.texts.say("teams.invited_here", who=who)


async def tell_member(ctx: Context, user: UserId, guild: GuildId, key: str, **facts: str) -> None:
    """Tell a user by direct message what became of a team of theirs."""
    texts = await get_user_texts(ctx, user, guild, ctx.texts.tag)
    await tell_user(ctx, user, texts.say(key, **facts))


async def format_user(ctx: Context, user: UserId) -> str:
    """Return a user's escaped name."""
    return escape_name((await get_player_names(ctx.services, [user], ctx.texts))[user])


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
