"""Who may talk to the stand-in: clients on this machine, and pages that it served itself."""

from collections.abc import Awaitable, Callable

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
NAMES = ("127.0.0.1", "localhost")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "media-src 'self'; font-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)


@web.middleware
async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse a foreign Host (DNS rebinding) or Origin (another site's page)."""
    port = request.url.port
    hosts = {f"{name}:{port}" for name in NAMES}
    if request.headers.get("Host") not in hosts:
        return web.Response(status=421, text="This is a local stand-in: use 127.0.0.1 and its port.")
    origin = request.headers.get("Origin")
    if origin is not None and origin not in {f"http://{host}" for host in hosts}:
        return web.Response(status=403, text="Pages of other sites may not talk to this stand-in.")
    return await handler(request)


async def harden(_: web.Request, response: web.StreamResponse) -> None:
    """Headers for everything a browser gets: nothing from outside, nothing guessed, nothing framed."""
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "no-referrer")
