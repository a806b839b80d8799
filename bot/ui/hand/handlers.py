"""The controls of the hand panel."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.play.refusals import StaleTask, TableRefusal, TableRefused
from bot.ui.core.interactions.explain_refusal import chapter_button, format_rule_behind, parse_rule_behind
from bot.ui.core.interactions.responses import Response, ShowPanel, notice_message
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.interactions.table_press import PressHandler, TablePress, get_seat, submit_action
from bot.ui.core.messages.custom_id_codec import decode_cards
from bot.ui.core.messages.message import button_rows
from bot.ui.core.tables.rated_play import is_help_allowed
from bot.ui.hand.card_selects import parse_selected_cards
from bot.ui.hand.declare_view import parse_declaration
from bot.ui.hand.follow_view import list_card_groups, without_required_cards
from bot.ui.hand.friends_handlers import FRIEND_HANDLERS, parse_called
from bot.ui.hand.hint import format_hint, list_hinted_cards
from bot.ui.hand.lead_lists import find_lead_list, list_lead_suits, may_mix_suits
from bot.ui.hand.lead_view import list_groupings
from bot.ui.hand.match_view import format_last_trick
from bot.ui.hand.question import SeatQuestion, question_of, save_listed_suit, save_picked
from bot.ui.hand.recommend import recommend_action, recommend_and_compare
from engine.model.actions import Action, Bury, CallFriends, ClaimRedeal, Declare, EndDeal, Pass, PickUp, Play, TakeBack
from engine.model.cards import Card, holds
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


async def _pick_cards(press: TablePress) -> Response:
    question, chosen = question_of(press), parse_selected_cards(press.values)
    if not holds(question.view.hand, chosen):
        raise StaleTask
    group = _find_listed_cards(question, press.control_id.group, chosen)
    kept = tuple(c for c in question.picked if c not in group)
    if not holds(group, chosen):  # the panel now lists other cards
        kept = ()
    elif question.view.ask is Ask.LEAD and chosen and not may_mix_suits(question):
        kept = tuple(c for c in kept if question.effective_suit(c) is question.effective_suit(chosen[0]))
    return save_picked(question, press, tuple(str(c) for c in (*kept, *chosen)))


async def play_cards(press: TablePress) -> Response:
    """Play the cards of a button, or pick them if the user confirms every play.

    Raises:
        StaleTask: the button is old.
        IllegalAction: the rules forbid it.
    """
    if press.preferences.confirm:
        if press.table.task(get_seat(press.table, press.user)) != press.control_id.task:
            raise StaleTask
        question = question_of(press)
        picked = without_required_cards(question, press.control_id.cards)
        return save_picked(question, press, tuple(map(str, picked)))
    from_list = _is_picked_from_list(press)
    shown = await submit_action(press, Play(press.control_id.cards))
    await _offer_confirmation(press, from_list=from_list)
    return shown


def _is_picked_from_list(press: TablePress) -> bool:
    seat, task = press.control_id.seat, press.control_id.task
    if seat is None or task is None:
        return False
    return bool(press.services.picked_cards.get(press.table.id, seat, task).picked)


async def _offer_confirmation(press: TablePress, *, from_list: bool) -> None:
    """Offer to confirm every play, once for each user, from their first play from a select to the next play."""
    seat, offers = get_seat(press.table, press.user), from_list and not press.preferences.confirm_offered
    press.services.picked_cards.offer_confirmation(press.table.id, seat, on=offers)
    if offers:
        await press.services.people.save_preferences(press.user, replace(press.preferences, confirm_offered=True))


async def _confirm_always(press: TablePress) -> Response:
    get_seat(press.table, press.user)
    await press.services.people.save_preferences(press.user, replace(press.preferences, confirm=True))
    return ShowPanel(press.table, press.texts.say("turn.confirm_on"))


async def _pick_one_more(press: TablePress) -> Response:
    question = question_of(press)
    picked = (*question.picked, *press.control_id.cards)
    if not holds(question.view.hand, picked):
        raise StaleTask
    return save_picked(question, press, tuple(map(str, picked)))


async def _unpick_last(press: TablePress) -> Response:
    question = question_of(press)
    return save_picked(question, press, question.draft.picked[:-1])


async def _choose_grouping(press: TablePress) -> Response:
    question = question_of(press)
    cards = decode_cards(press.control_id.argument.partition(".")[0])
    ways = list_groupings(question, cards) if question.view.ask is Ask.LEAD and holds(question.view.hand, cards) else ()
    number = int(press.values[0])
    if not 0 <= number < len(ways):
        raise StaleTask
    return await submit_action(press, Play(question.sort_cards(cards), tuple(unit.cards for unit in ways[number])))


async def _show_hint(press: TablePress) -> Response:
    question = question_of(press)
    if not await is_help_allowed(press.services, press.table.facts):  # an old panel
        return _refuse_help(press)
    action, compared = await recommend_and_compare(press.services, question.view)
    words = format_hint(question.view, action, question.texts, compared)
    return ShowPanel(press.table, words, hinted=list_hinted_cards(action))


def _refuse_help(press: TablePress) -> Response:
    facts = press.table.facts
    if facts.league is not None:
        return ShowPanel(press.table, press.texts.say("hint.off"))
    return ShowPanel(press.table, press.texts.say("hint.off_rated" if facts.event_match is None else "hint.off_event"))


async def _pick_suit(press: TablePress) -> Response:
    question = question_of(press)
    chosen = next((suit for suit in list_lead_suits(question) if suit.value == press.values[0]), None)
    if question.view.ask is not Ask.LEAD or chosen is None:
        raise StaleTask
    return save_listed_suit(question, press, chosen)


async def _explain_refusal(press: TablePress) -> Response:
    """Show the rule behind a refusal, with a link to its chapter."""
    rule = parse_rule_behind(press.control_id.argument)
    if rule is None:
        raise StaleTask
    chapter = button_rows((chapter_button(f"t{press.table.id}", rule, press.texts),))
    words = format_rule_behind(rule, press.texts, press.table.facts.rules)
    return ShowPanel(press.table, words, explain_rows=chapter)


def _find_listed_cards(question: SeatQuestion, number: int, chosen: tuple[Card, ...]) -> tuple[Card, ...]:
    if question.view.ask is Ask.LEAD:
        return find_lead_list(question, number, chosen)
    groups = list_card_groups(question)
    if not 0 <= number < len(groups):
        raise StaleTask
    return groups[number][1]


async def _pick_declaration(press: TablePress) -> Response:
    question = question_of(press)
    try:
        cards = parse_declaration(question, press.values[0])
    except (ValueError, IndexError):  # the choice is no longer possible
        raise StaleTask from None
    return save_picked(question, press, tuple(map(str, cards)))


async def _clear(press: TablePress) -> Response:
    question = question_of(press)
    return save_picked(question, press, ())


async def _suggest_bury(press: TablePress) -> Response:
    question = question_of(press)
    if not await is_help_allowed(press.services, press.table.facts):  # as above
        return _refuse_help(press)
    action = await recommend_action(press.services, question.view)
    if isinstance(action, Bury):
        press.services.picked_cards.put(
            question.table, question.seat, question.draft.task, tuple(map(str, action.cards))
        )
    return ShowPanel(press.table)


DRAFT_HANDLERS: Final[dict[ControlVerb, PressHandler]] = {
    **FRIEND_HANDLERS,
    ControlVerb.PICK: _pick_cards,
    ControlVerb.PICK_SUIT: _pick_suit,
    ControlVerb.PICK_DECLARATION: _pick_declaration,
    ControlVerb.CLEAR: _clear,
    ControlVerb.SUGGEST_BURY: _suggest_bury,
    ControlVerb.PICK_ONE_MORE: _pick_one_more,
    ControlVerb.UNPICK_LAST: _unpick_last,
    ControlVerb.CHOOSE_GROUPING: _choose_grouping,
    ControlVerb.SHOW_HINT: _show_hint,
}


async def _show_hand(press: TablePress) -> Response:
    get_seat(press.table, press.user)
    return ShowPanel(press.table)


async def _refresh(press: TablePress) -> Response:
    get_seat(press.table, press.user)
    return ShowPanel(press.table, only_if_changed=True)


async def _show_last_trick(press: TablePress) -> Response:
    if press.table.facts.is_sealed and press.table.seat_of(press.user) is None:
        raise TableRefused(TableRefusal.SEALED)
    names = await press.services.people.find_names(press.table.occupants, press.texts)
    return notice_message(format_last_trick(press.table.spectator_view(), names, press.texts, press.services.emoji))


HANDLERS: Final[dict[ControlVerb, PressHandler]] = {
    **DRAFT_HANDLERS,
    ControlVerb.SHOW_HAND: _show_hand,
    ControlVerb.REFRESH: _refresh,
    ControlVerb.LAST_TRICK: _show_last_trick,
    ControlVerb.CONFIRM_ALWAYS: _confirm_always,
    ControlVerb.EXPLAIN: _explain_refusal,
}
