"""Who is on whose side, in words: friends as they join, one's own side with hidden teams, and nobody's secret."""

from dataclasses import replace
from functools import cache, partial
from itertools import count, islice

import pytest
from played_deals import moments, views

from engine.actions import FriendCall
from engine.cards import Rank, card, parse_card
from engine.game import spectator_view, view_for
from engine.presets import PRESETS
from engine.seats import Seat
from engine.view import CalledFriend, PhaseName

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
SEATS = tuple(map(Seat, range(4)))
"""Those of whom one is looked for who holds the called ten."""


@cache
def playing(name, seed=3, every=9):
    """Return some phases of a deal of a preset from its first lead on."""
    rules = PRESETS[name]
    played = (p for p, _ in moments(rules, seed) if spectator_view(p).phase is PhaseName.PLAYING)
    return rules, list(islice(played, 0, None, every))


@pytest.mark.parametrize("name", ["finding-friends", "looking-for-friends"])
def test_a_hand_says_which_friends_are_called_and_who_has_joined(texts, name):
    rules, phases = playing(name)
    joined = 0
    for phase in phases:
        for view in views(phase, rules):
            told = texts.sides(view, NAMES)
            assert told in texts.hand_alt(view, NAMES)
            for friend in view.friends:
                assert texts.card(friend.call.card) in told
                assert friend.joined is None or NAMES[friend.joined] in told
                joined += friend.joined is not None
    assert joined


def test_friends_in_words(english):
    rules, (phase, *_) = playing("finding-friends")
    view = replace(
        next(iter(views(phase, rules))),
        friends=(CalledFriend(FriendCall(parse_card("HA")), Seat(1)), CalledFriend(FriendCall(parse_card("SK")), None)),
    )
    assert english.sides(view, NAMES) == "Friends' cards: the first A of hearts (Bob), the first K of spades."


@cache
def with_a_partner(name):
    """Return some phases of a deal in which somebody beside the caller holds the called ten."""
    for seed in count():
        rules, phases = playing(name, seed)
        if phases and any(v.sides[v.seat] and v.seat != v.declarer for v in map(partial(view_for, phases[0]), SEATS)):
            return rules, phases
    raise AssertionError


@pytest.mark.parametrize("name", ["hidden-ten", "hidden-ten-six"])
def test_everybody_is_told_his_own_side_and_no_secret_of_another(texts, name):
    """What is told of a side stands in the view of the one who is told, and a watcher hears what all may know."""
    rules, phases = with_a_partner(name)
    holders = 0
    for phase in phases:
        for view in views(phase, rules):
            told = texts.sides(view, NAMES)
            mine = view.sides[view.seat] if view.seat is not None and view.seat != view.declarer else None
            ten = card(view.trump.suit, Rank.TEN)
            holder = texts.say("side.holder", card=texts.card(ten))
            assert (holder in told) == (mine is True and ten in view.hand)
            assert (texts.say("side.opponents") in told) == (mine is False)
            named = {seat for seat, called in enumerate(NAMES) if called in told}
            assert named <= {s for s, side in enumerate(view.sides) if side is not None} - {view.seat, view.declarer}
            holders += holder in told
    assert holders


def test_where_partners_sit_opposite_nothing_is_said_of_sides(texts):
    rules, phases = playing("club", every=30)
    assert not any(texts.sides(view, NAMES) for phase in phases for view in views(phase, rules))
