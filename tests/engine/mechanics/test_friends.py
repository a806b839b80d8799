"""The declarer calls friends, and players of called cards join the declarer. Teams can also be hidden."""

import pytest

from engine.deal.friends import check_calls, find_joined, find_ten_holders, legal_calls
from engine.model.actions import FriendCall
from engine.model.cards import Rank, Suit, parse_card, parse_cards
from engine.model.errors import IllegalAction, InvalidRules, Reason
from engine.model.notation import format_rules, parse_option
from engine.model.presets import preset, with_options
from engine.model.seats import Seat
from engine.model.trump import Trump

NTH = with_options(preset("looking-for-friends", 8), friends=2)
FIRST = preset("finding-friends")
SPADES = Trump.of(NTH, Rank.TWO, Suit.SPADES)


def calls(text):
    return [FriendCall(parse_card(word.split("#")[0]), int(word.partition("#")[2] or 1)) for word in text.split()]


def play(text):
    return [(Seat(int(word[0])), parse_cards(word[2:].replace("+", " "))) for word in text.split()]


@pytest.mark.parametrize(
    ("rules", "called", "plays", "expected"),
    [
        (NTH, "HA#1 HA#2", "1:HA 2:HA", (1, 2)),
        (NTH, "HA#2", "1:HA 2:HK 3:HA", (3,)),
        (NTH, "HA#2", "1:HA+HA", (1,)),
        (NTH, "HA#2", "1:HA", (None,)),
        (NTH, "HA#1 HK#1", "1:HA 1:HK 2:HK", (1, 2)),
        (NTH, "HA#1 HK#3", "1:HA 2:HK 3:HK 1:HK", (1, None)),
        (NTH, "HA#1", "0:HA 2:HA", (2,)),
        (NTH, "HA#2", "0:HA 2:HA 3:HA", (2,)),
        (NTH, "HA#1", "0:HA+HA+HA", (None,)),
        (FIRST, "SA", "0:SA 3:SA 1:SA", (3,)),
        (FIRST, "SA", "0:SA 0:SA", (None,)),
    ],
)
def test_player_of_the_called_copy_joins(rules, called, plays, expected):
    assert find_joined(calls(called), play(plays), Seat(0), rules) == expected


def test_double_join_counts_one_player_twice():
    twice = with_options(NTH, double_join=True)
    assert find_joined(calls("HA#1 HK#1"), play("1:HA 1:HK 2:HK"), Seat(0), twice) == (1, 1)
    assert find_joined(calls("HA#1 HK#1"), play("1:HA 1:HK 2:HK"), Seat(0), NTH) == (1, 2)
    assert find_joined(calls("HA#1 HA#2"), play("1:HA+HA 2:HA"), Seat(0), NTH) == (1, 2)
    assert find_joined(calls("HA#1 HA#2"), play("1:HA+HA 2:HA"), Seat(0), twice) == (1, 1)


def test_one_card_fills_one_call():
    """A card that the declarer plays fills no call. Another player's first copy fills only one of two calls."""
    twice = with_options(NTH, double_join=True)
    assert find_joined(calls("HA#1 HA#2"), play("0:HA 1:HA"), Seat(0), twice) == (1, None)
    assert find_joined(calls("HA#1 HA#2"), play("0:HA 1:HA 1:HA"), Seat(0), twice) == (1, 1)


