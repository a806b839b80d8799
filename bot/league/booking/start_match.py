"""Finds the teams on the sides of a table and the levels at which they start, and starts their match."""

from collections.abc import Sequence
from dataclasses import replace

from bot.ids import GuildId, LeagueId, TableId, TeamId, UserId
from bot.league.booking.booking_ports import BookingStore
from bot.league.leagues.counting_deals import has_league_ladder
from bot.league.teams.ladder import (
    Ladder,
    LineUp,
    StartingTeam,
    TableSide,
    find_fielded_team,
    find_ladder,
    get_starting_levels,
    initial_progress,
    list_line_ups,
)
from engine.model.options import Level
from engine.model.rules import Rules


async def find_starting_teams(
    store: BookingStore, guild: GuildId, rules: Rules, users: Sequence[UserId | None], league: LeagueId | None = None
) -> tuple[tuple[StartingTeam, ...], tuple[Level, ...] | None]:
    """Return the teams that play at a table, and each seat's starting level. The levels are None if no team plays.

    `users` has one entry per seat, which is None for a computer player. A team whose members are exactly the users of a
    side is preferred to a team that needs substitutes. In a `league`, only teams that have joined it play.
    """
    ladder, found = await _find_ladder(store, rules, league), list[StartingTeam]()
    if ladder is None:
        return (), None
    for line_up in list_line_ups(rules, users):
        team = await _find_team(store, guild, line_up, ladder.league)
        if team is not None:
            progress = await store.find_progress(team, ladder)
            found.append(StartingTeam(line_up.side, progress or initial_progress(team, ladder)))
    if len({starting.progress.team for starting in found}) < len(found):
        found = []  # both sides belong to one team, which cannot play against itself
    return tuple(found), get_starting_levels(rules, {starting.side: starting.progress for starting in found})


async def start_match(store: BookingStore, table: TableId, teams: Sequence[StartingTeam]) -> None:
    """Save that these teams climb at `table` from now on."""
    for team in teams:
        await store.save_progress(replace(team.progress, table_side=TableSide(table, team.side)))


async def _find_ladder(store: BookingStore, rules: Rules, league: LeagueId | None) -> Ladder | None:
    """Return the ladder of `league` or, without a league, the open ladder. Return None if no team climbs there."""
    if league is None:
        return find_ladder(rules)
    known = await store.find_league(league)
    return find_ladder(rules, league) if known is not None and has_league_ladder(known, rules) else None


async def _find_team(store: BookingStore, guild: GuildId, line_up: LineUp, league: LeagueId | None) -> TeamId | None:
    exact, squads = await store.find_team_of(guild, line_up), await store.list_squads(guild, line_up)
    if league is not None:
        teams = {squad.team for squad in squads} | ({exact} if exact is not None else set())
        joined = {entrant.team for entrant in await store.list_active_entrants(league, (), teams)}
        squads = [squad for squad in squads if squad.team in joined]
        exact = exact if exact in joined else None
    return find_fielded_team(line_up, squads) if exact is None else exact
