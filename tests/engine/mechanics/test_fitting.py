"""If a user chooses some options, the others are changed so that the rules are valid."""

from itertools import product

import pytest

from engine.model.cards import Rank
from engine.model.errors import InvalidRules, RuleConflict
from engine.model.options import (
    DeclareLadder,
    KittyMultiplier,
    KittyStep,
    Level,
    NoDeclaration,
    RedealClaim,
    Scoring,
    Teams,
    Threshold,
    ThrowCheck,
)
from engine.model.presets import PRESETS, preset, preset_with, with_options
from tests.everyday import chosen


def is_no_table(name, players, decks, teams):
    """Return whether no such table is possible, because no sides can be formed or deals are hardly ever declared."""
    hidden = teams is Teams.HIDDEN_TEN or (teams is None and PRESETS[name].teams is Teams.HIDDEN_TEN)
    again = PRESETS[name].no_declaration_first is NoDeclaration.REDEAL and players > 10 and decks == 1
    called = name == "looking-for-friends" and teams in {None, Teams.FRIENDS}
    return (
        (teams is Teams.FIXED and players % 2 == 1)
        or (teams is Teams.THREE_PAIRS and players != 6)
        or (hidden and (players < 4 or again))
        or (called and players < 5)
    )


@pytest.mark.parametrize("name", chosen(PRESETS, {"standard", "online", "looking-for-friends", "hidden-ten"}))
def test_every_possible_table_is_dealt_equal_hands(name):
    for players, decks, teams in product(range(2, 13), range(1, 7), (None, *Teams)):
        chosen = {"players": players, "decks": decks} | ({"teams": teams} if teams else {})
        if is_no_table(name, players, decks, teams):
            with pytest.raises(InvalidRules):
                preset_with(name, **chosen)
            continue
        rules = preset_with(name, **chosen)
        assert (rules.players, rules.decks, teams or rules.teams) == (players, decks, rules.teams)
        assert rules.kitty_size > 0
        assert players * rules.hand_size + rules.kitty_size == rules.pack_size


@pytest.mark.parametrize(
    ("name", "chosen", "followed"),
    [
        ("standard", "decks=3", {"kitty_size": 6}),
        ("standard", "decks=1", {"kitty_size": 6}),
        ("standard", "jokers=1+1", {"kitty_size": 6, "hand_size": 25}),
        ("standard", "players=5", {"teams": Teams.FRIENDS, "friend_count": 1, "throw_check": ThrowCheck.ALL_OTHERS}),
        ("standard", "players=8 decks=2 teams=friends", {"joker_counts": (2, 2), "kitty_size": 4}),
        ("standard", "players=7 teams=friends", {"decks": 2, "joker_counts": (0, 0), "kitty_size": 6}),
        ("online", "teams=friends", {"throw_check": ThrowCheck.ALL_OTHERS}),
        ("online", "players=8 decks=1", {"redeal_claim": RedealClaim.OFF, "hand_size": 6}),
        ("online", "players=8", {"redeal_claim": RedealClaim.NO_TRUMP_OR_NO_POINTS}),
        ("standard", "cuts=3,3", {"decks": 3, "pack_size": 154, "kitty_size": 6}),
        ("forty-points", "cuts=5", {"decks": 2}),
        ("standard", "jokers=3+1", {"decks": 3, "kitty_size": 8}),
        ("forty-points", "auto_cut=yes players=5", {"decks": 1, "left_out": 0}),
        ("online", "level_tractors=no", {"trump_level_touches_ace": False}),
        ("standard", "teams=hidden_ten", {"declare_ladder": DeclareLadder.JOKER_TEN, "kitty_size": 8}),
        ("hidden-ten", "teams=fixed", {"declare_ladder": DeclareLadder.CLASSIC, "pickup": False}),
        ("hidden-ten", "decks=3", {"kitty_size": 10}),
        ("standard", "low_cut=6", {"start_level": Level.SIX, "kitty_size": 8}),
        ("standard", "scoring=custom", {"thresholds": tuple(
            Threshold(*row) for row in [(0, True, 2), (40, True, 1), (80, False, 0), (120, False, 1)]
        )}),
        ("standard", "thresholds=0:hold+1,100:turn+1", {"scoring": Scoring.CUSTOM}),
        ("finding-friends", "thresholds=none", {"scoring": Scoring.STEP}),
        ("finding-friends", "scoring=basic", {"thresholds": ()}),
        ("standard", "kitty_multiplier=custom", {"kitty_table": (KittyStep(1, 2), KittyStep(2, 4), KittyStep(4, 8))}),
        ("standard", "kitty_table=1:3", {"kitty_multiplier": KittyMultiplier.CUSTOM}),
        ("standard", "theft_moves_declarer=yes", {"kitty_theft": True}),
        ("finding-friends", "low_cut=A", {"scoring": Scoring.CUSTOM, "start_level": Level.ACE}),
        ("standard", "hook_off_suit=half low_cut=Q", {"hook_ranks": frozenset({Level.KING})}),
        ("standard", "hook=single_jack hook_to=seven final_level=10", {"hook_ranks": frozenset({Level.TEN})}),
        ("standard", "hook=single_jack", {"hook_ranks": frozenset({Level.JACK})}),
    ],
)  # fmt: skip
def test_unset_options_are_fitted_to_chosen_ones(name, chosen, followed):
    rules = preset_with(name, **dict(word.split("=") for word in chosen.split()))
    assert {option: getattr(rules, option) for option in followed} == followed


