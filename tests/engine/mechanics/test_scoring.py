"""The result of a deal follows from its points, the kitty and the rules about levels."""

import pytest

from engine.cards_in_play.leads import read_lead
from engine.deal.change_levels import next_declarer, raise_level
from engine.deal.hooks import find_hook
from engine.deal.kitty_multiplier import kitty_multiplier, max_multiplier
from engine.deal.scoring import (
    add_capture_levels,
    captures_kitty,
    count_pickup_points,
    declarer_bonus,
    points_to_win,
    score_deal,
    small_team_bonus,
    thresholds,
)
from engine.model.cards import Rank, Suit, parse_cards
from engine.model.notation import parse_level
from engine.model.options import KittyMultiplier, Level
from engine.model.presets import preset, preset_with, with_options
from engine.model.seats import Seat
from engine.model.trump import Trump

STANDARD = preset("standard")
HEARTS = Trump.of(STANDARD, Rank.TWO, Suit.HEARTS)
JACKS = Trump.of(STANDARD, Rank.JACK, Suit.HEARTS)


def cards(text):
    return parse_cards(text)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("two_per_largest_unit", (2, 4, 8, 8)),
        ("two_per_card_led", (2, 4, 8, 14)),
        ("two_pow_pairs", (2, 4, 8, 16)),
        ("pow_largest_unit", (2, 4, 16, 16)),
        ("flat_2", (2, 2, 2, 2)),
        ("flat_1", (1, 1, 1, 1)),
        ("none", (0, 0, 0, 0)),
    ],
)
def test_option_decides_kitty_multiplier(kind, expected):
    rules = with_options(STANDARD, kitty_multiplier=kind)
    leads = ("S3", "S3 S3", "S3 S3 S4 S4", "S3 S3 S4 S4 SA SA SK")
    found = [read_lead(cards(text), HEARTS, rules) for text in leads]
    assert tuple(kitty_multiplier(lead, lead.cards, HEARTS, rules) for lead in found) == expected


@pytest.mark.parametrize(("table", "expected"), [("1:3,2:4,4:10", (3, 4, 10, 10)), ("1:0,3:7", (0, 0, 7, 7))])
def test_kitty_multiplier_is_read_from_table(table, expected):
    rules = with_options(STANDARD, kitty_multiplier="custom", kitty_table=table)
    leads = ("S3", "S3 S3", "S3 S3 S4 S4", "S3 S3 S4 S4 S5")
    found = [read_lead(cards(text), HEARTS, rules) for text in leads]
    assert tuple(kitty_multiplier(lead, lead.cards, HEARTS, rules) for lead in found) == expected


@pytest.mark.parametrize(
    ("without", "winning", "expected"),
    [
        ("full", "S9 S9", 4),
        ("half", "S9 S9", 2),
        ("none", "S9 S9", 0),
        ("half", "H3 H3", 4),
        ("none", "H3 H3", 4),
        ("none", "C2 C2", 4),  # level cards are trumps
    ],
)
def test_kitty_counts_less_without_trumps(without, winning, expected):
    rules = with_options(STANDARD, kitty_without_trump=without)
    lead = read_lead(cards("S3 S3"), HEARTS, rules)
    assert kitty_multiplier(lead, cards(winning), HEARTS, rules) == expected


def test_greatest_multiplier_bounds_every_lead():
    for kind in KittyMultiplier:
        table = "1:2,3:8" if kind is KittyMultiplier.CUSTOM else "none"
        rules = with_options(STANDARD, kitty_multiplier=kind, kitty_table=table)
        for text in ("S3", "S3 S3", "S3 S3 S4 S4", "H3 H3 H4 H4"):
            lead = read_lead(cards(text), HEARTS, rules)
            assert kitty_multiplier(lead, lead.cards, HEARTS, rules) <= max_multiplier(lead.size, rules)


@pytest.mark.parametrize(
    ("led", "won", "times"),
    [("SA SQ", "H5 H5", 4), ("SA SQ", "H5 H6", 2), ("SA SQ", "SA SQ", 2), ("SA SA SK", "H3 H3 H9", 4)],
)
def test_pairs_of_the_winning_play_count(led, won, times):
    """The multiplier doubles with each pair of the winning play. It does so also after a lead of single cards."""
    rules = with_options(STANDARD, kitty_multiplier="two_pow_pairs")
    lead = read_lead(cards(led), HEARTS, rules)
    assert kitty_multiplier(lead, cards(won), HEARTS, rules) == times


