"""A store that does not answer for a while: tables come back by themselves."""

import pytest
from memory_house import BOB

from bot.play.clock import RETRY
from bot.play.refusals import Refused, Why
from engine.seats import Seat


async def silent(house, monkeypatch, times):
    """Let the next `times` loads fail."""
    load, left = house.store.load, [times]

    async def failing(id_):
        if left[0]:
            left[0] -= 1
            raise OSError("no answer")
        return await load(id_)

    monkeypatch.setattr(house.store, "load", failing)
    return left


async def test_a_table_that_was_dropped_is_loaded_again_until_the_store_answers(house, monkeypatch):
    table = await house.started(computers=3)
    left = await silent(house, monkeypatch, 3)
    house.store.breaks.append(OSError())
    with pytest.raises(Refused) as no:
        await table.step_away(table.facts.host)
    assert no.value.why is Why.BUSY
    await house.clock.turn(RETRY * 2 + house.timing.wave)
    await house.clock.turn(RETRY * 2 + house.timing.wave * 2)
    assert left == [0]
    again = await house.registry.table(table.id)
    assert again is not table
    assert again.revision > table.revision, "nobody had to press anything"


async def test_one_table_that_cannot_be_saved_at_the_start_stops_no_other(house):
    one, two = await house.lobby(computers=0), await house.lobby(computers=0)
    await house.registry.close()
    house.store.breaks.append(TimeoutError())
    registry = house.reopen()
    await registry.restore()
    for table in (one, two):
        await (await registry.table(table.id)).join(BOB, Seat(2))
