"""Rules are refused if most deals would be dealt again, because of rare declarations or frequent claims."""

import random

import pytest

from engine.deal.bidding import can_claim_redeal, legal_declarations
from engine.deal.fair_shuffle import full_pack
from engine.model.cards import Suit
from engine.model.declaration_ladder import may_be_no_trump
from engine.model.errors import InvalidRules, RuleConflict
from engine.model.options import NoDeclaration, PassDeal, RedealClaim, Teams
from engine.model.presets import OFFERED_PRESETS, fit_preset, preset, preset_with
from engine.model.seats import Seat
from engine.model.trump import Trump
from engine.model.validators.declaring import _find_chance_of_all

DEALS = 200


def read_options(chosen):
    return dict(word.split("=") for word in chosen.split())


def find_conflict(name, chosen):
    try:
        preset_with(name, **read_options(chosen))
    except InvalidRules as refused:
        return refused.conflict
    return None


def deal_hands(rules, seed=34):
    """Shuffle the pack again and again. Yield the list of all hands each time."""
    rng, pack, size = random.Random(seed), list(full_pack(rules)), rules.hand_size
    for _ in range(DEALS):
        rng.shuffle(pack)
        yield [pack[seat * size : (seat + 1) * size] for seat in range(rules.players)]


def measure_undeclared(rules, seats):
    """Return the share of deals in which none of the first `seats` seats could declare."""
    rank = None if rules.teams is Teams.HIDDEN_TEN else rules.start_level.rank
    dealt = [hands[:seats] for hands in deal_hands(rules)]
    return sum(not any(legal_declarations(one, (), Seat(0), rank, rules) for one in hands) for hands in dealt) / DEALS


def measure_claims(rules, level, suit):
    """Return the share of deals in which somebody could claim a redeal."""
    trump = Trump.of(rules, level.rank, suit)
    return sum(any(can_claim_redeal(hand, trump, rules) for hand in hands) for hands in deal_hands(rules)) / DEALS


@pytest.mark.parametrize(
    ("name", "chosen"),
    [
        ("hidden-ten", "players=12 decks=1"),
        ("standard", "suit_joker=by_colour joker_declaration=off players=12 decks=1"),
        ("standard", "players=4 decks=4 declare_min_count=4 joker_declaration=off"),
        ("pagat-three-decks", "players=11 decks=6 declare_min_count=3 suit_joker=by_colour"),
        # hands are small, and a suit is declared with a level card and a joker together
        ("standard", "suit_joker=any low_cut=A"),
        ("pagat", "suit_joker=any low_cut=A"),
        ("standard", "low_cut=Q kitty_size=20 suit_joker=any"),
        # cards are left out of the pack, so that the suits have different numbers of level cards
        ("standard", "auto_cut=yes kitty_size=5 declare_min_count=2 joker_declaration=off"),
        ("standard", "auto_cut=yes kitty_size=6 declare_min_count=2 joker_declaration=off"),
    ],
)
def test_rules_are_refused_if_deals_can_rarely_be_declared(name, chosen):
    assert find_conflict(name, chosen) in {RuleConflict.DECLARE_RARELY, RuleConflict.TEN_RARELY}
    rules = fit_preset(name, read_options(chosen))
    assert measure_undeclared(rules, rules.players) > 0.55


@pytest.mark.parametrize(
    ("name", "chosen"),
    [
        ("hidden-ten", "players=10 decks=1"),
        ("standard", "declare_min_count=2"),
        ("standard", "declare_min_count=2 players=6 decks=2 joker_declaration=off"),
        ("standard", "suit_joker=by_colour joker_declaration=off"),
        ("looking-for-friends", "declare_min_count=2 joker_declaration=off"),
        ("forty-points", "suit_joker=any players=6"),
    ],
)
def test_rules_are_accepted_if_somebody_can_usually_declare(name, chosen):
    assert find_conflict(name, chosen) is None
    rules = preset_with(name, **read_options(chosen))
    assert measure_undeclared(rules, rules.players) < 0.6


@pytest.mark.parametrize("which", ["no_declaration_first", "no_declaration", "pass_deal"])
def test_one_kind_of_redeal_suffices_for_refusal(which):
    others = {"no_declaration_first": "no_trump", "no_declaration": "no_trump"}
    rare = {"decks": 4, "declare_min_count": 4, "joker_declaration": "off"}
    preset_with("standard", **rare, **others)
    again = {which: PassDeal.NOBODY if which == "pass_deal" else NoDeclaration.REDEAL}
    with pytest.raises(InvalidRules) as refused:
        preset_with("standard", **rare, **others | again)
    assert which in refused.value.options


def test_undeclared_deal_without_kitty_counts_as_redeal():
    rare = (
        "decks=4 declare_min_count=4 joker_declaration=off no_declaration=kitty_first no_declaration_first=kitty_first"
    )
    assert find_conflict("standard", rare) is None
    assert find_conflict("standard", f"{rare} kitty_size=0") is RuleConflict.DECLARE_RARELY


