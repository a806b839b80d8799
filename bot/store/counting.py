"""What a booked deal changes in the league, inside the transaction that books it: ratings, seasons that count it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.league.deals import DealFact, people
from bot.league.ids import GuildId, LeagueId, PoolId, ResultId, TeamId, UserId
from bot.league.leagues import By, LeagueFacts, Replaced, Season
from bot.league.ratings import Change, Rating, rated
from bot.league.scores import Score, counted, total
from bot.store.facts import facts_of
from bot.store.league_models import (
    CountedRow,
    EntrantRow,
    LeagueRow,
    PoolRow,
    RatingChangeRow,
    RatingRow,
    ScoreRow,
    SeasonRow,
)
from bot.store.league_rows import (
    LEAGUE,
    SCORE,
    SEASON,
    league_of,
    rating_of,
    rating_values,
    score_of,
    score_values,
    season_of,
)
from bot.store.looking import RATING
from bot.store.upsert import ensure, put


@dataclass(frozen=True, slots=True)
class Setting:
    """Where a deal counts: its pool, the leagues by its rules, and how fast ratings fade for them."""

    pool: PoolId
    leagues: tuple[LeagueFacts, ...]

    @property
    def asks_who_began(self) -> bool:
        """Tell whether a league wants to know who sat where when the deal was dealt."""
        return any(league.draft.replaced is Replaced.BEGUN for league in self.leagues)

    @property
    def decay(self) -> float:
        """The fastest that one of the leagues wants."""
        return max((league.draft.decay for league in self.leagues), default=0.0)


async def setting_of(connection: AsyncConnection, guild: GuildId, preset: str, rules: str) -> Setting:
    """Return where a deal counts. Until the end of the transaction nobody else books into the same pool or league."""
    pool = await pool_of(connection, guild, preset)
    await connection.execute(select(PoolRow.id).where(PoolRow.id == pool).with_for_update())
    alike = LeagueRow.guild_id == guild, LeagueRow.archived_at.is_(None), LeagueRow.rules == rules
    query = select(*LEAGUE).where(*alike).order_by(LeagueRow.id).with_for_update()
    return Setting(pool, tuple(league_of(row) for row in await connection.execute(query)))


async def pool_of(connection: AsyncConnection, guild: GuildId, preset: str) -> PoolId:
    """Return the pool of a server and a preset, which is made when it is needed."""
    query = select(PoolRow.id).where(PoolRow.guild_id == guild, PoolRow.preset == preset)
    found = (await connection.execute(query)).scalar()
    if found is None:
        await ensure(connection, PoolRow, [{"guild_id": guild, "preset": preset}])
        found = (await connection.execute(query)).scalar_one()
    return PoolId(found)


async def count_deal(
    connection: AsyncConnection,
    deal: DealFact,
    setting: Setting,
    teams: Mapping[TeamId, int],
    begun: Mapping[UserId, int] | None = None,
) -> None:
    """Count a deal that has just been booked. `teams`: the seat of each team for which it counts.

    `begun`: who sat where when it was dealt, for leagues that want it; None: as when it ended.
    """
    await rate(connection, setting.pool, deal)
    for league in setting.leagues:
        season = await _season_at(connection, league.id, deal.at)
        if season is not None:
            seats = await _entrants(connection, league, deal, teams, begun)
            await _score(connection, season, deal, seats)


async def rate(connection: AsyncConnection, pool: PoolId, deal: DealFact) -> None:
    """Keep what a deal changes in the ratings of its people."""
    known = await known_ratings(connection, pool, people(deal.seats))
    new = rated(known, deal)
    await save_changes(connection, pool, [Change(deal.id, user, rating) for user, rating in new.items()])
    for user, rating in new.items():
        await put(connection, RatingRow, {"pool_id": pool, "user_id": user, **rating_values(rating)})


async def known_ratings(connection: AsyncConnection, pool: PoolId, users: Iterable[UserId]) -> dict[UserId, Rating]:
    """Return the ratings of these people, as far as they have any."""
    query = select(*RATING).where(RatingRow.pool_id == pool, RatingRow.user_id.in_(sorted(users)))
    return {UserId(row.user_id): rating_of(row) for row in await connection.execute(query)}


async def save_changes(connection: AsyncConnection, pool: PoolId, changes: Sequence[Change]) -> None:
    """Keep the history of ratings."""
    if changes:
        await connection.execute(insert(RatingChangeRow), [change_values(pool, change) for change in changes])


def change_values(pool: PoolId, change: Change) -> dict[str, object]:
    """Return the row of a person's rating after a deal."""
    rating = change.rating
    values = {"mean": rating.mean, "spread": rating.spread, "deals": rating.deals, "at": rating.at}
    return {"pool_id": pool, "user_id": change.user, "result_id": change.result, **values}


