"""What each picture shows, as values: frozen and hashable, so that a picture already drawn is known again."""

from dataclasses import dataclass, field

from bot.render.labels import Labels
from engine.cards import Card
from engine.seats import Seat
from engine.view import View

Names = tuple[str | None, ...]
"""Names by seat; None: nobody sits there."""


@dataclass(frozen=True, slots=True)
class HandPicture:
    """The cards of `view.seat`, in reading order and numbered from 1 as `bot.render.hand.reading_order` lists them."""

    view: View
    playable: frozenset[Card] | None = None
    """Faces that may be played now: lit and raised, the rest dimmed. None: no such distinction."""
    picked: tuple[Card, ...] = ()
    """The draft, copies counted; those copies that come first in reading order are marked."""
    labels: Labels = field(default_factory=Labels)
    four_colour: bool = True
    numbers: bool = True
    """Whether each card that can be chosen has its number in reading order."""
    names: Names = ()
    """For the strip with the trick; empty: seat numbers alone."""


@dataclass(frozen=True, slots=True)
class TablePicture:
    """The table as all may see it, in whatever phase it is. Give a watcher's view: a hand in the view is not drawn."""

    view: View
    names: Names
    labels: Labels = field(default_factory=Labels)
    you: Seat | None = None
    """The seat to be drawn nearest; None: the first."""
    four_colour: bool = True
    show_last_trick: bool = False
    """Between tricks: show the last complete trick instead of an empty table."""


@dataclass(frozen=True, slots=True)
class LobbyPicture:
    """A table before its first deal. `teams` says which seats are of one colour: as many numbers as names, or empty."""

    names: Names
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
    """How a deal ended; `view.result` must be there, and its `winners` say whether the match is over too."""

    view: View
    names: Names
    labels: Labels = field(default_factory=Labels)
    four_colour: bool = True
