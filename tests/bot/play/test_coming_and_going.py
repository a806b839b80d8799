"""People who leave, step away, come back, hand over their seats and play again; also over a restart."""

import asyncio
from dataclasses import replace

import pytest
from memory_house import ANN, BOB, CAT, DAN

from bot.play.occupants import ChannelId, Computer, Person, UserId
from bot.play.ports import DueKind, Status
from bot.play.refusals import Refused, Why
from engine.actions import Sit
from engine.seats import TABLE, Seat
from engine.view import PhaseName

EVE = UserId(105)


async def refused(deed):
    with pytest.raises(Refused) as no:
        await deed
    return no.value.why


async def until_played(house, table):
    """Let the windows pass: with computers and people who are away the deal comes to its tricks by itself."""
    for _ in range(400):
        if table.watch().phase is PhaseName.PLAYING:
            return
        await house.clock.turn(5.0)
    raise AssertionError(table.watch().phase)


async def reopened(house, table):
    await house.registry.close()
    registry = house.reopen()
    await registry.restore()
    return await registry.table(table.id)


async def test_a_lobby_is_arranged_and_kept(house):
    table = await house.lobby(computers=0)
    await table.join(BOB)
    await table.move(BOB, Seat(3))
    await table.hand_over(ANN, BOB)
    await table.set_rules(BOB, "bashifen", {"early_end": "yes"})
    await table.set_pace(BOB, 0, 30)
    await table.add_computer(ANN, "novice", Seat(1))
    await table.move_to(ChannelId(77))
    again = await reopened(house, table)
    assert again.facts == table.facts
    assert again.occupants == (Person(ANN), Computer("novice", 1), None, Person(BOB))
    assert (again.facts.host, again.facts.preset, again.facts.rules.early_end) == (BOB, "bashifen", True)
    assert again.facts.channel == 77


async def test_seats_are_shuffled_by_the_tables_own_chance(house):
    table = await house.lobby(computers=1)
    await table.join(BOB)
    before, seen = set(table.occupants), set()
    for _ in range(12):
        await table.shuffle_seats(ANN)
        assert set(table.occupants) == before
        seen.add(table.occupants)
    assert await refused(table.shuffle_seats(BOB)) is Why.NOT_HOST


async def test_what_belongs_into_a_lobby_is_refused_in_a_match(house):
    table = await house.started()
    for deed in (
        table.join(BOB),
        table.move(ANN, Seat(1)),
        table.kick(ANN, Seat(1)),
        table.shuffle_seats(ANN),
        table.set_rules(ANN, "club", {}),
        table.set_pace(ANN, 1, 1),
    ):
        assert await refused(deed) is Why.ALREADY_STARTED


async def test_who_steps_away_is_played_for_and_gets_the_seat_back(house):
    table = await house.started(computers=2)
    seat = table.seat_of(BOB)
    await table.step_away(BOB)
    assert table.away == {seat}
    assert not table.facts.paused
    again = await reopened(house, table)
    assert again.away == {seat}
    await again.come_back(BOB)
    assert again.away == frozenset()


async def test_a_table_that_nobody_is_at_waits_for_days(house):
    table = await house.started(computers=3)
    await house.clock.turn(house.timing.wave)
    await table.step_away(ANN)
    assert table.facts.paused
    assert table.deadlines == ()
    revision = table.revision
    await house.clock.turn(3 * 24 * 3600)
    assert table.revision == revision
    again = await reopened(house, table)
    await house.clock.turn(24 * 3600)
    assert again.revision == revision
    await again.come_back(ANN)
    assert [d.kind for d in again.deadlines] == [DueKind.DRAW]
    assert again.deadlines[0].at >= house.clock.time
    await house.clock.turn(house.timing.wave * 2)
    assert again.revision > revision


async def test_acting_is_coming_back(house):
    table = await house.started(computers=3)
    await until_played(house, table)
    for _ in range(100):
        if table.watch().to_act == (Seat(0),):
            break
        await house.clock.turn(house.timing.think)
    await table.step_away(ANN)
    assert table.facts.paused
    action = await house.brain.choose(table.view(Seat(0)), "club", "x")
    await table.submit(Seat(0), action, table.task(Seat(0)))
    assert not table.facts.paused
    assert table.away == frozenset()
    assert house.store.facts[table.id] == table.facts


