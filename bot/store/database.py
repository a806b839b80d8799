"""The open database, and the store that tables, teams and the Discord surface are handed."""

from bot.store.choices import SqlChoices
from bot.store.connections import Connections
from bot.store.exchanging import SqlExchanging
from bot.store.exports import SqlExports
from bot.store.histories import SqlHistories
from bot.store.leagues import SqlLeagues
from bot.store.looking import SqlLooking
from bot.store.managing import SqlManaging
from bot.store.news import SqlNews
from bot.store.notes import SqlNotes
from bot.store.people import SqlPeople
from bot.store.rulings import SqlRulings
from bot.store.tables import SqlTables


class SqlLeague(SqlLeagues, SqlManaging, SqlLooking, SqlHistories, SqlRulings, SqlExchanging, SqlNews):
    """What is kept of teams and leagues: implements `bot.league.ports.LeagueStore`."""


class SqlStore(SqlTables, SqlPeople, SqlLeague, SqlNotes, SqlChoices, SqlExports):
    """All that is kept: implements `bot.play.ports.Store` and `bot.league.ports.LeagueStore`, and keeps notes."""


class Database:
    """An open database. Make it with `open`, and `close` it at the end."""

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self.store = SqlStore(connections)

    @classmethod
    async def open(cls, url: str) -> "Database":
        """Open the database at `url`, which `migrate.upgrade` has brought up to date, and see that it answers.

        Raises:
            BadDatabaseUrl: the URL is of no use.
            Unavailable: it does not answer. OSError too comes from a server that cannot be reached.
        """
        return cls(await Connections.open(url))

    async def close(self) -> None:
        """Close all connections. A unit of work that is open is undone."""
        await self._connections.close()
