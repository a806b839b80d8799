"""All tables of an event play the same deals, called boards. Each is hidden until the last table has played it."""

import asyncio
import random

import pytest
from event_harness import MANAGER, SQLITE_ALONE, Evening, begin_boards, fours, is_refused, pairs, people
from sqlalchemy import text

from bot.events.boards.deal_boards import get_board, list_matches
from bot.events.matches import Verdict
from bot.events.model import EventStatus
from bot.events.pairing.ports import EventFormat
from bot.events.ports import WithoutResult
from bot.events.refusals import EventRefusal
from bot.events.settings import NoShowPolicy, adapt_rules
from bot.events.standings.event_standings import rank_event
from bot.ids import UserId
from bot.store.database import Database
from engine.deal.fair_shuffle import commit_to
from engine.model.notation import format_rules, parse_rules
from engine.model.options import Level, NoDeclaration, RedealClaim
from engine.model.presets import preset_with
from engine.model.rules import Rules
from tests.everyday import spread

STYLES = [
    (EventFormat.DUPLICATE, pairs(5)),
    (EventFormat.DUPLICATE_SINGLE, people(9)),
    (EventFormat.TEAM_MATCH, fours(3)),
]


@pytest.mark.long
@pytest.mark.parametrize(("style", "entrants"), STYLES)
async def test_evening_is_played_to_its_end(evening, style, entrants):
    event = await begin_boards(evening, style, entrants)
    while event.status is EventStatus.RUNNING:
        event = await evening.play_boards()
    assert event.status is EventStatus.FINISHED
    assert [board.number for one in event.rounds for board in one.boards] == [1, 2, 3, 4, 5, 6]
    assert all(board.is_revealed for one in event.rounds for board in one.boards)
    assert set(evening.boards.unsealed) == {match.id for one in event.rounds for match in one.matches}
    assert len(rank_event(event)) == len(entrants)
    assert event == await evening.load()


@pytest.mark.parametrize(("style", "entrants"), spread(1, STYLES))
async def test_all_tables_play_the_same_deals(evening, style, entrants):
    event = await begin_boards(evening, style, entrants)
    await evening.play_boards()
    played = evening.boards.secrets
    for board in event.round.boards:
        tables = list_matches(event.round, board.number)
        assert len(tables) >= 2
        assert len({played[match.id] for match in tables}) == 1
        number, secret, level, declarer, cut = played[tables[0].id]
        assert commit_to(secret) == board.commitment
        assert (number, level, declarer) == (board.number, board.level, board.declarer)
        assert cut
    assert len({secret for _, secret, *_ in played.values()}) == len(event.round.boards)


async def test_boards_rise_in_level_and_change_the_declarer(evening):
    event = await begin_boards(evening, deals=13)
    assert [board.level for board in event.round.boards] == [*list(Level)[:12], Level.TWO]
    assert [board.declarer for board in event.round.boards[:5]] == [0, 1, 2, 3, 0]


@pytest.mark.long
async def test_each_table_plays_one_board_after_the_other(evening):
    await begin_boards(evening)
    event = await evening.come()
    first = {match.id for match in list_matches(event.round, 1)}
    assert set(evening.boards.opened) == first
    fast = min(first)
    evening.boards.finish(only={fast})
    event = await evening.advance()
    opened = set(evening.boards.opened) - first
    assert {match.board for match in event.round.matches if match.id in opened} == {2}
    assert len(opened) == 1
    assert rank_event(event)[0].standing.score == 0


async def test_board_is_hidden_until_last_table_plays(evening):
    await begin_boards(evening)
    event = await evening.come()
    fast, slow = (match.id for match in list_matches(event.round, 1))
    evening.boards.finish(only={fast})
    event = await evening.advance()
    assert not event.round.boards[0].is_revealed
    assert evening.boards.unsealed == []
    with is_refused(EventRefusal.BOARD_HIDDEN):
        get_board(event, 1)
    evening.boards.finish(only={slow})
    event = await evening.advance()
    assert [board.is_revealed for board in event.round.boards] == [True, False, False]
    assert sorted(evening.boards.unsealed) == sorted([fast, slow])
    assert get_board(event, 1)[1].number == 1


@pytest.mark.long
async def test_reported_board_is_hidden_while_its_table_still_plays(evening):
    await begin_boards(evening)
    event = await evening.come()
    fast, slow = list_matches(event.round, 1)
    evening.boards.finish(only={fast.id})
    await evening.advance()
    event = await evening.service.report(MANAGER, event, 1, slow.table, (1.0, 0.0), 1, ends_table=True)
    event = await evening.advance()
    assert not event.round.boards[0].is_revealed
    assert len(evening.boards.opened) == 3
    evening.boards.finish(only={slow.id})
    event = await evening.advance()
    assert event.round.boards[0].is_revealed
    assert list_matches(event.round, 1)[1].result.verdict is Verdict.REPORTED


@pytest.mark.long
@pytest.mark.parametrize("comes", [True, False])
async def test_board_whose_result_is_reported_early_is_not_played_afterwards(evening, comes):
    event = await begin_boards(evening, rounds=1, no_show=NoShowPolicy.FORFEIT)
    quick, slow = event.round.tables
    for seat in quick.seats:
        await evening.service.come(event, 1, seat.user, "share")
    await evening.advance()
    evening.boards.finish()
    await evening.service.report(MANAGER, event, 1, slow.table, (2.0, 0.0), 1)
    event = await evening.advance()
    assert event.round.boards[0].is_revealed
    if comes:
        await evening.come()
    evening.time += 10_000
    for _ in range(3):
        evening.boards.finish()
        event = await evening.advance()
    (of_board,) = (one for one in list_matches(event.round, 1) if one.table == slow.table)
    assert of_board.id not in evening.boards.opened
    assert (of_board.result.scores, of_board.result.verdict) == ((2.0, 0.0), Verdict.REPORTED)
    later = [one for one in event.round.matches if one.table == slow.table and one.board > 1]
    assert {one.result.verdict for one in later} == {Verdict.PLAYED if comes else Verdict.FORFEITED}
    assert event.status is EventStatus.FINISHED


