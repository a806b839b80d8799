"""Computer players play whole matches in the public game, which refuses illegal actions."""

import pytest
from computer_matches import QUICK_PLAYERS, play_match, play_to_results

from engine.deal.game import spectator_view
from engine.model.actions import Declare, Pass
from engine.model.options import Level
from engine.model.presets import PRESETS, preset, with_options
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName
from tests.everyday import spread
from tests.preset_cover import FEW_PRESETS

SIZES = [
    *(pytest.param(*one.values, PRESETS[one.values[0]].players, marks=one.marks) for one in FEW_PRESETS),
    *(pytest.param("looking-for-friends", n, marks=[] if n == 6 else pytest.mark.long) for n in range(6, 13)),
]


def choosers(rules, *levels):
    return [QUICK_PLAYERS[levels[seat % len(levels)]].choose for seat in range(rules.players)]


@pytest.mark.parametrize(
    "level", ["expert", *(pytest.param(one, marks=pytest.mark.long) for one in QUICK_PLAYERS if one != "expert")]
)
def test_standard_match_ends_with_winners(level):
    rules = preset("standard")
    phase = play_to_results(with_options(rules, start_level=Level.JACK), choosers(rules, level), seed=level)
    assert spectator_view(phase).result.winners


@pytest.mark.parametrize(("name", "players"), SIZES)
def test_every_preset_is_played_legally(name, players):
    rules = preset(name, players)
    phase = play_to_results(rules, choosers(rules, *QUICK_PLAYERS), seed=f"{name} {players}", deals=2)
    assert spectator_view(phase).phase is PhaseName.FINISHED


OPTIONS = {
    "kitty theft": {"kitty_theft": True},
    "bid for every deal": {"players": 5, "teams": "friends", "next_declarer": "bid"},
    "moving declarer": {"kitty_theft": True, "theft_moves_declarer": True, "joker_declaration": "any"},
    "bombs": {"players": 6, "decks": 4, "kitty_size": 12, "bombs": "any_suit"},
    "bombs in suit": {"decks": 4, "bombs": "suit_following"},
    "rainbows": {"decks": 3, "rainbows": 4, "kitty_size": 6},
    "skipped ranks": {"tractor_skips_played": True},
    "six decks": {"players": 8, "decks": 6, "kitty_size": 12},
    "cards hidden": {"show_played_cards": False},
    "throws in side suits": {"throws": "side_suits"},
    "three pairs": {"players": 6, "teams": "three_pairs", "kitty_size": 12},
    "two players": {"players": 2, "decks": 1, "kitty_size": 6},
    "two players, two decks": {"players": 2, "kitty_theft": True},
    "three players": {"players": 3, "teams": "friends", "kitty_size": 9, "early_end": True},
    "three players, one friend": {"players": 3, "teams": "friends", "friends": 1, "kitty_size": 6},
    "alone against four": {"players": 5, "teams": "friends", "friends": 0},
    "shorter decks": {"cuts": "5", "auto_cut": True, "kitty_size": 7, "target_by_points": True},
    "suit only": {"follow": "suit_only"},
    "uneven tractors": {"uneven_tractors": True, "decks": 4, "low_cut": "8", "start_level": "10"},
    "uneven tractors, exactly": {"uneven_tractors": True, "decks": 3, "kitty_size": 6, "follow": "minimal"},
    "joker support": {"declare_ladder": "joker_support"},
    "pairs declare": {"declare_min_count": 2, "declare_suit_order": True, "no_declaration_first": "no_trump"},
    "permanent twos": {"permanent_trumps": "twos", "start_level": "6"},
    "permanent 2-3-5": {"permanent_trumps": "two_three_five", "start_level": "5"},
    "red fives": {"permanent_trumps": "red_fives", "start_level": "5", "little_jokers_declare": False},
}


@pytest.mark.parametrize("wanted", spread(5, OPTIONS.values()), ids=OPTIONS.keys())
def test_computers_play_legally_under_other_options(wanted):
    rules = with_options(preset("standard"), **wanted)
    assert play_to_results(rules, choosers(rules, *QUICK_PLAYERS), seed=str(wanted), deals=1) is not None


def test_players_pass_only_after_the_last_card():
    rules = preset("standard")
    asked = [
        (v, a) for v, a, _ in play_match(rules, choosers(rules, "expert"), seed=5, deals=8) if v.ask is Ask.DECLARE
    ]
    assert any(isinstance(action, Declare) for _, action in asked)
    assert any(isinstance(action, Pass) for _, action in asked)
    for view, action in asked:
        if view.to_draw:
            assert not isinstance(action, Pass)
        elif action is None:
            assert view.declarations[-1].seat == view.seat


def test_nothing_is_declared_at_level_nt():
    rules = with_options(preset("standard"), final_level=Level.NT)
    asked = {
        view.ask
        for view, _, _ in play_match(
            rules, choosers(rules, *QUICK_PLAYERS), seed=1, deals=1, levels=(Level.NT,) * 4, declarer=Seat(0)
        )
    }
    assert asked == {Ask.BURY, Ask.LEAD, Ask.FOLLOW}
