"""The rate limits that Discord's headers name."""

import re
from dataclasses import dataclass, field
from typing import Any, Final

import aiohttp

_ID: Final = re.compile(r"\d{15,}")
_TOO_MANY_REQUESTS: Final = 429


@dataclass(frozen=True, slots=True)
class RouteLimit:
    """A number of requests in a number of seconds."""

    requests: int
    seconds: float


@dataclass(slots=True)
class RouteLimits:
    """The limits of the routes that were used, by method and path without ids."""

    routes: dict[str, RouteLimit] = field(default_factory=dict)
    waits: int = 0
    """How many requests Discord refused for a limit; discord.py waits and repeats them."""

    def watch(self) -> aiohttp.TraceConfig:
        """Return what reads the headers of each answer."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._note)
        return trace

    async def _note(self, _session: Any, _context: Any, end: aiohttp.TraceRequestEndParams) -> None:
        headers, path = end.response.headers, re.sub(r"^/api/v\d+", "", end.url.path)
        self.waits += end.response.status == _TOO_MANY_REQUESTS
        if "X-RateLimit-Limit" in headers and "X-RateLimit-Reset-After" in headers:
            route = f"{end.method} {_ID.sub('{id}', path)}"
            known = self.routes.get(route, RouteLimit(0, 0.0))
            seconds = max(known.seconds, float(headers["X-RateLimit-Reset-After"]))  # the first of a window says most
            self.routes[route] = RouteLimit(int(headers["X-RateLimit-Limit"]), seconds)
