"""Founds teams and invites people, by direct message or in the channel. Tells the inviters what was answered."""

from collections.abc import Sequence

import discord

from bot.ids import UserId
from bot.league.leagues.access import Caller
from bot.league.management.team_invitations import Accepted
from bot.league.teams.teams import MIN_TEAM_SIZE, Founding, Invitation, Team, TeamRole
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_timestamp, format_users
from bot.ui.core.interactions.context import Context, ControlPress, PickedPerson
from bot.ui.core.interactions.responses import EditMessage, NewMessage, Response, notice_message
from bot.ui.core.messages.labelled import text_message
from bot.ui.core.messages.message import Block, Buttons, Message, Text
from bot.ui.discord_io import questions
from bot.ui.league.lookup import get_caller
from bot.ui.teams.control_ids import AnswerInvitation, GiveUpFounding
from bot.ui.teams.panel_view import founding_view
from bot.ui.teams.show_view import format_members

MAX_LISTED = 5
"""The most invitations in one message, because each has a row of buttons."""


async def found_team(ctx: Context, name: str, others: Sequence[discord.Member], seats: int | None) -> Response:
    """Found a team of the user and `others`, who are asked first."""
    for member in others:  # bots are refused, because a team that plays with a computer player leaves that seat empty
        if member.id == ctx.user or member.bot:
            return notice_message(ctx.texts.say("teams.with_a_bot" if member.bot else "teams.with_oneself"))
        await ctx.services.people.remember_name(member)
    invited = {UserId(member.id) for member in others}
    size = seats or max(MIN_TEAM_SIZE, len(invited) + 1)
    team = await ctx.services.league.invitations.found_team(get_caller(ctx), ctx.guild, name, invited, size)
    if not isinstance(team, Founding):
        names = await format_members(ctx, team)
        return notice_message(ctx.texts.say("teams.team_created", team=escape_name(team.name), members=names))
    notices = [await deliver_invitation(ctx, one) for one in team.invitations if one.answer is None]
    waiting = await format_users(ctx.services, team.waiting_for, ctx.texts)
    return NewMessage(founding_view(team, waiting, "\n".join(filter(None, notices)), ctx.texts))


async def invite(
    ctx: Context, found: Team, person: PickedPerson, role: TeamRole, replaced: UserId | None = None
) -> str:
    """Invite a user into a team, as a member, in a member's place or as a substitute, and return a notice."""
    if person.bot:
        return ctx.texts.say("teams.substitute_computer" if role is TeamRole.SUBSTITUTE else "teams.with_a_bot")
    invitation, is_new = await ctx.services.league.invitations.invite(
        get_caller(ctx), ctx.guild, found.id, UserId(person.id), role, replaced
    )
    await ctx.services.people.remember_name(person)
    facts = {"who": escape_name(person.display_name), "team": escape_name(found.name)}
    key = "teams.invited" if is_new else "teams.invited_before"
    words = ctx.texts.say(key, until=format_timestamp(invitation.expires_at), **facts)
    return "\n".join(filter(None, (words, await deliver_invitation(ctx, invitation))))


async def list_own_invitations(ctx: Context) -> Message:
    """Return the invitations that the user can answer."""
    found = await ctx.services.league.invitations.list_invitations(ctx.user)
    if not found:
        return text_message(ctx.texts.say("teams.no_invitations"))
    blocks: list[Block] = []
    for one in found[:MAX_LISTED]:
        by = await format_users(ctx.services, (one.by,), ctx.texts)
        facts = {"team": escape_name(one.team_name), "by": by, "until": format_timestamp(one.expires_at)}
        blocks += [Text(ctx.texts.say("teams.invitation_line", **facts)), *_answer_rows(one, ctx.texts)]
    return Message(tuple(blocks))


