"""What the league keeps and reads, as protocols that it owns. Each method is one unit of work.

A write that its service refuses raises `LeagueRefused`, for the reasons that the service's method names. What runs
inside a table's transaction is in `booking_ports.py`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from bot.ids import (
    AnnouncementId,
    EntrantId,
    FoundingId,
    GuildId,
    InvitationId,
    LeagueId,
    PoolId,
    ReportId,
    ResultId,
    RoleId,
    SeasonId,
    TableId,
    TeamId,
    UserId,
)
from bot.league.audit import AuditEntry, AuditStamp
from bot.league.deals import BookedDeal, Ruling
from bot.league.ladder import Ladder, Progress, TeamSquad
from bot.league.leagues import (
    Entrant,
    LeagueInfo,
    LeagueSettings,
    MatchReport,
    Season,
    SeasonAnnouncement,
    SeasonAward,
)
from bot.league.ratings import Rating, RatingChange
from bot.league.read_models import LeaderboardEntry, LeagueResult, PlayedDeal, RatingPoint, RatingPool, WinRecord
from bot.league.season_standings import MutualWins, Score
from bot.league.start_match import StartingTeam
from bot.league.team_members import Accepted, Departure, Founding, Invitation, Spell, TeamRole
from bot.league.teams import Team
from engine.model.rules import Rules


class TeamStore(Protocol):
    """Teams, their substitutes and their progress."""

    async def add_team(
        self, guild: GuildId, name: str, members: Sequence[UserId], size: int, stamp: AuditStamp
    ) -> Team:
        """Save a new team with an audit entry; `stamp.by` becomes its captain, if they are a member."""

    async def rename_team(self, team: TeamId, name: str, stamp: AuditStamp) -> Team:
        """Give a team another name, with an audit entry."""

    async def disband_team(self, team: TeamId, stamp: AuditStamp) -> None:
        """Free a team's name and members for other teams, with an audit entry; its results stay."""

    async def list_substitutes(self, teams: Sequence[TeamId]) -> Mapping[TeamId, tuple[UserId, ...]]:
        """Return the substitutes of those of these teams that have any."""

    async def find_team(self, team: TeamId) -> Team | None:
        """Return a team that has not been disbanded."""

    async def find_team_by_name(self, guild: GuildId, name: str) -> Team | None:
        """Return the team of a server with this name (by `name_key`)."""

    async def list_teams_of(self, user: UserId, guild: GuildId | None = None) -> Sequence[Team]:
        """Return the teams of a user, oldest first; `guild` None: in all servers."""

    async def list_teams(self, guild: GuildId) -> Sequence[Team]:
        """Return all teams of a server, oldest first."""

    async def list_progress_in(self, guild: GuildId, ladder: Ladder) -> Sequence[Progress]:
        """Return the progress of those teams of a server that have played on a ladder."""

    async def list_progress(self, team: TeamId) -> Sequence[Progress]:
        """Return a team's progress on each ladder that it has played on, most deals first."""

    async def list_ladders(self, guild: GuildId) -> Sequence[Ladder]:
        """Return the ladders that teams of a server have played on, most deals first."""


class TableTeamStore(Protocol):
    """The teams at tables, read only."""

    async def find_starting_teams(
        self, guild: GuildId, rules: Rules, users: Sequence[UserId | None], league: LeagueId | None
    ) -> Sequence[StartingTeam]:
        """Return the teams that would start a match with these people; see `start_match.find_starting_teams`."""

    async def list_squads_among(self, guild: GuildId, size: int, users: Sequence[UserId]) -> Sequence[TeamSquad]:
        """Return the teams of this size that two of these users or more may play for, oldest first."""

    async def list_playing_teams(self, table: TableId) -> Sequence[tuple[int, TeamId]]:
        """Return the teams that climb at a table, each with its side."""


