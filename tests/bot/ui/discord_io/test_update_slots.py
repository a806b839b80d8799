"""An update of a table waits for one of a few slots, and for answers to users. Only the newest state is shown."""

import asyncio

import pytest

from bot.ui.core.memory import update_slots
from bot.ui.core.memory.update_slots import RENDERED_AT_ONCE, UpdateSlots
from bot.ui.discord_io.debounce import Debouncer, RetryLater
from tests.bot.ui.manual_clock import ManualClock, settle


class FakeRenderer:
    """A fake renderer. It finishes a picture when the test says so, and records which pictures it began."""

    def __init__(self):
        self.begun, self.gates = [], []

    async def render(self, what):
        self.begun.append(what)
        self.gates.append(asyncio.Event())
        await self.gates[-1].wait()

    async def finish(self, count=1):
        for gate in [gate for gate in self.gates if not gate.is_set()][:count]:
            gate.set()
        await settle()


class Table:
    """A fake table whose message is kept up to date."""

    def __init__(self, name, slots, renderer):
        self.name, self.state, self.sent, self.faults = name, 0, [], []
        self.renderer, self.online = renderer, asyncio.Event()
        self.online.set()
        self.debouncer = Debouncer(ManualClock(), self.send, 1.2, name, slots)

    async def send(self):
        state = self.state
        await self.renderer.render((self.name, state))
        self.debouncer.note_rendered()
        await self.online.wait()
        if self.faults:
            raise self.faults.pop()
        self.sent.append(state)

    def update(self):
        self.state += 1
        self.debouncer.request()


@pytest.fixture
async def renderer():
    return FakeRenderer()


@pytest.fixture
async def slots():
    return UpdateSlots()


async def close(tables):
    for table in tables:
        table.debouncer._task.cancel()
    await asyncio.gather(*(table.debouncer._task for table in tables), return_exceptions=True)


async def test_update_takes_no_slot_while_it_is_prepared(slots, renderer):
    searches = [Table(name, slots, renderer) for name in "abc"]
    found = asyncio.Event()
    for table in searches:
        table.debouncer = Debouncer(ManualClock(), table.send, 1.2, table.name, slots, prepare=found.wait)
        table.update()
    other = Table("d", slots, renderer)
    other.update()
    await settle()
    assert renderer.begun == [("d", 1)]
    searches[0].update()
    found.set()
    await renderer.finish()
    assert renderer.begun == [("d", 1), ("a", 2), ("b", 1)]
    await close(searches)


async def test_urgent_updates_precede_but_do_not_starve_others(slots, renderer):
    begun = [await slots.take() for _ in range(RENDERED_AT_ONCE)]
    order = []

    async def update(name, *, urgent):
        slot = await slots.take(urgent=urgent)
        order.append(name)
        slot.close()

    names = ["a1", "a2", "u1", "u2", "u3", "u4", "u5"]
    tasks = [asyncio.create_task(update(name, urgent=name.startswith("u"))) for name in names]
    await settle()
    begun.pop().close()
    await asyncio.gather(*tasks)
    assert order == ["u1", "u2", "u3", "a1", "u4", "u5", "a2"]


async def test_cancelled_updates_keep_no_slot(slots):
    begun = [await slots.take() for _ in range(RENDERED_AT_ONCE)]
    tasks = [asyncio.create_task(slots.take(urgent=urgent)) for urgent in (True, False, True, False)]
    await settle()
    tasks[0].cancel()
    for slot in begun:
        slot.close()
    tasks[1].cancel()  # this task may already have one of the slots freed above
    await asyncio.gather(*tasks[:2], return_exceptions=True)
    for task in tasks[2:]:
        (await asyncio.wait_for(task, 120)).close()
    for _ in range(RENDERED_AT_ONCE):
        await asyncio.wait_for(slots.take(), 120)


async def test_update_is_sent_even_if_its_preparation_fails(slots, renderer):
    async def fail():
        raise KeyError

    table = Table("a", slots, renderer)
    table.debouncer = Debouncer(ManualClock(), table.send, 1.2, table.name, slots, prepare=fail)
    table.update()
    await settle()
    await renderer.finish()
    assert table.sent == [1]


async def test_newest_update_replaces_the_waiting_one(slots, renderer):
    tables = [Table(name, slots, renderer) for name in "abcd"]
    for table in tables:
        table.update()
    await settle()
    assert renderer.begun == [("a", 1), ("b", 1)]
    for _ in range(5):
        tables[3].update()
    await renderer.finish(2)
    assert renderer.begun == [("a", 1), ("b", 1), ("c", 1), ("d", 6)]
    await renderer.finish(2)
    assert tables[3].sent == [6]
    assert len(renderer.begun) == 4
    await close(tables)


async def test_sending_does_not_block_rendering(slots, renderer):
    tables = [Table(str(number), slots, renderer) for number in range(RENDERED_AT_ONCE + 2)]
    for table in tables:
        table.online.clear()
        table.update()
    await settle()
    await renderer.finish(RENDERED_AT_ONCE)
    assert len(renderer.begun) == RENDERED_AT_ONCE + 2
    assert [table.sent for table in tables] == [[]] * len(tables)
    await close(tables)


@pytest.mark.parametrize("fault", [RetryLater(), ValueError("broken")])
async def test_failed_update_gives_its_slot_back_once(slots, renderer, fault):
    table = Table("a", slots, renderer)
    table.faults = [fault]
    table.update()
    await settle()
    await renderer.finish()
    assert slots._free == RENDERED_AT_ONCE
    await close([table])


async def test_update_waiting_for_slot_can_be_closed(slots, renderer):
    tables = [Table(name, slots, renderer) for name in "abc"]
    for table in tables:
        table.update()
    await settle()
    await tables[2].debouncer.close()
    await renderer.finish(2)
    assert renderer.begun == [("a", 1), ("b", 1)]
    assert slots._free == RENDERED_AT_ONCE
    await close(tables)


async def test_update_waits_for_answers(slots, renderer, monkeypatch):
    monkeypatch.setattr(update_slots, "MAX_WAIT_FOR_ANSWERS", 60)
    table = Table("a", slots, renderer)
    with slots.prefer_answer():
        with slots.prefer_answer():
            table.update()
            await settle()
        await settle()
        assert renderer.begun == []
        table.update()
    await settle()
    assert renderer.begun == [("a", 2)]
    await close([table])


async def test_constant_presses_do_not_stop_updates(slots, renderer):
    table = Table("a", slots, renderer)
    with slots.prefer_answer():
        table.update()
        await asyncio.sleep(2 * update_slots.MAX_WAIT_FOR_ANSWERS)
        assert renderer.begun == [("a", 1)]
    await close([table])


async def test_answer_does_not_wait_for_two_hundred_tables(slots, renderer):
    tables = [Table(str(number), slots, renderer) for number in range(200)]
    for table in tables:
        table.update()
    await settle()
    answer = asyncio.create_task(renderer.render("hand"))
    await settle()
    assert renderer.begun == [("0", 1), ("1", 1), "hand"]
    answer.cancel()
    await close(tables)
