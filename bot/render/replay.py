"""Records in pictures: a moment with every hand open, and a whole deal as an animated picture."""

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from PIL import Image

from bot.render import colours as c
from bot.render import table
from bot.render.captions import badge, team_of
from bot.render.hand import trump_of
from bot.render.labels import Labels
from bot.render.palette import entries, indexed
from bot.render.pictures import Names, TablePicture
from bot.render.scene import CardItem, Item, Part, Scene, Words, card_height, index_width
from bot.render.seats import WIDTH
from engine.cards import Card
from engine.seats import Seat
from engine.view import View

LIMIT: Final = 10 << 20
"""Discord's limit for a file, in bytes."""
SHRINKS: Final = (1.0, 0.6, 0.4)
"""Sizes that are tried until an animation is within the limit."""
_CARD: Final = 84
_EDGE: Final = 18


@dataclass(frozen=True, slots=True)
class ReplayPicture:
    """A moment of a deal that is over: the table as a watcher saw it, and below it all hands as they were then."""

    view: View
    names: Names
    hands: tuple[tuple[Card, ...], ...]
    labels: Labels = field(default_factory=Labels)
    four_colour: bool = True


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
    above = table.layout(TablePicture(picture.view, picture.names, picture.labels, four_colour=picture.four_colour))
    items: list[Item] = list(above.items)
    y = above.height + 4
    for seat, hand in enumerate(picture.hands):
        items += _row(picture, Seat(seat), hand, y)
        y += card_height(_CARD) + 14
    return Scene(WIDTH, y + 6, tuple(items))


def _row(picture: ReplayPicture, seat: Seat, hand: tuple[Card, ...], y: int) -> list[Item]:
    """Return a seat's badge, name and cards by effective suit."""
    middle = y + card_height(_CARD) // 2
    name = picture.names[seat] or picture.labels.empty_seat
    items: list[Item] = [
        badge(seat, team_of(picture.view, seat), _EDGE + 22, middle - 20, 40),
        Words(_EDGE, middle + 28, (Part(name, 17, c.FADED),), room=150),
    ]
    trump = trump_of(picture.view)
    groups = [tuple(cards) for _, cards in groupby(trump.sorted(hand), trump.effective_suit)]
    return items + list(_cards(groups, _EDGE + 160, y, four_colour=picture.four_colour))


def _cards(groups: Sequence[tuple[Card, ...]], left: int, y: int, *, four_colour: bool) -> Iterable[CardItem]:
    """Yield the cards of a row; where they do not fit at the usual step they lie closer."""
    cards = [(card, i + 1 == len(group)) for group in groups for i, card in enumerate(group)]
    least = [index_width(_CARD, card) + (10 if last else 0) for card, last in cards[:-1]]
    share = min(1.0, (WIDTH - _EDGE - left - _CARD) / max(1, sum(least)))
    at = float(left)
    for i, (card, _) in enumerate(cards):
        x, at = round(at), at + (least[i] * share if i < len(least) else 0)
        shown = round(at) - x if i < len(least) else None
        yield CardItem(x, y, _CARD, card, shown=shown, four_colour=four_colour)


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
