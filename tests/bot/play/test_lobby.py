import pytest
from memory_house import ANN, BOB, CAT, DAN

from bot.play.occupants import ChannelId, Computer, GuildId, Person, UserId
from bot.play.ports import Status
from bot.play.refusals import Refused, Why
from engine.seats import Seat


async def refused(deed):
    with pytest.raises(Refused) as no:
        await deed
    return no.value.why


async def test_host_sits_first_and_computers_next(house):
    table = await house.lobby(computers=2)
    assert table.occupants == (Person(ANN), Computer("club", 1), Computer("club", 2), None)
    assert table.facts.status is Status.LOBBY
    assert house.store.facts[table.id] == table.facts


async def test_people_join_choose_a_seat_and_leave(house):
    table = await house.lobby(computers=0)
    await table.join(BOB, Seat(2))
    await table.join(CAT)
    assert table.occupants == (Person(ANN), Person(CAT), Person(BOB), None)
    await table.leave(CAT)
    assert table.occupants == (Person(ANN), None, Person(BOB), None)
    assert house.store.facts[table.id].seats == table.occupants


async def test_the_host_chair_passes_on_and_an_empty_lobby_closes(house):
    table = await house.lobby(computers=0)
    await table.join(BOB)
    await table.leave(ANN)
    assert table.facts.host == BOB
    await table.leave(BOB)
    assert table.facts.status is Status.CLOSED
    assert await refused(table.join(ANN)) is Why.TABLE_CLOSED


@pytest.mark.parametrize(
    ("deed", "why"),
    [
        (lambda t: t.join(ANN), Why.ALREADY_SEATED),
        (lambda t: t.join(BOB, Seat(1)), Why.SEAT_TAKEN),
        (lambda t: t.leave(BOB), Why.NOT_SEATED),
        (lambda t: t.add_computer(BOB, "club"), Why.NOT_SEATED),
        (lambda t: t.start(BOB, "x"), Why.NOT_SEATED),
        (lambda t: t.start(ANN, "x"), Why.SEATS_EMPTY),
        (lambda t: t.close(BOB), Why.NOT_HOST),
        (lambda t: t.next_deal(ANN, "x"), Why.NOT_STARTED),
        (lambda t: t.submit(Seat(0), None, 0), Why.NOT_STARTED),
    ],
)
async def test_what_a_lobby_refuses_changes_nothing(house, deed, why):
    table = await house.lobby(computers=1)
    before = house.store.facts[table.id]
    assert await refused(deed(table)) is why
    assert house.store.facts[table.id] == before == table.facts


async def test_computers_give_way_to_people_until_the_table_is_full_of_them(house):
    table = await house.lobby(computers=3)
    for user in (BOB, CAT, DAN):
        await table.join(user)
    assert [o.user for o in table.occupants] == [ANN, DAN, CAT, BOB]
    assert await refused(table.join(UserId(999))) is Why.TABLE_FULL


async def test_a_full_table_takes_no_more_computers_and_they_go_again(house):
    table = await house.lobby(computers=3)
    assert await refused(table.add_computer(ANN, "club")) is Why.TABLE_FULL
    for _ in range(3):
        await table.drop_computer(ANN)
    assert await refused(table.drop_computer(ANN)) is Why.NO_COMPUTER
    await table.add_computer(ANN, "casual")
    assert table.occupants[1] == Computer("casual", 1)


async def test_only_so_many_tables_for_a_server(house):
    house.registry._limit = 1
    await house.lobby()
    assert await refused(house.lobby()) is Why.TOO_MANY_TABLES
    other = await house.registry.open(GuildId(9), ChannelId(9), BOB)
    assert other.facts.guild == 9


async def test_rules_that_cannot_be_played_are_refused_with_what_would_fit(house):
    with pytest.raises(Refused) as no:
        await house.lobby(overrides={"kitty_size": "7"})
    assert no.value.why is Why.BAD_RULES
    assert "8" in str(no.value.facts["message"])
    assert await refused(house.lobby(preset="nonsense")) is Why.BAD_RULES


async def test_an_untouched_lobby_expires(house):
    table = await house.lobby()
    await house.clock.turn(house.timing.lobby + 1)
    assert table.facts.status is Status.CLOSED
    assert await house.registry.in_channel(ChannelId(2)) is table  # still found, to say that it is closed


async def test_a_lobby_in_which_something_happens_does_not_expire(house):
    table = await house.lobby(computers=0)
    for deed in (lambda: table.join(BOB), lambda: table.move(BOB, Seat(3)), lambda: table.leave(BOB)):
        await house.clock.turn(house.timing.lobby - 1)
        await deed()
    await house.clock.turn(house.timing.lobby - 1)
    assert table.facts.status is Status.LOBBY
    await house.clock.turn(2)
    assert table.facts.status is Status.CLOSED


async def test_a_lobby_survives_a_restart(house):
    table = await house.lobby(computers=1)
    await table.join(BOB)
    await house.registry.close()
    registry = house.reopen()
    await registry.restore()
    again = await registry.in_channel(ChannelId(2))
    assert again is not table
    assert again.facts == table.facts
    await again.join(CAT)
    await again.start(ANN, "cut")
    assert again.facts.status is Status.PLAYING


async def test_of_tables_that_are_over_only_so_many_stay_in_memory(house, monkeypatch):
    monkeypatch.setattr("bot.play.registry.KEPT", 4)
    live = await house.lobby()
    over = [await house.lobby() for _ in range(8)]
    for table in over:
        await table.close(ANN)
    await house.lobby()
    for table in over:
        assert (await house.registry.table(table.id)).facts.status is Status.CLOSED
    assert len(house.registry._tables) == 4
    assert await house.registry.table(live.id) is live
