"""Pictures of a hand show every card, in order."""

import random
from collections import Counter
from itertools import groupby, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.render.hands import hand_rows
from bot.render.hands.hand_scene import build_large_scenes, build_scene, group_by_suit, list_card_styles, reading_order
from bot.render.layout.card_metrics import RANK_HEIGHT
from bot.render.layout.scene import CardStyle, TileItem
from bot.render.values.game_pictures import HandPicture
from engine.model.cards import ALL_FACES, SUITS, Card, Rank, Suit, parse_card, parse_cards
from engine.model.presets import preset
from engine.model.trump import Trump
from engine.model.view import Ask, PhaseName
from tests.bot.render.layout_checks import list_faults, overlaps
from tests.bot.render.sample_views import NAMES, deal_cards, make_play, make_rules, make_trick, make_view

PHONE = 302
ROW_WIDTH = 1068
LONG_PLAYS = (make_play(1, "HK HK HQ HQ HJ HJ"), make_play(2, "H9 H10 H8 H7 H5 H4"), make_play(3, "HA HA S2 D5 C10 BJ"))


def make_random_hand(seed: int) -> HandPicture:
    """Return a picture of up to 39 random cards. Trumps, picked cards and the question of the seat are random, too."""
    rng = random.Random(seed)
    decks = rng.choice((2, 3))
    hand = deal_cards(rng.randint(0, 39), seed, decks)
    rules = preset("pagat-three-decks") if decks == 3 else preset("standard")
    trump = Trump.of(rules, rng.choice(tuple(Rank)), rng.choice((*tuple(Suit)[:4], None)))
    ask = rng.choice((Ask.LEAD, Ask.FOLLOW, Ask.BURY, Ask.NOTHING))
    trick = make_trick(LONG_PLAYS, 3, 55) if ask is Ask.FOLLOW else make_trick((), 0)
    playable = frozenset(c for c in hand if trump.effective_suit(c) is Suit.HEARTS) if ask is Ask.FOLLOW else None
    picked = tuple(rng.sample(hand, min(len(hand), rng.randint(0, 8))))
    view = make_view(rules, hand=hand, trump=trump, ask=ask, trick=trick)
    return HandPicture(view, playable, picked, names=NAMES[:4] if rng.random() < 0.5 else ())


@pytest.mark.parametrize("seed", range(60))
def test_every_card_is_shown_in_order(seed):
    picture = make_random_hand(seed)
    scene = build_scene(picture)
    cards = scene.cards
    assert tuple(item.card for item in cards) == reading_order(picture.view)
    assert Counter(item.card for item in cards) == Counter(picture.view.hand)
    assert tuple(item.style for item in cards) == list_card_styles(picture)
    for number, item in enumerate(cards, 1):
        unnumbered = item.style is CardStyle.DIM or item.visible_height is not None
        assert item.number == (None if unnumbered else number), "only whole cards that can be picked have a number"
    assert list_faults(scene) == []


@pytest.mark.parametrize("seed", range(60))
def test_cards_lie_left_to_right_in_rows(seed):
    for scene in (build_scene(make_random_hand(seed)), *build_large_scenes(make_random_hand(seed))):
        for left, right in pairwise(scene.cards):
            below = right.y > left.y + 60
            assert below or right.x > left.x
            if left.card == right.card:
                assert not below, "copies stay together"


@pytest.mark.parametrize("seed", range(60))
def test_ranks_are_fourteen_pixels_high_on_phones(seed):
    """If a trick is shown above the hand, ranks need only be eleven pixels high."""
    picture = make_random_hand(seed)
    least = 11 if picture.view.trick.plays or picture.view.tricks else 14
    for scene in (build_scene(picture), *build_large_scenes(picture)):
        for item in scene.cards:
            assert round(item.width * RANK_HEIGHT) * PHONE / scene.width >= least


