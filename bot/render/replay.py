"""Records in pictures: a moment with every hand open, and a whole deal as an animated picture."""

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from PIL import Image

from bot.render import table
from bot.render.captions import badge, team_of
from bot.render.hand import trump_of
from bot.render.labels import Labels
from bot.render.palette import entries, indexed
from bot.render.pictures import Names, TablePicture
from bot.render.scaled import scaled
from bot.render.scene import CardItem, Item, Part, Scene, Words, card_height, index_width
from bot.render.seats import WIDTH
from engine.cards import Card
from engine.seats import Seat
from engine.view import View

LIMIT: Final = 10 << 20
"""Discord's limit for a file, in bytes."""
SHRINKS: Final = (1.0, 0.6, 0.4)
"""Sizes that are tried until an animation is within the limit."""
_WIDEST: Final = 124
_NARROWEST: Final = 84
_EDGE: Final = 18
_ROOM: Final = WIDTH - 2 * _EDGE
_SHRUNK: Final = 0.9
"""The size of the picture: no screen shows one so tall at its full width."""
_NAME: Final = 50
"""Rows for the name above a hand."""


@dataclass(frozen=True, slots=True)
class ReplayPicture:
    """A moment of a deal that is over: the table as a watcher saw it, and below it all hands as they were then."""

    view: View
    names: Names
    hands: tuple[tuple[Card, ...], ...]
    labels: Labels = field(default_factory=Labels)
    four_colour: bool = True
    show_last_trick: bool = False
    """Between tricks: show the last complete trick instead of an empty table."""


@dataclass(frozen=True, slots=True)
class Animation:
    """A finished animated picture (GIF), ready to be sent."""

    gif: bytes
    width: int
    height: int
    frames: int


class TooLarge(Exception):  # noqa: N818 - what is wrong
    """No size of the animation is within the limit."""


def layout(picture: ReplayPicture) -> Scene:
    """Return the table with a row of cards for each seat below it."""
    above = table.unshrunk(
        TablePicture(
            picture.view,
            picture.names,
            picture.labels,
            four_colour=picture.four_colour,
            show_last_trick=picture.show_last_trick,
        )
    )
    items: list[Item] = list(above.items)
    trump = trump_of(picture.view)
    hands = [[tuple(cards) for _, cards in groupby(trump.sorted(h), trump.effective_suit)] for h in picture.hands]
    width = min(map(_fitting, hands), default=_WIDEST)
    y = above.height + 4
    for seat, groups in enumerate(hands):
        items += [*_whose(picture, Seat(seat), y), *_cards(groups, width, y + _NAME, four_colour=picture.four_colour)]
        y += _NAME + card_height(width) + 16
    return scaled(Scene(WIDTH, y + 4, tuple(items)), _SHRUNK)


def _whose(picture: ReplayPicture, seat: Seat, y: int) -> tuple[Item, Item]:
    """Return a seat's badge and name, above its cards."""
    middle = y + _NAME // 2 - 2
    name = Part(picture.names[seat] or picture.labels.empty_seat, 22)
    return (
        badge(seat, team_of(picture.view, seat), _EDGE + 19, middle, 38),
        Words(_EDGE + 50, middle, (name,), room=WIDTH - 2 * _EDGE - 50),
    )


def _fitting(groups: Sequence[tuple[Card, ...]]) -> int:
    """Return the width of a card with which a hand fits in a row, or the least."""
    fits = (width for width in range(_WIDEST, _NARROWEST, -4) if sum(_steps(groups, width)) + width <= _ROOM)
    return next(fits, _NARROWEST)


def _steps(groups: Sequence[tuple[Card, ...]], width: int) -> list[int]:
    """Return how far each card of a row but the last is from the next, so that its rank is seen."""
    cards = [(card, i + 1 == len(group)) for group in groups for i, card in enumerate(group)]
    return [index_width(width, card) + (10 if last else 0) for card, last in cards[:-1]]


def _cards(groups: Sequence[tuple[Card, ...]], width: int, y: int, *, four_colour: bool) -> Iterable[CardItem]:
    """Yield the cards of a row; where even the least do not fit they lie closer."""
    cards = [card for group in groups for card in group]
    least = _steps(groups, width)
    share = min(1.0, (_ROOM - width) / max(1, sum(least)))
    at = float(_EDGE)
    for i, card in enumerate(cards):
        x, at = round(at), at + (least[i] * share if i < len(least) else 0)
        shown = round(at) - x if i < len(least) else None
        yield CardItem(x, y, width, card, shown=shown, four_colour=four_colour)


def animation(painted: Sequence[Image.Image], milliseconds: Sequence[int], limit: int = LIMIT) -> Animation:
    """Return painted pictures of one size as an animated GIF, shown for so long each, and repeated.

    Raises:
        TooLarge: it is over the limit at every size that is tried.
    """
    for shrink in SHRINKS:
        frames = [_frame(image, shrink) for image in painted]
        out = io.BytesIO()
        frames[0].save(
            out, "GIF", save_all=True, append_images=frames[1:], duration=list(milliseconds), loop=0, optimize=False
        )
        if len(out.getvalue()) <= limit:
            return Animation(out.getvalue(), frames[0].width, frames[0].height, len(frames))
    raise TooLarge(f"{len(painted)} frames do not fit in {limit} bytes")


def _frame(image: Image.Image, shrink: float) -> Image.Image:
    image.putpalette([v for colour in entries() for v in colour])
    if shrink == 1:
        return image
    size = (round(image.width * shrink), round(image.height * shrink))
    smaller = indexed(image.convert("RGB").resize(size, Image.Resampling.LANCZOS))
    smaller.putpalette([v for colour in entries() for v in colour])
    return smaller
