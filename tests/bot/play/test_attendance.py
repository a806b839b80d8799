"""Players leave, step away, come back, are substituted and play again, also across a restart."""

import asyncio
from dataclasses import replace

import pytest
from table_harness import ANN, BOB, CAT, DAN, hand_over, load_live_tables

from bot.ids import ChannelId, GuildId, UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import table_changes
from bot.play.values.stored_table import DeadlineKind
from bot.play.values.table_info import Computer, Person, TableStatus
from engine.model.actions import Sit
from engine.model.seats import TABLE, Seat
from engine.model.view import PhaseName

EVE = UserId(105)


async def refused(action):
    with pytest.raises(TableRefused) as no:
        await action
    return no.value.reason


async def until_played(harness, table):
    """Advance the clock until the first trick begins, while only computer players act."""
    for _ in range(400):
        if table.spectator_view().phase is PhaseName.PLAYING:
            return
        await harness.clock.advance(5.0)
    raise AssertionError(table.spectator_view().phase)


async def reopened(harness, table):
    await harness.registry.close()
    registry = harness.reopen()
    await load_live_tables(registry)
    return await registry.get_table(table.id)


async def test_lobby_changes_are_stored(harness):
    table = await harness.open_lobby(computers=0)
    await table.lobby.change(table_changes.join, BOB)
    await table.lobby.change(table_changes.move, BOB, Seat(3))
    await table.lobby.change(table_changes.transfer_host, ANN, BOB)
    await table.lobby.change(table_changes.set_rules, BOB, "bashifen", {"early_end": "yes"})
    await table.lobby.change(table_changes.set_pace, BOB, 0, 30)
    await table.lobby.change(table_changes.add_computer, ANN, "casual", Seat(1))
    await table.move_to_channel(ChannelId(77))
    again = await reopened(harness, table)
    assert again.facts == table.facts
    assert again.occupants == (Person(ANN), Computer("casual", 1), None, Person(BOB))
    assert (again.facts.host, again.facts.preset, again.facts.rules.early_end) == (BOB, "bashifen", True)
    assert again.facts.channel == 77


async def test_only_host_shuffles_seats_and_everyone_stays(harness):
    table = await harness.open_lobby(computers=1)
    await table.lobby.change(table_changes.join, BOB)
    before, seen = set(table.occupants), set()
    for _ in range(12):
        await table.lobby.shuffle_seats(ANN)
        assert set(table.occupants) == before
        seen.add(table.occupants)
    assert await refused(table.lobby.shuffle_seats(BOB)) is TableRefusal.NOT_HOST


async def test_match_refuses_lobby_actions(harness):
    table = await harness.start_match()
    for action in (
        table.lobby.change(table_changes.join, BOB),
        table.lobby.change(table_changes.move, ANN, Seat(1)),
        table.lobby.change(table_changes.kick, ANN, Seat(1)),
        table.lobby.shuffle_seats(ANN),
        table.lobby.change(table_changes.set_rules, ANN, "standard", {}),
        table.lobby.change(table_changes.set_pace, ANN, 1, 1),
    ):
        assert await refused(action) is TableRefusal.ALREADY_STARTED


async def test_away_player_gets_the_seat_back(harness):
    table = await harness.start_match(computers=2)
    seat = table.seat_of(BOB)
    await table.attendance.step_away(BOB)
    assert table.facts.away == {seat}
    assert not table.facts.paused
    again = await reopened(harness, table)
    assert again.facts.away == {seat}
    await again.attendance.come_back(BOB)
    assert again.facts.away == frozenset()


async def test_table_with_everybody_away_pauses(harness):
    table = await harness.start_match(computers=3)
    await harness.clock.advance(harness.timing.batch_interval)
    await table.attendance.step_away(ANN)
    assert table.facts.paused
    assert table.deadlines == ()
    revision = table.revision
    await harness.clock.advance(3 * 24 * 3600)
    assert table.revision == revision
    again = await reopened(harness, table)
    await harness.clock.advance(24 * 3600)
    assert again.revision == revision
    await again.attendance.come_back(ANN)
    assert [d.kind for d in again.deadlines] == [DeadlineKind.DRAW]
    assert again.deadlines[0].at >= harness.clock.time
    await harness.clock.advance(harness.timing.batch_interval * 2)
    assert again.revision > revision


