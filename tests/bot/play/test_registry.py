"""The registry of a program opens its tables, limits their number, finds them and opens rematches."""

from dataclasses import replace

import pytest
from table_harness import ANN, BOB, CAT, DAN, TableHarness, hand_over
from test_voting import refused

from bot.ids import ChannelId, EventMatchId, GuildId, LeagueId, TableId, UserId
from bot.play.all_tables.registry import MAX_TABLES_NAMED
from bot.play.refusals import TableRefusal, TableRefused
from bot.play.table_rules import table_changes
from bot.play.values.stored_table import DeadlineKind, TableUpdate
from bot.play.values.table_info import Computer, EventPlace, Person, Speed, TableInfo, TableStatus
from engine.deal.fair_shuffle import commit_to
from engine.model.options import Level
from engine.model.presets import preset
from engine.model.seats import Seat

HERE, CHANNEL = GuildId(1), ChannelId(2)


async def facts_of_refusal(action):
    with pytest.raises(TableRefused) as no:
        await action
    return no.value.reason, no.value.facts


async def test_new_lobby_saves_its_commitment_and_deadlines(harness):
    harness.clock.offset = 777.0
    table = await harness.open_lobby(computers=2, level="casual", league=LeagueId(7), language="de")
    assert table.facts.seats == (Person(ANN), Computer("casual", 1), Computer("casual", 2), None)
    assert (table.facts.league, table.facts.language, table.facts.preset) == (7, "de", "standard")
    assert (table.facts.guild, table.facts.channel, table.facts.host) == (HERE, CHANNEL, ANN)
    assert table.facts.opened_at == harness.clock.now() + 777.0
    (secret,) = table.deals
    assert (secret.number, secret.commitment, secret.cut) == (1, commit_to(secret.secret), None)
    assert harness.store.deals[table.id] == {1: (secret, None)}
    assert {due.kind: due.at - harness.clock.now() for due in harness.store.deadlines[table.id]} == {
        DeadlineKind.LOBBY_EXPIRES: harness.timing.lobby_timeout,
        DeadlineKind.LOBBY_WARNING: harness.timing.lobby_timeout - harness.timing.lobby_warning,
    }
    assert (harness.registry.statistics.opened, harness.registry.statistics.closed) == (1, 0)
    assert harness.registry.statistics.since == harness.clock.now()


async def test_host_of_a_lobby_needs_a_seat(harness):
    assert (await harness.open_lobby(computers=3)).facts.seats[0] == Person(ANN)
    for computers in (4, 5):
        why = await facts_of_refusal(harness.open_lobby(computers=computers))
        assert why == (TableRefusal.TOO_MANY_COMPUTERS, {"players": 4, "most": 3})
    assert await refused(harness.open_lobby(level="nobody")) is TableRefusal.UNKNOWN_LEVEL
    watched = harness.registry.start_computer_match(HERE, CHANNEL, ANN, "cut", level="nobody")
    assert await refused(watched) is TableRefusal.UNKNOWN_LEVEL


async def test_refusal_names_the_limit_and_ten_tables(harness):
    registry = harness.registry
    registry._host_limit, registry._limit = 12, 13
    opened = [await harness.open_lobby() for _ in range(12)]
    why, named = await facts_of_refusal(harness.open_lobby())
    assert (why, named["limit"]) == (TableRefusal.TOO_MANY_HOSTED, 12)
    assert named["tables"] == tuple((table.id, CHANNEL) for table in opened[:10])
    assert MAX_TABLES_NAMED == 10
    assert (await registry.open_lobby(GuildId(3), CHANNEL, ANN)).facts.guild == 3
    await registry.open_lobby(HERE, CHANNEL, BOB)
    why = await facts_of_refusal(registry.open_lobby(HERE, CHANNEL, BOB))
    assert why == (TableRefusal.TOO_MANY_TABLES, {"limit": 13})


