"""Calls to turns: what goes wrong is tried again, what rings is taken back, and who has gone is found out."""

from types import SimpleNamespace

import pytest
from structlog.testing import capture_logs
from test_ui_courier import HandClock, settle

from bot.play.occupants import ChannelId, GuildId, MessageId, Person, TableId, UserId
from bot.play.ports import Deadline, DueKind, Status
from bot.play.refusals import Refused, Why
from bot.text.catalogue import Catalogue
from bot.ui.calls import AGAIN_AFTER, DELETIONS, LOOK_EVERY, NOTE, Call
from bot.ui.mail import Fault, Mail, NotSent
from bot.ui.places import Places
from bot.ui.ports import Manners
from bot.ui.preferences import Ping, Preferences
from engine.seats import Seat

ANN, BOB = UserId(101), UserId(102)
NOTED = NOTE.format(table=7)
TEXTS = Catalogue.load().texts("en")
MANNERS = Manners(calls=True, call_after=10.0, last_call=15.0)


class Frail:
    """Anything that may fail: each of `faults` is raised once."""

    def __init__(self):
        self.faults = []

    def work(self):
        if self.faults:
            raise self.faults.pop(0)


class Diary(Frail):
    """Notes in memory."""

    def __init__(self):
        super().__init__()
        self.kept = {}

    async def recall(self, name):
        self.work()
        return self.kept.get(name)

    async def note(self, name, value):
        self.work()
        self.kept[name] = value


class Post(Frail):
    """Messages in memory; `here`: whether those who are asked for are in the server."""

    def __init__(self):
        super().__init__()
        self.rung, self.there, self.looks, self.here = [], set(), 0, True

    async def call(self, _place, _body, user):
        self.rung.append(user)
        self.there.add(len(self.rung))
        return MessageId(len(self.rung))

    async def delete(self, _channel, message):
        self.work()
        self.there.discard(message)

    async def may_act(self, _guild, _user):
        self.looks += 1
        return self.here


class People(Frail):
    """All wish to be called when they are slow."""

    async def preferences(self, _user):
        self.work()
        return Preferences(ping=Ping.LATER)


class Waiting:
    """A table at which one of two people is waited for."""

    id = TableId(7)
    phase = object()

    def __init__(self):
        self.seat, self.deadlines, self.lost, self.gone = Seat(0), (), False, []
        self.occupants = (Person(ANN), Person(BOB))
        self.facts = SimpleNamespace(
            id=self.id, guild=GuildId(1), channel=ChannelId(2), seats=self.occupants, away=(), paused=False,
            status=Status.PLAYING,
        )  # fmt: skip

    def watch(self):
        if self.lost:
            raise Refused(Why.BUSY)
        return SimpleNamespace(to_act=() if self.seat is None else (self.seat,))

    def task(self, seat):
        return seat + 1

    async def step_away(self, user):
        self.gone.append(user)


class World:
    """Calls at one table, with all around them in memory."""

    def __init__(self):
        self.clock, self.table, self.diary, self.post = HandClock(), Waiting(), Diary(), Post()
        self.people = People()
        self.kit = SimpleNamespace(
            clock=self.clock, manners=MANNERS, notes=self.diary, people=self.people, places=Places()
        )
        self.call = self.begun()

    def begun(self):
        """A program's calls, from its start."""
        return Call(self.kit, self.post, self.table, lambda _guild: TEXTS, None)

    def limit(self, seconds):
        self.table.deadlines = (Deadline(DueKind.TURN, self.clock.now() + seconds, self.table.seat, 1),)

    async def notice(self):
        self.call.notice(self.table)
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
async def test_what_the_database_did_not_answer_is_asked_again_and_logged_once(world, where):
    getattr(world, where).faults = [OSError("the database did not answer")] * 3
    with capture_logs() as logs:
        await world.notice()
        await world.seconds(3 * AGAIN_AFTER + MANNERS.call_after)
    assert world.post.rung == [ANN]
    assert [line["log_level"] for line in logs].count("error") == 1
    await world.turn_of(None)
    assert world.post.there == set()


