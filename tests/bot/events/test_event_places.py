"""Places in an event give points in a league's season. Seeds come from ratings or from earlier events."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.events.matches import EventMatch, EventRound, MatchStatus, SeatPlan
from bot.events.model import EntrantStatus, EventEntrant, EventStatus, get_event_order
from bot.events.pairing.ports import EventFormat, Seeding
from bot.events.standings.book_places import PlacePoints, book_places
from bot.events.standings.event_standings import (
    list_leavers,
    list_played_rounds,
    list_states,
    list_unplaced,
    rank_event,
)
from bot.events.standings.seeding import NO_SEEDS, Seeds, load_seeds, order_by_seeds
from bot.ids import EventEntrantId, EventId, EventMatchId, LeagueId, SeasonId, TeamId, UserId
from bot.league.leagues.league_settings import PointScheme, RankedBy, StandingsOrder
from bot.league.leagues.leagues import Entrant, Season
from bot.league.results.ratings import Rating
from tests.bot.events.memory_events import MemoryEvents
from tests.bot.events.test_event_changes import (
    ANN,
    BOB,
    CAT,
    CLOSED,
    CREATED,
    DAN,
    EVE,
    FAY,
    FINISHED,
    GUS,
    OPEN,
    RUNNING,
    evening,
    pair,
    with_status,
)
from tests.bot.events.test_event_leavers import WIN, round_robin
from tests.bot.events.test_event_results import event_of, match, won

LEAGUE, SEASON, OTHER_SEASON = LeagueId(4), SeasonId(6), SeasonId(7)
PLACES = PointScheme(order=StandingsOrder.PLACES, places=(10, 7, 5))


class FakePlaces:
    """A league with one open season. It records the points of events and the entrants whose scores are recomputed."""

    def __init__(self, *entrants, scheme=PLACES, ranked_by=RankedBy.PERSONS, has_season=True):
        self.league = SimpleNamespace(id=LEAGUE, settings=SimpleNamespace(ranked_by=ranked_by))
        self.entrants = {one.id: one for one in entrants}
        self.open = Season(SEASON, LEAGUE, 1, 0.0, scheme=scheme) if has_season else None
        self.seasons = {SEASON: self.open, OTHER_SEASON: Season(OTHER_SEASON, LEAGUE, 2, 0.0, scheme=scheme)}
        self.points, self.saved, self.recounted = {}, [], []

    async def lock_league(self, league):
        return self.league if league == LEAGUE else None

    async def find_open_season(self, league):
        return self.open

    async def find_season(self, season):
        return self.seasons.get(season)

    async def load_points(self, event):
        return dict(self.points)

    async def save_points(self, event, season, points):
        self.points = dict(points)
        self.saved.append((event, season))

    async def list_active_entrants(self, league, users, teams):
        found = self.entrants.values()
        return [one for one in found if not one.left and (one.user in users or one.team in teams)]

    async def list_entrants(self, entrants):
        return [self.entrants[one] for one in entrants]

    async def list_event_points(self, season, entrant):
        return ()

    async def list_counted_deals(self, season, entrant):
        return ()

    async def save_score(self, season, entrant, score):
        self.recounted.append((season, entrant))


JOINED = [Entrant(n, user=UserId(user)) for n, user in ((1, 10), (2, 11), (3, 21), (4, 30), (5, 41), (6, 99))]


def finished(*rounds, count=4, **changes):
    """Return a finished round-robin of users 10 and 11, 20 and 21, and so on. Each pair beats all later pairs."""
    games = rounds or ([(1, 2, WIN), (3, 4, WIN)], [(1, 3, WIN), (2, 4, WIN)], [(1, 4, WIN), (2, 3, WIN)])
    event = round_robin(count, *games, status=EventStatus.FINISHED, league=LEAGUE)
    return replace(event, **changes)


async def test_places_of_members_become_points_once():
    store = FakePlaces(*JOINED)
    event = await book_places(store, finished())
    assert event.season == SEASON
    first, second, third, fourth = (PlacePoints(n, points) for n, points in ((1, 10), (2, 7), (3, 5), (4, 0)))
    assert store.points == {1: first, 2: first, 3: second, 4: third, 5: fourth}
    assert store.saved == [(event.id, SEASON)]
    assert store.recounted == [(SEASON, entrant) for entrant in (1, 2, 3, 4, 5)]
    assert await book_places(store, event) == event
    assert (len(store.saved), len(store.recounted)) == (1, 5), "nothing has changed"


async def test_correction_recounts_only_changed_entrants_of_the_old_season():
    """The correction swaps pairs 3 and 4. After the event, user 20 has joined the league and user 21 has left it."""
    store = FakePlaces(*JOINED)
    event = await book_places(store, finished())
    store.open = store.seasons[OTHER_SEASON]
    store.entrants |= {3: replace(JOINED[2], left=True), 7: Entrant(7, user=UserId(20))}
    games = [(1, 2, WIN), (4, 3, WIN)], [(1, 3, WIN), (2, 4, WIN)], [(1, 4, WIN), (2, 3, WIN)]
    store.recounted.clear()
    corrected = await book_places(store, finished(*games, season=event.season))
    assert corrected.season == SEASON
    assert store.recounted == [(SEASON, 4), (SEASON, 5)]
    assert (store.points[4], store.points[5]) == (PlacePoints(4, 0), PlacePoints(3, 5))
    assert sorted(store.points) == [1, 2, 3, 4, 5]


async def test_teams_that_joined_get_points_where_teams_are_ranked():
    teams = (TeamId(71), None, TeamId(73), TeamId(74))
    store = FakePlaces(
        Entrant(1, team=TeamId(71)), Entrant(2, team=TeamId(74)), Entrant(3, user=UserId(30)), ranked_by=RankedBy.TEAMS
    )
    event = finished()
    entrants = tuple(replace(one, team=team) for one, team in zip(event.entrants, teams, strict=True))
    await book_places(store, replace(event, entrants=entrants))
    assert store.points == {1: PlacePoints(1, 10), 2: PlacePoints(4, 0)}


@pytest.mark.parametrize(
    ("event", "store", "season"),
    [
        (finished(status=RUNNING), FakePlaces(*JOINED), None),
        (finished(status=EventStatus.CANCELLED), FakePlaces(*JOINED), None),
        (replace(finished(), settings=replace(finished().settings, league=None)), FakePlaces(*JOINED), None),
        (replace(finished(), settings=replace(finished().settings, league=LeagueId(5))), FakePlaces(*JOINED), None),
        (finished(), FakePlaces(*JOINED, has_season=False), None),
        (finished(season=SeasonId(99)), FakePlaces(*JOINED), SeasonId(99)),
        (finished(), FakePlaces(*JOINED, scheme=PointScheme()), SEASON),
        (finished(season=OTHER_SEASON), FakePlaces(*JOINED, scheme=PointScheme()), OTHER_SEASON),
    ],
)
async def test_points_need_a_finished_event_and_a_season_ranked_by_places(event, store, season):
    assert await book_places(store, event) == replace(event, season=season)
    assert (store.points, store.saved, store.recounted) == ({}, [], [])


async def test_early_leavers_get_no_points_and_the_better_place_counts():
    """User 10 was in two pairs. The first pair left after one of three games, and the second pair's place counts."""
    games = [(1, 2, WIN), (3, 4, WIN)], [(2, 4, WIN)], [(2, 3, WIN)]
    event = finished(*games)
    first, second, *others = event.entrants
    first = replace(first, status=EntrantStatus.WITHDRAWN)
    event = replace(event, entrants=(first, replace(second, members=(UserId(10), UserId(21))), *others))
    assert list_unplaced(event) == {1}
    store = FakePlaces(*JOINED)
    await book_places(store, event)
    assert store.points[1] == PlacePoints(1, 10)
    assert store.points[2] == PlacePoints(4, 0)


