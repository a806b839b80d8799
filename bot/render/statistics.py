"""What the pictures of leagues show, as values. All figures are text or numbers already worked out by whoever asks."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class LeagueLabels:
    """Captions of league pictures in one language; English by default."""

    player: str = "Player"
    level: str = "Lv"
    points: str = "Points"
    record: str = "W–L"
    share: str = "Won"
    rating: str = "Rating"
    form: str = "Last 5"
    now: str = "now"
    nobody: str = "Nobody has played yet"
    more: str = "and {n} more"


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line of the standings. What is None or empty in every line has no column."""

    rank: int
    """0: none yet."""
    name: str
    won: int
    lost: int
    level: str = ""
    climbs: int = 0
    """How often the ladder was climbed to its end, shown as a star and a number after the name."""
    rating: int | None = None
    change: int | None = None
    """How the rating moved since the standings before."""
    form: tuple[bool, ...] = ()
    """The last results, oldest first, True for won; at most five are shown."""
    points: int | None = None
    """What a league's standings are counted in."""


@dataclass(frozen=True, slots=True)
class StandingsPicture:
    """Standings, best first; at most `bot.render.standings.MOST` lines are shown."""

    title: str
    subtitle: str
    rows: tuple[StandingsRow, ...]
    labels: LeagueLabels = field(default_factory=LeagueLabels)


@dataclass(frozen=True, slots=True)
class Series:
    """A player's ratings, oldest first; all series end now."""

    name: str
    ratings: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RatingPicture:
    """Rating history of up to eight players; how many more there are is said."""

    title: str
    subtitle: str
    series: tuple[Series, ...]
    labels: LeagueLabels = field(default_factory=LeagueLabels)


@dataclass(frozen=True, slots=True)
class Comparison:
    """One line of a head-to-head: the figures of either side, and the left side's part of the bar (0 … 1) if any."""

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
    lines: tuple[Comparison, ...]
    form: tuple[bool, ...] = ()
    """Their last results, oldest first; True: won by the left side. At most ten are shown."""


@dataclass(frozen=True, slots=True)
class CrossTablePicture:
    """Everybody against everybody: `cells[row][column]` is (won, lost) seen from the row; None where they never met."""

    title: str
    subtitle: str
    names: tuple[str, ...]
    cells: tuple[tuple[tuple[int, int] | None, ...], ...]
    labels: LeagueLabels = field(default_factory=LeagueLabels)


@dataclass(frozen=True, slots=True)
class SeasonPicture:
    """A season that is over: its first three (name and a note each) and some facts (caption and figure)."""

    title: str
    subtitle: str
    podium: tuple[tuple[str, str], ...]
    facts: tuple[tuple[str, str], ...] = ()
    ranks: tuple[int, ...] = ()
    """The ranks of the three, where some share one; nothing: 1, 2, 3."""


@dataclass(frozen=True, slots=True)
class MatchPicture:
    """A match that is over, to be shared: who won, and the levels of both teams after every deal, first the start's."""

    title: str
    subtitle: str
    teams: tuple[tuple[str, ...], tuple[str, ...]]
    """The names of the members of each."""
    winner: int
    """0 or 1."""
    levels: tuple[tuple[str, ...], tuple[str, ...]]
    """As texts: `2` … `A`, `NT`."""
    facts: tuple[tuple[str, str], ...] = ()