@pytest.mark.parametrize("seed", range(40))
def test_large_pictures_together_show_the_whole_hand(seed):
    picture = make_random_hand(seed)
    scenes = build_large_scenes(picture)
    cards = [item for scene in scenes for item in scene.cards]
    assert tuple(item.card for item in cards) == reading_order(picture.view)
    assert all(item.number in {None, number} for number, item in enumerate(cards, 1))
    assert [list_faults(scene) for scene in scenes] == [[]] * len(scenes)


def test_large_pictures_have_larger_cards():
    picture = HandPicture(make_view(hand=deal_cards(25)))
    usual = build_scene(picture).cards[0].width
    assert len(build_large_scenes(picture)) == 2
    assert all(scene.cards[0].width > usual for scene in build_large_scenes(picture))


def test_trumps_come_first_and_suits_stay_together():
    view = make_view(hand=parse_cards("H3 S5 LJ D2 H3 C10 S2 BJ DA"))
    groups = group_by_suit(view)
    assert [suit for suit, _ in groups] == [Suit.TRUMP, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS]
    assert groups[0][1] == parse_cards("BJ LJ S2 D2 S5")
    assert groups[1][1] == parse_cards("H3 H3")


def test_only_picked_copies_are_marked():
    picture = HandPicture(make_view(hand=parse_cards("H3 H3 H3 H5")), None, parse_cards("H3 H3"))
    found = Counter((item.card, item.style) for item in build_scene(picture).cards)
    three = parse_card("H3")
    assert found[three, CardStyle.PICKED] == 2
    assert found[three, CardStyle.PLAIN] == 1


def test_only_hinted_copies_are_ringed():
    """Two of three copies are hinted at, and one of them is picked already."""
    view = make_view(hand=parse_cards("H3 H3 H3 H5 S9"))
    scene = build_scene(HandPicture(view, None, parse_cards("H3"), hinted=parse_cards("H3 H3 S9")))
    found = Counter((item.card, item.style) for item in scene.cards)
    three = parse_card("H3")
    assert [found[three, style] for style in (CardStyle.PICKED, CardStyle.HINTED, CardStyle.PLAIN)] == [1, 1, 1]
    assert found[parse_card("S9"), CardStyle.HINTED] == 1
    heights = {item.style: item.y for item in scene.cards}
    assert heights[CardStyle.PICKED] < heights[CardStyle.HINTED] < heights[CardStyle.PLAIN]


def test_playable_and_picked_cards_are_raised():
    hand = parse_cards("H3 H5 H7")
    scene = build_scene(HandPicture(make_view(hand=hand), frozenset(parse_cards("H5 H7")), parse_cards("H5")))
    heights = {item.card: item.y for item in scene.cards}
    assert heights[parse_card("H5")] < heights[parse_card("H7")] < heights[parse_card("H3")]


def test_strip_shows_every_card_of_the_trick():
    view = make_view(hand=deal_cards(8), trick=make_trick(LONG_PLAYS, 3, 55), ask=Ask.FOLLOW)
    tiles = [item for item in build_scene(HandPicture(view)).items if isinstance(item, TileItem)]
    shown = Counter[Card]()
    for tile in tiles:
        shown[tile.card] += tile.count
    assert shown == Counter(card for play in LONG_PLAYS for card in play.cards)
    assert {tile.card for tile in tiles if tile.style is CardStyle.WINNING} == set(LONG_PLAYS[2].cards)
    for i, tile in enumerate(tiles):
        assert not any(overlaps(tile.box, other.box) for other in tiles[i + 1 :])


def test_trick_of_twelve_seats_fits():
    rules = make_rules(12)
    plays = tuple(make_play(i, "HK HQ HJ H10") for i in range(11))
    view = make_view(rules, hand=deal_cards(17), trick=make_trick(plays, 3, 30), ask=Ask.FOLLOW)
    assert list_faults(build_scene(HandPicture(view, names=NAMES))) == []


