"""The teams at tables, read for lobbies and table messages."""

from collections.abc import Sequence

from sqlalchemy import func, select, union

from bot.ids import GuildId, LeagueId, TableId, TeamId, UserId
from bot.league.ladder import TeamSquad
from bot.league.start_match import StartingTeam, find_starting_teams
from bot.store.connections import Connections
from bot.store.deal_booking import SqlBookingStore
from bot.store.team_models import TeamLevelRow, TeamMemberRow, TeamRow, TeamSubstituteRow
from bot.store.team_rows import load_substitutes, to_squad
from engine.model.rules import Rules


class SqlTableTeams:
    """Implements `bot.league.ports.TableTeamStore`."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections

    async def find_starting_teams(
        self, guild: GuildId, rules: Rules, users: Sequence[UserId | None], league: LeagueId | None
    ) -> Sequence[StartingTeam]:
        async with self._connections.read() as connection:
            store = SqlBookingStore(connection, locks=False)
            return (await find_starting_teams(store, guild, rules, users, league))[0]

    async def list_squads_among(self, guild: GuildId, size: int, users: Sequence[UserId]) -> Sequence[TeamSquad]:
        places = union(
            *(
                select(row.team_id, row.user_id).where(row.user_id.in_(sorted(users)))
                for row in (TeamMemberRow, TeamSubstituteRow)
            )
        ).subquery()
        query = (
            select(TeamRow.id, TeamRow.member_key)
            .join(places, places.c.team_id == TeamRow.id)
            .where(TeamRow.guild_id == guild, TeamRow.size == size, TeamRow.disbanded_at.is_(None))
            .group_by(TeamRow.id, TeamRow.member_key)
            .having(func.count() > 1)
            .order_by(TeamRow.id)
        )
        async with self._connections.read() as connection:
            teams = (await connection.execute(query)).all()
            substitutes = await load_substitutes(connection, [row.id for row in teams])
        return [to_squad(row, substitutes) for row in teams]

    async def list_playing_teams(self, table: TableId) -> Sequence[tuple[int, TeamId]]:
        query = select(TeamLevelRow.side, TeamLevelRow.team_id).where(TeamLevelRow.table_id == table)
        rows = await self._connections.fetch_all(query.order_by(TeamLevelRow.side))
        return [(side, TeamId(team)) for side, team in rows if side is not None]
