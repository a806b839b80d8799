"""The interface of the league. README.md lists every method, who may call it, and what it refuses."""

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
from bot.league.rulings.ruling_changes import RecomputeStore, RulingStore
from bot.league.undo_acts import LeagueUndo


@dataclass(frozen=True, slots=True)
class LeagueStores:
    """The stores of the league, one for each subject."""

    teams: TeamStore
    leagues: LeagueStore
    queries: LeagueQueryStore
    history: DealHistoryStore
    rulings: RulingStore
    recompute: RecomputeStore
    files: LeagueFileStore
    posts: LeaguePostStore


class LeagueService:
    """Teams and leagues of all servers. Methods that refuse a request raise `LeagueRefused` and change nothing."""

    def __init__(
        self, stores: LeagueStores, now: Callable[[], float] = time.time, open_worker: OpenWorker = work_in_thread
    ) -> None:
        self.leagues: LeagueReader = stores.leagues
        self.standings = stores.queries
        self.history = stores.history
        self.results: RulingReader = stores.rulings
        self.access = LeagueAccess(stores.leagues, now)
        self.teams = TeamManagement(stores.teams, self.access)
        self.queries = LeagueQueries(stores.leagues, stores.queries, stores.history, stores.rulings, self.access)
        self.tables = LeagueTables(stores.leagues, stores.queries, stores.teams, self.queries, self.access)
        self.invitations = TeamInvitations(stores.teams, self.teams, self.access)
        self.admin = LeagueManagement(stores.leagues, stores.teams, self.access)
        self.undo = LeagueUndo(stores.queries, self.admin, self.access)
        self.ratings = RatingQueries(stores.queries, stores.history)
        self.rulings = LeagueRulings(stores.rulings, self.access, RatingRecompute(stores.recompute, open_worker))
        readers = self.access, self.queries, self.ratings
        self.files = LeagueFiles(stores.files, stores.leagues, stores.queries, *readers)
        self.posts = LeaguePosts(stores.posts, stores.teams, self.queries, self.access)
