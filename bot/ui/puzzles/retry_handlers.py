"""Handlers of a review's plays: shows the moment of one, and lets its player try it again as in a puzzle."""

from collections.abc import Mapping
from typing import Final

from bot.play.computers.search_workers import SearchFailedError
from bot.play.finished_deals.history import FinishedDeal
from bot.play.tables.table import Table
from bot.ui.core.interactions.control_press import ControlHandler, ControlPress
from bot.ui.core.interactions.responses import EditMessage, Response, notice_message
from bot.ui.core.interactions.review_control import DETAILS, ReviewPlayControl, ReviewStep
from bot.ui.core.messages.custom_id_codec import ControlId, parse_number
from bot.ui.core.messages.message import Message
from bot.ui.core.tables.find_table import find_table_by_id
from bot.ui.puzzles.panel_parts import take_press
from bot.ui.puzzles.retry_view import Retry
from bot.ui.replay.handlers import get_deal_by_number, load_history, open_review, review_page, wait_for_reader
from bot.ui.replay.review_view import review_details_view

RetryPress = ControlPress[ReviewPlayControl]


async def _handle_retry(press: RetryPress) -> Response:
    """Handle a control of a play, which is judged again if its review is not there any more."""
    ctx, asked = press.ctx, press.id
    table = await find_table_by_id(ctx, asked.table)
    deal = get_deal_by_number(await load_history(ctx.services, table), asked.deal)
    await wait_for_reader(ctx, table)
    trick = 0 if asked.verb == ReviewStep.BACK else parse_number(press.chosen) or asked.trick
    try:
        play = await ctx.services.reviews.find_play(deal, ctx.user, trick) if trick else None
        if play is not None and play.cost:
            return EditMessage(await _answer(press, Retry(table.id, deal, play, ctx.user, press.texts)))
    except SearchFailedError:
        return notice_message(press.texts.say("review.busy"))
    return await _go_back(press, table, deal)


async def _go_back(press: RetryPress, table: Table, deal: FinishedDeal) -> Response:
    """Return the review or its details; where it has to be computed again, show that."""
    job = press.ctx.services.reviews.open(table.id, deal, press.ctx.user)
    if job.review is None:
        return await open_review(press.ctx, table, deal)
    if press.chosen == DETAILS:
        return EditMessage(await review_details_view(press.ctx.services, table.id, deal, job.review, press.texts))
    return EditMessage(await review_page(press.ctx, table, deal, job.review))


async def _answer(press: RetryPress, retry: Retry) -> Message:
    """Return the moment of a play, the question again, or the verdict on the new answer."""
    services, asked = press.ctx.services, press.id
    if asked.verb == ReviewStep.SHOW:
        return await retry.moment_view(services)
    played = await take_press(press, retry.play.view, retry.draft_place)
    if isinstance(played, str):
        return await retry.question_view(services, played)
    seed = f"again {asked.table} {asked.deal} {asked.trick}"
    judgement = await services.puzzles.judge_play(retry.play.view, played, retry.play.compared, seed)
    services.puzzle_drafts.put(press.ctx.user, retry.draft_place, ())
    return await retry.verdict_view(services, judgement)


HANDLERS: Final[Mapping[type[ControlId], ControlHandler]] = {ReviewPlayControl: _handle_retry}
