"""The program decides for which leagues and users a deal counts. These tests need no database."""

from dataclasses import replace

import pytest

from bot.ids import EntrantId, GuildId, LeagueId, PoolId, ResultId, SeasonId, TableId, TeamId, UserId
from bot.league.booking.book_deal import EndedDeal, book_deal, book_imported_deals, recount_result, to_booked_deal
from bot.league.leagues.counting_deals import is_rated
from bot.league.leagues.league_settings import LeagueSettings, RankedBy, RatingDecay
from bot.league.leagues.leagues import Entrant, LeagueInfo, Season
from bot.league.results.deals import SeatRole
from bot.league.results.season_standings import Score
from bot.league.teams.ladder import FULL_LADDER, Progress, TableSide
from engine.model.cards import parse_cards
from engine.model.events import DealResult
from engine.model.notation import format_rules
from engine.model.options import Level, Teams
from engine.model.presets import preset, preset_with
from engine.model.rules import Rules
from engine.model.seats import Seat

HERE, TABLE = GuildId(1), TableId(5)
ANN, BEN, CAT, DAN, EVE = (UserId(n) for n in range(11, 16))
PAIR, RIVALS = TeamId(21), TeamId(22)
RULES = Rules()
SETTINGS = LeagueSettings("Monday", "standard", format_rules(RULES))
PERSONS = LeagueInfo(LeagueId(1), HERE, SETTINGS, 0.0)
TEAMS = replace(PERSONS, id=LeagueId(3), settings=replace(SETTINGS, ranked_by=RankedBy.TEAMS))
RESULT = DealResult(
    declarer=Seat(0),
    declarers=(Seat(0), Seat(2)),
    opponents_points=35,
    trick_points=30,
    kitty=parse_cards("S3 S5"),
    kitty_points=5,
    multiplier=2,
    penalty_points=0,
    last_trick=Seat(0),
    declarers_hold=True,
    rise=2,
    levels_before=(Level.TWO,) * 4,
    levels_after=(Level.FOUR, Level.TWO, Level.FOUR, Level.TWO),
    hooked=(),
    next_declarer=Seat(2),
    winners=(),
)
ENDED = EndedDeal(HERE, TABLE, 7, "standard", RULES, (ANN, CAT, None, DAN), (None, None, "expert", None), RESULT, 100.0)
DEAL = replace(to_booked_deal(ENDED, PoolId(4), 0.0), id=ResultId(9))


class MemoryStore:
    """Implements the ports of `booking_ports` in memory, and records what is saved."""

    def __init__(self, leagues=(), entrants=(), climbing=(), closes_at=None, min_people=1):
        self.leagues, self.entrants, self.climbing = leagues, entrants, climbing
        self.closes_at, self.min_people = closes_at, min_people
        self.results, self.climbs, self.ratings, self.counted, self.calls = [], [], {}, {}, []

    async def lock_pool(self, guild, preset):
        self.calls.append((guild, preset))
        return PoolId(4)

    async def lock_league(self, league):
        self.calls.append(league)
        return next((one for one in self.leagues if one.id == league), None)

    async def add_result(self, guild, deal, revision, points):
        self.results.append((guild, deal, revision, points))
        return ResultId(len(self.results))

    async def list_climbing_teams(self, table):
        return self.climbing

    async def save_climb(self, result, outcome):
        self.climbs.append((result, outcome.progress.team, outcome.won))

    async def load_ratings(self, pool, users):
        return {user: self.ratings[user] for user in users if user in self.ratings}

    async def save_ratings(self, pool, changes):
        self.ratings |= {change.user: change.rating for change in changes}

    async def find_open_season(self, league):
        season = Season(SeasonId(league), league, 1, 0.0, self.closes_at)
        return replace(season, min_people=self.min_people)

    async def list_active_entrants(self, league, users, teams):
        return [e for at, e in self.entrants if at == league and (e.team in teams or e.user in users)]

    async def load_scores(self, season, entrants):
        return {entrant: self.counted[season, entrant][2] for entrant in entrants if (season, entrant) in self.counted}

    async def add_counted(self, season, result, counted):
        self.counted |= {(season, one.entrant): (one.seat, one.won, one.score) for one in counted}


def entrant(league, number, user=None, team=None):
    return league.id, Entrant(EntrantId(number), user, team)


@pytest.mark.parametrize(
    ("closes_at", "closed_at", "counts"),
    [(None, None, True), (100.5, None, True), (100.0, None, False), (None, 50.0, False), (None, 500.0, False)],
)
def test_a_season_counts_until_it_ends(closes_at, closed_at, counts):
    assert Season(SeasonId(1), LeagueId(1), 1, 0.0, closes_at, closed_at).counts_at(100.0) is counts