async def handle_answer(press: ControlPress[AnswerInvitation]) -> Response:
    """Accept or decline an invitation to the user, wherever its message is."""
    ctx, invitations, caller = press.ctx, press.ctx.services.league.invitations, Caller(press.ctx.user)
    if press.id.accepts:
        accepted = await invitations.accept(caller, press.id.invitation)
        invitation, words = accepted.invitation, await _format_accepted(ctx, accepted)
        key = "teams.tell_founded" if accepted.team and accepted.founding else "teams.tell_accepted"
    else:
        invitation = await invitations.decline(caller, press.id.invitation)
        words = press.texts.say("teams.declined", team=escape_name(invitation.team_name))
        key = "teams.tell_declined"
    who, team = escape_name(ctx.interaction.user.display_name), escape_name(invitation.team_name)
    await questions.tell_user(ctx, invitation.by, invitation.guild, key, who=who, team=team)
    key = "teams.has_accepted" if press.id.accepts else "teams.has_declined"
    return await questions.take_answer(ctx, words, press.texts.say(key, who=f"<@{invitation.user}>", team=team))


async def handle_give_up(press: ControlPress[GiveUpFounding]) -> Response:
    """Give up a team that the user is founding."""
    ended = await press.ctx.services.league.invitations.give_up_founding(get_caller(press.ctx), press.id.founding)
    return EditMessage(text_message(press.texts.say("teams.given_up", team=escape_name(ended.name))))


async def _format_accepted(ctx: Context, accepted: Accepted) -> str:
    invitation, team = accepted.invitation, escape_name(accepted.invitation.team_name)
    if accepted.team is None:
        assert accepted.founding is not None
        names = await format_users(ctx.services, accepted.founding.waiting_for, ctx.texts)
        return ctx.texts.say("teams.accepted_waiting", team=team, names=names)
    if accepted.founding is not None:
        members = await format_members(ctx, accepted.team)
        return ctx.texts.say("teams.team_created", team=team, members=members)
    return ctx.texts.say(f"teams.accepted_{invitation.role}", team=team)


async def deliver_invitation(ctx: Context, invitation: Invitation) -> str:
    """Send an invitation that is not delivered yet. Return a notice unless it goes out as a direct message."""
    if invitation.is_delivered:
        return ""
    texts = await questions.get_user_texts(ctx, invitation.user, invitation.guild, ctx.texts.tag)
    by = await format_users(ctx.services, [invitation.by], texts)
    replaced = "" if invitation.replaces is None else await format_users(ctx.services, [invitation.replaces], texts)
    server = ctx.interaction.client.get_guild(invitation.guild)
    message = _invitation_view(invitation, server.name if server else "", by, replaced, texts)
    delivery = await questions.ask_user(ctx, invitation.user, message, f"invitation-{invitation.id}")
    if delivery is not questions.Delivery.FAILED:
        await ctx.services.league.invitations.mark_delivered(invitation.id)
    return questions.format_delivery(ctx, delivery, invitation.user, "teams.not_delivered")


def _invitation_view(invitation: Invitation, server: str, by: str, replaced: str, texts: Texts) -> Message:
    """Return a question that asks whether a user accepts; the names `by` and `replaced` are escaped."""
    facts = {"who": f"<@{invitation.user}>", "by": by, "team": escape_name(invitation.team_name), "replaced": replaced}
    place = "replace" if invitation.replaces is not None else invitation.role.value
    place = "found" if invitation.founding is not None else place
    words = texts.say(f"teams.ask_{place}", server=escape_name(server), **facts)
    until = texts.say("teams.answer_until", until=format_timestamp(invitation.expires_at))
    return Message((Text(f"{words}\n{until}"), *_answer_rows(invitation, texts)))


def _answer_rows(invitation: Invitation, texts: Texts) -> tuple[Buttons, ...]:
    accept, decline = (AnswerInvitation(invitation.id, accepts=accepts) for accepts in (True, False))
    return questions.answer_rows(accept, decline, texts)
