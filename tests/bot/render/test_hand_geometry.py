"""Cards read back from the geometry of hand pictures: all of them, in order, each to be seen."""

import random
from collections import Counter
from itertools import pairwise

import pytest

from bot.render import HandPicture, rows
from bot.render.hand import groups_of, layout, layout_large, marks, reading_order
from bot.render.scene import Mark, TileItem, cap_height
from engine.cards import Card, Rank, Suit, parse_card, parse_cards
from engine.presets import preset
from engine.trump import Trump
from engine.view import Ask, PhaseName
from tests.bot.render.reading import faults
from tests.bot.render.scenes import NAMES, dealt, play, rules_for, trick, view_of

PHONE = 302
LONGEST = (play(1, "HK HK HQ HQ HJ HJ"), play(2, "H9 H10 H8 H7 H5 H4"), play(3, "HA HA S2 D5 C10 BJ"))


def a_hand(seed: int) -> HandPicture:
    """A picture of chance: any number of cards, any trump, with and without a trick, cards lit and picked."""
    chance = random.Random(seed)
    decks = chance.choice((2, 3))
    hand = dealt(chance.randint(0, 39), seed, decks)
    rules = preset("pagat-three-decks") if decks == 3 else preset("club")
    trump = Trump.of(rules, chance.choice(tuple(Rank)), chance.choice((*tuple(Suit)[:4], None)))
    asked = chance.choice((Ask.LEAD, Ask.FOLLOW, Ask.BURY, Ask.NOTHING))
    lying = trick(LONGEST, 3, 55) if asked is Ask.FOLLOW else trick((), 0)
    lit = frozenset(c for c in hand if trump.effective_suit(c) is Suit.HEARTS) if asked is Ask.FOLLOW else None
    picked = tuple(chance.sample(hand, min(len(hand), chance.randint(0, 8))))
    view = view_of(rules, hand=hand, trump=trump, ask=asked, trick=lying)
    return HandPicture(view, lit, picked, names=NAMES[:4] if chance.random() < 0.5 else ())


@pytest.mark.parametrize("seed", range(60))
def test_every_card_of_a_hand_is_there_in_order_and_can_be_read(seed):
    picture = a_hand(seed)
    scene = layout(picture)
    cards = scene.cards
    assert tuple(item.card for item in cards) == reading_order(picture.view)
    assert Counter(item.card for item in cards) == Counter(picture.view.hand)
    assert tuple(item.mark for item in cards) == marks(picture)
    for place, item in enumerate(cards, 1):
        assert item.number == (None if item.mark is Mark.DIM else place), "only what can be chosen has a number"
    assert faults(scene) == []


@pytest.mark.parametrize("seed", range(60))
def test_cards_lie_in_rows_from_left_to_right(seed):
    for scene in (layout(a_hand(seed)), *layout_large(a_hand(seed))):
        for left, right in pairwise(scene.cards):
            below = right.y > left.y + 60
            assert below or right.x > left.x
            if left.card == right.card:
                assert not below, "copies are never parted"


@pytest.mark.parametrize("seed", range(60))
def test_a_rank_is_fourteen_pixels_high_on_a_phone(seed):
    for scene in (layout(a_hand(seed)), *layout_large(a_hand(seed))):
        for item in scene.cards:
            assert cap_height(item.width) * PHONE / scene.width >= 14


@pytest.mark.parametrize("seed", range(40))
def test_large_pictures_go_on_where_the_first_ends(seed):
    picture = a_hand(seed)
    scenes = layout_large(picture)
    cards = [item for scene in scenes for item in scene.cards]
    assert tuple(item.card for item in cards) == reading_order(picture.view)
    assert all(item.number in {None, place} for place, item in enumerate(cards, 1))
    assert [faults(scene) for scene in scenes] == [[]] * len(scenes)


