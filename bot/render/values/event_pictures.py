"""What pictures of events show, as frozen values; the caller has computed and formatted all figures."""

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class EventLine:
    """One line of an event's standings."""

    place: int
    name: str
    figures: tuple[str, ...]
    """One figure for each caption; the last is the score."""
    members: tuple[str, ...] = ()
    """The names of the people, if their team has no name. Standings of two columns show them one above the other."""


@dataclass(frozen=True, slots=True)
class EventStandingsPicture:
    """An event's standings, best first; at most `bot.render.events.event_standings_scene.MAX_LINES` are shown."""

    title: str
    subtitle: str
    name_caption: str
    captions: tuple[str, ...]
    """The captions of the figures; long standings show only the last one."""
    lines: tuple[EventLine, ...]
    more: str = "and {n} more"


@dataclass(frozen=True, slots=True)
class RoundTable:
    """One table of a round."""

    number: int
    sides: tuple[str, str]
    scores: tuple[str, str] | None = None
    winner: int | None = None
    """The side that has won, 0 or 1."""
    note: str = ""
    """The text in place of missing scores. If there are scores, any text here marks them as set by hand."""


@dataclass(frozen=True, slots=True)
class RoundPicture:
    """A round of an event, with those who sit out. At most `event_round_scene.MAX_TABLES` tables are shown."""

    title: str
    subtitle: str
    tables: tuple[RoundTable, ...]
    byes: tuple[str, ...] = ()
    sitting_out: str = "Sitting out: {names}"
    more: str = "and {n} more"
    set_note: str = ""
    """The explanation of the mark beside scores that were set by hand."""


@dataclass(frozen=True, slots=True)
class BracketSide:
    """One side of a match in a bracket. `name` is empty until it is known; `won` is None until it is decided."""

    name: str = ""
    score: str = ""
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class BracketBox:
    """A match in a bracket; `note` is shown in place of a side without a name."""

    sides: tuple[BracketSide, BracketSide]
    note: str = ""


@dataclass(frozen=True, slots=True)
class BracketColumn:
    """The matches of one stage, from the top; the next column has half as many."""

    caption: str
    boxes: tuple[BracketBox, ...]


@dataclass(frozen=True, slots=True)
class BracketPicture:
    """A part of a bracket, of at most three stages, with the match for third place below the final."""

    title: str
    subtitle: str
    columns: tuple[BracketColumn, ...]
    third: BracketColumn | None = None


class CellTone(StrEnum):
    """The meaning of a crosstable's cell."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    NOTHING = "nothing"
    OWN = "own"  # the cell of an entrant against themselves


@dataclass(frozen=True, slots=True)
class CrossCell:
    """A result in a crosstable."""

    text: str = ""
    tone: CellTone = CellTone.NOTHING


@dataclass(frozen=True, slots=True)
class CrossLine:
    """An entrant's results, one for each column."""

    place: int
    name: str
    cells: tuple[CrossCell, ...]
    score: str


@dataclass(frozen=True, slots=True)
class EventCrossPicture:
    """A page of a crosstable. It has at most `bot.render.events.event_crosstable_scene.MAX_COLUMNS` columns."""

    title: str
    subtitle: str
    captions: tuple[str, ...]
    score_caption: str
    lines: tuple[CrossLine, ...]
    legend: str
