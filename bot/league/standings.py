"""Standings: the order of teams on a ladder."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bot.league.ids import TeamId
from bot.league.ladder import Ladder, Progress, beginning
from bot.league.teams import Team, name_key


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings. Teams that nothing tells apart share a `rank`; ranks count from 1."""

    rank: int
    team: Team
    progress: Progress


def order(progress: Progress) -> tuple[int, int, int, int]:
    """Return the sort key of a team, best first: climbs, level, deals won, fewest deals needed for them."""
    return (-progress.climbs, -progress.level, -progress.deals_won, progress.deals)


def standings(teams: Iterable[Team], ladder: Ladder, known: Mapping[TeamId, Progress]) -> tuple[Standing, ...]:
    """Return all `teams` in order; who has not played stands at the start of the ladder, after all who have."""
    lines = [(team, known.get(team.id) or beginning(team.id, ladder)) for team in teams]
    lines.sort(key=lambda line: (_place(line[1]), name_key(line[0].name), line[0].id))
    ranked: list[Standing] = []
    for count, (team, progress) in enumerate(lines, 1):
        level = bool(ranked) and _place(ranked[-1].progress) == _place(progress)
        ranked.append(Standing(ranked[-1].rank if level else count, team, progress))
    return tuple(ranked)


def _place(progress: Progress) -> tuple[bool, tuple[int, int, int, int]]:
    return progress.deals == 0, order(progress)
