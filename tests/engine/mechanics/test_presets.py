"""Presets are sets of rules that have names. Users may change their options if the options do not conflict."""

import pytest

from engine.deal.scoring import points_to_win, score_deal
from engine.model.cards import Rank
from engine.model.errors import InvalidRules, RuleConflict
from engine.model.options import (
    DeclareLadder,
    Follow,
    FriendCallStyle,
    JokerDeclaration,
    KittyMultiplier,
    Level,
    NextDeclarer,
    NoDeclaration,
    NoTrumpLevels,
    OwnDeclaration,
    Scoring,
    Teams,
    Threshold,
    ThrowCheck,
    ThrowCompare,
    ThrowFailure,
    ThrowPenalty,
    Throws,
    ThrowUnits,
    Win,
)
from engine.model.presets import PRESETS, preset, preset_with, with_options
from engine.model.rules import Rules
from engine.model.validation import validate
from engine.model.validators.pack import list_kitty_sizes
from tests.exact_options import with_only


def test_presets_are_listed_default_first():
    assert list(PRESETS) == [
        *("standard", "pagat", "gamerules", "online", "bashifen", "hidden-ten", "finding-friends"),
        *("pagat-three-decks", "pagat-six", "online-six", "hidden-ten-six", "forty-points", "looking-for-friends"),
    ]
    assert PRESETS["standard"] == Rules()


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_valid(name):
    validate(preset(name))


@pytest.mark.parametrize(
    ("name", "players", "decks", "hand", "kitty", "turnover_at"),
    [
        ("standard", 4, 2, 25, 8, 80),
        ("finding-friends", 5, 3, 31, 7, 130),
        ("pagat-three-decks", 4, 3, 39, 6, 120),
        ("pagat-six", 6, 2, 17, 6, 80),
        ("online-six", 6, 2, 16, 12, 80),
        ("hidden-ten", 4, 2, 25, 8, 80),
        ("hidden-ten-six", 6, 3, 25, 12, 120),
        ("forty-points", 4, 1, 12, 6, 40),
    ],
)
def test_presets_have_documented_sizes(name, players, decks, hand, kitty, turnover_at):
    rules = preset(name)
    assert (rules.players, rules.decks, rules.hand_size, rules.kitty_size) == (players, decks, hand, kitty)
    assert rules.hand_size * players + kitty == rules.pack_size
    assert points_to_win(rules) == turnover_at


