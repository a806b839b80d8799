"""The climb: which team plays on which side of a table, what level it begins at, what a deal changes.

A ladder is what a table's rules let teams climb, from the start level to past the final one. A team has its own
progress on each: a short match of three levels says nothing of the way from 2 to A. A ladder is climbed at one table
at a time, the last one at which the team began: results of an older table no longer move the team.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.league.ids import TableId, TeamId, UserId
from engine.events import DealResult
from engine.rules import Level, Rules, Teams
from engine.seats import Seat

SIDES: Final = 2
"""Fixed teams sit in seats of equal parity."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """Where teams begin, and the level they must pass or reach to have climbed it."""

    start: Level
    final: Level


FULL: Final = Ladder(Level.TWO, Level.ACE)


@dataclass(frozen=True, slots=True)
class Place:
    """A side of a table. `side` is the parity of its seats."""

    table: TableId
    side: int

    def seats(self, players: int) -> range:
        """Return the seats of this side at a table of `players`."""
        return range(self.side, players, SIDES)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a team has come on a ladder."""

    team: TeamId
    ladder: Ladder
    level: Level
    climbs: int = 0
    """How often it has passed the top."""
    deals: int = 0
    deals_won: int = 0
    place: Place | None = None
    """Where it climbs now; None before its first match."""


@dataclass(frozen=True, slots=True)
class LineUp:
    """The people on one side of a table, ids ascending. Together with `size` they tell which team plays."""

    side: int
    members: tuple[UserId, ...]
    size: int


@dataclass(frozen=True, slots=True)
class Squad:
    """A team, and who may sit in for its members."""

    team: TeamId
    members: frozenset[UserId]
    substitutes: frozenset[UserId]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a deal did to a team, and from where to where the table says that it rose.

    `level_after` is the start of the ladder when it has climbed.
    """

    progress: Progress
    level_before: Level
    level_after: Level
    won: bool
    climbed: bool


def ladder_of(rules: Rules) -> Ladder | None:
    """Return the ladder that a table's rules climb; None where there are no lasting sides."""
    return Ladder(rules.start_level, rules.final_level) if rules.teams is Teams.FIXED else None


def beginning(team: TeamId, ladder: Ladder) -> Progress:
    """Return the progress of a team that has not played on this ladder."""
    return Progress(team, ladder, ladder.start)


def line_ups(rules: Rules, people: Sequence[UserId | None]) -> tuple[LineUp, ...]:
    """Return who might play as a team: the people on each side that has any.

    `people` has one entry for each seat, None for a computer player.
    """
    if rules.teams is not Teams.FIXED:
        return ()
    sides = [people[side::SIDES] for side in range(SIDES)]
    found = [(n, tuple(sorted(p for p in side if p is not None)), len(side)) for n, side in enumerate(sides)]
    return tuple(LineUp(n, members, size) for n, members, size in found if members)


def fielded(sitting: LineUp, squads: Iterable[Squad]) -> TeamId | None:
    """Return the team that people play for with a substitute among them; None: they are nobody's.

    All of them belong to it, one at least is a member, and they are as many as its members: each substitute sits in
    for somebody. Among several teams it is the one with most members there, then the oldest.
    """
    here = frozenset(sitting.members)
    fits = [
        (-len(here & one.members), one.team)
        for one in squads
        if here <= one.members | one.substitutes and here & one.members and len(here) == len(one.members)
    ]
    return min(fits)[1] if fits else None


def starting_levels(rules: Rules, teams: Mapping[int, Progress]) -> tuple[Level, ...] | None:
    """Return the level of each seat as a match begins; None when no team plays.

    `teams` holds the progress of the team on a side, by side.
    """
    if not teams:
        return None
    levels = [teams[side].level if side in teams else rules.start_level for side in range(SIDES)]
    return tuple(levels[seat % SIDES] for seat in range(rules.players))


def entered(progress: Progress, place: Place) -> Progress:
    """Return the progress of a team that begins a match at `place`: from now on it climbs there."""
    return replace(progress, place=place)


def outcome(
    progress: Progress, members: Sequence[UserId], people: Sequence[UserId | None], result: DealResult
) -> Outcome | None:
    """Return what a deal at `progress.place` changes for a team; None when none of its people plays there any more.

    `members`: its people, substitutes too. `people` has one entry for each seat, None for a computer player.
    """
    if progress.place is None:
        return None
    seats = progress.place.seats(len(people))
    if not set(members) & {people[s] for s in seats}:
        return None
    seat = Seat(seats[0])
    won, climbed = seat in result.winning_seats, seat in result.winners
    gained = result.levels_after[seat] - result.levels_before[seat]
    level = risen(progress.ladder, progress.level, gained, climbed=climbed)
    after = replace(
        progress,
        level=level,
        climbs=progress.climbs + climbed,
        deals=progress.deals + 1,
        deals_won=progress.deals_won + won,
    )
    level_after = progress.ladder.start if climbed else result.levels_after[seat]
    return Outcome(after, result.levels_before[seat], level_after, won, climbed)


def risen(ladder: Ladder, level: Level, gained: int, *, climbed: bool) -> Level:
    """Return the level of a team after a deal in which it `gained` levels (below zero: it fell).

    A deal moves a team from where it stands, not to where the table stands: what a manager voids stays away.
    """
    return ladder.start if climbed else Level(max(ladder.start, min(ladder.final, level + gained)))


@dataclass(frozen=True, slots=True)
class Step:
    """What a deal that counts meant for a team; `later`: it came after a season put the team back."""

    gained: int
    won: bool
    climbed: bool
    later: bool = True


def walked(begun: Progress, base: Level | None, steps: Sequence[Step]) -> Progress:
    """Return the progress of a team worked out anew; `base`: where a season put it, None: none ever did."""
    level = begun.ladder.start if base is None else base
    for step in steps:
        if step.later:
            level = risen(begun.ladder, level, step.gained, climbed=step.climbed)
    climbs, won = sum(s.climbed for s in steps), sum(s.won for s in steps)
    return replace(begun, level=level, climbs=climbs, deals=len(steps), deals_won=won)
