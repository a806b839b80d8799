"""A panel is edited instead of being sent again. It shows the newest state of its table."""

from types import SimpleNamespace

import discord
import pytest

from bot.ids import MessageId, UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.table_info import TableStatus
from bot.ui.core.memory.refusal_memory import RefusalMemory
from bot.ui.core.memory.update_slots import UpdateSlots
from bot.ui.core.messages.labelled import text_message
from bot.ui.core.services import UiConfig
from bot.ui.discord_io.reply import Reply, SentReply
from bot.ui.dispatch.dispatcher import InteractionDispatcher
from bot.ui.surfaces.hand_message import SAVE_PAUSE, HandMessage
from tests.bot.ui.manual_clock import ManualClock, settle

ANN = UserId(101)
UPDATE = discord.InteractionResponseType.deferred_message_update
THINKING = discord.InteractionResponseType.deferred_channel_message


class Plain(HandMessage):
    """A panel whose only text is the revision of its table."""

    def _fingerprint(self, table):
        if table.lost:
            raise TableRefused(TableRefusal.BUSY)
        return (table.revision,)

    async def _render(self, table, *, leads):
        return text_message(str(table.revision))

    async def _find_recommended(self):
        """Return None, so that no action is recommended."""

    def __post_init__(self):
        super().__post_init__()
        # without a recommendation there is no green button to record
        self._green_button.note_sent = lambda _table: None


class Wire:
    """A fake messenger that records edits and deletions of private messages."""

    def __init__(self):
        self.edits, self.deletions = [], []

    async def edit_private(self, token, message, body, *, plain):
        self.edits.append((token, message, int(body.blocks[0].words)))

    async def delete_private(self, token, message):
        self.deletions.append((token, message))


def a_table(revision, *, lost=False):
    async def note_opened_hand(_user):
        """Do nothing, because no table in these tests waits until hands are opened."""

    attendance = SimpleNamespace(note_opened_hand=note_opened_hand)
    facts = SimpleNamespace(guild=1, status=TableStatus.PLAYING)
    return SimpleNamespace(
        id=7, facts=facts, revision=revision, lost=lost, seat_of=lambda _user: 0, attendance=attendance
    )


def a_reply(deferred):
    """Return a reply to a press on message 5. `deferred` is the type of Discord's deferred answer."""

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


DRAWN = SimpleNamespace(send_arguments=dict, edit_arguments=dict)


@pytest.fixture
def wire():
    return Wire()


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def saved():
    return []


@pytest.fixture
async def hand_message(wire, clock, saved):
    async def save_panel(handle):
        saved.append(handle.token)

    services = SimpleNamespace(
        clock=clock,
        config=UiConfig(),
        surface_store=SimpleNamespace(save_panel=save_panel),
        updates=UpdateSlots(),
        refusals=RefusalMemory(clock),
    )
    hand_message = Plain(services, wire, a_table(1), ANN, None, None)
    yield hand_message
    await hand_message.debouncer.close()


@pytest.mark.parametrize(("deferred", "address"), [(UPDATE, 77), (THINKING, None)])
async def test_panel_is_edited_and_deleted_where_sent(wire, clock, hand_message, deferred, address):
    sent = await a_reply(deferred).send(DRAWN)
    await hand_message.record_sent("first", sent, (1,), fresh=True)
    hand_message.update(a_table(2))
    await clock.move(UiConfig().edit_pause)
    assert wire.edits == [("first", address, 2)]
    await hand_message.record_sent("second", await a_reply(THINKING).edit(DRAWN), (2,), fresh=False)
    assert wire.deletions == [("first", address)]
    hand_message.update(a_table(3))
    await clock.move(UiConfig().edit_pause)
    assert wire.edits[1:] == [("second", None, 3)]


async def press(hand_message, token, message, *, is_follow_up=False):
    sent = SentReply(MessageId(message), is_follow_up)
    await hand_message.record_sent(token, sent, (1,), fresh=False)


async def test_panel_is_saved_once_a_minute(clock, hand_message, saved):
    for token in ("first", "second"):
        await press(hand_message, token, 5)
    assert saved == ["first"]
    await clock.move(SAVE_PAUSE)
    await press(hand_message, "third", 5)
    await press(hand_message, "fourth", 5)
    assert saved == ["first", "third"]


async def test_panel_in_another_message_is_saved_at_once(hand_message, saved):
    await press(hand_message, "first", 5)
    await press(hand_message, "second", 6)
    await press(hand_message, "third", 7, is_follow_up=True)
    # saved at once, because after a restart the token of the third press could not edit the follow-up 7
    await press(hand_message, "fourth", 7)
    assert saved == ["first", "second", "third", "fourth"]


async def test_next_press_saves_unsaved_panel(hand_message, saved, monkeypatch):
    async def fail(_handle):
        raise OSError

    await press(hand_message, "first", 5)
    with monkeypatch.context() as broken:
        broken.setattr(hand_message._services.surface_store, "save_panel", fail)
        await press(hand_message, "second", 6)
    await press(hand_message, "third", 6)
    assert saved == ["first", "third"]


async def test_table_reloaded_during_press_is_shown_in_new_state(wire, clock, hand_message):
    await hand_message.record_sent("token", await a_reply(THINKING).send(DRAWN), (1,), fresh=True)
    old = a_table(1)
    services = SimpleNamespace(emoji=None, refusals=None)
    dispatcher = InteractionDispatcher(services, SimpleNamespace(hand_message=lambda _table, _user: hand_message))
    with dispatcher._hold_back_updates(SimpleNamespace(user=ANN), old):
        old.lost = True
        hand_message.update(a_table(2))
        await settle()
    await clock.move(UiConfig().edit_pause)
    assert wire.edits == [("token", None, 2)]
