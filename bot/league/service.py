"""The league as others call it. README.md lists every method, who may call it and what it refuses."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from bot.league.files.import_deals import LeagueFileStore
from bot.league.files.manage_files import LeagueFiles
from bot.league.leagues.access import LeagueAccess
from bot.league.leagues.league_ports import LeagueReader, LeagueStore
from bot.league.management.manage_leagues import LeagueManagement
from bot.league.management.manage_teams import TeamManagement
from bot.league.management.team_invitations import TeamInvitations
from bot.league.management.team_ports import TeamStore
from bot.league.pending_posts import LeaguePosts, LeaguePostStore
from bot.league.queries.query_ports import DealHistoryStore, LeagueQueryStore, RulingReader
from bot.league.queries.rating_queries import RatingQueries
from bot.league.queries.season_queries import LeagueQueries
from bot.league.queries.table_preview import LeagueTables
from bot.league.rulings.manage_rulings import LeagueRulings
from bot.league.rulings.recompute_ratings import OpenWorker, RatingRecompute, work_in_thread
from bot.league.rulings.ruling_ports import RecomputeStore, RulingStore
from bot.league.undo_acts import LeagueUndo


@dataclass(frozen=True, slots=True)
class LeagueStores:
    """Everything that the league keeps, one store per subject."""

    teams: TeamStore
    leagues: LeagueStore
    queries: LeagueQueryStore
    history: DealHistoryStore
    rulings: RulingStore
    recompute: RecomputeStore
    files: LeagueFileStore
    posts: LeaguePostStore


@dataclass(frozen=True, slots=True)
class LeagueService:
    """Teams and leagues of all servers. A refusal is a `LeagueRefused`, and nothing has changed then."""

    leagues: LeagueReader
    standings: LeagueQueryStore
    history: DealHistoryStore
    results: RulingReader
    access: LeagueAccess
    teams: TeamManagement
    tables: LeagueTables
    invitations: TeamInvitations
    admin: LeagueManagement
    undo: LeagueUndo
    queries: LeagueQueries
    ratings: RatingQueries
    rulings: LeagueRulings
    files: LeagueFiles
    posts: LeaguePosts

    @classmethod
    def build(
        cls, stores: LeagueStores, now: Callable[[], float] = time.time, open_worker: OpenWorker = work_in_thread
    ) -> "LeagueService":
        """Make all parts. `now` returns seconds since the epoch; `open_worker` rates deals again after a ruling."""
        access = LeagueAccess(stores.leagues, now)
        teams = TeamManagement(stores.teams, access)
        queries = LeagueQueries(stores.leagues, stores.queries, stores.history, stores.rulings, access)
        ratings = RatingQueries(stores.queries, stores.history)
        admin = LeagueManagement(stores.leagues, stores.teams, access)
        return cls(
            *(stores.leagues, stores.queries, stores.history, stores.rulings),
            access,
            teams,
            LeagueTables(stores.leagues, stores.queries, stores.teams, queries, access),
            TeamInvitations(stores.teams, teams, access),
            admin,
            LeagueUndo(stores.queries, admin, access),
            queries,
            ratings,
            LeagueRulings(stores.rulings, access, RatingRecompute(stores.recompute, open_worker)),
            LeagueFiles(stores.files, stores.leagues, stores.queries, access, queries, ratings),
            LeaguePosts(stores.posts, stores.teams, queries, access),
        )
