"""The strip above a hand: the plays of the trick as small tiles."""

from typing import Final

from bot.render.card_metrics import tile_width
from bot.render.hand_header import MARGIN
from bot.render.pictures import HandPicture
from bot.render.scene import CardStyle, Item, SceneBuilder, Span, TextLine, TileItem
from bot.render.seat_layout import WIDTH
from bot.render.shared_elements import build_badge, get_team
from engine.model.cards import Card, count_faces
from engine.model.seats import Seat
from engine.model.view import PhaseName, View

_TILE: Final = 62
_SMALL_TILE: Final = 46
"""Height of tiles in a strip that would otherwise take more than `_MAX_LINES` lines."""
_MAX_LINES: Final = 3
_LINE_GAP: Final = 18
_TILE_GAP: Final = 12
_BADGE_WIDTH: Final = 54
_MAX_NAME_WIDTH: Final = 170

ShownPlay = tuple[Seat, tuple[Card, ...], CardStyle]


def _list_plays(view: View) -> tuple[ShownPlay, ...]:
    """Return the plays of the trick, or before the first trick the declarations."""
    if view.trick.plays:
        return tuple(
            (p.seat, p.cards, CardStyle.WINNING if p.seat == view.trick.winner else CardStyle.PLAIN)
            for p in view.trick.plays
        )
    if view.phase is PhaseName.DECLARING:
        last = len(view.declarations) - 1
        return tuple(
            (d.seat, d.cards, CardStyle.WINNING if i == last else CardStyle.PLAIN)
            for i, d in enumerate(view.declarations)
        )
    return ()


def add_trick_strip(builder: SceneBuilder, picture: HandPicture, y: int) -> int:
    """Add the plays as small tiles in as many lines as needed, and return where the hand begins."""
    plays = _list_plays(picture.view)
    tall = _TILE if _count_lines(_measure_plays(plays, _TILE), 0) <= _MAX_LINES else _SMALL_TILE
    name_width = _fit_names(picture, plays, tall)
    x = MARGIN
    for play in plays:
        tiles = _list_tiles(play[1], tall)
        needed = _BADGE_WIDTH + name_width + sum(width + _TILE_GAP for _, _, width in tiles)
        if x > MARGIN and x + needed > WIDTH - MARGIN:
            x, y = MARGIN, y + tall + _LINE_GAP
        builder.extend(_build_player(picture, play[0], x, y + 10 + tall // 2, name_width))
        x += _BADGE_WIDTH + name_width
        for card, count, width in tiles:
            if x + width > WIDTH - MARGIN:
                x, y = MARGIN + _BADGE_WIDTH, y + tall + _LINE_GAP
            builder.add(TileItem(x, y + 10, tall, card, count, play[2], picture.four_colour))
            x += width + _TILE_GAP
        x += 16
    return y + tall + 24 if plays else y


def _list_tiles(cards: tuple[Card, ...], tall: int) -> list[tuple[Card, int, int]]:
    return [(card, count, tile_width(tall, count)) for card, count in count_faces(cards).items()]


def _measure_plays(plays: tuple[ShownPlay, ...], tall: int) -> list[int]:
    return [_BADGE_WIDTH + sum(width + _TILE_GAP for _, _, width in _list_tiles(cards, tall)) for _, cards, _ in plays]


def _count_lines(lengths: list[int], name_width: int) -> int:
    """Return the number of lines; a play too long for one continues in the next."""
    lines, x = 1, MARGIN
    for length in lengths:
        if x > MARGIN and x + name_width + length > WIDTH - MARGIN:
            lines, x = lines + 1, MARGIN
        lines += (x + name_width + length - 1) // (WIDTH - MARGIN)
        x += name_width + length + 16
    return lines


def _fit_names(picture: HandPicture, plays: tuple[ShownPlay, ...], tall: int) -> int:
    """Return the width of each name: 0 where names would need more lines."""
    if not picture.names or not plays:
        return 0
    lengths = _measure_plays(plays, tall)
    lines = _count_lines(lengths, 0)
    widths = range(_MAX_NAME_WIDTH, _MAX_NAME_WIDTH // 2, -2)
    return next((width for width in widths if _count_lines(lengths, width) <= lines), 0)


def _build_player(picture: HandPicture, seat: Seat, x: int, y: int, name_width: int) -> list[Item]:
    items: list[Item] = [build_badge(seat, get_team(picture.view, seat), x + 22, y, 44)]
    name = picture.names[seat] if seat < len(picture.names) else None
    if name_width and name:
        items.append(TextLine(x + _BADGE_WIDTH, y, (Span(name, 22),), max_width=name_width - 14))
    return items
