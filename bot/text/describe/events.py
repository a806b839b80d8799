"""What happened at a table, one line for each event. A line says only what the event holds, and that is public."""

from collections.abc import Callable
from typing import Any, Final

from bot.text.describe import cards as say
from bot.text.describe.people import Names, all_of, name
from bot.text.describe.rules import level
from bot.text.words import Words
from engine import events as e


def event(words: Words, happened: e.Event, names: Names | None) -> str | None:
    """Return an event as a line of the table's log; None for one that is seen anyhow (cards being dealt)."""
    return _LINES[type(happened)](words, happened, names)


def _seated(words: Words, it: e.Seated, names: Names | None) -> str:
    return words.say("event.seated", name=name(words, names, it.seat), seat=it.seat + 1)


def _deal_started(words: Words, it: e.DealStarted, _: Names | None) -> str:
    if it.level is None:
        return words.say("event.deal_started", number=it.number)
    return words.say("event.deal_started_level", number=it.number, level=level(words, it.level))


def _drawn(words: Words, it: e.Drawn, _: Names | None) -> str | None:
    return None if it.left else words.say("event.drawn")


def _declared(words: Words, it: e.Declared, names: Names | None) -> str:
    made = it.declaration
    who, shown = name(words, names, made.seat), say.cards(words, made.cards)
    if made.suit is None:
        return words.say("event.declared.none", name=who, cards=shown)
    return words.say("event.declared.suit", name=who, cards=shown, suit=say.suit(words, made.suit))


def _passed(words: Words, it: e.Passed, names: Names | None) -> str:
    return words.say(f"event.passed.{it.what}", name=name(words, names, it.seat))


def _kitty_turned(words: Words, it: e.KittyTurned, _: Names | None) -> str:
    return words.say("event.kitty_turned", cards=say.cards(words, it.cards))


def _trumps_made(words: Words, it: e.TrumpsMade, names: Names | None) -> str:
    who = name(words, names, it.declarer)
    if it.suit is None:
        return words.say(f"event.trumps_made.{it.made_by}.none", name=who)
    return words.say(f"event.trumps_made.{it.made_by}.suit", name=who, suit=say.suit(words, it.suit))


def _redealt(words: Words, it: e.Redealt, names: Names | None) -> str:
    if it.why is not e.RedealWhy.CLAIM:
        return words.say(f"event.redealt.{it.why}")
    if it.seat is None:
        return words.say("event.redealt.asked")
    who = name(words, names, it.seat)
    if not it.cards:
        return words.say("event.redealt.claim_hidden", name=who)
    return words.say("event.redealt.claim", name=who, cards=say.cards(words, it.cards))


def _kitty_taken(words: Words, it: e.KittyTaken, names: Names | None) -> str:
    return words.say("event.kitty_taken", name=name(words, names, it.seat))


def _buried(words: Words, it: e.Buried, names: Names | None) -> str:
    return words.say("event.buried", name=name(words, names, it.seat))


def _friends_called(words: Words, it: e.FriendsCalled, names: Names | None) -> str:
    calls = words.listed(say.call(words, one) for one in it.calls)
    return words.say("event.friends_called", name=name(words, names, it.seat), calls=calls)


def _friend_joined(words: Words, it: e.FriendJoined, names: Names | None) -> str:
    return words.say("event.friend_joined", name=name(words, names, it.seat), call=say.call(words, it.call))


def _ten_shown(words: Words, it: e.TenShown, names: Names | None) -> str:
    return words.say("event.ten_shown", name=name(words, names, it.seat))


def _played(words: Words, it: e.Played, names: Names | None) -> str:
    who, shown = name(words, names, it.seat), say.cards(words, it.cards)
    if not it.units:
        return words.say("event.played", name=who, cards=shown)
    if len(it.cards) == 1:
        return words.say("event.led_single", name=who, cards=shown)
    return words.say("event.led", name=who, cards=shown, shape=say.shape(words, it.units))


def _throw_failed(words: Words, it: e.ThrowFailed, names: Names | None) -> str:
    who = name(words, names, it.seat)
    facts = {"name": who, "attempt": say.cards(words, it.attempt), "played": say.cards(words, it.played)}
    if it.beater is None:
        told = words.say("event.throw_failed_hidden", **facts)
    else:
        told = words.say("event.throw_failed", **facts, beater=name(words, names, it.beater))
    penalty = words.say("event.throw_penalty", name=who, points=it.penalty) if it.penalty else ""
    return words.sentences((told, penalty))


def _trick_won(words: Words, it: e.TrickWon, names: Names | None) -> str:
    key = "event.trick_won" if it.points else "event.trick_won_no_points"
    return words.say(key, name=name(words, names, it.seat), points=it.points)


def _picked_up(words: Words, it: e.PickedUp, names: Names | None) -> str:
    key = "event.picked_up" if it.taken else "event.left_lying"
    return words.say(key, name=name(words, names, it.seat), points=it.points)


def _taken_back(words: Words, it: e.TakenBack, names: Names | None) -> str:
    return words.say("event.taken_back", name=name(words, names, it.seat))


def _deal_ended(words: Words, it: e.DealEnded, _: Names | None) -> str:
    kind = "hold" if it.result.declarers_hold else "lose"
    return words.say(f"event.deal_ended.{kind}", points=it.result.opponents_points)


def _match_won(words: Words, it: e.MatchWon, names: Names | None) -> str:
    return words.say("event.match_won", count=len(it.winners), names=all_of(words, names, it.winners))


_LINES: Final[dict[type[e.Event], Callable[[Words, Any, Names | None], str | None]]] = {
    e.Seated: _seated,
    e.DealStarted: _deal_started,
    e.Drawn: _drawn,
    e.Declared: _declared,
    e.Passed: _passed,
    e.KittyTurned: _kitty_turned,
    e.TrumpsMade: _trumps_made,
    e.Redealt: _redealt,
    e.KittyTaken: _kitty_taken,
    e.Buried: _buried,
    e.FriendsCalled: _friends_called,
    e.FriendJoined: _friend_joined,
    e.TenShown: _ten_shown,
    e.Played: _played,
    e.ThrowFailed: _throw_failed,
    e.TrickWon: _trick_won,
    e.PickedUp: _picked_up,
    e.TakenBack: _taken_back,
    e.DealEnded: _deal_ended,
    e.MatchWon: _match_won,
}
