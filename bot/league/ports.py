"""What the league needs from outside, as protocols that it owns. Each method is one unit of work."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from bot.league.callers import Act, TrailLine
from bot.league.deals import DealFact, Ruling
from bot.league.ids import EntrantId, GuildId, LeagueId, NewsId, PoolId, ResultId, SeasonId, TableId, TeamId, UserId
from bot.league.ladder import Ladder, Progress
from bot.league.leagues import Draft, Entrant, LeagueFacts, News, Season
from bot.league.looks import LeaderLine, Moment, Played, Pool, Record, Result
from bot.league.ratings import Change, Rating
from bot.league.scores import Meetings, Score
from bot.league.teams import Team


class TeamStore(Protocol):
    """Teams and their progress."""

    async def add_team(self, guild: GuildId, name: str, members: Sequence[UserId], size: int, at: float) -> Team:
        """Keep a new team; `at` is seconds since the epoch.

        Raises:
            LeagueRefused: the name is taken (`name_key`), these people are a team of this size, or somebody is
                in too many teams.
        """

    async def rename_team(self, team: TeamId, name: str) -> Team:
        """Give a team another name and return it.

        Raises:
            LeagueRefused: the name is taken, or there is no such team.
        """

    async def disband_team(self, team: TeamId, at: float) -> None:
        """Let a team play no more: its name and its people are free again, its results stay.

        Raises:
            LeagueRefused: there is no such team.
        """

    async def substitutes(self, teams: Sequence[TeamId]) -> Mapping[TeamId, tuple[UserId, ...]]:
        """Return who may sit in for members of these teams, as far as they have anybody."""

    async def add_substitute(self, team: TeamId, user: UserId) -> bool:
        """Let somebody sit in for members of a team; return False when he may already.

        Raises:
            LeagueRefused: there is no such team, or it has enough substitutes.
        """

    async def drop_substitute(self, team: TeamId, user: UserId) -> bool:
        """Let somebody sit in for members of a team no more; return False when he may not anyway."""

    async def team(self, team: TeamId) -> Team | None:
        """Return a team that has not been disbanded."""

    async def team_named(self, guild: GuildId, name: str) -> Team | None:
        """Return the team of a server that goes by this name (`name_key`)."""

    async def teams_of(self, user: UserId, guild: GuildId | None = None) -> Sequence[Team]:
        """Return the teams a person is in, oldest first; `guild` None: of all servers."""

    async def teams_in(self, guild: GuildId) -> Sequence[Team]:
        """Return all teams of a server, oldest first."""

    async def progress_in(self, guild: GuildId, ladder: Ladder) -> Sequence[Progress]:
        """Return how far the teams of a server have come on a ladder, as far as they have played on it."""

    async def progress_of(self, team: TeamId) -> Sequence[Progress]:
        """Return how far a team has come on each ladder that it has played on, most deals first."""

    async def ladders(self, guild: GuildId) -> Sequence[Ladder]:
        """Return the ladders that teams of a server have played on, most deals first."""


class ManagingStore(Protocol):
    """Leagues, their managers, who plays in them, and seasons."""

    async def add_league(self, guild: GuildId, draft: Draft, act: Act) -> LeagueFacts:
        """Keep a new league, managed by whoever made it.

        Raises:
            LeagueRefused: the name is taken, or there are too many.
        """

    async def save_league(self, league: LeagueId, draft: Draft, act: Act) -> LeagueFacts:
        """Change what was decided about a league.

        Raises:
            LeagueRefused: no such league, archived, the name is taken, or what counts would change while a season runs.
        """

    async def archive_league(self, league: LeagueId, act: Act) -> LeagueFacts:
        """Let a league be looked at only: its season is closed, its name is free.

        Raises:
            LeagueRefused: no such league, or archived before.
        """

    async def league(self, league: LeagueId) -> LeagueFacts | None:
        """Return a league, archived or not."""

    async def league_named(self, guild: GuildId, name: str) -> LeagueFacts | None:
        """Return the league of a server that goes by this name: the open one, else the one archived last."""

    async def leagues(self, guild: GuildId, *, archived: bool = False) -> Sequence[LeagueFacts]:
        """Return a server's leagues, oldest first; `archived`: those that are over instead."""

    async def managers(self, league: LeagueId) -> Sequence[UserId]:
        """Return who manages a league, besides those who may manage its server."""

    async def set_manager(self, league: LeagueId, user: UserId, act: Act, *, manages: bool) -> bool:
        """Make somebody a manager of a league or no longer; return whether that changed anything.

        Raises:
            LeagueRefused: no such league, or archived.
        """

    async def enter(self, league: LeagueId, user: UserId | None, team: TeamId | None, act: Act) -> Entrant:
        """Let a person or a team play in a league; whoever had left goes on where he was.

        Raises:
            LeagueRefused: no such league, archived, or in it already.
        """

    async def withdraw(self, league: LeagueId, user: UserId | None, team: TeamId | None, act: Act) -> Entrant:
        """Let somebody play in a league no more; what he played stays.

        Raises:
            LeagueRefused: no such league, archived, or not in it.
        """

    async def entrants(self, league: LeagueId) -> Sequence[Entrant]:
        """Return who plays in a league now, in the order of their joining."""

    async def leagues_of(self, guild: GuildId, user: UserId) -> Sequence[LeagueFacts]:
        """Return the open leagues of a server that a person plays in himself, oldest first."""

    async def open_season(self, league: LeagueId, act: Act) -> Season:
        """Open a league's next season: everybody who plays in it begins at nothing.

        Raises:
            LeagueRefused: no such league, archived, or a season runs.
        """

    async def close_season(self, league: LeagueId, act: Act) -> Season:
        """Close a league's season and return it.

        Raises:
            LeagueRefused: no such league, archived, or no season runs.
        """

    async def seasons(self, league: LeagueId) -> Sequence[Season]:
        """Return a league's seasons, newest first."""

    async def season(self, season: SeasonId) -> Season | None:
        """Return a season."""

    async def seasons_due(self, at: float) -> Sequence[Season]:
        """Return the running seasons whose time is up, the oldest first."""

    async def turn_season(self, season: SeasonId, at: float) -> tuple[Season, Season] | None:
        """Close a season whose time is up and open the next in one step; None when somebody else has done it."""


