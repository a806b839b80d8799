"""The outbox opens with every table that can be shown, whatever is wrong with another."""

from types import SimpleNamespace

from structlog.testing import capture_logs

from bot.play.refusals import Refused, Why
from bot.ui.outbox import Outbox
from bot.ui.ports import Manners


class Shelf(Outbox):
    """An outbox that only notes which tables it has shown."""

    def __init__(self):
        super().__init__()
        self.shown = []

    def publish(self, table, _news):
        self.shown.append(table.id)


async def test_a_table_that_cannot_be_shown_keeps_no_other_from_it():
    faults = {1: OSError("the database did not answer"), 2: Refused(Why.BUSY)}

    async def panels(table):
        if table in faults:
            raise faults[table]
        return []

    tables = [SimpleNamespace(id=number, revision=0) for number in (1, 2, 3)]
    kit = SimpleNamespace(
        manners=Manners(),
        emoji=None,
        registry=SimpleNamespace(live=lambda: tables),
        surfaces=SimpleNamespace(panels=panels),
    )
    outbox = Shelf()
    with capture_logs() as logs:
        await outbox.open(kit, None)
    assert outbox.shown == [3]
    assert [(line["table"], line["log_level"]) for line in logs] == [(1, "error"), (2, "error")]
