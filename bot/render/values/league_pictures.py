"""What league pictures show, as frozen values; the caller has computed and formatted all figures."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class LeagueLabels:
    """Captions of league pictures in one language; English by default."""

    player: str = "Player"
    points: str = "Points"
    record: str = "W–L"
    share: str = "Won"
    rating: str = "Rating"
    form: str = "Last 5"
    now: str = "now"
    nobody: str = "Nobody has played yet"
    more: str = "and {n} more"


@dataclass(frozen=True, slots=True)
class StandingsLine:
    """One line of the standings. If no line has a value for a column, the column is left out."""

    rank: int
    """The rank from 1; 0 for an entrant without a rank."""
    name: str
    won: int
    lost: int
    rating: int | None = None
    form: tuple[bool, ...] = ()
    """The latest results, oldest first, True if won; at most five are shown."""
    points: int | None = None
    value: str = ""
    """The figure that decides the league's ranking, shown instead of the points."""


@dataclass(frozen=True, slots=True)
class StandingsPicture:
    """Standings, best first; at most `bot.render.leagues.standings_scene.MAX_ROWS` lines are shown."""

    title: str
    subtitle: str
    rows: tuple[StandingsLine, ...]
    labels: LeagueLabels = field(default_factory=LeagueLabels)


@dataclass(frozen=True, slots=True)
class RatingSeries:
    """A player's ratings, oldest first; the last one is the present rating."""

    name: str
    ratings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RatingPicture:
    """The rating histories of players. The first eight are shown, then the number of further players."""

    title: str
    subtitle: str
    series: tuple[RatingSeries, ...]
    labels: LeagueLabels = field(default_factory=LeagueLabels)


@dataclass(frozen=True, slots=True)
class ComparisonLine:
    """A comparison of two sides by one figure. `share` is the left side's part of a bar, or None for no bar."""

    caption: str
    left: str
    right: str
    share: float | None = None


@dataclass(frozen=True, slots=True)
class HeadToHeadPicture:
    """Two players or teams against each other."""

    title: str
    left: str
    right: str
    lines: tuple[ComparisonLine, ...]
    form: tuple[bool, ...] = ()
    """The latest results, oldest first, True if the left side won; at most ten are shown."""


@dataclass(frozen=True, slots=True)
class SeasonPicture:
    """A finished season with its first three entrants (name, note) and some facts (caption, figure)."""

    title: str
    subtitle: str
    podium: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...] = ()
    ranks: tuple[int, ...] = ()
    """The ranks of the three, if some of them share a rank; empty means 1, 2, 3."""
