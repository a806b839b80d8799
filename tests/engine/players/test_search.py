"""The searching player: its worlds keep to what has been shown, its answers to what it may know."""

import random
from collections import Counter

import pytest
from matches import match
from test_fair_play import permuted

from engine.cards import Card
from engine.game import view_for
from engine.options import check
from engine.phases.playing import Playing
from engine.players import PLAYERS
from engine.players.base import Style
from engine.players.layout import layout
from engine.players.reading import read
from engine.players.rule_player import RulePlayer
from engine.players.search import Effort, SearchPlayer
from engine.players.worlds import Sampler
from engine.presets import PRESETS, preset, with_options
from engine.view import Ask

QUICK = Effort(worlds=(2, 2), playouts=1, ballot=5)


def searcher(effort=QUICK, in_time=None):
    return SearchPlayer(RulePlayer(Style()), effort, in_time)


def phases(seed, deals=1, rules=None):
    """Return phases of play in which a card is asked for, by the players of the club."""
    rules = rules or preset("club")
    found = match(rules, [PLAYERS["club"].choose] * rules.players, seed=seed, deals=deals)
    return [p for _, _, p in found if isinstance(p, Playing)]


@pytest.mark.parametrize(
    "rules", [PRESETS[n] for n in ("club", "pagat", "online", "bashifen", "forty-points", "finding-friends")]
)
def test_it_plays_every_deal_legally(rules):
    player = searcher()
    asked = list(match(rules, [player.choose] * rules.players, seed="search", deals=1))
    assert sum(view.ask in {Ask.LEAD, Ask.FOLLOW} for view, _, _ in asked) > 20


def test_worlds_hold_what_may_be_held():
    rng = random.Random(2)
    seen = voids = 0
    for phase in phases("worlds", 3)[::4]:
        seat = phase.turn
        view = view_for(phase, seat)
        reading, lay = read(view), layout(view.trump)
        sampler = Sampler.of(reading, lay)
        for _ in range(3):
            world = sampler.world(rng)
            cards = Counter(world.kitty)
            for other, size in enumerate(view.hand_sizes):
                assert world.table.cards(other) == size
                cards.update(hand_of(world.table, other, lay))
                for suit in range(5):
                    if reading.void[other][suit]:
                        voids += 1
                        assert world.table.size[5 * other + suit] == 0
            assert Counter(hand_of(world.table, seat, lay)) == Counter(view.hand)
            hidden = Counter(c for hand in phase.hands for c in hand) + Counter(phase.kitty)
            if view.kitty is not None:
                hidden -= Counter(phase.kitty)
            assert cards == hidden
            seen += 1
    assert seen > 50
    assert voids > 20


def test_worlds_that_chance_does_not_find_are_fitted_together():
    rng = random.Random(3)
    fitted = 0
    for phase in phases("fitted", 4)[::3]:
        view = view_for(phase, phase.turn)
        reading, lay = read(view), layout(view.trump)
        sampler = Sampler.of(reading, lay)
        hands, kitty = sampler._fitted(rng)
        assert tuple(map(len, hands)) == sampler.room
        assert len(kitty) == sampler.kitty_size
        assert Counter(c for cards in (*hands, kitty) for c in cards) == Counter(sampler.pool)
        for seat, cards in enumerate(hands):
            assert not [c for c in cards if reading.void[seat][lay.suit[c]]]
            fitted += bool(cards)
    assert fitted > 50


def hand_of(table, seat, lay):
    return [
        Card(face)
        for suit in range(5)
        for place, face in enumerate(lay.face[suit])
        for mask in (table.one, table.two)
        if mask[5 * seat + suit] >> place & 1
    ]


def test_shown_cards_stay_where_they_were_shown():
    rng = random.Random(4)
    checked = 0
    for phase in phases("shown", 6)[::9]:
        seat = phase.turn
        view = view_for(phase, seat)
        lay = layout(view.trump)
        sampler = Sampler.of(read(view), lay)
        for other, card in sampler.known:
            hand = hand_of(sampler.world(rng).table, other, lay)
            assert hand.count(card) >= sum(c == card and s == other for s, c in sampler.known)
            checked += 1
    assert checked > 5


def test_hidden_cards_do_not_change_a_decision():
    rng = random.Random(5)
    for phase in phases("hidden")[::9]:
        seat = phase.turn
        answer = searcher().choose(view_for(phase, seat), random.Random(1))
        assert searcher().choose(view_for(permuted(phase, seat, rng), seat), random.Random(1)) == answer


def test_the_same_work_gives_the_same_answer():
    for phase in phases("again")[::12]:
        view = view_for(phase, phase.turn)
        assert searcher().choose(view, random.Random(3)) == searcher().choose(view, random.Random(3))


def test_out_of_time_it_answers_all_the_same():
    phase = phases("late")[0]
    view = view_for(phase, phase.turn)
    late = searcher(Effort(worlds=(10_000,), playouts=4), lambda: False)
    check(view, late.choose(view, random.Random(1)))


def test_it_departs_from_the_rules_only_when_sure():
    phase = next(p for p in phases("sure") if p.lead is None and len(p.hands[0]) > 10)
    view = view_for(phase, phase.turn)
    rules = RulePlayer(Style())
    never = SearchPlayer(rules, Effort(worlds=(4,), playouts=1, sure=1e9))
    assert never.choose(view, random.Random(1)) == rules.choose(view, random.Random(1))


def test_what_it_cannot_search_it_plays_by_the_rules():
    rules = with_options(preset("club"), show_played_cards="no")
    phase = next(p for p in phases("dark", rules=rules) if len(p.tricks) > 3)
    view = view_for(phase, phase.turn)
    plain = RulePlayer(Style())
    assert searcher().choose(view, random.Random(1)) == plain.choose(view, random.Random(1))
