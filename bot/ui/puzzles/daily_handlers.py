"""Handlers of the deal of the day. A control answers the question in its id; for an earlier one, it shows the deal."""

from collections.abc import Mapping
from typing import Final

from bot.puzzles.daily_model import DailyDeal, DailyPlay
from bot.ui.core.interactions.control_press import ControlHandler, ControlPress, show_page
from bot.ui.core.interactions.responses import EditMessage, Response, notice_message
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import ControlId, decode_cards
from bot.ui.hand.follow_view import without_required_cards
from bot.ui.hand.picking import PICKING
from bot.ui.puzzles.control_ids import DailyControl, OpenDaily, ShowDailyBoard, ShowMaster
from bot.ui.puzzles.daily_pages import daily_board_page, open_daily, show_daily, show_master
from bot.ui.puzzles.daily_view import draft_place
from bot.ui.puzzles.panel_parts import build_question, pick
from engine.model.actions import Action, Bury, Play
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
        picked = without_required_cards(question, action.cards)
        services.puzzle_drafts.put(user, place, tuple(map(str, picked)))
        return ""
    return "" if action is None else await _act(press, deal, action)


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


HANDLERS: Final[Mapping[type[ControlId], ControlHandler]] = {
    DailyControl: _handle_daily,
    OpenDaily: lambda press: open_daily(press.ctx),
    ShowDailyBoard: show_page(lambda press: daily_board_page(press.ctx, press.id.day, press.id.page)),
    ShowMaster: lambda press: show_master(press.ctx, press.id.day, press.id.step),
}