def test_large_pictures_have_larger_cards():
    picture = HandPicture(view_of(hand=dealt(25)))
    usual = layout(picture).cards[0].width
    assert len(layout_large(picture)) == 2
    assert all(scene.cards[0].width > usual for scene in layout_large(picture))


def test_trumps_come_first_and_suits_stay_together():
    view = view_of(hand=parse_cards("H3 S5 LJ D2 H3 C10 S2 BJ DA"))
    groups = groups_of(view)
    assert [suit for suit, _ in groups] == [Suit.TRUMP, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS]
    assert groups[0][1] == parse_cards("BJ LJ S2 D2 S5")
    assert groups[1][1] == parse_cards("H3 H3")


def test_only_as_many_copies_are_marked_as_were_picked():
    picture = HandPicture(view_of(hand=parse_cards("H3 H3 H3 H5")), None, parse_cards("H3 H3"))
    found = Counter((item.card, item.mark) for item in layout(picture).cards)
    three = parse_card("H3")
    assert found[three, Mark.PICKED] == 2
    assert found[three, Mark.PLAIN] == 1


def test_lit_cards_stand_higher_than_dimmed_ones_and_picked_ones_higher_still():
    hand = parse_cards("H3 H5 H7")
    scene = layout(HandPicture(view_of(hand=hand), frozenset(parse_cards("H5 H7")), parse_cards("H5")))
    heights = {item.card: item.y for item in scene.cards}
    assert heights[parse_card("H5")] < heights[parse_card("H7")] < heights[parse_card("H3")]


def test_the_strip_shows_every_card_of_the_trick():
    view = view_of(hand=dealt(8), trick=trick(LONGEST, 3, 55), ask=Ask.FOLLOW)
    tiles = [item for item in layout(HandPicture(view)).items if isinstance(item, TileItem)]
    shown = Counter[Card]()
    for tile in tiles:
        shown[tile.card] += tile.count
    assert shown == Counter(card for one in LONGEST for card in one.cards)
    assert {tile.card for tile in tiles if tile.mark is Mark.WINNING} == set(LONGEST[2].cards)
    for i, tile in enumerate(tiles):
        assert not any(tile.box.overlaps(other.box) for other in tiles[i + 1 :])


def test_a_trick_of_twelve_seats_fits():
    rules = rules_for(12)
    plays = tuple(play(i, "HK HQ HJ H10") for i in range(11))
    view = view_of(rules, hand=dealt(17), trick=trick(plays, 3, 30), ask=Ask.FOLLOW)
    assert faults(layout(HandPicture(view, names=NAMES))) == []


def test_an_empty_hand_says_so():
    picture = HandPicture(view_of(hand=()))
    scene = layout(picture)
    assert scene.cards == ()
    assert any(picture.labels.no_cards in str(item) for item in scene.items)
    assert faults(scene) == []


def test_a_hand_is_shown_before_any_trump_is_known():
    view = view_of(hand=dealt(12), trump=None, phase=PhaseName.DECLARING, declarer=None, declarations=())
    scene = layout(HandPicture(view))
    assert Counter(item.card for item in scene.cards) == Counter(view.hand)


def test_without_numbers_no_card_has_one():
    assert all(item.number is None for item in layout(HandPicture(view_of(hand=dealt(9)), numbers=False)).cards)


@pytest.mark.parametrize("seed", range(40))
def test_the_plan_is_the_best_of_all_widths(seed):
    groups = groups_of(a_hand(seed).view)
    flat = tuple((suit, card) for suit, cards in groups for card in cards)
    room, extra = 1068, 150
    worth = []
    for width in rows.WIDTHS if flat else ():
        packed = rows._packed(flat, width, room)
        worth.append(
            (rows._score(len(packed), width, room, extra) * rows._WHOLE ** rows._splits(packed), width, packed)
        )
    if worth:
        _, width, packed = max(worth)
        assert rows.plan(groups, room, extra) == rows._spread(packed, width, room)
        assert all(rows._length(row, width, rows.plan(groups, room, extra).step) <= room for row in packed)
