"""Searched declarations: clear choices are found, only the view counts, and the rules are kept everywhere."""

import random
from collections import Counter
from dataclasses import replace

import pytest
from computer_matches import play_match, shuffled

from engine.deal.fairness import full_pack
from engine.deal.game import apply, start, view_for
from engine.deal.legal_actions import check_action
from engine.deal.phases.states import Declaring
from engine.model.actions import Deal, Declare, Draw, Pass
from engine.model.cards import Suit, count_faces, parse_cards, without
from engine.model.options import Level
from engine.model.presets import PRESETS, preset, preset_with, with_options
from engine.model.seats import TABLE, Seat
from engine.model.view import Ask
from engine.players import PLAYERS, needs_search
from engine.players.declare_search import DeclareFinish, list_close_declarations
from engine.players.drawn_deals import DrawnDeal, DrawnSampler
from engine.players.finish_declaring import find_outcome
from engine.players.player import Style
from engine.players.rule_player import RulePlayer
from engine.players.search_effort import MASTER_DECLARES, SearchEffort
from engine.players.search_player import SearchPlayer
from engine.players.weights import MASTER_WEIGHTS
from tests.everyday import spread

CLUB = preset("club")
THOROUGH = replace(MASTER_DECLARES, deals_per_round=(30, 40), confirming_deals=80, max_shortfall=9.0)
"""All that could be declared is compared, in many deals."""
QUICK = SearchEffort((2, 1), max_candidates=4, max_shortfall=0.5, min_standard_errors=0.0)
NEVER = replace(MASTER_WEIGHTS, declare=5.0)
"""The weights of a rule player who never declares."""
ALWAYS = replace(MASTER_WEIGHTS, declare=0.0, partner_better=-5.0, better=-5.0)
STRONG = "S2 S3 S3 S4 S4 S6 S6 S7 S9 SJ SJ SQ SK SK SA SA LJ BJ D2 D3 H4 H6 C7 C8 D9"
"""Spades, which declare with the single two, as diamonds would."""
HELPING = "LJ LJ H3 H3 H4 H4 H5 H5 H6 H6 H7 H8 H8 H9 H10 HJ C3 C4 C6 S8 S9 SJ D3 D6 D7"
"""A pair of jokers that declares no-trump, with many hearts."""


def make_searcher(effort, weights=MASTER_WEIGHTS, in_time=None):
    return SearchPlayer(RulePlayer(Style(weights=weights)), in_time=in_time, declare_effort=effort)


def draw_hand(hand, seat=0, rules=CLUB, declarer=None, levels=None, others=""):
    """Return the phase in which this seat has drawn these cards, and the next but one seat those of `others`."""
    mine, theirs = parse_cards(hand), parse_cards(others)
    rest = list(without(full_pack(rules), (*mine, *theirs)))
    random.Random(hand).shuffle(rest)
    sizes = [len(mine)] * rules.players
    hands = [list(mine) if s == seat else [] for s in range(rules.players)]
    hands[(seat + 2) % rules.players] += theirs
    for cards, size in zip(hands, sizes, strict=True):
        while len(cards) < size:
            cards.append(rest.pop())
    first = 0 if declarer is None else declarer
    order = [hands[(first + at) % rules.players][n] for n in range(len(mine)) for at in range(rules.players)]
    phase = apply(start(rules, levels, declarer), TABLE, Deal((*order, *rest), first)).phase
    return apply(phase, TABLE, Draw(len(order))).phase


def decide(player, view, seed=1):
    action = player.choose(view, random.Random(seed))
    if action is not None:
        check_action(view, action)
    return action


@pytest.mark.parametrize("declarer", [None, 0, 1])
def test_far_better_suit_is_declared(declarer):
    view = view_for(draw_hand(STRONG, declarer=declarer), Seat(0))
    player = make_searcher(THOROUGH, NEVER)
    assert RulePlayer(Style(weights=NEVER)).choose(view, random.Random(1)) == Pass()
    assert len(list_close_declarations(view, NEVER, THOROUGH)) == 3
    assert decide(player, view) == Declare(parse_cards("S2"))


def test_strong_declaration_of_partner_is_left_standing():
    phase = apply(draw_hand(HELPING, declarer=1, others="H2 H2"), Seat(2), Declare(parse_cards("H2 H2"))).phase
    view = view_for(phase, Seat(0))
    eager = replace(MASTER_WEIGHTS, partner_better=-5.0, no_trump=-5.0)
    assert RulePlayer(Style(weights=eager)).choose(view, random.Random(1)) == Declare(parse_cards("LJ LJ"))
    assert decide(make_searcher(THOROUGH, eager), view) == Pass()


