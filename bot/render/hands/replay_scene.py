"""The picture of a moment of a replay, with every hand open."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import attrgetter
from typing import Final

from bot.render.hands.hand_top import DENSE_HEADER_HEIGHT, add_header, add_trick_strip
from bot.render.layout import colours as c
from bot.render.layout.card_metrics import stacked_width
from bot.render.layout.scale_scene import scale_scene
from bot.render.layout.scene import Icon, Scene, SceneBuilder, Span, TextLine, TileItem
from bot.render.layout.seat_layout import WIDTH
from bot.render.layout.shared_elements import build_badge, get_team, is_last_trick_shown
from bot.render.values.game_pictures import HandPicture, Labels, SeatNames
from engine.model.cards import Card, count_faces
from engine.model.seats import Seat
from engine.model.view import View

_TILES: Final = tuple(range(111, 56, -6))
"""Heights of tiles. On a phone 302 pixels wide, ranks have 18 pixels on the highest tiles and 9 on the lowest."""
MAX_HEIGHT: Final = 660
"""The greatest height at which a desktop shows the picture with its text and its buttons without scrolling."""
_COLUMNS: Final = (1, 2, 3)
_TILE_GAP: Final = 3
_GROUP_GAP: Final = 14
_ROW_GAP: Final = 5
_HAND_GAP: Final = 8
_TOP_GAP: Final = 6
_MARGIN: Final = 18
_SCALE: Final = 0.72
"""The scale of the picture, which keeps its file small; phones show it smaller anyway."""
_NAME_HEIGHT: Final = 40

Group = tuple[tuple[Card, int], ...]
"""The different cards of one effective suit, each with its number of copies."""


@dataclass(frozen=True, slots=True)
class ReplayPicture:
    """A moment of a finished deal. It shows the trick as spectators saw it, and all hands below."""

    view: View
    names: SeatNames
    hands: tuple[tuple[Card, ...], ...]
    labels: Labels = field(default_factory=Labels)
    four_colour: bool = True


def build_scene(picture: ReplayPicture) -> Scene:
    """Return the picture. Below the deal's state and the trick, all hands stand on the largest tiles that fit."""
    builder, view, labels = SceneBuilder(), picture.view, picture.labels
    look = HandPicture(
        view,
        labels=labels,
        four_colour=picture.four_colour,
        names=picture.names,
        show_last_trick=is_last_trick_shown(view, wanted=True),
    )
    add_header(builder, look, _TOP_GAP, DENSE_HEADER_HEIGHT)
    top = add_trick_strip(builder, look, _TOP_GAP + DENSE_HEADER_HEIGHT + _TOP_GAP, small=True)
    hands = [_list_groups(picture, hand) for hand in picture.hands]
    layouts = (_lay_out(picture, hands, top, height, columns) for height in _TILES for columns in _COLUMNS)
    lowest = (_lay_out(picture, hands, top, _TILES[-1], columns) for columns in _COLUMNS)
    shown = next((one for one in layouts if one.height <= MAX_HEIGHT), None) or min(lowest, key=attrgetter("height"))
    return scale_scene(Scene(WIDTH, shown.height, (*builder.items, *shown.items)), _SCALE)


def _list_groups(picture: ReplayPicture, hand: Sequence[Card]) -> tuple[Group, ...]:
    order = picture.view.card_order
    suits = groupby(order.sort_for_display(hand), order.effective_suit)
    return tuple(tuple(count_faces(tuple(cards)).items()) for _, cards in suits)


def _lay_out(picture: ReplayPicture, hands: Sequence[tuple[Group, ...]], top: int, height: int, columns: int) -> Scene:
    width = (WIDTH - (columns + 1) * _MARGIN) // columns
    builder, y, bottom = SceneBuilder(), top, top
    for seat, hand in enumerate(hands):
        column = seat % columns
        x, y = _MARGIN + column * (width + _MARGIN), y if column else bottom
        _add_name(builder, picture, Seat(seat), x, y, width)
        tiles = tuple(_place(hand, x, y + _NAME_HEIGHT, height, width, four_colour=picture.four_colour))
        builder.add(*tiles)
        bottom = max(bottom, (tiles[-1].box.bottom if tiles else y + _NAME_HEIGHT) + _HAND_GAP)
    return builder.build(WIDTH, bottom + _TOP_GAP)


def _place(
    groups: Iterable[Group], left: int, top: int, height: int, width: int, *, four_colour: bool
) -> Iterator[TileItem]:
    """Yield the tiles of a hand in rows; a suit breaks only if it is longer than a row."""
    x, y = left, top
    for group in groups:
        lengths = [count * stacked_width(height, card) + _TILE_GAP for card, count in group]
        if x > left and x + sum(lengths) - _TILE_GAP > left + width:
            x, y = left, y + height + _ROW_GAP
        for (card, count), length in zip(group, lengths, strict=True):
            if x > left and x + length - _TILE_GAP > left + width:
                x, y = left, y + height + _ROW_GAP
            yield TileItem(x, y, height, card, count, four_colour=four_colour, stacked=True)
            x += length
        x += _GROUP_GAP - _TILE_GAP


def _add_name(builder: SceneBuilder, picture: ReplayPicture, seat: Seat, x: int, y: int, width: int) -> None:
    middle = y + _NAME_HEIGHT // 2 - 2
    crown = (Span(Icon.CROWN, 24, c.WINNING),) if seat == picture.view.declarer else ()
    name = Span(picture.names[seat] or picture.labels.empty_seat, 25)
    builder.add(
        build_badge(seat, get_team(picture.view, seat), x + 18, middle, 36),
        TextLine(x + 48, middle, (*crown, name), max_width=width - 48),
    )
