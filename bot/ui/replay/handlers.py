"""Handlers that step through finished deals, review, export and verify them, and show their results."""

from contextlib import suppress
from typing import Final

from bot.ids import TableId
from bot.play.finished_deals.deal_review import DealReview, may_review
from bot.play.finished_deals.history import FinishedDeal, TableHistory
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.tables.table import Table
from bot.play.values.table_info import Person, TableStatus
from bot.ui.core.interactions.context import Context, ControlPress
from bot.ui.core.interactions.responses import EditMessage, NewMessage, Response, Share, notice_message, show_job
from bot.ui.core.interactions.review_control import ReviewControl, ShareDeal
from bot.ui.core.messages.message import File, Message, Text
from bot.ui.core.services import Services
from bot.ui.core.tables.find_table import find_current_table, find_table_by_id, list_table_ids_in_channel
from bot.ui.core.tables.table_links import next_deal_row
from bot.ui.discord_io.choose_language import get_public_texts
from bot.ui.replay import view
from bot.ui.replay.review_view import progress_view, review_view
from engine.io.record import format_record

MAX_HISTORIES_SEARCHED: Final = 25
"""How many tables of a channel are searched for a finished deal."""


async def handle_replay(press: ControlPress[view.ReplayControl]) -> Response:
    """Go to another step or deal, or show the deal in another form."""
    table, past = await find_table_with_history(press.ctx, press.id.table)
    await wait_for_reader(press.ctx, table)
    action, number, step = press.id.action, press.id.deal, press.id.step
    if action is view.ReplayAction.MENU:
        action, number = view.parse_menu_choice(press.chosen) or (action, None)
    deal = _find_deal(past, press.id.deal if number is None else number)
    match action:
        case view.ReplayAction.GIF:
            return NewMessage(await open_animation(press.ctx, past, deal))
        case view.ReplayAction.PROOF:
            return NewMessage(view.shuffle_proof_view(past, deal, find_commitment(table), press.texts))
        case view.ReplayAction.RECORD:
            return NewMessage(export_record(press.ctx, past))
        case view.ReplayAction.REVIEW:
            return await open_review(press.ctx, table, deal)
        case view.ReplayAction.OPEN:
            return NewMessage(await open_replay(press.ctx, past, deal, 0))
        case view.ReplayAction.DEAL:
            step = 0
        case view.ReplayAction.TRICK if press.id.action is view.ReplayAction.MENU:
            step = view.find_next_trick(await press.ctx.services.histories.get_frames(past.facts.id, deal), step)
        case _:
            pass
    return EditMessage(await open_replay(press.ctx, past, deal, step, all_hands=press.id.all_hands))


async def find_table_with_history(
    ctx: Context, number: int | None, *, finished: bool = True
) -> tuple[Table, TableHistory]:
    """Return a table and its finished deals. Without a `number`, return the current table or this channel's newest.

    With `finished`, tables with finished deals are preferred. Raises TableRefused if there is no such table, or if
    others still have to play the same board.
    """
    if number is not None:
        table = await find_table_by_id(ctx, TableId(number))
        return table, await load_history(ctx.services, table)
    current = await find_current_table(ctx)
    here = None if current is None else (current, await load_history(ctx.services, current))
    if here is not None and (here[1].deals or not finished):
        return here
    found = await _find_newest_with_deals(ctx) or here
    if found is None:
        raise TableRefused(TableRefusal.NO_DEAL_YET)
    return found


async def handle_review(press: ControlPress[ReviewControl]) -> Response:
    """Show the review of a deal, or its progress."""
    table, past = await find_table_with_history(press.ctx, press.id.table)
    await wait_for_reader(press.ctx, table)
    return await open_review(press.ctx, table, get_deal_by_number(past, press.id.deal))


async def open_review(ctx: Context, table: Table, deal: FinishedDeal) -> Response:
    """Return the review of a deal, or its progress. Raises TableRefused: not the user's deal, or too many reviews."""
    job = ctx.services.reviews.open(table.id, deal, ctx.user)

    async def show() -> Message:
        if job.review is None:
            return progress_view(table.id, deal, job, ctx.texts)
        return await review_page(ctx, table, deal, job.review)

    return await show_job(job, show)


async def review_page(ctx: Context, table: Table, deal: FinishedDeal, review: DealReview) -> Message:
    """Return a finished review. Add the button for the next deal if the table waits until the user presses it."""
    shown = await review_view(ctx.services, table.id, deal, review, ctx.texts)
    seen = table.snapshot()
    newest = seen.spectator_view()
    may_ask = newest.deal_number == deal.deal_number and seen.seat_of(ctx.user) in seen.not_ready
    return Message((*shown.blocks, *(next_deal_row(seen, newest, ctx.texts) if may_ask else ())))


async def _find_newest_with_deals(ctx: Context) -> tuple[Table, TableHistory] | None:
    for id_ in (await list_table_ids_in_channel(ctx))[:MAX_HISTORIES_SEARCHED]:
        table = await ctx.services.registry.find_readable(id_)
        if table is None or table.facts.is_sealed:
            continue
        if table.revision and (past := await load_history(ctx.services, table)).deals:
            return table, past
    return None


