"""Finds the team on a side of a table, and computes how a deal changes the team's level on a ladder.

A team has separate progress on each `Ladder`. It climbs a ladder only at the table where it last started a match on
this ladder. Deals at an older table change no level.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.ids import LeagueId, TableId, TeamId, UserId
from bot.league.teams.teams import Team
from bot.names import name_key
from engine.model.events import DealResult
from engine.model.options import Level, Teams
from engine.model.rules import Rules
from engine.model.seats import Seat

SIDES: Final = 2
"""The number of sides at a table with fixed teams; one side has the seats with even numbers, the other the odd."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """The levels that teams climb, from `start` until they pass `final`. By some rules, reaching `final` is enough."""

    start: Level
    final: Level
    league: LeagueId | None = None
    """The league to which the ladder belongs. None for an open ladder, which teams climb outside leagues."""


FULL_LADDER: Final = Ladder(Level.TWO, Level.ACE)


@dataclass(frozen=True, slots=True)
class TableSide:
    """A side of a table. `side` is the parity of its seats."""

    table: TableId
    side: int

    def seats(self, players: int) -> range:
        """Return the seats of this side at a table of `players`."""
        return range(self.side, players, SIDES)


@dataclass(frozen=True, slots=True)
class Progress:
    """A team's progress on a ladder. `climbs` counts how often the team passed the top, even if no match ended then."""

    team: TeamId
    ladder: Ladder
    level: Level
    climbs: int = 0
    deals: int = 0
    deals_won: int = 0
    table_side: TableSide | None = None
    """The side of a table where the team climbs now; None before its first match."""


@dataclass(frozen=True, slots=True)
class StartingTeam:
    """A team that is about to start a match, and its side."""

    side: int
    progress: Progress


@dataclass(frozen=True, slots=True)
class LineUp:
    """The users on one side of a table, ids ascending. Together with `size` they identify a team."""

    side: int
    members: tuple[UserId, ...]
    size: int


@dataclass(frozen=True, slots=True)
class TeamSquad:
    """A team's members and substitutes."""

    team: TeamId
    members: frozenset[UserId]
    substitutes: frozenset[UserId]


@dataclass(frozen=True, slots=True)
class LadderOutcome:
    """A team's progress after a deal, and its levels at the table. After a climb, `level_after` is the start level."""

    progress: Progress
    level_before: Level
    level_after: Level
    won: bool
    climbed: bool


def find_ladder(rules: Rules, league: LeagueId | None = None) -> Ladder | None:
    """Return the ladder of `league` or, without one, the open ladder. Return None if the rules have no fixed teams."""
    return Ladder(rules.start_level, rules.final_level, league) if rules.teams is Teams.FIXED else None


def initial_progress(team: TeamId, ladder: Ladder) -> Progress:
    """Return the progress of a team before its first match on a ladder."""
    return Progress(team, ladder, ladder.start)


def list_line_ups(rules: Rules, people: Sequence[UserId | None]) -> tuple[LineUp, ...]:
    """Return each side that has users; empty if teams are not fixed. `people` has None for a computer player."""
    if rules.teams is not Teams.FIXED:
        return ()
    sides = [people[side::SIDES] for side in range(SIDES)]
    found = [(n, tuple(sorted(p for p in side if p is not None)), len(side)) for n, side in enumerate(sides)]
    return tuple(LineUp(n, members, size) for n, members, size in found if members)


def find_fielded_team(line_up: LineUp, squads: Iterable[TeamSquad]) -> TeamId | None:
    """Return the team for which these users can play, as members or substitutes; None if there is no such team.

    Substitutes replace absent members, but at least one member must play. The team with the most members present is
    preferred, then the oldest team.
    """
    here = frozenset(line_up.members)
    fits = [
        (-len(here & squad.members), squad.team)
        for squad in squads
        if here <= squad.members | squad.substitutes and here & squad.members and len(here) == len(squad.members)
    ]
    return min(fits)[1] if fits else None


def get_starting_levels(rules: Rules, teams: Mapping[int, Progress]) -> tuple[Level, ...] | None:
    """Return the level at which each seat starts a match, given the team on each side. Return None if no team plays."""
    if not teams:
        return None
    levels = [teams[side].level if side in teams else rules.start_level for side in range(SIDES)]
    return tuple(levels[seat % SIDES] for seat in range(rules.players))


