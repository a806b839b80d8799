"""Team standings: the order of teams on a ladder."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from bot.league.teams.ladder import FULL_LADDER, Ladder, Progress, initial_progress
from bot.league.teams.teams import Team
from bot.names import name_key


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A line of the standings. Ranks count from 1; equal teams share one."""

    rank: int
    team: Team
    progress: Progress


def find_open_ladder(played: Iterable[Progress]) -> Ladder:
    """Return the open ladder with most deals, by default from 2 to A; among equals the lowest and then longest one."""
    deals = Counter[Ladder]()
    for progress in played:
        if progress.ladder.league is None:
            deals[progress.ladder] += progress.deals
    return min(deals, key=lambda one: (-deals[one], one.start, -one.final), default=FULL_LADDER)


def rank_teams(teams: Iterable[Team], ladder: Ladder, played: Iterable[Progress]) -> tuple[TeamStanding, ...]:
    """Return all teams in order; those that have not played come last, at the start of the ladder."""
    known = {progress.team: progress for progress in played if progress.ladder == ladder}
    lines = [(team, known.get(team.id) or initial_progress(team.id, ladder)) for team in teams]
    lines.sort(key=lambda line: (_rank_key(line[1]), name_key(line[0].name), line[0].id))
    ranked: list[TeamStanding] = []
    for count, (team, progress) in enumerate(lines, 1):
        level = bool(ranked) and _rank_key(ranked[-1].progress) == _rank_key(progress)
        ranked.append(TeamStanding(ranked[-1].rank if level else count, team, progress))
    return tuple(ranked)


def _rank_key(progress: Progress) -> tuple[bool, int, int, int, int]:
    """Return the sort key of a team, best first: whether it has played, climbs, level, deals won, fewest deals."""
    return progress.deals == 0, -progress.climbs, -progress.level, -progress.deals_won, progress.deals
