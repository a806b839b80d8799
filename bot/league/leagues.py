"""Leagues, their seasons and who plays in them, as values."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Final

from bot.league.ids import EntrantId, GuildId, LeagueId, NewsId, SeasonId, TeamId, UserId

DAY: Final = 86_400.0
LEAGUES_EACH: Final = 25
"""How many leagues of one server may be open: all of them fit into one list of choices."""
LONGEST_SEASON: Final = 366
"""Days."""
MOST_WORTH: Final = 100
"""What a deal, a level or a match may be worth at most."""
MOST_DECAY: Final = 1.0


class Format(StrEnum):
    """How a league is played."""

    LADDER = "ladder"  # every deal by its rules counts


class By(StrEnum):
    """Whom a league ranks."""

    PERSONS = "persons"
    TEAMS = "teams"


class Reset(StrEnum):
    """What a new season does to the levels of a league's teams."""

    KEEP = "keep"
    SOFT = "soft"  # half of the way back
    FULL = "full"  # to the start of the ladder


class Replaced(StrEnum):
    """Whose deal it is where somebody was replaced in the middle of it, in a league of persons."""

    SEATED = "seated"  # whoever sits there when it ends
    BEGUN = "begun"  # whoever sat there when it was dealt: leaving escapes no loss


class Fading(StrEnum):
    """Whether the ratings of people who do not play become less certain."""

    NONE = "none"
    SLOW = "slow"
    FAST = "fast"


DECAYS: Final[Mapping[Fading, float]] = MappingProxyType({Fading.NONE: 0.0, Fading.SLOW: 0.15, Fading.FAST: 0.4})
"""What is added to the spread of a rating in a day without play (docs/ratings.md)."""


@dataclass(frozen=True, slots=True)
class Scheme:
    """What counts in the table: for a deal won, for each level of its rise, and for a match won."""

    deal: int = 1
    level: int = 1
    match: int = 3


@dataclass(frozen=True, slots=True)
class Draft:
    """What a manager decides about a league. `rules` is the engine's text of the rules that its deals are played by."""

    name: str
    preset: str
    rules: str
    by: By = By.PERSONS
    format: Format = Format.LADDER
    days: int | None = None
    """Length of a season; None: until a manager ends it."""
    reset: Reset = Reset.KEEP
    scheme: Scheme = Scheme()
    channel: int | None = None
    """Where seasons are announced."""
    decay: float = 0.0
    """The spread that a rating gains in a day without play; 0: ratings do not fade."""
    replaced: Replaced = Replaced.SEATED


@dataclass(frozen=True, slots=True)
class LeagueFacts:
    """A league of one server, and what its managers decided about it."""

    id: LeagueId
    guild: GuildId
    draft: Draft
    created_at: float
    archived_at: float | None = None

    @property
    def name(self) -> str:
        """What the league is called."""
        return self.draft.name


@dataclass(frozen=True, slots=True)
class Season:
    """A season; times are seconds since the epoch. `number` counts a league's seasons from 1."""

    id: SeasonId
    league: LeagueId
    number: int
    opened_at: float
    closes_at: float | None = None
    """When it ends by itself: deals that end later count no more."""
    closed_at: float | None = None
    scheme: Scheme = Scheme()
    """What counted when it was opened."""
    preset: str = ""
    rules: str = ""
    """What it was played by, as `Draft.rules`."""


@dataclass(frozen=True, slots=True)
class News:
    """That a season has begun or ended (`began` False), to be told in the channel that its league's managers chose."""

    id: NewsId
    league: LeagueFacts
    season: Season
    began: bool
    at: float


@dataclass(frozen=True, slots=True)
class Entrant:
    """Who plays in a league: a person or a team."""

    id: EntrantId
    user: UserId | None = None
    team: TeamId | None = None
    left: bool = False


def fading_of(decay: float) -> Fading:
    """Return how ratings fade, told by the next slower of the usual decays."""
    return max((one for one in Fading if DECAYS[one] <= decay), key=DECAYS.__getitem__)


def reset_level(level: int, start: int, reset: Reset) -> int:
    """Return the level at which a team at `level` begins a new season."""
    match reset:
        case Reset.KEEP:
            return level
        case Reset.SOFT:
            return start + max(0, level - start) // 2
        case Reset.FULL:
            return start


def closes(draft: Draft, at: float) -> float | None:
    """Return when a season that is opened at `at` ends by itself."""
    return None if draft.days is None else at + draft.days * DAY
