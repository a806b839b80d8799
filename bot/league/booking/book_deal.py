"""Books deals. The transaction that ends a deal at a table also books it, so standings never lag behind the record."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.ids import EntrantId, GuildId, LeagueId, PoolId, ResultId, TableId, TeamId, UserId
from bot.league.booking.booking_ports import BookingStore, CountedSeat, PointSources
from bot.league.leagues.counting_deals import find_obstacle, is_rated
from bot.league.leagues.league_settings import RankedBy, StandingsOrder
from bot.league.leagues.leagues import LeagueInfo, Season
from bot.league.leagues.validate import parse_league_rules
from bot.league.results.deals import BookedDeal, BookedSeat, get_role, list_users
from bot.league.results.ratings import Rating, RatingChange, rate_deal
from bot.league.results.season_standings import Score, add_deal_to_score, compute_score
from bot.league.teams.ladder import Progress, apply_deal, plays_as_team
from engine.model.events import DealResult
from engine.model.rules import Rules
from engine.model.seats import Seat


@dataclass(frozen=True, slots=True)
class EndedDeal:
    """A deal that ended at a table.

    Each seat has an entry in `users` or in `computer_levels`, and None in the other. The entries tell who held the
    seats when the cards were dealt. So a player cannot avoid the result by leaving.
    """

    guild: GuildId
    table: TableId
    revision: int
    preset: str
    rules: Rules
    users: tuple[UserId | None, ...]
    computer_levels: tuple[str | None, ...]
    result: DealResult
    at: float
    league: LeagueId | None = None
    """The league that the table was opened for."""
    is_friendly: bool = False
    """Whether the table's deals leave ratings unchanged."""
    is_void: bool = False
    """Whether most of the winners have voted that the deal counts for nobody."""


async def book_deal(store: BookingStore, ended: EndedDeal) -> None:
    """Save a deal's result and, unless it is void or does not count in its league, update ratings, teams and scores."""
    pool = await store.lock_pool(ended.guild, ended.preset)
    league = None if ended.league is None else await store.lock_league(ended.league)
    season = None if league is None else await _find_counting_season(store, league, ended)
    result = ended.result
    points = PointSources(result.trick_points, result.kitty_points, result.multiplier, result.penalty_points)
    deal = to_booked_deal(ended, pool, league.settings.decay if league is not None and season is not None else 0.0)
    if league is not None and season is None:
        deal = replace(deal, rated=False)
    deal = replace(deal, id=await store.add_result(ended.guild, deal, ended.revision, points))
    if deal.void:
        return
    ratings = await _update_ratings(store, pool, deal)
    if league is None:
        await _move_teams(store, deal, await store.list_climbing_teams(ended.table), ended)
    elif season is not None and league.settings.ranked_by is RankedBy.TEAMS:
        await _count_for_teams(store, league, season, ended, deal)
    elif season is not None:
        await _count_for_users(store, season, deal, ratings)


async def book_imported_deals(
    store: BookingStore, league: LeagueInfo, pool: PoolId, deals: Iterable[BookedDeal]
) -> None:
    """Book deals that were played elsewhere, for ratings and for the open season of a league of persons.

    They count for no team, and for ratings only if the league has exactly the rules of its preset. The manager who
    imports the deals vouches for them, so they need no minimum of people.
    """
    rated = is_rated(league.settings.preset, parse_league_rules(league.settings))
    season = await store.find_open_season(league.id)
    for deal in deals:
        booked = replace(deal, pool=pool, decay=league.settings.decay, rated=rated)
        result = await store.add_result(league.guild, booked, None, PointSources(booked.points))
        booked = replace(booked, id=result)
        ratings = await _update_ratings(store, pool, booked)
        if season is not None and season.counts_at(booked.at) and league.settings.ranked_by is RankedBy.PERSONS:
            await _count_for_users(store, season, booked, ratings)


async def recount_result(store: BookingStore, deal: BookedDeal) -> None:
    """Recompute the scores of all entrants for whom a deal counts, after a ruling about it.

    In a season ranked by ratings, the value that ranks an entrant changes only after ratings have been recomputed.
    """
    for season, entrant, seat in await store.list_counted(deal.id):
        won = None if deal.void else deal.seats[seat].won
        await store.save_counted_win(season.id, entrant, deal.id, won=won)
        await recount_entrant(store, season, entrant)


async def recount_entrant(store: BookingStore, season: Season, entrant: EntrantId) -> None:
    """Recompute an entrant's score in a season, and save it."""
    await store.save_score(season.id, entrant, await compute_entrant_score(store, season, entrant))


async def compute_entrant_score(store: BookingStore, season: Season, entrant: EntrantId) -> Score:
    """Compute an entrant's score from their deals. Places or the rank value are added if the season ranks by them."""
    order = season.scheme.order
    rating = await store.find_rank_value(season.id, entrant) if order is StandingsOrder.RATING else None
    places = await store.list_event_points(season.id, entrant) if order is StandingsOrder.PLACES else ()
    return compute_score(await store.list_counted_deals(season.id, entrant), season.scheme, rating, places)


