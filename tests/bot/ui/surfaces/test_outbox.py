"""The outbox opens with every table that can be shown, whatever is wrong with another."""

from types import SimpleNamespace

from structlog.testing import capture_logs

from bot.play.refusals import TableRefusal, TableRefused
from bot.ui.core.config import UiConfig
from bot.ui.core.memory.update_slots import UpdateSlots
from bot.ui.surfaces.outbox import Outbox


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
        config=UiConfig(),
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
    assert outbox.shown == [3]
    assert [(line["table"], line["log_level"]) for line in logs] == [(1, "error"), (2, "error")]
