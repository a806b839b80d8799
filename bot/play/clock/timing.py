"""Says how long players and the program wait at a table, and defines a clock that never jumps."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import structlog

from bot.play.clock.repeating_task import RepeatingTask
from bot.play.ports import Clock
from bot.play.values.table_info import Speed

log: Final = structlog.get_logger()
_SPEEDED: Final = ("batch_interval", "pass_earliest", "pass_latest", "computer_pause", "computer_declare_pause")
"""The pauses that a table's speed changes."""
_SPEED_FACTORS: Final = {Speed.CALM: 1.6, Speed.NORMAL: 1.0, Speed.FAST: 0.3}
MIN_DECLARE_WINDOW = 15.0
"""The shortest time to declare in seconds, whatever the preset says."""
STEP_SECONDS: Final = 2.0
"""If `wall` and `now` differ by this much, somebody has set the clock. A smaller difference is normal."""
CHECK_INTERVAL: Final = 30.0


@dataclass(frozen=True, slots=True)
class Timing:
    """How long players and the program wait at a table. Each float is in seconds, and `scale_timing` scales all."""

    batches: int = 4
    """The number of batches in which a deal's cards are drawn."""
    batch_interval: float = 4.0
    open_hands: float = 20.0
    """The last cards of a match's first deal wait for people to open their hands, but at most this long."""
    declare_window: float = 20.0
    """The time to declare after the last card, and again after each declaration. A table's rules may set more."""
    answer_window: float = 30.0
    """The time to claim a redeal or to take the kitty."""
    pass_earliest: float = 2.0
    """The program passes for a seat that can do nothing, at a random moment between this and `pass_latest`."""
    pass_latest: float = 6.0
    turn: float = 120.0
    bury: float = 240.0
    computer_pause: float = 1.2
    """A computer player's pause before it acts, so that people can follow; `compute_pause` varies it."""
    forced_earliest: float = 1.5
    """The program makes a player's only legal play after a random time from this to `forced_latest`."""
    forced_usual: float = 2.5
    """The median time of a forced play."""
    forced_latest: float = 8.0
    computer_declare_pause: float = 3.0
    """How long cards are visible before a computer player declares."""
    away_after_missed_turns: int = 2
    """After this many missed turns in a row, a player counts as away, and the program plays their turns at once."""
    lobby_timeout: float = 1800.0
    lobby_warning: float = 300.0
    """A lobby's players are warned this long before it expires."""
    next_deal: float = 60.0
    """The time from the end of a deal until the next begins by itself."""
    reading: float = 180.0
    """How much longer the next deal waits while people look back at the last one."""
    phrase_pause: float = 20.0
    """The least time between two quick phrases of a player."""
    unwatched_timeout: float = 1800.0
    """The time after which a table of computer players ends if nobody asks for another deal."""
    host_absent_after: float = 300.0
    """After this idle time in a lobby or between deals, a host counts as absent in votes."""


def at_speed(timing: Timing, speed: Speed | None) -> Timing:
    """Return the timing at a speed, which changes only pauses. People keep their time to act. None means normal."""
    factor = _SPEED_FACTORS[speed or Speed.NORMAL]
    return replace(timing, **{name: getattr(timing, name) * factor for name in _SPEEDED})


@dataclass(frozen=True, slots=True)
class Pace:
    """A table's times in seconds. With 0, a turn or burying has no limit, and no deal begins by itself."""

    turn: float
    bury: float
    next_deal: float


def get_clock_offset(clock: Clock) -> float:
    """Return how many seconds the time of day is ahead of `clock.now`; 0 unless the machine's clock was set."""
    offset = clock.wall() - clock.now()
    return offset if abs(offset) >= STEP_SECONDS else 0.0


def _read_steady_clock() -> float:
    """Return the seconds of a clock that never jumps. If the system allows, it also counts while the machine sleeps."""
    boot_time = getattr(time, "CLOCK_BOOTTIME", None)
    return time.monotonic() if boot_time is None else time.clock_gettime(boot_time)


class SystemClock:
    """A clock whose `now` begins as the time of day and then ignores changes of the machine's clock."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = _read_steady_clock) -> None:
        self._wall = wall
        self._steady = steady
        self._steady_began_at = wall() - steady()

    def now(self) -> float:
        """Return the time in seconds since the epoch. It never jumps."""
        return self._steady_began_at + self._steady()

    def wall(self) -> float:
        """Return the time of day in seconds since the epoch."""
        return self._wall()

    async def sleep_until(self, at: float) -> None:
        """Wait until `now` returns `at`, in steps, because one long wait would end late if the machine slept."""
        while (left := at - self.now()) > 0:  # noqa: ASYNC110 - it waits for a time, not for an event
            await asyncio.sleep(min(left, 60.0))


class ClockWatch:
    """Calls `on_step` when somebody has set the machine's clock.

    The times that people read change then. Games do not depend on that clock.
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