async def test_player_who_acts_is_no_longer_away(harness):
    table = await harness.start_match(computers=3)
    await until_played(harness, table)
    for _ in range(100):
        if table.spectator_view().to_act == (Seat(0),):
            break
        await harness.clock.advance(harness.timing.computer_pause)
    await table.attendance.step_away(ANN)
    assert table.facts.paused
    action = await harness.computer_players.choose(table.view(Seat(0)), "expert", "x")
    await table.gameplay.submit(Seat(0), action, table.task(Seat(0)))
    assert not table.facts.paused
    assert table.facts.away == frozenset()
    assert harness.store.facts[table.id] == table.facts


async def test_computer_replaces_a_leaver_for_good(harness):
    table = await harness.start_match(computers=2)
    seat = table.seat_of(BOB)
    await table.attendance.leave(BOB)
    assert table.occupants[seat] == Computer("expert", 3)
    assert table.seat_of(BOB) is None
    entry = harness.store.entries[table.id][-1]
    assert (entry.seat, entry.action) == (TABLE, Sit(seat, "c:expert:3"))
    again = await reopened(harness, table)
    assert again.occupants == table.occupants
    assert again.phase == table.phase
    await again.attendance.leave(ANN)
    assert again.facts.status is TableStatus.OVER
    assert again.deadlines == ()


async def test_computer_plays_on_in_a_vacated_seat(harness):
    table = await harness.start_match(computers=2)
    await table.attendance.leave(BOB)
    await until_played(harness, table)
    revision = table.revision
    await table.attendance.step_away(ANN)
    await table.attendance.come_back(ANN)
    await harness.clock.advance(harness.timing.computer_pause * 4 + harness.timing.turn)
    assert table.revision > revision


async def test_substitute_takes_a_seat_and_its_hand(harness):
    table = await harness.start_match(computers=1)
    seat = table.seat_of(BOB)
    assert await refused(table.attendance.offer_seat(ANN, seat, EVE)) is TableRefusal.NOT_AWAY
    assert await refused(table.attendance.offer_seat(CAT, seat, EVE)) is TableRefusal.NOT_HOST
    await hand_over(table, BOB, seat, EVE)
    assert table.seat_of(EVE) == seat
    assert table.seat_of(BOB) is None
    await table.attendance.step_away(CAT)
    await hand_over(table, ANN, table.seat_of(CAT), DAN)
    assert table.facts.away == frozenset()
    assert await refused(table.attendance.step_away(CAT)) is TableRefusal.NOT_SEATED
    assert (await reopened(harness, table)).occupants == table.occupants


async def test_turns_without_limit_never_expire(harness):
    table = await harness.open_lobby(computers=3)
    await table.lobby.change(table_changes.set_pace, ANN, 0, 0)
    await table.lobby.start(ANN, "cut")
    for _ in range(200):
        await harness.clock.advance(60.0)
        if Seat(0) in table.spectator_view().to_act and table.spectator_view().phase is not PhaseName.DECLARING:
            break
    revision = table.revision
    await harness.clock.advance(100_000)
    assert table.revision == revision
    assert not table.facts.paused


@pytest.mark.parametrize("others", [(), (BOB,)])
async def test_rematch_of_several_people_stays_friendly(harness, others):
    """A match of one person always counts as friendly. If the host did not choose that, a rematch does not copy it."""
    table = await harness.open_lobby(computers=3)
    for other in others:
        await table.lobby.change(table_changes.join, other)
    await table.lobby.change(table_changes.set_purpose, ANN, None, friendly=bool(others))
    await table.lobby.start(ANN, "x")
    assert table.facts.is_friendly
    await table.voting.close(ANN, by_right=True)
    again = await harness.registry.open_rematch(table, ANN)
    assert (again.facts.is_friendly, again.facts.starts_friendly) == (bool(others), True)


