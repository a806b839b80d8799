"""Handlers of a review's plays: shows the moment of one, and lets its player try it again as in a puzzle."""

from collections.abc import Mapping
from typing import Final

from bot.play.computers.search_workers import SearchFailedError
from bot.ui.core.interactions.control_press import ControlHandler, ControlPress
from bot.ui.core.interactions.responses import EditMessage, Response
from bot.ui.core.interactions.review_control import DETAILS, ReviewPlayControl, ReviewStep
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import ControlId, decode_cards, parse_number
from bot.ui.core.tables.find_table import find_table_by_id
from bot.ui.hand.picking import PICKING
from bot.ui.puzzles.panel_parts import build_question, pick
from bot.ui.puzzles.retry_view import Retry
from bot.ui.replay.handlers import get_deal_by_number, load_history, open_review, review_page, wait_for_reader
from bot.ui.replay.review_view import review_details_view
from engine.deal.legal_actions import check_action
from engine.model.actions import Play
from engine.model.cards import Card
from engine.model.errors import IllegalAction

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
    services, verb = press.ctx.services, press.id.verb
    if verb == ReviewStep.SHOW:
        return EditMessage(await retry.moment_view(services))
    if verb in {ControlVerb.PLAY, ControlVerb.CONFIRM_PLAY}:
        return await _judge(press, retry)
    if verb in PICKING:
        await _change_draft(press, retry)
    return EditMessage(await retry.question_view(services))


async def _judge(press: RetryPress, retry: Retry) -> Response:
    """Judge the cards of a button, or pick them if the user confirms every play."""
    services, user, play = press.ctx.services, press.ctx.user, retry.play
    try:
        cards = decode_cards(press.id.argument)
        check_action(play.view, Play(cards))
    except IllegalAction as refused:
        return EditMessage(await retry.question_view(services, press.texts.format_refusal(refused)))
    except ValueError:
        return EditMessage(await retry.question_view(services))
    if (await services.people.get_preferences(user)).confirm and press.id.verb == ControlVerb.PLAY:
        services.puzzle_drafts.put(user, retry.draft_place, tuple(map(str, cards)))
        return EditMessage(await retry.question_view(services))
    return await _show_verdict(press, retry, cards)


async def _show_verdict(press: RetryPress, retry: Retry, cards: tuple[Card, ...]) -> Response:
    services = press.ctx.services
    seed = f"again {press.id.table} {press.id.deal} {press.id.trick}"
    try:
        judgement = await services.puzzles.judge_play(retry.play.view, cards, retry.play.compared, seed)
    except SearchFailedError:
        return EditMessage(await retry.question_view(services, press.texts.say("review.busy")))
    services.puzzle_drafts.put(press.ctx.user, retry.draft_place, ())
    return EditMessage(await retry.verdict_view(services, judgement))


async def _change_draft(press: RetryPress, retry: Retry) -> None:
    services, user = press.ctx.services, press.ctx.user
    prefers, draft = await services.people.get_preferences(user), services.puzzle_drafts.get(user, retry.draft_place)
    question = build_question(services, retry.play.view, draft, press.texts, prefers)
    services.puzzle_drafts.put(user, retry.draft_place, pick(question, press.id.verb, press.id.argument, press.values))


HANDLERS: Final[Mapping[type[ControlId], ControlHandler]] = {ReviewPlayControl: _handle_retry}
