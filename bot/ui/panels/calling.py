"""Controls to call friends: the cards that may be called, by suit, high ones first."""

from collections.abc import Iterable

from bot.ui.body import Block, Option, Select, Tone, in_rows
from bot.ui.ids import Verb
from bot.ui.limits import OPTIONS, PROMPT
from bot.ui.panels.asked import Asked, cut
from engine.actions import CallFriends, FriendCall
from engine.cards import parse_card
from engine.errors import IllegalAction
from engine.options import call_options, calls_wanted, check
from engine.rules import FriendCallStyle


def call_blocks(asked: Asked) -> tuple[Block, ...]:
    """Return the controls of a declarer who calls."""
    wanted = calls_wanted(asked.view)
    groups = call_groups(asked)
    picks = tuple(_select(asked, n, calls, wanted) for n, calls in enumerate(groups))
    calls = parse_calls(asked.draft.picked)
    label = asked.texts.say("ui.call_count", picked=len(calls), wanted=wanted)
    ready = len(calls) == wanted and _fits(asked, calls)
    call = asked.button(Verb.CALL, label, Tone.GOOD, disabled=not ready)
    return (*picks, *in_rows((call, asked.button(Verb.CLEAR, asked.texts.say("ui.clear")))))


def parse_calls(texts: Iterable[str]) -> tuple[FriendCall, ...]:
    """Read calls from option values such as `HA#2`.

    Raises:
        ValueError: a value is no call.
    """
    parts = [text.partition("#") for text in texts]
    return tuple(FriendCall(parse_card(card), int(copy or "1")) for card, _, copy in parts)


def call_groups(asked: Asked) -> tuple[tuple[FriendCall, ...], ...]:
    """Return the calls by printed suit, highest cards first, at most one select full of each.

    Where rows are few: three selects full of the highest.
    """
    if asked.dense:
        ranked = sorted(call_options(asked.view), key=lambda call: (-(call.card.rank or 0), call.card, call.copy))
        return tuple(tuple(ranked[i : i + OPTIONS]) for i in range(0, min(len(ranked), 3 * OPTIONS), OPTIONS))
    suits: dict[object, list[FriendCall]] = {}
    for call in call_options(asked.view):
        suits.setdefault(call.card.suit, []).append(call)
    return tuple(tuple(sorted(calls, key=lambda call: (-call.card, call.copy))[:OPTIONS]) for calls in suits.values())


def call_value(call: FriendCall) -> str:
    """Return a call as an option value; `parse_calls` reads it back."""
    return f"{call.card}#{call.copy}"


def _select(asked: Asked, number: int, calls: tuple[FriendCall, ...], wanted: int) -> Select:
    options = tuple(
        Option(call_value(c), _label(asked, c), "", call_value(c) in asked.draft.picked, asked.sign((c.card,)))
        for c in calls
    )
    prompt = cut(asked.texts.say("ui.call_prompt", suits=_suits(asked, calls)), PROMPT)
    argument = f"{number}.{asked.draft.turn}"
    return Select(asked.id(Verb.PICK_CALL, argument), prompt, options, 0, min(wanted, len(options)))


def _suits(asked: Asked, calls: tuple[FriendCall, ...]) -> str:
    """Return what a list of calls holds, by printed suit."""
    suits = dict.fromkeys(call.card.suit for call in calls)
    return asked.texts.listed(
        asked.texts.say("cards.jokers") if one is None else asked.texts.suit(one) for one in suits
    )


def _label(asked: Asked, call: FriendCall) -> str:
    name = asked.texts.card(call.card)
    if asked.view.rules.friend_call is FriendCallStyle.FIRST_BY_OTHER:
        return name
    return asked.texts.say("ui.call_copy", card=name, copy=call.copy)


def _fits(asked: Asked, calls: tuple[FriendCall, ...]) -> bool:
    try:
        check(asked.view, CallFriends(calls))
    except IllegalAction:
        return False
    return True
