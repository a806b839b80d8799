"""Whatever people do at a table, in any order and with the program killed in between, it stays whole and can go on."""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from types import SimpleNamespace

import pytest
from memory import settle
from memory_house import ANN, BOB, CAT, DAN, House

from bot.play.motions import Matter, MatterKind
from bot.play.occupants import ChannelId, Person, UserId
from bot.play.ports import Status
from bot.play.refusals import Refused
from bot.play.registry import GRACE
from bot.play.standing import fold
from bot.play.timing import Timing
from bot.store.rows import facts_of, facts_values, motion_values, seat_values
from engine.errors import IllegalAction
from engine.presets import PRESETS
from engine.seats import Seat
from engine.view import Ask, PhaseName

PEOPLE = (ANN, BOB, CAT, DAN, UserId(105), UserId(106))
QUICK = Timing(waves=2, turn=20.0, bury=30.0, answer_window=16.0, declare_window=15.0)


class Evening:
    """A table and people who do anything, legal or not, all drawn from one seed."""

    def __init__(self, preset, seed):
        self.rng = random.Random(f"{preset} {seed}")
        self.house = House(QUICK)
        self.preset = preset
        self.done = Counter()
        self.refused = 0

    async def open(self):
        players = PRESETS[self.preset].players
        self.table = await self.house.lobby(computers=self.rng.randrange(players), preset=self.preset)

    async def some_deed(self):
        """Do one thing; it is done, refused, or the store broke: in each case the table stays whole."""
        deeds = IN_A_LOBBY if self.table.facts.status is Status.LOBBY else IN_A_MATCH
        if deeds is IN_A_MATCH and self.table.watch().phase is PhaseName.FINISHED:
            deeds = IN_A_MATCH | {"next_deal": 12, "vote": 6}
        name = self.rng.choices(list(deeds), list(deeds.values()))[0]
        try:
            await getattr(self, name)()
            self.done[name] += 1
        except (Refused, IllegalAction):
            self.refused += 1
        await self.rest()

    async def rest(self):
        """Let all happen that happens at this moment: what is due now may bring about something else that is."""
        for _ in range(50):
            await settle()
            self.table = await self.house.registry.table(self.table.id)
            if self.house.clock.sleepers or self.table.facts.paused or not self.table.deadlines:
                return

    @property
    def person(self):
        """Somebody, the host oftener than others."""
        return self.rng.choice([*PEOPLE, *[self.table.facts.host] * 3])

    @property
    def seat(self):
        return Seat(self.rng.randrange(-1, len(self.table.occupants) + 1))

    async def join(self):
        await self.table.join(self.person, self.rng.choice([None, self.seat]))

    async def leave(self):
        await self.table.leave(self.person)

    async def move(self):
        await self.table.move(self.person, self.seat)

    async def kick(self):
        await self.table.kick(self.person, self.seat)

    async def hand_over(self):
        await self.table.hand_over(self.person, self.person)

    async def shuffle(self):
        await self.table.shuffle_seats(self.person)

    async def add_computer(self):
        await self.table.add_computer(self.person, "casual", self.rng.choice([None, self.seat]))

    async def drop_computer(self):
        await self.table.drop_computer(self.person)

    async def set_rules(self):
        await self.table.set_rules(self.person, self.rng.choice(list(PRESETS)), {})

    async def back_to_the_preset(self):
        await self.table.set_rules(self.table.facts.host, self.preset, {})

    async def set_level(self):
        await self.table.set_level(self.person, self.seat, self.rng.choice(["novice", "casual", "club", "nobody"]))

    async def set_next_deal(self):
        await self.table.set_next_deal(self.person, self.rng.choice([None, 0, 40]))

    async def vote(self):
        kind = self.rng.choices(list(MatterKind), [1, 4, 4, 2, 4])[0]
        seat = self.seat if kind in {MatterKind.COMPUTER, MatterKind.NEWCOMER} else None
        known = [motion.matter for motion in self.table.facts.motions]
        matter = Matter(kind, seat, self.person if kind is MatterKind.NEWCOMER else None)
        await self.table.vote(self.person, self.rng.choice([matter, *known]))

    async def request(self):
        await self.table.request(self.person, self.seat)

    async def withdraw(self):
        await self.table.withdraw(self.person)

    async def set_pace(self):
        await self.table.set_pace(self.person, self.rng.choice([None, 0, 25]), self.rng.choice([None, 0, 40]))

    async def start(self):
        for _ in [o for o in self.table.occupants if o is None]:
            await self.table.add_computer(self.table.facts.host, "casual")
        await self.table.start(self.table.facts.host, "cut")

    async def step_away(self):
        await self.table.step_away(self.person)

    async def come_back(self):
        await self.table.come_back(self.person)

    async def substitute(self):
        await self.table.substitute(self.person, self.seat, self.person)

    async def move_to(self):
        await self.table.move_to(ChannelId(self.rng.randrange(2, 9)))

    async def next_deal(self):
        await self.table.next_deal(self.person, "another cut")

    async def wait(self):
        await self.house.clock.turn(self.rng.choice([1.0, 4.0, 21.0, 60.0]))

    async def act(self):
        """Let a person act as a computer would: for his own seat, now and then with an old task or for another seat."""
        asked = [Seat(s) for s, o in enumerate(self.table.occupants) if isinstance(o, Person)]
        seat = self.rng.choice(asked)
        view = self.table.view(seat)
        if (
            view.ask is Ask.NOTHING
            or (action := await self.house.brain.choose(view, "casual", str(self.rng.random()))) is None
        ):
            return
        task = self.table.task(seat)
        if self.rng.random() < 0.1:
            seat, task = self.rng.choice([(seat, task - 1), (self.rng.choice(asked), task)])
        await self.table.submit(seat, action, task)

    async def press_twice(self):
        await asyncio.gather(self.act(), self.act())

    async def kill(self):
        await self.house.registry.close()
        await self.house.reopen().restore()

    async def store_breaks(self):
        error = self.rng.choice([TimeoutError, OSError])
        self.rng.choice([self.house.store.breaks, self.house.store.breaks_after]).append(error())


