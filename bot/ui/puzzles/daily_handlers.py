"""Handlers of the deal of the day. A control answers the question in its id; for an earlier one, it shows the deal."""

from collections.abc import Mapping
from typing import Final

from bot.puzzles.daily_model import DailyDeal, DailyPlay
from bot.ui.core.interactions.control_press import ControlHandler, ControlPress
from bot.ui.core.interactions.responses import EditMessage, Response, notice_message
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import ControlId, decode_cards
from bot.ui.core.messages.message import Message
from bot.ui.hand.follow_view import split_required_and_free
from bot.ui.puzzles.control_ids import DailyControl, OpenDaily, ShowDailyBoard, ShowMaster
from bot.ui.puzzles.daily_pages import daily_board_page, open_daily, show_daily, show_master
from bot.ui.puzzles.daily_view import draft_place
from bot.ui.puzzles.panel_parts import build_question
from bot.ui.puzzles.picking import PICKING, pick
from engine.model.actions import Action, Bury, Play
from engine.model.cards import Card, holds, without
from engine.model.errors import IllegalAction
from engine.model.view import Ask, View

DailyPress = ControlPress[DailyControl]
_PLAYING: Final = frozenset({ControlVerb.PLAY, ControlVerb.CONFIRM_PLAY})


async def _handle_daily(press: DailyPress) -> Response:
    """Handle a control of the deal of a day; an invented one shows the deal as it is."""
    guild, _ = press.ctx.location
    daily = press.ctx.services.daily_deals
    deal = await daily.find_deal(guild, press.id.day)
    if deal is None:
        return notice_message(press.texts.say("daily.not_kept"))
    play, position = await daily.load_play(deal, press.ctx.user)
    notice = ""
    if play.task == press.id.task and play.score is None and daily.may_play(deal.day):
        notice = await _answer(press, deal, play, position.view)
    return EditMessage(await show_daily(press.ctx, deal, notice))


async def _answer(press: DailyPress, deal: DailyDeal, play: DailyPlay, view: View) -> str:
    """Pick cards, or save the user's action; return why it is refused."""
    services, user, verb = press.ctx.services, press.ctx.user, press.id.verb
    prefers = await services.people.get_preferences(user)
    place = draft_place(play)
    question = build_question(services, view, services.puzzle_drafts.get(user, place), press.texts, prefers)
    if verb in PICKING:
        services.puzzle_drafts.put(user, place, pick(question, verb, press.id.argument, press.values))
        return ""
    action = _read_action(press, view)
    if isinstance(action, Play) and prefers.confirm and verb == ControlVerb.PLAY:
        required = split_required_and_free(question)[0] if view.ask is Ask.FOLLOW else ()
        services.puzzle_drafts.put(user, place, tuple(map(str, _without_required(action.cards, required))))
        return ""
    return "" if action is None else await _act(press, deal, action)


def _without_required(cards: tuple[Card, ...], required: tuple[Card, ...]) -> tuple[Card, ...]:
    return without(cards, required) if holds(cards, required) else cards


def _read_action(press: DailyPress, view: View) -> Action | None:
    """Return the action of a button; None for an invented one."""
    try:
        cards = decode_cards(press.id.argument)
    except ValueError:
        return None
    if press.id.verb in _PLAYING and view.ask in {Ask.LEAD, Ask.FOLLOW}:
        return Play(cards)
    return Bury(cards) if press.id.verb == ControlVerb.BURY and view.ask is Ask.BURY else None


async def _act(press: DailyPress, deal: DailyDeal, action: Action) -> str:
    try:
        await press.ctx.services.daily_deals.act(deal, press.ctx.user, press.id.task, action)
    except IllegalAction as refused:
        return press.texts.format_refusal(refused)
    return ""


async def _handle_open(press: ControlPress[OpenDaily]) -> Response:
    return await open_daily(press.ctx)


async def _handle_board(press: ControlPress[ShowDailyBoard]) -> Response:
    shown: Message = await daily_board_page(press.ctx, press.id.day, press.id.page)
    return EditMessage(shown)


async def _handle_master(press: ControlPress[ShowMaster]) -> Response:
    return await show_master(press.ctx, press.id.day, press.id.step)


HANDLERS: Final[Mapping[type[ControlId], ControlHandler]] = {
    DailyControl: _handle_daily,
    OpenDaily: _handle_open,
    ShowDailyBoard: _handle_board,
    ShowMaster: _handle_master,
}
