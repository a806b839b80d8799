"""Notices when somebody sets the machine's clock, in either direction."""

from collections.abc import Callable
from typing import Final

import structlog

from bot.play.clock.repeating_task import RepeatingTask
from bot.play.clock.timing import STEP_SECONDS, get_clock_offset
from bot.play.ports import Clock

log: Final = structlog.get_logger()

CHECK_INTERVAL: Final = 30.0
"""Seconds between two comparisons of the two clocks."""


class ClockWatch:
    """Compares the time of day with the clock that never jumps; calls `on_step` when they have come apart.

    Nothing at the tables depends on it: only the times that people read change.
    """

    def __init__(self, clock: Clock, on_step: Callable[[], None]) -> None:
        self._clock = clock
        self._on_step = on_step
        self._known = get_clock_offset(clock)
        self.task = RepeatingTask(
            "clock", clock, CHECK_INTERVAL, self._compare, "a change of the clock was not handled"
        )

    async def _compare(self) -> None:
        offset = get_clock_offset(self._clock)
        step = offset - self._known
        if abs(step) < STEP_SECONDS:
            return
        self._known = offset
        direction = "forward" if step > 0 else "back"
        log.warning("the machine's clock was set: games are unaffected", seconds=round(abs(step)), direction=direction)
        self._on_step()
