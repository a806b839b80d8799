"""Every reason that is given for a play is true, as independent checks of the view confirm."""

import random
from collections import Counter

import pytest

from engine.cards_in_play.trick import BOMB_SIZE, beats
from engine.deal.legal_actions import as_lead, lead_of, legal_plays
from engine.model.cards import ALL_FACES, points_of
from engine.model.presets import preset
from engine.model.trump import EFFECTIVE_SUITS, TRUMP_INDEX
from engine.model.view import Ask
from engine.players.advice.play_reasons import PlayReason, describe_bury, find_reason
from tests.bot.ui.panel_positions import positions
from tests.preset_cover import EVERY_PRESET

PLAYS_A_POSITION = 6


def cards_out(view):
    """Return how many copies of each face are not seen yet, so that other seats may hold them."""
    seen = [*view.hand, *(view.kitty or ())]
    seen += [card for trick in (*view.tricks, view.trick) for play in trick.plays for card in play.cards]
    gone = Counter(seen)
    return {face: max(0, view.rules.copies_of(face) - gone[face]) for face in ALL_FACES}


def is_of(view, card, suit):
    return view.trump.effective_suit(card) is suit


def list_rivals(view, lead):
    """Return the groups of equal cards that others may hold. They have the suit and the size of the lead."""
    width = lead.size
    return [
        (face,) * width for face, number in cards_out(view).items() if number >= width and is_of(view, face, lead.suit)
    ]


def is_tuple(lead):
    return len(lead.units) == 1 and len(set(lead.cards)) == 1


def best_so_far(view):
    return next(play.cards for play in view.trick.plays if play.seat == view.trick.winner)


def wins_now(view, cards):
    return beats(lead_of(view), best_so_far(view), cards, view.trump, view.rules)


def side_winning(view):
    return view.sides[view.trick.winner] == view.sides[view.seat]


def has_shown_void(view, seat, suit):
    """Return whether a seat has shown, in any trick, that it has no card of this suit."""
    for trick in (*view.tricks, view.trick):
        if trick.plays and is_of(view, trick.plays[0].cards[0], suit):
            for play in trick.plays:
                if play.seat == seat and not all(is_of(view, card, suit) for card in play.cards):
                    return True
    return False


def rivals(view):
    """Return the other seats that still hold cards and are not known to be on the seat's side."""
    own = view.sides[view.seat]
    return [
        seat
        for seat in range(view.rules.players)
        if seat != view.seat and view.hand_sizes[seat] and (own is None or view.sides[seat] != own)
    ]


def partners(view):
    """Return the other seats that still hold cards and are known to be on the seat's side."""
    others = [seat for seat in range(view.rules.players) if seat != view.seat and view.hand_sizes[seat]]
    return [seat for seat in others if seat not in rivals(view)]


def may_trump(view, seat, suit):
    """Return whether a seat may trump this suit. The seat surely has no card of the suit, but may have a trump."""
    out = cards_out(view)
    gone = not any(number and is_of(view, face, suit) for face, number in out.items())
    trumps = any(number and view.trump.is_trump(face) for face, number in out.items())
    no_trumps = has_shown_void(view, seat, EFFECTIVE_SUITS[TRUMP_INDEX])
    return trumps and not no_trumps and (gone or has_shown_void(view, seat, suit))


def check_lead(view, cards, reason):
    lead = as_lead(view, cards)
    trumps_out = sum(n for face, n in cards_out(view).items() if view.trump.is_trump(face))
    match reason:
        case PlayReason.LAST:
            assert sorted(cards) == sorted(view.hand)
        case PlayReason.SURE | PlayReason.TOP | PlayReason.TOP_SHAPE:
            assert (reason is PlayReason.TOP) <= (len(cards) == 1)
            assert (reason is PlayReason.SURE) <= (view.trump.is_trump(cards[0]) or trumps_out == 0)
            if reason is PlayReason.TOP and not view.trump.is_trump(cards[0]):
                ruffing = [seat for seat in rivals(view) if has_shown_void(view, seat, lead.suit)]
                assert all(has_shown_void(view, seat, EFFECTIVE_SUITS[TRUMP_INDEX]) for seat in ruffing)
            for unit in lead.units:
                one = as_lead(view, unit.cards)
                if is_tuple(one):
                    assert not any(
                        beats(one, unit.cards, other, view.trump, view.rules) for other in list_rivals(view, one)
                    )
        case PlayReason.SHAPE:
            assert len(cards) > 1
            assert len(lead.units) == 1
            assert view.rules.bombs.value == "off" or len(cards) < BOMB_SIZE
        case PlayReason.DRAWS:
            assert trumps_out
            assert all(map(view.trump.is_trump, cards))
            assert not all(has_shown_void(view, seat, EFFECTIVE_SUITS[TRUMP_INDEX]) for seat in rivals(view))
        case PlayReason.EMPTIES:
            left = [card for card in view.hand if is_of(view, card, lead.suit)]
            assert sorted(left) == sorted(cards)
            assert any(map(view.trump.is_trump, view.hand))
            assert not view.trump.is_trump(cards[0])
            assert any(number and is_of(view, face, lead.suit) for face, number in cards_out(view).items())
        case PlayReason.INVITES:
            assert len(cards) == 1
            assert not view.trump.is_trump(cards[0])
            assert any(may_trump(view, seat, lead.suit) for seat in partners(view))
        case PlayReason.NO_POINTS:
            assert not any(card.points for card in cards)
        case _:
            raise AssertionError(reason)


