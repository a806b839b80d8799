"""Replays show every hand completely, sorted as in the player's own view, with ranks that are readable on a phone."""

from dataclasses import replace
from itertools import groupby, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.render.hands import replay_scene
from bot.render.hands.replay_scene import ReplayPicture
from bot.render.layout.card_metrics import STACKED_RANK_HEIGHT
from bot.render.layout.colours import FELT
from bot.render.layout.scene import Scene, TextLine, TileItem
from bot.render.painting.tiles import tile_sprite
from engine.model.cards import ALL_FACES, SUITS, Card, Rank, parse_card
from engine.model.presets import PRESETS
from engine.model.trump import Trump
from tests.bot.render.layout_checks import PAINTER, list_faults, overlaps
from tests.bot.render.sample_views import NAMES, deal_cards, make_rules, make_view

PHONE = 302


def list_tiles(scene: Scene) -> list[TileItem]:
    return [item for item in scene.items if isinstance(item, TileItem) and item.stacked]


def list_hands(scene: Scene, names) -> list[list[TileItem]]:
    """Return the tiles below each name, in order of seats."""
    hands: list[list[TileItem]] = []
    for item in scene.items:
        if isinstance(item, TextLine) and len(hands) < len(names) and str(item.spans[-1].content) == names[len(hands)]:
            hands.append([])
        elif isinstance(item, TileItem):
            hands[-1].append(item)
    return hands


@st.composite
def any_replay(draw) -> ReplayPicture:
    """Generate a replay of 2 to 12 players with up to 35 cards each, and with any trump."""
    players = draw(st.integers(2, 12))
    rules = make_rules(players)
    trump = Trump.of(rules, draw(st.sampled_from(Rank)), draw(st.sampled_from((*SUITS, None))))
    cards = draw(st.integers(0, 35))
    seed, decks = draw(st.integers(0, 999)), -(-players * cards // 54) or 1
    pack = deal_cards(players * cards, seed, decks)
    names = tuple(f"N{i} {'W' * draw(st.integers(0, 40))}" for i in range(players))
    return ReplayPicture(make_view(rules, trump=trump), names, tuple(pack[i::players] for i in range(players)))


@settings(max_examples=20, deadline=None)
@given(picture=any_replay())
def test_hands_are_complete_and_in_display_order(picture):
    scene = replay_scene.build_scene(picture)
    order = picture.view.card_order
    hands = list_hands(scene, picture.names)
    assert len(hands) == len(picture.hands)
    for tiles, hand in zip(hands, picture.hands, strict=True):
        shown = tuple(card for tile in tiles for card in (tile.card,) * tile.count)
        assert shown == order.sort_for_display(hand)


@settings(max_examples=20, deadline=None)
@given(picture=any_replay())
def test_replays_have_no_fault(picture):
    scene = replay_scene.build_scene(picture)
    tiles = list_tiles(scene)
    assert list_faults(scene) == []
    # Each scaled tile is rounded on its own, so it may overlap the next by one pixel.
    inner = (replace(tile.box, w=tile.box.w - 1, h=tile.box.h - 1) for tile in tiles)
    boxes = sorted(inner, key=lambda box: (box.y, box.x))
    assert not any(overlaps(one, other) for one, other in pairwise(boxes))


@settings(max_examples=20, deadline=None)
@given(picture=any_replay())
def test_hands_fit_a_desktop_with_large_ranks(picture):
    """On a phone the ranks of all hands have the same height, at least 9 pixels.

    Ranks have less than 10 pixels only if the picture does not fit a desktop with larger ones.
    """
    scene = replay_scene.build_scene(picture)
    ranks = {round(tile.height * STACKED_RANK_HEIGHT) * PHONE / scene.width for tile in list_tiles(scene)}
    assert len(ranks) <= 1, "every hand alike"
    assert all(rank >= 9 for rank in ranks)
    if any(rank >= 10 for rank in ranks):
        assert scene.height <= round(replay_scene.MAX_HEIGHT * 0.72)


@pytest.mark.parametrize("name", PRESETS)
def test_hands_of_every_preset_fit_a_desktop(name):
    """In the first trick every hand still has all of its cards."""
    rules = PRESETS[name]
    pack = deal_cards(rules.players * rules.hand_size, 3, rules.decks)
    hands = tuple(pack[seat :: rules.players] for seat in range(rules.players))
    scene = replay_scene.build_scene(ReplayPicture(make_view(rules), NAMES[: rules.players], hands))
    assert scene.height <= round(replay_scene.MAX_HEIGHT * 0.72)


@settings(max_examples=20, deadline=None)
@given(picture=any_replay())
def test_suits_break_only_if_longer_than_a_row(picture):
    scene = replay_scene.build_scene(picture)
    hands = list_hands(scene, picture.names)
    columns = len({hand[0].x for hand in hands if hand})
    for hand in hands:
        for _, suit in groupby(hand, lambda tile: picture.view.card_order.effective_suit(tile.card)):
            tiles = list(suit)
            if len({tile.y for tile in tiles}) > 1:
                assert sum(tile.box.w + 2 for tile in tiles) > (scene.width / columns - 2 * 18 * 0.72) * 0.95


@pytest.mark.parametrize("card", ALL_FACES, ids=str)
def test_painted_rank_has_the_planned_height(card: Card):
    height = 80
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
