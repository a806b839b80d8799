"""Computer players know no hidden cards, answer equal views equally, and do not play against their own side."""

import os
import random
import subprocess
import sys
from functools import cache
from itertools import islice
from pathlib import Path

import pytest
from computer_matches import QUICK_PLAYERS, RULE_LEVELS, permute_unseen_cards, play_match

from engine.cards_in_play.leads import read_lead
from engine.cards_in_play.throws import check_throw
from engine.cards_in_play.trick import beats
from engine.deal.game import view_for
from engine.deal.legal_actions import lead_of, legal_plays
from engine.deal.phases.states import Playing
from engine.model.cards import Rank, count_faces, points_of
from engine.model.presets import preset
from engine.model.view import Ask
from tests.everyday import spread

ROOT = Path(__file__).parents[3]


@cache
def play_deals(level, seed, deals, name="standard"):
    """Play some deals. Return (view, play, phase after it) for each play. All tests share the results."""
    rules = preset(name)
    found = play_match(rules, [QUICK_PLAYERS[level].choose] * rules.players, seed=seed, deals=deals)
    return [(v, a, p) for v, a, p in found if v.ask in {Ask.LEAD, Ask.FOLLOW}]


@pytest.mark.parametrize("level", QUICK_PLAYERS)
@pytest.mark.parametrize("name", spread(1, ["standard", "finding-friends"]))
def test_hidden_cards_do_not_change_decisions(level, name):
    rng = random.Random(11)
    seen = 0
    for _, _, phase in play_deals(level, 4, 1, name)[::5]:
        if not isinstance(phase, Playing):
            continue
        seat = phase.turn
        decide = QUICK_PLAYERS[level].choose
        answer = decide(view_for(phase, seat), random.Random(1))
        other = permute_unseen_cards(phase, seat, rng)
        assert other.hands != phase.hands or len(phase.hands[seat]) < 3
        assert decide(view_for(other, seat), random.Random(1)) == answer
        seen += 1
    assert seen > 10


@pytest.mark.long
@pytest.mark.parametrize("level", QUICK_PLAYERS)
def test_same_seed_gives_same_match(level):
    again = play_deals.__wrapped__(level, 9, 1)
    assert [a for _, a, _ in play_deals(level, 9, 1)] == [a for _, a, _ in again]


@pytest.mark.long
def test_answers_do_not_depend_on_hash_seed():
    code = (
        "import sys; sys.path[:0] = ['.', 'tests/engine/players']\n"
        "from test_fair_play import play_deals\n"
        "print([a for level in ('skilled', 'expert') for _, a, _ in play_deals(level, 3, 1)])"
    )
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(runs) == 1


def last_follows(level, seed, deals):
    """Yield (view, play, whether it wins, whether the partner was winning) when the last seat of a trick plays."""
    for view, action, _ in play_deals(level, seed, deals):
        if view.ask is Ask.FOLLOW and len(view.trick.plays) == view.rules.players - 1:
            winning = next(p for p in view.trick.plays if p.seat == view.trick.winner)
            takes = beats(lead_of(view), winning.cards, action.cards, view.trump, view.rules)
            yield view, action.cards, takes, view.sides[winning.seat] == view.sides[view.seat]


@pytest.mark.parametrize("level", spread(1, RULE_LEVELS))
def test_players_do_not_ruff_partners_trick(level):
    chances = 0
    for view, cards, takes, partner in last_follows(level, 23, 16):
        lead = lead_of(view)
        plain = [card for card in view.hand if not view.trump.is_trump(card)]
        if partner and not any(view.trump.effective_suit(card) is lead.suit for card in view.hand):
            chances += len(plain) >= lead.size
            assert not takes or not view.trump.is_trump(cards[0]) or len(plain) < lead.size
    assert chances > 0


def is_cheap(view, play):
    """Return whether a play has only cards of little use: single cards of side suits below the jack."""
    held = count_faces(view.hand)
    return all(held[c] == 1 and not view.trump.is_trump(c) and c.rank < Rank.JACK for c in play)


@pytest.mark.parametrize("level", spread(1, RULE_LEVELS))
def test_players_do_not_feed_lost_tricks(level):
    chances = 0
    for view, cards, takes, partner in last_follows(level, 23, 16):
        if partner or takes:
            continue
        worthless = [p for p in islice(legal_plays(view), 3000) if points_of(p) == 0 and is_cheap(view, p)]
        chances += bool(worthless)
        assert not worthless or points_of(cards) == 0, (worthless[:3], cards)
    assert chances > 10


@pytest.mark.parametrize("level", spread(1, ["skilled", "expert"]))
def test_throws_of_computer_players_never_fail(level):
    """Players throw only if no unseen cards can beat a unit, so their throws never fail."""
    throws = 0
    for view, action, phase in play_deals(level, 23, 16):
        if view.ask is Ask.LEAD:
            lead = read_lead(action.cards, view.trump, view.rules, action.grouping, view.gone)
            throws += lead.is_throw
            if lead.is_throw and isinstance(phase, Playing):
                assert check_throw(lead, view.seat, phase.hands, view.trump, view.rules).stands
                assert not phase.trick.plays[0].attempt
    assert throws > 3


def test_casual_player_never_throws():
    for view, action, _ in play_deals("casual", 24, 5):
        if view.ask is Ask.LEAD:
            assert not read_lead(action.cards, view.trump, view.rules, None, view.gone).is_throw