def seeded(seeding, seed=1, **changes):
    event = evening(OPEN, (ANN, BOB), (CAT, DAN), (EVE, FAY), seeding=seeding, **changes)
    return replace(event, seed=seed)


def order(event, seeds=NO_SEEDS):
    return [one.id for one in order_by_seeds(event, event.entrants, seeds)]


@pytest.mark.parametrize("seeding", [Seeding.LOT, Seeding.ENTRY])
def test_entrants_stay_in_order_of_entry(seeding):
    ratings = Seeds({FAY: 90.0})
    assert {tuple(order(seeded(seeding, seed), ratings)) for seed in range(5)} == {(1, 2, 3)}


def test_ratings_seed_and_lots_decide_between_equals():
    """Users without a rating have that of a newcomer."""
    seeds = Seeds({EVE: 30.0, FAY: 10.0, ANN: 40.0}, 20.0)
    assert order(seeded(Seeding.RATING), seeds) == [1, 2, 3] or order(seeded(Seeding.RATING), seeds) == [1, 3, 2]
    assert {tuple(order(seeded(Seeding.RATING, seed), seeds)) for seed in range(9)} == {(1, 2, 3), (1, 3, 2)}


def test_earlier_event_seeds_its_teams_and_people():
    """A team keeps its seed even with other members. Entrants who were not in the earlier event come last, by lot."""
    former = event_of(3, ([match(1, 3, 2, won(2.0, 0.0))], [1]), ([match(1, 3, 1, won(2.0, 1.0))], [2]))
    members = {1: (UserId(1), UserId(2)), 2: (ANN, BOB), 3: (CAT, DAN)}
    teams = {1: TeamId(5), 2: None, 3: TeamId(6)}
    former = replace(
        former, entrants=tuple(replace(one, members=members[one.id], team=teams[one.id]) for one in former.entrants)
    )
    assert [one.entrant.id for one in rank_event(former)] == [3, 1, 2]
    event = seeded(Seeding.STANDINGS)
    with_team = replace(event.entrants[2], team=TeamId(5))
    event = replace(event, entrants=(replace(event.entrants[0], members=(BOB, ANN)), event.entrants[1], with_team))
    assert order(event, Seeds(former=former)) == [2, 3, 1]
    other = replace(event, entrants=(replace(event.entrants[0], members=(ANN, GUS)), *event.entrants[1:]))
    assert order(other, Seeds(former=former)) == [2, 3, 1]
    plain = replace(former, entrants=tuple(replace(one, team=None) for one in former.entrants))
    known = replace(event.entrants[0], id=EventEntrantId(9))
    for seed in range(6):
        lots = replace(event, entrants=(other.entrants[0], known), seed=seed)
        assert order(lots, Seeds(former=plain)) == [9, 1], "even the last of the earlier event comes first"
    strangers = replace(event, entrants=tuple(replace(one, members=(GUS, EVE), team=None) for one in event.entrants))
    lots = {tuple(order(replace(strangers, seed=seed), Seeds(former=former))) for seed in range(20)}
    assert len(lots) > 3
    assert len({tuple(order(replace(event, seed=seed))) for seed in range(20)}) > 3, "no earlier event is known"


