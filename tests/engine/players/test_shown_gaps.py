"""From the plays, players conclude which suits and pairs others lack. These conclusions are true under all rules."""

from collections import Counter
from itertools import islice, product

import pytest
from computer_matches import QUICK_PLAYERS, play_match

from engine.deal.game import view_for
from engine.deal.legal_actions import legal_plays
from engine.deal.phases.states import Playing
from engine.model.actions import Play
from engine.model.cards import count_faces, parse_cards
from engine.model.options import Follow
from engine.model.presets import preset, with_options
from engine.model.seats import Seat
from engine.model.view import Ask, PlayView
from engine.players.policies.beliefs import count_demanded_pairs, infer_beliefs
from tests.everyday import spread
from tests.preset_cover import EVERY_PRESET

PLAYS_LISTED = 200
PACKS = {2: 8, 3: 6, 4: 8}
"""A dict from the number of decks to the kitty size."""


def choose_any(view, rng):
    """Lead a long unit or a throw, and follow with random legal cards. In all other cases act as an expert."""
    if view.ask is Ask.FOLLOW:
        return Play(rng.choice(list(islice(legal_plays(view), PLAYS_LISTED))))
    if view.ask is Ask.LEAD and rng.random() < 0.8:
        units = list(legal_plays(view))
        size = max(len(cards) for cards in units)
        return Play(rng.choice([cards for cards in units if len(cards) in {size, size - 1}]))
    return QUICK_PLAYERS["expert"].choose(view, rng)


def check_claims(rules, seed, deals=1):
    """Check the conclusions of a seat after each play against the real hands. Count them by kind."""
    claims = Counter()
    for number, (_, action, phase) in enumerate(play_match(rules, [choose_any] * rules.players, seed, deals)):
        if isinstance(action, Play) and isinstance(phase, Playing):
            observer = Seat(number % rules.players)
            claims += compare_with_hands(phase, infer_beliefs(view_for(phase, observer)))
    return claims


def compare_with_hands(phase, beliefs):
    suit_of, claims = beliefs.trump.order.suit_of, Counter()
    for seat in beliefs.others:
        held = count_faces(phase.hands[seat])
        suits = {suit_of[face] for face in held}
        paired = {suit_of[face] for face, number in held.items() if number > 1}
        for suit in range(5):
            assert not (beliefs.void[seat][suit] and suit in suits)
            assert not (beliefs.no_pair[seat][suit] and suit in paired)
            claims["void"] += beliefs.void[seat][suit]
            claims["no pair"] += beliefs.no_pair[seat][suit] and suit in suits
    return claims


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_conclusions_are_true_in_every_preset(name):
    assert check_claims(preset(name), seed=name, deals=2)["void"]


@pytest.mark.parametrize("decks", spread(1, PACKS))
@pytest.mark.parametrize(
    ("follow", "protects"), [pair for pair in product(Follow, (False, True)) if pair != (Follow.TEMPLATE, True)]
)
def test_conclusions_are_true_for_every_follow_rule(follow, decks, protects):
    rules = with_options(
        preset("standard"), follow=follow, decks=decks, kitty_size=PACKS[decks], protect_longer=protects
    )
    claims = check_claims(rules, seed=f"{follow} {decks}", deals=2)
    may_tell = follow is not Follow.SUIT_ONLY and (decks == 2 or not (protects or follow is Follow.MINIMAL))
    assert claims["void"]
    assert bool(claims["no pair"]) is may_tell


@pytest.mark.parametrize(
    "wanted",
    spread(
        3,
        [
            {"decks": 4, "bombs": "any_suit"},
            {"decks": 4, "bombs": "suit_following"},
            {"decks": 3, "kitty_size": 6, "rainbows": 4},
            {"decks": 2, "pairs_draw_tractors": False},
            {"decks": 3, "kitty_size": 6, "pairs_draw_tractors": False},
            {"decks": 4, "uneven_tractors": True},
            {"decks": 3, "kitty_size": 6, "uneven_tractors": True, "follow": "tuples"},
            {"decks": 2, "throws": "off"},
        ],
    ),
    ids=str,
)
def test_conclusions_are_true_with_unusual_leads(wanted):
    assert check_claims(with_options(preset("standard"), **wanted), seed=str(wanted), deals=3)["void"]


def demanded(units, **options):
    units = tuple(parse_cards(unit) for unit in units.split("/"))
    return count_demanded_pairs(PlayView(Seat(0), sum(units, ()), units), with_options(preset("standard"), **options))


def test_lead_and_rules_decide_how_many_pairs_are_demanded():
    three = {"decks": 3, "kitty_size": 6, "follow": "shapes"}
    assert demanded("S5 S5 S5", **three) == 1
    assert demanded("S5 S5 S5 S6 S6 S6", **three) == 1
    assert demanded("S5 S5 S6 S6", **three) == 2
    assert demanded("S5 S5 S6 S6", decks=3, kitty_size=6, follow="minimal") == 0
    assert demanded("S5 S5 S6 S6", follow="minimal") == 2
    assert demanded("S5 S5", pairs_draw_tractors=False) == 0
    assert demanded("SA / SA") == 0
    assert demanded("SA / SK SK") == 1
