"""Lays out the panel in the middle of a table, which shows the trump, the points and the state of the deal."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import ceil
from typing import Final

from bot.render.layout import colours as c
from bot.render.layout.card_metrics import tile_width
from bot.render.layout.scene import Align, Box, Icon, RoundedRect, SceneBuilder, Span, TextLine, TileItem, Typeface
from bot.render.layout.shared_elements import (
    add_points_bar,
    build_badge,
    build_level_spans,
    build_trump_spans,
    get_opponents_team,
    get_team,
    get_trick_number,
    is_last_trick_shown,
)
from bot.render.values.game_pictures import TablePicture
from engine.deal.scoring import points_to_win
from engine.model.cards import Card
from engine.model.options import FriendCallStyle, Teams
from engine.model.seats import Seat
from engine.model.view import PhaseName, View

AddRow = Callable[[SceneBuilder, TablePicture, Box], None]
_PLAYED: Final = {PhaseName.PLAYING, PhaseName.PICKING_UP, PhaseName.FINISHED}
_TILE: Final = 44
_MAX_DIGITS: Final = 4
"""The most digits of points and target together that leave room for a caption."""
_FRIENDS_PER_ROW: Final = 3
_TILES_PER_ROW: Final = 5
_KITTY_ROWS: Final = 3


def add_centre(builder: SceneBuilder, picture: TablePicture, area: Box) -> None:
    """Add the panel in the middle of the table."""
    view = picture.view
    rows: list[tuple[AddRow, int]] = [(_add_trump, 60)]
    rows.append((_add_score, 76) if _has_score(view) else (_add_title, 42))
    if view.kitty_turned and (view.rules.show_kitty or not _has_score(view)):
        rows += _list_kitty_rows(view.kitty_turned)
    if view.rules.teams is Teams.FIXED:
        rows.append((_add_levels, 58))
    rows += [(partial(_add_friends, first=i), 54) for i in range(0, len(view.friends), _FRIENDS_PER_ROW)]
    if view.points_left:
        rows.append((_add_points_left, 44))
    total = sum(height for _, height in rows) + 36
    box = Box(area.x, area.y + (area.h - total) // 2, area.w, total)
    builder.add(RoundedRect(box, c.WELL, 26))
    y = box.y + 18
    for add_row, height in rows:
        add_row(builder, picture, Box(box.x + 20, y, box.w - 40, height))
        y += height


def _has_score(view: View) -> bool:
    return view.opponents_points is not None and view.phase in _PLAYED


def _add_trump(builder: SceneBuilder, picture: TablePicture, box: Box) -> None:
    caption, *rest = build_trump_spans(picture, 25)
    spans = (caption, *(replace(span, size=40) for span in rest))
    builder.add(TextLine(box.x + box.w // 2, box.y + 30, spans, Align.MIDDLE, box.w, 12))


def _format_title(picture: TablePicture) -> str:
    """Return the title of the view's phase; during play, this is the number of the trick that is shown."""
    view, labels = picture.view, picture.labels
    trick = get_trick_number(view, last=is_last_trick_shown(view, wanted=picture.show_last_trick))
    return {
        PhaseName.READY: labels.ready if view.redeal is None else labels.redeal,
        PhaseName.DECLARING: labels.dealing.format(n=view.to_draw) if view.to_draw else labels.declaring,
        PhaseName.CLAIMING: labels.claiming,
        PhaseName.BURYING: labels.burying,
        PhaseName.STEALING: labels.stealing,
        PhaseName.CALLING: labels.calling,
        PhaseName.PLAYING: labels.trick.format(n=trick),
        PhaseName.PICKING_UP: labels.picking_up,
        PhaseName.FINISHED: labels.finished,
    }[view.phase]