class LookingStore(Protocol):
    """What is read of leagues."""

    async def scores(self, season: SeasonId, offset: int, limit: int) -> tuple[Sequence[tuple[Entrant, Score]], int]:
        """Return scores in order but for those who met among the tied, from `offset` on; and how many there are."""

    async def better(self, season: SeasonId, score: Score) -> int:
        """Return how many in a season are before everyone with this score, results against each other left aside."""

    async def score_of(
        self, season: SeasonId, user: UserId | None, team: TeamId | None
    ) -> tuple[Entrant, Score] | None:
        """Return where a person or a team stands in a season."""

    async def place(self, season: SeasonId, entrant: EntrantId, score: Score) -> int:
        """Return how many lines of `scores` are before an entrant with this score."""

    async def meetings(self, season: SeasonId, groups: Iterable[Sequence[EntrantId]]) -> Meetings:
        """Return the deals that members of each group won against each other."""

    async def pools(self, guild: GuildId) -> Sequence[Pool]:
        """Return a server's pools in which somebody is rated, the one with most ratings first."""

    async def pool(self, guild: GuildId, preset: str) -> Pool | None:
        """Return the pool of a server and a preset; None where nobody has played."""

    async def leaders(
        self, pool: PoolId, offset: int, limit: int, search: str = ""
    ) -> tuple[Sequence[LeaderLine], int]:
        """Return ratings with their ranks, best first, provisional ones last; and how many there are.

        `search`: only people whose name holds it, in any case of Latin letters. Whoever was forgotten is left out.
        """

    async def rating(self, pool: PoolId, user: UserId) -> LeaderLine | None:
        """Return a person's rating and rank; None when he has not played."""

    async def ranked(self, pool: PoolId) -> int:
        """Return how many people of a pool have a rank."""

    async def trail(
        self, guild: GuildId, league: LeagueId | None, offset: int, limit: int
    ) -> tuple[Sequence[TrailLine], int]:
        """Return what was done in a league (None: in all of a server), newest first; and how much there is."""

    async def team_names(self, teams: Sequence[TeamId]) -> dict[TeamId, str]:
        """Return what these teams are called, disbanded or not."""


