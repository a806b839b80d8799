"""The strip above a hand shows each player's name with all cards they played. Copies lie side by side."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.render.hands.hand_scene import build_scene
from bot.render.layout.colours import FELT
from bot.render.layout.scene import Badge, CardStyle, Scene, TextLine, TileItem
from bot.render.painting.tiles import tile_sprite
from bot.render.values.game_pictures import HandPicture
from engine.model.cards import ALL_FACES, count_faces, parse_card
from engine.model.options import Teams
from engine.model.view import Ask, PlayView
from tests.bot.render.layout_checks import PAINTER, list_faults, overlaps
from tests.bot.render.sample_views import deal_cards, make_rules, make_trick, make_view

PHONE = 302
LONG_NAMES = ("Christopher Wellington-Smythe", "无敌的老庄家王先生不敗傳說", "أحمد بن عبد الله الطويل", "W" * 32, "Mei")


@st.composite
def any_trick(draw) -> HandPicture:
    """Generate a hand below a trick of up to eleven plays of one size, with names of any length."""
    players = draw(st.integers(2, 12))
    size = draw(st.integers(1, 16))
    fewest = draw(st.integers(1, size))
    faces = st.lists(st.sampled_from(ALL_FACES), min_size=fewest, max_size=size, unique=True)
    plays = []
    for seat in range(draw(st.integers(1, players - 1))):
        different = draw(faces)
        cards = tuple(different[i % len(different)] for i in range(size))
        plays.append(PlayView(seat, cards, ()))
    names = tuple(draw(st.sampled_from(LONG_NAMES)) for _ in range(players))
    fields = {"hand": deal_cards(9), "ask": Ask.FOLLOW, "points": (0,) * players}
    return HandPicture(make_view(make_rules(players, Teams.FRIENDS), trick=make_trick(plays, 0), **fields), names=names)


def list_strip_names(scene: Scene) -> list[str]:
    """Return the names as painted. Each name follows the badge of its seat."""
    lines = []
    for badge, line in zip(scene.items, scene.items[1:], strict=False):
        if isinstance(badge, Badge) and isinstance(line, TextLine):
            (span,) = PAINTER.text.fit_spans(line.spans, line.max_width, line.gap)
            lines.append(str(span.content))
    return lines


@settings(max_examples=40, deadline=None)
@given(picture=any_trick())
def test_no_name_is_dropped_however_wide_the_trick(picture):
    painted = list_strip_names(build_scene(picture))
    full = [picture.names[play.seat] for play in picture.view.trick.plays]
    assert len(painted) == len(full)
    for shown, name in zip(painted, full, strict=True):
        letters = shown.removesuffix("…")
        assert name.startswith(letters)
        assert shown == name or len(letters) >= 2


@settings(max_examples=40, deadline=None)
@given(picture=any_trick())
def test_every_card_of_trick_has_a_tile(picture):
    scene = build_scene(picture)
    tiles = [item for item in scene.items if isinstance(item, TileItem)]
    order = picture.view.card_order
    plays = [order.sort_for_display(play.cards) for play in picture.view.trick.plays]
    assert [(tile.card, tile.count) for tile in tiles] == [
        pair for cards in plays for pair in count_faces(cards).items()
    ]
    assert list_faults(scene) == []
    for i, tile in enumerate(tiles):
        assert not any(overlaps(tile.box, other.box) for other in tiles[i + 1 :])


@pytest.mark.parametrize("card", ["H2", "SQ", "D10", "CA", "BJ", "LJ"])
@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("height", [46, 62, 66])
def test_every_copy_on_a_tile_shows_its_rank(card, count, height):
    """All covered copies look alike, and each visible part is at least seven pixels wide on a phone."""
    item = TileItem(0, 0, height, parse_card(card), count)
    step = item.box.w - TileItem(0, 0, height, item.card, count - 1).box.w
    paper = PAINTER.paint(Scene(item.box.w + 40, height + 40, (TileItem(20, 20, height, item.card, count),)))
    middles = [paper.crop((20 + i * step + 4, 26, 20 + (i + 1) * step - 3, 14 + height)) for i in range(count - 1)]
    inks = [Counter(part.tobytes()) for part in middles]
    assert all(ink == inks[0] for ink in inks), "all covered copies look alike"
    assert len(inks[0]) > 1, "and are not blank"
    assert step * PHONE / 1100 >= 7, "wide enough to be seen on a phone"


@pytest.mark.parametrize("count", [1, 2, 3])
def test_winning_tiles_have_one_ring(count):
    item = TileItem(0, 0, 62, parse_card("HK"), count, CardStyle.WINNING)
    sprite = tile_sprite(PAINTER.fonts, item, FELT)
    ring = sprite.image.getpixel((sprite.left - 3, sprite.top + 31))
    row = [sprite.image.getpixel((x, sprite.top + 8)) for x in range(sprite.image.width)]
    assert row.count(ring) <= 2 * 6
