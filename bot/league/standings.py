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
    keys = {team.id: (progress.deals == 0, *order(progress)) for team, progress in lines}
    ranked = sorted(keys.values())
    ranks = {key: ranked.index(key) + 1 for key in set(ranked)}
    lines.sort(key=lambda line: (keys[line[0].id], name_key(line[0].name), line[0].id))
    return tuple(Standing(ranks[keys[team.id]], team, progress) for team, progress in lines)
