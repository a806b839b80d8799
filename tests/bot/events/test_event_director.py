"""Events on a store in memory: the director advances them by itself, and people change them through the service."""

from dataclasses import replace

import pytest

from bot.events.boards.deal_boards import list_matches
from bot.events.matches import MatchStatus, Verdict
from bot.events.model import ActKind, EntrantStatus, EventMessage, EventStatus
from bot.events.pairing.ports import BracketSettings, EntrantState, EventFormat, Seeding
from bot.events.pairing.round_robin import RoundRobin
from bot.events.ports import BoardScore, WithoutResult
from bot.events.refusals import EventRefusal
from bot.events.running import director
from bot.events.service import EventService
from bot.events.settings import NoShowPolicy
from bot.events.standings.event_standings import rank_event
from bot.ids import EventId, GuildId, MessageId, UserId
from bot.league.leagues.access import Caller
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules.shuffle import SECRET_BYTES
from tests.bot.events.memory_events import MemoryEvents
from tests.bot.store.event_harness import (
    HOME,
    MANAGER,
    PLACE,
    STRANGER,
    Evening,
    begin_boards,
    event_settings,
    fours,
    is_refused,
    pairs,
    people,
)


@pytest.fixture
def evening():
    return Evening(MemoryEvents())


def refuse_once(tables, method):
    """Let the tables refuse the next call of `method`, as if busy. Return a list that gets the refused match."""
    works, refused = getattr(tables, method), []

    async def refuse(*arguments):
        refused.append(arguments[-1])
        setattr(tables, method, works)
        raise TableRefused(TableRefusal.BUSY)

    setattr(tables, method, refuse)
    return refused


async def begin(evening, entrants=None, **changes):
    await evening.create(**({"rounds": 2} | changes))
    await evening.enter(entrants or pairs(4))
    return await evening.start()


@pytest.mark.parametrize(
    ("style", "entrants", "changes"),
    [
        (EventFormat.SWISS, pairs(6), {}),
        (EventFormat.ROUND_ROBIN, pairs(5), {}),
        (EventFormat.KNOCKOUT, pairs(7), {"bracket": BracketSettings(best_of=3, consolation=True)}),
        (EventFormat.INDIVIDUAL, people(9), {}),
        (EventFormat.DUPLICATE, pairs(5), {"deals": 2, "rounds": 3}),
        (EventFormat.DUPLICATE_SINGLE, people(9), {"deals": 2, "rounds": 3}),
        (EventFormat.TEAM_MATCH, fours(3), {"deals": 2}),
    ],
)
async def test_event_of_each_format_ends_by_itself(evening, style, entrants, changes):
    event = await begin(evening, entrants, format=style, **({"rounds": None} | changes))
    for _ in range(60):
        if event.status is not EventStatus.RUNNING:
            break
        await evening.come()
        for _ in range(max(1, len(event.round.boards))):
            evening.tables.finish()
            evening.boards.finish()
            event = await evening.advance()
    assert event.status is EventStatus.FINISHED
    matches = [match for one in event.rounds for match in one.matches]
    assert len(event.rounds) == event.planned_rounds
    assert {match.status for match in matches} == {MatchStatus.SETTLED}
    assert evening.tables.opened + evening.boards.opened == [match.id for match in matches] or style.has_boards
    assert set(evening.tables.opened + evening.boards.opened) == {match.id for match in matches}
    assert {(match.result.card_points is not None) for match in matches} == {style.has_boards}
    assert all(board.is_revealed for one in event.rounds for board in one.boards)
    assert len(rank_event(event)) == len(entrants)
    assert await evening.advance() is event, "nothing is left to do"


async def test_all_unfinished_events_are_advanced(evening):
    first = await evening.create(name="Friday")
    second = await evening.create(name="Monday")
    ended = await evening.create(name="Sunday")
    await evening.service.cancel(MANAGER, ended)
    evening.store.list_due, due = None, [first.id, EventId(99), second.id]

    async def list_due():
        return due

    evening.store.list_due = list_due
    assert [one.id for one in await evening.service.director.advance_all()] == [first.id, second.id]
    assert await evening.service.director.advance(EventId(99)) is None


