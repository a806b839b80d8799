"""The middle of a table: trump, points against the thresholds, what goes on, levels, called friends."""

from bot.render import colours as c
from bot.render.captions import (
    badge,
    opponents_team,
    phase_title,
    suit_light,
    team_of,
    trump_parts,
)
from bot.render.pictures import TablePicture
from bot.render.scene import Align, Box, Face, Fill, Item, Part, Sign, TileItem, Words, tile_width
from engine.rules import Teams
from engine.seats import Seat
from engine.view import PhaseName, View


def centre(picture: TablePicture, area: Box) -> list[Item]:
    """Return the panel in the middle of the table."""
    view = picture.view
    rows = [_trump, _title]
    if _scored(view):
        rows.append(_score)
    if view.rules.teams is Teams.FIXED:
        rows.append(_levels)
    elif view.friends:
        rows.append(_friends)
    heights = [_HEIGHTS[row] for row in rows]
    box = Box(area.x, area.y + (area.h - sum(heights) - 36) // 2, area.w, sum(heights) + 36)
    items: list[Item] = [Fill(box, c.WELL, 26)]
    y = box.y + 18
    for row, height in zip(rows, heights, strict=True):
        items += row(picture, Box(box.x + 20, y, box.w - 40, height))
        y += height
    return items


def _scored(view: View) -> bool:
    return view.opponents_points is not None and view.phase not in {PhaseName.READY, PhaseName.DECLARING}


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
    parts = (Part(phase_title(view, picture.labels), 20, c.INK),)
    return [Words(box.x + box.w // 2, box.y + 20, parts, Align.MIDDLE, box.w)]


def _score(picture: TablePicture, box: Box) -> list[Item]:
    """Return points and the bar that they fill."""
    view = picture.view
    points = view.opponents_points or 0
    whole = 100 * view.rules.decks
    team = opponents_team(view)
    bar = Box(box.x, box.y + 46, box.w, 20)
    filled = round(bar.w * min(1, max(0, points) / whole))
    parts = (Part(str(points), 28, c.TEAM_LIGHTS[team], Face.FIGURE), Part(picture.labels.points, 20, c.FADED))
    items: list[Item] = [Words(box.x, box.y + 24, parts), Fill(bar, c.PIT, 10)]
    if filled:
        items.append(Fill(Box(bar.x, bar.y, max(bar.h, filled), bar.h), c.TEAM_LIGHTS[team], 10))
    return items


def _levels(picture: TablePicture, box: Box) -> list[Item]:
    """Return the levels of the two teams, the declarers' with a crown."""
    view = picture.view
    half = (box.w - 14) // 2
    items: list[Item] = []
    for team in (0, 1):
        x = box.x + team * (half + 14)
        ground = Box(x, box.y + 8, half, 46)
        crowned = view.declarer is not None and view.declarer % 2 == team
        items.append(Fill(ground, c.TEAMS[team], 23 if team == 0 else 10))
        sign = (Part(Sign.CROWN, 22, c.INK),) if crowned else ()
        parts = (*sign, Part(picture.labels.lv, 18, c.INK), Part(view.levels[team].text, 26, c.INK, Face.FIGURE))
        items.append(Words(x + half // 2, ground.y + 23, parts, Align.MIDDLE, half - 24, 8))
    return items


def _friends(picture: TablePicture, box: Box) -> list[Item]:
    """Return the called cards, each with its copy and the badge of who has joined by it."""
    view, labels = picture.view, picture.labels
    items: list[Item] = [Words(box.x, box.y + 36, (Part(labels.friends, 18, c.FADED),), room=110)]
    x = box.x + 116
    for friend in view.friends:
        items.append(TileItem(x, box.y + 8, 54, friend.call.card, four_colour=picture.four_colour))
        x += tile_width(54) + 6
        if friend.joined is not None:
            items.append(badge(friend.joined, team_of(view, friend.joined), x + 18, box.y + 35, 36))
        else:
            items.append(Words(x, box.y + 35, (Part(labels.copy.format(n=friend.call.copy), 20, c.INK, Face.FIGURE),)))
        x += 46
    return items


_HEIGHTS = {_trump: 64, _title: 42, _score: 76, _levels: 58, _friends: 70}

__all__ = ["Seat", "centre", "suit_light"]
