"""Controls access. Only clients on this machine, and pages that the stand-in itself has served, may connect."""

import re
from collections.abc import Awaitable, Callable

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
NAMES = ("127.0.0.1", "localhost")
_HOST = re.compile(rf"(?:{'|'.join(map(re.escape, NAMES))})(:[0-9]{{1,5}})")
"""A Host header that names this machine. Any port will do, because requests may come through port forwarding."""
PAGES = {"/": "index.html", "/four": "four.html"}
"""The files of the pages, by path."""
_ELSEWHERE = frozenset({"cross-site", "same-site"})
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "media-src 'self'; font-src 'self'; frame-src 'self'; form-action 'none'; "
    "frame-ancestors 'self'; base-uri 'none'"
)


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse a foreign Host (DNS rebinding), a foreign Origin, and requests by pages of other sites."""
    host = request.headers.get("Host", "")
    if not _HOST.fullmatch(host):
        return web.Response(status=421, text="This is a local stand-in: use 127.0.0.1 and its port.")
    origin = request.headers.get("Origin")
    if origin is not None and origin not in {_HOST.sub(rf"http://{name}\1", host) for name in NAMES}:
        return web.Response(status=403, text="Pages of other sites may not talk to this stand-in.")
    if request.headers.get("Sec-Fetch-Site") in _ELSEWHERE and not _followed_link(request):
        return web.Response(status=403, text="Pages of other sites may not load anything of this stand-in.")
    return await handler(request)


@web.middleware
async def ignore_disconnected(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Send and log nothing if the client has closed its connection before it got its answer."""
    try:
        return await handler(request)
    except ConnectionError:
        if request.transport is not None:
            raise
        return web.Response(status=499)  # nobody reads this, as the client is gone


def _followed_link(request: web.Request) -> bool:
    """Return whether a request opens a page by a link. Such a link may be on any site."""
    return request.path in PAGES and request.method == "GET" and request.headers.get("Sec-Fetch-Mode") == "navigate"


async def harden(_: web.Request, response: web.StreamResponse) -> None:
    """Set headers so that browsers load nothing from other sites, guess no types, and allow no foreign frames."""
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "no-referrer")
