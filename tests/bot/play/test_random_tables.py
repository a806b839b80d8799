"""After random actions, some of them illegal, and restarts, a table is consistent and can go on."""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from types import SimpleNamespace

import pytest
from memory_store import run_pending_tasks
from table_harness import ANN, BOB, CAT, DAN, TableHarness, load_live_tables

from bot.ids import ChannelId, UserId
from bot.play.all_tables.table_loader import RESTART_GRACE
from bot.play.clock.timing import Timing
from bot.play.refusals import TableRefused
from bot.play.table_rules import table_changes
from bot.play.table_rules.game_state import rebuild_game_state
from bot.play.values.table_info import Person, Proposal, ProposalKind, TableStatus
from bot.store.tables.table_rows import proposal_values, seat_values, table_values, to_table_info
from engine.model.errors import IllegalAction
from engine.model.presets import PRESETS
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName
from tests.preset_cover import FEW_PRESETS

PEOPLE = (ANN, BOB, CAT, DAN, UserId(105), UserId(106))
QUICK = Timing(batches=2, turn=20.0, bury=30.0, answer_window=16.0, declare_window=15.0)


class RandomTable:
    """A table whose users do random things, legal or not. One seed decides them all."""

    def __init__(self, preset, seed):
        self.rng = random.Random(f"{preset} {seed}")
        self.harness = TableHarness(QUICK)
        self.preset = preset
        self.done = Counter()
        self.refused = 0

    async def open(self):
        players = PRESETS[self.preset].players
        self.table = await self.harness.open_lobby(computers=self.rng.randrange(players), preset=self.preset)

    async def random_action(self):
        """Do a random action. It may succeed or be refused, or the store may fail."""
        actions = IN_A_LOBBY if self.table.facts.status is TableStatus.LOBBY else IN_A_MATCH
        if actions is IN_A_MATCH and self.table.spectator_view().phase is PhaseName.FINISHED:
            actions = IN_A_MATCH | {"next_deal": 12, "vote": 6}
        name = self.rng.choices(list(actions), list(actions.values()))[0]
        try:
            await getattr(self, name)()
            self.done[name] += 1
        except (TableRefused, IllegalAction):
            self.refused += 1
        await self.run_due_deadlines()

    async def run_due_deadlines(self):
        """Run everything due at this moment, and everything that becomes due through it."""
        for _ in range(50):
            await run_pending_tasks()
            self.table = await self.harness.registry.get_table(self.table.id)
            if self.harness.clock.sleepers or self.table.facts.paused or not self.table.deadlines:
                return

    @property
    def person(self):
        """Return some user, the host more often than others."""
        return self.rng.choice([*PEOPLE, *[self.table.facts.host] * 3])

    @property
    def seat(self):
        return Seat(self.rng.randrange(-1, len(self.table.occupants) + 1))

    async def join(self):
        await self.table.lobby.change(table_changes.join, self.person, self.rng.choice([None, self.seat]))

    async def leave(self):
        await self.table.attendance.leave(self.person)

    async def move(self):
        await self.table.lobby.change(table_changes.move, self.person, self.seat)

    async def kick(self):
        await self.table.lobby.change(table_changes.kick, self.person, self.seat)

    async def hand_over(self):
        await self.table.lobby.change(table_changes.transfer_host, self.person, self.person)

    async def shuffle(self):
        await self.table.lobby.shuffle_seats(self.person)

    async def add_computer(self):
        await self.table.lobby.change(
            table_changes.add_computer, self.person, "skilled", self.rng.choice([None, self.seat])
        )

    async def drop_computer(self):
        await self.table.lobby.change(table_changes.remove_computer, self.person)

    async def set_rules(self):
        await self.table.lobby.change(table_changes.set_rules, self.person, self.rng.choice(list(PRESETS)), {})

    async def back_to_the_preset(self):
        await self.table.lobby.change(table_changes.set_rules, self.table.facts.host, self.preset, {})

    async def set_level(self):
        await self.table.lobby.change(
            table_changes.set_level, self.person, self.seat, self.rng.choice(["casual", "skilled", "expert", "nobody"])
        )

    async def set_next_deal(self):
        await self.table.lobby.change(table_changes.set_next_deal, self.person, self.rng.choice([None, 0, 40]))

    async def vote(self):
        kind = self.rng.choices(list(ProposalKind), [1, 4, 4, 2, 4, 4, 1])[0]
        seat = self.seat if kind in {ProposalKind.COMPUTER, ProposalKind.NEWCOMER} else None
        known = [motion.proposal for motion in self.table.facts.proposals]
        matter = Proposal(kind, seat, self.person if kind is ProposalKind.NEWCOMER else None)
        await self.table.voting.vote(self.person, self.rng.choice([matter, *known]))

    async def request(self):
        await self.table.voting.request_seat(self.person, self.seat)

    async def withdraw(self):
        await self.table.voting.withdraw_request(self.person)

    async def set_pace(self):
        await self.table.lobby.change(
            table_changes.set_pace, self.person, self.rng.choice([None, 0, 25]), self.rng.choice([None, 0, 40])
        )

    async def start(self):
        for _ in [o for o in self.table.occupants if o is None]:
            await self.table.lobby.change(table_changes.add_computer, self.table.facts.host, "skilled")
        await self.table.lobby.start(self.table.facts.host, "cut")

    async def step_away(self):
        await self.table.attendance.step_away(self.person)

    async def come_back(self):
        await self.table.attendance.come_back(self.person)

    async def accept_seat(self):
        offered = [one.proposal for one in self.table.facts.proposals if one.proposal.kind is ProposalKind.OFFER]
        if offered:
            await self.table.attendance.accept_seat(offered[-1].newcomer, offered[-1].seat)
        else:
            await self.table.attendance.accept_seat(self.person, self.seat)

    async def substitute(self):
        await self.table.attendance.offer_seat(self.person, self.seat, self.person)

    async def move_to(self):
        await self.table.move_to_channel(ChannelId(self.rng.randrange(2, 9)))

    async def next_deal(self):
        await self.table.gameplay.next_deal(self.person, "another cut")

    async def wait(self):
        await self.harness.clock.advance(self.rng.choice([1.0, 4.0, 21.0, 60.0]))

    async def act(self):
        """Let a player act as a computer would, sometimes with an old task or for another seat."""
        asked = [Seat(s) for s, o in enumerate(self.table.occupants) if isinstance(o, Person)]
        seat = self.rng.choice(asked)
        view = self.table.view(seat)
        if (
            view.ask is Ask.NOTHING
            or (action := await self.harness.computer_players.choose(view, "skilled", str(self.rng.random()))) is None
        ):
            return
        task = self.table.task(seat)
        if self.rng.random() < 0.1:
            seat, task = self.rng.choice([(seat, task - 1), (self.rng.choice(asked), task)])
        await self.table.gameplay.submit(seat, action, task)

    async def press_twice(self):
        await asyncio.gather(self.act(), self.act())

    async def kill(self):
        await self.harness.registry.close()
        await load_live_tables(self.harness.reopen())

    async def store_breaks(self):
        error = self.rng.choice([TimeoutError, OSError])
        self.rng.choice([self.harness.store.breaks, self.harness.store.breaks_after]).append(error())


