"""The local Discord with people who act from Python, and with what tests arrange."""

from typing import Any

from aiohttp import web

from bot.loopback import Loopback
from bot.loopback.world import seed
from tests.wire.driver import Answer, DrivenPerson, Remote, Seen
from tests.wire.stage import ControlStage

__all__ = ["Answer", "DrivenLoopback", "DrivenPerson", "Remote", "Seen"]


class DrivenLoopback(Loopback):
    """A stand-in in the test's process."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.remote = Remote(self.url)
        self.stage = ControlStage(self.rest, self.hub)

    def add_routes(self, app: web.Application) -> None:
        """Let tests arrange the world over HTTP."""
        self.stage.register(app)

    async def stop(self) -> None:
        """Close every connection and save the state."""
        await self.remote.close()
        await super().stop()

    def person(self, name: str, locale: str | None = None) -> DrivenPerson:
        """Return a person to act as, created on first use. A locale given here replaces the person's own."""
        seed.add_person(self.world, name, locale=locale)
        return self.remote.person(name, locale)