def test_first_deal_is_not_left_to_others():
    """A plain hand declares early, because the declarer of a first deal gains."""
    levels = (Level.FIVE,) * 4
    view = view_for(draw_hand("S5 S6 H3 HK D6 D9 DQ DK", levels=levels), Seat(0))
    assert needs_search("master", view)
    assert decide(PLAYERS["master"], view) == Declare(parse_cards("S5"))


def test_card_points_favour_neither_side():
    """What card points count leaves the mean worth of first deals where it is, however large it is."""
    view = view_for(draw_hand("S5 S6 H3 HK D6 D9 DQ DK", levels=(Level.FIVE,) * 4), Seat(0))
    sampler, rng = DrawnSampler.of(view), random.Random(3)
    deals = [sampler.sample(rng) for _ in range(40)]
    plain, weighed = (DeclareFinish(view, MASTER_WEIGHTS, per_point).build_valuer(()) for per_point in (0.0, 0.02))
    gaps = [weighed(replace(deal, worths={})) - plain(replace(deal, worths={})) for deal in deals]
    assert min(gaps) < 0 < max(gaps)
    assert abs(sum(gaps) / len(gaps)) < 0.4


def declaring_phases(seed, deals, rules=CLUB):
    """Return phases before an answer in which a seat has a choice that is searched, with the seat."""
    rng, found = random.Random(seed), []
    club = PLAYERS["club"]
    for number in range(deals):
        declarer = Seat(number % rules.players) if number % 2 else None
        phase = apply(start(rules, None, declarer), TABLE, shuffled(rules, rng, declarer)).phase
        for _ in range(4):
            phase = apply(phase, TABLE, Draw(min(phase.to_draw, 7 * rules.players))).phase
            for seat in map(Seat, range(rules.players)):
                if not isinstance(phase, Declaring) or view_for(phase, seat).ask is not Ask.DECLARE:
                    continue
                if make_searcher(QUICK).would_search(view_for(phase, seat)):
                    found.append((phase, seat))
                action = club.choose(view_for(phase, seat), rng)
                phase = phase if action is None else apply(phase, seat, action).phase
            if not isinstance(phase, Declaring) or not phase.to_draw:
                break
    return found


def test_answers_are_legal_and_repeat():
    found, others = declaring_phases("repeat", 14), 0
    for phase, seat in found:
        view = view_for(phase, seat)
        action = decide(make_searcher(QUICK), view)
        assert action == decide(make_searcher(QUICK), view), "the same chances, the same answer"
        others += action != RulePlayer(Style(weights=MASTER_WEIGHTS)).choose(view, random.Random(1))
    assert len(found) > 10
    assert others, "some answers come from the play-outs"


def test_hidden_cards_do_not_change_declarations():
    rng = random.Random(7)
    found = declaring_phases("hidden", 8)
    for phase, seat in found:
        other = permute_undrawn(phase, seat, rng)
        assert other.hands != phase.hands
        assert view_for(other, seat) == view_for(phase, seat)
        assert decide(make_searcher(QUICK), view_for(other, seat)) == decide(
            make_searcher(QUICK), view_for(phase, seat)
        )
    assert len(found) > 5


def permute_undrawn(phase, seat, rng):
    """Shuffle the cards that `seat` cannot see: the other hands, those still to be drawn, and the kitty."""
    others = [s for s in range(len(phase.hands)) if s != seat]
    rest = list(phase.order[phase.drawn :])
    pool = [card for s in others for card in phase.hands[s]] + rest
    rng.shuffle(pool)
    hands = list(phase.hands)
    for s in others:
        hands[s], pool = tuple(pool[: len(hands[s])]), pool[len(hands[s]) :]
    return replace(phase, hands=tuple(hands), order=(*phase.order[: phase.drawn], *pool))


def test_search_answers_without_time():
    endless = SearchEffort((10**9,), max_shortfall=9.0)
    view = view_for(draw_hand(STRONG), Seat(0))
    assert decide(make_searcher(endless, in_time=lambda: False), view) is not None


