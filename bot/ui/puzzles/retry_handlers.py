"""Handlers of a review's plays: shows the moment of one, and lets its player try it again as in a puzzle."""

from collections.abc import Mapping
from typing import Final

from bot.play.computers.search_workers import SearchFailedError
from bot.ui.core.interactions.control_press import ControlHandler, ControlPress
from bot.ui.core.interactions.responses import EditMessage, Response
from bot.ui.core.interactions.review_control import DETAILS, ReviewPlayControl, ReviewStep
from bot.ui.core.messages.custom_id_codec import ControlId, parse_number
from bot.ui.core.tables.find_table import find_table_by_id
from bot.ui.puzzles.panel_parts import take_press
from bot.ui.puzzles.retry_view import Retry
from bot.ui.replay.handlers import get_deal_by_number, load_history, open_review, review_page, wait_for_reader
from bot.ui.replay.review_view import review_details_view
from engine.model.cards import Card

RetryPress = ControlPress[ReviewPlayControl]


async def _handle_retry(press: RetryPress) -> Response:
    """Handle a control of a play; where the review has to be computed again, show that."""
    ctx, asked = press.ctx, press.id
    table = await find_table_by_id(ctx, asked.table)
    deal = get_deal_by_number(await load_history(ctx.services, table), asked.deal)
    await wait_for_reader(ctx, table)
    job = ctx.services.reviews.open(table.id, deal, ctx.user)
    if job.review is None:
        return await open_review(ctx, table, deal)
    if asked.verb == ReviewStep.SHOW and press.chosen == DETAILS:
        return EditMessage(await review_details_view(ctx.services, table.id, deal, job.review, press.texts))
    play = job.review.find_play(parse_number(press.chosen) or asked.trick)
    if play is None or not play.cost or asked.verb == ReviewStep.BACK:
        return EditMessage(await review_page(ctx, table, deal, job.review))
    return await _answer(press, Retry(table.id, deal, play, ctx.user, press.texts))


async def _answer(press: RetryPress, retry: Retry) -> Response:
    if press.id.verb == ReviewStep.SHOW:
        return EditMessage(await retry.moment_view(press.ctx.services))
    played = await take_press(press, retry.play.view, retry.draft_place)
    if isinstance(played, str):
        return EditMessage(await retry.question_view(press.ctx.services, played))
    return await _show_verdict(press, retry, played)


async def _show_verdict(press: RetryPress, retry: Retry, cards: tuple[Card, ...]) -> Response:
    services = press.ctx.services
    seed = f"again {press.id.table} {press.id.deal} {press.id.trick}"
    try:
        judgement = await services.puzzles.judge_play(retry.play.view, cards, retry.play.compared, seed)
    except SearchFailedError:
        return EditMessage(await retry.question_view(services, press.texts.say("review.busy")))
    services.puzzle_drafts.put(press.ctx.user, retry.draft_place, ())
    return EditMessage(await retry.verdict_view(services, judgement))


HANDLERS: Final[Mapping[type[ControlId], ControlHandler]] = {ReviewPlayControl: _handle_retry}