class HistoryStore(Protocol):
    """Deals that were played."""

    async def results_of_league(
        self, league: LeagueId, season: SeasonId | None, offset: int, limit: int
    ) -> tuple[Sequence[Result], int]:
        """Return the deals that a league (or one season) counted, newest first; and how many there are."""

    async def newest_result(self, table: TableId) -> ResultId | None:
        """Return the result of the last deal that was booked at a table."""

    async def climbed_with(self, result: ResultId) -> Sequence[str]:
        """Return what the teams are called that passed the top of their ladder with a result."""

    async def teams_counted(
        self, league: LeagueId, results: Sequence[ResultId]
    ) -> Mapping[ResultId, Mapping[int, TeamId]]:
        """Return for which teams a league counted these results, each by a seat of its side."""

    async def results_of_person(
        self, guild: GuildId, user: UserId, offset: int, limit: int
    ) -> tuple[Sequence[Result], int]:
        """Return the deals that a person played in a server, newest first; and how many there are."""

    async def played(self, pool: PoolId, user: UserId) -> Sequence[Played]:
        """Return the deals of a pool that count, as a person saw them, in the order of their booking."""

    async def moments(self, pool: PoolId, user: UserId) -> Sequence[Moment]:
        """Return a person's rating after each deal, in the order of their booking."""

    async def partner(self, pool: PoolId, user: UserId) -> tuple[UserId, Record] | None:
        """Return the person with whom somebody played most on one side; among equal ones that with most won."""

    async def climbs(self, pool: PoolId, user: UserId) -> int:
        """Return how often a team passed the top of its ladder with a person in one of its seats."""

    async def presets_of(self, guild: GuildId, user: UserId) -> Sequence[tuple[str, int]]:
        """Return the presets that a person has played by in a server, with how many deals, most first."""

    async def presets_met(self, guild: GuildId, left: UserId, right: UserId) -> Sequence[tuple[str, int]]:
        """Return the presets by which two persons have met in a server, with how many deals, most first."""

    async def meetings_of(self, pool: PoolId, left: UserId, right: UserId) -> Sequence[tuple[bool, bool]]:
        """Return the deals that two persons played: whether on one side, and whether the left one won."""


class RulingStore(Protocol):
    """Rulings about results, and ratings that are worked out anew."""

    async def result(self, guild: GuildId, result: ResultId) -> Result | None:
        """Return a result of a server as it counts."""

    async def seasons_counting(self, result: ResultId) -> Sequence[tuple[LeagueFacts, Season]]:
        """Return the leagues in which a result counts, oldest first, each with the season that counts it."""

    async def manages_all(self, user: UserId, leagues: Sequence[LeagueId]) -> bool:
        """Tell whether a person manages each of these leagues; of none, nobody does."""

    async def ruled_since(self, league: LeagueId) -> Mapping[int, int]:
        """Return how often results of a league's seasons, by their number, were ruled about after they were closed."""

    async def rule(self, guild: GuildId, result: ResultId, ruling: Ruling, act: Act, reason: str) -> Result:
        """Let a result count as ruled, and with it everything that follows but the ratings, which are stale then.

        Raises:
            LeagueRefused: there is no such result, or it counts as booked and is to be restored.
        """

    async def stale(self) -> Sequence[tuple[PoolId, ResultId, int]]:
        """Return the pools to be worked out anew: from which result on, and how often that was asked for."""

    async def rated_before(self, pool: PoolId, first: ResultId) -> tuple[Mapping[UserId, Rating], Sequence[DealFact]]:
        """Return the ratings before a result, and all deals from it on."""

    async def swap(self, pool: PoolId, first: ResultId, asked: int, last: ResultId, changes: Sequence[Change]) -> bool:
        """Put the ratings that were worked out from `first` to `last` in the place of the old ones, in one step.

        What was booked after `last` is worked out here. Returns False, and changes nothing, when something else was
        to be worked out anew meanwhile.
        """


class ExchangeStore(Protocol):
    """Results that go out and come in."""

    async def counted_after(self, season: SeasonId, after: ResultId, limit: int) -> Sequence[Result]:
        """Return the next deals that a season counted after a result, in the order of their booking, as ruled."""

    async def fingerprints(self, guild: GuildId, moments: Sequence[float]) -> set[tuple[Any, ...]]:
        """Return the fingerprints of a server's deals at these moments."""

    async def person_names(self, users: Sequence[UserId]) -> dict[UserId, str]:
        """Return what these people are called, as far as known."""

    async def add_past(self, league: LeagueId, deals: Sequence[DealFact], act: Act) -> None:
        """Book deals that were played elsewhere, all or none; they count in this league alone.

        A person below zero was forgotten where they come from, and comes in as a new nameless one.

        Raises:
            LeagueRefused: no such league, archived, or no season runs.
        """


class NewsStore(Protocol):
    """News of seasons that are still to be told; whoever opens or closes a season keeps them by the same step."""

    async def news(self, league: LeagueId | None) -> Sequence[News]:
        """Return what is to be told of a league (None: of all), the oldest first."""

    async def drop_news(self, news: NewsId) -> None:
        """Forget news."""


class LeagueStore(
    TeamStore, ManagingStore, LookingStore, HistoryStore, RulingStore, ExchangeStore, NewsStore, Protocol
):
    """All that the league keeps."""
