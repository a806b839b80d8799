"""When the outbox starts, it updates the message of every table. A table that fails does not stop the others."""

from types import SimpleNamespace

import pytest
from structlog.testing import capture_logs

from bot.play.refusals import TableRefusal, TableRefused
from bot.ui.core.memory.update_slots import UpdateSlots
from bot.ui.core.services import UiConfig
from bot.ui.discord_io.debounce import Debouncer
from bot.ui.surfaces.outbox import Outbox
from bot.ui.surfaces.show_queue import LONGEST_SECONDS, SHOWN_AT_ONCE, ShowQueue
from tests.bot.play.memory_store import ManualClock, run_pending_tasks


class Shelf(Outbox):
    """An outbox that only records which tables it has shown."""

    def __init__(self):
        super().__init__()
        self.shown = []

    def publish(self, table, _news):
        self.shown.append(table.id)


async def test_failing_table_does_not_block_others():
    faults = {1: OSError("the database did not answer"), 2: TableRefused(TableRefusal.BUSY)}

    async def panels(table):
        if table in faults:
            raise faults[table]
        return []

    tables = [SimpleNamespace(id=number, revision=0) for number in (1, 2, 3)]
    kit = SimpleNamespace(
        config=UiConfig(turn_pings=False),
        clock=ManualClock(),
        updates=UpdateSlots(),
        emoji=None,
        refusals=None,
        registry=SimpleNamespace(list_live_as_loaded=lambda: tables),
        surface_store=SimpleNamespace(list_panels=panels),
    )
    outbox = Shelf()
    outbox.connect(kit, None)
    with capture_logs() as logs:
        await outbox.open()
        await run_pending_tasks()
    assert outbox.shown == [3]
    assert [(line["table"], line["log_level"]) for line in logs] == [(1, "error"), (2, "error")]


@pytest.mark.parametrize("count", [SHOWN_AT_ONCE, 100, pytest.param(5000, marks=pytest.mark.long)])
async def test_tables_are_shown_in_order_within_an_hour(count):
    """Some tables are shown at once, and then one table a second. If there are thousands, they are shown faster."""
    clock, shown = ManualClock(), []

    async def show(table):
        shown.append(table.id)

    queue = ShowQueue(clock, show)
    for number in range(count):
        queue.add(SimpleNamespace(id=number))
    await run_pending_tasks()
    assert 0 <= min(count, SHOWN_AT_ONCE) - len(shown) <= 1, "pauses are no whole numbers"
    await clock.advance(10.0)
    assert len(shown) <= SHOWN_AT_ONCE + 11 * max(1.0, count / LONGEST_SECONDS)
    await clock.advance(LONGEST_SECONDS)
    assert shown == list(range(count))
    await queue.close()


async def test_table_shown_elsewhere_leaves_the_queue():
    clock, shown = ManualClock(), []

    async def show(table):
        shown.append(table.id)

    queue = ShowQueue(clock, show)
    for number in range(SHOWN_AT_ONCE + 2):
        queue.add(SimpleNamespace(id=number))
    await run_pending_tasks()
    assert queue.take(SHOWN_AT_ONCE)
    assert not queue.take(SHOWN_AT_ONCE)
    await clock.advance(10.0)
    assert shown == [*range(SHOWN_AT_ONCE), SHOWN_AT_ONCE + 1]
    await queue.close()


async def test_message_created_after_close_sends_nothing():
    """The program may stop while an answer is prepared. A panel that this answer creates later must send nothing."""
    clock, sent = ManualClock(), []

    async def send():
        sent.append(1)

    kit = SimpleNamespace(clock=clock, updates=UpdateSlots(), emoji=None, refusals=None)
    outbox = Outbox()
    outbox.connect(kit, None)
    await outbox.close()
    made = Debouncer(clock, send, 0.0, "panel 1", kit.updates)
    made.request()
    made.request_at(clock.now() + 1.0)
    await run_pending_tasks()
    await clock.advance(5.0)
    assert sent == []
