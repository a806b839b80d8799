"""The league as others call it. README.md lists every method, who may call it and what it refuses."""

import time
from collections.abc import Callable
from dataclasses import dataclass

from bot.league.access import LeagueAccess
from bot.league.files import LeagueFiles
from bot.league.manage_leagues import LeagueManagement
from bot.league.manage_teams import TeamManagement
from bot.league.pending_posts import LeaguePosts
from bot.league.ports import DealHistoryStore, LeagueQueryStore, LeagueReader, LeagueStores
from bot.league.queries import LeagueQueries
from bot.league.rating_queries import RatingQueries
from bot.league.rating_worker import OpenWorker, work_in_thread
from bot.league.recompute_ratings import RatingRecompute
from bot.league.result_ports import RulingReader
from bot.league.rulings import LeagueRulings
from bot.league.table_preview import LeagueTables
from bot.league.team_access import TeamAccess
from bot.league.team_invitations import TeamInvitations


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
        team_access = TeamAccess(stores.teams, access)
        queries = LeagueQueries(stores.leagues, stores.queries, stores.history, stores.rulings, access)
        ratings = RatingQueries(stores.queries, stores.history)
        return cls(
            *(stores.leagues, stores.queries, stores.history, stores.rulings),
            access,
            TeamManagement(stores.teams, team_access, access),
            LeagueTables(stores.leagues, stores.queries, stores.teams, queries, access),
            TeamInvitations(stores.teams, team_access, access),
            LeagueManagement(stores.leagues, stores.teams, access),
            queries,
            ratings,
            LeagueRulings(stores.rulings, access, RatingRecompute(stores.recompute, open_worker)),
            LeagueFiles(stores.files, stores.leagues, stores.queries, access, queries, ratings),
            LeaguePosts(stores.posts, stores.teams, queries, access),
        )
