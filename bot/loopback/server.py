"""`Loopback` is the whole local Discord. It runs in a process of its own or inside another program."""

import os
import socket
import struct
import zlib
from pathlib import Path
from typing import Final, Self

from aiohttp import web

from bot.loopback.control.routes import Control
from bot.loopback.control.state import Languages
from bot.loopback.gateway.hub import Hub
from bot.loopback.gateway.serve import serve as serve_gateway
from bot.loopback.guard import PAGES, guard, harden, ignore_disconnected
from bot.loopback.messages.files import content_type
from bot.loopback.rest.limits import Limits
from bot.loopback.rest.serve import API, MAX_REQUEST, Api
from bot.loopback.wire import Json, bot_token, user_id
from bot.loopback.world import guilds
from bot.loopback.world.keep import Keeper
from bot.loopback.world.model import User
from bot.loopback.world.state import Changes, LoopbackClock, World

HOST = "127.0.0.1"
PAGE = Path(__file__).parent / "page"
ENGLISH: Languages = (("en-US", "English"),)
QUICK: Json = {"command": "tractor new", "values": {"computers": 3}, "channel": "tractor", "learn": "tutorial"}
"""A button of the page runs this command. If `learn` names another command, that one gets a button in front."""
HIGHEST_LATENCY = 2000
"""The longest time to the bot and back, in milliseconds. With 3000, every answer to a press would come too late."""
_COLOURS = ((88, 101, 242), (87, 96, 111), (35, 165, 90), (240, 178, 50), (237, 66, 69), (235, 69, 158))
_SIDE = 64


class RealTokenError(RuntimeError):
    """A real bot token is configured, which the local Discord must never see."""


class Loopback:
    """A running local Discord. Use `await Loopback.start()` or `async with await Loopback.start() as loopback`."""

    api_type: type[Api] = Api
    hub_type: type[Hub] = Hub

    def __init__(
        self, world: World, limits: Limits, quick: Json, languages: Languages, keeper: Keeper | None, allowed: int
    ) -> None:
        self.world = world
        self.rest = self.api_type(world, limits)
        self.hub = self.hub_type(world, allowed)
        self._keeper = keeper
        self._control = Control(self.rest, self.hub, Changes(world), quick, languages)
        self._runner: web.AppRunner | None = None
        self.url: Final = world.base_url
        """The address without a path: http://127.0.0.1:PORT."""
        self.api: Final = self.url + API
        """The address of the REST API, which replaces `discord.http.Route.BASE`."""
        self.gateway: Final = world.gateway_url
        """The address of the gateway, which replaces `DiscordWebSocket.DEFAULT_GATEWAY` (there a `yarl.URL`)."""
        self.cdn: Final = self.url + "/cdn"
        """The address of the CDN, which replaces `discord.asset.Asset.BASE`."""
        self.page: Final = self.url + "/"
        """The address of the page for a browser."""
        self.token: Final = bot_token(world.bot.id)

    @classmethod
    async def start(
        cls,
        port: int = 0,
        state: Path | str | None = None,
        clock: LoopbackClock | None = None,
        *,
        limits: bool = True,
        quick: Json | None = None,
        languages: Languages = ENGLISH,
        privileged_intents: int = 0,
        latency: float = 0.0,
    ) -> Self:
        """Start on 127.0.0.1, by default on a free port.

        `state` is a file that keeps the state between runs. `quick` is the command of a button on the page, in the form
        of `QUICK`. `languages` are the languages of the page; each is a pair of a locale and the language's own name. A
        request of the bot takes `latency` milliseconds, and a gateway event takes half as long. Raises `RealTokenError`
        if DISCORD_TOKEN is set, OSError if the port is taken, ValueError if the latency is out of range.
        """
        if os.environ.get("DISCORD_TOKEN"):
            raise RealTokenError("DISCORD_TOKEN is set: the local stand-in does not start beside a real token")
        world = World(clock or LoopbackClock(), User(user_id("tractor"), "tractor", "Tractor", bot=True))
        world.one_way = to_one_way(latency)
        listening = _open_socket(port)
        world.base_url = f"http://{HOST}:{listening.getsockname()[1]}"
        keeper = Keeper(world, Path(state)) if state is not None else None
        if keeper is None or not keeper.load():
            guilds.plant(world, [locale for locale, _ in languages])
        loopback = cls(world, Limits(limits, world.clock.time), quick or QUICK, languages, keeper, privileged_intents)
        await loopback._serve(listening)
        return loopback

    async def _serve(self, listening: socket.socket) -> None:
        app = web.Application(client_max_size=MAX_REQUEST + 2**20, middlewares=[ignore_disconnected, guard])
        app.on_response_prepare.append(harden)
        app.router.add_get("/gateway/", self._gateway)
        app.router.add_get("/gateway", self._gateway)  # some libraries omit the slash at the end
        app.router.add_get("/cdn/{path:.+}", self._cdn)
        app.router.add_route("*", API + "/{path:.*}", self.rest.serve)
        self._control.register(app)
        for path in PAGES:
            app.router.add_get(path, _serve_page)
        app.router.add_static("/page/", PAGE)
        self.add_routes(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        await web.SockSite(self._runner, listening).start()
        if self._keeper is not None:
            self._keeper.begin()

    def add_routes(self, app: web.Application) -> None:
        """Do nothing. A subclass in the tests adds routes of its own here."""

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        return await serve_gateway(request, self.hub)

    async def _cdn(self, request: web.Request) -> web.StreamResponse:
        """Serve a file. Browsers download all files but pictures, so that no file can act as a page of this server."""
        path, files = request.match_info["path"], self.world.files
        if path.startswith("embed/avatars/"):
            return web.Response(body=avatar(path), content_type="image/png")
        if (data := files.get(path) or files.get(path.rpartition(".")[0])) is None:
            return web.Response(status=404, text="404: Not Found")
        kind = "image/png" if path.startswith("emojis/") else content_type(path).partition(";")[0]
        headers = {"Cache-Control": "private, max-age=31536000, immutable"}
        if not kind.startswith("image/"):
            headers["Content-Disposition"] = "attachment"
        return web.Response(body=data, content_type=kind, headers=headers)

    async def stop(self) -> None:
        """Close every connection and save the state."""
        for connection in self.hub.sockets():
            await connection.close(1001)
        if self._runner is not None:
            await self._runner.cleanup()
        if self._keeper is not None:
            await self._keeper.end()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()


def to_one_way(milliseconds: float) -> float:
    """Convert the milliseconds there and back to the seconds one way. Raises ValueError if they are out of range."""
    if not 0 <= milliseconds <= HIGHEST_LATENCY:
        raise ValueError(f"the latency must be from 0 to {HIGHEST_LATENCY} milliseconds")
    return milliseconds / 2000


def _open_socket(port: int) -> socket.socket:
    """Return a socket bound to 127.0.0.1, so that the port is known before the server starts. Raises OSError."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((HOST, port))
    except OSError:
        listening.close()
        raise
    return listening


async def _serve_page(request: web.Request) -> web.FileResponse:
    return web.FileResponse(PAGE / PAGES[request.path])


def avatar(path: str) -> bytes:
    """Return a default avatar as PNG: a square in one of six colours, chosen by the number in the path."""
    digits = "".join(sign for sign in path if sign.isdigit())
    colour = bytes(_COLOURS[int(digits or 0) % len(_COLOURS)])
    rows = (b"\0" + colour * _SIDE) * _SIDE
    header = struct.pack(">IIBBBBB", _SIDE, _SIDE, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in chunks)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
