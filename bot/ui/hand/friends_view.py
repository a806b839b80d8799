"""Controls to call friends."""

from collections.abc import Iterable

from bot.ui.core.limits import MAX_OPTIONS, MAX_PLACEHOLDER_LENGTH, format_label
from bot.ui.core.message import Block, ButtonStyle, Select, SelectOption, button_rows
from bot.ui.core.table_ids import ControlVerb
from bot.ui.hand.question import SeatQuestion
from engine.deal.legal_actions import check_action, friends_to_call, legal_friend_calls
from engine.model.actions import CallFriends, FriendCall
from engine.model.cards import parse_card
from engine.model.errors import IllegalAction
from engine.model.rules import FriendCallStyle


def call_blocks(question: SeatQuestion) -> tuple[Block, ...]:
    """Return the controls of a declarer who calls friends."""
    wanted = friends_to_call(question.view)
    groups = group_calls(question)
    picks = tuple(_call_select(question, n, calls, wanted) for n, calls in enumerate(groups))
    calls = parse_calls(question.draft.picked)
    label = question.say("ui.call_count", picked=len(calls), wanted=wanted)
    ready = len(calls) == wanted and _is_legal_call(question, calls)
    call = question.button(ControlVerb.CALL_FRIENDS, label, ButtonStyle.SUCCESS, disabled=not ready)
    return (*picks, *button_rows((call, question.button(ControlVerb.CLEAR, question.say("ui.clear")))))


def parse_calls(texts: Iterable[str]) -> tuple[FriendCall, ...]:
    """Parse calls from option values such as `HA#2`.

    Raises:
        ValueError: a value is not a call.
    """
    parts = [text.partition("#") for text in texts]
    return tuple(FriendCall(parse_card(card), int(copy or "1")) for card, _, copy in parts)


def group_calls(question: SeatQuestion) -> tuple[tuple[FriendCall, ...], ...]:
    """Return the calls by printed suit, highest first, at most a select full each; dense panels get three selects."""
    if question.dense:
        ranked = sorted(
            legal_friend_calls(question.view), key=lambda call: (-(call.card.rank or 0), call.card, call.copy)
        )
        return tuple(
            tuple(ranked[i : i + MAX_OPTIONS]) for i in range(0, min(len(ranked), 3 * MAX_OPTIONS), MAX_OPTIONS)
        )
    suits: dict[object, list[FriendCall]] = {}
    for call in legal_friend_calls(question.view):
        suits.setdefault(call.card.suit, []).append(call)
    return tuple(
        tuple(sorted(calls, key=lambda call: (-call.card, call.copy))[:MAX_OPTIONS]) for calls in suits.values()
    )


def format_call(call: FriendCall) -> str:
    """Return a call as an option value; `parse_calls` reads it."""
    return f"{call.card}#{call.copy}"


def _call_select(question: SeatQuestion, number: int, calls: tuple[FriendCall, ...], wanted: int) -> Select:
    options = tuple(
        SelectOption(
            format_call(c),
            _format_label(question, c),
            "",
            format_call(c) in question.draft.picked,
            question.emoji_name((c.card,)),
        )
        for c in calls
    )
    prompt = format_label(question.say("ui.call_prompt", suits=_format_suits(question, calls)), MAX_PLACEHOLDER_LENGTH)
    argument = f"{number}.{question.draft.press_count}"
    return Select(question.custom_id(ControlVerb.PICK_CALL, argument), prompt, options, 0, min(wanted, len(options)))


def _format_suits(question: SeatQuestion, calls: tuple[FriendCall, ...]) -> str:
    suits = dict.fromkeys(call.card.suit for call in calls)
    return question.texts.format_list(
        question.say("cards.jokers") if one is None else question.texts.format_suit(one) for one in suits
    )


def _format_label(question: SeatQuestion, call: FriendCall) -> str:
    name = question.texts.format_card(call.card)
    if question.view.rules.friend_call is FriendCallStyle.FIRST_BY_OTHER:
        return name
    return question.say("ui.call_copy", card=name, copy=call.copy)


def _is_legal_call(question: SeatQuestion, calls: tuple[FriendCall, ...]) -> bool:
    try:
        check_action(question.view, CallFriends(calls))
    except IllegalAction:
        return False
    return True
