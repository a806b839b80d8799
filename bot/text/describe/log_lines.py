"""Writes the log of a table, with at most one line for an event. Events are public, so the lines give nothing away."""

from collections.abc import Callable
from typing import Any, Final

from bot.text.describe.cards import format_cards, format_friend_call, format_shape, format_suit
from bot.text.describe.rules import format_level
from bot.text.describe.seat_names import NamesBySeat, format_seat_name, format_seat_names
from bot.text.messages import Messages
from engine.model import events as e
from engine.model.view import View

Line = Callable[[Messages, Any, NamesBySeat], str | None]


def format_event(messages: Messages, happened: e.Event, names: NamesBySeat = None) -> str | None:
    """Return an event as a line of the table's log. Return None for each drawn card except the last."""
    return _LINES[type(happened)](messages, happened, names)


def _name_seat(key: str | Callable[[Any], str], **facts: Callable[[Messages, Any], object]) -> Line:
    """Return a function that writes the line for an event with a seat. Each of `facts` fills a placeholder."""
    return lambda messages, it, names: messages.say(
        key if isinstance(key, str) else key(it),
        name=format_seat_name(messages, names, it.seat),
        seat=it.seat + 1,
        **{fact: make(messages, it) for fact, make in facts.items()},
    )


def _show_cards(key: str) -> Line:
    return lambda messages, it, _: messages.say(key, cards=format_cards(messages, it.cards))


def _deal_started(messages: Messages, it: e.DealStarted, _: NamesBySeat) -> str:
    if it.level is None:
        return messages.say("event.deal_started", number=it.number)
    return messages.say("event.deal_started_level", number=it.number, level=format_level(messages, it.level))


def _declared(messages: Messages, it: e.Declared, names: NamesBySeat) -> str:
    made = it.declaration
    who, shown = format_seat_name(messages, names, made.seat), format_cards(messages, made.cards)
    if made.suit is None:
        return messages.say("event.declared.none", name=who, cards=shown)
    return messages.say("event.declared.suit", name=who, cards=shown, suit=format_suit(messages, made.suit))


def _trumps_made(messages: Messages, it: e.TrumpsMade, names: NamesBySeat) -> str:
    who = format_seat_name(messages, names, it.declarer)
    if it.suit is None:
        return messages.say(f"event.trumps_made.{it.made_by}.none", name=who)
    return messages.say(f"event.trumps_made.{it.made_by}.suit", name=who, suit=format_suit(messages, it.suit))


def _redealt(messages: Messages, it: e.Redealt, names: NamesBySeat) -> str:
    if it.reason is not e.RedealReason.CLAIM:
        return messages.say(f"event.redealt.{it.reason}")
    if it.seat is None:
        return messages.say("event.redealt.asked")
    who = format_seat_name(messages, names, it.seat)
    if not it.cards:
        return messages.say("event.redealt.claim_hidden", name=who)
    return messages.say("event.redealt.claim", name=who, cards=format_cards(messages, it.cards))


def _played(messages: Messages, it: e.Played, names: NamesBySeat) -> str:
    who, shown = format_seat_name(messages, names, it.seat), format_cards(messages, it.cards)
    if not it.units:
        return messages.say("event.played", name=who, cards=shown)
    if len(it.cards) == 1:
        return messages.say("event.led_single", name=who, cards=shown)
    return messages.say("event.led", name=who, cards=shown, shape=format_shape(messages, it.units))


def _throw_failed(messages: Messages, it: e.ThrowFailed, names: NamesBySeat) -> str:
    who = format_seat_name(messages, names, it.seat)
    facts = {"name": who, "attempt": format_cards(messages, it.attempt), "played": format_cards(messages, it.played)}
    if it.beater is None:
        told = messages.say("event.throw_failed_hidden", **facts)
    else:
        told = messages.say("event.throw_failed", **facts, beater=format_seat_name(messages, names, it.beater))
    penalty = messages.say("event.throw_penalty", name=who, points=it.penalty) if it.penalty else ""
    return messages.join_sentences((told, penalty))


def format_won_trick(messages: Messages, view: View, names: NamesBySeat = None) -> str:
    """Return a sentence on who won the last complete trick and its points; empty if no trick is complete."""
    if not view.tricks or view.tricks[-1].winner is None:
        return ""
    winner, points = view.tricks[-1].winner, view.tricks[-1].points
    if winner == view.seat:
        return messages.say("event.you_took" if points else "event.you_won_trick", points=points)
    return messages.say(
        "event.took" if points else "event.won_trick", name=format_seat_name(messages, names, winner), points=points
    )


_LINES: Final[dict[type[e.Event], Line]] = {
    e.Seated: _name_seat("event.seated"),
    e.DealStarted: _deal_started,
    e.Drawn: lambda messages, it, _: None if it.left else messages.say("event.drawn"),
    e.Declared: _declared,
    e.Passed: _name_seat(lambda it: f"event.passed.{it.declined}"),
    e.KittyTurned: _show_cards("event.kitty_turned"),
    e.KittyShown: _show_cards("event.kitty_shown"),
    e.KittyTaken: _name_seat("event.kitty_taken"),
    e.TrumpsMade: _trumps_made,
    e.Redealt: _redealt,
    e.Buried: _name_seat("event.buried"),
    e.FriendsCalled: _name_seat(
        "event.friends_called",
        calls=lambda messages, it: messages.format_list(format_friend_call(messages, one) for one in it.calls),
    ),
    e.FriendJoined: _name_seat("event.friend_joined", call=lambda messages, it: format_friend_call(messages, it.call)),
    e.TenShown: _name_seat("event.ten_shown"),
    e.Played: _played,
    e.ThrowFailed: _throw_failed,
    e.TakenBack: _name_seat("event.taken_back"),
    e.TrickWon: _name_seat(
        lambda it: "event.trick_won" if it.points else "event.trick_won_no_points", points=lambda _, it: it.points
    ),
    e.PickedUp: _name_seat(
        lambda it: "event.picked_up" if it.taken else "event.left_lying", points=lambda _, it: it.points
    ),
    e.DealEnded: lambda messages, it, _: messages.say(
        f"event.deal_ended.{'hold' if it.result.declarers_hold else 'lose'}", points=it.result.opponents_points
    ),
    e.MatchWon: lambda messages, it, names: messages.say(
        "event.match_won", count=len(it.winners), names=format_seat_names(messages, names, it.winners)
    ),
}
