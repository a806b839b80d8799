"""Builds the parts that several pictures share, such as headings, badges and the bar of points."""

import re
from collections.abc import Iterable
from typing import Final
from unicodedata import east_asian_width

from bot.render.layout import colours as c
from bot.render.layout.colours import Colour
from bot.render.layout.scene import Align, Badge, Box, Icon, Item, RoundedRect, SceneBuilder, Span, TextLine, Typeface
from bot.render.layout.seat_layout import WIDTH
from bot.render.values.game_pictures import HandPicture, ResultPicture, TablePicture
from engine.deal.scoring import points_to_win, thresholds
from engine.model.cards import Suit
from engine.model.options import Teams
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.view import PhaseName, View

_SMALLEST: Final = 22
"""The smallest height of capitals that people can read on a phone."""
PAGE_MARGIN: Final = 30
SERIES_COLOURS: Final[tuple[Colour, ...]] = (
    *c.TEAM_LIGHTS,
    c.LIGHT_CLUBS,
    c.PURPLE,
    c.LIGHT_HEARTS,
    c.CYAN,
    c.TRUMP_INK,
    c.SILVER,
)
MEDAL_COLOURS: Final[tuple[Colour, ...]] = (c.WINNING, c.SILVER, c.BRONZE)
_PIECES: Final = re.compile(
    r"[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f][\u3001\u3002\uff01\uff0c\uff1a\uff1b\uff1f\uff09\u300d]*|"
    r"[^\s\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]+\s*|\s+"
)
"""Matches an unbreakable part of a text, which is a word with spaces or a Chinese character with punctuation."""
_NARROW: Final = 0.74
_WIDE: Final = 1.46
"""The widths of a letter and of a Chinese character, as shares of the height of capitals."""


def light_suit_colour(suit: Suit, *, four_colour: bool) -> Colour:
    """Return the colour of a suit on a dark background."""
    return (c.LIGHT_FOUR if four_colour else c.LIGHT_TWO)[suit]


def build_lap_spans(lap: int, size: int, ink: Colour) -> tuple[Span, ...]:
    """Return a ring and the number of a lap through all levels, or nothing for the first lap."""
    if lap == 1:
        return ()
    return (Span(Icon.RING, round(size * 0.6), ink), Span(str(lap), _SMALLEST, ink, Typeface.FIGURE))


def build_level_spans(view: View, seat: Seat, size: int, ink: Colour) -> tuple[Span, ...]:
    """Return a seat's level, with its lap from the second on, and with its number of failures at the final level."""
    failures = view.ace_failures[seat] if view.ace_failures else 0
    cross = (Span(Icon.CROSS, round(size * 0.6), ink), Span(str(failures), _SMALLEST, ink, Typeface.FIGURE))
    level = Span(view.levels[seat].text, size, ink, Typeface.FIGURE)
    return (level, *build_lap_spans(view.lap_of(seat), size, ink), *(cross if failures else ()))


def build_trump_spans(picture: HandPicture | TablePicture | ResultPicture, size: int) -> tuple[Span, ...]:
    """Return the trump, such as `Trump ♠ 2` or `No trump 2`. While trump is undecided, return only the level."""
    view, labels, ink = picture.view, picture.labels, c.TRUMP_INK
    rank = format_trump_rank(view)
    figure = () if rank is None else (Span(rank, round(size * 1.12), ink, Typeface.FIGURE),)
    suit = view.trump.suit if view.trump is not None else None
    if suit is not None:
        symbol = Span(suit, round(size * 1.12), light_suit_colour(suit, four_colour=picture.four_colour))
        return (Span(labels.trump, size, ink), symbol, *figure)
    if view.declarations or view.phase not in {PhaseName.READY, PhaseName.DECLARING}:  # so far, there is no trump suit
        return (Span(labels.no_trump, size, ink), *figure)
    return (Span(labels.level, size, ink), *figure) if figure else (Span(labels.undeclared, size, ink),)


def format_trump_rank(view: View) -> str | None:
    """Return the rank of trumps as text. If there is none, return the deal's level, or None if no level is known."""
    if view.trump is not None and view.trump.rank is not None:
        return view.trump.rank.text  # levels may have changed since trump was declared
    return None if view.deal_level is None else view.deal_level.text


def get_team(view: View, seat: Seat) -> int | None:
    """Return the colour, 0 or 1, of a seat's fixed team or, without fixed teams, of its side. None if unknown."""
    if view.rules.teams is Teams.FIXED:
        return seat % 2
    side = view.sides[seat]
    return None if side is None else 0 if side else 1