async def test_only_the_seeds_that_an_event_needs_are_loaded():
    store = MemoryEvents()
    former = await store.add_event(evening(FINISHED, (ANN, BOB)), 10)
    store.ratings = {ANN: 30.0, GUS: 50.0}
    rated = await load_seeds(store, seeded(Seeding.RATING, seeded_by=former.id))
    assert (rated.ratings, rated.unrated, rated.former) == ({ANN: 30.0}, Rating().rank_value, None)
    for seeding, seeded_by, found in ((Seeding.STANDINGS, former.id, former), (Seeding.STANDINGS, None, None)):
        seeds = await load_seeds(store, seeded(seeding, seeded_by=seeded_by))
        assert (seeds.ratings, seeds.former) == ({}, found)
    assert (await load_seeds(store, seeded(Seeding.STANDINGS, seeded_by=EventId(99)))).former is None


async def test_users_with_deleted_data_are_not_rated():
    asked = []

    class Recording(MemoryEvents):
        async def load_rank_values(self, guild, preset, users):
            asked.append((guild, preset, set(users)))
            return {}

    event = evening(OPEN, (ANN, UserId(-1)), seeding=Seeding.RATING)
    await load_seeds(Recording(), event)
    assert asked == [(event.guild, "standard", {ANN})]


@pytest.mark.parametrize(
    ("seeding", "ratings"),
    [
        (Seeding.LOT, [None, None]),
        (Seeding.ENTRY, [0.0, -1.0]),
        (Seeding.RATING, [0.0, -1.0]),
        (Seeding.STANDINGS, [0.0, -1.0]),
    ],
)
def test_every_seeding_except_by_lot_rates_lower_numbers_better(seeding, ratings):
    event = evening(RUNNING, (ANN, BOB), (CAT, DAN), seeding=seeding)
    assert [one.rating for one in list_states(event)] == ratings


def test_pairing_knows_the_tables_of_boards_and_not_their_results():
    event = event_of(2, ([match(1, 1, 2, won(1.0, 0.0), board=1)], []), format=EventFormat.DUPLICATE)
    ((pairing, results),) = list_played_rounds(event)
    assert ([one.sides for one in pairing.encounters], results) == ([((0,), (1,))], ())


def test_early_leaver_ranks_last_with_no_points():
    event = round_robin(4, [(4, 1, WIN), (2, 3, WIN)], left={4})
    *_, last = rank_event(event)
    line = last.standing
    assert (last.entrant.id, line.place, line.score) == (4, 4, 0.0)
    assert (line.wins, line.draws, line.losses, line.byes) == (0, 0, 0, 0)
    assert [figure for _, figure in line.tie_breaks] == [0.0] * 4
    assert [kind for kind, _ in line.tie_breaks] == [kind for kind, _ in rank_event(event)[0].standing.tie_breaks]


