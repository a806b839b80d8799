"""Cards still out are in other hands or another seat's kitty. A seat listed as void has no card of the suit."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from engine.deal.game import view_for
from engine.deal.phases.states import Playing
from engine.deal.seen_cards import count_still_out
from engine.model.cards import Rank
from engine.model.presets import preset
from engine.model.trump import EFFECTIVE_SUITS
from tests.bot.ui.panel_positions import phases
from tests.preset_cover import EVERY_PRESET

COUNTED = {Rank.ACE, Rank.KING, Rank.TEN, Rank.FIVE}


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_cards_still_out_are_in_other_hands_or_kitty(name):
    shown = 0
    for phase, seat in phases(preset(name), random.Random(name)):
        if not isinstance(phase, Playing):
            continue
        out, trump = count_still_out(view_for(phase, seat)), phase.dealt.trump
        hidden = [card for other, hand in enumerate(phase.hands) if other != seat for card in hand]
        hidden += () if seat == phase.burier else phase.kitty
        assert out.trumps == sum(map(trump.is_trump, hidden))
        assert Counter(out.jokers) == Counter(card for card in hidden if card.is_joker and trump.is_trump(card))
        high = [card for card in hidden if card.rank in COUNTED and not trump.is_trump(card)]
        assert Counter(card for cards in out.high for card in cards) == Counter(high)
        for suit, seats in out.voids:
            assert suit in EFFECTIVE_SUITS
            assert all(trump.effective_suit(card) is not suit for one in seats for card in phase.hands[one])
            shown += 1
    assert shown, "somebody showed a void"


def test_count_does_not_depend_on_hidden_cards():
    """Swapping two other players' hands does not change the count."""
    for phase, seat in phases(preset("standard"), random.Random(3)):
        if isinstance(phase, Playing) and len(phase.tricks) == 4:
            first, second = ((seat + 1) % 4, (seat + 3) % 4)
            hands = list(phase.hands)
            if len(hands[first]) == len(hands[second]):
                hands[first], hands[second] = hands[second], hands[first]
            swapped = replace(phase, hands=tuple(hands))
            assert count_still_out(view_for(phase, seat)) == count_still_out(view_for(swapped, seat))
