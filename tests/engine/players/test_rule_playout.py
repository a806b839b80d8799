"""A search plays sampled deals to the end by its own fast rules. Its plays are legal and score as in the game."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from computer_matches import play_match

from engine.deal.game import apply, view_for
from engine.deal.legal_actions import forced_play
from engine.deal.phases.states import Finished, Playing
from engine.model.actions import Play
from engine.model.cards import Card
from engine.model.options import Level, Throws
from engine.model.presets import PRESETS, preset, with_options
from engine.model.trump import EFFECTIVE_SUIT_COUNT, TRUMP_INDEX
from engine.model.view import Ask
from engine.players.levels import PLAYERS
from engine.players.playouts.bit_layout import build_bit_layout
from engine.players.playouts.follow_one import choose_follow
from engine.players.playouts.follow_several import choose_several
from engine.players.playouts.hands import Hands, Trick
from engine.players.playouts.lead import choose_lead
from engine.players.playouts.playout_table import PublicSides, StartingTable, count_copies
from engine.players.playouts.run_playout import run_rule_playout
from engine.players.policies import follow_policy, lead_policy
from engine.players.policies.beliefs import infer_beliefs
from engine.players.policies.rule_player import RulePlayer
from engine.players.policies.style import Style
from engine.players.sampling.deal_sampler import DealSampler
from engine.players.search.effort import SearchEffort
from engine.players.search.play_search import list_candidates
from engine.players.search.rate_playouts import RuleFinish
from engine.players.search.search_player import can_search
from tests.everyday import spread

NOTHING_SHOWN = ((False,) * EFFECTIVE_SUIT_COUNT,) * 4


def hands_of(phase, layout):
    table = Hands.empty(phase.rules)
    for seat, hand in enumerate(phase.hands):
        for card in hand:
            table.give(seat, card, layout)
    return table


def positions_before_leads(rules, seed, deals, levels=None, declarer=None):
    """Return phases of played deals in which a trick is about to be led."""
    players = [PLAYERS["skilled"].choose] * 4
    found = play_match(rules, players, seed=seed, deals=deals, levels=levels, declarer=declarer)
    return [p for _, _, p in found if isinstance(p, Playing) and p.lead is None]


def apply_trace(phase, trace, layout):
    """Make the plays of a play-out in the public game, and return the phase after them."""
    for seat, played in trace:
        cards = tuple(Card(layout.face[suit][bit.bit_length() - 1]) for suit, bit in played)
        assert phase.turn == seat
        phase = apply(phase, seat, Play(cards)).phase
    return phase


def open_table(phase, layout, void=NOTHING_SHOWN, no_pair=NOTHING_SHOWN):
    """Return the table of a play-out before a play. `void` and `no_pair` say which suits and pairs seats lack."""
    hands, kitty = hands_of(phase, layout), count_copies(phase.kitty, layout, 2)
    out = count_copies((card for hand in (*phase.hands, phase.kitty) for card in hand), layout, 2)
    sizes = [len(hand) for hand in phase.hands]
    sides = tuple(seat in phase.declarers for seat in range(4))
    gaps, public = (void, no_pair), PublicSides(sides, frozenset())
    start = StartingTable.of(layout, phase.dealt.declarer, len(phase.kitty), out, sizes, *gaps, public)
    return start.begin(hands.copies, hands.counts, kitty, sides)


@pytest.mark.parametrize(
    ("level", "options"),
    spread(
        3,
        [
            (Level.TWO, {}),
            (Level.SEVEN, {"throws": "side_suits"}),
            (Level.ACE, {"throws": "off"}),
            (Level.SEVEN, {"permanent_trumps": "twos"}),
            (Level.NINE, {"permanent_trumps": "two_three_five"}),
            (Level.FIVE, {"permanent_trumps": "red_fives"}),
        ],
    ),
)
def test_playouts_by_rules_are_legal_and_score_like_the_game(level, options):
    rules = with_options(preset("standard"), **options)
    played = throws = 0
    for phase in positions_before_leads(rules, f"r{level}", 3, (level,) * 4, 0)[::3]:
        layout = build_bit_layout(phase.dealt.trump)
        before = sum(points for seat, points in enumerate(phase.taken) if seat not in phase.declarers)
        trace = []
        end = run_rule_playout(open_table(phase, layout), None, phase.turn, trace, throws=rules.throws)
        last = apply_trace(phase, trace, layout)
        assert isinstance(last, Finished)
        assert last.result.trick_points - before == end.points
        assert last.result.last_trick == end.winner
        played += 1
        throws += any(len({bit for _, bit in cards}) > 1 for _, cards in trace[::4])
    assert played > 15
    assert throws or rules.throws is Throws.OFF


def best_cards(scored, layout):
    """Return the plays with the highest score. Cards are given as bits."""
    top = max(score for score, _ in scored)
    return [
        sorted((layout.suit[card], layout.bit[card]) for card in cards) for score, cards in scored if score > top - 1e-6
    ]


def trick_on_table(view, layout, width=1):
    lead = view.trick.plays[0]
    winning = next(play for play in view.trick.plays if play.seat == view.trick.winner)
    suit, high = layout.suit[lead.cards[0]], winning.cards[0]
    ruffed = layout.suit[high] == TRUMP_INDEX
    top = layout.collapse(layout.bit[high]) if ruffed else layout.bit[high]
    left = 4 - len(view.trick.plays)
    return Trick(suit, width, 1, width, top, ruffed, winning.seat, view.trick.points, view.seat, left)


def compare_choice(phase, view):
    """Return (kind of choice, whether the play-out chooses one of the rule player's best plays).

    The rule player chooses by rules, without a search. Return None if the lead is not of equal cards.
    """
    layout, beliefs = build_bit_layout(view.trump), infer_beliefs(view)
    table = open_table(phase, layout, beliefs.void, beliefs.no_pair)
    if view.ask is Ask.LEAD:
        scored = [(score, one.cards) for score, one in lead_policy.score_leads(beliefs, Style())]
        return "lead", sorted(choose_lead(table, view.seat, view.rules.throws)[1]) in best_cards(scored, layout)
    if len(view.trick.plays[0].cards) > 1:
        if len(set(view.trick.plays[0].cards)) > 1:
            return None
        scored = follow_policy.score_follows(beliefs, Style())
        return "pair", sorted(choose_several(table, trick_on_table(view, layout, 2))) in best_cards(scored, layout)
    led = layout.suit[view.trick.plays[0].cards[0]]
    kind = "follow" if table.counts[EFFECTIVE_SUIT_COUNT * view.seat + led] else "void"
    scored = follow_policy.score_follows(beliefs, Style())
    return kind, [choose_follow(table, trick_on_table(view, layout))] in best_cards(scored, layout)


@pytest.mark.parametrize("permanent", spread(1, ["none", "two_three_five", "red_fives"]))
def test_playouts_lead_tractors_across_equal_level_cards(permanent):
    """Cards dealt in sorted order give hands full of pairs, with long tractors, ruffs and forced pairs."""
    rules = with_options(preset("standard"), throws="off", permanent_trumps=permanent)
    rng = random.Random(3)
    long_leads = 0
    for phase in positions_before_leads(rules, "nt", 6)[::2]:
        layout = build_bit_layout(phase.dealt.trump)
        pool = [card for hand in phase.hands for card in hand]
        pool.sort(key=lambda card: (layout.suit[card], layout.bit[card], rng.random()))
        size = len(phase.hands[0])
        stacked = replace(phase, hands=tuple(tuple(pool[size * s : size * s + size]) for s in range(4)))
        trace = []
        end = run_rule_playout(open_table(stacked, layout), None, stacked.turn, trace, throws=rules.throws)
        last = apply_trace(stacked, trace, layout)
        assert last.result.last_trick == end.winner
        long_leads += sum(len(cards) >= 4 for _, cards in trace) // 4
    assert long_leads > 3


def test_playout_continues_a_started_trick():
    rules, compared = with_options(preset("standard"), throws="off"), 0
    for phase in positions_before_leads(rules, "way", 3)[::3]:
        layout, first = build_bit_layout(phase.dealt.trump), []
        whole = run_rule_playout(open_table(phase, layout), None, phase.turn, first, throws=rules.throws)
        table, trace = open_table(phase, layout), []
        trick, led = choose_lead(table, phase.turn, rules.throws)
        table.lay(phase.turn, led)
        assert run_rule_playout(table, trick, phase.turn, trace, throws=rules.throws) == whole
        assert [(phase.turn, led), *trace] == first
        compared += 1
    assert compared > 10


@pytest.mark.parametrize("seed", spread(1, [1, 2]))
def test_playouts_by_rules_choose_as_the_rule_player(seed):
    """More than 95 % of the play-out's choices are among the rule player's best plays."""
    agrees, asked = Counter(), Counter()
    levels = (list(Level)[3 * seed],) * 4
    before = None
    for view, _, phase in play_match(preset("standard"), [PLAYERS["expert"].choose] * 4, f"agree {seed}", 4, levels):
        if isinstance(before, Playing) and view.ask in {Ask.LEAD, Ask.FOLLOW} and forced_play(view) is None:
            assert view_for(before, before.turn) == view
            found = compare_choice(before, view)
            if found is not None:
                asked[found[0]] += 1
                agrees[found[0]] += found[1]
        before = phase
    assert min(asked.values()) > 20
    assert {kind: agrees[kind] / asked[kind] for kind in asked if agrees[kind] < 0.92 * asked[kind]} == {}
    assert agrees.total() > 0.95 * asked.total()


@pytest.mark.parametrize("name", spread(3, [name for name in PRESETS if can_search(PRESETS[name])]))
def test_playouts_by_rules_are_repeatable_at_any_table(name):
    """The value of a play in a sampled deal is the same each time. Valuing it does not change the deal."""
    rules, played = PRESETS[name], 0
    for view, _, _ in play_match(rules, [PLAYERS["skilled"].choose] * rules.players, f"any {name}", 1):
        if view.ask not in {Ask.LEAD, Ask.FOLLOW} or forced_play(view) is not None or len(view.hand) % 5:
            continue
        beliefs, layout = infer_beliefs(view), build_bit_layout(view.trump)
        deals = DealSampler.of(beliefs, layout)
        if deals is None:
            continue
        rng = random.Random(len(view.hand))
        for candidate in list_candidates(beliefs, RulePlayer(Style()), SearchEffort())[:2]:
            deal = deals.sample(rng)
            before = [row[:] for row in deal.hands.copies]
            worth = RuleFinish(beliefs, layout).build_valuer(candidate)
            assert worth(deal) == worth(deal), "nothing is left to chance"
            assert abs(worth(deal)) < 50
            assert deal.hands.copies == before, "a deal serves all candidates"
            played += 1
    assert played > 5


def test_playout_ends_when_all_hands_are_empty():
    rules = preset("standard")
    phase = positions_before_leads(rules, "empty", 1)[0]
    layout = build_bit_layout(phase.dealt.trump)
    table = open_table(phase, layout)
    trace = []
    run_rule_playout(table, None, phase.turn, trace)
    assert table.left == [0] * 4
    assert not any(any(row) for row in table.hands)
    assert sum(len(cards) for _, cards in trace) == sum(map(len, phase.hands))
    assert [row.count(0) for row in table.out] == [5 - sum(map(bool, row)) for row in table.kitty], (
        "the kitty stays out"
    )
