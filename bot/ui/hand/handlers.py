"""Handlers of the controls of the hand panel."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

from bot.play.refusals import StaleTask, TableRefusal, TableRefused
from bot.text.describe.seat_names import escape_names
from bot.ui.core.interactions.context import TablePress, get_seat
from bot.ui.core.interactions.explain_refusal import chapter_button, format_rule_behind, parse_rule_behind
from bot.ui.core.interactions.responses import PressHandler, Response, ShowPanel, notice_message
from bot.ui.core.interactions.table_controls import HIDE, ControlVerb
from bot.ui.core.memory.people import with_coach
from bot.ui.core.messages.custom_id_codec import decode_cards
from bot.ui.core.messages.message import button_rows
from bot.ui.core.tables.rated_play import is_help_allowed
from bot.ui.hand.advice import format_hint, list_hinted_cards, recommend_action, recommend_and_compare, submit_action
from bot.ui.hand.declare_bury_view import parse_declaration
from bot.ui.hand.follow_view import without_required_cards
from bot.ui.hand.lead_view import list_groupings
from bot.ui.hand.picking import FRIEND_HANDLERS, PICKING, Pick, parse_called
from bot.ui.hand.question import ADVISED, SeatQuestion, question_of, save_picked
from bot.ui.hand.result_panel import format_last_trick, say_phrase
from engine.model.actions import Action, Bury, CallFriends, ClaimRedeal, Declare, EndDeal, Pass, PickUp, Play, TakeBack
from engine.model.cards import holds
from engine.model.view import Ask

ACTIONS: Final[dict[ControlVerb, Callable[[TablePress], Action]]] = {
    ControlVerb.DECLARE: lambda p: Declare(p.control_id.cards),
    ControlVerb.PASS: lambda _: Pass(),
    ControlVerb.CLAIM_REDEAL: lambda _: ClaimRedeal(),
    ControlVerb.BURY: lambda p: Bury(p.control_id.cards),
    ControlVerb.CONFIRM_PLAY: lambda p: Play(p.control_id.cards),
    ControlVerb.TAKE_POINTS: lambda _: PickUp(take=True),
    ControlVerb.LEAVE_POINTS: lambda _: PickUp(take=False),
    ControlVerb.TAKE_BACK: lambda _: TakeBack(),
    ControlVerb.END_DEAL: lambda _: EndDeal(),
    ControlVerb.CALL_FRIENDS: lambda p: CallFriends(parse_called(p)),
}

_PICKING: Final[dict[ControlVerb, Pick]] = {
    **PICKING,
    ControlVerb.PICK_DECLARATION: lambda question, _, values: tuple(map(str, parse_declaration(question, values[0]))),
}


async def _pick(press: TablePress) -> Response:
    question = question_of(press)
    try:
        picked = _PICKING[press.control_id.verb](question, press.control_id.argument, press.values)
    except (ValueError, IndexError):
        raise StaleTask from None
    return save_picked(question, press, picked)


async def play_cards(press: TablePress) -> Response:
    """Play the cards of a button, or only pick them if the user confirms plays. Raises errors of `submit_action`."""
    if press.preferences.confirm:
        if press.table.task(get_seat(press.table, press.user)) != press.control_id.task:
            raise StaleTask
        question = question_of(press)
        picked = without_required_cards(question, press.control_id.cards)
        return save_picked(question, press, tuple(map(str, picked)))
    seat, task, drafts = press.control_id.seat, press.control_id.task, press.services.picked_cards
    from_list = seat is not None and task is not None and bool(drafts.get(press.table.id, seat, task).picked)
    shown = await submit_action(press, Play(press.control_id.cards))
    await _offer_confirmation(press, from_list=from_list)
    return shown


async def _offer_confirmation(press: TablePress, *, from_list: bool) -> None:
    """Offer to confirm every play, after a user's first play from a list. Their next play ends the offer."""
    seat, offers = get_seat(press.table, press.user), from_list and not press.preferences.confirm_offered
    press.services.picked_cards.offer_confirmation(press.table.id, seat, on=offers)
    if offers:
        await press.services.people.save_preferences(press.user, replace(press.preferences, confirm_offered=True))


async def _confirm_always(press: TablePress) -> Response:
    get_seat(press.table, press.user)
    await press.services.people.save_preferences(press.user, replace(press.preferences, confirm=True))
    return ShowPanel(press.table, press.texts.say("turn.confirm_on"))


async def _turn_coach_on(press: TablePress) -> Response:
    get_seat(press.table, press.user)
    if not await is_help_allowed(press.services, press.table.facts):  # the button may be on an old panel
        return _refuse_help(press)
    await press.services.people.save_preferences(press.user, with_coach(press.preferences))
    return ShowPanel(press.table, press.texts.say("turn.coach_on"))


