"""Handles votes."""

from bot.play.refusals import TableRefusal, TableRefused
from bot.play.tables.table import Table
from bot.play.values.proposals import Proposal, ProposalKind
from bot.play.values.table_info import TableStatus
from bot.ui.core.interactions.context import Context
from bot.ui.core.interactions.control_press import ControlPress
from bot.ui.core.interactions.responses import EditMessage, NewMessage, Response, notice_message
from bot.ui.core.interactions.table_press import get_seat
from bot.ui.core.memory.guild_settings import EndPermission
from bot.ui.core.tables.find_table import find_table_by_id
from bot.ui.table.end_view import confirm_end_view
from bot.ui.table.vote_view import CastVote, OpenVotes, decode_proposal, vote_line, votes_view


async def handle_vote_panel(press: ControlPress[OpenVotes]) -> Response:
    """Show the possible votes to a user with a seat."""
    table = await find_table_by_id(press.ctx, press.id.table)
    get_seat(table, press.ctx.user)
    return NewMessage(await votes_view(press.ctx.services, table.snapshot(), press.texts))


async def handle_vote(press: ControlPress[CastVote]) -> Response:
    """Cast a vote and show the tally."""
    table = await find_table_by_id(press.ctx, press.id.table)
    proposal = decode_proposal(press.chosen or press.id.proposal)
    if proposal is None:
        raise TableRefused(TableRefusal.STALE)
    if proposal.kind is ProposalKind.CLOSE and _ends_at_once(press, table):
        question = await confirm_end_view(press.ctx.services, [table], press.texts)
        return EditMessage(question) if press.ctx.is_private else NewMessage(question)
    text = await cast_vote(press.ctx, table, proposal)
    if press.ctx.is_private:
        return EditMessage(await votes_view(press.ctx.services, table.snapshot(), press.texts, text))
    return notice_message(text)


def _ends_at_once(press: ControlPress[CastVote], table: Table) -> bool:
    return table.facts.status is TableStatus.PLAYING and press.ctx.user == table.facts.host


async def cast_vote(ctx: Context, table: Table, proposal: Proposal) -> str:
    """Vote for a proposal and return the tally as text.

    Raises:
        TableRefused: the table refuses, or only managers decide this.
    """
    if proposal.kind is ProposalKind.CLOSE:
        await _check_may_end(ctx, table)
    before = table.snapshot()
    tally = await table.voting.vote(ctx.user, proposal)
    if tally.carried or ctx.user == before.facts.host:
        return ctx.texts.say("council.carried")
    return await vote_line(ctx.services, before, tally, ctx.texts)


async def _check_may_end(ctx: Context, table: Table) -> None:
    settings = await ctx.services.guild_settings.load_settings(table.facts.guild)
    if settings.may_end is EndPermission.MANAGERS and not ctx.interaction.permissions.manage_guild:
        raise TableRefused(TableRefusal.NOT_MANAGER)
