"""Some rules leave cards out of the pack. The points needed to win then depend on the points in the pack."""

from collections import Counter
from contextlib import nullcontext
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.deal.fair_shuffle import commit_to, full_pack
from engine.deal.scoring import points_to_win, score_deal, thresholds
from engine.model.cards import SUITS, Rank, Suit, card_of, format_cards, points_of
from engine.model.errors import InvalidRules, RuleConflict
from engine.model.notation import format_rules, parse_rules
from engine.model.options import Level, NoDeclaration, Teams
from engine.model.presets import preset, preset_with, with_options
from engine.model.rules import Rules
from engine.model.validation import validate
from engine.model.validators.pack import list_kitty_sizes
from tests.exact_options import with_only

STANDARD = preset("standard")


@pytest.mark.parametrize(("size", "fits"), [(15, False), (16, True), (32, True)])
def test_short_secrets_are_refused(size, fits):
    with nullcontext() if fits else pytest.raises(ValueError, match="at least 16 bytes"):
        assert len(commit_to(b"s" * size)) == 64


@pytest.mark.parametrize(
    ("options", "cards", "left_out"),
    [
        ({"cuts": "3"}, 104, ""),
        ({"cuts": "5", "kitty_size": 12}, 96, ""),
        ({"decks": 3, "cuts": "4,3", "kitty_size": 6}, 150, ""),
        ({"auto_cut": "yes"}, 108, ""),
        ({"auto_cut": "yes", "kitty_size": 7}, 107, "D2"),
        ({"auto_cut": "yes", "kitty_size": 5}, 105, "D2 C2 H2"),
        ({"auto_cut": "yes", "players": 7, "teams": "friends", "decks": 2, "kitty_size": 8}, 106, "D2 C2"),
        ({"auto_cut": "yes", "players": 12, "decks": 2, "kitty_size": 1}, 97, "D2 C2 H2 S2 D3 C3 H3 S3 D4 C4 H4"),
        (
            {"auto_cut": "yes", "players": 7, "teams": "friends", "decks": 3, "kitty_size": 9},
            156,
            "D2 C2 H2 S2 D2 C2",
        ),
        ({"auto_cut": "yes", "cuts": "3", "kitty_size": 7}, 103, "D3"),
    ],
)
def test_low_cards_are_left_out(options, cards, left_out):
    rules = with_options(STANDARD, **options)
    assert len(full_pack(rules)) == rules.pack_size == cards
    assert format_cards(rules.list_left_out()) == left_out


@given(
    players=st.integers(4, 12),
    decks=st.integers(1, 6),
    low=st.sampled_from(list(Rank)),
    data=st.data(),
    auto=st.booleans(),
)
def test_pack_agrees_with_its_counts(players, decks, low, data, auto):
    """The rules count sizes, points and copies as they are in the real pack, which has all ranks from the lowest up."""
    above = [rank for rank in Rank if rank > low]
    cuts = data.draw(st.lists(st.sampled_from(above), max_size=decks - 1)) if above else []
    options = {"players": players, "decks": decks, "low_cut": low, "start_level": Level(low), "teams": Teams.FRIENDS}
    options |= dict.fromkeys(("no_declaration", "no_declaration_first"), NoDeclaration.NO_TRUMP)
    whole = replace(STANDARD, **options, cuts=tuple(sorted(cuts)), auto_cut=auto)
    sizes = list_kitty_sizes(whole)
    assume(sizes)
    rules = replace(whole, kitty_size=data.draw(st.sampled_from(sizes)))
    faces = [card_of(suit, rank) for suit in SUITS for rank in Rank if rank >= low]
    uncut = replace(rules, auto_cut=False)
    if rules.left_out > sum(uncut.copies_of(face) - 1 for face in faces):
        with pytest.raises(InvalidRules):
            validate(rules)
        return
    validate(rules)
    pack = full_pack(rules)
    counted = Counter(pack)
    assert len(pack) == rules.pack_size == rules.players * rules.hand_size + rules.kitty_size
    assert points_of(pack) == rules.pack_points
    assert all(counted[face] == rules.copies_of(face) > 0 for face in faces)
    assert rules.left_out < players
    assert parse_rules(format_rules(rules)) == rules


@pytest.mark.parametrize(
    ("options", "conflict"),
    [
        ({"cuts": "3,3"}, RuleConflict.CUTS),
        ({"cuts": "2"}, RuleConflict.CUT_RANKS),
        ({"cuts": (Rank.FIVE, Rank.THREE), "decks": 3}, RuleConflict.CUT_RANKS),
        ({"cuts": "3", "kitty_size": 7}, RuleConflict.KITTY),
        ({"decks": 1, "auto_cut": "yes", "kitty_size": 7}, RuleConflict.AUTO_CUT),
        ({"low_cut": "A", "start_level": "A", "kitty_size": 4, "target_by_points": "yes"}, RuleConflict.TARGET_POINTS),
        ({"cuts": "x"}, RuleConflict.NO_VALUE),
        ({"cuts": (3,)}, RuleConflict.NO_VALUE),
    ],
)
def test_impossible_packs_are_refused(options, conflict):
    with pytest.raises(InvalidRules) as bad:
        with_only(STANDARD, **options)
    assert bad.value.conflict is conflict


@pytest.mark.parametrize(
    ("options", "step", "needed"),
    [
        ({}, 40, 80),
        ({"low_cut": "6", "start_level": "6"}, 30, 60),
        ({"cuts": "J", "kitty_size": 8}, 30, 60),
        ({"cuts": "K", "kitty_size": 8, "scoring": "half_step"}, 30, 60),
        ({"decks": 1, "kitty_size": 6, "low_cut": "J", "start_level": "J"}, None, None),
    ],
)
def test_targets_follow_points_in_pack(options, step, needed):
    """A step between levels is a fifth of the points in the pack, rounded to fives or tens.

    A fifth is 32 in a pack without fives, and 28 if one of two decks begins at the jack or the king. Both become 30.
    """
    if step is None:
        with pytest.raises(InvalidRules):
            with_options(STANDARD, **options, target_by_points=True)
        return
    rules = with_options(STANDARD, **options, target_by_points=True)
    assert (rules.points_step, points_to_win(rules)) == (step, needed)
    assert score_deal(needed - 5, rules).declarers_hold
    rows = [row.points for row in thresholds(rules)]
    assert rows == sorted(set(rows))


def test_auto_cut_keeps_kitty_size_for_all_player_counts():
    cut = {"auto_cut": True, "teams": "friends"}
    assert [preset_with("standard", players=n, **cut).kitty_size for n in range(4, 13)] == [8] * 9
    seven = preset_with("looking-for-friends", players=7, auto_cut=True)
    assert (seven.decks, seven.kitty_size, seven.left_out, seven.hand_size) == (4, 8, 5, 29)
    assert preset_with("looking-for-friends", players=7).jokers == (0, 0)


def test_old_records_have_whole_decks():
    assert parse_rules("players=4 decks=2") == Rules()
    assert Rules().copies_of(card_of(Suit.DIAMONDS, Rank.TWO)) == 2


def test_proposed_kitties_are_at_most_a_third_of_the_pack():
    with pytest.raises(InvalidRules, match=r"10, 14 or 18 would"):
        preset_with("standard", decks=1, kitty_size=17)
