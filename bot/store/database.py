"""The open database and its repositories."""

from bot.league.service import LeagueStores
from bot.processes.process import EVERYTHING, Shards
from bot.store.connection.connections import Connections
from bot.store.connection.lease_store import SqlLeases
from bot.store.connection.listen_for_changes import SqlChanges
from bot.store.events.event_store import SqlEvents
from bot.store.leagues.league_queries import SqlLeagueQueries
from bot.store.leagues.league_store import SqlLeagueStore, refresh_rules_texts
from bot.store.people.person_store import SqlPeople
from bot.store.people.personal_data import SqlPersonalData
from bot.store.people.settings_store import SqlHouseRules, SqlKeyValueStore, SqlSettings
from bot.store.puzzles.daily_deals import SqlDailyDeals
from bot.store.puzzles.puzzle_store import SqlPuzzles
from bot.store.results.deal_history import SqlDealHistory
from bot.store.results.league_files import SqlLeagueFiles
from bot.store.results.league_posts import SqlLeaguePosts
from bot.store.results.save_rulings import SqlRulings
from bot.store.results.stale_ratings import SqlRatingRecompute
from bot.store.tables.table_store import SqlTables
from bot.store.teams.team_store import SqlTeams


class SqlStore:
    """The repositories of the whole program. They share the connections, and none calls another."""

    def __init__(self, connections: Connections) -> None:
        self.tables = SqlTables(connections)
        self.people = SqlPeople(connections)
        self.league = LeagueStores(
            SqlTeams(connections),
            SqlLeagueStore(connections),
            SqlLeagueQueries(connections),
            SqlDealHistory(connections),
            SqlRulings(connections),
            SqlRatingRecompute(connections),
            SqlLeagueFiles(connections),
            SqlLeaguePosts(connections),
        )
        self.key_values = SqlKeyValueStore(connections)
        self.settings = SqlSettings(connections)
        self.personal_data = SqlPersonalData(connections)
        self.leases = SqlLeases(connections)
        self.house_rules = SqlHouseRules(connections)
        self.events = SqlEvents(connections)
        self.puzzles = SqlPuzzles(connections)
        self.daily_deals = SqlDailyDeals(connections)
        self.changes = SqlChanges(connections)


class Database:
    """An open database. Make it with `open`, and `close` it at the end."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self.store = SqlStore(connections)

    @classmethod
    async def open(cls, url: str, shards: Shards = EVERYTHING) -> "Database":
        """Open the database at `url`, which `migrate.upgrade` has upgraded before.

        Queries for due work, such as deadlines, cover only the servers in `shards`. Raises what `Connections.open`
        raises.
        """
        connections = await Connections.open(url)
        connections.shards = shards
        return cls(connections)

    async def refresh_rules_texts(self) -> None:
        """Add new options to the stored rules of leagues and seasons. Call this after each upgrade of the program."""
        await refresh_rules_texts(self._connections)

    async def close(self) -> None:
        """Close all connections, and roll back transactions in progress."""
        await self._connections.close()
