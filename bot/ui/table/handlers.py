"""Handlers of the controls of a running table: votes, seats, watching, its speed, ending a match and leaving it."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from bot.ids import UserId
from bot.play.refusals import StaleTask, TableRefusal, TableRefused
from bot.play.tables.table import Table
from bot.play.values.stored_table import TableUpdate
from bot.play.values.table_info import LIVE_STATUSES, Proposal, ProposalKind, Speed, TableStatus
from bot.text.describe.seat_names import escape_name
from bot.ui.core.interactions.context import Context, ControlPress, TablePress, get_seat
from bot.ui.core.interactions.responses import (
    Acknowledge,
    EditMessage,
    NewMessage,
    PressHandler,
    Response,
    ShowPanel,
    notice_message,
)
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.memory.guild_settings import EndPermission
from bot.ui.core.messages.labelled import text_message
from bot.ui.core.messages.message import Message, Text
from bot.ui.core.services import Services
from bot.ui.core.tables import find_table
from bot.ui.hand.advice import note_coach_offer
from bot.ui.table import end_view
from bot.ui.table.vote_view import CastVote, OpenVotes, SpeedControl, decode_proposal, vote_line, votes_view
from engine.model.seats import Seat

MAX_TABLES_OFFERED: Final = 4
MAX_TABLES_LEFT: Final = 10
"""How many tables are offered to a user who leaves one of several."""


def _then_panel(change: Callable[[TablePress], Awaitable[None]], *, as_spectator: bool = False) -> PressHandler:
    async def handle(press: TablePress) -> Response:
        await change(press)
        return ShowPanel(press.table, as_spectator=as_spectator)

    return handle


async def _rematch(press: TablePress) -> Response:
    place = press.table.facts.event_place
    if place is not None:  # the button is on an older message
        return notice_message(press.texts.say("events.no_rematch", name=escape_name(place.name)))
    table = await press.services.registry.open_rematch(press.table, press.user)
    # The rematch gets its thread before it is published, so that it appears there.
    await press.services.threads.copy_thread(press.table.id, table.id)
    for changed in (table, press.table):  # the finished match also changes, because it now leads to the rematch
        press.services.registry.publish(changed, TableUpdate(changed.revision, ()))
    return ShowPanel(table)


async def _leave_match(press: TablePress) -> Response:
    await press.table.attendance.leave(press.user)
    return EditMessage(Message((Text(press.texts.say("seats.left")),)))


async def _next_deal(press: TablePress) -> Response:
    if press.table.spectator_view().deal_number != press.control_id.task:
        raise StaleTask
    await note_coach_offer(press)
    await press.table.gameplay.next_deal(press.user, press.shuffle_cut)
    return Acknowledge() if press.table.facts.is_computers_only else ShowPanel(press.table)


async def _watch(press: TablePress) -> Response:
    if not press.table.snapshot().has_started:
        raise TableRefused(TableRefusal.NOT_STARTED)
    if press.table.facts.is_sealed:
        raise TableRefused(TableRefusal.SEALED)
    return ShowPanel(press.table, as_spectator=True)


async def _request_seat(press: TablePress) -> Response:
    if not press.values or not press.values[0].isdecimal():
        raise StaleTask
    await press.table.voting.request_seat(press.user, Seat(int(press.values[0])))
    return ShowPanel(press.table, as_spectator=True)


HANDLERS: Final[dict[ControlVerb, PressHandler]] = {
    ControlVerb.COME_BACK: _then_panel(lambda press: press.table.attendance.come_back(press.user)),
    ControlVerb.STEP_AWAY: _then_panel(lambda press: press.table.attendance.step_away(press.user)),
    ControlVerb.REMATCH: _rematch,
    ControlVerb.NEXT_DEAL: _next_deal,
    ControlVerb.LEAVE_MATCH: _leave_match,
    ControlVerb.WATCH: _watch,
    ControlVerb.REQUEST_SEAT: _request_seat,
    ControlVerb.WITHDRAW_REQUEST: _then_panel(
        lambda press: press.table.voting.withdraw_request(press.user), as_spectator=True
    ),
}


async def handle_vote_panel(press: ControlPress[OpenVotes]) -> Response:
    """Show the possible votes to a user with a seat."""
    table = await find_table.find_table_by_id(press.ctx, press.id.table)
    get_seat(table, press.ctx.user)
    return NewMessage(await votes_view(press.ctx.services, table.snapshot(), press.ctx.user, press.texts))


async def handle_vote(press: ControlPress[CastVote]) -> Response:
    """Cast a vote and show the tally. A host who votes to end a running match must confirm this first."""
    table = await find_table.find_table_by_id(press.ctx, press.id.table)
    proposal = decode_proposal(press.chosen or press.id.proposal)
    if proposal is None:
        raise TableRefused(TableRefusal.STALE)
    plays_as_host = table.facts.status is TableStatus.PLAYING and press.ctx.user == table.facts.host
    if proposal.kind is ProposalKind.CLOSE and plays_as_host:  # a host's vote would end the match at once
        question = await end_view.confirm_end_view(press.ctx.services, [table], press.texts)
        return EditMessage(question) if press.ctx.is_private else NewMessage(question)
    text = await cast_vote(press.ctx, table, proposal)
    if press.ctx.is_private:
        shown = await votes_view(press.ctx.services, table.snapshot(), press.ctx.user, press.texts, text)
        return EditMessage(shown)
    return notice_message(text)


async def cast_vote(ctx: Context, table: Table, proposal: Proposal) -> str:
    """Vote for a proposal. Return the outcome or tally. Raises TableRefused, also if only managers may end tables."""
    if proposal.kind is ProposalKind.CLOSE:
        await may_end_by_right(ctx, table)
    before = table.snapshot()
    tally = await table.voting.vote(ctx.user, proposal)
    at_once = proposal.kind is not ProposalKind.VOID  # a vote to void a deal is decided when the deal ends
    if at_once and (tally.carried or ctx.user == before.facts.host):
        return ctx.texts.say("council.carried")
    return await vote_line(ctx.services, before, tally, ctx.texts)


async def may_end_by_right(ctx: Context, table: Table) -> bool:
    """Return whether a user may end another host's table without a vote. Raises TableRefused if only managers may."""
    who = (await ctx.services.guild_settings.load_settings(table.facts.guild)).may_end
    if ctx.interaction.permissions.manage_guild:
        return True
    if who is EndPermission.MANAGERS:
        raise TableRefused(TableRefusal.NOT_MANAGER)
    return who is EndPermission.SEATED and table.seat_of(ctx.user) is not None


