"""Tables come back by themselves after the store has not answered for a while."""

import pytest
from table_harness import ANN, BOB, CAT, load_live_tables

from bot.ids import ChannelId
from bot.play.clock.deadline_scheduler import RETRY_SECONDS
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import table_changes
from bot.play.values.table_info import Phrase, Proposal, ProposalKind, Speed
from engine.model.actions import Pass
from engine.model.seats import Seat


async def fail_loads(harness, monkeypatch, times):
    """Make the next `times` loads fail."""
    load, left = harness.store.load, [times]

    async def failing(id_):
        if left[0]:
            left[0] -= 1
            raise OSError("no answer")
        return await load(id_)

    monkeypatch.setattr(harness.store, "load", failing)
    return left


async def test_dropped_table_is_reloaded_until_store_answers(harness, monkeypatch):
    table = await harness.start_match(computers=3)
    left = await fail_loads(harness, monkeypatch, 3)
    harness.store.breaks.append(OSError())
    with pytest.raises(TableRefused) as no:
        await table.attendance.step_away(table.facts.host)
    assert no.value.reason is TableRefusal.BUSY
    await harness.clock.advance(RETRY_SECONDS * 2 + harness.timing.batch_interval)
    await harness.clock.advance(RETRY_SECONDS * 2 + harness.timing.batch_interval * 2)
    assert left == [0]
    again = await harness.registry.get_table(table.id)
    assert again is not table
    assert again.revision > table.revision, "nobody had to press anything"


async def test_unsaved_table_does_not_stop_other_tables(harness):
    one, two = await harness.open_lobby(computers=0), await harness.open_lobby(computers=0)
    await harness.registry.close()
    harness.store.breaks.append(TimeoutError())
    registry = harness.reopen()
    await load_live_tables(registry)
    for table in (one, two):
        await (await registry.get_table(table.id)).lobby.change(table_changes.join, BOB, Seat(2))


async def call(action, table):
    """Apply `action` to the table, and await the result if it is a coroutine."""
    result = action(table)
    return await result if hasattr(result, "__await__") else result


@pytest.mark.parametrize(
    "action",
    [
        lambda table: table.snapshot(),
        lambda table: table.view(Seat(0)),
        lambda table: table.spectator_view(),
        lambda table: table.move_to_channel(ChannelId(5)),
        lambda table: table.unseal(),
        lambda table: table.find_or_open_rematch(ANN, None),
        lambda table: table.lobby.change(table_changes.join, BOB),
        lambda table: table.lobby.start(ANN, "cut"),
        lambda table: table.lobby.start_event_match("cut"),
        lambda table: table.attendance.leave(ANN),
        lambda table: table.attendance.step_away(ANN),
        lambda table: table.attendance.come_back(ANN),
        lambda table: table.attendance.offer_seat(ANN, Seat(0), BOB),
        lambda table: table.attendance.accept_seat(BOB, Seat(0)),
        lambda table: table.gameplay.next_deal(ANN, "cut"),
        lambda table: table.gameplay.submit(Seat(0), Pass(), table.task(Seat(0))),
        lambda table: table.gameplay.play_forced(Seat(0), Pass(), table.task(Seat(0))),
        lambda table: table.gameplay.set_speed(ANN, Speed.FAST),
        lambda table: table.gameplay.say(ANN, Phrase.SORRY),
        lambda table: table.voting.vote(ANN, Proposal(ProposalKind.CLOSE)),
        lambda table: table.voting.request_seat(BOB, Seat(1)),
        lambda table: table.voting.withdraw_request(CAT),
        lambda table: table.voting.close(ANN),
    ],
)
async def test_dropped_table_refuses_all_as_busy(harness, action):
    """The table does not know what was saved. Until it is loaded again, nobody may read or change it."""
    table = await harness.start_match(computers=3)
    await table.voting.request_seat(CAT, Seat(1))
    harness.store.breaks.append(TimeoutError())
    with pytest.raises(TableRefused):
        await table.voting.request_seat(BOB, Seat(2))
    published = len(harness.publisher.updates)
    with pytest.raises(TableRefused) as no:
        await call(action, table)
    assert no.value.reason is TableRefusal.BUSY
    assert len(harness.publisher.updates) == published


async def test_dropped_table_ignores_deadlines_opened_hands_and_readers(harness):
    table = await harness.start_match(computers=3)
    harness.store.breaks.append(TimeoutError())
    with pytest.raises(TableRefused):
        await table.attendance.step_away(ANN)
    before = len(harness.publisher.updates), table.revision, harness.store.facts[table.id]
    for due in table.deadlines:
        await table.gameplay.handle_deadline(due)
    await table.attendance.note_opened_hand(ANN)
    await table.gameplay.wait_for_reader(ANN)
    assert (len(harness.publisher.updates), table.revision, harness.store.facts[table.id]) == before