@pytest.mark.parametrize(("teams", "partner"), [(Teams.FIXED, SeatRole.PARTNER), (Teams.FRIENDS, SeatRole.FRIEND)])
def test_each_seat_has_its_role_and_result(teams, partner):
    deal = to_booked_deal(replace(ENDED, rules=replace(RULES, teams=teams)), PoolId(4), 0.15)
    assert [seat.role for seat in deal.seats] == [SeatRole.DECLARER, SeatRole.OPPONENT, partner, SeatRole.OPPONENT]
    assert [(seat.user, seat.computer_level) for seat in deal.seats] == [
        (ANN, None), (CAT, None), (None, "expert"), (DAN, None),
    ]  # fmt: skip
    assert [(seat.won, seat.match_won, seat.levels_gained) for seat in deal.seats] == [
        (True, False, 2), (False, False, 0),
    ] * 2  # fmt: skip
    assert (deal.points, deal.rise, deal.pool, deal.decay, deal.declarers_hold) == (35, 2, 4, 0.15, True)


def test_finished_lap_counts_as_rise_to_last_level():
    result = replace(
        RESULT, levels_before=(Level.KING, Level.ACE) * 2, levels_after=(Level.TWO, Level.ACE) * 2,
        laps_before=(1,) * 4, laps_after=(2, 1, 2, 1),
    )  # fmt: skip
    seats = to_booked_deal(replace(ENDED, result=result), PoolId(4), 0.0).seats
    assert [(seat.level_before, seat.level_after, seat.match_won) for seat in seats[:2]] == [
        (13, 14, False),
        (14, 14, False),
    ]


def played_for(league, **changes):
    return replace(ENDED, league=league.id, **changes)


def climbing_pair(league=TEAMS, side=1, people=(CAT, DAN)):
    ladder = replace(FULL_LADDER, league=None if league is None else league.id)
    return Progress(PAIR, ladder, Level.TWO, table_side=TableSide(TABLE, side)), people


ENTRANTS = [
    entrant(PERSONS, 1, ANN), entrant(PERSONS, 2, BEN), entrant(TEAMS, 4, team=PAIR),
    entrant(TEAMS, 5, team=RIVALS),
]  # fmt: skip
WON = Score(3, 1, 1, 2, 0, 1, "W", value=3.0)
LOST = Score(0, 1, 0, -2, 0, -1, "L")


@pytest.mark.parametrize(
    ("league", "counted"),
    [
        (PERSONS, {(1, 1): (0, True, WON)}),
        (TEAMS, {(3, 4): (1, False, LOST)}),
        (None, {}),  # the table belongs to no league, although both leagues have its rules
    ],
)
async def test_only_the_league_of_its_table_counts_a_deal(league, counted):
    store = MemoryStore((PERSONS, TEAMS), ENTRANTS, [climbing_pair()])
    await book_deal(store, ENDED if league is None else played_for(league))
    assert store.calls[0] == (HERE, "standard")
    assert store.counted == counted
    assert store.ratings.keys() == {ANN, CAT, DAN}


async def test_team_climbs_only_in_the_league_of_its_table():
    open_ladder, league_ladder = climbing_pair(None), climbing_pair(TEAMS)
    for league, climbing, climbs in (
        (None, open_ladder, [PAIR]), (TEAMS, league_ladder, [PAIR]), (TEAMS, open_ladder, []), (PERSONS, open_ladder, []),
    ):  # fmt: skip
        store = MemoryStore((PERSONS, TEAMS), ENTRANTS, [climbing])
        await book_deal(store, ENDED if league is None else played_for(league))
        assert [team for _, team, _ in store.climbs] == climbs


OTHER_RULES = replace(RULES, final_level=Level.KING)


@pytest.mark.parametrize(
    ("deal", "store", "counts"),
    [
        (played_for(PERSONS), {}, True),
        (played_for(PERSONS), {"closes_at": 100.0}, False),
        (played_for(PERSONS, rules=OTHER_RULES), {}, False),
        (played_for(PERSONS), {"min_people": 3}, True),
        (played_for(PERSONS), {"min_people": 4}, False),
        (played_for(PERSONS), {"min_people": None}, False),
        (played_for(PERSONS, users=(ANN, CAT, BEN, DAN), computer_levels=(None,) * 4), {"min_people": None}, True),
        (played_for(PERSONS, is_void=True), {}, False),
    ],
)
async def test_deal_counts_in_its_league_unless_something_prevents_it(deal, store, counts):
    store = MemoryStore((PERSONS,), ENTRANTS, **store)
    await book_deal(store, deal)
    assert bool(store.counted) is counts


@pytest.mark.parametrize(
    ("side", "counts"),
    [
        ((CAT, DAN), True),
        ((CAT, EVE), False),  # Eve is not in Cat's team
        ((CAT, None), True),  # a computer player is no stranger
        ((None, None), False),
    ],
)
async def test_deal_of_team_with_stranger_does_not_count(side, counts):
    users = ANN, side[0], BEN, side[1]
    levels = tuple("expert" if user is None else None for user in users)
    store = MemoryStore((TEAMS,), ENTRANTS, [climbing_pair()])
    await book_deal(store, played_for(TEAMS, users=users, computer_levels=levels))
    assert (bool(store.climbs), bool(store.counted)) == (counts, counts)