def get_opponents_team(view: View) -> int:
    """Return the colour, 0 or 1, of the declarers' opponents. Their points are shown in the same colour."""
    if view.rules.teams is Teams.FIXED and view.declarer is not None:
        return 1 - view.declarer % 2
    return 1


def build_badge(seat: Seat, team: int | None, x: int, y: int, size: int) -> Badge:
    """Return a seat's badge: its number from 1, with the colour and the shape of its side."""
    ground = c.NO_TEAM if team is None else c.TEAMS[team]
    return Badge(x, y, size, str(seat + 1), ground, square=team == 1)


def is_last_trick_shown(view: View, *, wanted: bool) -> bool:
    """Return whether a table shows the last complete trick. It does after a deal and, if `wanted`, between tricks."""
    return bool(view.tricks) and not view.trick.plays and (wanted or view.phase is PhaseName.FINISHED)


def get_trick_number(view: View, *, last: bool) -> int:
    """Return the number of the trick in progress, from 1. With `last`, return that of the last complete trick."""
    return len(view.tricks) + (not last)


def add_points_bar(builder: SceneBuilder, points: int, rules: Rules, box: Box, colour: Colour) -> None:
    """Add a bar filled up to `points`, with a notch at each threshold. At the longest notch, opponents take over."""
    length = max(2 * points_to_win(rules), points, 1)
    filled = round(box.w * max(0, points) / length)
    if filled < box.w:
        builder.add(RoundedRect(box, c.PIT, box.h // 2))
    if filled:
        builder.add(RoundedRect(Box(box.x, box.y, min(box.w, max(box.h, filled)), box.h), colour, box.h // 2))
    for threshold in thresholds(rules):
        x = box.x + round(box.w * threshold.points / length)
        if box.x + box.h // 2 < x < box.right - box.h // 2:
            takes_over = threshold.points == points_to_win(rules)
            reached = threshold.points <= points
            ink = c.INK if takes_over else c.PIT if reached else c.LINE
            overhang = 7 if takes_over else 0
            builder.add(RoundedRect(Box(x - 2, box.y - overhang, 4 if takes_over else 3, box.h + 2 * overhang), ink))


def build_heading(title: str, subtitle: str) -> list[Item]:
    """Return the title and the subtitle, which together are 90 pixels high."""
    max_width = WIDTH - 2 * PAGE_MARGIN - (350 if subtitle else 0)
    items: list[Item] = [TextLine(PAGE_MARGIN, 46, (Span(title, 30, c.INK),), max_width=max_width)]
    if subtitle:
        items.append(TextLine(WIDTH - PAGE_MARGIN, 48, (Span(subtitle, 25, c.FADED, min_size=22),), Align.RIGHT, 330))
    return items


def add_facts(builder: SceneBuilder, pairs: tuple[tuple[str, str], ...], y: int) -> int:
    """Add captions and figures in two columns below `y`, and return the pixel row where the next item may begin."""
    width = (WIDTH - 2 * PAGE_MARGIN - 20) // 2
    for i, (caption, figure) in enumerate(pairs):
        x, top = PAGE_MARGIN + (i % 2) * (width + 20), y + (i // 2) * 66
        box = Box(x, top, width, 56)
        builder.add(RoundedRect(box, c.PLATE, 16))
        builder.write(x + 20, top + 28, Span(caption, 24, c.FADED, min_size=22), max_width=width - 40 - 170)
        builder.write(box.right - 20, top + 28, Span(figure, 25, c.INK, Typeface.FIGURE), Align.RIGHT, 170)
    return y + -(-len(pairs) // 2) * 66


def estimate_text_width(text: str, size: int) -> int:
    """Estimate the width of `text` with capitals `size` pixels high, without a font. The result is rather too large."""
    return round(sum(_WIDE if east_asian_width(letter) in "WF" else _NARROW for letter in text) * size)


def estimate_figures_width(parts: Iterable[Span], gap: int) -> int:
    """Return the greatest possible width of figures and icons. Only the fonts could tell the exact width."""
    widths = [
        part.size * (1.13 if isinstance(part.content, Suit | Icon) else 0.66 * len(part.content) + 0.05)
        for part in parts
    ]
    return round(sum(widths)) + gap * max(0, len(widths) - 1)


def wrap_lines(text: str, size: int, max_width: int, most: int = 3) -> tuple[str, ...]:
    """Wrap `text` into at most `most` lines of `max_width` pixels; the last line keeps the rest, however long."""
    lines = [""]
    for piece in _PIECES.findall(text):
        if lines[-1] and estimate_text_width(lines[-1] + piece.rstrip(), size) > max_width and len(lines) < most:
            lines.append("")
        lines[-1] += piece
    return tuple(line.strip() for line in lines if line.strip())