class TeamMemberStore(Protocol):
    """Who is in a team, who is invited, and who was in it when. Changes also write audit entries."""

    async def add_founding(
        self, guild: GuildId, name: str, members: Sequence[UserId], size: int, stamp: AuditStamp, expires_at: float
    ) -> Founding:
        """Save a team to be founded by `stamp.by`, with invitations; return the same founding if it is under way."""

    async def end_founding(self, founding: FoundingId, by: UserId, at: float) -> Founding | None:
        """Give up a founding of this user, with its invitations; None: it is over, or another's."""

    async def list_foundings(self, guild: GuildId, at: float) -> Sequence[Founding]:
        """Return the teams of a server that are being founded, oldest first."""

    async def add_invitation(
        self, team: TeamId, user: UserId, role: TeamRole, replaces: UserId | None, stamp: AuditStamp, expires_at: float
    ) -> tuple[Invitation, bool]:
        """Invite a user into a team; False: they are invited already, and that invitation is returned."""

    async def find_invitation(self, invitation: InvitationId) -> Invitation | None:
        """Return an invitation, however it was answered."""

    async def accept_invitation(self, invitation: InvitationId, stamp: AuditStamp) -> Accepted:
        """Accept an invitation; the last acceptance of a founding makes the team."""

    async def decline_invitation(self, invitation: InvitationId, stamp: AuditStamp) -> Invitation:
        """Decline an invitation; that ends a founding."""

    async def withdraw_invitation(self, team: TeamId, user: UserId, at: float) -> bool:
        """Withdraw the open invitation of a user into a team; False: there is none."""

    async def mark_delivered(self, invitation: InvitationId, at: float) -> None:
        """Save that an invitation's message reached Discord."""

    async def list_invitations(
        self, at: float, *, user: UserId | None = None, team: TeamId | None = None
    ) -> Sequence[Invitation]:
        """Return the open invitations of a user, or into a team, oldest first."""

    async def remove_member(self, team: TeamId, user: UserId, stamp: AuditStamp, *, leaving: bool) -> Departure:
        """Remove a member; with `leaving`, a team that cannot go on is disbanded instead of refused."""

    async def remove_substitute(self, team: TeamId, user: UserId, stamp: AuditStamp) -> bool:
        """Remove a substitute; False: they were none."""

    async def set_captain(self, team: TeamId, user: UserId, stamp: AuditStamp) -> bool:
        """Make a member the captain; False: they were it already."""

    async def move_member(self, team: TeamId, target: TeamId, user: UserId, stamp: AuditStamp) -> tuple[Team, Team]:
        """Move a member from one team into another, in one step."""

    async def list_spells(self, team: TeamId) -> Sequence[Spell]:
        """Return who was in a team when, oldest first."""

    async def list_members_at(self, teams: Sequence[TeamId], at: float) -> Mapping[TeamId, tuple[UserId, ...]]:
        """Return the members that these teams had at a moment, disbanded teams too."""

    async def list_leagues_of_team(self, team: TeamId) -> Sequence[LeagueInfo]:
        """Return the open leagues that a team has joined, oldest first."""