def to_booked_deal(ended: EndedDeal, pool: PoolId, decay: float) -> BookedDeal:
    """Return an ended deal as the league stores it; its id is 0 until it is saved."""
    result = ended.result
    seats = tuple(_to_booked_seat(ended, Seat(n)) for n in range(len(ended.users)))
    made = int(result.declarer), result.opponents_points, result.rise
    rated = is_rated(ended.preset, ended.rules, friendly=ended.is_friendly)
    return BookedDeal(ResultId(0), ended.at, *made, seats, pool, ended.table, decay, void=ended.is_void, rated=rated)


def _to_booked_seat(ended: EndedDeal, seat: Seat) -> BookedSeat:
    result, declaring = ended.result, seat in ended.result.declarers
    return BookedSeat(
        int(seat),
        ended.users[seat],
        ended.computer_levels[seat],
        get_role(declarer=seat == result.declarer, declaring=declaring, fixed=ended.rules.partner_step is not None),
        seat in result.winning_seats,
        seat in result.winners,
        int(result.levels_before[seat]),
        # A player who passes the final level and starts again has risen to it, as the winner of a match has.
        int(ended.rules.final_level if seat in result.lap_winners else result.levels_after[seat]),
    )


async def _find_counting_season(store: BookingStore, league: LeagueInfo, ended: EndedDeal) -> Season | None:
    season = await store.find_open_season(league.id)
    people = sum(user is not None for user in ended.users)
    return season if find_obstacle(league, season, ended.rules, people, ended.at) is None else None


async def _count_for_users(
    store: BookingStore, season: Season, deal: BookedDeal, ratings: dict[UserId, Rating]
) -> None:
    users = {seat.user: seat.seat for seat in deal.seats if seat.user is not None}
    entrants = await store.list_active_entrants(season.league, users, ())
    seats = {one.id: users[one.user] for one in entrants if one.user is not None}
    rank_values = {one.id: ratings[one.user].rank_value for one in entrants if one.user in ratings}
    await _add_to_season(store, season, deal, seats, rank_values)


async def _count_for_teams(
    store: BookingStore, league: LeagueInfo, season: Season, ended: EndedDeal, deal: BookedDeal
) -> None:
    """Count a deal for each team of the league that climbs at the deal's table.

    It counts only if all users on the team's side are members or substitutes of the team.
    """
    climbing = [
        (progress, squad)
        for progress, squad in await store.list_climbing_teams(ended.table)
        if progress.ladder.league == league.id and plays_as_team(progress, squad, ended.users)
    ]
    entrants = await store.list_active_entrants(league.id, (), [progress.team for progress, _ in climbing])
    joined = {one.team for one in entrants}
    climbing = [(progress, squad) for progress, squad in climbing if progress.team in joined]
    team_seats = await _move_teams(store, deal, climbing, ended)
    seats = {one.id: team_seats[one.team] for one in entrants if one.team in team_seats}
    await _add_to_season(store, season, deal, seats, {})


async def _move_teams(
    store: BookingStore, deal: BookedDeal, climbing: Sequence[tuple[Progress, Sequence[UserId]]], ended: EndedDeal
) -> dict[TeamId, int]:
    """Save what a deal changes for these teams. Return one seat of each team for which somebody played."""
    team_seats = dict[TeamId, int]()
    for progress, squad in climbing:
        outcome = apply_deal(progress, squad, ended.users, ended.result)
        if outcome is not None:
            await store.save_climb(deal.id, outcome)
            assert progress.table_side is not None  # `apply_deal` returns None for a team on no side
            team_seats[progress.team] = progress.table_side.side
    return team_seats


async def _update_ratings(store: BookingStore, pool: PoolId, deal: BookedDeal) -> dict[UserId, Rating]:
    new = rate_deal(await store.load_ratings(pool, list_users(deal.seats)), deal)
    await store.save_ratings(pool, [RatingChange(deal.id, user, rating) for user, rating in new.items()])
    return new


async def _add_to_season(
    store: BookingStore,
    season: Season,
    deal: BookedDeal,
    seats: Mapping[EntrantId, int],
    rank_values: Mapping[EntrantId, float],
) -> None:
    """Add a deal to these entrants' scores. `rank_values` are the values of their ratings after the deal."""
    if not seats:
        return
    known, counted = await store.load_scores(season.id, seats), list[CountedSeat]()
    for id_, number in sorted(seats.items()):
        seat = deal.seats[number]
        score = add_deal_to_score(known.get(id_, Score()), deal, seat, season.scheme, rank_values.get(id_))
        counted.append(CountedSeat(id_, number, seat.won, score))
    await store.add_counted(season.id, deal.id, counted)
