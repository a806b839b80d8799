"""Texts name the called friends who have joined. If teams are hidden, a player reads only what they know."""

from dataclasses import replace
from functools import cache
from itertools import count, islice

import pytest
from played_deals import list_views, play_deals

from engine.deal.game import spectator_view
from engine.model.actions import FriendCall
from engine.model.cards import Rank, card_of, parse_card
from engine.model.presets import PRESETS
from engine.model.seats import Seat
from engine.model.view import CalledFriend, PhaseName

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
"""The names of the seats. The tables of these tests have at most six seats."""


@cache
def playing(name, seed=3, every=9):
    """Return a preset's rules, and every `every`-th position of one deal from the first lead on."""
    rules = PRESETS[name]
    played = (p for p, _ in play_deals(rules, seed) if spectator_view(p).phase is PhaseName.PLAYING)
    return rules, list(islice(played, 0, None, every))


@pytest.mark.parametrize("name", ["finding-friends", "looking-for-friends"])
def test_hand_lists_called_and_joined_friends(texts, name):
    rules, phases = playing(name)
    joined = 0
    for phase in phases:
        for view in list_views(phase, rules):
            told, alt = texts.format_sides(view, NAMES), texts.format_hand_alt_text(view, NAMES)
            for friend in view.friends:
                assert texts.format_card(friend.call.card) in alt, "words, because it may be read aloud"
                assert texts.format_button_cards((friend.call.card,), view.card_order) in told
                assert friend.joined is None or NAMES[friend.joined] in told
                joined += friend.joined is not None
    assert joined


def test_called_friends_are_described_in_words(english):
    rules, (phase, *_) = playing("finding-friends")
    view = replace(
        next(iter(list_views(phase, rules))),
        friends=(CalledFriend(FriendCall(parse_card("HA")), Seat(1)), CalledFriend(FriendCall(parse_card("SK")), None)),
    )
    assert english.format_sides(view, NAMES) == "Friends' cards: the first ♥A (Bob), the first ♠K."
    spoken = english.format_sides(view, NAMES, is_spoken=True)
    assert spoken == "Friends' cards: the first ace of hearts (Bob), the first king of spades."
    assert "the first ace of hearts (Bob), the first king of spades." in english.format_hand_alt_text(view, NAMES)


@cache
def with_a_partner(name):
    """Return `playing` for a deal in which the declarer has a partner, who holds the called ten."""
    for seed in count():
        rules, phases = playing(name, seed)
        views = list_views(phases[0], rules) if phases else ()
        if any(v.seat is not None and v.sides[v.seat] and v.seat != v.declarer for v in views):
            return rules, phases
    raise AssertionError


@pytest.mark.parametrize("name", ["hidden-ten", "hidden-ten-six"])
def test_players_see_their_side_but_no_secret(texts, name):
    """The text about a side uses only the player's own view, and a spectator reads only what is public."""
    rules, phases = with_a_partner(name)
    holders = 0
    for phase in phases:
        for view in list_views(phase, rules):
            told = texts.format_sides(view, NAMES)
            mine = view.sides[view.seat] if view.seat is not None and view.seat != view.declarer else None
            ten = card_of(view.trump.suit, Rank.TEN)
            holder = texts.say("side.holder", card=texts.format_card(ten))
            assert (holder in told) == (mine is True and ten in view.hand)
            assert (texts.say("side.opponents") in told) == (mine is False)
            named = {seat for seat, called in enumerate(NAMES) if called in told}
            assert named <= {s for s, side in enumerate(view.sides) if side is not None} - {view.seat, view.declarer}
            holders += holder in told
    assert holders


def test_fixed_partners_get_no_text_about_sides(texts):
    rules, phases = playing("standard", every=30)
    assert not any(texts.format_sides(view, NAMES) for phase in phases for view in list_views(phase, rules))