@pytest.mark.parametrize("method", ["open", "find_outcome"])
async def test_table_that_cannot_be_reached_is_tried_again(evening, method):
    event = await begin(evening)
    first, second = event.round.matches
    refused = refuse_once(evening.tables, method)
    event = await evening.come()
    assert refused
    assert {one.status for one in event.round.matches} == {MatchStatus.PLAYING}
    await evening.advance()
    assert sorted(evening.tables.opened) == [first.id, second.id]
    evening.tables.finish()
    refuse_once(evening.tables, "find_outcome")
    event = await evening.advance()
    assert sorted(one.status for one in event.rounds[0].matches) == ["settled"] * 2
    assert len(event.rounds) == 2


@pytest.mark.parametrize(
    ("outcome", "status", "scores"),
    [
        (WithoutResult.RUNNING, MatchStatus.PLAYING, None),
        (WithoutResult.NO_RESULT, MatchStatus.UNRESOLVED, None),
        ((2.0, 1.0), MatchStatus.SETTLED, (2.0, 1.0)),
        ((0.0, 0.0), MatchStatus.SETTLED, (0.0, 0.0)),
    ],
)
async def test_outcome_of_a_table_becomes_the_result_of_its_match(evening, outcome, status, scores):
    await begin(evening)
    event = await evening.come()
    first, _ = event.round.matches
    evening.tables.outcomes[first.id] = outcome
    match = (await evening.advance()).round.matches[0]
    assert (match.status, match.result and match.result.scores) == (status, scores)
    if scores is not None:
        assert (match.result.verdict, match.result.card_points) == (Verdict.PLAYED, None)


async def test_round_waits_for_the_end_of_a_reported_table(evening):
    await begin(evening, automatic=True)
    event = await evening.come()
    first, second = event.round.matches
    for table in (1, 2):
        event = await evening.service.report(MANAGER, event, 1, table, (1.0, 0.0), ends_table=True)
    refuse_once(evening.tables, "end")
    event = await evening.advance()
    assert ([one.is_ending for one in event.round.matches], len(event.rounds)) == ([True, False], 1)
    event = await evening.advance()
    assert evening.tables.ended == [second.id, first.id]
    assert len(event.rounds) == 2
    await evening.advance()
    assert evening.tables.ended == [second.id, first.id], "a table is ended once"


async def test_table_is_ended_after_the_event_was_cancelled(evening):
    await begin(evening)
    event = await evening.come()
    event = await evening.service.report(MANAGER, event, 1, 1, None, ends_table=True)
    await evening.service.cancel(MANAGER, event)
    event = await evening.advance()
    assert evening.tables.ended == [event.round.matches[0].id]
    assert (event.status, len(event.rounds)) == (EventStatus.CANCELLED, 1)


async def test_new_round_has_a_deadline_and_a_secret_for_each_board(evening):
    asked = []

    def draw(size):
        asked.append(size)
        return bytes([len(asked)]) * size

    evening.draw_bytes = draw
    evening.restart()
    event = await begin_boards(evening, deals=3, grace=120.0)
    assert asked == [4, SECRET_BYTES, SECRET_BYTES, SECRET_BYTES]
    assert event.round.due_at == evening.time + 120.0
    assert [board.secret for board in event.round.boards] == [bytes([n]) * SECRET_BYTES for n in (2, 3, 4)]


async def play_board(evening, only=None):
    evening.boards.finish(only=only)
    return await evening.advance()


async def test_tables_play_boards_one_after_the_other(evening):
    """A fast table goes on to its next board. A board stays hidden until the slow table has played it too."""
    await begin_boards(evening)
    event = await evening.come()
    fast, slow = (match.table for match in list_matches(event.round, 1))

    def ids(*places):
        return {match.id for match in event.round.matches if (match.table, match.board) in places}

    assert set(evening.boards.opened) == ids((fast, 1), (slow, 1))
    event = await play_board(evening, ids((fast, 1)))
    assert set(evening.boards.opened) == ids((fast, 1), (slow, 1), (fast, 2))
    event = await play_board(evening, ids((fast, 2)))
    assert not any(board.is_revealed for board in event.round.boards)
    assert evening.boards.unsealed == []
    event = await play_board(evening, ids((slow, 1)))
    assert [board.is_revealed for board in event.round.boards] == [True, False, False]
    assert set(evening.boards.unsealed) == ids((fast, 1), (slow, 1))