@pytest.mark.parametrize(
    ("rules", "called", "reason", "why"),
    [
        (NTH, "HA#1", Reason.WRONG_FRIEND_COUNT, None),
        (NTH, "HA#1 HA#1", Reason.WRONG_FRIEND, "twice"),
        (NTH, "HA#1 HA#4", Reason.WRONG_FRIEND, "copy"),
        (NTH, "HA#1 HA#0", Reason.WRONG_FRIEND, "copy"),
        (NTH, "HA#1 LJ#1", Reason.WRONG_FRIEND, "kind"),
        (NTH, "HA#1 BJ#3", Reason.WRONG_FRIEND, "copy"),
        (FIRST, "HA#2", Reason.WRONG_FRIEND, "copy"),
        (with_options(NTH, friend_cards="no_trumps"), "HA#1 H2#1", Reason.WRONG_FRIEND, "kind"),
        (with_options(NTH, friend_cards="no_points"), "HA#1 HK#1", Reason.WRONG_FRIEND, "kind"),
        (with_options(NTH, friend_cards="no_highest"), "HK#1 HA#1", Reason.WRONG_FRIEND, "kind"),
        (with_options(NTH, friend_cards="no_trumps,no_points"), "H2#1 HA#1", Reason.WRONG_FRIEND, "kind"),
        (with_options(NTH, friend_cards="no_trumps,no_points"), "HA#1 HK#1", Reason.WRONG_FRIEND, "kind"),
        (with_options(NTH, friend_cards="no_trumps,no_points,no_highest"), "HQ#1 HA#1", Reason.WRONG_FRIEND, "kind"),
    ],
)
def test_illegal_calls_are_refused(rules, called, reason, why):
    with pytest.raises(IllegalAction) as refused:
        check_calls(calls(called), SPADES, rules)
    assert refused.value.reason is reason
    assert refused.value.facts.get("why") == why


def test_conditions_on_friend_cards_combine():
    """A card cannot be called if one of the conditions forbids it. The conditions may be written in any order."""
    faces = {}
    for text in ("any", "no_trumps", "no_points", "no_highest", "no_highest,no_points,no_trumps"):
        rules = with_options(NTH, friend_cards=text)
        faces[text] = {call.card for call in legal_calls(SPADES, rules)}
        assert (
            parse_option("friend_cards", format_rules(rules).partition("friend_cards=")[2].split()[0])
            == rules.friend_cards
        )
    three = ("no_trumps", "no_points", "no_highest")
    assert faces["no_highest,no_points,no_trumps"] == set.intersection(*(faces[one] for one in three))
    assert faces["any"] > faces["no_points"]
    assert {str(face) for face in faces["any"] - faces["no_highest"]} >= {"HA", "CA", "DA"}
    assert parse_card("HK") in faces["no_highest"]
    assert "friend_cards=no_trumps,no_points,no_highest" in format_rules(rules)


def test_conditions_on_friend_cards_must_leave_enough():
    fits = {"friend_cards": "no_trumps,no_highest", "low_cut": "Q", "start_level": "Q", "kitty_size": 8}
    kings = with_options(preset("looking-for-friends"), **fits, friends=3)
    assert min(len(legal_calls(Trump.of(kings, rank, Suit.CLUBS), kings)) for rank in (Rank.QUEEN, Rank.ACE)) >= 3
    with pytest.raises(InvalidRules) as bad:
        with_options(preset("looking-for-friends"), **(fits | {"low_cut": "K", "start_level": "K", "kitty_size": 5}))
    assert bad.value.facts == {"found": 0, "wanted": 1}


@pytest.mark.parametrize("players", range(5, 13))
def test_every_legal_call_is_accepted(players):
    rules = preset("looking-for-friends", players)
    offered = legal_calls(SPADES, rules)
    count = rules.friend_count
    assert len(set(offered)) == len(offered) == rules.pack_size
    for at in range(len(offered) - count + 1):
        check_calls(offered[at : at + count], SPADES, rules)


def test_each_card_is_offered_once_under_first_by_other():
    offered = legal_calls(SPADES, FIRST)
    assert len(offered) == 54
    assert {call.copy for call in offered} == {1}
    check_calls(offered[:1], SPADES, FIRST)


def test_holders_of_called_ten_and_declarer_are_one_side():
    hands = [parse_cards(text) for text in ("H10 S10", "H10", "S10", "H5")]
    assert find_ten_holders(hands, Seat(0), Suit.HEARTS) == {0, 1}
    assert find_ten_holders(hands, Seat(3), Suit.HEARTS) == {0, 1, 3}
    assert find_ten_holders(hands, Seat(2), Suit.DIAMONDS) == {2}
