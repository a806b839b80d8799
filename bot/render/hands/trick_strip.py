"""The strip above a hand: the plays of the trick as small tiles."""

from collections.abc import Iterator
from typing import Final

from bot.render.hands.hand_header import MARGIN
from bot.render.layout.card_metrics import tiles_width
from bot.render.layout.scene import CardStyle, Item, SceneBuilder, Span, TextLine, TileItem
from bot.render.layout.seat_layout import WIDTH
from bot.render.layout.shared_elements import build_badge, get_team
from bot.render.layout.wrap_text import estimate_text_width
from bot.render.values.game_pictures import HandPicture
from engine.model.cards import Card, count_faces
from engine.model.seats import Seat
from engine.model.view import PhaseName, TrickView, View

_TILE: Final = 62
_SMALL_TILE: Final = 50
"""Height of tiles in a strip that would otherwise take more than `_MAX_LINES` lines."""
_MAX_LINES: Final = 2
_LINE_GAP: Final = 18
_TILE_GAP: Final = 12
_BADGE_WIDTH: Final = 54
_MAX_NAME_WIDTH: Final = 360
_MIN_NAME_WIDTH: Final = 116
"""The width at which a name shows five letters or two Chinese characters."""
_NAME_SIZES: Final = 26, 22
"""Heights of capitals in a name: usual and smallest."""
_NAME_GAP: Final = 14
_PLAY_GAP: Final = 16

ShownPlay = tuple[Seat, tuple[Card, ...], CardStyle]


def _list_plays(picture: HandPicture) -> tuple[ShownPlay, ...]:
    """Return the plays of the trick, between tricks those of the last one, or while declaring the declarations."""
    view, trick = picture.view, find_shown_trick(picture.view, last=picture.show_last_trick)
    if trick is not None:
        shown = [(p.seat, p.cards) for p in trick.plays]
        best = next((i for i, (seat, _) in enumerate(shown) if seat == trick.winner), None)
    elif view.phase is PhaseName.DECLARING and view.declarations:
        shown = [(d.seat, d.cards) for d in view.declarations]
        best = len(shown) - 1
    else:
        return ()
    order = view.card_order
    return tuple(
        (seat, order.sort_for_display(cards), CardStyle.WINNING if i == best else CardStyle.PLAIN)
        for i, (seat, cards) in enumerate(shown)
    )


def find_shown_trick(view: View, *, last: bool) -> TrickView | None:
    """Return the trick in progress, or the last complete one between tricks and if that is wanted."""
    if view.phase is PhaseName.PLAYING and view.tricks and (last or not view.trick.plays):
        return view.tricks[-1]
    return view.trick if view.trick.plays else None


def add_trick_strip(builder: SceneBuilder, picture: HandPicture, y: int, *, small: bool = False) -> int:
    """Add the plays as tiles in as many lines as needed, and return where the hand begins.

    `small`: with the smallest tiles.
    """
    plays = _list_plays(picture)
    tall = _SMALL_TILE if small else _TILE
    lengths = _measure_plays(plays, tall)
    if _count_lines(lengths, _MIN_NAME_WIDTH if picture.names else 0) > _MAX_LINES:
        tall, lengths = _SMALL_TILE, _measure_plays(plays, _SMALL_TILE)
    name_width = _fit_names(picture, plays, lengths) if picture.names and plays else 0
    x = MARGIN
    for (seat, cards, style), length in zip(plays, lengths, strict=True):
        if x > MARGIN and x + name_width + length > WIDTH - MARGIN:
            x, y = MARGIN, y + tall + _LINE_GAP
        builder.add(*_build_player(picture, seat, x, y + 10 + tall // 2, name_width))
        x += _BADGE_WIDTH + name_width
        for card, count in count_faces(cards).items():
            width = tiles_width(tall, card, count)
            if x + width > WIDTH - MARGIN:
                x, y = MARGIN + _BADGE_WIDTH, y + tall + _LINE_GAP
            builder.add(TileItem(x, y + 10, tall, card, count, style, picture.four_colour))
            x += width + _TILE_GAP
        x += _PLAY_GAP - _TILE_GAP
    return y + tall + (16 if small else 24) if plays else y


def _measure_plays(plays: tuple[ShownPlay, ...], tall: int) -> list[int]:
    """Return the widths of the plays with their badges, without names."""
    return [_BADGE_WIDTH - _TILE_GAP + sum(_measure_tiles(cards, tall)) for _, cards, _ in plays]


def _measure_tiles(cards: tuple[Card, ...], tall: int) -> Iterator[int]:
    return (tiles_width(tall, card, count) + _TILE_GAP for card, count in count_faces(cards).items())


def _count_lines(lengths: list[int], name_width: int) -> int:
    """Return the number of lines; a play too long for one continues in the next."""
    lines, x = 1, MARGIN
    for length in lengths:
        if x > MARGIN and x + name_width + length > WIDTH - MARGIN:
            lines, x = lines + 1, MARGIN
        lines += (x + name_width + length - 1) // (WIDTH - MARGIN)
        x += name_width + length + _PLAY_GAP
    return lines


def _fit_names(picture: HandPicture, plays: tuple[ShownPlay, ...], lengths: list[int]) -> int:
    """Return the width of each name: enough for the longest, or as much as needs no further line."""
    lines = _count_lines(lengths, _MIN_NAME_WIDTH)
    longest = max(estimate_text_width(_get_name(picture, seat), _NAME_SIZES[0]) for seat, _, _ in plays) + _NAME_GAP
    widths = range(min(longest, _MAX_NAME_WIDTH), _MIN_NAME_WIDTH, -8)
    return next((width for width in widths if _count_lines(lengths, width) <= lines), _MIN_NAME_WIDTH)


def _get_name(picture: HandPicture, seat: Seat) -> str:
    return (picture.names[seat] if seat < len(picture.names) else None) or ""


def _build_player(picture: HandPicture, seat: Seat, x: int, y: int, name_width: int) -> list[Item]:
    items: list[Item] = [build_badge(seat, get_team(picture.view, seat), x + 22, y, 44)]
    name = _get_name(picture, seat)
    if name:
        span = Span(name, _NAME_SIZES[0], min_size=_NAME_SIZES[1])
        items.append(TextLine(x + _BADGE_WIDTH, y, (span,), max_width=name_width - _NAME_GAP))
    return items
