"""What the rulebook says about tractors is what the engine does."""

import re

import pytest
from test_guide import said

from bot.text.describe.rule_facts import find_example_trump
from bot.text.languages import TAGS
from engine.cards_in_play.follows import check_follow
from engine.cards_in_play.leads import read_lead
from engine.cards_in_play.units import find_unit
from engine.model.cards import parse_cards
from engine.model.errors import IllegalAction
from engine.model.presets import PRESETS, with_options
from tests.everyday import spread

# --- examples in the rulebook
TRACTORS = [
    {},
    {"tractor_min_length": 3},
    {"tractor_min_width": 3, "decks": 4, "kitty_size": 8},
    {"permanent_trumps": "two_three_five"},
    {"cuts": "9", "kitty_size": 2},
    {"cuts": "9,9", "kitty_size": 2},
]


@pytest.mark.parametrize("tag", spread(1, TAGS))
@pytest.mark.parametrize("uneven", [True, False])
@pytest.mark.parametrize("changes", TRACTORS, ids=str)
def test_tractor_examples_match_rulebook(changes, uneven, tag):
    rules = with_options(PRESETS["standard"], **{"decks": 3, "kitty_size": 6, "uneven_tractors": uneven, **changes})
    for name in ("tractor", "uneven_tractors")[: 1 + uneven]:
        text = said(rules, name, tag)
        ranks = re.search(r"(?:[0-9JQKA]+-)+[0-9JQKA]+", text)[0].split("-")
        cards = parse_cards(" ".join(f"S{rank}" for rank in ranks))
        assert find_unit(cards, find_example_trump(rules), rules) is not None
        assert all(cards.count(card) <= rules.copies_of(card) for card in cards)


def test_uneven_tractor_is_followed_as_book_says():
    rules = with_options(PRESETS["standard"], decks=3, kitty_size=6, uneven_tractors=True)
    trump = find_example_trump(rules)
    lead = read_lead(parse_cards("S3 S3 S3 S4 S4 S5 S5"), trump, rules)
    hand = parse_cards("S8 S8 S8 S10 S10 SJ SJ SK SK")
    assert "equally large neighbours still form tractors" in said(rules, "follow_uneven")
    check_follow(hand, lead, parse_cards("S8 S8 S8 S10 S10 SJ SJ"), trump, rules)
    with pytest.raises(IllegalAction):
        check_follow(hand, lead, parse_cards("S8 S8 S8 S10 S10 SK SK"), trump, rules)
