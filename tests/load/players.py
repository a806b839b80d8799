"""The people at the tables of a load test. Each table has its own channel, and plays a card at fixed intervals."""

import asyncio
import random
import sys
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "flows"))

from play_by_panel import act, sit_down
from screens import LoopbackPlayer

from bot.loopback.errors import ClientError
from bot.ui.core.interactions.table_controls import ControlVerb
from tests.table_control_ids import parse_table_control_id
from tests.wire.driver import Remote

PLAYS = {ControlVerb.PLAY, ControlVerb.CONFIRM_PLAY}
LOOK_SECONDS, LOOK_WHILE_DEALT_SECONDS = 1.0, 2.0
"""The seconds between two looks at the messages, as long as nobody has a question to answer. The second number applies
until the first card is played."""
SHOWN = 30
"""How many of the newest messages a person's client loads."""


@dataclass
class Measured:
    """The measurements of all people since the last `clear`."""

    waits: list[float] = field(default_factory=list)
    """Seconds from each press to its answer, as the local Discord saw it."""
    plays: int = 0
    unanswered: int = 0
    faults: list[str] = field(default_factory=list)

    def clear(self) -> None:
        """Forget everything but the faults."""
        self.waits, self.plays, self.unanswered = [], 0, 0


class Stopwatch:
    """Adds up seconds while it runs."""

    def __init__(self) -> None:
        self._before, self._since = 0.0, None

    def start(self) -> None:
        """Start, unless it is running."""
        self._since = self._since or time.monotonic()

    def stop(self) -> None:
        """Stop, and keep the seconds so far."""
        self._before, self._since = self.read(), None

    def read(self) -> float:
        """Return the seconds so far."""
        return self._before + (time.monotonic() - self._since if self._since else 0.0)


class TimedPlayer(LoopbackPlayer):
    """A person whose presses are timed, and who looks less often than tests do."""

    def __init__(self, person, channel, measured):
        super().__init__(person, channel)
        self.measured, self.plays = measured, 0

    async def screens(self):
        return [self._screen(m) for m in await self.person.messages(self.channel, SHOWN)]

    async def click(self, screen, custom_id):
        self._note(custom_id, answer := await self.person.click(str(screen.id), custom_id=custom_id))
        return await self._final_answer(answer)

    async def select(self, screen, custom_id, values):
        self._note(custom_id, answer := await self.person.select(str(screen.id), custom_id, values))
        return await self._final_answer(answer)

    def _note(self, custom_id, answer):
        if not answer.answered:
            self.measured.unanswered += 1
            raise ClientError("Discord says that the application did not respond")
        self.measured.waits.append(answer.raw["took"])
        known = parse_table_control_id(custom_id)
        if known is not None and known.verb in PLAYS:
            self.plays += 1
            self.measured.plays += 1

    async def pause(self):
        await asyncio.sleep(0.2)


class Table:
    """A table with one or four people, who play until they are cancelled."""

    def __init__(self, remote: Remote, number: int, people: int, every: float, measured: Measured) -> None:
        self._remote, self._every, self._measured = remote, every, measured
        self._names = [f"t{number}{letter}" for letter in "abcd"[:people]]
        self._channel = f"table-{number}"
        self._chance = random.Random(number)
        self._players: list[TimedPlayer] = []
        self._due = 0.0
        """The time at which the next play is due. A late table catches up by one interval at most."""
        self._trick_play = Stopwatch()
        self.begun = asyncio.Event()
        """Set once somebody has played a card."""

    @property
    def trick_play_seconds(self) -> float:
        """How many seconds this table has spent in playing tricks, when plays are due at fixed intervals."""
        return self._trick_play.read()

    async def run(self, opening: asyncio.Semaphore) -> None:
        """Open the table and play until cancelled. Hold `opening` until the first card has been played."""
        try:
            async with opening:
                await self._sit_down()
                while not self.begun.is_set():
                    await self._act()
            while True:
                await self._act()
        except Exception as error:  # noqa: BLE001 - the load goes on, and the summary reports it
            self._measured.faults.append(f"{self._channel}: {type(error).__name__}: {error}")

    async def _sit_down(self) -> None:
        await self._remote.arrange("add_channel", name=self._channel)
        self._players = [TimedPlayer(self._remote.person(name), self._channel, self._measured) for name in self._names]
        await asyncio.sleep(self._chance.random() * self._every)
        await sit_down(self._players[0], self._players[1:], computers=4 - len(self._players), friendly=True)

    async def _act(self) -> None:
        """Answer a question of one person; after a play, wait until the next is due."""
        player, panel = await self._find_asked()
        if player is None:
            pause = LOOK_SECONDS if self.begun.is_set() else LOOK_WHILE_DEALT_SECONDS
            await asyncio.sleep(min(pause, self._every))
            return
        plays = player.plays
        if panel.has(ControlVerb.NEXT_DEAL):
            self._trick_play.stop()
            with suppress(ClientError):  # another player was quicker
                await player.click(panel, panel.ids(ControlVerb.NEXT_DEAL)[0])
        else:
            await act(player, panel, self._chance)
        if player.plays > plays:
            await self._wait_for_due()

    async def _wait_for_due(self) -> None:
        self._trick_play.start()
        self.begun.set()
        now = time.monotonic()
        self._due = max(self._due, now - self._every) + self._every
        await asyncio.sleep(self._due - now)

    async def _find_asked(self):
        """Return the next player in turn who has a question, and their panel. If nobody has one, return None twice."""
        for _ in self._players:
            player = self._players[0]
            self._players = [*self._players[1:], player]
            panel = await player.panel()
            if panel is not None and panel.verbs:
                return player, panel
        return None, None