async def request_table_end(ctx: Context, table: Table) -> Response:
    """End a table. Ask first if a match is on or the user may end several tables. Users who may not end it vote."""
    by_right = await may_end_by_right(ctx, table)  # this raises TableRefused if only managers may end tables
    others = [one for one in await find_table.list_live_tables_in_channel(ctx) if one is not table]
    seated = [one for one in others if one.seat_of(ctx.user) is not None]
    mine = [one for one in seated if ctx.user == one.facts.host or await may_end_by_right(ctx, one)]
    if not by_right and ctx.user != table.facts.host:
        return notice_message(await cast_vote(ctx, table, Proposal(ProposalKind.CLOSE)))
    if table.facts.status is TableStatus.PLAYING or (mine and table.facts.status in LIVE_STATUSES):
        return NewMessage(await end_view.confirm_end_view(ctx.services, [table, *mine][:MAX_TABLES_OFFERED], ctx.texts))
    await table.voting.close(ctx.user, by_right=by_right)
    return notice_message(ctx.texts.say("ending.done", table=table.id))


async def handle_end(press: ControlPress[end_view.EndTable | end_view.KeepTable]) -> Response:
    """End the named table or keep it; if it has already ended, say so."""
    texts = press.texts
    if isinstance(press.id, end_view.KeepTable):
        return EditMessage(text_message(texts.say("ending.kept")))
    table = await find_table.find_table_by_id(press.ctx, press.id.table)
    by_right = await may_end_by_right(press.ctx, table)
    if table.facts.status not in LIVE_STATUSES:
        return EditMessage(text_message(texts.say("ending.over", table=table.id)))
    await table.voting.close(press.ctx.user, by_right=by_right)
    return EditMessage(text_message(texts.say("ending.done", table=table.id)))


async def request_leave(ctx: Context) -> Response:
    """Leave the user's table. Ask first if there are several or a match runs. Raises TableRefused without a seat."""
    several = await find_table.list_candidate_tables(ctx)
    if len(several) > 1:
        return NewMessage(await end_view.choose_leave_view(ctx.services, several[:MAX_TABLES_LEFT], ctx.texts))
    return NewMessage(await _leave_table(ctx, several[0] if several else await find_table.get_own_table(ctx)))


async def handle_leave(press: ControlPress[end_view.LeaveTable]) -> Response:
    """Leave the chosen table, or ask for confirmation during its match."""
    return EditMessage(await _leave_table(press.ctx, await find_table.find_table_by_id(press.ctx, press.id.table)))


async def _leave_table(ctx: Context, table: Table) -> Message:
    get_seat(table, ctx.user)
    if table.facts.status is TableStatus.PLAYING:
        return end_view.confirm_leave_view(table, ctx.user, ctx.texts)
    await table.attendance.leave(ctx.user)
    return text_message(ctx.texts.say("seats.left"))


async def handle_speed(press: ControlPress[SpeedControl]) -> Response:
    """Set the speed that the host has chosen."""
    table = await find_table.find_table_by_id(press.ctx, press.id.table)
    await choose_speed(press.ctx.services, table, press.ctx.user, press.chosen)
    return EditMessage(await votes_view(press.ctx.services, table.snapshot(), press.ctx.user, press.texts))


async def choose_speed(services: Services, table: Table, user: UserId, chosen: str) -> None:
    """Set the speed of a table, and remember it if the user is alone with computers.

    Raises StaleTask: there is no such speed. Raises TableRefused: the user is not the host, or the table is closed.
    """
    if chosen not in set(Speed):
        raise StaleTask
    speed = Speed(chosen)
    await table.gameplay.set_speed(user, speed)
    if table.facts.is_alone:
        preferences = await services.people.get_preferences(user)
        await services.people.save_preferences(user, replace(preferences, speed=speed))


async def set_remembered_speed(services: Services, table: Table, user: UserId) -> None:
    """Set the speed that a user has chosen before, if they are about to play alone with computers."""
    if table.facts.speed is None and table.facts.is_alone and table.facts.host == user:
        speed = (await services.people.get_preferences(user)).speed
        if speed is not None:
            await table.gameplay.set_speed(user, speed)