class LeagueAdminStore(Protocol):
    """Leagues, managers, entrants and seasons. Methods with a `stamp` also write an audit entry."""

    async def add_league(self, guild: GuildId, settings: LeagueSettings, stamp: AuditStamp) -> LeagueInfo:
        """Save a new league; its creator is its first manager."""

    async def update_league(self, league: LeagueId, settings: LeagueSettings, stamp: AuditStamp) -> LeagueInfo:
        """Change a league's settings; some are fixed while a season is open."""

    async def archive_league(self, league: LeagueId, stamp: AuditStamp) -> LeagueInfo:
        """Archive a league: its season closes, its name is free."""

    async def find_league(self, league: LeagueId) -> LeagueInfo | None:
        """Return a league, archived or not."""

    async def find_league_by_name(self, guild: GuildId, name: str) -> LeagueInfo | None:
        """Return the league of a server with this name: the open one, else the one archived last."""

    async def list_leagues(self, guild: GuildId, *, archived: bool = False) -> Sequence[LeagueInfo]:
        """Return a server's open leagues, or its archived ones, oldest first."""

    async def list_managers(self, league: LeagueId) -> Sequence[UserId]:
        """Return the managers of a league."""

    async def list_manager_roles(self, league: LeagueId) -> Sequence[RoleId]:
        """Return the roles whose members manage a league."""

    async def set_manager_role(self, league: LeagueId, role: RoleId, stamp: AuditStamp, *, manages: bool) -> bool:
        """Add or remove a role whose members manage a league; return whether that changed anything."""

    async def set_entries(self, league: LeagueId, stamp: AuditStamp, *, is_open: bool) -> LeagueInfo | None:
        """Open or close a league's entries; None: they were so already."""

    async def move_entrant(
        self, league: LeagueId, target: LeagueId, user: UserId | None, team: TeamId | None, stamp: AuditStamp
    ) -> Entrant:
        """Withdraw a user or a team from one league and enter them in another, in one step."""

    async def set_manager(self, league: LeagueId, user: UserId, stamp: AuditStamp, *, manages: bool) -> bool:
        """Add or remove a manager; return whether that changed anything."""

    async def add_entrant(
        self, league: LeagueId, user: UserId | None, team: TeamId | None, stamp: AuditStamp
    ) -> Entrant:
        """Enter a user or a team; one that had left continues with its old score."""

    async def withdraw_entrant(
        self, league: LeagueId, user: UserId | None, team: TeamId | None, stamp: AuditStamp
    ) -> Entrant:
        """Withdraw a user or a team; their deals stay."""

    async def list_entrants(self, league: LeagueId) -> Sequence[Entrant]:
        """Return the present entrants of a league, in the order of their joining."""

    async def list_leagues_of(self, guild: GuildId, user: UserId) -> Sequence[LeagueInfo]:
        """Return the open leagues of a server that a user has joined in person, oldest first."""

    async def open_season(self, league: LeagueId, stamp: AuditStamp) -> Season:
        """Open a league's next season, in which all scores begin at zero."""

    async def close_season(self, league: LeagueId, stamp: AuditStamp) -> Season:
        """Close a league's season and return it."""

    async def list_seasons(self, league: LeagueId) -> Sequence[Season]:
        """Return a league's seasons, newest first."""

    async def find_season(self, season: SeasonId) -> Season | None:
        """Return a season."""

    async def list_due_seasons(self, at: float) -> Sequence[Season]:
        """Return the open seasons whose time is up, oldest first."""

    async def roll_over_season(self, season: SeasonId, at: float) -> tuple[Season, Season] | None:
        """Close a season whose time is up and open the next, in one step; None: somebody else has done it."""


class LeagueQueryStore(Protocol):
    """Standings, ratings and the audit log, read only."""

    async def list_scores(
        self, season: SeasonId, offset: int, limit: int
    ) -> tuple[Sequence[tuple[Entrant, Score]], int]:
        """Return scores in order, mutual wins left aside, and the number of all scores."""

    async def count_better_scores(self, season: SeasonId, score: Score) -> int:
        """Return how many entrants precede everybody with this score, mutual wins left aside."""

    async def find_score(
        self, season: SeasonId, user: UserId | None, team: TeamId | None
    ) -> tuple[Entrant, Score] | None:
        """Return the score of a user or a team in a season."""

    async def count_scores_ahead(self, season: SeasonId, entrant: EntrantId, score: Score) -> int:
        """Return how many lines of `list_scores` precede an entrant with this score."""

    async def count_mutual_wins(self, season: SeasonId, groups: Iterable[Sequence[EntrantId]]) -> MutualWins:
        """Return the deals that members of each group won against each other."""

    async def list_pools(self, guild: GuildId) -> Sequence[RatingPool]:
        """Return a server's pools that hold ratings, the one with most players first."""

    async def find_pool(self, guild: GuildId, preset: str) -> RatingPool | None:
        """Return the pool of a server and a preset; None before its first deal."""

    async def list_leaders(
        self, pool: PoolId, offset: int, limit: int, search: str = ""
    ) -> tuple[Sequence[LeaderboardEntry], int]:
        """Return ratings with their ranks, best first, provisional ones last, and the number of all.

        `search`: only players whose name contains it, in any case of Latin letters. Forgotten players are left out.
        """

    async def find_rating(self, pool: PoolId, user: UserId) -> LeaderboardEntry | None:
        """Return a user's rating and rank; None before their first deal."""

    async def count_ranked(self, pool: PoolId) -> int:
        """Return the number of players with a rank."""

    async def list_audit_entries(
        self, guild: GuildId, league: LeagueId | None, offset: int, limit: int
    ) -> tuple[Sequence[AuditEntry], int]:
        """Return audit entries of a league (None: of a server), newest first, and the number of all."""

    async def get_team_names(self, teams: Sequence[TeamId]) -> dict[TeamId, str]:
        """Return the names of these teams, disbanded ones too."""


