"""What pictures of events show, as values; the caller has computed and formatted all figures."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EventLine:
    """One line of an event's standings."""

    place: int
    name: str
    figures: tuple[str, ...]
    """One for each caption; the last is the score."""
    members: tuple[str, ...] = ()
    """The names of people without a team's name, a line each where one line would be too short."""


@dataclass(frozen=True, slots=True)
class EventStandingsPicture:
    """An event's standings, best first; at most `bot.render.event_standings.MAX_LINES` are shown."""

    title: str
    subtitle: str
    name_caption: str
    captions: tuple[str, ...]
    """Of the figures; long standings have only the last."""
    lines: tuple[EventLine, ...]
    more: str = "and {n} more"


@dataclass(frozen=True, slots=True)
class RoundTable:
    """One table of a round."""

    number: int
    sides: tuple[str, str]
    """The names of both sides."""
    scores: tuple[str, str] | None = None
    winner: int | None = None
    """The side that has won, 0 or 1."""
    note: str = ""
    """What is said in place of the scores; with scores, that they were set by hand, which a mark shows."""


@dataclass(frozen=True, slots=True)
class RoundPicture:
    """A round of an event: its tables, and who sits out; at most `bot.render.event_round.MAX_TABLES` are shown."""

    title: str
    subtitle: str
    tables: tuple[RoundTable, ...]
    byes: str = ""
    more: str = "and {n} more"
    set_note: str = ""
    """What the mark beside scores means."""