def test_sampled_hands_keep_what_was_shown():
    phase = draw_hand(STRONG, others="H2 H2 HA")
    for shown in ("H2", "H2 H2"):
        phase = apply(phase, Seat(2), Declare(parse_cards(shown))).phase
    view, rng = view_for(phase, Seat(0)), random.Random(1)
    sampler = DrawnSampler.of(view)
    kitties = set()
    for _ in range(20):
        deal = sampler.sample(rng)
        assert Counter(deal.hands[2])[parse_cards("H2")[0]] == 2
        assert deal.hands[0] == view.hand
        assert {len(hand) for hand in deal.hands} == {25}
        assert count_faces([c for cards in (*deal.hands, deal.kitty) for c in cards]) == count_faces(full_pack(CLUB))
        kitties.add(deal.kitty)
    assert len(kitties) == 20


def outcome_of(view, cards, hands, kitty="S3 S4", weights=NEVER, first=1):
    deal = DrawnDeal(tuple(parse_cards(hand) for hand in hands), parse_cards(kitty), first)
    return find_outcome(view, parse_cards(cards), deal, weights)


BLANK = ["H3", "H3", "H3", "H3"]
"""Hands that cannot declare."""


def test_without_declaration_the_kitty_decides_or_cards_are_dealt_again():
    first = view_for(draw_hand(STRONG), Seat(0))
    assert outcome_of(first, "", BLANK) is None
    known = view_for(draw_hand(STRONG, declarer=3), Seat(0))
    assert outcome_of(known, "", BLANK, "S3 C2 D4") == (3, Suit.CLUBS)
    assert outcome_of(known, "", BLANK, "LJ BJ") is None
    turned = with_options(CLUB, no_declaration_first="kitty_first")
    assert outcome_of(view_for(draw_hand(STRONG, rules=turned), Seat(0)), "", BLANK, first=2) == (2, Suit.SPADES)


def test_others_go_on_by_rules():
    first = view_for(draw_hand(STRONG), Seat(0))
    hands = ["S2", "H3", "C2 C2 " + "C3 C4 C5 C6 C7 " * 2, "H3"]
    assert outcome_of(first, "S2", BLANK) == (0, Suit.SPADES)
    assert outcome_of(first, "S2", hands, weights=ALWAYS) == (2, Suit.CLUBS)
    known = view_for(draw_hand(STRONG, declarer=3), Seat(0))
    assert outcome_of(known, "S2", hands, weights=ALWAYS) == (3, Suit.CLUBS)
    rules = with_options(CLUB, first_declarer="first")
    assert outcome_of(view_for(draw_hand(STRONG, rules=rules), Seat(0)), "S2", hands, weights=ALWAYS) == (
        0,
        Suit.CLUBS,
    )


def test_seat_that_passes_does_not_declare_later():
    view = view_for(draw_hand(STRONG, declarer=3), Seat(0))
    mine = [STRONG, *BLANK[1:]]
    assert outcome_of(view, "", mine, "H3 H4", MASTER_WEIGHTS) == (3, Suit.HEARTS)
    waiting = view_for(draw_hand(" ".join(STRONG.split()[:20]), declarer=3), Seat(0))
    assert outcome_of(waiting, "", mine, "H3 H4", MASTER_WEIGHTS) == (3, Suit.SPADES)


def test_waiting_seat_has_no_choice_while_cards_are_drawn():
    view = view_for(draw_hand(" ".join(STRONG.split()[:20])), Seat(0))
    assert list_close_declarations(view, NEVER, THOROUGH) == [()]
    assert len(list_close_declarations(view, MASTER_WEIGHTS, THOROUGH)) == 3


def test_clear_declarations_are_not_searched():
    view = view_for(draw_hand(STRONG), Seat(0))
    assert not needs_search("master", view)
    assert decide(PLAYERS["master"], view) == Declare(parse_cards("S2"))


@pytest.mark.parametrize("change", ["kitty_theft=yes", "show_played_cards=no", "players=5 teams=friends"])
def test_rule_player_declares_where_nothing_is_searched(change):
    rules = preset_with("club", **dict(word.split("=") for word in change.split()))
    view = view_for(draw_hand(" ".join(STRONG.split()[: rules.hand_size]), rules=rules), Seat(0))
    assert not make_searcher(THOROUGH).would_search(view)
    assert decide(make_searcher(THOROUGH), view) == Declare(parse_cards("S2"))


@pytest.mark.parametrize("rules", spread(4, PRESETS.values()))
def test_deals_of_all_presets_end(rules):
    player, searched = make_searcher(QUICK), 0
    choosers = [lambda view, rng: (player if view.ask is Ask.DECLARE else PLAYERS["club"]).choose(view, rng)]
    for view, _, _ in play_match(rules, choosers * rules.players, seed="presets", deals=3):
        searched += view.ask is Ask.DECLARE and player.would_search(view)
    assert bool(searched) == (rules.partner_step is not None)