async def test_who_leaves_a_match_is_replaced_for_good(house):
    table = await house.started(computers=2)
    seat = table.seat_of(BOB)
    await table.leave(BOB)
    assert table.occupants[seat] == Computer("club", 3)
    assert table.seat_of(BOB) is None
    entry = house.store.entries[table.id][-1]
    assert (entry.seat, entry.action) == (TABLE, Sit(seat, "c:club:3"))
    again = await reopened(house, table)
    assert again.occupants == table.occupants
    assert again.phase == table.phase
    await again.leave(ANN)
    assert again.facts.status is Status.OVER
    assert again.deadlines == ()


async def test_a_computer_that_takes_a_seat_acts_at_once(house):
    table = await house.started(computers=2)
    await table.leave(BOB)
    await until_played(house, table)
    revision = table.revision
    await table.step_away(ANN)
    await table.come_back(ANN)
    await house.clock.turn(house.timing.think * 4 + house.timing.turn)
    assert table.revision > revision


async def test_a_watcher_takes_over_a_seat_and_sees_its_hand(house):
    table = await house.started(computers=1)
    seat = table.seat_of(BOB)
    assert await refused(table.substitute(ANN, seat, EVE)) is Why.NOT_AWAY
    assert await refused(table.substitute(CAT, seat, EVE)) is Why.NOT_HOST
    await table.substitute(BOB, seat, EVE)
    assert table.seat_of(EVE) == seat
    assert table.seat_of(BOB) is None
    await table.step_away(CAT)
    await table.substitute(ANN, table.seat_of(CAT), DAN)
    assert table.away == frozenset()
    assert await refused(table.step_away(CAT)) is Why.NOT_SEATED
    assert (await reopened(house, table)).occupants == table.occupants


async def test_turns_without_a_limit_never_run_out(house):
    table = await house.lobby(computers=3)
    await table.set_pace(ANN, 0, 0)
    await table.start(ANN, "cut")
    for _ in range(200):
        await house.clock.turn(60.0)
        if Seat(0) in table.watch().to_act and table.watch().phase is not PhaseName.DECLARING:
            break
    revision = table.revision
    await house.clock.turn(100_000)
    assert table.revision == revision
    assert not table.facts.paused


async def test_a_rematch_is_opened_once(house):
    table = await house.started(computers=2)
    assert await refused(house.registry.rematch(table, ANN)) is Why.MATCH_NOT_OVER
    await table.close(ANN)
    assert await refused(house.registry.rematch(table, CAT)) is Why.NOT_SEATED
    one, two = await asyncio.gather(house.registry.rematch(table, BOB), house.registry.rematch(table, ANN))
    assert one is two
    assert one.facts.status is Status.LOBBY
    assert one.occupants == table.occupants
    assert one.facts.host == BOB
    again = await reopened(house, table)
    assert again.facts.successor == one.id
    await one.start(BOB, "cut")


async def test_the_right_to_end_a_table_may_come_from_elsewhere(house):
    table = await house.started(computers=2)
    assert await refused(table.close(BOB)) is Why.NOT_HOST
    await table.close(BOB, by_right=True)
    assert table.facts.status is Status.OVER
    assert await refused(table.close(ANN)) is Why.TABLE_CLOSED
    assert await refused(table.leave(ANN)) is Why.TABLE_CLOSED


async def test_who_was_forgotten_has_no_seat_in_a_rematch(house):
    """The store has given him another id; a table in memory still names him until it is read anew."""
    table = await house.started(computers=2)
    await table.close(ANN)
    nameless = tuple(Person(UserId(-1)) if one == Person(BOB) else one for one in table.facts.seats)
    house.store.facts[table.id] = replace(house.store.facts[table.id], seats=nameless)
    house.registry.forgotten(BOB)
    again = await house.registry.rematch(await house.registry.table(table.id), ANN)
    assert Person(BOB) not in again.facts.seats
    assert Person(UserId(-1)) not in again.facts.seats
    assert again.facts.seats.count(None) == 1


async def test_a_live_table_stays_in_memory_when_somebody_is_forgotten(house):
    table = await house.started(computers=2)
    house.registry.forgotten(ANN)
    assert await house.registry.table(table.id) is table