@pytest.mark.parametrize(
    ("name", "chosen", "conflict"),
    [
        ("standard", "decks=3 kitty_size=8", RuleConflict.KITTY),
        ("standard", "decks=1 jokers=2+2", RuleConflict.JOKERS),
        ("standard", "players=5 teams=fixed", RuleConflict.ODD_TEAMS),
        ("standard", "teams=friends throw_check=other_side", RuleConflict.SECRET_SIDES),
        ("standard", "teams=friends friends=3", RuleConflict.RANGE),
        ("standard", "scoring=step thresholds=0:hold+1,100:turn+1", RuleConflict.THRESHOLDS_UNUSED),
        ("standard", "kitty_theft=no theft_moves_declarer=yes", RuleConflict.NO_THEFT),
        ("standard", "low_cut=6 start_level=5", RuleConflict.LOW_LEVEL),
        ("standard", "heavy_loss_levels=3 start_level=A", RuleConflict.FAILURES_LEVELS),
        ("standard", "hook=single_jack hook_ranks=J low_cut=Q", RuleConflict.HOOK_LEVELS),
        ("online", "players=8 decks=1 redeal_claim=no_trump_or_no_points", RuleConflict.CLAIM_OFTEN),
    ],
)
def test_contradiction_between_chosen_options_is_refused(name, chosen, conflict):
    with pytest.raises(InvalidRules) as bad:
        preset_with(name, **dict(word.split("=") for word in chosen.split()))
    assert bad.value.conflict is conflict


@pytest.mark.parametrize("option", ["hook_off_suit", "hook_pair", "hook_declarer"])
def test_refusal_names_the_chosen_hook_option(option):
    with pytest.raises(InvalidRules, match=option) as bad:
        preset_with("hidden-ten", **{option: "two"})
    assert option in bad.value.options


@pytest.mark.parametrize("name", chosen(PRESETS, {"standard", "online", "looking-for-friends", "hidden-ten"}))
def test_low_cards_can_be_left_out_of_every_pack(name):
    for players, decks in product(range(5, 13), range(1, 7)):
        if not is_no_table(name, players, decks, None):
            assert preset_with(name, players=players, decks=decks, auto_cut="yes").auto_cut


def test_options_are_fitted_in_rules_without_a_preset():
    club = with_options(preset("standard"), kitty_theft="yes", kitty_size=12)
    assert with_options(club, decks=3) == preset_with("standard", kitty_theft="yes", decks=3, kitty_size=10)
    assert with_options(with_options(club, cuts="3"), decks=1).cuts == ()


@pytest.mark.parametrize("kitty", [-1000, -1, 1000])
def test_impossible_kitty_size_is_refused(kitty):
    with pytest.raises(InvalidRules) as bad:
        preset_with("online", kitty_size=kitty)
    assert bad.value.conflict is RuleConflict.KITTY


@pytest.mark.parametrize("name", PRESETS)
def test_preset_is_unchanged_if_nothing_is_chosen(name):
    assert preset_with(name) == preset(name)
    assert preset(name).low_cut is Rank.TWO