@pytest.mark.parametrize(
    ("name", "chosen", "conflict"),
    [
        ("looking-for-friends", "joker_declaration=off declare_min_count=2", RuleConflict.PASSED_OFTEN),
        ("looking-for-friends", "players=8", RuleConflict.PASSED_OFTEN),
        # the declarer cannot overrule a joker, and the others can add to their declarations
        ("looking-for-friends", "players=12 joker_declaration=any", RuleConflict.PASSED_OFTEN),
        ("finding-friends", "players=11 declare_min_count=3 suit_joker=by_colour", RuleConflict.PASSED_OFTEN),
        ("finding-friends", "players=12 suit_joker=any declare_min_count=2", RuleConflict.PASSED_OFTEN),
        ("online", "teams=friends players=8", RuleConflict.PASSED_OFTEN),
        ("looking-for-friends", "", None),
        ("standard", "declare_min_count=2 joker_declaration=off", RuleConflict.PASSED_OFTEN),
        ("standard", "suit_joker=by_colour joker_declaration=off", None),
        ("standard", "players=6 teams=three_pairs", None),
        ("bashifen", "", None),
        ("hidden-ten", "", None),  # every deal counts as a first deal, which the declarers cannot lose
    ],
)
def test_declarers_must_be_able_to_keep_their_deal(name, chosen, conflict):
    """A deal is kept only if the declarer declares. With called friends, every other player may declare first."""
    assert find_conflict(name, f"{chosen} pass_deal=declarers") == conflict
    assert find_conflict(name, f"{chosen} pass_deal=nobody") is None


@pytest.mark.parametrize(
    ("name", "chosen", "conflict"),
    [
        ("pagat", "", RuleConflict.CLAIM_WITHOUT_SUIT),
        ("pagat", "players=6", RuleConflict.CLAIM_WITHOUT_SUIT),
        ("pagat", "players=8", RuleConflict.CLAIM_WITHOUT_SUIT),
        ("pagat", "players=8 joker_declaration=off", None),
        ("pagat", "players=8 no_trump_levels=trump", None),
        ("online", "players=8 decks=2", RuleConflict.CLAIM_WITHOUT_SUIT),
        ("online", "players=8", None),
        ("online", "players=6 decks=1", RuleConflict.CLAIM_OFTEN),
        ("online", "final_level=NT", None),  # reaching level NT ends the match, so no deal has this level
        ("standard", "final_level=NT", RuleConflict.CLAIM_WITHOUT_SUIT),
        ("standard", "joker_declaration=off no_trump_levels=plain", None),
        ("hidden-ten", "no_trump_levels=plain final_level=NT", None),
    ],
)
def test_claims_are_judged_under_all_trumps_of_a_match(name, chosen, conflict):
    assert find_conflict(name, f"{chosen} redeal_claim=no_trump_or_no_points") == conflict


def test_frequent_claims_are_turned_off_unless_chosen():
    assert preset_with("online", no_trump_levels="plain").redeal_claim is RedealClaim.OFF
    assert preset_with("online", players=8, decks=2).redeal_claim is RedealClaim.OFF


@pytest.mark.parametrize("players", [4, 6, 8, 10])
@pytest.mark.parametrize("name", ["standard", "pagat", "forty-points"])
def test_claims_are_refused_only_if_most_deals_could_be_claimed(name, players):
    """The share of deals that could be claimed is measured with shuffled packs, with and without a trump suit."""
    chosen = {"players": players, "redeal_claim": RedealClaim.NO_TRUMP_OR_NO_POINTS}
    rules = fit_preset(name, chosen)
    suits = [Suit.SPADES, *([None] if may_be_no_trump(rules) else [])]
    worst = max(measure_claims(rules, rules.start_level, suit) for suit in suits)
    refused = find_conflict(name, f"players={players} redeal_claim=no_trump_or_no_points") is not None
    assert worst > 0.5 if refused else worst < 0.75


@pytest.mark.parametrize("name", OFFERED_PRESETS)
def test_no_preset_loses_its_claims(name):
    assert preset_with(name).redeal_claim is preset(name).redeal_claim


@pytest.mark.parametrize(
    ("name", "chosen"),
    [
        ("pagat-three-decks", "declare_min_count=3 pass_deal=nobody"),
        ("standard", "kitty_size=104"),
        ("standard", "suit_joker=any low_cut=A"),
        ("standard", "final_level=NT redeal_claim=no_trump_or_no_points joker_declaration=off"),
        (
            "standard",
            "no_declaration=no_trump no_trump_levels=plain joker_declaration=off redeal_claim=no_trump_or_no_points",
        ),
        ("online-six", "cuts=3,3 redeal_claim=no_trump_or_no_points"),
    ],
)
def test_every_change_that_a_refusal_proposes_is_accepted(name, chosen):
    with pytest.raises(InvalidRules) as refused:
        preset_with(name, **read_options(chosen))
    fits = refused.value.facts["fits"]
    assert fits
    assert not any(set(one.split()) < set(other.split()) for one in fits for other in fits)
    for change in fits:
        assert find_conflict(name, f"{chosen} {change}") is None


@pytest.mark.parametrize(
    ("players", "size", "pack", "there", "chance"), [(2, 1, 2, 1, 0), (2, 1, 3, 2, 1 / 3), (3, 1, 3, 3, 1)]
)
def test_chance_of_a_card_in_every_hand_is_exact(players, size, pack, there, chance):
    assert _find_chance_of_all(players, size, pack, there) == pytest.approx(chance)