async def test_board_waits_for_an_earlier_one_that_could_not_begin(evening):
    event = await begin_boards(evening)
    first, open_board = event.round.matches[0], evening.boards.open

    async def refuse_first(event, this, match, before):
        if match.id == first.id:
            raise TableRefused(TableRefusal.BUSY)
        await open_board(event, this, match, before)

    evening.boards.open = refuse_first
    event = await evening.come()
    boards = {match.id: match.board for match in event.round.matches}
    assert [boards[match] for match in evening.boards.opened] == [1]
    evening.boards.open = open_board
    await evening.advance()
    assert [boards[match] for match in evening.boards.opened] == [1, 1]


async def test_board_reported_during_play_stays_hidden(evening):
    """The table finishes the reported board before it begins another. The reported result counts."""
    await begin_boards(evening)
    event = await evening.come()
    fast, slow = list_matches(event.round, 1)
    await play_board(evening, {fast.id})
    opened = list(evening.boards.opened)
    await evening.service.report(MANAGER, await evening.load(), 1, slow.table, (1.0, 0.0), 1, ends_table=True)
    refuse_once(evening.tables, "end")
    event = await evening.advance()
    assert not event.round.boards[0].is_revealed
    assert (evening.boards.opened, evening.boards.unsealed) == (opened, [])
    event = await play_board(evening, {slow.id})
    assert event.round.boards[0].is_revealed
    assert list_matches(event.round, 1)[1].result.scores == (1.0, 0.0)
    assert len(evening.boards.opened) == len(opened) + 1


async def test_board_that_cannot_be_revealed_is_tried_again(evening):
    await begin_boards(evening)
    await evening.come()
    refuse_once(evening.boards, "unseal")
    evening.boards.finish()
    event = await evening.advance()
    event = await evening.advance()
    assert event.round.boards[0].is_revealed
    assert {match.id for match in list_matches(event.round, 1)} <= set(evening.boards.unsealed)


async def test_cancelled_event_shows_boards_that_no_table_plays(evening):
    await begin_boards(evening)
    event = await evening.come()
    await evening.service.cancel(MANAGER, event)
    event = await evening.advance()
    assert [board.is_revealed for board in event.round.boards] == [False, True, True]
    assert await evening.store.list_due() == [event.id]
    event = await play_board(evening)
    assert all(board.is_revealed for board in event.round.boards)
    assert len(evening.boards.opened) == 2


async def test_board_counts_levels_and_card_points(evening):
    await begin_boards(evening)
    event = await evening.come()
    first = list_matches(event.round, 1)[0]
    evening.boards.outcomes[first.id] = BoardScore((0.0, 3.0), -35.0)
    result = list_matches((await evening.advance()).round, 1)[0].result
    assert (result.scores, result.card_points, result.verdict) == ((0.0, 3.0), -35.0, Verdict.PLAYED)


@pytest.mark.parametrize(
    ("missing", "passed", "due_in"), [(True, 290.0, 150.0), (True, 100.0, 200.0), (False, 290.0, 10.0)]
)
async def test_restart_gives_missing_players_half_their_time(evening, missing, passed, due_in):
    event = await begin(evening, grace=300.0)
    for match in event.round.matches:
        for user in match.missing:
            if not missing:
                event = await evening.service.come(event, 1, user, "share")
    evening.time += passed
    await evening.service.director.give_time()
    assert (await evening.load()).round.due_at == evening.time + due_in


async def test_event_starts_at_its_time_of_day_seeded_by_rating(evening):
    """The start is planned by the time of day. Rounds are timed by another clock, which stands still here."""
    day = [1000.0]
    evening.service = EventService(evening.store, evening.tables, lambda: 5.0, lambda: day[0], evening.draw_bytes)
    await evening.create(starts_at=2000.0, seeding=Seeding.RATING, grace=60.0)
    await evening.enter(pairs(3))
    evening.store.ratings = {UserId(102): 90.0, UserId(104): 40.0}
    day[0] = 1999.0
    assert (await evening.advance()).status is EventStatus.OPEN
    day[0] = 2000.0
    event = await evening.advance()
    assert (event.status, event.round.number, event.round.due_at) == (EventStatus.RUNNING, 1, 65.0)
    assert [one.members[0] for one in event.competitors] == [102, 104, 100]