def check_follow(view, cards, reason):
    match reason:
        case PlayReason.FORCED:
            assert [sorted(play) for play in legal_plays(view, 2)] == [sorted(cards)]
        case PlayReason.TAKES:
            assert wins_now(view, cards)
            assert len(view.trick.plays) + 1 == view.rules.players
        case PlayReason.AHEAD:
            assert wins_now(view, cards)
        case PlayReason.RUFFS:
            assert wins_now(view, cards)
            assert all(map(view.trump.is_trump, cards))
            assert not view.trump.is_trump(view.trick.plays[0].cards[0])
        case PlayReason.FEEDS:
            assert side_winning(view)
            assert points_of(cards)
        case PlayReason.PARTNER:
            assert side_winning(view)
            assert not wins_now(view, cards)
        case PlayReason.SPARES | PlayReason.LEAST:
            assert not side_winning(view)
            assert None not in {view.sides[view.seat], view.sides[view.trick.winner]}
            assert (reason is PlayReason.SPARES) == (points_of(cards) == 0)
            if reason is PlayReason.LEAST:
                for play in legal_plays(view):
                    assert not wins_now(view, play)
                    assert points_of(play) >= points_of(cards)
        case PlayReason.WITHHOLDS:
            assert None in {view.sides[view.seat], view.sides[view.trick.winner]}
            assert not any(card.points for card in cards)
        case _:
            raise AssertionError(reason)


def given_reasons(name, seed):
    """Yield (view, play, reason given for it) for random plays in one random deal."""
    rng = random.Random(f"{name} {seed}")
    for view in positions(preset(name), rng):
        if view.ask in {Ask.LEAD, Ask.FOLLOW}:
            plays = list(legal_plays(view, 40))
            for cards in rng.sample(plays, min(PLAYS_A_POSITION, len(plays))):
                yield view, cards, find_reason(view, cards)


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_every_reason_is_true(name):
    met = 0
    for view, cards, reason in given_reasons(name, 1):
        if reason is not None:
            (check_lead if view.ask is Ask.LEAD else check_follow)(view, cards, reason)
            met += 1
    assert met > 20


def test_every_kind_of_reason_but_one_occurs():
    met = {reason for seed in range(6) for _, _, reason in given_reasons("standard", seed)}
    met |= {reason for _, _, reason in given_reasons("finding-friends", 1)}
    assert met >= set(PlayReason) - {PlayReason.TOP_SHAPE}
    assert None in met, "a king led under a higher card has no reason of its own"


def test_lead_with_points_is_not_called_pointless():
    for view, cards, reason in given_reasons("standard", 3):
        if view.ask is Ask.LEAD and points_of(cards):
            assert reason is not PlayReason.NO_POINTS


@pytest.mark.parametrize("name", ["standard", "pagat-three-decks", "finding-friends"])
def test_description_of_a_bury_is_true(name):
    view = next(v for v in positions(preset(name), random.Random(name)) if v.ask is Ask.BURY)
    order = view.trump.sort_for_display(view.hand)
    for cards in (order[: view.kitty_size], order[-view.kitty_size :]):
        facts = describe_bury(view, cards)
        left = Counter(view.hand) - Counter(cards)
        assert facts.trumps == sum(map(view.trump.is_trump, cards))
        assert facts.points == points_of(cards)
        kept = {view.trump.effective_suit(card) for card in left.elements()}
        had = {view.trump.effective_suit(card) for card in view.hand}
        gone = {EFFECTIVE_SUITS[index] for index in facts.emptied}
        assert gone == {suit for suit in had - kept if suit is not EFFECTIVE_SUITS[TRUMP_INDEX]}
