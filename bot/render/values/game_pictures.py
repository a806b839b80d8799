"""The contents of each picture, as frozen and hashable values, so that finished pictures can be cached."""

from dataclasses import dataclass, field

from bot.render.values.labels import Labels
from engine.model.cards import Card
from engine.model.seats import Seat
from engine.model.view import View

SeatNames = tuple[str | None, ...]
"""Names by seat; None for an empty seat."""


@dataclass(frozen=True, slots=True)
class HandPicture:
    """The cards of `view.seat`, in reading order and numbered from 1 as `hand.reading_order` lists them."""

    view: View
    playable: frozenset[Card] | None = None
    """Faces that may be played now, which are lit and raised while the rest is dimmed. None marks no card."""
    picked: tuple[Card, ...] = ()
    """The cards, with copies, that are picked or required; the first copies in reading order are raised most."""
    labels: Labels = field(default_factory=Labels)
    four_colour: bool = True
    show_numbers: bool = True
    """Whether each card that can be picked shows its number in reading order."""
    names: SeatNames = ()
    """The names for the strip with the trick; empty shows seat numbers alone."""
    hinted: tuple[Card, ...] = ()
    """The cards of a hint, with copies; they are ringed, and raised unless they are picked."""
    show_last_trick: bool = False
    """Whether the strip shows the last complete trick also while another is played, not only between tricks."""


@dataclass(frozen=True, slots=True)
class TablePicture:
    """The table as everyone may see it, in any phase; a hand in the view is not shown."""

    view: View
    names: SeatNames
    labels: Labels = field(default_factory=Labels)
    viewer: Seat | None = None
    """The seat shown nearest; None for the first."""
    four_colour: bool = True
    show_last_trick: bool = False
    """Whether the last complete trick is shown between tricks, instead of an empty table."""


@dataclass(frozen=True, slots=True)
class LobbyPicture:
    """A table before its first deal; `teams` gives the colour of each seat, or is empty."""

    names: SeatNames
    computers: frozenset[Seat] = frozenset()
    title: str = ""
    """The preset's name."""
    lines: tuple[str, ...] = ()
    """Up to three short facts: players and packs, levels, league."""
    teams: tuple[int, ...] = ()
    labels: Labels = field(default_factory=Labels)
    clockwise: bool = False
    host: Seat | None = None


@dataclass(frozen=True, slots=True)
class ResultPicture:
    """A finished deal; `view.result` must be set, and its `winners` say whether the match is won too."""

    view: View
    names: SeatNames
    labels: Labels = field(default_factory=Labels)
    four_colour: bool = True
    is_last: bool = False
    """Whether no deal follows, so that no next declarer is shown."""
    caption: str = ""
    """What the deal was, for a picture that leaves its table's message."""
