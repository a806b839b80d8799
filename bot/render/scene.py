"""A picture before it is drawn: plain items with their places, painted in order. Nothing here knows Pillow.

Lengths are pixels of the full-size picture. `y` of a line of words is the middle of its capitals.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

from bot.render.colours import FELT, INK, Colour
from engine.cards import ALL_FACES, Card, Rank, Suit


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; `right` and `bottom` lie just outside it."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column outside."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row outside."""
        return self.y + self.h

    def overlaps(self, other: "Box") -> bool:
        """Tell whether the two have a pixel in common."""
        return self.x < other.right and other.x < self.right and self.y < other.bottom and other.y < self.bottom

    def holds(self, other: "Box") -> bool:
        """Tell whether `other` lies wholly inside."""
        return self.x <= other.x and self.y <= other.y and other.right <= self.right and other.bottom <= self.bottom


class Mark(StrEnum):
    """How a card is shown."""

    PLAIN = "plain"
    PLAYABLE = "playable"
    DIM = "dim"
    PICKED = "picked"
    WINNING = "winning"


class Align(StrEnum):
    """Which end of a line `x` is."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


class Sign(StrEnum):
    """Small drawings that stand in a line like a letter."""

    CROWN = "crown"
    STAR = "star"
    COMPUTER = "computer"
    CARDS = "cards"
    UP = "up"
    DOWN = "down"
    ARROW = "arrow"
    CHECK = "check"
    CROSS = "cross"
    COIN = "coin"
    RING = "ring"
    BLOCK = "block"


class Face(StrEnum):
    """The two voices of the pictures: `TEXT` for words in any script, `FIGURE` for ranks and numbers."""

    TEXT = "text"
    FIGURE = "figure"


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a line: words, a suit or a sign, `size` pixels high (capitals), `ink` coloured."""

    what: str | Suit | Sign
    size: int
    ink: Colour = INK
    face: Face = Face.TEXT


@dataclass(frozen=True, slots=True)
class CardItem:
    """A card with its top left corner at `x`, `y`. `shown`: how many columns the next card leaves to be seen."""

    x: int
    y: int
    width: int
    card: Card
    mark: Mark = Mark.PLAIN
    shown: int | None = None
    number: int | None = None
    four_colour: bool = True
    steps: bool = False
    """Whether the card that covers it stands higher or lower, so that more of it is seen than a strip."""

    @property
    def box(self) -> Box:
        """What is seen of it."""
        return Box(self.x, self.y, self.shown or self.width, card_height(self.width))

    @property
    def index_box(self) -> Box:
        """Where its rank and suit stand."""
        return index_box(self.x, self.y, self.width, self.card)


@dataclass(frozen=True, slots=True)
class TileItem:
    """A card as a small tile, rank beside suit; copies lie behind it as further edges."""

    x: int
    y: int
    height: int
    card: Card
    count: int = 1
    mark: Mark = Mark.PLAIN
    four_colour: bool = True

    @property
    def box(self) -> Box:
        """Where it and its copies lie."""
        return Box(self.x, self.y, tile_width(self.height, self.count), self.height)


@dataclass(frozen=True, slots=True)
class BackItem:
    """A card's back."""

    x: int
    y: int
    width: int


@dataclass(frozen=True, slots=True)
class Fill:
    """A rounded rectangle, with an edge where `edge` is given."""

    box: Box
    colour: Colour | None
    radius: int = 0
    edge: Colour | None = None
    edge_width: int = 4


@dataclass(frozen=True, slots=True)
class Words:
    """A line of parts. What is wider than `room` is cut: the first words in it end in an ellipsis."""

    x: int
    y: int
    parts: tuple[Part, ...]
    align: Align = Align.LEFT
    room: int | None = None
    gap: int = 10


@dataclass(frozen=True, slots=True)
class Pill:
    """A line of parts on a rounded plate that fits it, `x` being the end that `align` says and `y` its middle."""

    x: int
    y: int
    height: int
    parts: tuple[Part, ...]
    ground: Colour
    align: Align = Align.LEFT
    room: int | None = None
    edge: Colour | None = None
    bar_to: int | None = None
    """The column to which a thin bar runs on from the pill's right end."""
    bar: Colour | None = None


@dataclass(frozen=True, slots=True)
class Badge:
    """A seat's number, centred at `x`, `y`: a disc for the one side, a rounded square for the other."""

    x: int
    y: int
    size: int
    text: str
    ground: Colour
    square: bool = False
    ink: Colour = INK


@dataclass(frozen=True, slots=True)
class Polyline:
    """A smooth line through points."""

    points: tuple[tuple[float, float], ...]
    colour: Colour
    width: float


Item = CardItem | TileItem | BackItem | Fill | Words | Pill | Badge | Polyline


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture. `cards` is what it shows in reading order."""

    width: int
    height: int
    items: tuple[Item, ...]
    ground: Colour = FELT
    radius: int = 28

    @property
    def cards(self) -> tuple[CardItem, ...]:
        """Every card face, in the order it is painted, which is reading order."""
        return tuple(item for item in self.items if isinstance(item, CardItem))


@dataclass(slots=True)
class Sketch:
    """Items gathered while a scene is laid out."""

    items: list[Item] = field(default_factory=list)

    def add(self, *items: Item) -> None:
        """Put items on top of those already there."""
        self.items.extend(items)

    def extend(self, items: Iterable[Item]) -> None:
        """Put items on top of those already there."""
        self.items.extend(items)

    def scene(self, width: int, height: int) -> Scene:
        """Return the finished picture."""
        return Scene(width, height, tuple(self.items))


CAP = 0.345
"""Height of a card's rank, as a share of the card's width."""
TOP = 0.075
PAD = 0.035


def figures_width(parts: Iterable[Part], gap: int) -> int:
    """Return the columns that figures and signs take at most; for words ask the fonts."""
    widths = [
        part.size * (1.13 if isinstance(part.what, Suit | Sign) else 0.66 * len(part.what) + 0.05) for part in parts
    ]
    return round(sum(widths)) + gap * max(0, len(widths) - 1)


def tile_width(height: int, count: int = 1) -> int:
    """Return the width of a tile and the edges of its copies."""
    return round(height * 1.28) + (count - 1) * round(height * 0.17)


def card_height(width: int) -> int:
    """Return the height of a card."""
    return round(width * 1.30)


def cap_height(width: int) -> int:
    """Return the height of the rank on a card."""
    return round(width * CAP)


def index_width(width: int, card: Card) -> int:
    """Return how many columns from the left edge must be seen for the card to be read."""
    return _index_widths(width)[card]


@cache
def _index_widths(width: int) -> tuple[int, ...]:
    """Return the columns for every face."""
    shares = (0.40 if card.is_joker else 0.415 if card.rank is Rank.TEN else 0.365 for card in ALL_FACES)
    return tuple(round(width * share) for share in shares)


def index_box(x: int, y: int, width: int, card: Card) -> Box:
    """Return where rank and suit stand on a card; right of it there is room for the ring of the next card."""
    left, top = round(width * 0.025), round(width * (TOP - 0.015))
    right = index_width(width, card) - round(width * 0.042)
    return Box(x + left, y + top, right - left, round(width * (CAP + 0.345)))
