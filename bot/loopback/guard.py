"""Who may talk to the stand-in: clients on this machine, and pages that it served itself."""

import re
from collections.abc import Awaitable, Callable

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
NAMES = ("127.0.0.1", "localhost")
_HOST = re.compile(rf"(?:{'|'.join(map(re.escape, NAMES))})(:[0-9]{{1,5}})")
"""This machine's names with any port: the port may have been forwarded from another machine of its owner's."""
_ELSEWHERE = frozenset({"cross-site", "same-site"})
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "media-src 'self'; font-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse a foreign Host (DNS rebinding), a foreign Origin, and what another site's page loads from here."""
    host = request.headers.get("Host", "")
    if not _HOST.fullmatch(host):
        return web.Response(status=421, text="This is a local stand-in: use 127.0.0.1 and its port.")
    origin = request.headers.get("Origin")
    if origin is not None and origin not in {_HOST.sub(rf"http://{name}\1", host) for name in NAMES}:
        return web.Response(status=403, text="Pages of other sites may not talk to this stand-in.")
    if request.headers.get("Sec-Fetch-Site") in _ELSEWHERE and not _followed_link(request):
        return web.Response(status=403, text="Pages of other sites may not load anything of this stand-in.")
    return await handler(request)


def _followed_link(request: web.Request) -> bool:
    """Somebody clicked on a link to the page: that may come from anywhere."""
    return request.path == "/" and request.method == "GET" and request.headers.get("Sec-Fetch-Mode") == "navigate"


async def harden(_: web.Request, response: web.StreamResponse) -> None:
    """Headers for everything a browser gets: nothing from outside, nothing guessed, nothing framed."""
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "no-referrer")