async def test_round_is_not_added_to_an_event_that_changed(evening, monkeypatch):
    compute, calls = director.compute_pairing, []

    async def compute_slowly(event):
        calls.append(event.revision)
        if len(calls) == 1:
            await evening.service.withdraw(event, UserId(100))
        return await compute(event)

    monkeypatch.setattr(director, "compute_pairing", compute_slowly)
    event = await begin(evening, pairs(5))
    assert len(calls) == 2
    assert event.find_entrant_of(UserId(100)).id not in event.round.entrants


@pytest.mark.parametrize("entrants", [100, 101])
async def test_round_of_any_size_is_paired_outside_the_event_loop(entrants):
    """A large field is paired in another process, with the same result."""
    pairer, states = RoundRobin(entrants), [EntrantState(n) for n in range(entrants)]
    found = await director.pair_off_loop(pairer, states, [], 3, 1)
    assert found == pairer.pair_round(states, [], 3, 1)
    assert len(found.encounters) == entrants // 2


async def test_new_event_keeps_its_seed_language_and_creator(evening):
    evening.draw_bytes = lambda size: b"\x80" + bytes(size - 1)
    evening.restart()
    for starts_at in (999.0, 1000.0):
        with is_refused(EventRefusal.TIME_PAST):
            await evening.create(starts_at=starts_at)
    event = await evening.create(starts_at=1000.5)
    assert (event.seed, event.language, event.created_at) == (1 << 30, "zh-TW", 1000.0)
    assert (event.status, event.creator, event.channel) == (EventStatus.CREATED, MANAGER.user, PLACE)
    assert evening.store.limits == [10]
    assert evening.service.wakeup.is_set()
    with is_refused(EventRefusal.NOT_ADMIN):
        await evening.service.create(STRANGER, HOME, PLACE, event_settings())


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        (2000.0, 1000.0, EventRefusal.TIME_PAST),
        (2000.0, 1000.5, None),
        (2000.0, None, None),
        (None, 999.0, EventRefusal.TIME_PAST),
        (900.0, 900.0, None),
    ],
)
async def test_start_is_not_moved_into_the_past(evening, before, after, why):
    evening.time = 500.0
    event = await evening.create(starts_at=before)
    evening.time = 1000.0

    def move(old):
        return replace(old, starts_at=after, grace=60.0)

    if why is None:
        changed = await evening.service.change_settings(MANAGER, event, move)
        assert (changed.settings.starts_at, changed.settings.grace) == (after, 60.0)
    else:
        with is_refused(why):
            await evening.service.change_settings(MANAGER, event, move)


ADMIN, ORGANIZER, HELPER = Caller(UserId(9), admin=True), Caller(UserId(1)), Caller(UserId(3))
MANAGED = {
    "open": lambda service, who, event: service.open_entries(who, event),
    "close": lambda service, who, event: service.close_entries(who, event),
    "start": lambda service, who, event: service.start(who, event),
    "round": lambda service, who, event: service.begin_round(who, event, 1),
    "table": lambda service, who, event: service.begin_table(who, event, 1, 1, NoShowPolicy.COMPUTER),
    "table with": lambda service, who, event: service.begin_table_with(who, event, 1, 1, 0, UserId(70)),
    "settings": lambda service, who, event: service.change_settings(who, event, lambda old: replace(old, grace=60.0)),
    "enter": lambda service, who, event: service.enter_for(who, event, (UserId(70), UserId(71))),
    "check in": lambda service, who, event: service.check_in_for(who, event, UserId(100)),
    "withdraw": lambda service, who, event: service.withdraw_for(who, event, UserId(100)),
    "report": lambda service, who, event: service.report(who, event, 1, 1, None),
    "cancel": lambda service, who, event: service.cancel(who, event),
    "undo": lambda service, who, event: service.undo(who, event, 1.0),
}


@pytest.mark.parametrize("change", MANAGED)
async def test_strangers_cannot_manage_an_event(evening, change):
    event = await begin(evening)
    with is_refused(EventRefusal.NOT_MANAGER, name="Friday"):
        await MANAGED[change](evening.service, STRANGER, event)
    assert await evening.load() is event


