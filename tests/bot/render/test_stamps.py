"""A stamp is a sprite cut into pieces. It paints the same pixels, and few pieces need a mask for transparency."""

from itertools import combinations, product

import pytest
from PIL import Image

from bot.render.layout.card_metrics import card_height
from bot.render.layout.colours import FELT, GOLD, INK, PAPER
from bot.render.layout.scene import CardItem, CardStyle, Scene, TileItem, Typeface
from bot.render.painting.card_faces import corner_radius
from bot.render.painting.sprites import CoveredCard, Sprite, back_sprite, frame_sprite, plate_sprite, tint_mask
from bot.render.painting.stamps import ALL, cut
from bot.render.painting.tiles import tile_sprite
from engine.model.cards import parse_card, parse_cards
from tests.bot.render.test_golden_pictures import PAINTER

SPRITES = {
    "plate": plate_sprite((90, 60), 20, GOLD, (INK, 4), FELT),
    "pill": plate_sprite((90, 40), 20, GOLD, None, FELT),
    "odd disc": plate_sprite((41, 41), 20, GOLD, None, FELT),
    "square plate": plate_sprite((50, 40), 0, GOLD, None, FELT),
    "edge": plate_sprite((90, 60), 20, None, (INK, 4), FELT),
    "frame": frame_sprite(84, CardStyle.PLAIN, FELT, None),
    "ringed frame": frame_sprite(84, CardStyle.PICKED, FELT, CoveredCard(PAPER, 1)),
    "shade": frame_sprite(84, CardStyle.DIM, FELT, CoveredCard(PAPER)),
    "back": back_sprite(84, FELT),
    "tile": tile_sprite(PAINTER.fonts, TileItem(0, 0, 62, parse_card("H10"), 2, CardStyle.WINNING), FELT),
    "letters": tint_mask(PAINTER.fonts.render_text("Ann", 28, Typeface.TEXT)[0], INK, FELT, 2, 20),
}


def paint_whole(sprite: Sprite, x: int, y: int, right: int, foot: int) -> bytes:
    image = Image.new("P", (150, 150), 9)
    box = (0, 0, sprite.left + right, sprite.top + foot)
    box = (*box[:2], *map(min, box[2:], sprite.image.size))
    image.paste(sprite.image.crop(box), (x - sprite.left, y - sprite.top), sprite.mask.crop(box))
    return image.tobytes()


@pytest.mark.parametrize("name", SPRITES)
def test_stamp_paints_the_same_as_its_sprite(name):
    rooms = [(ALL, ALL), (30, ALL), (ALL, 37), (76, 104), (10, 1)]
    for place, room in product([(20, 20), (-30, 5), (100, 120)], rooms):
        image = Image.new("P", (150, 150), 9)
        cut(SPRITES[name]).paint(image, *place, *room)
        assert image.tobytes() == paint_whole(SPRITES[name], *place, *room), (place, room)


@pytest.mark.parametrize("name", SPRITES)
def test_pieces_of_a_stamp_do_not_overlap(name):
    for one, other in combinations(cut(SPRITES[name]).pieces, 2):
        beside = one.right <= other.left or other.right <= one.left
        assert beside or one.foot <= other.top or other.foot <= one.top


def test_stamp_of_a_plate_masks_only_its_corners():
    stamp = cut(plate_sprite((900, 300), 30, GOLD, None, FELT))
    assert sum((p.right - p.left) * (p.foot - p.top) for p in stamp.pieces if p.mask is not None) == 4 * 30 * 30


def test_stamp_of_an_empty_sprite_has_no_pieces():
    assert cut(Sprite(Image.new("P", (20, 20)), Image.new("1", (20, 20)), corner=4)).pieces == ()


@pytest.mark.parametrize("height", [None, 148], ids=["whole", "low"])
@pytest.mark.parametrize("style", CardStyle)
def test_next_card_hides_all_of_a_covered_card_but_its_strip(style, height):
    last = CardItem(80, 20, 148, parse_card("H9"), style, visible_height=height)
    pictures = []
    for card in parse_cards("BJ SK"):
        first = CardItem(20, 20, 148, card, style, 60, visible_height=height)
        pictures.append(PAINTER.paint(Scene(260, 40 + card_height(148), (first, last))))
    hidden = 80 + corner_radius(148), 0, *pictures[0].size
    assert pictures[0].crop(hidden).tobytes() == pictures[1].crop(hidden).tobytes()
    assert pictures[0].tobytes() != pictures[1].tobytes()