IN_A_LOBBY = {
    "join": 3, "leave": 1, "move": 3, "kick": 1, "hand_over": 5, "shuffle": 1, "add_computer": 2, "drop_computer": 1,
    "set_rules": 0.5, "back_to_the_preset": 1, "set_pace": 1, "set_level": 4, "set_next_deal": 1, "vote": 0.3, "request": 0.2, "withdraw": 0.2, "move_to": 0.5, "start": 1, "wait": 1, "kill": 1, "store_breaks": 0.5,
    "step_away": 0.2, "come_back": 0.2, "substitute": 0.2, "next_deal": 0.2, "act": 0.2,
}  # fmt: skip
IN_A_MATCH = {
    "act": 30, "wait": 14, "press_twice": 3, "step_away": 1.5, "come_back": 2, "substitute": 3, "accept_seat": 2, "next_deal": 1.5, "leave": 0.4, "vote": 4, "request": 2, "withdraw": 0.3,
    "kill": 1, "store_breaks": 0.5, "move_to": 0.3, "join": 0.2, "move": 0.2, "kick": 0.2, "set_rules": 0.2, "start": 0.2,
}  # fmt: skip


def as_rows(facts):
    """Return a table's facts after a round trip through database rows."""
    row = SimpleNamespace(id=facts.id, **table_values(facts))
    seats = [SimpleNamespace(**values) for values in seat_values(facts.id, facts.seats)]
    motions = [SimpleNamespace(**values) for values in proposal_values(facts.id, facts.proposals)]
    return to_table_info(row, seats, motions)