@pytest.mark.parametrize(
    ("players", "hand"), [(5, 20), (6, 17), (7, 14), (8, 19), (9, 17), (10, 15), (11, 14), (12, 17)]
)
def test_looking_for_friends_fits_five_to_twelve_players(players, hand):
    rules = preset("looking-for-friends", players)
    assert rules.hand_size == hand
    assert rules.kitty_size == (8 if players == 5 else 6)
    assert rules.friend_count == max(1, players // 2 - 1)


def test_presets_have_their_documented_options():
    pagat, online, bashifen, ten, finding = map(
        preset, ["pagat", "online", "bashifen", "hidden-ten", "finding-friends"]
    )
    assert preset("gamerules") == pagat
    assert (pagat.follow, pagat.throw_units, pagat.throw_penalty) == (
        Follow.TUPLES,
        ThrowUnits.TUPLES,
        ThrowPenalty.TEN_PER_CARD,
    )
    assert (pagat.no_trump_levels, pagat.own_declaration, pagat.win) == (
        NoTrumpLevels.PLAIN,
        OwnDeclaration.NONE,
        Win.PASS_ACE,
    )
    assert pagat.must_beat_failed_throw
    assert not pagat.joker_pair_beats_joker_pair
    assert not pagat.show_declarer_points
    assert (online.declare_ladder, online.throw_check) == (DeclareLadder.SIX_STEP, ThrowCheck.OTHER_SIDE)
    assert (online.throw_failure, online.kitty_multiplier) == (
        ThrowFailure.SMALLEST_UNIT,
        KittyMultiplier.TWO_POW_PAIRS,
    )
    assert (online.declare_window, online.no_declaration_first) == (2, NoDeclaration.KITTY_FIRST)
    assert (online.next_declarer, online.win) == (NextDeclarer.SAME_OR_LAST_TRICK, Win.REACH_ACE)
    assert not online.partner_override
    assert (bashifen.follow, bashifen.protect_longer, bashifen.throw_compare) == (
        Follow.MINIMAL,
        True,
        ThrowCompare.ALL_UNITS,
    )
    assert (bashifen.scoring, bashifen.no_declaration) == (Scoring.BASIC, NoDeclaration.REDEAL)
    assert (ten.throws, ten.tractor_max_length, ten.pickup) == (Throws.OFF, 2, True)
    assert (finding.friend_call, finding.friend_count) == (FriendCallStyle.FIRST_BY_OTHER, 1)
    assert [score_deal(points, finding).levels for points in (125, 130, 190, 195)] == [1, 1, 1, 2]
    three = preset("pagat-three-decks")
    assert (three.follow, three.joker_declaration) == (Follow.SHAPES, JokerDeclaration.OFF)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_fit_other_numbers_of_players(name):
    for players in range(2, 13):
        check_preset(name, players)


def check_preset(name, players):
    if PRESETS[name].teams is Teams.HIDDEN_TEN and players < 4:
        with pytest.raises(InvalidRules) as bad:
            preset(name, players)
        assert bad.value.conflict is RuleConflict.HIDDEN_PLAYERS
        return
    if name == "looking-for-friends" and players < 5:
        with pytest.raises(InvalidRules, match="5 to 12"):
            preset(name, players)
        return
    rules = preset(name, players)
    validate(rules)
    assert rules.players == players
    odd = PRESETS[name].teams is Teams.FIXED and players % 2
    assert rules.teams is (Teams.FRIENDS if odd else PRESETS[name].teams)
    if players < 4:
        assert rules.plays_alone
        assert rules.hand_size <= 34


def test_three_players_play_one_against_two():
    rules = preset_with("online", players=3, follow="tuples")
    assert (rules.teams, rules.friend_count, rules.throw_check) == (Teams.FRIENDS, 0, ThrowCheck.ALL_OTHERS)
    assert (rules.follow, rules.decks, rules.kitty_size, rules.hand_size) == (Follow.TUPLES, 2, 9, 33)
    assert preset_with("standard", players=3, friends=1, teams="friends").friend_count == 1
    assert with_options(preset("standard"), teams="friends", friends=0).plays_alone
    assert not preset("looking-for-friends").plays_alone


@pytest.mark.parametrize(
    ("name", "players", "named"),
    [
        *[("pagat", 6, "pagat-six"), ("online", 6, "online-six"), ("hidden-ten", 6, "hidden-ten-six")],
        *[("pagat-six", 4, "pagat"), ("online-six", 4, "online"), ("hidden-ten-six", 4, "hidden-ten")],
    ],
)
def test_resized_preset_equals_the_preset_of_that_size(name, players, named):
    assert preset(name, players) == preset_with(name, players=str(players)) == PRESETS[named]


def test_player_count_sets_pack_but_keeps_overrides():
    assert preset_with("looking-for-friends", players="8") == preset("looking-for-friends", 8)
    rules = preset_with("looking-for-friends", players=8, jokers="3+3", kitty_size=2, follow="tuples")
    assert (rules.decks, rules.jokers, rules.kitty_size, rules.follow) == (3, (3, 3), 2, Follow.TUPLES)
    assert preset_with("standard", teams="friends", players=7) == with_options(
        PRESETS["standard"], teams="friends", players=7, jokers="0+0", kitty_size=6
    )


@pytest.mark.parametrize(
    ("name", "players", "says"), [("looking-for-friends", 99, "5 to 12"), ("standard", 99, "2 to 12")]
)
def test_player_count_error_names_preset_range(name, players, says):
    with pytest.raises(InvalidRules, match=says) as bad:
        preset_with(name, players=players)
    assert bad.value.options == ("players",)


@pytest.mark.parametrize("name", ["hidden-ten", "hidden-ten-six"])
def test_hidden_ten_buries_four_cards_for_each_deck(name):
    sizes = {4: 8, 5: 12, 6: 12, 8: 16, 10: 20, 12: 24}
    assert {players: preset(name, players).kitty_size for players in sizes} == sizes


def test_forty_points_keeps_one_deck_for_six():
    packs = {players: preset("forty-points", players) for players in (4, 6, 8, 10, 12)}
    assert {players: (one.decks, one.kitty_size, one.hand_size) for players, one in packs.items()} == {
        4: (1, 6, 12), 6: (1, 6, 8), 8: (2, 4, 13), 10: (2, 8, 10), 12: (3, 6, 13),
    }  # fmt: skip


def test_thresholds_scale_with_points_in_the_pack():
    def rows(rules):
        return [row.points for row in rules.thresholds]

    nine = preset("finding-friends", 9)
    assert (nine.decks, nine.pack_points, rows(nine)) == (5, 500, [0, 215, 325])
    assert rows(preset_with("finding-friends", decks=4, kitty_size=6)) == [0, 175, 260]
    assert rows(preset_with("finding-friends", players=9, thresholds="0:hold+1,100:turn+1")) == [0, 100]
    assert rows(preset_with("finding-friends", low_cut="6", start_level="6", kitty_size=9)) == [0, 105, 155]


def test_option_values_may_be_text():
    rules = with_options(
        preset("standard"),
        follow="suit_only",
        throws=Throws.OFF,
        compulsory_levels="5,10,K",
        start_level="3",
        final_level="NT",
        max_opponent_levels=3,
        tractor_max_length="none",
        bridge_level_gap="no",
        jokers="2+2",
        low_cut="2",
    )
    assert rules.follow is Follow.SUIT_ONLY
    assert rules.compulsory_levels == {Level.FIVE, Level.TEN, Level.KING}
    assert (rules.start_level, rules.final_level, rules.max_opponent_levels) == (Level.THREE, Level.NT, 3)
    assert (rules.bridge_level_gap, rules.jokers, rules.low_cut) == (False, (2, 2), Rank.TWO)


@pytest.mark.parametrize(
    ("options", "named", "says"),
    [
        ({"players": "6"}, {"kitty_size", "players"}, "6, 12 or 18 would"),
        ({"players": "7"}, {"kitty_size"}, "3, 10 or 17 would"),
        ({"kitty_size": "7"}, {"kitty_size"}, "8"),
        ({"players": "1"}, {"players"}, "2 to 12"),
        ({"players": "13"}, {"players"}, "2 to 12"),
        ({"decks": "7"}, {"decks"}, "1 to 6"),
        ({"decks": "0"}, {"decks"}, "1 to 6"),
        ({"jokers": "3+2"}, {"jokers", "decks"}, "2 jokers"),
        ({"kitty_size": "10000"}, {"kitty_size"}, "would"),
        ({"kitty_size": "0", "kitty_theft": "yes"}, {"kitty_size", "kitty_theft"}, "above 0"),
        ({"theft_moves_declarer": "yes"}, {"theft_moves_declarer", "kitty_theft"}, "kitty_theft = yes"),
        ({"next_declarer": "bid"}, {"next_declarer", "teams"}, "teams = friends"),
        (
            {"teams": "friends", "next_declarer": "bid", "first_declarer": "first"},
            {"next_declarer", "first_declarer"},
            "first_declarer = final",
        ),
        ({"players": "5", "kitty_size": "8"}, {"teams", "players"}, "friends"),
        ({"teams": "friends", "throw_check": "other_side"}, {"throw_check", "teams"}, "all_others"),
        ({"teams": "hidden_ten"}, {"teams", "declare_ladder"}, "joker_ten"),
        (
            {"teams": "hidden_ten", "declare_ladder": "joker_ten", "no_declaration_first": "no_trump"},
            {"teams", "no_declaration_first"},
            "trump suit",
        ),
        ({"friends": "1"}, {"friends", "teams"}, "friends"),
        ({"teams": "friends", "friends": "3"}, {"friends"}, "0 to 2"),
        ({"start_level": "A", "final_level": "7"}, {"start_level", "final_level"}, "below"),
        ({"start_level": "NT", "final_level": "NT"}, {"start_level"}, "2 to A"),
        ({"low_cut": "5", "kitty_size": "4"}, {"start_level", "low_cut"}, "5"),
        ({"compulsory_levels": "3,7", "start_level": "5"}, {"compulsory_levels"}, "start_level"),
        ({"kitty_multiplier": "custom"}, {"kitty_multiplier", "kitty_table"}, "needs kitty_table"),
        ({"kitty_table": "1:2"}, {"kitty_multiplier", "kitty_table"}, "custom"),
        ({"kitty_multiplier": "custom", "kitty_table": "2:2"}, {"kitty_table"}, "begin at 1 card"),
        ({"kitty_multiplier": "custom", "kitty_table": "1:2,1:4"}, {"kitty_table"}, "must rise"),
        ({"kitty_multiplier": "custom", "kitty_table": "1:2,4:3,2:5"}, {"kitty_table"}, "must rise"),
        ({"kitty_multiplier": "custom", "kitty_table": "1:4,2:2"}, {"kitty_table"}, "must not fall"),
        ({"kitty_multiplier": "custom", "kitty_table": "1:101"}, {"kitty_table"}, "at most 100"),
        ({"kitty_multiplier": "custom", "kitty_table": "1:1,2:2,3:3,4:4,5:5,6:6,7:7"}, {"kitty_table"}, "6 rows"),
        ({"kitty_without_trump": "half", "kitty_multiplier": "flat_1"}, {"kitty_multiplier"}, "even"),
        (
            {"kitty_without_trump": "half", "kitty_multiplier": "custom", "kitty_table": "1:2,2:5"},
            {"kitty_table", "kitty_without_trump"},
            "even",
        ),
        ({"kitty_size": 0, "max_buried_points": 5}, {"max_buried_points", "kitty_size"}, "needs a kitty"),
        ({"max_buried_points": 205}, {"max_buried_points"}, "0 to 200"),
        (
            {"trump_level_touches_ace": "yes", "level_tractors": "no"},
            {"trump_level_touches_ace", "level_tractors"},
            "level_tractors = yes",
        ),
        ({"uneven_tractors": "yes"}, {"uneven_tractors", "decks", "tractor_min_width"}, "at least 3"),
        (
            {"uneven_tractors": "yes", "decks": "3", "kitty_size": "6", "tractor_min_width": "3"},
            {"uneven_tractors", "decks"},
            "at least 4",
        ),
        ({"throws_safe_only": "yes", "show_played_cards": "no"}, {"throws_safe_only"}, "show_played_cards = yes"),
        ({"scoring": "custom"}, {"scoring", "thresholds"}, "thresholds"),
        ({"thresholds": "0:hold+1,80:turn+0"}, {"scoring", "thresholds"}, "custom"),
        ({"scoring": "custom", "thresholds": "5:hold+1,80:turn+0"}, {"thresholds"}, "begin at 0"),
        ({"scoring": "custom", "thresholds": "0:hold+1,80:turn+0,80:turn+1"}, {"thresholds"}, "rise"),
        ({"scoring": "custom", "thresholds": "0:hold+1,80:turn+0,90:hold+1"}, {"thresholds"}, "hold up to one row"),
        ({"scoring": "custom", "thresholds": "0:hold+1"}, {"thresholds"}, "opponents win"),
        ({"scoring": "custom", "thresholds": "0:turn+1"}, {"thresholds"}, "declarers hold"),
        ({"scoring": "custom", "thresholds": "0:hold+1,40:hold+2,80:turn+0"}, {"thresholds"}, "must not rise"),
        ({"scoring": "custom", "thresholds": "0:hold+1,80:turn+2,90:turn+1"}, {"thresholds"}, "must not fall"),
        ({"tractor_min_length": "3", "tractor_max_length": "2"}, {"tractor_max_length", "tractor_min_length"}, "3"),
        ({"bombs": "any_suit"}, {"bombs", "decks"}, "4"),
        ({"rainbows": "3"}, {"rainbows"}, "4 to 8"),
        ({"pickup": "yes"}, {"pickup", "teams"}, "hidden_ten"),
        ({"hook": "capture", "final_level": "10"}, {"hook", "hook_ranks"}, "final_level"),
        ({"hook": "capture", "hook_ranks": "none"}, {"hook_ranks"}, "levels"),
        ({"hook": "capture", "hook_ranks": "J,NT", "final_level": "NT"}, {"hook_ranks"}, "without NT"),
        ({"hook": "capture", "hook_to": "seven", "hook_ranks": "7,J"}, {"hook_to", "hook_ranks"}, "above 7"),
        ({"hook": "capture", "hook_ranks": "2"}, {"hook_to", "hook_ranks"}, "above 2"),
        ({"permanent_trumps": "twos", "low_cut": "3", "start_level": "3"}, {"permanent_trumps", "low_cut"}, "pack"),
        (
            {"permanent_trumps": "red_fives", "low_cut": "6", "start_level": "6"},
            {"permanent_trumps", "low_cut"},
            "pack",
        ),
        ({"declare_ladder": "joker_ten", "jokers": "0+0"}, {"declare_ladder", "jokers"}, "jokers"),
        ({"declare_min_count": "0"}, {"declare_min_count", "decks", "declare_ladder"}, "1 to 2"),
        ({"declare_min_count": "3"}, {"declare_min_count", "decks", "declare_ladder"}, "1 to 2"),
        (
            {"decks": "3", "kitty_size": "6", "declare_min_count": "3", "declare_ladder": "joker_support"},
            {"declare_min_count", "decks", "declare_ladder"},
            "1 to 2",
        ),
        (
            {"decks": "4", "declare_min_count": "4", "joker_declaration": "off"},
            {"declare_min_count", "no_declaration_first"},
            "no_declaration_first=no_trump",
        ),
        (
            {"declare_suit_order": "yes", "declare_ladder": "greater_count"},
            {"declare_suit_order", "declare_ladder"},
            "does not compare suits",
        ),
        (
            {"declare_suit_order": "yes", "declare_ladder": "joker_ten"},
            {"declare_suit_order", "declare_ladder"},
            "does not compare suits",
        ),
        ({"declare_window": "99999"}, {"declare_window"}, "3600"),
        ({"colour": "red"}, {"colour"}, "colour"),
        ({"follow": "closely"}, {"follow"}, "closely"),
        ({"players": "many"}, {"players"}, "many"),
        ({"players": True}, {"players"}, "True"),
        ({"players": None}, {"players"}, "None"),
        ({"follow": 3}, {"follow"}, "3"),
        ({"follow": Throws.OFF}, {"follow"}, "off"),
        ({"jokers": (1, "2")}, {"jokers"}, "2"),
        ({"start_level": Rank.TWO}, {"start_level"}, "TWO"),
        ({"thresholds": (1,)}, {"thresholds"}, "1"),
        ({"compulsory_levels": frozenset({5})}, {"compulsory_levels"}, "5"),
    ],
)
def test_invalid_or_conflicting_options_are_refused(options, named, says):
    with pytest.raises(InvalidRules) as bad:
        with_only(preset("standard"), **options)
    assert named <= set(bad.value.options)
    assert says in str(bad.value)


def test_hidden_teams_refuse_revealing_options():
    for options in ({"throw_check": "other_side"}, {"early_end": "yes"}, {"hook": "capture"}):
        with pytest.raises(InvalidRules):
            with_only(preset("hidden-ten"), **options)


def test_callable_cards_are_counted_at_levels_that_are_played():
    """No card can be called at level A in a pack of kings and aces. If reaching A wins, A is never played."""
    pack = {"players": 12, "decks": 6, "low_cut": "K", "friend_cards": "no_trumps,no_points", "friends": 3}
    assert preset_with("looking-for-friends", **pack, win="reach_ace").friend_count == 3
    with pytest.raises(InvalidRules) as bad:
        preset_with("looking-for-friends", **pack)
    assert bad.value.conflict is RuleConflict.FRIEND_CARDS


def test_unknown_preset_is_refused():
    with pytest.raises(InvalidRules) as bad:
        preset("whist")
    assert "standard" in str(bad.value)


def test_listed_kitty_sizes_leave_equal_hands():
    for players in range(2, 13):
        rules = Rules(players=players)
        sizes = list_kitty_sizes(rules)
        assert sizes
        assert all((rules.pack_size - size) % players == 0 and 0 <= size < rules.pack_size for size in sizes)


def test_jokers_may_be_given_as_values():
    assert with_options(preset("standard"), jokers=(1, 1), kitty_size=10).joker_counts == (1, 1)
    assert with_options(preset("standard"), jokers=None) == preset("standard")
    for value in ((1, "1"), (1, 1, 1), (True, 1), [1, 1], 1):
        with pytest.raises(InvalidRules) as refused:
            with_options(preset("standard"), jokers=value, kitty_size=10)
        assert refused.value.conflict is RuleConflict.NO_VALUE


def test_thresholds_may_be_given_as_values():
    rows = (Threshold(0, True, 1), Threshold(80, False, 0))
    assert with_options(preset("standard"), scoring="custom", thresholds=rows).thresholds == rows