@pytest.mark.parametrize(
    ("options", "points", "hold", "levels"),
    [
        ({}, -20, True, 3),
        ({}, 0, True, 3),
        ({}, 5, True, 2),
        ({}, 40, True, 1),
        ({}, 79, True, 1),
        ({}, 80, False, 0),
        ({}, 120, False, 1),
        ({}, 1200, False, 28),
        ({"max_opponent_levels": "1"}, 1200, False, 1),
        ({"scoring": "half_step"}, 0, True, 5),
        ({"scoring": "half_step"}, 15, True, 4),
        ({"scoring": "half_step"}, 35, True, 3),
        ({"scoring": "half_step"}, 55, True, 2),
        ({"scoring": "half_step"}, 75, True, 1),
        ({"scoring": "half_step"}, 95, False, 0),
        ({"scoring": "half_step"}, 135, False, 2),
        ({"scoring": "basic"}, 0, True, 1),
        ({"scoring": "basic"}, 400, False, 1),
        ({"decks": "3", "kitty_size": "6"}, 115, True, 1),
        ({"decks": "3", "kitty_size": "6"}, 120, False, 0),
        ({"decks": "1", "kitty_size": "6"}, 39, True, 1),
        ({"decks": "1", "kitty_size": "6"}, 40, False, 0),
        ({"decks": "1", "kitty_size": "6"}, 60, False, 1),
        ({"scoring": "custom", "thresholds": "0:hold+4,50:hold+0,70:turn+2"}, 49, True, 4),
        ({"scoring": "custom", "thresholds": "0:hold+4,50:hold+0,70:turn+2"}, 69, True, 0),
        ({"scoring": "custom", "thresholds": "0:hold+4,50:hold+0,70:turn+2"}, 999, False, 2),
    ],
)
def test_points_decide_winners_and_levels(options, points, hold, levels):
    result = score_deal(points, with_options(STANDARD, **options))
    assert (result.declarers_hold, result.levels) == (hold, levels)


@pytest.mark.parametrize("scoring", ["step", "half_step", "basic"])
@pytest.mark.parametrize("decks", [1, 2, 3, 4, 5, 6])
def test_threshold_table_matches_outcomes(scoring, decks):
    rules = with_options(STANDARD, decks=decks, kitty_size=6 if decks % 2 else 8, scoring=scoring)
    rows = thresholds(rules)
    assert points_to_win(rules) == 40 * decks
    for row, following in zip(rows, [*rows[1:], None], strict=True):
        last = following.points - 1 if following else row.points
        for points in (row.points, last):
            result = score_deal(points, rules)
            assert (result.declarers_hold, result.levels) == (row.declarers_hold, row.levels)


@pytest.mark.parametrize(
    ("win", "level", "by", "held", "expected"),
    [
        ("pass_ace", "K", 1, False, ("A", False)),
        ("pass_ace", "K", 2, False, ("A", True)),
        ("pass_ace", "A", 0, True, ("A", False)),
        ("pass_ace", "A", 1, False, ("A", True)),
        ("reach_ace", "K", 1, False, ("A", True)),
        ("reach_ace", "Q", 1, True, ("K", False)),
        ("reach_ace", "K", 3, True, ("A", True)),
        ("reach_ace", "A", 0, False, ("A", False)),
        ("hold_ace_as_declarers", "K", 3, True, ("A", False)),
        ("hold_ace_as_declarers", "A", 3, False, ("A", False)),
        ("hold_ace_as_declarers", "A", 1, True, ("A", True)),
    ],
)
def test_option_decides_who_wins_at_the_final_level(win, level, by, held, expected):
    result = raise_level(parse_level(level), by, with_options(STANDARD, win=win), held_on_it=held)
    assert (result.level.text, result.won) == expected


def test_final_level_may_be_below_or_above_ace():
    short = with_options(STANDARD, final_level="7", win="pass_ace")
    assert raise_level(Level.SIX, 2, short, held_on_it=False).won
    assert not raise_level(Level.SIX, 1, short, held_on_it=False).won
    long = with_options(STANDARD, final_level="NT")
    assert raise_level(Level.ACE, 1, long, held_on_it=True) == raise_level(Level.KING, 2, long, held_on_it=True)
    assert raise_level(Level.NT, 1, long, held_on_it=True).won
    one = with_options(STANDARD, start_level="A", final_level="A")
    assert raise_level(Level.ACE, 1, one, held_on_it=True).won


@pytest.mark.parametrize(
    ("level", "by", "held", "expected"),
    [("3", 4, True, "5"), ("5", 2, False, "5"), ("5", 2, True, "7"), ("9", 3, True, "10"), ("10", 1, False, "10")],
)
def test_some_levels_must_be_defended_before_rising(level, by, held, expected):
    rules = with_options(STANDARD, must_defend_levels="5,10")
    assert raise_level(parse_level(level), by, rules, held_on_it=held).level.text == expected