def plays_as_team(progress: Progress, squad: Iterable[UserId], people: Sequence[UserId | None]) -> bool:
    """Return whether a team's side has users, and all of them belong to its `squad` of members and substitutes."""
    if progress.table_side is None:
        return False
    seated = {people[seat] for seat in progress.table_side.seats(len(people))} - {None}
    return bool(seated) and seated <= set(squad)


def apply_deal(
    progress: Progress, members: Sequence[UserId], people: Sequence[UserId | None], result: DealResult
) -> LadderOutcome | None:
    """Return what a deal changes for a team. Return None if no member or substitute sat on the team's side."""
    if progress.table_side is None:
        return None
    seats = progress.table_side.seats(len(people))
    if not set(members) & {people[s] for s in seats}:
        return None
    seat = Seat(seats[0])
    won, climbed = seat in result.winning_seats, seat in result.winners or seat in result.lap_winners
    gained = result.levels_after[seat] - result.levels_before[seat]
    level = level_after_deal(progress.ladder, progress.level, gained, climbed=climbed)
    after = replace(
        progress,
        level=level,
        climbs=progress.climbs + climbed,
        deals=progress.deals + 1,
        deals_won=progress.deals_won + won,
    )
    level_after = progress.ladder.start if climbed else result.levels_after[seat]
    return LadderOutcome(after, result.levels_before[seat], level_after, won, climbed)


def level_after_deal(ladder: Ladder, level: Level, gained: int, *, climbed: bool) -> Level:
    """Return a team's level after a deal. `gained` is negative if the team lost levels."""
    # add the gain to the stored level, because the level at the table may include levels of a void deal
    return ladder.start if climbed else Level(max(ladder.start, min(ladder.final, level + gained)))


@dataclass(frozen=True, slots=True)
class LadderStep:
    """What a deal changed for a team. `after_reset` is False if a season reset the team's level after the deal."""

    levels_gained: int
    won: bool
    climbed: bool
    after_reset: bool = True


def replay_steps(initial: Progress, base: Level | None, steps: Sequence[LadderStep]) -> Progress:
    """Compute a team's progress from its deals. `base` is its level after its last reset, None if there was none."""
    level = initial.ladder.start if base is None else base
    for step in steps:
        if step.after_reset:
            level = level_after_deal(initial.ladder, level, step.levels_gained, climbed=step.climbed)
    climbs, won = sum(s.climbed for s in steps), sum(s.won for s in steps)
    return replace(initial, level=level, climbs=climbs, deals=len(steps), deals_won=won)


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A line of the standings. Ranks count from 1; equal teams share one."""

    rank: int
    team: Team
    progress: Progress


def find_open_ladder(played: Iterable[Progress]) -> Ladder:
    """Return the open ladder with the most deals; of several, the lowest, then the longest. The default is 2 to ace."""
    deals = Counter[Ladder]()
    for progress in played:
        if progress.ladder.league is None:
            deals[progress.ladder] += progress.deals
    return min(deals, key=lambda one: (-deals[one], one.start, -one.final), default=FULL_LADDER)


def rank_teams(teams: Iterable[Team], ladder: Ladder, played: Iterable[Progress]) -> tuple[TeamStanding, ...]:
    """Return all teams by rank. Teams that have not played come last, at the start of the ladder."""
    known = {progress.team: progress for progress in played if progress.ladder == ladder}
    lines = [(team, known.get(team.id) or initial_progress(team.id, ladder)) for team in teams]
    lines.sort(key=lambda line: (_rank_key(line[1]), name_key(line[0].name), line[0].id))
    ranks: dict[tuple[bool, int, int, int, int], int] = {}
    return tuple(
        TeamStanding(ranks.setdefault(_rank_key(progress), count), team, progress)
        for count, (team, progress) in enumerate(lines, 1)
    )


def _rank_key(progress: Progress) -> tuple[bool, int, int, int, int]:
    return progress.deals == 0, -progress.climbs, -progress.level, -progress.deals_won, progress.deals
