"""The middle of a table: trump, points against the thresholds, what goes on, levels, called friends."""

from collections.abc import Callable
from functools import partial
from typing import Final

from bot.render import colours as c
from bot.render.captions import (
    badge,
    opponents_team,
    phase_title,
    team_of,
    trump_parts,
)
from bot.render.pictures import TablePicture
from bot.render.scene import Align, Box, Face, Fill, Item, Part, Sign, TileItem, Words, tile_width
from bot.render.score import bar
from engine.actions import FriendCall
from engine.rules import FriendCallStyle, Teams
from engine.scoring import turnover
from engine.view import PhaseName, View

Row = Callable[[TablePicture, Box], list[Item]]
_PLAYED: Final = {PhaseName.PLAYING, PhaseName.PICKING_UP, PhaseName.FINISHED}
_TILE: Final = 44
_DIGITS: Final = 4
"""Digits of points and target beside which their caption has room."""
_IN_A_ROW: Final = 3
"""Called friends in one line of the panel."""


def centre(picture: TablePicture, area: Box) -> list[Item]:
    """Return the panel in the middle of the table."""
    view = picture.view
    rows: list[Row] = [_trump, _score if _scored(view) else _title]
    if view.kitty_turned and not _scored(view):
        rows.append(_turned)
    if view.rules.teams is Teams.FIXED:
        rows.append(_levels)
    rows += [partial(_friends, first=i) for i in range(0, len(view.friends), _IN_A_ROW)]
    if view.points_left:
        rows.append(_left_lying)
    heights = [_height(row) for row in rows]
    box = Box(area.x, area.y + (area.h - sum(heights) - 36) // 2, area.w, sum(heights) + 36)
    items: list[Item] = [Fill(box, c.WELL, 26)]
    y = box.y + 18
    for row, height in zip(rows, heights, strict=True):
        items += row(picture, Box(box.x + 20, y, box.w - 40, height))
        y += height
    return items


def _scored(view: View) -> bool:
    """Tell whether points are counted already, and may be seen."""
    return view.opponents_points is not None and view.phase in _PLAYED


def _trump(picture: TablePicture, box: Box) -> list[Item]:
    parts = trump_parts(picture.view, picture.labels, 25, four_colour=picture.four_colour, ink=c.TRUMP_INK)
    enlarged = tuple(
        Part(
            p.what,
            25 if p.face is Face.TEXT and isinstance(p.what, str) and p.what in _texts(picture) else 40,
            p.ink,
            p.face,
        )
        for p in parts
    )
    return [Words(box.x + box.w // 2, box.y + 30, enlarged, Align.MIDDLE, box.w, 12)]


def _texts(picture: TablePicture) -> set[str]:
    labels = picture.labels
    return {labels.trump, labels.no_trump, labels.level, labels.undeclared}


def _title(picture: TablePicture, box: Box) -> list[Item]:
    view = picture.view
    parts = (Part(phase_title(view, picture.labels), 22, c.INK),)
    return [Words(box.x + box.w // 2, box.y + 20, parts, Align.MIDDLE, box.w)]


def _score(picture: TablePicture, box: Box) -> list[Item]:
    """Return points and the bar that they fill."""
    view = picture.view
    points, target = str(view.opponents_points or 0), str(turnover(view.rules))
    ink = c.TEAM_LIGHTS[opponents_team(view)]
    figures = [Part(points, 30, ink, Face.FIGURE), Part(f"/ {target}", 25, c.FADED, Face.FIGURE)]
    if len(points + target) <= _DIGITS:
        figures.append(Part(picture.labels.points, 22, c.FADED))
    title = Part(phase_title(view, picture.labels), 22, c.INK)
    return [
        Words(box.x, box.y + 22, tuple(figures), room=box.w - 148, gap=6),
        Words(box.right, box.y + 22, (title,), Align.RIGHT, 144),
        *bar(view.opponents_points or 0, view.rules, Box(box.x, box.y + 48, box.w, 16), ink),
    ]


def _levels(picture: TablePicture, box: Box) -> list[Item]:
    """Return the levels of the two teams, the declarers' with a crown."""
    view, middle = picture.view, box.y + 31
    width = (box.w - 100 - 12) // 2
    items: list[Item] = [Words(box.x, middle, (Part(picture.labels.level, 22, c.FADED),), room=92)]
    for team in (0, 1):
        x = box.x + 100 + team * (width + 12)
        crowned = view.declarer is not None and view.declarer % 2 == team
        sign = (Part(Sign.CROWN, 22, c.INK),) if crowned else ()
        level = Part(view.levels[team].text, 27, c.INK, Face.FIGURE)
        items.append(Fill(Box(x, middle - 23, width, 46), c.TEAMS[team], (23, 10)[team]))
        items.append(Words(x + width // 2, middle, (*sign, level), Align.MIDDLE, width - 16, 8))
    return items


def _turned(picture: TablePicture, box: Box) -> list[Item]:
    """Return the kitty cards that made trumps."""
    found = picture.view.kitty_turned
    step = min(tile_width(_TILE) + 6, (box.w - tile_width(_TILE)) // max(1, len(found) - 1))
    x = box.x + (box.w - tile_width(_TILE) - step * (len(found) - 1)) // 2
    four = picture.four_colour
    return [TileItem(x + i * step, box.y + 4, _TILE, card, four_colour=four) for i, card in enumerate(found)]


def _left_lying(picture: TablePicture, box: Box) -> list[Item]:
    """Return how many points lie for nobody."""
    parts = (
        Part(picture.labels.left_lying, 22, c.FADED),
        Part(str(picture.view.points_left), 24, c.INK, Face.FIGURE),
    )
    return [Words(box.x + box.w // 2, box.y + 20, parts, Align.MIDDLE, box.w)]


def _friends(picture: TablePicture, box: Box, first: int) -> list[Item]:
    """Return called cards, each with its copy and the badge of who has joined by it; three in a row."""
    view = picture.view
    items: list[Item] = []
    x = box.x
    for friend in view.friends[first : first + _IN_A_ROW]:
        items.append(TileItem(x, box.y + 4, _TILE, friend.call.card, four_colour=picture.four_colour))
        x += tile_width(_TILE) + 5
        if friend.joined is not None:
            items.append(badge(friend.joined, team_of(view, friend.joined), x + 18, box.y + 26, 36))
        else:
            items.append(Words(x, box.y + 26, _copy(picture, friend.call)))
        x += 42
    return items


def _copy(picture: TablePicture, call: FriendCall) -> tuple[Part, ...]:
    """Return which copy is called; where the first other player joins there is nothing to say."""
    if picture.view.rules.friend_call is FriendCallStyle.FIRST_BY_OTHER:
        return (Part("?", 24, c.FADED, Face.FIGURE),)
    return (Part(picture.labels.copy.format(n=call.copy), 22, c.FADED, Face.FIGURE),)


def _height(row: Row) -> int:
    """Return the rows that a line of the panel takes."""
    return 54 if isinstance(row, partial) else _HEIGHTS[row]


_HEIGHTS: Final[dict[Row, int]] = {_trump: 60, _title: 42, _score: 76, _levels: 58, _turned: 56, _left_lying: 44}