class DealHistoryStore(Protocol):
    """Deals that were played, read only."""

    async def list_league_results(
        self, league: LeagueId, season: SeasonId | None, offset: int, limit: int
    ) -> tuple[Sequence[LeagueResult], int]:
        """Return the deals that a league (or one season) counted, newest first, and the number of all."""

    async def find_last_result(self, table: TableId) -> ResultId | None:
        """Return the result of a table's last deal."""

    async def list_climbed_teams(self, result: ResultId) -> Sequence[str]:
        """Return the names of the teams that passed the top of their ladder with a result."""

    async def get_counted_teams(
        self, league: LeagueId, results: Sequence[ResultId]
    ) -> Mapping[ResultId, Mapping[int, TeamId]]:
        """Return the teams for which a league counted these results, by a seat of their side."""

    async def list_player_results(
        self, guild: GuildId, user: UserId, offset: int, limit: int
    ) -> tuple[Sequence[LeagueResult], int]:
        """Return the deals that a user played in a server, newest first, and the number of all."""

    async def list_played_deals(self, pool: PoolId, user: UserId) -> Sequence[PlayedDeal]:
        """Return a user's deals in a pool, void ones left out, in the order of booking."""

    async def list_rating_points(self, pool: PoolId, user: UserId) -> Sequence[RatingPoint]:
        """Return a user's rating after each deal, in the order of booking."""

    async def find_top_partner(self, pool: PoolId, user: UserId) -> tuple[UserId, WinRecord] | None:
        """Return a user's most frequent partner; among equals the one with most wins."""

    async def count_climbs(self, pool: PoolId, user: UserId) -> int:
        """Return how often a team passed the top of its ladder with a user in one of its seats."""

    async def list_presets_of(self, guild: GuildId, user: UserId) -> Sequence[tuple[str, int]]:
        """Return the presets that a user has played in a server, with the number of deals, most first."""

    async def list_shared_presets(self, guild: GuildId, left: UserId, right: UserId) -> Sequence[tuple[str, int]]:
        """Return the presets in which two users met in a server, with the number of deals, most first."""

    async def list_meetings(self, pool: PoolId, left: UserId, right: UserId) -> Sequence[tuple[bool, bool]]:
        """Return the deals of two users: whether they sat on one side, and whether the left one won."""


class RulingStore(Protocol):
    """Rulings about results."""

    async def find_result(self, guild: GuildId, result: ResultId) -> LeagueResult | None:
        """Return a result of a server as it counts."""

    async def list_seasons_counting(self, result: ResultId) -> Sequence[tuple[LeagueInfo, Season]]:
        """Return the leagues and seasons that count a result, oldest league first."""

    async def count_late_rulings(self, league: LeagueId) -> Mapping[int, int]:
        """Return, by season number, how many rulings about closed seasons came after their end."""

    async def save_ruling(
        self, guild: GuildId, result: ResultId, ruling: Ruling, stamp: AuditStamp, reason: str
    ) -> LeagueResult:
        """Apply a ruling to a result, its seasons and its teams; the ratings of its pool become stale."""


@dataclass(frozen=True, slots=True)
class StalePool:
    """A rating pool whose ratings are stale from the result `first` on. `request`: changes with each ruling."""

    pool: PoolId
    first: ResultId
    request: int