async def wait_for_reader(ctx: Context, table: Table) -> None:
    """Let the next deal wait while a player looks back at finished deals."""
    with suppress(TableRefused):  # if the table is being reloaded, the next deal does not wait
        await table.gameplay.wait_for_reader(ctx.user)


async def load_history(services: Services, table: Table) -> TableHistory:
    """Return the finished deals of a table. Raises TableRefused: others still have to play its board."""
    if table.facts.is_sealed:
        raise TableRefused(TableRefusal.SEALED)
    return await services.histories.get_history(services.surface_store, table.id, table.revision, table.facts.status)


def get_latest_deal(past: TableHistory) -> FinishedDeal:
    """Return the last finished deal. Raises TableRefused: no deal is finished."""
    if not past.deals:
        raise TableRefused(TableRefusal.NO_DEAL_YET)
    return past.deals[-1]


def get_deal_by_number(past: TableHistory, deal: int | None) -> FinishedDeal:
    """Return the deal of this number or, if it is None, the newest. Raises TableRefused if that deal is not over."""
    if deal is None:
        return get_latest_deal(past)
    found = next((one for one in past.deals if one.deal_number == deal), None)
    if found is None:
        raise TableRefused(TableRefusal.DEAL_NOT_OVER, deal=deal)
    return found


async def open_replay(
    ctx: Context, past: TableHistory, deal: FinishedDeal, at: int, *, all_hands: bool = False
) -> Message:
    """Return the moment of a deal with the index `at`. If there is no such moment, return the nearest one."""
    moments = await ctx.services.histories.get_frames(past.facts.id, deal)
    index = max(0, min(at, len(moments) - 1))
    may = may_review(deal, ctx.user)
    position = view.ReplayPosition(past, deal, moments, index, may_review=may, reader=ctx.user, all_hands=all_hands)
    return await view.replay_view(ctx.services, position, ctx.texts)


async def open_animation(ctx: Context, past: TableHistory, deal: FinishedDeal) -> Message:
    """Return a deal as an animation. Raises TableRefused: another is still being made for the user."""
    with ctx.services.limits.animate(ctx.user):
        moments = await ctx.services.histories.get_frames(past.facts.id, deal)
        return await view.animation_view(ctx.services, view.ReplayPosition(past, deal, moments, 0), ctx.texts)


async def open_deal_result(ctx: Context, _: Table, past: TableHistory, __: int | None) -> Response:
    """Return the result of the newest finished deal."""
    deal, services = get_latest_deal(past), ctx.services
    shown = await view.deal_result_view(services, past, deal, ctx.texts, may_review=may_review(deal, ctx.user))
    return NewMessage(shown)


def find_commitment(table: Table) -> str | None:
    """Return the fingerprint that was published for the current or next deal. Return None if the match is over."""
    return table.deals[-1].commitment if table.facts.status in {TableStatus.LOBBY, TableStatus.PLAYING} else None


async def verify_shuffle(ctx: Context, table: Table, past: TableHistory, deal: int | None) -> Response:
    """Return the proof of a deal, or only the fingerprint of the first deal if no deal is over yet."""
    fingerprint = find_commitment(table)
    if not past.deals and deal is None and fingerprint is not None:
        return notice_message(ctx.texts.say("proof.promise", table=table.id, fingerprint=fingerprint))
    return NewMessage(view.shuffle_proof_view(past, get_deal_by_number(past, deal), fingerprint, ctx.texts))


def export_record(ctx: Context, past: TableHistory) -> Message:
    """Return the record of the finished deals as a file. Raises TableRefused: no deal is over."""
    get_latest_deal(past)
    words = Text(ctx.texts.say("film.take", table=past.facts.id, count=len(past.deals)))
    return Message((words, File(format_record(past.record).encode(), f"tractor-table-{past.facts.id}.txt")))


def _find_deal(past: TableHistory, number: int | None) -> FinishedDeal:
    found = None if number is None else past.find_deal(number)
    if found is None:
        raise TableRefused(TableRefusal.NO_DEAL_YET)
    return found


async def handle_share(press: ControlPress[ShareDeal]) -> Response:
    """Post the result of a deal in its table's channel, at the request of one of its players.

    Raises TableRefused if the deal is unknown or not memorable, if others still have to play it, or if the user did not
    play it.
    """
    ctx, services = press.ctx, press.ctx.services
    table, past = await find_table_with_history(ctx, press.id.table)
    deal = get_deal_by_number(past, press.id.deal)
    if Person(ctx.user) not in deal.seats_at_end:
        raise TableRefused(TableRefusal.NOT_AT_DEAL)
    if deal.final_view.result is None or not deal.final_view.result.is_memorable:  # the control is forged
        raise TableRefused(TableRefusal.NO_DEAL_YET)
    texts = get_public_texts(services, ctx.interaction.client, table.facts.guild, table.facts.language)
    shown = await view.result_blocks(services, past, deal, texts, is_alone=True)
    return Share(Message(shown), table.facts.channel, f"deal {table.id} {deal.number}")
