"""The bot pings users who are slow to play, retries after faults, and notices users who have left."""

from types import SimpleNamespace

import pytest
from structlog.testing import capture_logs

from bot.ids import ChannelId, GuildId, MessageId, TableId, UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.values.stored_table import Deadline, DeadlineKind, TableThread
from bot.play.values.table_info import Person, TableStatus
from bot.text.catalogue import Catalogue
from bot.ui.core.memory.people import PingPreference, Preferences
from bot.ui.core.memory.refusal_memory import RefusalMemory
from bot.ui.core.memory.threads import Threads
from bot.ui.core.messages.emoji_book import EmojiBook
from bot.ui.core.services import UiConfig
from bot.ui.discord_io.messages import Messenger
from bot.ui.discord_io.send_failures import SendFailed, SendFault
from bot.ui.surfaces.turn_pings import (
    MAX_DELETE_ATTEMPTS,
    MEMBER_CHECK_INTERVAL,
    QUIET_AFTER_REFUSAL,
    RETRY_SECONDS,
    TurnPing,
)
from engine.model.seats import Seat
from engine.model.view import PhaseName
from tests.bot.ui.manual_clock import ManualClock, settle

ANN, BOB = UserId(101), UserId(102)
TEXTS = Catalogue.load().texts_for("en")
MANNERS = UiConfig(turn_pings=True, ping_after=10.0, final_ping_before=15.0)


class Frail:
    """The base of fakes that can fail. Each call of `work` raises the next of `faults`, if any."""

    def __init__(self):
        self.faults = []

    def work(self):
        if self.faults:
            raise self.faults.pop(0)


class Diary(Frail):
    """A surface store in memory."""

    def __init__(self):
        super().__init__()
        self.kept = []

    async def list_turn_pings(self, _table):
        self.work()
        return self.kept

    async def save_turn_pings(self, _table, pings):
        self.work()
        self.kept = list(pings)

    async def load_thread(self, _table):
        self.work()
        return TableThread(None, stays_in_channel=False)


class Post(Frail):
    """A fake messenger with pings in memory. `here` says whether users are members of the server."""

    def __init__(self):
        super().__init__()
        self.rung, self.there, self.looks, self.here = [], set(), 0, True
        self.direct = []

    async def send_ping(self, _place, _body, user):
        self.rung.append(user)
        self.there.add(len(self.rung))
        return MessageId(len(self.rung))

    async def send_direct(self, user, _body):
        self.direct.append(user)
        raise SendFailed(SendFault.FORBIDDEN, 50007)

    async def delete(self, _channel, message):
        self.work()
        self.there.discard(message)

    async def can_take_part(self, _guild, _user):
        self.looks += 1
        return self.here


class People(Frail):
    """A fake of users' preferences. Every user has the ping preference `ping`."""

    ping = PingPreference.WHEN_SLOW

    async def get_preferences(self, _user):
        self.work()
        return Preferences(ping=self.ping)


class Waiting:
    """A fake table that waits for the player in `seat`. If `seat` is None, it waits for nobody."""

    id = TableId(7)
    phase = object()
    phase_name = PhaseName.PLAYING

    def __init__(self):
        self.seat, self.deadlines, self.lost, self.gone = Seat(0), (), False, []
        self.occupants = (Person(ANN), Person(BOB))
        self.facts = SimpleNamespace(
            id=self.id, guild=GuildId(1), channel=ChannelId(2), seats=self.occupants, away=(), paused=False,
            status=TableStatus.PLAYING,
        )  # fmt: skip

    def spectator_view(self):
        if self.lost:
            raise TableRefused(TableRefusal.BUSY)
        return SimpleNamespace(to_act=() if self.seat is None else (self.seat,), phase=self.phase_name)

    def task(self, seat):
        return seat + 1

    @property
    def attendance(self):
        return self

    async def step_away(self, user):
        self.gone.append(user)


class World:
    """The turn pings of one table with in-memory fakes around them."""

    def __init__(self):
        self.clock, self.table, self.diary, self.post = ManualClock(), Waiting(), Diary(), Post()
        self.people = People()
        self.services = SimpleNamespace(
            clock=self.clock, config=MANNERS, surface_store=self.diary, people=self.people, threads=Threads(self.diary)
        )
        self.call = self.start()

    def start(self):
        """Return the pings of a newly started program."""

        async def texts_for(_user, _table):
            return TEXTS

        return TurnPing(self.services, self.post, self.table, texts_for)

    def limit(self, seconds):
        self.table.deadlines = (Deadline(DeadlineKind.TURN, self.clock.now() + seconds, self.table.seat, 1),)

    async def notice(self):
        self.call.update(self.table)
        await settle()

    async def turn_of(self, seat):
        self.table.seat = seat
        await self.notice()

    async def seconds(self, number):
        for _ in range(round(number)):
            await self.clock.move(1.0)


@pytest.fixture
async def world():
    world = World()
    yield world
    await world.call.close()


@pytest.mark.parametrize("where", ["diary", "people"])
async def test_database_fault_is_retried_and_logged_once(world, where):
    getattr(world, where).faults = [OSError("the database did not answer")] * 3
    with capture_logs() as logs:
        await world.notice()
        await world.seconds(3 * RETRY_SECONDS + MANNERS.ping_after)
    assert world.post.rung == [ANN]
    assert [line["log_level"] for line in logs].count("error") == 1
    await world.turn_of(None)
    assert world.post.there == set()


