"""How long things take at a table, in seconds, and the machine's clock."""

import asyncio
import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timing:
    """Every pause and window of a table, in seconds; each float is a duration that `scale_timing` divides."""

    waves: int = 4
    """The number of waves in which a deal is drawn."""
    wave_interval: float = 4.0
    """From one wave to the next."""
    open_hands: float = 20.0
    """How much longer the last cards of a match's first deal wait for people who have not opened their hand."""
    declare_window: float = 20.0
    """After the last card, and again after every declaration; a preset may set more, never less than 15."""
    answer_window: float = 30.0
    """To claim a redeal or to take the kitty."""
    pass_earliest: float = 2.0
    """A seat that has nothing to say in a window passes at a random moment between these two."""
    pass_latest: float = 6.0
    turn: float = 120.0
    bury: float = 240.0
    computer_pause: float = 1.2
    """A computer player's pause before it acts, so that people can follow; `compute_pause` varies it."""
    computer_declare_pause: float = 3.0
    """How long cards are visible before a computer player declares."""
    away_after_missed_turns: int = 2
    """Turns in a row that a player misses before further ones are played at once."""
    lobby_timeout: float = 1800.0
    """An idle lobby expires."""
    lobby_warning: float = 300.0
    """How long before that its players are warned."""
    next_deal: float = 60.0
    """From the end of a deal until the next begins by itself."""
    unwatched_timeout: float = 1800.0
    """A table of computer players ends if nobody asks for another deal for so long."""
    host_absent_after: float = 300.0
    """A host who is idle for longer while no deal is played counts as absent in votes."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long players have at one table, in seconds; 0: no limit, or no deal begins by itself."""

    turn: float
    bury: float
    next_deal: float


MIN_DECLARE_WINDOW = 15.0
"""The shortest declaring window in seconds, whatever the preset says."""


class SystemClock:
    """The machine's time."""

    def now(self) -> float:
        """Return seconds since the epoch."""
        return time.time()

    async def sleep_until(self, at: float) -> None:
        """Wait until `at`; in steps, so that a machine that slept wakes on time."""
        while (left := at - time.time()) > 0:  # noqa: ASYNC110 - it waits for a time, not for an event
            await asyncio.sleep(min(left, 60.0))
