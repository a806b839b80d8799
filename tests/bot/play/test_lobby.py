import asyncio

import pytest
from table_harness import ANN, BOB, CAT, DAN, load_live_tables

from bot.ids import ChannelId, GuildId, LeagueId, UserId
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import table_changes
from bot.play.values.table_info import Computer, Person, TableStatus
from engine.model.seats import Seat


async def refused(action):
    with pytest.raises(TableRefused) as no:
        await action
    return no.value.reason


async def test_host_sits_first_and_computers_next(harness):
    table = await harness.open_lobby(computers=2)
    assert table.occupants == (Person(ANN), Computer("expert", 1), Computer("expert", 2), None)
    assert table.facts.status is TableStatus.LOBBY
    assert harness.store.facts[table.id] == table.facts


async def test_people_join_and_leave(harness):
    table = await harness.open_lobby(computers=0)
    await table.lobby.change(table_changes.join, BOB, Seat(2))
    await table.lobby.change(table_changes.join, CAT)
    assert table.occupants == (Person(ANN), Person(CAT), Person(BOB), None)
    await table.attendance.leave(CAT)
    assert table.occupants == (Person(ANN), None, Person(BOB), None)
    assert harness.store.facts[table.id].seats == table.occupants


async def test_host_role_passes_on_and_empty_lobby_closes(harness):
    table = await harness.open_lobby(computers=0)
    await table.lobby.change(table_changes.join, BOB)
    await table.attendance.leave(ANN)
    assert table.facts.host == BOB
    await table.attendance.leave(BOB)
    assert table.facts.status is TableStatus.CLOSED
    assert await refused(table.lobby.change(table_changes.join, ANN)) is TableRefusal.TABLE_CLOSED


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (lambda t: t.lobby.change(table_changes.join, ANN), TableRefusal.ALREADY_SEATED),
        (lambda t: t.lobby.change(table_changes.join, BOB, Seat(0)), TableRefusal.SEAT_TAKEN),
        (lambda t: t.attendance.leave(BOB), TableRefusal.NOT_SEATED),
        (lambda t: t.lobby.change(table_changes.add_computer, BOB, "expert"), TableRefusal.NOT_SEATED),
        (lambda t: t.lobby.start(BOB, "x"), TableRefusal.NOT_SEATED),
        (lambda t: t.lobby.start(ANN, "x"), TableRefusal.SEATS_EMPTY),
        (lambda t: t.voting.close(BOB), TableRefusal.NOT_HOST),
        (lambda t: t.gameplay.next_deal(ANN, "x"), TableRefusal.NOT_STARTED),
        (lambda t: t.gameplay.submit(Seat(0), None, 0), TableRefusal.NOT_STARTED),
    ],
)
async def test_refusal_in_lobby_changes_nothing(harness, action, why):
    table = await harness.open_lobby(computers=1)
    before = harness.store.facts[table.id]
    assert await refused(action(table)) is why
    assert harness.store.facts[table.id] == before == table.facts


async def test_people_replace_computers_at_a_full_table(harness):
    table = await harness.open_lobby(computers=3)
    for user in (BOB, CAT, DAN):
        await table.lobby.change(table_changes.join, user)
    assert [o.user for o in table.occupants] == [ANN, DAN, BOB, CAT]
    assert await refused(table.lobby.change(table_changes.join, UserId(999))) is TableRefusal.TABLE_FULL


async def test_full_table_refuses_another_computer(harness):
    table = await harness.open_lobby(computers=3)
    assert await refused(table.lobby.change(table_changes.add_computer, ANN, "expert")) is TableRefusal.TABLE_FULL
    for _ in range(3):
        await table.lobby.change(table_changes.remove_computer, ANN)
    assert await refused(table.lobby.change(table_changes.remove_computer, ANN)) is TableRefusal.NO_COMPUTER
    await table.lobby.change(table_changes.add_computer, ANN, "skilled")
    assert table.occupants[1] == Computer("skilled", 1)


async def test_server_has_a_table_limit(harness):
    harness.registry._limit = 1
    await harness.open_lobby()
    assert await refused(harness.open_lobby()) is TableRefusal.TOO_MANY_TABLES
    other = await harness.registry.open_lobby(GuildId(9), ChannelId(9), BOB)
    assert other.facts.guild == 9


async def test_host_has_a_table_limit(harness):
    harness.registry._host_limit = 2
    opened = await asyncio.gather(*(harness.open_lobby() for _ in range(10)), return_exceptions=True)
    first, second = (one for one in opened if not isinstance(one, TableRefused))
    refusals = [one for one in opened if isinstance(one, TableRefused)]
    assert {(no.reason, no.facts["limit"]) for no in refusals} == {(TableRefusal.TOO_MANY_HOSTED, 2)}
    assert {no.facts["tables"] for no in refusals} == {((first.id, 2), (second.id, 2))}
    assert (await harness.registry.open_lobby(GuildId(1), ChannelId(2), BOB)).facts.host == BOB
    assert (await harness.registry.open_lobby(GuildId(9), ChannelId(9), ANN)).facts.guild == 9
    await first.voting.close(ANN)
    assert (await harness.open_lobby()).facts.host == ANN
    assert await refused(harness.open_lobby()) is TableRefusal.TOO_MANY_HOSTED