async def recount(connection: AsyncConnection, result: ResultId) -> None:
    """Work out anew where the entrants for whom a deal counts stand, after a ruling about it."""
    deal = (await facts_of(connection, [result]))[result]
    query = select(CountedRow.season_id, CountedRow.entrant_id, CountedRow.seat)
    for season, entrant, seat in (await connection.execute(query.where(CountedRow.result_id == result))).all():
        one = CountedRow.season_id == season, CountedRow.entrant_id == entrant
        won = None if deal.void else deal.seats[seat].won
        await connection.execute(update(CountedRow).where(*one, CountedRow.result_id == result).values(won=won))
        score = await recounted(connection, season, entrant)
        await put(connection, ScoreRow, score_values(season, entrant, score))


async def recounted(connection: AsyncConnection, season: int, entrant: int) -> Score:
    """Return where an entrant stands, worked out from all deals that count for him."""
    schemes = select(*SEASON).where(SeasonRow.id == season)
    scheme = season_of((await connection.execute(schemes)).one()).scheme
    query = (
        select(CountedRow.result_id, CountedRow.seat)
        .where(CountedRow.season_id == season, CountedRow.entrant_id == entrant, CountedRow.won.is_not(None))
        .order_by(CountedRow.result_id)
    )
    played = (await connection.execute(query)).all()
    deals = await facts_of(connection, [result for result, _ in played])
    return total(((deals[ResultId(result)], seat) for result, seat in played), scheme)


async def _season_at(connection: AsyncConnection, league: LeagueId, at: float) -> Season | None:
    """Return the season of a league that counts a deal of this moment."""
    lasts = or_(SeasonRow.closes_at.is_(None), SeasonRow.closes_at > at)
    runs = SeasonRow.league_id == league, SeasonRow.closed_at.is_(None), lasts
    row = (await connection.execute(select(*SEASON).where(*runs))).one_or_none()
    return None if row is None else season_of(row)


async def _entrants(
    connection: AsyncConnection,
    league: LeagueFacts,
    deal: DealFact,
    teams: Mapping[TeamId, int],
    begun: Mapping[UserId, int] | None,
) -> dict[int, int]:
    """Return the seat of each entrant of a league that played the deal, by entrant."""
    here = EntrantRow.league_id == league.id, EntrantRow.left_at.is_(None)
    if league.draft.by is By.TEAMS:
        query = select(EntrantRow.id, EntrantRow.team_id).where(*here, EntrantRow.team_id.in_(sorted(teams)))
        return {id_: teams[TeamId(team)] for id_, team in await connection.execute(query) if team is not None}
    sat: Mapping[UserId, int] = {seat.user: seat.seat for seat in deal.seats if seat.user is not None}
    if league.draft.replaced is Replaced.BEGUN and begun is not None:
        sat = begun
    query = select(EntrantRow.id, EntrantRow.user_id).where(*here, EntrantRow.user_id.in_(sorted(sat)))
    return {id_: sat[UserId(user)] for id_, user in await connection.execute(query) if user is not None}


async def _score(connection: AsyncConnection, season: Season, deal: DealFact, seats: Mapping[int, int]) -> None:
    if not seats:
        return
    query = select(*SCORE).where(ScoreRow.season_id == season.id, ScoreRow.entrant_id.in_(sorted(seats)))
    known = {row.entrant_id: score_of(row) for row in await connection.execute(query)}
    for entrant, seat in sorted(seats.items()):
        score = counted(known.get(entrant, Score()), deal, deal.seats[seat], season.scheme)
        await put(connection, ScoreRow, score_values(season.id, entrant, score))
    rows = [_counted_values(season, entrant, deal, seat) for entrant, seat in sorted(seats.items())]
    await connection.execute(insert(CountedRow), rows)


def _counted_values(season: Season, entrant: int, deal: DealFact, seat: int) -> dict[str, object]:
    won = deal.seats[seat].won
    return {"season_id": season.id, "entrant_id": entrant, "result_id": deal.id, "seat": seat, "won": won}
