"""Every colour of the pictures."""

from typing import Final

from engine.model.cards import Suit

Colour = tuple[int, int, int]

FELT: Final[Colour] = (24, 62, 52)
"""The background of every picture, which suits dark and light themes."""
CLOTH: Final[Colour] = (32, 78, 65)
LINE: Final[Colour] = (60, 114, 97)
PLATE: Final[Colour] = (14, 36, 31)
WELL: Final[Colour] = (18, 48, 40)
PIT: Final[Colour] = (9, 26, 22)
INK: Final[Colour] = (242, 245, 243)
FADED: Final[Colour] = (172, 200, 190)
PAPER: Final[Colour] = (253, 253, 250)
EDGE: Final[Colour] = (112, 118, 126)
BLACK: Final[Colour] = (20, 22, 28)
RED: Final[Colour] = (204, 28, 38)
GREEN: Final[Colour] = (6, 122, 60)
BLUE: Final[Colour] = (18, 88, 204)
GREY: Final[Colour] = (70, 74, 84)
GOLD: Final[Colour] = (242, 182, 56)
PALE_GOLD: Final[Colour] = (255, 236, 190)
SILVER: Final[Colour] = (226, 229, 234)
BROWN: Final[Colour] = (58, 36, 0)
SKIN: Final[Colour] = (250, 216, 184)
HAIR: Final[Colour] = (122, 82, 48)
TAG: Final[Colour] = (234, 236, 240)
TAG_INK: Final[Colour] = (82, 86, 96)

DIM_PAPER: Final[Colour] = (166, 180, 174)
DIM_EDGE: Final[Colour] = (88, 104, 99)
DIM_TAG: Final[Colour] = (140, 156, 150)
DIM_TAG_INK: Final[Colour] = (34, 48, 44)

PLAYABLE: Final[Colour] = (124, 240, 176)
PLAYABLE_TAG: Final[Colour] = (16, 112, 66)
PICKED: Final[Colour] = (92, 178, 255)
PICKED_TAG: Final[Colour] = (24, 92, 196)
TASK: Final[Colour] = (18, 54, 120)
WINNING: Final[Colour] = (255, 206, 84)
FAILED: Final[Colour] = (255, 138, 128)
FAILED_PLATE: Final[Colour] = (112, 24, 28)
TRUMP_PLATE: Final[Colour] = (72, 52, 8)
TRUMP_INK: Final[Colour] = (255, 220, 130)
WHITE: Final[Colour] = (255, 255, 255)

TEAMS: Final[tuple[Colour, Colour]] = ((36, 104, 210), (176, 84, 16))
"""The backgrounds of the two sides' seat badges; white is readable on both."""
TEAM_LIGHTS: Final[tuple[Colour, Colour]] = ((122, 182, 255), (255, 172, 96))
"""The colours of the two sides, for bars and text on dark backgrounds."""
NO_TEAM: Final[Colour] = (88, 100, 98)
BACK: Final[Colour] = (36, 62, 122)
BACK_LINE: Final[Colour] = (84, 118, 190)

FOUR_COLOURS: Final = {Suit.SPADES: BLACK, Suit.HEARTS: RED, Suit.CLUBS: GREEN, Suit.DIAMONDS: BLUE}
TWO_COLOURS: Final = {Suit.SPADES: BLACK, Suit.HEARTS: RED, Suit.CLUBS: BLACK, Suit.DIAMONDS: RED}
DIM: Final[dict[Colour, Colour]] = {
    BLACK: (24, 30, 30),
    RED: (122, 12, 18),
    GREEN: (4, 68, 34),
    BLUE: (14, 48, 124),
    GREY: (40, 46, 50),
    GOLD: (186, 158, 92),
    BROWN: (46, 32, 6),
    SKIN: (172, 160, 138),
    HAIR: (94, 72, 50),
    PAPER: DIM_PAPER,
    EDGE: DIM_EDGE,
    PALE_GOLD: (190, 186, 148),
    SILVER: (154, 168, 164),
}
"""Maps each colour of a usual card to the colour of a dimmed card. All these colours are in the palette."""
LIGHT_HEARTS: Final[Colour] = (255, 128, 124)
LIGHT_CLUBS: Final[Colour] = (120, 226, 152)
LIGHT_DIAMONDS: Final[Colour] = (128, 190, 255)
PURPLE: Final[Colour] = (204, 168, 255)
CYAN: Final[Colour] = (92, 216, 228)
BRONZE: Final[Colour] = (222, 158, 104)
LIGHT_FOUR: Final = {
    Suit.SPADES: INK,
    Suit.HEARTS: LIGHT_HEARTS,
    Suit.CLUBS: LIGHT_CLUBS,
    Suit.DIAMONDS: LIGHT_DIAMONDS,
}
LIGHT_TWO: Final = {Suit.SPADES: INK, Suit.HEARTS: LIGHT_HEARTS, Suit.CLUBS: INK, Suit.DIAMONDS: LIGHT_HEARTS}
"""The colours of suits on dark backgrounds, for a deck with two colours."""


def mix(first: Colour, second: Colour, share: float) -> Colour:
    """Return the colour `share` (0 … 1) of the way from `first` to `second`."""
    r, g, b = (round(a + (z - a) * share) for a, z in zip(first, second, strict=True))
    return r, g, b