async def test_paused_and_transferred_tables_do_not_count(harness):
    harness.registry._host_limit = 1
    table = await harness.start_match()
    await table.attendance.step_away(ANN)
    assert table.facts.paused
    lobby = await harness.open_lobby(computers=0)
    await lobby.lobby.change(table_changes.join, BOB)
    await lobby.lobby.change(table_changes.transfer_host, ANN, BOB)
    assert (await harness.open_lobby()).facts.host == ANN


async def test_refusal_of_invalid_rules_names_a_valid_value(harness):
    with pytest.raises(TableRefused) as no:
        await harness.open_lobby(overrides={"kitty_size": "7"})
    assert no.value.reason is TableRefusal.INVALID_RULES
    assert "8" in str(no.value.facts["message"])
    assert await refused(harness.open_lobby(preset="nonsense")) is TableRefusal.INVALID_RULES


async def test_idle_lobby_expires(harness):
    table = await harness.open_lobby()
    await harness.clock.advance(harness.timing.lobby_timeout + 1)
    assert table.facts.status is TableStatus.CLOSED
    assert await harness.registry.find_in_channel(ChannelId(2)) is table  # users still find it and see that it is over


async def test_lobby_in_use_does_not_expire(harness):
    table = await harness.open_lobby(computers=0)
    for action in (
        lambda: table.lobby.change(table_changes.join, BOB),
        lambda: table.lobby.change(table_changes.move, BOB, Seat(3)),
        lambda: table.attendance.leave(BOB),
    ):
        await harness.clock.advance(harness.timing.lobby_timeout - 1)
        await action()
    await harness.clock.advance(harness.timing.lobby_timeout - 1)
    assert table.facts.status is TableStatus.LOBBY
    await harness.clock.advance(2)
    assert table.facts.status is TableStatus.CLOSED


async def test_lobby_survives_a_restart(harness):
    table = await harness.open_lobby(computers=1)
    await table.lobby.change(table_changes.join, BOB)
    await harness.registry.close()
    registry = harness.reopen()
    await load_live_tables(registry)
    again = await registry.find_in_channel(ChannelId(2))
    assert again is not table
    assert again.facts == table.facts
    await again.lobby.change(table_changes.join, CAT)
    await again.lobby.start(ANN, "cut")
    assert again.facts.status is TableStatus.PLAYING


async def test_live_table_is_found_behind_newer_closed_ones(harness):
    live = await harness.open_lobby(computers=0)
    for _ in range(12):
        closed = await harness.registry.open_lobby(GuildId(1), ChannelId(2), BOB, computers=0)
        await closed.voting.close(BOB)
    assert await harness.registry.find_in_channel(ChannelId(2)) is live
    await live.voting.close(ANN)
    assert await harness.registry.find_in_channel(ChannelId(2)) is closed


async def test_oldest_finished_tables_are_unloaded(harness, monkeypatch):
    monkeypatch.setattr("bot.play.all_tables.table_loader.MAX_LOADED_TABLES", 4)
    live = await harness.open_lobby()
    over = [await harness.open_lobby() for _ in range(8)]
    for table in over:
        await table.voting.close(ANN)
    await harness.open_lobby()
    for table in over:
        assert (await harness.registry.get_table(table.id)).facts.status is TableStatus.CLOSED
    assert len(harness.registry.loader.tables) == 4
    assert await harness.registry.get_table(live.id) is live


async def test_match_of_one_person_and_computers_is_friendly(harness):
    table = await harness.open_lobby(computers=3)
    assert not table.facts.is_friendly
    await table.lobby.start(ANN, "x")
    assert table.facts.is_friendly
    assert harness.store.facts[table.id].is_friendly


async def test_match_of_two_is_friendly_by_host_choice(harness):
    rated, friendly = await harness.open_lobby(computers=2), await harness.open_lobby(computers=2)
    for table in (rated, friendly):
        await table.lobby.change(table_changes.join, BOB)
    await friendly.lobby.change(table_changes.set_purpose, ANN, None, friendly=True)
    for table in (rated, friendly):
        await table.lobby.start(ANN, "x")
    assert (rated.facts.is_friendly, friendly.facts.is_friendly) == (False, True)


async def test_match_for_a_league_is_never_friendly(harness):
    table = await harness.open_lobby(computers=3)
    await table.lobby.change(table_changes.set_purpose, ANN, LeagueId(7), friendly=False)
    assert not table.facts.starts_friendly