def _add_title(builder: SceneBuilder, picture: TablePicture, box: Box) -> None:
    title = Span(_format_title(picture), 26, c.INK, min_size=22)
    builder.write(box.x + box.w // 2, box.y + 20, title, Align.MIDDLE, box.w)


def _add_score(builder: SceneBuilder, picture: TablePicture, box: Box) -> None:
    view = picture.view
    points, target = str(view.opponents_points or 0), str(points_to_win(view.rules))
    ink = c.TEAM_LIGHTS[get_opponents_team(view)]
    figures = [Span(points, 30, ink, Typeface.FIGURE), Span(f"/ {target}", 25, c.FADED, Typeface.FIGURE)]
    if len(points + target) <= _MAX_DIGITS:
        figures.append(Span(picture.labels.points, 22, c.FADED))
    builder.add(TextLine(box.x, box.y + 22, tuple(figures), max_width=box.w - 148, gap=6))
    builder.write(box.right, box.y + 22, Span(_format_title(picture), 22, c.INK), Align.RIGHT, 144)
    add_points_bar(builder, view.opponents_points or 0, view.rules, Box(box.x, box.y + 48, box.w, 16), ink)


def _add_levels(builder: SceneBuilder, picture: TablePicture, box: Box) -> None:
    view, middle = picture.view, box.y + 31
    levels = [build_level_spans(view, Seat(team), 27, c.INK) for team in (0, 1)]
    left = 100 if max(map(len, levels)) == 1 else 0  # laps and failures take the place of the caption
    width = (box.w - left - 12) // 2
    if left:
        builder.write(box.x, middle, Span(picture.labels.level, 22, c.FADED), max_width=92)
    for team in (0, 1):
        x = box.x + left + team * (width + 12)
        crowned = view.declarer is not None and view.declarer % 2 == team
        crown = (Span(Icon.CROWN, 22, c.INK),) if crowned else ()
        builder.add(RoundedRect(Box(x, middle - 23, width, 46), c.TEAMS[team], (23, 10)[team]))
        builder.add(TextLine(x + width // 2, middle, (*crown, *levels[team]), Align.MIDDLE, width - 16, 8))


def _list_kitty_rows(cards: tuple[Card, ...]) -> list[tuple[AddRow, int]]:
    """Return the rows of kitty cards with their heights. Tiles overlap only if they would not fit in three rows."""
    size = max(_TILES_PER_ROW, ceil(len(cards) / _KITTY_ROWS))
    parts = [cards[first : first + size] for first in range(0, len(cards), size)]
    return [(partial(_add_kitty_row, cards=part), 56 if part is parts[-1] else 52) for part in parts]


def _add_kitty_row(builder: SceneBuilder, picture: TablePicture, box: Box, cards: tuple[Card, ...]) -> None:
    step = min(tile_width(_TILE) + 6, (box.w - tile_width(_TILE)) // max(1, len(cards) - 1))
    x = box.x + (box.w - tile_width(_TILE) - step * (len(cards) - 1)) // 2
    for i, card in enumerate(cards):
        builder.add(TileItem(x + i * step, box.y + 4, _TILE, card, four_colour=picture.four_colour))


def _add_points_left(builder: SceneBuilder, picture: TablePicture, box: Box) -> None:
    points = Span(str(picture.view.points_left), 24, c.INK, Typeface.FIGURE)
    spans = (Span(picture.labels.left_lying, 22, c.FADED), points)
    builder.add(TextLine(box.x + box.w // 2, box.y + 20, spans, Align.MIDDLE, box.w))


def _add_friends(builder: SceneBuilder, picture: TablePicture, box: Box, first: int) -> None:
    view, x = picture.view, box.x
    for friend in view.friends[first : first + _FRIENDS_PER_ROW]:
        builder.add(TileItem(x, box.y + 4, _TILE, friend.call.card, four_colour=picture.four_colour))
        x += tile_width(_TILE) + 5
        if friend.joined is not None:
            builder.add(build_badge(friend.joined, get_team(view, friend.joined), x + 18, box.y + 26, 36))
        else:
            first_joins = view.rules.friend_call is FriendCallStyle.FIRST_BY_OTHER  # the copy is not fixed
            copy, size = ("?", 24) if first_joins else (picture.labels.copy.format(n=friend.call.copy), 22)
            builder.write(x, box.y + 26, Span(copy, size, c.FADED, Typeface.FIGURE))
        x += 42