IN_A_LOBBY = {
    "join": 3, "leave": 1, "move": 3, "kick": 1, "hand_over": 1, "shuffle": 1, "add_computer": 2, "drop_computer": 1,
    "set_rules": 0.5, "back_to_the_preset": 1, "set_pace": 1, "set_level": 4, "set_next_deal": 1, "vote": 0.3, "request": 0.2, "withdraw": 0.2, "move_to": 0.5, "start": 1, "wait": 1, "kill": 1, "store_breaks": 0.5,
    "step_away": 0.2, "come_back": 0.2, "substitute": 0.2, "next_deal": 0.2, "act": 0.2,
}  # fmt: skip
IN_A_MATCH = {
    "act": 30, "wait": 14, "press_twice": 3, "step_away": 1.5, "come_back": 2, "substitute": 3, "next_deal": 1.5, "leave": 0.4, "vote": 4, "request": 2, "withdraw": 0.3,
    "kill": 1, "store_breaks": 0.5, "move_to": 0.3, "join": 0.2, "move": 0.2, "kick": 0.2, "set_rules": 0.2, "start": 0.2,
}  # fmt: skip


def as_rows(facts):
    """Return a table's facts after they have been rows of the database."""
    row = SimpleNamespace(id=facts.id, **facts_values(facts))
    seats = [SimpleNamespace(**values) for values in seat_values(facts.id, facts.seats)]
    motions = [SimpleNamespace(**values) for values in motion_values(facts.id, facts.motions)]
    return facts_of(row, seats, motions)


