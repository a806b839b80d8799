"""Measures how much processor time a play costs the bot, and how long the person waits for the answer.

The bot runs in a process of its own. The next person presses only after all messages are up to date, so the figures
contain the bot's work alone. Plays of computer players, which do not search here, are included. The tests assert only
what holds on every machine.
"""

import random
import statistics
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from measured_bot import measured

sys.path.insert(0, str(Path(__file__).parents[1] / "flows"))

from play_by_panel import act, sit_down
from screens import LoopbackPlayer

from bot.ui.core.interactions.table_controls import ControlVerb
from tests.wire.driven_loopback import DrivenLoopback

pytestmark = [
    pytest.mark.timeout(900),
    # aiohttp itself causes this warning when it reads a form that arrives in pieces
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]

SEATS = 4
WARM_UP = 8
"""The number of turns that are played before the measured ones. They create the parts that later pictures reuse."""
MOST_TIMES = 6
"""The limit of a ratio: the cost of a play with pictures, divided by the cost of a play without pictures."""


class TimedPlayer(LoopbackPlayer):
    """A person who records how many seconds the answer to each press took."""

    def __init__(self, person):
        super().__init__(person)
        self.waits = []

    async def click(self, screen, custom_id):
        began = time.perf_counter()
        answer = await self.person.click(str(screen.id), custom_id=custom_id)
        self.waits.append(time.perf_counter() - began)
        assert answer.answered
        return await self._final_answer(answer)


@asynccontextmanager
async def seated(folder, number, renderer):
    """Yield `number` people at a table that computer players fill up, and their bot."""
    loopback = await DrivenLoopback.start(limits=False)
    try:
        async with measured(loopback, folder, renderer) as bot:
            people = [TimedPlayer(loopback.person(name)) for name in ("ann", "bob", "cat", "dan")[:number]]
            await sit_down(people[0], people[1:], friendly=True, computers=SEATS - number, level="skilled")
            await bot.settle()
            yield people, bot
    finally:
        await loopback.stop()


async def play(people, bot, turns):
    """Let people play `turns` turns. Return the processor time of each turn, and how long people waited for answers.

    A turn includes the plays of computer players until the next person is asked. The dealing belongs to no turn.
    """
    costs, waits, rng, since = [], [], random.Random(7), None
    while len(costs) < turns:
        for person in people:
            panel = await person.panel()
            if panel is None or not panel.verbs:
                await person.pause()
                continue
            used, presses = await bot.settle(), len(person.waits)
            panel = await person.panel()  # the bot may have sent a new panel meanwhile
            if since is not None:
                costs.append(used - since)
            if panel.has(ControlVerb.NEXT_DEAL):
                await person.click(panel, panel.ids(ControlVerb.NEXT_DEAL)[0])
                since = None
            else:
                await act(person, panel, rng)
                since = used if panel.has(ControlVerb.PLAY) else None
                waits += person.waits[presses:] if since else ()
    return costs, waits


async def cost_of_play(folder, number, renderer, warm_up, turns):
    """Return the mean seconds of processor time of a play, and people's waits for answers in seconds."""
    async with seated(folder, number, renderer) as (people, bot):
        costs, waits = await play(people, bot, warm_up + turns)
    plays_in_a_turn = SEATS // number
    return statistics.mean(costs[warm_up:]) / plays_in_a_turn, waits[warm_up:]


@pytest.mark.parametrize("number", [1, 4])
async def test_pictures_multiply_cost_of_a_play_by_six_at_most(tmp_path, scale, record_property, number):
    found = {}
    for renderer in scale.pick(("pictures", "blank"), ("blank",)):
        folder = tmp_path / renderer
        folder.mkdir()
        cost, waits = await cost_of_play(folder, number, renderer, *scale.pick((WARM_UP, 48), (0, 1)))
        found[renderer] = cost
        late = sorted(waits)[int(len(waits) * 0.95)]
        record_property(f"{renderer}, milliseconds of processor time", round(1000 * cost, 1))
        print(
            f"\n{number} playing, {renderer}: {1000 * cost:.1f} ms of processor time a play;"
            f" answered in {1000 * statistics.median(waits):.1f} ms (median), {1000 * late:.1f} ms (p95)"
        )
    assert scale.is_short or found["pictures"] < MOST_TIMES * found["blank"]
