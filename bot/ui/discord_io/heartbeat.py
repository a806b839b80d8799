"""Records when the program last ran and when saving last worked, so that the next start knows the downtime."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from typing import Final

import structlog

from bot.play.clock.repeating_task import RepeatingTask
from bot.play.ports import Clock
from bot.play.tables.store_health import HEALTH_KEY, StoreRecord, describe_cause
from bot.processes.process import EVERYTHING, Shards
from bot.ui.core.ports import KeyValueStore

log: Final = structlog.get_logger()

LAST_RUN_KEY: Final = "running"
"""The key of the time at which shard 0 was last known to run. Other shards append their number to this key."""
INTERVAL: Final = 30.0
"""Seconds between two records. After a crash, the downtime that the bot measures is at most this much too long."""


class Heartbeat:
    """Records when the program last ran."""

    def __init__(
        self,
        key_values: KeyValueStore,
        clock: Clock,
        get_health: Callable[[], StoreRecord] = StoreRecord,
        shards: Shards = EVERYTHING,
    ) -> None:
        self._key_values = key_values
        self._clock = clock
        self._get_health = get_health
        self._keys = [f"{LAST_RUN_KEY} {shard}" if shard else LAST_RUN_KEY for shard in shards.ids]
        self._saved_health = StoreRecord()
        self._logged = set[str]()
        self._task = RepeatingTask("pulse", clock, INTERVAL, self._record, "the heartbeat could not be saved")
        self._has_started = False

    async def start(self, *, is_first: bool = False) -> float:
        """Start recording. Return the seconds of downtime: 0 at the first start, negative if the clock was set back."""
        keys = [LAST_RUN_KEY] if is_first else self._keys  # a new shard has no record, so it uses that of shard 0
        saved = [float(value) for key in keys if (value := await self._key_values.get(key))]
        away = self._clock.now() - max(saved) if saved else 0.0
        if known := await self._key_values.get(HEALTH_KEY):
            with suppress(TypeError, ValueError):  # another version may have written the value in another form
                self._saved_health = StoreRecord(**json.loads(known))
        await self._record()  # record now: if the program stops soon, the next start must not count this downtime again
        self._task.start(INTERVAL)
        self._has_started = True
        return away

    async def close(self) -> None:
        """Stop, and make a last record."""
        if self._has_started:
            await self._task.close()
            await self._record()

    async def _record(self) -> None:
        try:
            for key in self._keys:
                await self._key_values.set(key, repr(self._clock.now()))
            await self._record_health(self._get_health())
            self._logged.clear()
        except OSError as unanswered:  # the database does not answer now, but the next record may succeed
            cause = describe_cause(unanswered)
            if cause not in self._logged:
                self._logged.add(cause)
                log.warning("the heartbeat could not be saved", cause=cause)
        except Exception:
            log.exception("the heartbeat could not be saved")

    async def _record_health(self, health: StoreRecord) -> None:
        """Save the times at which saving last worked and last failed. `python -m bot check` reports them."""
        health = health.add_earlier(self._saved_health)
        if health != self._saved_health:
            await self._key_values.set(HEALTH_KEY, json.dumps(asdict(health)))
            self._saved_health = health
