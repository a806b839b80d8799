"""Tables that play the same board get the same deal and equal computer players. Later they reveal the deal."""

from dataclasses import replace

import pytest
from table_harness import ANN, BOB, CAT, TableHarness

from bot.events.ports import BoardScore, WithoutResult
from bot.events.running.match_tables import MatchTables, to_board_score
from bot.ids import ChannelId, EventMatchId, GuildId, TableId
from bot.play.clock.timing import Timing
from bot.play.finished_deals.history import HistoryCache, build_history
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.table_info import Computer, Person, TableInfo, TableStatus
from engine.deal.game import spectator_view
from engine.io.record import Replay, format_record, parse_record, replay_to_end
from engine.model.actions import Bury, Declare, Play
from engine.model.options import Level
from engine.model.presets import preset
from engine.model.seats import Seat
from tests.everyday import spread

SECRET = bytes(range(32))
QUICK = Timing(
    batches=1, computer_pause=0.5, turn=1.0, bury=1.0, declare_window=15.0, away_after_missed_turns=99, open_hands=0.0
)
COMPUTERS = tuple(Computer("expert", number) for number in (1, 2, 3))


def new_board(match, user, **changes):
    return replace(
        TableInfo(
            TableId(0),
            GuildId(1),
            ChannelId(2),
            CAT,
            "forty-points",
            preset("forty-points"),
            (Person(user), *COMPUTERS),
            TableStatus.LOBBY,
            0.0,
            match_deals=1,
            event_match=EventMatchId(match),
            is_friendly=True,
            start_levels=(Level.SIX,) * 4,
            first_declarer=Seat(2),
            is_sealed=True,
        ),
        **changes,
    )


@pytest.fixture
def house():
    return TableHarness(QUICK)


async def start_two(house):
    return [await house.registry.start_event_match(new_board(7 + n, (ANN, BOB)[n]), "cut", SECRET) for n in range(2)]


async def play(house, table):
    for _ in range(4000):
        if table.facts.status is TableStatus.OVER:
            return
        await house.clock.advance(0.5)
    raise AssertionError(table.spectator_view().phase)


def list_moves(house, table):
    """Return what was declared, buried and played, in order."""
    return [(e.seat, e.action) for e in house.store.entries[table.id] if isinstance(e.action, Declare | Bury | Play)]


async def test_computers_play_a_board_alike_at_every_table(house):
    here, there = await start_two(house)
    assert [here.view(Seat(n)).hand for n in range(4)] == [there.view(Seat(n)).hand for n in range(4)]
    await play(house, here)
    await play(house, there)
    assert list_moves(house, here) == list_moves(house, there)
    assert len(list_moves(house, here)) > 40
    assert here.snapshot().results == there.snapshot().results
    assert here.snapshot().results[0].levels_before == (Level.SIX,) * 4
    assert here.snapshot().results[0].declarer == Seat(2)


async def test_board_ends_with_its_deal_and_counts_only_in_its_event(house):
    here, _ = await start_two(house)
    tables = MatchTables(house.registry)
    assert await tables.find_outcome(EventMatchId(7)) is WithoutResult.RUNNING
    await play(house, here)
    assert house.store.booked == []
    (result,) = here.snapshot().results
    assert await tables.find_outcome(EventMatchId(7)) == to_board_score(result)
    assert await tables.find_outcome(EventMatchId(9)) is None


async def test_replay_waits_until_the_board_is_unsealed(house):
    here, _ = await start_two(house)
    await play(house, here)
    cache, status = HistoryCache(), here.facts.status
    sealed = await cache.get_history(house.store, here.id, here.revision, status)
    assert (sealed.deals, sealed.record.moves) == ((), ())
    await MatchTables(house.registry).unseal(EventMatchId(7))
    await MatchTables(house.registry).unseal(EventMatchId(7))
    shown = await cache.get_history(house.store, here.id, here.revision, status)
    assert shown.deals[0].is_fair
    record = parse_record(format_record(shown.record))
    assert Replay(record).proofs == (True,)
    assert spectator_view(replay_to_end(record)).result == here.snapshot().results[0]


async def test_sealed_board_stays_sealed_after_a_restart(house):
    here, _ = await start_two(house)
    await house.registry.close()
    again = await house.reopen().get_table(here.id)
    assert (again.facts.is_sealed, again.facts.first_declarer) == (True, 2)
    await play(house, again)
    assert build_history(await house.store.load(here.id)).deals == ()


async def test_only_user_who_held_the_hand_takes_its_seat(house):
    seats = (Person(ANN), Person(CAT), *COMPUTERS[:2])
    here = await house.registry.start_event_match(new_board(7, ANN, seats=seats), "cut", SECRET)
    for attempt in (here.voting.request_seat(BOB, Seat(2)), here.attendance.offer_seat(ANN, Seat(0), BOB)):
        with pytest.raises(TableRefused) as refused:
            await attempt
        assert refused.value.reason is TableRefusal.SEALED_SEAT
    await here.attendance.leave(ANN)
    assert here.seat_of(ANN) is None
    await here.voting.request_seat(ANN, Seat(0))


async def test_rematch_of_a_board_is_an_ordinary_table(house):
    here, _ = await start_two(house)
    await play(house, here)
    rematch = await house.registry.open_rematch(here, ANN)
    assert not rematch.facts.is_sealed
    assert not rematch.facts.is_board


@pytest.mark.parametrize(
    ("declarers", "hold", "scores"),
    spread(
        2,
        [
            ((0, 2), True, BoardScore((2.0, 0.0), -35.0)),
            ((0, 2), False, BoardScore((0.0, 2.0), -35.0)),
            ((1, 3), True, BoardScore((0.0, 2.0), 35.0)),
            ((1, 3), False, BoardScore((2.0, 0.0), 35.0)),
        ],
    ),
)
async def test_board_score_follows_from_result_of_its_deal(house, declarers, hold, scores):
    here, _ = await start_two(house)
    await play(house, here)
    (result,) = here.snapshot().results
    changed = replace(result, declarers=declarers, declarers_hold=hold, rise=2, opponents_points=35)
    assert to_board_score(changed) == scores
