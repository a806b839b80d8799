"""A panel is changed where it is, and shows the table as it was last heard of."""

from types import SimpleNamespace

import discord
import pytest
from test_ui_courier import HandClock, settle

from bot.play.occupants import UserId
from bot.play.refusals import Refused, Why
from bot.ui.answers import Desk
from bot.ui.holders import Habits, Holder
from bot.ui.ports import Manners
from bot.ui.replies import Reply

ANN = UserId(101)
UPDATE = discord.InteractionResponseType.deferred_message_update
THINKING = discord.InteractionResponseType.deferred_channel_message


class Plain(Holder):
    """A panel that shows nothing but its table's revision."""

    def _stamp(self, table):
        if table.lost:
            raise Refused(Why.BUSY)
        return (table.revision,)

    async def _body(self, table):
        return table.revision


class Wire:
    """Changes and deletions of private messages."""

    def __init__(self):
        self.edits, self.deletions = [], []

    async def edit_private(self, token, message, body):
        self.edits.append((token, message, body))

    async def delete_private(self, token, message):
        self.deletions.append((token, message))


def a_table(revision, *, lost=False):
    return SimpleNamespace(id=7, revision=revision, lost=lost, seat_of=lambda _user: 0)


def a_reply(deferred):
    """The reply to a press on message 5, for which Discord was asked for time."""

    async def send(**_kwargs):
        return SimpleNamespace(id=77)

    async def edit(**_kwargs):
        return SimpleNamespace(id=88)

    response = SimpleNamespace(type=deferred, is_done=lambda: True)
    interaction = SimpleNamespace(
        response=response,
        followup=SimpleNamespace(send=send),
        edit_original_response=edit,
        message=SimpleNamespace(id=5),
    )
    return Reply(interaction, in_place=deferred is UPDATE)


DRAWN = SimpleNamespace(new=dict, edit=dict)


@pytest.fixture
def wire():
    return Wire()


@pytest.fixture
def clock():
    return HandClock()


@pytest.fixture
async def holder(wire, clock):
    async def save_panel(_handle):
        """Keep nothing."""

    kit = SimpleNamespace(clock=clock, manners=Manners(), surfaces=SimpleNamespace(save_panel=save_panel))
    holder = Plain(kit, wire, Habits(), a_table(1), ANN, None)
    yield holder
    await holder.courier.close()


@pytest.mark.parametrize(("deferred", "address"), [(UPDATE, 77), (THINKING, None)])
async def test_a_panel_is_pushed_and_deleted_where_it_was_sent(wire, clock, holder, deferred, address):
    sent = await a_reply(deferred).new(DRAWN)
    await holder.renew("first", sent, (1,), fresh=True)
    holder.notice(a_table(2))
    await clock.move(Manners().pause)
    assert wire.edits == [("first", address, 2)]
    await holder.renew("second", await a_reply(THINKING).change(DRAWN), (2,), fresh=False)
    assert wire.deletions == [("first", address)]
    holder.notice(a_table(3))
    await clock.move(Manners().pause)
    assert wire.edits[1:] == [("second", None, 3)]


async def test_a_table_that_was_folded_anew_during_a_press_is_shown_as_it_is_now(wire, clock, holder):
    await holder.renew("token", await a_reply(THINKING).new(DRAWN), (1,), fresh=True)
    old = a_table(1)
    desk = Desk(SimpleNamespace(), SimpleNamespace(holder=lambda _table, _user: holder))
    with desk._expected(SimpleNamespace(user=ANN), old):
        old.lost = True
        holder.notice(a_table(2))
        await settle()
    await clock.move(Manners().pause)
    assert wire.edits == [("token", None, 2)]