async def test_a_call_whose_noting_failed_does_not_ring_twice(world):
    await world.notice()
    await world.seconds(MANNERS.call_after - 1)
    await world.kit.places.of(world.diary, world.table.facts)  # looked up once only
    world.diary.faults = [OSError("the database did not answer")]
    await world.seconds(1)
    assert (world.post.rung, world.diary.kept) == ([ANN], {})
    await world.seconds(AGAIN_AFTER + MANNERS.call_after)
    assert (world.post.rung, world.diary.kept) == ([ANN], {NOTED: "2 1"})


async def test_what_an_earlier_run_left_ringing_is_found_though_the_database_was_silent_first(world):
    world.post.there, world.diary.kept = {8, 9}, {NOTED: "2 8 2 9"}
    world.diary.faults = [OSError("the database did not answer")]
    await world.notice()
    assert world.post.there == {8, 9}
    await world.seconds(AGAIN_AFTER)
    assert (world.post.there, world.diary.kept) == (set(), {NOTED: ""})


async def test_a_call_that_cannot_be_deleted_yet_is_tried_again_and_kept_in_mind(world):
    await world.notice()
    await world.seconds(MANNERS.call_after)
    world.post.faults = [NotSent(Fault.PASSING, 503)]
    await world.turn_of(None)
    assert (world.post.there, world.diary.kept) == ({1}, {NOTED: "2 1"})
    await world.seconds(AGAIN_AFTER)
    assert (world.post.there, world.diary.kept) == (set(), {NOTED: ""})


@pytest.mark.parametrize("faults", [[NotSent(Fault.PASSING, 503)] * DELETIONS, [NotSent(Fault.GONE, 10008)]])
async def test_a_call_that_is_gone_or_stays_for_good_is_forgotten(world, faults):
    await world.notice()
    await world.seconds(MANNERS.call_after)
    world.post.faults = list(faults)
    await world.turn_of(Seat(1))
    await world.seconds(AGAIN_AFTER * DELETIONS + MANNERS.call_after)
    assert (world.post.rung, world.diary.kept) == ([ANN, BOB], {NOTED: "2 2"})


async def test_the_last_call_takes_the_place_of_the_first(world):
    world.limit(60.0)
    await world.notice()
    await world.seconds(44)
    assert world.post.there == {1}
    await world.seconds(2)
    assert (world.post.there, world.diary.kept) == ({2}, {NOTED: "2 2"})


async def test_who_has_left_is_found_out_in_turns_so_short_that_the_last_call_comes_first(world):
    world.limit(20.0)
    world.post.here = False
    await world.notice()
    await world.seconds(6)
    assert (world.post.rung, world.post.looks) == ([ANN], 0)
    await world.seconds(5)
    assert (world.post.looks, world.table.gone) == (1, [ANN])


async def test_nobody_is_looked_for_more_often_than_that(world):
    for _ in range(round(LOOK_EVERY / 25)):
        world.table.seat = Seat(0)
        world.limit(20.0)
        await world.notice()
        await world.seconds(20)
        await world.turn_of(None)
        await world.seconds(5)
    assert world.post.looks == 1


async def test_a_table_that_is_folded_anew_is_heard_of_again(world):
    world.table.lost = True
    await world.notice()
    world.table.lost = False
    await world.notice()
    await world.seconds(MANNERS.call_after)
    assert world.post.rung == [ANN]


@pytest.mark.parametrize("fault", [TypeError, KeyError, ValueError])
async def test_an_answer_that_is_no_member_says_nothing(fault):
    async def fetch_member(_user):
        raise fault("user")

    guild = SimpleNamespace(fetch_member=fetch_member)
    mail = Mail(SimpleNamespace(get_guild=lambda _guild: guild))
    assert await mail.may_act(GuildId(1), ANN)
