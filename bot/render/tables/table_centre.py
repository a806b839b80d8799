"""The panel in the middle of a table: trump, points and thresholds, phase, levels, called friends."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import ceil
from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.card_metrics import tile_width
from bot.render.layout.scene import Align, Box, Icon, Item, RoundedRect, Span, TextLine, TileItem, Typeface
from bot.render.layout.shared_elements import (
    build_badge,
    build_level_spans,
    build_points_bar,
    build_trump_spans,
    format_phase_title,
    get_opponents_team,
    get_team,
    is_last_trick_shown,
)
from bot.render.values.game_pictures import TablePicture
from engine.deal.scoring import points_to_win
from engine.model.cards import Card
from engine.model.options import FriendCallStyle, Teams
from engine.model.seats import Seat
from engine.model.view import PhaseName, View

CentreRow = Callable[[TablePicture, Box], list[Item]]
_PLAYED: Final = {PhaseName.PLAYING, PhaseName.PICKING_UP, PhaseName.FINISHED}
_TILE: Final = 44
_MAX_DIGITS: Final = 4
"""If points and target together have more digits than this, there is no room for their caption."""
_FRIENDS_PER_ROW: Final = 3
_TILES_PER_ROW: Final = 5
_KITTY_ROWS: Final = 3


def build_centre(picture: TablePicture, area: Box) -> list[Item]:
    """Return the panel in the middle of the table."""
    view = picture.view
    rows: list[tuple[CentreRow, int]] = [(_build_trump, 60)]
    rows.append((_build_score, 76) if _has_score(view) else (_build_title, 42))
    if view.kitty_turned and (view.rules.show_kitty or not _has_score(view)):
        rows += _list_kitty_rows(view.kitty_turned)
    if view.rules.teams is Teams.FIXED:
        rows.append((_build_levels, 58))
    rows += [(partial(_build_friends, first=i), 54) for i in range(0, len(view.friends), _FRIENDS_PER_ROW)]
    if view.points_left:
        rows.append((_build_points_left, 44))
    total = sum(height for _, height in rows) + 36
    box = Box(area.x, area.y + (area.h - total) // 2, area.w, total)
    items: list[Item] = [RoundedRect(box, c.WELL, 26)]
    y = box.y + 18
    for build_row, height in rows:
        items += build_row(picture, Box(box.x + 20, y, box.w - 40, height))
        y += height
    return items


def _has_score(view: View) -> bool:
    return view.opponents_points is not None and view.phase in _PLAYED


def _build_trump(picture: TablePicture, box: Box) -> list[Item]:
    caption, *rest = build_trump_spans(picture, 25)
    spans = (caption, *(replace(span, size=40) for span in rest))
    return [TextLine(box.x + box.w // 2, box.y + 30, spans, Align.MIDDLE, box.w, 12)]


def _format_title(picture: TablePicture) -> str:
    last = is_last_trick_shown(picture.view, wanted=picture.show_last_trick)
    return format_phase_title(picture.view, picture.labels, last=last)


def _build_title(picture: TablePicture, box: Box) -> list[Item]:
    spans = (Span(_format_title(picture), 26, c.INK, min_size=22),)
    return [TextLine(box.x + box.w // 2, box.y + 20, spans, Align.MIDDLE, box.w)]


def _build_score(picture: TablePicture, box: Box) -> list[Item]:
    view = picture.view
    points, target = str(view.opponents_points or 0), str(points_to_win(view.rules))
    ink = c.TEAM_LIGHTS[get_opponents_team(view)]
    figures = [Span(points, 30, ink, Typeface.FIGURE), Span(f"/ {target}", 25, c.FADED, Typeface.FIGURE)]
    if len(points + target) <= _MAX_DIGITS:
        figures.append(Span(picture.labels.points, 22, c.FADED))
    title = Span(_format_title(picture), 22, c.INK)
    return [
        TextLine(box.x, box.y + 22, tuple(figures), max_width=box.w - 148, gap=6),
        TextLine(box.right, box.y + 22, (title,), Align.RIGHT, 144),
        *build_points_bar(view.opponents_points or 0, view.rules, Box(box.x, box.y + 48, box.w, 16), ink),
    ]


def _build_levels(picture: TablePicture, box: Box) -> list[Item]:
    view, middle = picture.view, box.y + 31
    levels = [build_level_spans(view, Seat(team), 27, c.INK) for team in (0, 1)]
    left = 100 if max(map(len, levels)) == 1 else 0  # laps and failures take the place of the caption
    width = (box.w - left - 12) // 2
    caption = TextLine(box.x, middle, (Span(picture.labels.level, 22, c.FADED),), max_width=92)
    items: list[Item] = [caption] if left else []
    for team in (0, 1):
        x = box.x + left + team * (width + 12)
        crowned = view.declarer is not None and view.declarer % 2 == team
        crown = (Span(Icon.CROWN, 22, c.INK),) if crowned else ()
        items.append(RoundedRect(Box(x, middle - 23, width, 46), c.TEAMS[team], (23, 10)[team]))
        items.append(TextLine(x + width // 2, middle, (*crown, *levels[team]), Align.MIDDLE, width - 16, 8))
    return items


def _list_kitty_rows(cards: tuple[Card, ...]) -> list[tuple[CentreRow, int]]:
    """Return the rows of kitty cards with their heights; tiles overlap only if there are too many for three rows."""
    size = max(_TILES_PER_ROW, ceil(len(cards) / _KITTY_ROWS))
    parts = [cards[first : first + size] for first in range(0, len(cards), size)]
    return [(partial(_build_kitty_row, cards=part), 56 if part is parts[-1] else 52) for part in parts]


def _build_kitty_row(picture: TablePicture, box: Box, cards: tuple[Card, ...]) -> list[Item]:
    step = min(tile_width(_TILE) + 6, (box.w - tile_width(_TILE)) // max(1, len(cards) - 1))
    x = box.x + (box.w - tile_width(_TILE) - step * (len(cards) - 1)) // 2
    four = picture.four_colour
    return [TileItem(x + i * step, box.y + 4, _TILE, card, four_colour=four) for i, card in enumerate(cards)]


def _build_points_left(picture: TablePicture, box: Box) -> list[Item]:
    points = Span(str(picture.view.points_left), 24, c.INK, Typeface.FIGURE)
    spans = (Span(picture.labels.left_lying, 22, c.FADED), points)
    return [TextLine(box.x + box.w // 2, box.y + 20, spans, Align.MIDDLE, box.w)]


def _build_friends(picture: TablePicture, box: Box, first: int) -> list[Item]:
    view = picture.view
    items: list[Item] = []
    x = box.x
    for friend in view.friends[first : first + _FRIENDS_PER_ROW]:
        items.append(TileItem(x, box.y + 4, _TILE, friend.call.card, four_colour=picture.four_colour))
        x += tile_width(_TILE) + 5
        if friend.joined is not None:
            items.append(build_badge(friend.joined, get_team(view, friend.joined), x + 18, box.y + 26, 36))
        else:
            first_joins = view.rules.friend_call is FriendCallStyle.FIRST_BY_OTHER  # any copy counts
            copy, size = ("?", 24) if first_joins else (picture.labels.copy.format(n=friend.call.copy), 22)
            items.append(TextLine(x, box.y + 26, (Span(copy, size, c.FADED, Typeface.FIGURE),)))
        x += 42
    return items