def hooked_side(made, winner, trump, rules):
    hook = find_hook(made, Seat(winner), {Seat(0), Seat(2)}, trump, rules)
    return hook and hook.is_declarers


@pytest.mark.parametrize(
    ("hook", "plays", "winner", "expected"),
    [
        # True means that the hook sends back the declarers (seats 0 and 2), False their opponents, and None nobody.
        ("capture", "C5 HJ SJ C9", 1, True),
        ("capture", "C5 HJ C6 SJ", 1, None),
        ("capture", "SJ C5 HJ C6", 2, None),
        ("capture", "C5 SJ HJ C6", 2, False),
        ("capture", "C5 SJ DJ C6", 1, None),
        ("capture", "C5 LJ HJ C6", 1, None),
        ("single_jack", "C5 SJ C6 C7", 1, True),
        ("single_jack", "C5 C8 SJ C7", 2, None),
        ("single_jack", "C5 LJ SJ C7", 1, None),
        ("off", "C5 HJ SJ C9", 1, None),
    ],
)
def test_hook_sends_back_declarers_or_opponents(hook, plays, winner, expected):
    made = [(Seat(at), cards(text)) for at, text in enumerate(plays.split())]
    rules = with_options(STANDARD, hook=hook)
    assert hooked_side(made, winner, JACKS, rules) is expected
    assert hooked_side(made, winner, HEARTS, rules) is None


@pytest.mark.parametrize(
    ("ranks", "rank", "hook", "plays", "expected"),
    [
        ("5,10", "5", "capture", "C7 H5 S5 C9", True),
        ("5,10", "10", "single_jack", "C7 S10 S6 C9", True),
        ("5,10", "J", "capture", "C7 HJ SJ C9", None),
        ("A", "A", "capture", "C7 HA SA C9", True),
        ("5,10", "5", "capture", "C7 HJ SJ C9", None),
    ],
)
def test_hook_applies_at_its_configured_levels(ranks, rank, hook, plays, expected):
    made = [(Seat(at), cards(text)) for at, text in enumerate(plays.split())]
    rules = with_options(STANDARD, hook=hook, hook_ranks=ranks)
    trump = Trump.of(rules, parse_level(rank).rank, Suit.HEARTS)
    assert hooked_side(made, 1, trump, rules) is expected


@pytest.mark.parametrize(
    ("to", "levels"), [("two", "2 2 2 2"), ("three", "3 3 3 3"), ("seven", "7 7 7 7"), ("half", "6 6 7 8")]
)
def test_option_decides_to_which_level_the_hook_sends(to, levels):
    rules = with_options(STANDARD, hook="capture", hook_to=to, hook_ranks="10,J,K,A")
    assert " ".join(rules.hook_level(parse_level(one)).text for one in ("10", "J", "K", "A")) == levels


def test_capture_hook_includes_pairs_of_jacks():
    made = [(Seat(0), cards("C5 C5")), (Seat(1), cards("HJ HJ")), (Seat(2), cards("SJ SJ")), (Seat(3), cards("C9 C8"))]
    assert hooked_side(made, 1, JACKS, with_options(STANDARD, hook="capture")) is True
    assert hooked_side(made, 1, JACKS, with_options(STANDARD, hook="single_jack")) is None


BY_JACK = {"hook": "single_jack", "hook_off_suit": "half", "hook_pair": "three"}


@pytest.mark.parametrize(
    ("plays", "options", "back"),
    [
        ("C5 HJ C6 C7", BY_JACK, "2"),
        ("C5 SJ C6 C7", BY_JACK, "6"),
        ("C5,C5 HJ,HJ C6,C6 C7,C7", BY_JACK, "3"),
        ("C5,C5 SJ,SJ C6,C6 C7,C7", BY_JACK, "3"),
        ("C5,C5 HJ,HJ C6,C6 C7,C7", {"hook": "single_jack"}, None),
        ("C5 SJ C6 C7", {"hook": "single_jack", "hook_to": "seven"}, "7"),
        ("C5 HJ C6 C7", {"hook": "single_jack", "hook_to": "seven", "hook_pair": "three"}, "7"),
        ("C5,C5 HJ,SJ C6,C6 C7,C7", BY_JACK, None),
        ("C5 LJ C6 C7", BY_JACK, None),
    ],
)
def test_kind_of_jack_decides_how_far_hook_sends_back(plays, options, back):
    made = [(Seat(at), cards(text.replace(",", " "))) for at, text in enumerate(plays.split())]
    rules = with_options(STANDARD, **options)
    hook = find_hook(made, Seat(1), {Seat(0), Seat(2)}, JACKS, rules)
    level = hook and hook.level_of(Seat(0), Seat(0), Level.JACK, rules).text
    assert level == back