class RecomputeStore(Protocol):
    """The recomputation of ratings, part by part."""

    async def list_stale_pools(self) -> Sequence[StalePool]:
        """Return the stale pools."""

    async def count_deals_from(self, stale: StalePool) -> int:
        """Return how many deals there are to rate again."""

    async def load_deals_from(
        self, stale: StalePool, limit: int, known: Collection[UserId]
    ) -> tuple[Mapping[UserId, Rating], Sequence[BookedDeal]]:
        """Return the next deals to rate again, in the order of booking, and the ratings before them.

        Ratings of `known` players are left out.
        """

    async def replace_changes(
        self, stale: StalePool, last: ResultId, changes: Sequence[RatingChange]
    ) -> StalePool | None:
        """Replace the rating changes up to the result `last`, and return the pool stale from the next one on.

        None, and nothing is changed: another request came in between, or one of the players has been deleted.
        """

    async def list_seasons_by_rating(self, stale: StalePool) -> Sequence[SeasonId]:
        """Return the seasons that rank by a pool's ratings."""

    async def list_changed_values(
        self, stale: StalePool, season: SeasonId, since: ResultId | None
    ) -> Sequence[tuple[EntrantId, float]]:
        """Return what entrants with deals `since` are ranked by after their last changes, where that is not stored.

        None: since the earliest result ruled about.
        """

    async def save_values(self, stale: StalePool, season: SeasonId, values: Sequence[tuple[EntrantId, float]]) -> bool:
        """Save what entrants are ranked by; False, and nothing is changed, if there is another request."""

    async def replace_ratings(self, stale: StalePool) -> bool:
        """Replace all ratings by those after the last changes: then they are no longer stale.

        False, and nothing is changed: there is another request, or a deal was booked in between.
        """


class LeagueFileStore(Protocol):
    """Results that are exported and imported."""

    async def list_counted_after(self, season: SeasonId, after: ResultId, limit: int) -> Sequence[LeagueResult]:
        """Return the next deals that a season counted after a result, in the order of booking."""

    async def find_fingerprints(self, guild: GuildId, moments: Sequence[float]) -> set[tuple[Any, ...]]:
        """Return the fingerprints of a server's deals at these moments."""

    async def get_player_names(self, users: Sequence[UserId]) -> dict[UserId, str]:
        """Return the names of those of these users who are known."""

    async def add_imported_deals(self, league: LeagueId, deals: Sequence[BookedDeal], stamp: AuditStamp) -> None:
        """Book deals that were played elsewhere, all or none, for this league alone.

        A user id below zero, forgotten where the deals come from, becomes a new nameless user.

        Raises:
            LeagueRefused: NO_LEAGUE, LEAGUE_ARCHIVED, NO_SEASON, ALREADY_IMPORTED.
        """


class AnnouncementStore(Protocol):
    """Announcements that wait; opening or closing a season adds them in the same transaction."""

    async def list_announcements(self, league: LeagueId | None) -> Sequence[SeasonAnnouncement]:
        """Return the announcements of a league (None: of all), oldest first."""

    async def delete_announcement(self, announcement: AnnouncementId) -> None:
        """Delete an announcement."""


class LeaguePostStore(Protocol):
    """What leagues post and give: results of matches, and roles of champions."""

    async def list_match_reports(self) -> Sequence[MatchReport]:
        """Return the matches whose results are still to be posted, oldest first."""

    async def mark_reported(self, report: ReportId, at: float) -> None:
        """Save that a match's result was posted, or never will be."""

    async def list_match_results(self, report: MatchReport) -> Sequence[LeagueResult]:
        """Return the deals of a match that its league counted, in the order of booking."""

    async def list_awards(self) -> Sequence[SeasonAward]:
        """Return the closed seasons whose champions are still to be given a role, oldest first."""

    async def delete_award(self, season: SeasonId) -> None:
        """Save that a season's champions have their role, or never will."""

    async def list_crowned(self, league: LeagueId) -> Mapping[UserId, RoleId]:
        """Return whom the bot gave a league's champion role, and which one."""

    async def set_crowned(self, league: LeagueId, user: UserId, role: RoleId, at: float, *, crowned: bool) -> None:
        """Save that a user was given a champion role or lost it, with an audit entry."""


@dataclass(frozen=True, slots=True)
class LeagueStores:
    """Everything that the league keeps, one store per subject."""

    teams: TeamStore
    tables: TableTeamStore
    members: TeamMemberStore
    admin: LeagueAdminStore
    queries: LeagueQueryStore
    history: DealHistoryStore
    rulings: RulingStore
    recompute: RecomputeStore
    files: LeagueFileStore
    announcements: AnnouncementStore
    posts: LeaguePostStore