async def test_refusal_of_a_second_watched_match_names_the_first(harness):
    await harness.open_lobby()
    first = await harness.registry.start_computer_match(HERE, CHANNEL, ANN, "cut", language="fr")
    assert (first.facts.language, first.deals[0].cut) == ("fr", "cut")
    why = await facts_of_refusal(harness.registry.start_computer_match(HERE, CHANNEL, ANN, "cut"))
    assert why == (TableRefusal.ALREADY_WATCHING, {"table": first.id})
    assert (await harness.open_lobby()).facts.status is TableStatus.LOBBY, "a table for people may follow"


async def test_maintenance_lets_only_events_open_tables(harness):
    lobby = await harness.start_match()
    await lobby.voting.close(ANN)
    harness.registry.refuses_new_tables = True
    for opening in (
        harness.open_lobby(),
        harness.registry.start_computer_match(HERE, CHANNEL, ANN, "cut"),
        harness.registry.open_rematch(lobby, ANN),
    ):
        assert await refused(opening) is TableRefusal.MAINTENANCE
    assert lobby.facts.rematch_table is None
    board = replace(lobby.facts, status=TableStatus.LOBBY, event_match=EventMatchId(7))
    assert (await harness.registry.start_event_match(board, "cut")).facts.status is TableStatus.PLAYING


async def test_tables_of_one_board_have_the_same_secret(harness):
    seats = tuple(map(Person, (ANN, BOB, CAT, DAN)))
    place = TableId(0), HERE, CHANNEL, UserId(9)
    secret = b"the secret of one board, 32 byte"
    for match in (7, 8):
        new = TableInfo(
            *place, "standard", preset("standard"), seats, TableStatus.LOBBY, event_match=EventMatchId(match)
        )
        table = await harness.registry.start_event_match(new, "cut", secret)
        (first,) = table.deals
        assert (first.number, first.secret, first.commitment) == (1, secret, commit_to(secret))
        assert await harness.registry.find_event_table(EventMatchId(match)) == table.id
    assert await harness.registry.find_event_table(EventMatchId(9)) is None


async def test_rematch_keeps_settings_and_drops_what_happened(harness):
    table = await harness.open_lobby(computers=2, language="de")
    await table.lobby.change(table_changes.join, BOB)
    await table.lobby.change(table_changes.set_speed, ANN, Speed.FAST)
    await table.lobby.change(table_changes.set_pace, ANN, 30.0, 60.0)
    await table.lobby.change(table_changes.set_match_length, ANN, 5, 60)
    harness.store.levels = tuple(map(Level, (3, 5, 3, 5)))
    await table.lobby.start(ANN, "cut")
    await table.attendance.step_away(BOB)
    await table.voting.close(ANN)
    odd = replace(
        table.facts, event_match=EventMatchId(7), event_place=EventPlace("cup", 1, 1), is_sealed=True, paused=True
    )
    harness.store.facts[table.id] = odd
    harness.registry.unload_tables_of(ANN)
    table = await harness.registry.get_table(table.id)
    assert table.facts.start_levels == (3, 5, 3, 5)
    again = (await harness.registry.open_rematch(table, BOB)).facts
    expected = replace(
        table.facts, id=again.id, seats=(None, *table.facts.seats[1:]), host=BOB, status=TableStatus.LOBBY,
        rematch_of=table.id, rematch_table=None, away=frozenset(), paused=False, match_ends_at=None,
        event_match=None, event_place=None, first_declarer=None, is_sealed=False, start_levels=None,
        opened_at=harness.clock.wall(),
    )  # fmt: skip
    assert again == expected
    assert (table.facts.rematch_table, again.seats[table.seat_of(BOB)]) == (again.id, Person(BOB))


async def test_rematch_that_has_started_seats_no_more_players(harness):
    table = await harness.start_match(computers=2)
    await table.voting.close(ANN)
    again = await harness.registry.open_rematch(table, ANN)
    await again.lobby.change(table_changes.add_computer, ANN, "expert")
    await again.lobby.start(ANN, "cut")
    assert await harness.registry.open_rematch(table, BOB) is again
    assert again.seat_of(BOB) is None


