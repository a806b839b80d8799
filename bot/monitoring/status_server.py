"""A small HTTP server for those who watch the bot: `/healthz`, `/readyz` and `/metrics`, on a private port."""

from dataclasses import dataclass, field
from typing import Final

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest

from bot.play.all_tables.registry import Registry
from bot.processes.lease_holder import LeaseHolder
from bot.ui.client import TractorClient

SERVICE_UNAVAILABLE: Final = 503


@dataclass(eq=False, repr=False)
class StatusServer:
    """Answers while it is open. It changes nothing, and names no server, user or card."""

    _client: TractorClient
    _registry: Registry
    _lease: LeaseHolder
    _metrics: CollectorRegistry
    _runner: web.AppRunner | None = field(init=False, default=None)
    port: int = field(init=False, default=0)
    """The port, once it is open."""

    async def open(self, host: str, port: int) -> None:
        """Listen. Raises OSError: the port is in use."""
        application = web.Application()
        pages = {"/healthz": self._tell_health, "/readyz": self._tell_readiness, "/metrics": self._tell_metrics}
        application.add_routes([web.get(path, page) for path, page in pages.items()])
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()
        self.port = int(self._runner.addresses[0][1])

    async def close(self) -> None:
        """Stop listening."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _tell_health(self, _request: web.Request) -> web.Response:
        """Answer 200 as long as the process works; restarting cures what makes it 503."""
        return _tell({"lease": not self._lease.lost.is_set()})

    async def _tell_readiness(self, _request: web.Request) -> web.Response:
        """Answer 200 if players can play, else 503; the body says which condition fails.

        Without the newest commands they can: `"commands": false` is for information.
        """
        return _tell(
            {
                "lease": not self._lease.lost.is_set(),
                "connected": self._client.is_ready() and not self._client.is_closed(),
                "tables_shown": self._client.opened.is_set(),
                "saving": self._lease.is_reachable and self._registry.health.count_waiting() == 0,
            },
            commands=not self._client.command_sync.faults,
        )

    async def _tell_metrics(self, _request: web.Request) -> web.Response:
        return web.Response(body=generate_latest(self._metrics), headers={"Content-Type": CONTENT_TYPE_LATEST})


def _tell(parts: dict[str, bool], **others: bool) -> web.Response:
    good = all(parts.values())
    return web.json_response({"ok": good} | parts | others, status=200 if good else SERVICE_UNAVAILABLE)
