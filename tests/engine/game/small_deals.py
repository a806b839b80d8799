"""Makes small deals that fit on one line. A hand has five cards of a short deck, and the kitty has two."""

import pytest

from engine.deal.fair_shuffle import full_pack
from engine.deal.game import apply, spectator_view, start, view_for
from engine.deal.legal_actions import check_action
from engine.model.actions import CloseWindow, Deal, Declare, Draw, Play
from engine.model.cards import count_faces, format_cards, parse_cards, without
from engine.model.errors import IllegalAction
from engine.model.notation import parse_action
from engine.model.presets import PRESETS, with_options
from engine.model.seats import TABLE, Seat

SMALL = with_options(
    PRESETS["standard"],
    decks="1",
    low_cut="10",
    kitty_size="2",
    start_level="J",
    scoring="custom",
    thresholds="0:hold+3,10:hold+1,40:turn+0,60:turn+1,80:turn+2",
)
"""Rules with a deck of 22 cards: ten to ace and two jokers, worth 80 points together."""
HANDS = ("SJ S10 SQ HA D10", "SA SK CJ CQ DA", "BJ DJ HK HQ DQ", "HJ C10 CK CA DK")
"""The cards of each seat. The two other cards, LJ and H10, are the kitty."""
KITTY = "LJ H10"


def deal_of(rules, hands=HANDS, kitty=KITTY, first=0):
    """Return the deal with these cards. Short hands are filled up with the other cards of the pack."""
    named = [parse_cards(hand) for hand in (*hands, *[""] * (rules.players - len(hands)))]
    last = parse_cards(kitty)
    rest = list(without(full_pack(rules), [c for cards in (*named, last) for c in cards]))
    full = [[*cards, *(rest.pop(0) for _ in range(rules.hand_size - len(cards)))] for cards in named]
    below = [*last, *rest]
    seats = [full[(first + at) % rules.players] for at in range(rules.players)]
    order = [hand[at] for at in range(rules.hand_size) for hand in seats]
    assert count_faces((*order, *below)) == count_faces(full_pack(rules))
    return Deal((*order, *below), first)


def run(phase, *lines):
    """Return (phase, all events) after these actions, given as text."""
    events = []
    for line in lines:
        step = apply(phase, *parse_action(line))
        phase, events = step.phase, [*events, *step.events]
    return phase, events


def after_drawing(rules=SMALL, levels=None, declarer=None, **dealing):
    """Return the phase in which all cards are drawn and nothing is declared yet."""
    phase = apply(start(rules, levels, declarer), TABLE, deal_of(rules, **dealing)).phase
    return apply(phase, TABLE, Draw(rules.hand_size * rules.players)).phase


def after_declaring(rules=SMALL, seat=0, cards="SJ", **dealing):
    """Return the phase after one declaration has made trumps."""
    phase = apply(after_drawing(rules, **dealing), Seat(seat), Declare(parse_cards(cards))).phase
    return apply(phase, TABLE, CloseWindow()).phase


def after_tricks(phase, *tricks):
    """Return (phase, events) after whole tricks, with cards in play order: `SA S10 SK SQ`."""
    events = []
    for trick in tricks:
        for word in trick.split():
            step = apply(phase, phase.turn, Play(parse_cards(word.replace("+", " "))))
            phase, events = step.phase, [*events, *step.events]
    return phase, events


def refusal_of(phase, line):
    """Try an action that must be refused, and return (reason, facts) of the refusal.

    The phase must stay unchanged. If a player acts, their view must refuse the action for the same reason.
    """
    kept, (seat, action) = repr(phase), parse_action(line)
    with pytest.raises(IllegalAction) as no:
        apply(phase, seat, action)
    assert repr(phase) == kept
    if 0 <= seat < spectator_view(phase).rules.players:
        with pytest.raises(IllegalAction) as seen:
            check_action(view_for(phase, seat), action)
        assert (seen.value.reason, seen.value.facts) == (no.value.reason, no.value.facts)
    return no.value.reason.value, no.value.facts


def events_of_kind(events, kind):
    return [event for event in events if isinstance(event, kind)]


def hand_text(phase, seat):
    return format_cards(phase.hands[seat])