async def _choose_grouping(press: TablePress) -> Response:
    question = question_of(press)
    cards = decode_cards(press.control_id.argument.partition(".")[0])
    ways = list_groupings(question, cards) if question.view.ask is Ask.LEAD and holds(question.view.hand, cards) else ()
    number = int(press.values[0])
    if not 0 <= number < len(ways):
        raise StaleTask
    return await submit_action(press, Play(question.sort_cards(cards), tuple(unit.cards for unit in ways[number])))


def _give_help(handler: Callable[[TablePress, SeatQuestion], Awaitable[Response]]) -> PressHandler:
    async def handle(press: TablePress) -> Response:
        question = question_of(press)
        if press.control_id.argument == HIDE:
            return ShowPanel(press.table)
        if not await is_help_allowed(press.services, press.table.facts):  # the button may be on an old panel
            return _refuse_help(press)
        return await handler(press, question)

    return handle


async def _show_hint(press: TablePress, question: SeatQuestion) -> Response:
    action, compared = await recommend_and_compare(press.services, question.view)
    words = format_hint(question.view, action, question.texts, compared, is_spoken=press.preferences.text_hand)
    return ShowPanel(press.table, words, hinted=list_hinted_cards(action), opened=ControlVerb.SHOW_HINT)


async def _show_still_out(press: TablePress, question: SeatQuestion) -> Response:
    names = escape_names(await press.services.people.find_names(press.table.occupants, press.texts))
    words = press.texts.format_still_out(question.view, names, is_spoken=press.preferences.text_hand)
    return ShowPanel(press.table, words, opened=ControlVerb.STILL_OUT)


def _refuse_help(press: TablePress) -> Response:
    facts = press.table.facts
    if facts.league is not None:
        return ShowPanel(press.table, press.texts.say("hint.off"))
    return ShowPanel(press.table, press.texts.say("hint.off_rated" if facts.event_match is None else "hint.off_event"))


async def _explain_refusal(press: TablePress) -> Response:
    rule = parse_rule_behind(press.control_id.argument)
    if rule is None:
        raise StaleTask
    rules = press.table.facts.rules
    chapter = button_rows((chapter_button(f"t{press.table.id}", rule, press.texts, rules),))
    words = format_rule_behind(rule, press.texts, rules, press.table.view(get_seat(press.table, press.user)))
    return ShowPanel(press.table, words, explain_rows=chapter)


async def _suggest_bury(press: TablePress, question: SeatQuestion) -> Response:
    action = await recommend_action(press.services, question.view)
    if isinstance(action, Bury):
        return save_picked(question, press, (ADVISED, *map(str, action.cards)))
    return ShowPanel(press.table)


DRAFT_HANDLERS: Final[dict[ControlVerb, PressHandler]] = {
    **FRIEND_HANDLERS,
    **dict.fromkeys(_PICKING, _pick),
    ControlVerb.SUGGEST_BURY: _give_help(_suggest_bury),
    ControlVerb.CHOOSE_GROUPING: _choose_grouping,
    ControlVerb.SHOW_HINT: _give_help(_show_hint),
    ControlVerb.STILL_OUT: _give_help(_show_still_out),
}


async def _show_hand(press: TablePress) -> Response:
    get_seat(press.table, press.user)
    return ShowPanel(press.table)


async def _claim_rest(press: TablePress) -> Response:
    await press.table.gameplay.claim(press.user, press.control_id.task if press.control_id.task is not None else -1)
    return ShowPanel(press.table)


async def _show_last_trick(press: TablePress) -> Response:
    """Show the last trick to a player or spectator in their panel, or hide it. Others get it as a message."""
    table, argument = press.table, press.control_id.argument
    opened = None if argument == HIDE else ControlVerb.LAST_TRICK
    if table.seat_of(press.user) is not None:
        await table.gameplay.wait_for_reader(press.user)
        return ShowPanel(table, opened=opened)
    if table.facts.is_sealed:
        raise TableRefused(TableRefusal.SEALED)
    if argument:
        return ShowPanel(table, as_spectator=True, opened=opened)
    names = await press.services.people.find_names(press.table.occupants, press.texts)
    return notice_message(format_last_trick(press.table.spectator_view(), names, press.texts, press.services.emoji))


HANDLERS: Final[dict[ControlVerb, PressHandler]] = {
    **DRAFT_HANDLERS,
    ControlVerb.SHOW_HAND: _show_hand,
    ControlVerb.LAST_TRICK: _show_last_trick,
    ControlVerb.CLAIM_REST: _claim_rest,
    ControlVerb.CONFIRM_ALWAYS: _confirm_always,
    ControlVerb.COACH: _turn_coach_on,
    ControlVerb.SAY: say_phrase,
    ControlVerb.EXPLAIN: _explain_refusal,
}
