"""Replays show every hand: complete, in the hands' order, with ranks that a phone shows large."""

from itertools import groupby, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.render.layout.card_metrics import STACKED_RANK_HEIGHT
from bot.render.layout.colours import FELT
from bot.render.layout.scene import Scene, TextLine, TileItem
from bot.render.painting.tiles import tile_sprite
from bot.render.tables import replay_scene
from bot.render.tables.replay_scene import ReplayPicture
from engine.model.cards import ALL_FACES, SUITS, Card, Rank, parse_card
from engine.model.trump import Trump
from tests.bot.render.golden_pictures import replay_moment
from tests.bot.render.layout_checks import PAINTER, list_faults, overlaps
from tests.bot.render.sample_views import NAMES, deal_cards, make_rules, make_view

PHONE = 302


def list_tiles(scene: Scene) -> list[TileItem]:
    return [item for item in scene.items if isinstance(item, TileItem)]


def list_hands(scene: Scene, names) -> list[list[TileItem]]:
    """The tiles below each name, in order of seats."""
    hands: list[list[TileItem]] = []
    for item in scene.items:
        if isinstance(item, TextLine) and len(hands) < len(names) and str(item.spans[0].content) == names[len(hands)]:
            hands.append([])
        elif isinstance(item, TileItem):
            hands[-1].append(item)
    return hands


@st.composite
def any_replay(draw) -> ReplayPicture:
    """Any number of players with up to 35 cards each, any trump."""
    players = draw(st.integers(2, 12))
    rules = make_rules(players)
    trump = Trump.of(rules, draw(st.sampled_from(Rank)), draw(st.sampled_from((*SUITS, None))))
    cards = draw(st.integers(0, 35))
    seed, decks = draw(st.integers(0, 999)), -(-players * cards // 54) or 1
    pack = deal_cards(players * cards, seed, decks)
    names = tuple(f"N{i} {'W' * draw(st.integers(0, 40))}" for i in range(players))
    return ReplayPicture(make_view(rules, trump=trump), names, tuple(pack[i::players] for i in range(players)))


@settings(max_examples=40, deadline=None)
@given(picture=any_replay())
def test_hands_are_complete_and_sorted_as_hands_are(picture):
    scene = replay_scene.build_scene(picture)
    order = picture.view.card_order
    hands = list_hands(scene, picture.names)
    assert len(hands) == len(picture.hands)
    for tiles, hand in zip(hands, picture.hands, strict=True):
        shown = tuple(card for tile in tiles for card in (tile.card,) * tile.count)
        assert shown == order.sort_for_display(hand)


@settings(max_examples=40, deadline=None)
@given(picture=any_replay())
def test_replays_have_no_fault(picture):
    scene = replay_scene.build_scene(picture)
    tiles = list_tiles(scene)
    assert list_faults(scene) == []
    boxes = sorted((tile.box for tile in tiles), key=lambda box: (box.y, box.x))
    assert not any(overlaps(one, other) for one, other in pairwise(boxes))


@settings(max_examples=40, deadline=None)
@given(picture=any_replay())
def test_ranks_are_large_on_phones(picture):
    """18 pixels for up to six players; for more at least 14, and under 18 only if a hand then fits in one row."""
    scene = replay_scene.build_scene(picture)
    tiles = list_tiles(scene)
    heights = {round(tile.height * STACKED_RANK_HEIGHT) * PHONE / scene.width for tile in tiles}
    assert len(heights) <= 1, "every hand alike"
    assert all(height >= (18 if len(picture.hands) <= 6 else 14) for height in heights)
    if any(height < 18 for height in heights):
        assert all(len({tile.y for tile in hand}) <= 1 for hand in list_hands(scene, picture.names))


@settings(max_examples=40, deadline=None)
@given(picture=any_replay())
def test_suits_break_only_if_longer_than_a_row(picture):
    scene = replay_scene.build_scene(picture)
    for hand in list_hands(scene, picture.names):
        for _, suit in groupby(hand, lambda tile: picture.view.card_order.effective_suit(tile.card)):
            tiles = list(suit)
            if len({tile.y for tile in tiles}) > 1:
                assert sum(tile.box.w + 3 for tile in tiles) > (scene.width - 2 * 18 * 0.72) * 0.97


@pytest.mark.parametrize("card", ALL_FACES, ids=str)
def test_painted_rank_is_as_high_as_its_share(card: Card):
    height = list_tiles(replay_scene.build_scene(replay_moment()))[0].height
    sprite = tile_sprite(PAINTER.fonts, TileItem(0, 0, height, card, stacked=True), FELT)
    x, y = sprite.left, sprite.top
    face = sprite.image.crop((x + 6, y + 4, x + TileItem(0, 0, height, card, stacked=True).box.w - 6, y + height - 4))
    paper = face.getpixel((0, 0))
    inked = [any(face.getpixel((i, row)) != paper for i in range(face.width)) for row in range(face.height)]
    first = inked.index(True)
    figure = inked[first:].index(False) if False in inked[first:] else len(inked) - first
    least = 0.30 if card.is_joker else STACKED_RANK_HEIGHT - 0.02
    assert figure >= least * height


def test_copies_lie_side_by_side():
    pair = (parse_card("HK"),) * 2
    picture = ReplayPicture(make_view(), NAMES[:4], (pair, (), (), ()))
    (tile,) = list_tiles(replay_scene.build_scene(picture))
    assert tile.count == 2
    assert tile.box.w == 2 * TileItem(0, 0, tile.height, tile.card, stacked=True).box.w


def test_short_hands_lie_in_two_columns():
    pack = deal_cards(100, 4)
    scenes = [
        replay_scene.build_scene(
            ReplayPicture(make_view(), NAMES[:4], tuple(pack[i * 25 : i * 25 + n] for i in range(4)))
        )
        for n in (6, 25)
    ]
    columns = [{hand[0].x for hand in list_hands(scene, NAMES[:4])} for scene in scenes]
    assert [len(lefts) for lefts in columns] == [2, 1]
    assert scenes[0].height < scenes[1].height
