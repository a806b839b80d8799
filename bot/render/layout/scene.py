"""Describes a picture before it is painted, as items in painting order. Lengths are pixels of the full-size picture."""

from dataclasses import dataclass, field
from enum import StrEnum

from bot.render.layout.card_metrics import card_height, stacked_width, tiles_width
from bot.render.layout.colours import FELT, INK, Colour
from engine.model.cards import Card, Suit


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle; `right` and `bottom` lie just outside it."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """The first column to the right of the box."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """The first row below the box."""
        return self.y + self.h


class CardStyle(StrEnum):
    """How a card is shown."""

    PLAIN = "plain"
    PLAYABLE = "playable"
    DIM = "dim"
    PICKED = "picked"
    WINNING = "winning"
    HINTED = "hinted"


class Align(StrEnum):
    """Which part of a line or plate lies at the column `x`."""

    LEFT = "left"
    MIDDLE = "middle"
    RIGHT = "right"


class Icon(StrEnum):
    """Small icons within a line of text."""

    CROWN = "crown"
    STAR = "star"
    COMPUTER = "computer"
    CARDS = "cards"
    ARROW = "arrow"
    CHECK = "check"
    CROSS = "cross"
    COIN = "coin"
    RING = "ring"
    BLOCK = "block"


class Typeface(StrEnum):
    """`TEXT` for words in any script, `FIGURE` for ranks and numbers."""

    TEXT = "text"
    FIGURE = "figure"


@dataclass(frozen=True, slots=True)
class Span:
    """A text, a suit or an icon as a part of a line; `size` is the height of capitals in pixels."""

    content: str | Suit | Icon
    size: int
    colour: Colour = INK
    typeface: Typeface = Typeface.TEXT
    min_size: int | None = None
    """A text that is too wide shrinks to this size before it is truncated; None if it does not shrink."""


@dataclass(frozen=True, slots=True)
class CardItem:
    """A card with its top left corner at `x`, `y`. The next card covers all but `visible_width` of it."""

    x: int
    y: int
    width: int
    card: Card
    style: CardStyle = CardStyle.PLAIN
    visible_width: int | None = None
    number: int | None = None
    four_colour: bool = True
    height_differs: bool = False
    """Whether the card that covers this one stands higher or lower. Then more than a strip of this card is visible."""
    visible_height: int | None = None
    """The height of the part that is shown, from the card's top; None for the whole card."""

    @property
    def height(self) -> int:
        """The height of the part that is shown."""
        return card_height(self.width) if self.visible_height is None else self.visible_height


@dataclass(frozen=True, slots=True)
class TileItem:
    """A card and its copies as a small tile. Copies at the left are covered and show only their rank."""

    x: int
    y: int
    height: int
    card: Card
    count: int = 1
    style: CardStyle = CardStyle.PLAIN
    four_colour: bool = True
    stacked: bool = False
    """Whether copies stand side by side. Then each has its suit below a large rank instead of beside the rank."""

    @property
    def box(self) -> Box:
        """The area of the tile and its copies."""
        return Box(self.x, self.y, self.width, self.height)

    @property
    def width(self) -> int:
        """The width of the tile and its copies."""
        if self.stacked:
            return self.count * stacked_width(self.height, self.card)
        return tiles_width(self.height, self.card, self.count)


@dataclass(frozen=True, slots=True)
class CardBackItem:
    """A card's back."""

    x: int
    y: int
    width: int


@dataclass(frozen=True, slots=True)
class RoundedRect:
    """A rounded rectangle, with an optional edge."""

    box: Box
    colour: Colour | None
    radius: int = 0
    edge: Colour | None = None
    edge_width: int = 4


@dataclass(frozen=True, slots=True)
class TextLine:
    """A line of spans; `y` is the middle of its capitals.

    In a line wider than `max_width`, the longest text is shrunk or truncated with an ellipsis.
    """

    x: int
    y: int
    spans: tuple[Span, ...]
    align: Align = Align.LEFT
    max_width: int | None = None
    gap: int = 10


@dataclass(frozen=True, slots=True)
class Pill:
    """A line of spans on a rounded plate. `align` says which part lies at column `x`. Its middle lies at row `y`."""

    x: int
    y: int
    height: int
    spans: tuple[Span, ...]
    ground: Colour
    align: Align = Align.LEFT
    max_width: int | None = None
    edge: Colour | None = None
    bar_to: int | None = None
    """A thin bar goes from the pill's right end to this column; None for no bar."""
    bar: Colour | None = None


@dataclass(frozen=True, slots=True)
class Badge:
    """A number, such as a seat's, on a disc around `x`, `y`. The second side of a table has a square instead."""

    x: int
    y: int
    size: int
    text: str
    ground: Colour
    square: bool = False
    ink: Colour = INK


@dataclass(frozen=True, slots=True)
class Polyline:
    """A line of straight segments through points, with smooth edges."""

    points: tuple[tuple[float, float], ...]
    colour: Colour
    width: float


Item = CardItem | TileItem | CardBackItem | RoundedRect | TextLine | Pill | Badge | Polyline


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture."""

    width: int
    height: int
    items: tuple[Item, ...]
    ground: Colour = FELT
    radius: int = 28

    @property
    def cards(self) -> tuple[CardItem, ...]:
        """Every card face in painting order, which is also reading order."""
        return tuple(item for item in self.items if isinstance(item, CardItem))


@dataclass(slots=True)
class SceneBuilder:
    """Collects the items of a scene."""

    items: list[Item] = field(default_factory=list)

    def add(self, *items: Item) -> None:
        """Put items on top of those already there."""
        self.items.extend(items)

    def write(self, x: int, y: int, span: Span, align: Align = Align.LEFT, max_width: int | None = None) -> None:
        """Put a line of one span on top."""
        self.items.append(TextLine(x, y, (span,), align, max_width))

    def build(self, width: int, height: int) -> Scene:
        """Return the finished picture."""
        return Scene(width, height, tuple(self.items))