def test_declarer_falls_further_than_friends():
    rules = preset_with("looking-for-friends", hook="single_jack", hook_to="half", hook_declarer="two")
    made = [(Seat(0), cards("C5")), (Seat(1), cards("HJ"))]
    hook = find_hook(made, Seat(1), {Seat(0), Seat(2)}, JACKS, rules)
    assert [hook.level_of(Seat(s), Seat(0), Level.JACK, rules).text for s in (0, 2)] == ["2", "6"]


@pytest.mark.parametrize(
    ("kind", "hold", "last", "declarers", "expected"),
    [
        ("partner_or_right", True, 3, {0, 2, 4}, 2),
        ("partner_or_right", False, 3, {0, 2, 4}, 1),
        ("same_or_last_trick", True, 3, {0, 2, 4}, 0),
        ("same_or_last_trick", False, 3, {0, 2, 4}, 3),
        ("same_or_last_trick", False, 4, {0, 2, 4}, 1),
        ("same_or_next_seat", True, 3, {0, 2, 4}, 0),
        ("same_or_next_seat", False, 3, {0, 2, 4}, 1),
        ("next_on_winning_side", True, 3, {0, 2, 4}, 2),
        ("next_on_winning_side", True, 3, {0}, 0),
        ("next_on_winning_side", False, 3, {0, 1, 2}, 3),
        ("same_or_last_trick", False, 1, {0, 1, 2}, 3),
        ("next_seat", True, 3, {0, 2, 4}, 1),
        ("next_seat", False, 3, {0, 2, 4}, 1),
        ("next_seat", True, 3, {0}, 1),
    ],
)
def test_option_decides_next_declarer(kind, hold, last, declarers, expected):
    rules = with_options(preset("pagat-six"), next_declarer=kind)
    assert next_declarer(Seat(0), set(map(Seat, declarers)), Seat(last), rules, hold=hold) == expected


@pytest.mark.parametrize("hold", [True, False])
def test_nobody_is_next_declarer_if_deals_are_bid_for(hold):
    rules = with_options(preset("looking-for-friends"), next_declarer="bid")
    assert next_declarer(Seat(1), {Seat(1), Seat(3)}, Seat(2), rules, hold=hold) is None


@pytest.mark.parametrize(
    ("options", "levels", "expected"),
    [
        ({"capture_levels": "2"}, 0, 2),
        ({"capture_levels": "2", "max_opponent_levels": "1"}, 1, 1),
        ({"capture_levels": "2", "kitty_size": "0"}, 1, 1),
        ({}, 1, 1),
    ],
)
def test_captured_kitty_gives_levels(options, levels, expected):
    assert add_capture_levels(levels, with_options(STANDARD, **options)) == expected


@pytest.mark.parametrize(
    ("without_trump", "played", "captures"),
    [("full", "S3", True), ("half", "S3", True), ("none", "S3", False), ("none", "H3 H3", True)],
)
def test_option_may_let_only_trumps_capture_the_kitty(without_trump, played, captures):
    rules = with_options(STANDARD, kitty_without_trump=without_trump)
    assert captures_kitty(cards(played), HEARTS, rules) is captures


def test_declarer_bonus_needs_a_rise_and_friends():
    rules = with_options(preset("looking-for-friends", 8), declarer_bonus=2)
    assert [declarer_bonus(levels, rules) for levels in (0, 1, 3)] == [0, 2, 2]
    assert declarer_bonus(1, with_options(STANDARD, declarer_bonus=2)) == 0


def test_option_decides_whose_picked_up_points_count():
    shown = preset("hidden-ten")
    rules = with_options(shown, pickup_counts="by_final_side")
    assert count_pickup_points(15, rules, taken=True, opponent=True) == 15
    assert count_pickup_points(15, rules, taken=True, opponent=False) == 0
    assert count_pickup_points(15, rules, taken=False, opponent=True) == 0
    assert count_pickup_points(15, shown, taken=True, opponent=False) == 15
    assert count_pickup_points(15, shown, taken=False, opponent=False) == 0


def test_team_that_lacks_a_friend_gets_small_team_bonus():
    rules = with_options(preset("looking-for-friends", 8), small_team_bonus=2)
    assert rules.friend_count == 3
    assert [small_team_bonus(range(n), 3, rules) for n in (1, 3, 4)] == [2, 2, 0]
