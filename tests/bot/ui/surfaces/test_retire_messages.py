"""A table's earlier messages lose their controls. If Discord fails, the bot tries again."""

import pytest

from bot.ids import ChannelId, MessageId, TableId
from bot.play.values.stored_table import StoredTableMessage
from bot.ui.core.messages.message import Message, Text
from bot.ui.discord_io.send_failures import SendFailed, SendFault
from bot.ui.surfaces.retire_messages import OldMessage, OldMessages

STORED = StoredTableMessage(TableId(1), ChannelId(2), MessageId(3), 0.0, 0)
LAST = Message((Text("The deal is over."),))


class Wire:
    """A fake messenger that raises the given faults first."""

    def __init__(self, *faults):
        self.faults, self.done = list(faults), []

    async def edit(self, channel, message, content, *, plain):
        self._do(("edit", channel, message, content, plain))

    async def delete(self, channel, message):
        self._do(("delete", channel, message))

    def _do(self, act):
        if self.faults:
            raise SendFailed(self.faults.pop(0), 0)
        self.done.append(act)


@pytest.mark.parametrize("last", [LAST, None])
async def test_message_is_retired_once_discord_works_again(last):
    wire = Wire(SendFault.TEMPORARY, SendFault.TEMPORARY)
    old = OldMessages(wire, STORED.table)
    await old.retire(OldMessage(STORED, last, is_classic=True))
    await old.try_again()
    assert old.is_discord_failing
    await old.try_again()
    assert not old.is_discord_failing
    assert wire.done == [("delete", 2, 3) if last is None else ("edit", 2, 3, LAST, True)]


async def test_message_whose_edit_is_refused_is_deleted():
    wire = Wire(SendFault.REFUSED)
    await OldMessages(wire, STORED.table).retire(OldMessage(STORED, LAST))
    assert wire.done == [("delete", 2, 3)]


async def test_forbidden_retirement_is_tried_again_later():
    wire = Wire(SendFault.FORBIDDEN)
    old = OldMessages(wire, STORED.table)
    await old.retire(OldMessage(STORED, None))
    assert not old.is_discord_failing
    await old.try_again()
    assert wire.done == [("delete", 2, 3)]


async def test_message_that_is_gone_is_forgotten():
    wire = Wire(SendFault.GONE)
    old = OldMessages(wire, STORED.table)
    await old.retire(OldMessage(STORED, LAST))
    await old.try_again()
    assert (old.is_discord_failing, wire.done) == (False, [])
