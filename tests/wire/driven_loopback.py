"""The local Discord for tests, with people who act from Python, and with faults on demand."""

from pathlib import Path
from typing import Any, Self

from aiohttp import web

from bot.loopback import Loopback, LoopbackClock
from bot.loopback.world import guilds
from tests.wire.driver import Answer, DrivenPerson, Remote, Seen
from tests.wire.faulty_discord import FaultyApi, FaultyHub
from tests.wire.movable_clock import MovableClock
from tests.wire.stage import ControlStage

__all__ = ["Answer", "DrivenLoopback", "DrivenPerson", "Remote", "Seen"]


class DrivenLoopback(Loopback):
    """A local Discord in the test's process."""

    api_type = FaultyApi
    hub_type = FaultyHub

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.hub.faults = self.rest.faults
        self.rest.disturb_gateway = self.hub.disturb
        self.remote = Remote(self.url)
        self.stage = ControlStage(self.rest, self.hub)

    @classmethod
    async def start(
        cls, port: int = 0, state: Path | str | None = None, clock: LoopbackClock | None = None, **options: Any
    ) -> Self:
        """Start on 127.0.0.1, by default on a free port, with a clock that can be moved."""
        return await super().start(port, state, clock or MovableClock(), **options)

    def add_routes(self, app: web.Application) -> None:
        """Add the routes by which tests arrange the world over HTTP."""
        self.stage.register(app)

    async def stop(self) -> None:
        """Close every connection and save the state."""
        await self.remote.close()
        await super().stop()

    def person(self, name: str, locale: str | None = None) -> DrivenPerson:
        """Return the person with this name, who is created on first use. A given `locale` replaces the person's own."""
        guilds.add_person(self.world, name, locale=locale)
        return self.remote.person(name, locale)