async def test_void_deal_is_kept_and_changes_nothing():
    store = MemoryStore((TEAMS,), ENTRANTS, [climbing_pair()])
    await book_deal(store, played_for(TEAMS, is_void=True))
    assert [deal.void for _, deal, *_ in store.results] == [True]
    assert (store.climbs, store.counted, store.ratings) == ([], {}, {})


async def test_team_outside_league_neither_climbs_nor_counts():
    store = MemoryStore((TEAMS,), [entrant(TEAMS, 5, team=RIVALS)], [climbing_pair()])
    await book_deal(store, played_for(TEAMS))
    assert (store.climbs, store.counted) == ([], {})


async def test_house_rules_are_unrated():
    store = MemoryStore((), ENTRANTS)
    await book_deal(store, replace(ENDED, rules=OTHER_RULES))
    await book_deal(store, replace(ENDED, preset="online"))
    assert store.ratings == {}
    assert [deal.rated for _, deal, _, _ in store.results] == [False, False]


@pytest.mark.parametrize(
    ("name", "rules", "rated"),
    [
        ("standard", preset("standard"), True),
        ("standard", preset("standard", 6), True),  # another number of players is not a change of the rules
        ("standard", preset_with("standard", players=6, decks=3), True),  # six players usually have three decks
        ("standard", preset_with("standard", decks=3), False),
        ("standard", preset_with("standard", final_level="K"), False),
        ("standard", preset("online"), False),
        ("gone", preset("standard"), False),
    ],
)
def test_only_unchanged_rules_of_a_preset_are_rated(name, rules, rated):
    assert is_rated(name, rules) is rated


def test_nothing_is_rated_at_a_friendly_table():
    assert not is_rated("standard", RULES, friendly=True)
    assert DEAL.rated
    assert not to_booked_deal(replace(ENDED, is_friendly=True), PoolId(4), 0.0).rated


@pytest.mark.parametrize(("min_people", "rated"), [(3, True), (4, False)])
async def test_league_deal_is_rated_if_league_counts_it(min_people, rated):
    """Only deals that the league counts are rated. Otherwise a deal of one user and computer players would be rated."""
    store = MemoryStore((PERSONS,), [entrant(PERSONS, 1, ANN)], min_people=min_people)
    await book_deal(store, replace(ENDED, league=PERSONS.id))
    ((_, deal, *_),) = store.results
    assert deal.rated is rated
    assert (store.ratings.keys() == {ANN, CAT, DAN}) is rated


async def test_imported_deals_count_in_one_league_and_move_no_team():
    league = replace(PERSONS, id=LeagueId(2), settings=replace(SETTINGS, rating_decay=RatingDecay.FAST))
    climbing = (Progress(PAIR, FULL_LADDER, Level.TWO, table_side=TableSide(TABLE, 0)), (ANN,))
    store = MemoryStore((PERSONS,), [entrant(PERSONS, 1, ANN), entrant(league, 3, ANN)], [climbing])
    await book_imported_deals(store, league, PoolId(4), [DEAL, replace(DEAL, at=101.0)])
    assert [(deal.decay, revision, points.tricks) for _, deal, revision, points in store.results] == [
        (0.4, None, 35)
    ] * 2
    assert store.climbs == []
    assert {key: score.deals for key, (_, _, score) in store.counted.items()} == {(2, 3): 2}
    assert store.ratings[ANN].deals == 2


@pytest.mark.parametrize("why", ["after the season", "in a league of teams"])
async def test_imported_deals_that_no_season_counts_are_rated(why):
    league = TEAMS if why == "in a league of teams" else PERSONS
    closes_at = DEAL.at if why == "after the season" else None
    store = MemoryStore((league,), [entrant(league, 1, ANN)], closes_at=closes_at)
    await book_imported_deals(store, league, PoolId(4), [DEAL])
    assert (store.counted, store.ratings[ANN].deals) == ({}, 1)


class CountedStore:
    """A store in memory that records which wins and scores a ruling changes."""

    def __init__(self, *played):
        self.played, self.won, self.scores, self.rank_value = played, {}, {}, None

    async def list_counted(self, result):
        return [(Season(SeasonId(1), LeagueId(1), 1, 0.0), EntrantId(1), 0)]

    async def save_counted_win(self, season, entrant_id, result, *, won):
        self.won[entrant_id] = won

    async def list_counted_deals(self, season, entrant_id):
        return [(deal, 0) for deal in self.played]

    async def find_rank_value(self, season, entrant_id):
        return self.rank_value

    async def save_score(self, season, entrant_id, score):
        self.scores[entrant_id] = score


@pytest.mark.parametrize(
    ("deal", "others", "won", "score"),
    [
        (replace(DEAL, void=True), (), None, Score()),
        (DEAL, (DEAL,), True, WON),
    ],
)
async def test_a_ruling_recounts_the_scores(deal, others, won, score):
    store = CountedStore(*others)
    await recount_result(store, deal)
    assert (store.won, store.scores) == ({1: won}, {1: score})
