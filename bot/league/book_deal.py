"""Booking: in which leagues a finished deal counts, for whom, and what it changes.

All of it happens inside the transaction of the action that ended the deal, so standings never lag behind the record.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.ids import EntrantId, GuildId, PoolId, ResultId, TableId, TeamId, UserId
from bot.league.booking_ports import BookingStore, CountedSeat, PointSources, RecountStore
from bot.league.deals import BookedDeal, BookedSeat, get_role, list_users
from bot.league.ladder import apply_deal
from bot.league.leagues import LeagueInfo, RankedBy, ReplacementPolicy
from bot.league.ratings import RatingChange, rate_deal
from bot.league.season_standings import Score, add_deal_to_score, compute_score
from engine.model.events import DealResult
from engine.model.notation import format_rules
from engine.model.rules import Rules
from engine.model.seats import Seat


@dataclass(frozen=True, slots=True)
class EndedDeal:
    """A deal that ended at a table. `users` and `computer_levels` have one entry per seat; one of the two is None."""

    guild: GuildId
    table: TableId
    revision: int
    preset: str
    rules: Rules
    users: tuple[UserId | None, ...]
    computer_levels: tuple[str | None, ...]
    result: DealResult
    at: float


async def book_deal(store: BookingStore, ended: EndedDeal) -> None:
    """Book a deal: for its table and seats, the teams that climb there, ratings and leagues.

    It counts in every open league of its server whose rules are exactly those of the table.
    """
    pool = await store.lock_pool(ended.guild, ended.preset)
    leagues = await store.lock_leagues(ended.guild, format_rules(ended.rules))
    result = ended.result
    points = PointSources(result.trick_points, result.kitty_points, result.multiplier, result.penalty_points)
    deal = to_booked_deal(ended, pool, get_decay(leagues))
    deal = replace(deal, id=await store.add_result(ended.guild, deal, ended.revision, points))
    team_seats = await _move_teams(store, ended, deal.id)
    seats_at_deal = None
    if any(league.settings.replacement_policy is ReplacementPolicy.AT_DEAL for league in leagues):
        seats_at_deal = await store.find_seats_at_last_deal(ended.table, ended.revision)
    await _update_ratings(store, pool, deal)
    for league in leagues:
        await _count_in_league(store, league, deal, team_seats, seats_at_deal)


async def book_imported_deals(
    store: BookingStore, league: LeagueInfo, pool: PoolId, deals: Iterable[BookedDeal]
) -> None:
    """Book deals that were played elsewhere. They count in this league and in ratings, and move no team."""
    for deal in deals:
        booked = replace(deal, pool=pool, decay=league.settings.decay)
        result = await store.add_result(league.guild, booked, None, PointSources(booked.points))
        booked = replace(booked, id=result)
        await _update_ratings(store, pool, booked)
        await _count_in_league(store, league, booked, {}, None)


async def recount_result(store: RecountStore, deal: BookedDeal) -> None:
    """Recompute the scores of all entrants for whom a deal counts, after a ruling about it."""
    for season, entrant, seat in await store.list_counted(deal.id):
        won = None if deal.void else deal.seats[seat].won
        await store.save_counted_win(season.id, entrant, deal.id, won=won)
        score = compute_score(await store.list_counted_deals(season.id, entrant), season.scheme)
        await store.save_score(season.id, entrant, score)


def get_decay(leagues: Sequence[LeagueInfo]) -> float:
    """Return how fast ratings decay for a deal: as fast as in any of the leagues that count it."""
    return max((league.settings.decay for league in leagues), default=0.0)


def get_counted_seats(
    league: LeagueInfo, deal: BookedDeal, team_seats: Mapping[TeamId, int], seats_at_deal: Mapping[UserId, int] | None
) -> tuple[Mapping[UserId, int], Mapping[TeamId, int]]:
    """Return the users and the teams for whom a league counts a deal, if they have joined it, each with a seat.

    `team_seats`: the teams that climb at the table; `seats_at_deal`: where users sat when it was dealt, if known.
    """
    if league.settings.ranked_by is RankedBy.TEAMS:
        return {}, team_seats
    if league.settings.replacement_policy is ReplacementPolicy.AT_DEAL and seats_at_deal is not None:
        return seats_at_deal, {}
    return {seat.user: seat.seat for seat in deal.seats if seat.user is not None}, {}


def to_booked_deal(ended: EndedDeal, pool: PoolId, decay: float) -> BookedDeal:
    """Return an ended deal as the league keeps it, with the id still to be given."""
    result = ended.result
    seats = tuple(_to_booked_seat(ended, Seat(n)) for n in range(len(ended.users)))
    made = int(result.declarer), result.opponents_points, result.rise
    return BookedDeal(ResultId(0), ended.at, *made, seats, pool, ended.table, decay)


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
        _count_level_after(ended, seat),
    )


def _count_level_after(ended: EndedDeal, seat: Seat) -> int:
    """Return the level after a deal; who goes on to the next lap has risen to the last level, as who wins a match."""
    finished_lap = seat in ended.result.lap_winners
    return int(ended.rules.final_level if finished_lap else ended.result.levels_after[seat])


async def _move_teams(store: BookingStore, ended: EndedDeal, result: ResultId) -> dict[TeamId, int]:
    """Save what a deal changes for each team that climbs at its table; return these teams with a seat of each."""
    team_seats = dict[TeamId, int]()
    for progress, people in await store.list_climbing_teams(ended.table):
        outcome = apply_deal(progress, people, ended.users, ended.result)
        if outcome is not None:
            await store.save_climb(result, outcome)
            team_seats[progress.team] = progress.table_side.side if progress.table_side else 0
    return team_seats


async def _update_ratings(store: BookingStore, pool: PoolId, deal: BookedDeal) -> None:
    new = rate_deal(await store.load_ratings(pool, list_users(deal.seats)), deal)
    await store.save_ratings(pool, [RatingChange(deal.id, user, rating) for user, rating in new.items()])


async def _count_in_league(
    store: BookingStore,
    league: LeagueInfo,
    deal: BookedDeal,
    team_seats: Mapping[TeamId, int],
    seats_at_deal: Mapping[UserId, int] | None,
) -> None:
    season = await store.find_open_season(league.id)
    if season is None or not season.counts_at(deal.at):
        return
    users, teams = get_counted_seats(league, deal, team_seats, seats_at_deal)
    seats = dict[EntrantId, int]()
    for entrant in await store.list_active_entrants(league.id, users, teams):
        if entrant.team is not None:
            seats[entrant.id] = teams[entrant.team]
        elif entrant.user is not None:
            seats[entrant.id] = users[entrant.user]
    if not seats:
        return
    known, counted = await store.load_scores(season.id, seats), list[CountedSeat]()
    for id_, number in sorted(seats.items()):
        seat = deal.seats[number]
        score = add_deal_to_score(known.get(id_, Score()), deal, seat, season.scheme)
        counted.append(CountedSeat(id_, number, seat.won, score))
    await store.add_counted(season.id, deal.id, counted)
