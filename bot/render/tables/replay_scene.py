"""The picture of a moment of a replay, with every hand open."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Final

from bot.render.layout.scale_scene import scale_scene
from bot.render.layout.scene import Item, Scene, Span, TextLine, TileItem
from bot.render.layout.seat_layout import WIDTH
from bot.render.layout.shared_elements import build_badge, get_team
from bot.render.tables import table_scene
from bot.render.values.game_pictures import SeatNames, TablePicture
from bot.render.values.labels import Labels
from engine.model.cards import Card, count_faces
from engine.model.seats import Seat
from engine.model.view import View

_TILES: Final = tuple(range(111, 85, -5))
"""Heights of tiles; on a phone 302 pixels wide, ranks are 18 pixels high on the first and 14 on the last."""
_FEW_HANDS: Final = 6
"""Up to this many hands fit on a phone with the largest tiles."""
_TILE_GAP: Final = 5
_GROUP_GAP: Final = 18
_ROW_GAP: Final = 6
_HAND_GAP: Final = 9
_MARGIN: Final = 18
_ROW_WIDTH: Final = WIDTH - 2 * _MARGIN
_HALF_WIDTH: Final = (WIDTH - 3 * _MARGIN) // 2
_SCALE: Final = 0.72
"""The scale of a picture of many hands: phones show it smaller anyway, and its file stays small."""
_NAME_HEIGHT: Final = 42
"""Height of the name above a hand."""

TileGroup = tuple[TileItem, ...]
"""The tiles of one effective suit."""


@dataclass(frozen=True, slots=True)
class ReplayPicture:
    """A moment of a finished deal, with the table as a spectator saw it and all hands below."""

    view: View
    names: SeatNames
    hands: tuple[tuple[Card, ...], ...]
    labels: Labels = field(default_factory=Labels)
    four_colour: bool = True
    show_last_trick: bool = False
    """Whether the last complete trick is shown between tricks, instead of an empty table."""


def build_scene(picture: ReplayPicture) -> Scene:
    """Return the table, and below it every hand with large ranks; short hands lie in two columns."""
    look = TablePicture(picture.view, picture.names, picture.labels, None, picture.four_colour, picture.show_last_trick)
    table = table_scene.build_full_size_scene(look)
    items: list[Item] = list(table.items)
    hands = _list_hands(picture)
    columns = 2 if all(_measure_groups(hand) <= _HALF_WIDTH for hand in hands) else 1
    y, bottom = table.height + 4, table.height
    for seat, groups in enumerate(hands):
        column = seat % columns
        if column == 0:
            y = bottom
        x, width = _MARGIN + column * (_HALF_WIDTH + _MARGIN), _HALF_WIDTH if columns > 1 else _ROW_WIDTH
        items += _build_name(picture, Seat(seat), x, y, width)
        tiles = _place_tiles(groups, x, y + _NAME_HEIGHT, width)
        bottom = max(bottom, y + _NAME_HEIGHT + _HAND_GAP, *(tile.box.bottom + _HAND_GAP for tile in tiles))
        items += tiles
    return scale_scene(Scene(WIDTH, bottom + 4, tuple(items)), _SCALE)


def _list_hands(picture: ReplayPicture) -> list[list[TileGroup]]:
    """Return every hand with the largest tiles; many hands have smaller ones if each then fits in one row."""
    for tile in _TILES if len(picture.hands) > _FEW_HANDS else ():
        hands = [_list_groups(picture, hand, tile) for hand in picture.hands]
        if all(_measure_groups(hand) <= _ROW_WIDTH for hand in hands):
            return hands
    return [_list_groups(picture, hand, _TILES[0]) for hand in picture.hands]


def _list_groups(picture: ReplayPicture, hand: Sequence[Card], height: int) -> list[TileGroup]:
    """Return a hand by effective suit, a tile for each face."""
    order, four = picture.view.card_order, picture.four_colour
    suits = (tuple(cards) for _, cards in groupby(order.sort_for_display(hand), order.effective_suit))
    return [
        tuple(TileItem(0, 0, height, card, n, four_colour=four, stacked=True) for card, n in count_faces(cards).items())
        for cards in suits
    ]


def _measure_group(group: TileGroup) -> int:
    return sum(tile.width + _TILE_GAP for tile in group) - _TILE_GAP


def _measure_groups(groups: Sequence[TileGroup]) -> int:
    return sum(_measure_group(group) + _GROUP_GAP for group in groups) - _GROUP_GAP


def _build_name(picture: ReplayPicture, seat: Seat, x: int, y: int, width: int) -> tuple[Item, Item]:
    middle = y + _NAME_HEIGHT // 2 - 2
    name = Span(picture.names[seat] or picture.labels.empty_seat, 26)
    return (
        build_badge(seat, get_team(picture.view, seat), x + 19, middle, 38),
        TextLine(x + 50, middle, (name,), max_width=width - 50),
    )


def _place_tiles(groups: Sequence[TileGroup], left: int, top: int, width: int) -> list[TileItem]:
    """Return the tiles of a hand in rows; a suit breaks only if it is longer than a row."""
    placed: list[TileItem] = []
    x, y = left, top
    for group in groups:
        if x > left and x + _measure_group(group) > left + width:
            x, y = left, y + group[0].height + _ROW_GAP
        for tile in group:
            if x + tile.width > left + width:
                x, y = left, y + tile.height + _ROW_GAP
            placed.append(replace(tile, x=x, y=y))
            x += tile.width + _TILE_GAP
        x += _GROUP_GAP - _TILE_GAP
    return placed