async def test_ping_is_not_repeated_when_saving_fails(world):
    await world.notice()
    await world.seconds(MANNERS.ping_after - 1)
    # the channel is now cached, so that only saving can fail
    await world.services.threads.get_channel(world.table.facts)
    world.diary.faults = [OSError("the database did not answer")]
    await world.seconds(1)
    assert (world.post.rung, world.diary.kept) == ([ANN], [])
    await world.seconds(RETRY_SECONDS + MANNERS.ping_after)
    assert (world.post.rung, world.diary.kept) == ([ANN], [(2, 1)])


async def test_pings_of_earlier_run_survive_database_fault(world):
    world.post.there, world.diary.kept = {8, 9}, [(2, 8), (2, 9)]
    world.diary.faults = [OSError("the database did not answer")]
    await world.notice()
    assert world.post.there == {8, 9}
    await world.seconds(RETRY_SECONDS)
    assert (world.post.there, world.diary.kept) == (set(), [])


async def test_user_without_direct_messages_is_pinged_in_public(world):
    world.people.ping = PingPreference.DM
    for seat in (Seat(0), None, Seat(0)):
        await world.turn_of(seat)
        await world.seconds(MANNERS.ping_after)
    assert world.post.direct == [ANN], "Discord is not asked again"
    assert world.post.rung == [ANN, ANN]


@pytest.mark.parametrize("fault", [SendFault.FORBIDDEN, SendFault.GONE, SendFault.SLOW_MODE])
async def test_refused_ping_is_tried_again_after_minutes(world, fault):
    async def refuse(*_args):
        world.post.rung.append(None)
        raise SendFailed(fault, 1)

    world.post.send_ping = refuse
    for seat in (Seat(0), Seat(1), Seat(0)):
        await world.turn_of(seat)
        await world.seconds(MANNERS.ping_after)
    assert world.post.rung == [None]
    await world.seconds(QUIET_AFTER_REFUSAL)
    await world.turn_of(Seat(1))
    await world.seconds(MANNERS.ping_after)
    assert world.post.rung == [None, None]


async def test_failed_deletion_of_a_ping_is_retried(world):
    await world.notice()
    await world.seconds(MANNERS.ping_after)
    world.post.faults = [SendFailed(SendFault.TEMPORARY, 503)]
    await world.turn_of(None)
    assert (world.post.there, world.diary.kept) == ({1}, [(2, 1)])
    await world.seconds(RETRY_SECONDS)
    assert (world.post.there, world.diary.kept) == (set(), [])


@pytest.mark.parametrize(
    "faults", [[SendFailed(SendFault.TEMPORARY, 503)] * MAX_DELETE_ATTEMPTS, [SendFailed(SendFault.GONE, 10008)]]
)
async def test_ping_that_is_gone_or_undeletable_is_forgotten(world, faults):
    await world.notice()
    await world.seconds(MANNERS.ping_after)
    world.post.faults = list(faults)
    await world.turn_of(Seat(1))
    await world.seconds(RETRY_SECONDS * MAX_DELETE_ATTEMPTS + MANNERS.ping_after)
    assert (world.post.rung, world.diary.kept) == ([ANN, BOB], [(2, 2)])


async def test_final_ping_replaces_the_first(world):
    world.limit(60.0)
    await world.notice()
    await world.seconds(44)
    assert world.post.there == {1}
    await world.seconds(2)
    assert (world.post.there, world.diary.kept) == ({2}, [(2, 2)])


async def test_former_member_is_found_after_the_final_ping(world):
    world.limit(20.0)
    world.post.here = False
    await world.notice()
    await world.seconds(6)
    assert (world.post.rung, world.post.looks) == ([ANN], 0)
    await world.seconds(5)
    assert (world.post.looks, world.table.gone) == (1, [ANN])


async def test_membership_is_checked_once_per_interval(world):
    for _ in range(round(MEMBER_CHECK_INTERVAL / 25)):
        world.table.seat = Seat(0)
        world.limit(20.0)
        await world.notice()
        await world.seconds(20)
        await world.turn_of(None)
        await world.seconds(5)
    assert world.post.looks == 1


async def test_nobody_is_pinged_to_take_the_kitty(world):
    """A ping would reveal that the pinged player can take the kitty."""
    world.table.phase_name = PhaseName.STEALING
    await world.notice()
    await world.seconds(MANNERS.ping_after + 20)
    assert world.post.rung == []


async def test_ping_works_after_the_table_is_reloaded(world):
    world.table.lost = True
    await world.notice()
    world.table.lost = False
    await world.notice()
    await world.seconds(MANNERS.ping_after)
    assert world.post.rung == [ANN]


@pytest.mark.parametrize("fault", [TypeError, KeyError, ValueError])
async def test_user_counts_as_present_if_discords_answer_is_invalid(fault):
    async def fetch_member(_user):
        raise fault("user")

    guild = SimpleNamespace(fetch_member=fetch_member)
    services = SimpleNamespace(emoji=EmojiBook(), refusals=RefusalMemory(ManualClock()))
    mail = Messenger(SimpleNamespace(get_guild=lambda _guild: guild), services)
    assert await mail.can_take_part(GuildId(1), ANN)