async def test_tables_are_found_where_they_are_shown(harness):
    registry = harness.registry
    assert await registry.find_in_channel(CHANNEL) is None
    older, newer = await harness.open_lobby(), await harness.open_lobby()
    elsewhere = await registry.open_lobby(HERE, ChannelId(3), BOB)
    assert await registry.find_in_channel(CHANNEL) is newer
    await newer.move_to_channel(ChannelId(3))
    assert harness.store.facts[newer.id].channel == 3
    assert await registry.find_in_channel(CHANNEL) is older
    assert await registry.find_in_channel(ChannelId(3)) is elsewhere
    assert [table.id for table in registry.list_live()] == [1, 2, 3]
    registry.loader.tables = dict(reversed(registry.loader.tables.items()))
    assert [table.id for table in registry.list_live()] == [1, 2, 3]
    assert [table.id for table in registry.list_live_as_loaded()] == [3, 2, 1]
    await older.voting.close(ANN)
    assert older not in registry.list_live()


async def test_broken_table_is_not_found_and_unknown_one_is_refused(harness):
    registry = harness.registry
    registry.loader.broken.add(TableId(404))
    assert await registry.find_readable(TableId(404)) is None
    assert await refused(registry.find_readable(TableId(405))) is TableRefusal.NO_TABLE
    table = await harness.open_lobby()
    assert await registry.find_readable(table.id) is table
    await table.voting.close(ANN)
    harness.store.facts[TableId(404)] = replace(table.facts, id=TableId(404))
    assert await registry.find_in_channel(CHANNEL) is table, "the newest that can be read"


async def test_tables_of_a_server_are_shown_again(harness):
    registry = harness.registry
    lobby, other = await harness.open_lobby(), await registry.open_lobby(GuildId(9), CHANNEL, BOB)
    match, over = await harness.start_match(), await harness.open_lobby()
    await over.voting.close(ANN)
    for options, shown in (({}, [lobby, match]), ({"lobbies_only": True}, [lobby])):
        harness.publisher.updates.clear()
        registry.refresh_tables(HERE, **options)
        assert harness.publisher.updates == [(table.id, TableUpdate(table.revision, ())) for table in shown]
    assert other.facts.guild == 9


async def test_all_requests_of_a_user_can_be_withdrawn(harness):
    tables = [await harness.start_match(computers=2) for _ in range(2)]
    for table in tables:
        await table.voting.request_seat(CAT, Seat(1))
        await table.attendance.offer_seat(ANN, Seat(0), DAN)
    await harness.registry.withdraw_requests(CAT)
    assert [[one.proposal.newcomer for one in table.facts.proposals] for table in tables] == [[DAN], [DAN]]
    assert not any(table.is_offered(Seat(0), CAT) or table.is_offered(Seat(1), DAN) for table in tables)
    assert all(table.is_offered(Seat(0), DAN) for table in tables)
    await harness.registry.withdraw_requests(DAN)
    assert [table.facts.proposals for table in tables] == [(), ()]
    assert all(harness.store.facts[table.id] == table.facts for table in tables)


async def test_tables_with_a_seen_hand_are_listed():
    harness = TableHarness()
    lobby, match = await harness.open_lobby(), await harness.start_match(computers=2)
    assert harness.registry.list_seen_deals(ANN) == [match.id]
    assert harness.registry.list_seen_deals(CAT) == []
    await hand_over(match, BOB, match.seat_of(BOB), CAT)
    assert harness.registry.list_seen_deals(BOB) == harness.registry.list_seen_deals(CAT) == [match.id]
    assert not lobby.has_seen_hand(ANN)
    await harness.registry.close()


async def test_only_finished_tables_of_a_user_are_unloaded(harness):
    finished = [await harness.start_match(computers=2) for _ in range(3)]
    for table in finished[:2]:
        await table.voting.close(ANN)
    harness.registry.unload_tables_of(BOB)
    assert set(harness.registry.loader.tables) == {finished[2].id}
    harness.registry.unload_tables_of(BOB)
    assert await harness.registry.get_table(finished[2].id) is finished[2]