async def test_rematch_seats_only_players_who_ask_for_it(harness):
    """Nobody is dealt in and rated only because somebody else wants to play again."""
    table = await harness.start_match(computers=1)
    await table.voting.close(ANN)
    again = await harness.registry.open_rematch(table, BOB)
    assert [one for one in again.occupants if isinstance(one, Person)] == [Person(BOB)]
    assert again.seat_of(BOB) == table.seat_of(BOB)
    assert await refused(again.lobby.start(BOB, "cut")) is TableRefusal.SEATS_EMPTY
    await harness.registry.open_rematch(table, ANN)
    assert again.seat_of(ANN) == table.seat_of(ANN)
    await again.lobby.change(table_changes.join, DAN, table.seat_of(CAT))
    await harness.registry.open_rematch(table, CAT)
    assert again.seat_of(CAT) not in {None, table.seat_of(CAT)}, "the old seat is taken: the computer makes room"


async def test_language_outlives_the_host_and_the_match(harness):
    table = await harness.open_lobby(computers=2, language="zh-TW")
    await table.lobby.change(table_changes.join, BOB)
    await table.lobby.change(table_changes.transfer_host, ANN, BOB)
    await table.lobby.start(BOB, "x")
    await table.voting.close(BOB, by_right=True)
    again = await harness.registry.open_rematch(table, ANN)
    assert (again.facts.host, again.facts.language) == (ANN, "zh-TW")


async def test_rematch_is_opened_once(harness):
    table = await harness.start_match(computers=2)
    assert await refused(harness.registry.open_rematch(table, ANN)) is TableRefusal.MATCH_NOT_OVER
    await table.voting.close(ANN)
    assert await refused(harness.registry.open_rematch(table, CAT)) is TableRefusal.NOT_SEATED
    one, two = await asyncio.gather(
        harness.registry.open_rematch(table, BOB), harness.registry.open_rematch(table, ANN)
    )
    assert one is two
    assert one.facts.status is TableStatus.LOBBY
    assert one.occupants == table.occupants
    assert one.facts.host == BOB
    again = await reopened(harness, table)
    assert again.facts.rematch_table == one.id
    await one.lobby.start(BOB, "cut")


async def test_user_with_permission_closes_any_table(harness):
    table = await harness.start_match(computers=2)
    assert await refused(table.voting.close(BOB)) is TableRefusal.NOT_HOST
    await table.voting.close(BOB, by_right=True)
    assert table.facts.status is TableStatus.OVER
    assert await refused(table.voting.close(ANN)) is TableRefusal.TABLE_CLOSED
    assert await refused(table.attendance.leave(ANN)) is TableRefusal.TABLE_CLOSED


async def test_forgotten_user_has_no_seat_in_rematch(harness):
    """The store has replaced the user's ID, but a table in memory still has it until it is reloaded."""
    table = await harness.start_match(computers=2)
    await table.voting.close(ANN)
    nameless = tuple(Person(UserId(-1)) if one == Person(BOB) else one for one in table.facts.seats)
    harness.store.facts[table.id] = replace(harness.store.facts[table.id], seats=nameless)
    harness.registry.unload_tables_of(BOB)
    again = await harness.registry.open_rematch(await harness.registry.get_table(table.id), ANN)
    assert Person(BOB) not in again.facts.seats
    assert Person(UserId(-1)) not in again.facts.seats
    assert again.facts.seats.count(None) == 1


async def test_forgetting_a_user_keeps_live_tables_loaded(harness):
    table = await harness.start_match(computers=2)
    harness.registry.unload_tables_of(ANN)
    assert await harness.registry.get_table(table.id) is table


async def test_forgetting_a_user_unloads_only_their_finished_tables(harness):
    theirs = await harness.registry.start_computer_match(GuildId(1), ChannelId(2), BOB, "cut")
    other = await harness.start_match(computers=3)
    for table, host in ((theirs, BOB), (other, ANN)):
        await table.voting.close(host)
    harness.registry.unload_tables_of(BOB)
    assert await harness.registry.get_table(theirs.id) is not theirs, "they hosted it without a seat"
    assert await harness.registry.get_table(other.id) is other