@pytest.mark.long
async def test_board_voided_early_is_not_played(evening):
    await begin_boards(evening, rounds=1)
    event = await evening.come()
    table = event.round.tables[0].table
    event = await evening.service.report(MANAGER, event, 1, table, None, 2, ends_table=True)
    await evening.advance()
    assert len(evening.boards.opened) == 2, "nobody sits at two tables"
    evening.boards.finish()
    event = await evening.advance()
    opened = [one.board for one in event.round.matches if one.id in evening.boards.opened and one.table == table]
    assert opened == [1, 3]


@pytest.mark.long
async def test_cancelled_event_reveals_unplayed_boards(evening):
    await begin_boards(evening)
    event = await evening.come()
    await evening.service.cancel(MANAGER, event)
    event = await evening.advance()
    assert [board.is_revealed for board in event.round.boards] == [False, True, True]
    assert event.id in await evening.store.list_due()
    evening.boards.finish()
    event = await evening.advance()
    assert all(board.is_revealed for board in event.round.boards)
    await evening.service.save_shown(event, None)
    assert event.id not in await evening.store.list_due()
    assert len(evening.boards.opened) == 2


@pytest.mark.long
@SQLITE_ALONE
@pytest.mark.parametrize(("style", "entrants"), STYLES)
async def test_restarts_between_any_steps_change_nothing(two_urls, style, entrants):
    databases = [await Database.open(url) for url in two_urls]
    whole, broken = (Evening(database.store.events) for database in databases)
    chance = random.Random(7)
    for evening in (whole, broken):
        await begin_boards(evening, style, entrants)
    while (event := await whole.load()).status is EventStatus.RUNNING:
        await whole.play_boards()
        await broken.come()
        while not all(match.result for match in (await broken.load()).rounds[event.round.number - 1].matches):
            running = [match for match, one in broken.boards.outcomes.items() if one is WithoutResult.RUNNING]
            broken.boards.finish(only=set(chance.sample(running, k=min(1, len(running)))))
            broken.restart()
            await asyncio.gather(*(broken.advance() for _ in range(3)))
    assert simplify(await broken.load()) == simplify(await whole.load())
    for database in databases:
        await database.close()


def simplify(event):
    """Return the parts of an event that do not change with the times of pairing or the order in which tables end."""
    seats = [(match.table, match.board, match.sides, match.status) for one in event.rounds for match in one.matches]
    return event.status, seats, [board for one in event.rounds for board in one.boards]


@pytest.mark.long
async def test_player_of_a_board_cannot_substitute_on_it(evening):
    event = await begin_boards(evening, rounds=1, no_show=NoShowPolicy.SUBSTITUTE)
    quick, slow = event.round.tables
    for seat in quick.seats:
        await evening.service.come(event, 1, seat.user, "share")
    await evening.advance()
    leaver = quick.seats[0].user
    await evening.service.withdraw(event, leaver)
    event = await evening.service.volunteer(event, leaver)
    event = await evening.service.volunteer(event, UserId(999))
    for seat in slow.seats[:3]:
        await evening.service.come(event, 1, seat.user, "share")
    evening.time += 10_000
    event = await evening.advance()
    seated = [match.seats[3].user for match in event.round.matches if match.table == slow.table]
    assert seated == [999] * 3


async def test_secrets_appear_in_no_text_of_an_event(evening):
    event = await begin_boards(evening)
    secret = event.round.boards[0].secret
    assert secret.hex() not in repr(event)
    assert repr(secret) not in repr(event)
    assert event.round.boards[0].commitment in repr(event)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"deals": None, "minutes": 30}, EventRefusal.BOARDS_ONLY),
        ({"deals": 3, "minutes": 30}, EventRefusal.BOARDS_ONLY),
        ({"deals": 17}, EventRefusal.TOO_MANY_BOARDS),
    ],
)
async def test_boards_are_limited_by_number_and_not_by_time(evening, changes, reason):
    with is_refused(reason):
        await evening.create(format=EventFormat.DUPLICATE, **changes)


async def test_rules_of_boards_have_no_redeals(evening):
    rules = preset_with("standard", redeal_claim="no_trump_or_no_points", no_declaration="redeal")
    event = await evening.create(format=EventFormat.DUPLICATE, rules=format_rules(rules))
    adapted = parse_rules(event.settings.rules)
    assert (adapted.redeal_claim, adapted.no_declaration) == (
        RedealClaim.OFF,
        NoDeclaration.KITTY_LEVEL_ELSE_HIGHEST,
    )
    assert adapt_rules(Rules()) == Rules()


async def test_boards_of_a_deleted_event_are_deleted(store, evening):
    event = await begin_boards(evening)
    async with store.events._connections.write() as connection:
        await connection.execute(text(f"DELETE FROM events WHERE id = {event.id}"))
        left = (await connection.execute(text("SELECT count(*) FROM event_boards"))).scalar()
    assert left == 0
