"""Handles votes."""

from bot.play.refusals import TableRefusal, TableRefused
from bot.play.tables.table import Table
from bot.play.values.proposals import Proposal, ProposalKind
from bot.play.values.table_info import TableStatus
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress, get_seat
from bot.ui.core.interactions.responses import EditMessage, NewMessage, Response, notice_message
from bot.ui.core.memory.guild_settings import EndPermission
from bot.ui.core.messages.message import Message
from bot.ui.core.tables.find_table import find_table_by_id
from bot.ui.table.end_view import confirm_end_view
from bot.ui.table.speed import speed_select
from bot.ui.table.vote_view import CastVote, OpenVotes, decode_proposal, vote_line, votes_view


async def handle_vote_panel(press: ControlPress[OpenVotes]) -> Response:
    """Show the possible votes to a user with a seat."""
    table = await find_table_by_id(press.ctx, press.id.table)
    get_seat(table, press.ctx.user)
    return NewMessage(await _votes(press.ctx, table))


async def _votes(ctx: Context, table: Table, notice: str = "") -> Message:
    """Return the possible votes; for the host of a match, with the speed of the table."""
    seen = table.snapshot()
    hosts = seen.facts.host == ctx.user and seen.facts.status is TableStatus.PLAYING
    more = (speed_select(seen, ctx.texts),) if hosts else ()
    return await votes_view(ctx.services, seen, ctx.texts, notice, more)


async def handle_vote(press: ControlPress[CastVote]) -> Response:
    """Cast a vote and show the tally."""
    table = await find_table_by_id(press.ctx, press.id.table)
    proposal = decode_proposal(press.chosen or press.id.proposal)
    if proposal is None:
        raise TableRefused(TableRefusal.STALE)
    plays_as_host = table.facts.status is TableStatus.PLAYING and press.ctx.user == table.facts.host
    if proposal.kind is ProposalKind.CLOSE and plays_as_host:  # the vote would end it at once
        question = await confirm_end_view(press.ctx.services, [table], press.texts)
        return EditMessage(question) if press.ctx.is_private else NewMessage(question)
    text = await cast_vote(press.ctx, table, proposal)
    if press.ctx.is_private:
        return EditMessage(await _votes(press.ctx, table, text))
    return notice_message(text)


async def cast_vote(ctx: Context, table: Table, proposal: Proposal) -> str:
    """Vote for a proposal and return the tally as text.

    Raises:
        TableRefused: the table refuses, or only managers decide this.
    """
    if proposal.kind is ProposalKind.CLOSE:
        await may_end_by_right(ctx, table)
    before = table.snapshot()
    tally = await table.voting.vote(ctx.user, proposal)
    at_once = proposal.kind is not ProposalKind.VOID  # whether a deal is void is decided when it ends
    if at_once and (tally.carried or ctx.user == before.facts.host):
        return ctx.texts.say("council.carried")
    return await vote_line(ctx.services, before, tally, ctx.texts)


async def may_end_by_right(ctx: Context, table: Table) -> bool:
    """Return whether a user other than the host may end a table without a vote.

    Raises:
        TableRefused: in this server only managers may.
    """
    who = (await ctx.services.guild_settings.load_settings(table.facts.guild)).may_end
    if ctx.interaction.permissions.manage_guild:
        return True
    if who is EndPermission.MANAGERS:
        raise TableRefused(TableRefusal.NOT_MANAGER)
    return who is EndPermission.SEATED and table.seat_of(ctx.user) is not None
