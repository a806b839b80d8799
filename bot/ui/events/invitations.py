"""Lets people enter an event together without a named team. One person invites the others, who accept."""

from bot.events.changes.invitations import find_invitation
from bot.events.model import Event, EventInvitation
from bot.ids import UserId
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_users
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.responses import Response, notice_message
from bot.ui.core.messages.message import Message, Text
from bot.ui.discord_io import questions
from bot.ui.events.control_ids import EventAction, EventControl


async def invite_partners(ctx: Context, event: Event, partners: tuple[UserId, ...]) -> Response:
    """Invite partners to enter with the user, and return a notice."""
    invited = await ctx.services.events.invite(event, (ctx.user, *partners))
    invitation = find_invitation(invited, ctx.user)
    assert invitation is not None
    notices = [notice for user in partners if (notice := await _deliver(ctx, invited, invitation, user))]
    who = await format_users(ctx.services, partners, ctx.texts)
    words = ctx.texts.say("events.invited", name=escape_name(event.settings.name), who=who)
    return notice_message("\n".join((words, *notices)))


async def handle_invitation(press: ControlPress[EventControl]) -> Response:
    """Accept or decline an invitation, in a direct message or a channel."""
    ctx, texts, events = press.ctx, press.texts, press.ctx.services.events
    event = await events.find_invited(press.id.event, press.id.number, ctx.user)
    invitation = next(one for one in event.invitations if one.id == press.id.number)
    accepts = press.id.action is EventAction.ACCEPT
    is_new = not (accepts and ctx.user in invitation.accepted)
    answer, key = (events.accept, "accepted") if accepts else (events.decline, "declined")
    event = await answer(event, invitation.id, ctx.user)
    name = escape_name(event.settings.name)
    own = event.find_entrant_of(ctx.user)
    waits = accepts and (own is None or not own.is_in)
    words = texts.say("events.accepted_waiting" if waits else f"events.{key}", name=name)
    if is_new and ctx.user != invitation.members[0]:
        who = escape_name(ctx.interaction.user.display_name)
        await questions.tell_user(ctx, invitation.members[0], event.guild, f"events.tell_{key}", who=who, name=name)
    # while others have not answered, the question keeps its buttons
    is_open = any(one.id == invitation.id for one in event.invitations)
    public = "" if is_open else texts.say(f"events.has_{key}", who=f"<@{ctx.user}>", name=name)
    return await questions.take_answer(ctx, words, public)


async def _deliver(ctx: Context, event: Event, invitation: EventInvitation, user: UserId) -> str:
    """Deliver an invitation. Return a notice for the user who invites, unless it went out as a direct message."""
    texts = await questions.get_user_texts(ctx, user, event.guild, event.language)
    by = await format_users(ctx.services, [invitation.members[0]], texts)
    words = Text(texts.say("events.ask_partner", who=f"<@{user}>", by=by, name=escape_name(event.settings.name)))
    accept, decline = (EventControl(one, event.id, invitation.id) for one in (EventAction.ACCEPT, EventAction.DECLINE))
    message = Message((words, *questions.answer_rows(accept, decline, texts)))
    number = f"partner-{event.id}-{invitation.id}-{invitation.members.index(user)}"
    delivery = await questions.ask_user(ctx, user, message, number)
    return questions.format_delivery(ctx, delivery, user, "events.not_delivered")