def check_invariants(random_table):
    """Check that the table agrees with the store and breaks none of its own rules."""
    table, store = random_table.table, random_table.harness.store
    facts, entries = store.facts[table.id], store.entries.get(table.id, [])
    assert facts == table.facts == as_rows(facts)
    assert [e.revision for e in entries] == list(range(1, len(entries) + 1))
    assert store.deadlines[table.id] == table.deadlines
    assert len(facts.seats) == facts.rules.players
    people = [o for o in facts.seats if isinstance(o, Person)]
    assert len(people) == len(set(people))
    seated = {s for s, o in enumerate(facts.seats) if isinstance(o, Person)}
    assert {s for s, _ in facts.ready} <= seated
    for motion in facts.proposals:
        assert motion.voters <= seated
        assert Person(motion.proposal.newcomer) not in facts.seats
        assert motion.voters or motion.proposal.newcomer is not None
    if facts.status in {TableStatus.OVER, TableStatus.CLOSED}:
        assert (facts.proposals, facts.ready) == ((), ())
    if facts.ready:
        assert table.spectator_view().phase is PhaseName.FINISHED
        assert table.snapshot().ready | table.snapshot().not_ready >= seated - facts.away
    for tally in table.snapshot().tallies:
        assert 1 <= tally.needed <= max(1, tally.present) <= len(facts.seats)
    if facts.status is TableStatus.LOBBY:
        assert not entries
    if facts.status in {TableStatus.LOBBY, TableStatus.PLAYING}:
        assert Person(facts.host) in people
        assert random_table.harness.clock.sleepers or facts.paused or not table.deadlines
    if facts.status is TableStatus.PLAYING:
        assert None not in facts.seats
        assert all(isinstance(facts.seats[s], Person) for s in facts.away)
        assert facts.paused == all(s in facts.away for s, o in enumerate(facts.seats) if isinstance(o, Person))
        assert not (facts.paused and table.deadlines)
        folded = rebuild_game_state(facts, entries)
        assert (folded.phase, folded.revision) == (table.phase, table.revision)
        assert [folded.tasks[s] for s in range(len(facts.seats))] == [
            table.task(Seat(s)) for s in range(len(facts.seats))
        ]
    assert all(random_table.harness.publisher.saved), "something was told before it was saved"


async def check_match_continues(random_table):
    """Bring somebody back to a paused table, and check that the deal reaches its end."""
    random_table.harness.store.breaks.clear()
    random_table.harness.store.breaks_after.clear()
    table = random_table.table = await random_table.harness.registry.get_table(random_table.table.id)
    if table.facts.status is TableStatus.LOBBY:
        await random_table.start()
    deal = table.spectator_view().deal_number
    for _ in range(600):
        if table.facts.status is not TableStatus.PLAYING or table.spectator_view().deal_number > deal + 1:
            return
        if table.facts.paused:
            await table.attendance.come_back(next(o.user for o in table.occupants if isinstance(o, Person)))
        if (
            table.spectator_view().phase in {PhaseName.FINISHED, PhaseName.READY}
            and table.spectator_view().redeal is None
        ):
            return
        before = table.revision
        await random_table.harness.clock.advance(20.0)
        if table.revision == before:  # the turn has no time limit, so a person must act
            with suppress(TableRefused, IllegalAction):  # sometimes the first press is wrong
                await random_table.act()
            await run_pending_tasks()
    raise AssertionError(f"the match does not go on: {table.spectator_view().phase}, {table.facts}")


async def check_next_deal_starts(random_table):
    """Check that the next deal starts after a finished one.

    It starts when all people ask for it, if the host has turned the countdown off. The same holds for a table with one
    person whose host has set no countdown. Otherwise the deal starts by itself.
    """
    table = random_table.table
    if table.facts.status is not TableStatus.PLAYING or table.spectator_view().phase is not PhaseName.FINISHED:
        return
    deal, people = table.spectator_view().deal_number, [o.user for o in table.occupants if isinstance(o, Person)]
    if table.facts.paused:
        await table.attendance.come_back(people[0])
    if table.facts.next_deal_seconds == 0 or (table.facts.next_deal_seconds is None and table.facts.is_alone):
        for user in people:
            if table.spectator_view().deal_number == deal:
                await table.gameplay.next_deal(user, "asked")
        await random_table.run_due_deadlines()
    else:
        await random_table.harness.clock.advance(QUICK.next_deal + RESTART_GRACE)
    assert table.spectator_view().deal_number > deal


async def run_random_table(preset, seed, actions):
    random_table = RandomTable(preset, seed)
    await random_table.open()
    try:
        for _ in range(actions):
            await random_table.random_action()
            check_invariants(random_table)
            if random_table.table.facts.status in {TableStatus.CLOSED, TableStatus.OVER}:
                await random_table.open()
        for going in (check_match_continues, check_next_deal_starts):
            await going(random_table)
            await random_table.run_due_deadlines()
            check_invariants(random_table)
    finally:
        await random_table.harness.registry.close()
    return random_table


@pytest.mark.parametrize("preset", FEW_PRESETS)
async def test_random_actions_keep_the_table_consistent(preset):
    random_table = await run_random_table(preset, 1, 120)
    assert random_table.refused
    assert random_table.done["act"]


@pytest.mark.long
@pytest.mark.timeout(600)
async def test_random_actions_work_with_every_preset():
    done = Counter()
    for preset in PRESETS:
        done += (await run_random_table(preset, 3, 250)).done
    assert min(done[name] for name in IN_A_LOBBY) >= 1, done