def whole(evening):
    """Hold the table against what the store has of it."""
    table, store = evening.table, evening.house.store
    facts, entries = store.facts[table.id], store.entries.get(table.id, [])
    assert facts == table.facts == as_rows(facts)
    assert [e.revision for e in entries] == list(range(1, len(entries) + 1))
    assert store.deadlines[table.id] == table.deadlines
    assert len(facts.seats) == facts.rules.players
    people = [o for o in facts.seats if isinstance(o, Person)]
    assert len(people) == len(set(people))
    seated = {s for s, o in enumerate(facts.seats) if isinstance(o, Person)}
    assert {s for s, _ in facts.ready} <= seated
    for motion in facts.motions:
        assert motion.seats <= seated
        assert Person(motion.matter.newcomer) not in facts.seats
        assert motion.seats or motion.matter.newcomer is not None
    if facts.status in {Status.OVER, Status.CLOSED}:
        assert (facts.motions, facts.ready) == ((), ())
    if facts.ready:
        assert table.watch().phase is PhaseName.FINISHED
        assert table.snapshot().ready | table.snapshot().waited_for >= seated - facts.away
    for tally in table.snapshot().tallies:
        assert 1 <= tally.needed <= max(1, tally.of) <= len(facts.seats)
    if facts.status is Status.LOBBY:
        assert not entries
    if facts.status in {Status.LOBBY, Status.PLAYING}:
        assert Person(facts.host) in people
        assert evening.house.clock.sleepers or facts.paused or not table.deadlines
    if facts.status is Status.PLAYING:
        assert None not in facts.seats
        assert all(isinstance(facts.seats[s], Person) for s in facts.away)
        assert facts.paused == all(s in facts.away for s, o in enumerate(facts.seats) if isinstance(o, Person))
        assert not (facts.paused and table.deadlines)
        folded = fold(facts, entries)
        assert (folded.phase, folded.revision) == (table.phase, table.revision)
        assert [folded.tasks[s] for s in range(len(facts.seats))] == [
            table.task(Seat(s)) for s in range(len(facts.seats))
        ]
    assert all(evening.house.paper.saved), "something was told before it was saved"


async def goes_on(evening):
    """Let somebody be there again and wait: the deal comes to its end whatever was left behind."""
    evening.house.store.breaks.clear()
    evening.house.store.breaks_after.clear()
    table = evening.table = await evening.house.registry.table(evening.table.id)
    if table.facts.status is Status.LOBBY:
        await evening.start()
    deal = table.watch().deal_number
    for _ in range(600):
        if table.facts.status is not Status.PLAYING or table.watch().deal_number > deal + 1:
            return
        if table.facts.paused:
            await table.come_back(next(o.user for o in table.occupants if isinstance(o, Person)))
        if table.watch().phase in {PhaseName.FINISHED, PhaseName.READY} and table.watch().redeal is None:
            return
        before = table.revision
        await evening.house.clock.turn(20.0)
        if table.revision == before:  # no limit: somebody has to act
            with suppress(Refused, IllegalAction):  # now and then he presses something wrong first
                await evening.act()
            await settle()
    raise AssertionError(f"it does not go on: {table.watch().phase}, {table.facts}")


async def goes_further(evening):
    """Where a deal is over the next begins by itself, or when all who are there have asked for it."""
    table = evening.table
    if table.facts.status is not Status.PLAYING or table.watch().phase is not PhaseName.FINISHED:
        return
    deal, people = table.watch().deal_number, [o.user for o in table.occupants if isinstance(o, Person)]
    if table.facts.paused:
        await table.come_back(people[0])
    if table.facts.next_seconds == 0:
        for user in people:
            if table.watch().deal_number == deal:
                await table.next_deal(user, "asked")
        await evening.rest()
    else:
        await evening.house.clock.turn(QUICK.next_deal + GRACE)
    assert table.watch().deal_number > deal


async def an_evening(preset, seed, deeds):
    evening = Evening(preset, seed)
    await evening.open()
    try:
        for _ in range(deeds):
            await evening.some_deed()
            whole(evening)
            if evening.table.facts.status in {Status.CLOSED, Status.OVER}:
                await evening.open()
        for going in (goes_on, goes_further):
            await going(evening)
            await evening.rest()
            whole(evening)
    finally:
        await evening.house.registry.close()
    return evening


@pytest.mark.parametrize("preset", PRESETS)
async def test_whatever_people_do_the_table_is_whole_and_goes_on(preset):
    evening = await an_evening(preset, 1, 120)
    assert evening.refused
    assert evening.done["act"]


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_many_evenings():
    done = Counter()
    for seed in range(2, 6):
        for preset in PRESETS:
            done += (await an_evening(preset, seed, 250)).done
    assert min(done[name] for name in IN_A_LOBBY) >= 5, done