def test_empty_hand_has_a_caption():
    picture = HandPicture(make_view(hand=()))
    scene = build_scene(picture)
    assert scene.cards == ()
    assert any(picture.labels.no_cards in str(item) for item in scene.items)
    assert list_faults(scene) == []


def test_hand_has_a_picture_before_trump_is_known():
    view = make_view(hand=deal_cards(12), trump=None, phase=PhaseName.DECLARING, declarer=None, declarations=())
    scene = build_scene(HandPicture(view))
    assert Counter(item.card for item in scene.cards) == Counter(view.hand)


def test_card_numbers_can_be_hidden():
    assert all(
        item.number is None
        for item in build_scene(HandPicture(make_view(hand=deal_cards(9)), show_numbers=False)).cards
    )


@st.composite
def any_hand(draw) -> tuple:
    """Generate the suits of a hand of up to 70 cards, with any trump."""
    trump = Trump.of(make_rules(4), draw(st.sampled_from(Rank)), draw(st.sampled_from((*SUITS, None))))
    faces = draw(st.lists(st.sampled_from(ALL_FACES), max_size=35))
    cards = trump.sort_for_display(card for card in faces for _ in range(draw(st.integers(1, 2))))
    return tuple((suit, tuple(group)) for suit, group in groupby(cards, trump.effective_suit))


@settings(max_examples=60, deadline=None)
@given(groups=any_hand(), extra=st.integers(60, 400))
def test_suit_takes_two_rows_only_if_needed(groups, extra):
    plan = hand_rows.plan_rows(groups, ROW_WIDTH, extra)
    assert [(suit, card) for row in plan.rows for suit, cards in row for card in cards] == [
        (suit, card) for suit, cards in groups for card in cards
    ]
    smallest = hand_rows.CARD_WIDTHS[0]
    whole = dict(groups)
    for above, below in pairwise(plan.rows):
        suit = above[-1][0]
        if suit is below[0][0]:
            step = hand_rows.visible_step(whole[suit][0], whole[suit][-1], smallest, round(smallest * 0.37))
            blocks = hand_rows.list_blocks(groups, ROW_WIDTH)
            unbroken = hand_rows._find_best_plan(groups, blocks, ROW_WIDTH, extra, low=True)
            saves_row = plan.low and len(plan.rows) < len(unbroken.rows)
            assert saves_row or len(whole[suit]) > (ROW_WIDTH - smallest) // step, "more than a row of the smallest"


def is_low_enough(rows, width, extra):
    return hand_rows._measure_height(len(rows), width, extra, low=True) <= 0.575 * ROW_WIDTH


@settings(max_examples=60, deadline=None)
@given(groups=any_hand(), extra=st.integers(60, 400))
def test_rows_are_planned_with_the_best_card_width(groups, extra):
    blocks = hand_rows.list_blocks(groups, ROW_WIDTH)
    plans = {False: [], True: []}
    for width in hand_rows.CARD_WIDTHS if blocks else ():
        rows = hand_rows._break_into_rows(blocks, width, ROW_WIDTH)
        for low in plans if rows else ():
            plans[low].append((hand_rows._score_plan(len(rows), width, ROW_WIDTH, extra, low=low), width, rows))
    if blocks:
        _, width, rows = max(plans[False])
        low = hand_rows._measure_height(len(rows), width, extra, low=False) > hand_rows._MAX_SHARE * ROW_WIDTH
        if low and len(max(plans[low])[2]) >= hand_rows._MANY_ROWS:
            return  # suits may take two rows, which another test checks
        _, width, rows = max(plans[low])
        plan = hand_rows.plan_rows(groups, ROW_WIDTH, extra)
        if low and not is_low_enough(rows, width, extra):
            assert plan.width == 124 or is_low_enough(plan.rows, plan.width, extra)
            return
        assert plan == hand_rows._widen_steps(rows, width, ROW_WIDTH, low=low)
        assert all(hand_rows._row_width(row, width, plan.step) <= ROW_WIDTH for row in rows)