@pytest.mark.parametrize("who", [ADMIN, ORGANIZER, HELPER])
async def test_managers_of_all_kinds_may_report_results(evening, who):
    event = await begin(evening)
    event = await evening.service.set_manager(ORGANIZER, event, HELPER.user, is_manager=True)
    evening.service.wakeup.clear()
    event = await evening.service.report(who, event, 1, 1, None)
    assert event.round.matches[0].status is MatchStatus.VOID
    assert event.last_act.kind is ActKind.RESULT
    assert evening.service.wakeup.is_set()
    with is_refused(EventRefusal.NOT_ORGANIZER, name="Friday"):
        await evening.service.set_manager(HELPER, event, UserId(8), is_manager=True)


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ("start", ActKind.START),
        ("table", ActKind.RESULT),
        ("table with", ActKind.RESULT),
        ("settings", ActKind.SETTINGS),
        ("enter", ActKind.ENTRANT),
        ("withdraw", ActKind.ENTRANT),
        ("report", ActKind.RESULT),
    ],
)
async def test_acts_of_managers_are_kept_for_undo(evening, change, kind):
    await evening.create(rounds=2, automatic=False)
    await evening.enter(pairs(4))
    event = await (evening.load() if change == "start" else evening.start())
    if event.rounds:
        event = await evening.service.come(event, 1, event.round.matches[0].seats[1].user, "share")
    event = await MANAGED[change](evening.service, MANAGER, event)
    assert (event.last_act.kind, event.last_act.at) == (kind, evening.time)
    can_be_undone = not change.startswith("table")  # a table that has begun goes on, whatever a manager undoes
    assert (evening.service.find_undo(event) is not None) is can_be_undone
    if can_be_undone:
        assert (await evening.service.undo(MANAGER, event, evening.time)).last_act is None


async def test_undone_forfeit_gives_players_half_the_time_to_arrive(evening):
    event = await begin(evening, grace=300.0)
    match = event.round.matches[0]
    event = await evening.service.come(event, 1, match.seats[0].user, "share")
    event = await evening.service.begin_table(MANAGER, event, 1, 1, NoShowPolicy.FORFEIT)
    assert event.round.matches[0].status is MatchStatus.SETTLED
    evening.time += 290.0
    event = await evening.service.undo(MANAGER, event, 1000.0)
    assert event.round.matches[0].status is MatchStatus.PAIRED
    assert event.round.due_at == evening.time + 150.0


async def test_check_in_by_a_manager_admits_an_entrant(evening):
    event = await evening.create()
    await evening.service.open_entries(MANAGER, event)
    event = await evening.service.enter(await evening.load(), (UserId(100), UserId(101)))
    assert event.entrants[0].status is EntrantStatus.ENTERED
    event = await evening.service.check_in_for(MANAGER, event, UserId(101))
    assert event.entrants[0].status is EntrantStatus.PRESENT
    assert event.last_act.kind is ActKind.ENTRANT


async def test_invitation_is_found_by_those_who_are_invited(evening):
    event = await evening.service.open_entries(MANAGER, await evening.create())
    event = await evening.service.invite(event, (UserId(100), UserId(101)))
    number = event.invitations[0].id
    for user in (100, 101):
        assert await evening.service.find_invited(event.id, number, UserId(user)) is event
    for id_, asked, user in ((event.id, number, 102), (event.id, number + 1, 101), (EventId(9), number, 101)):
        with is_refused(EventRefusal.NO_INVITATION):
            await evening.service.find_invited(id_, asked, UserId(user))
    event = await evening.service.decline(event, number, UserId(101))
    assert event.invitations == ()


async def test_reminders_and_the_shown_message_are_saved(evening):
    event = await begin(evening)
    await evening.service.mark_start_reminded(event)
    await evening.service.mark_pinged(event, 1)
    await evening.service.mark_reminded(event, 1)
    marked = await evening.load()
    assert (marked.is_reminded, marked.round.is_pinged, marked.round.is_reminded) == (True, True, True)
    await evening.service.save_shown(marked, EventMessage(PLACE, MessageId(3)))
    shown = await evening.load()
    assert (shown.message, shown.shown_revision) == (EventMessage(PLACE, MessageId(3)), marked.revision)


async def test_unknown_event_is_refused(evening):
    event = await evening.create()
    other = await evening.create(name="Monday")
    assert await evening.service.list_events(HOME) == [other, event]
    assert await evening.service.get_event(HOME, event.id) is event
    for guild, id_ in ((GuildId(8), event.id), (HOME, EventId(99))):
        with is_refused(EventRefusal.NO_EVENT):
            await evening.service.get_event(guild, id_)
    with is_refused(EventRefusal.NO_EVENT):
        await evening.service.open_entries(MANAGER, replace(event, id=EventId(99)))