def test_round_robin_is_complete_once_all_who_stayed_have_met():
    """Pairs 4 and 5 left. The event ends after three of four rounds, when 1, 2 and 3 have all met."""
    rounds = [(1, 2, WIN), (3, 4, WIN)], [(1, 3, WIN), (2, 5, WIN)], [(2, 3, WIN), (1, 4, WIN)]
    complete = round_robin(5, *rounds, left={4, 5}, status=FINISHED)
    assert [(one.number, one.played, one.due, one.counts) for one in list_leavers(complete)] == [
        (3, 2, 4, True), (4, 1, 4, False),
    ]  # fmt: skip
    short = [[table for table in tables if table[:2] != (2, 3)] for tables in rounds]
    assert [(one.number, one.due) for one in list_leavers(round_robin(5, *short, left={4, 5}, status=FINISHED))] == [
        (3, 3), (4, 3),
    ]  # fmt: skip
    assert {one.due for one in list_leavers(round_robin(5, *rounds, left={4, 5}))} == {4}


def test_entrant_of_a_user_is_one_that_has_not_withdrawn():
    event = evening(OPEN, (ANN, BOB), (ANN, CAT), (ANN, DAN))
    gone = with_status(with_status(event, 1, EntrantStatus.WITHDRAWN), 3, EntrantStatus.WITHDRAWN)
    assert gone.find_entrant_of(ANN).id == 2
    assert with_status(gone, 2, EntrantStatus.WITHDRAWN).find_entrant_of(ANN).id == 3, "the newest"
    assert gone.find_entrant_of(GUS) is None


def test_match_of_a_user_is_in_the_newest_round():
    first, second = pair(1), replace(pair(1), seats=(SeatPlan(EVE, EventEntrantId(1)),))
    event = evening(RUNNING, (ANN, BOB), (CAT, DAN), rounds=[EventRound(1, (first,), (), 0.0)])
    assert event.find_match_of(CAT) == first
    assert event.find_match_of(EVE) is None
    later = replace(event, rounds=(*event.rounds, EventRound(2, (second,), (), 0.0)))
    assert (later.find_match_of(CAT), later.find_match_of(EVE)) == (None, second)
    assert replace(event, rounds=()).find_match_of(ANN) is None


def test_competitors_are_listed_by_number():
    event = evening(RUNNING, (ANN, BOB), (CAT, DAN), (EVE, FAY))
    numbers = {1: 2, 2: None, 3: 0}
    event = replace(event, entrants=tuple(replace(one, number=numbers[one.id]) for one in event.entrants))
    assert [one.id for one in event.competitors] == [3, 1]
    assert event.list_numbers([EventEntrantId(1), EventEntrantId(3)]) == (2, 0)


def test_changed_match_or_round_replaces_only_itself():
    rounds = [EventRound(number, (pair(1), pair(2)), (), 0.0) for number in (1, 2)]
    event = evening(RUNNING, (ANN, BOB), (CAT, DAN), rounds=rounds)
    void = pair(2, status=MatchStatus.VOID)
    changed = event.with_match(1, void)
    assert [[one.status.value for one in this.matches] for this in changed.rounds] == [
        ["settled", "void"],
        ["settled"] * 2,
    ]
    entrant = EventEntrant(EventEntrantId(2), (GUS,), None, EntrantStatus.ENTERED, 0.0)
    assert [one.members for one in event.with_entrant(entrant).entrants] == [(ANN, BOB), (GUS,)]


def test_running_events_come_first_then_those_that_start_soon():
    def make(number, status, starts_at=None):
        return replace(evening(status, starts_at=starts_at), id=EventId(number))

    events = [
        make(5, OPEN, 300.0), make(1, CREATED), make(4, RUNNING), make(3, CLOSED, 200.0), make(2, RUNNING, 900.0), make(6, OPEN, 0.0),
    ]  # fmt: skip
    assert [one.id for one in sorted(events, key=get_event_order)] == [2, 4, 6, 3, 5, 1]


def test_table_shows_its_first_unfinished_board_or_its_last():
    def board(number, table, status):
        sides = (EventEntrantId(1),), (EventEntrantId(2),)
        return EventMatch(EventMatchId(number), number, sides, (), status, board=number, shared_table=table)

    settled, paired, void = MatchStatus.SETTLED, MatchStatus.PAIRED, MatchStatus.VOID
    kinds = [(1, settled), (1, paired), (1, paired), (2, settled), (2, void), (3, MatchStatus.PLAYING)]
    matches = tuple(board(n, table, status) for n, (table, status) in enumerate(kinds, 1))
    this = EventRound(1, matches, (EventEntrantId(3),), 0.0)
    assert [one.number for one in this.tables] == [2, 5, 6]
    assert this.entrants == {1, 2, 3}
    assert not this.is_over
    assert EventRound(1, matches[3:5], (), 0.0).is_over
    assert [pair(7).table, matches[3].table] == [7, 2]
    assert [replace(matches[0], status=one).is_open for one in MatchStatus] == [True, True, True, False, False]
