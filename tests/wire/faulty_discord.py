"""A REST API and a gateway that fail on demand, and record the bot's requests."""

import asyncio
import hashlib
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import web

from bot.loopback.gateway.hub import Hub, Op, Session
from bot.loopback.rest.limits import Denied
from bot.loopback.rest.router import Route
from bot.loopback.rest.serve import Api, Exchange, Found, to_429, to_response
from bot.loopback.wire import Json, Upload
from bot.loopback.world.state import Happening
from tests.wire.faults import OF_GATEWAY, TOO_MANY, Fault, Faults, Kind

_KEPT, _WITH_FILES = 5000, 100
_UNANSWERED = frozenset({Kind.TIME_OUT, Kind.BROKEN, Kind.LOST_ANSWER})


@dataclass(slots=True)
class Recorded(Exchange):
    """An exchange whose `files` name each upload's field, filename, size and sha256.

    Only the latest exchanges keep the uploads themselves.
    """

    files: list[Json] = field(default_factory=list)


@dataclass(slots=True)
class FaultyApi(Api):
    """A REST API that fails on demand. `observers` get every exchange."""

    faults: Faults = field(default_factory=Faults)
    log: deque[Recorded] = field(default_factory=lambda: deque(maxlen=_KEPT))
    count: int = 0
    """The number of all exchanges so far, also of those that `log` no longer holds."""
    counted: int = 0
    """The number of exchanges that count towards Discord's limit for a bot over all routes."""
    observers: list[Callable[[Exchange], None]] = field(default_factory=list)
    disturb_gateway: Callable[[Fault], None] = lambda _: None
    broken: list[Exchange] = field(default_factory=list)
    """The exchanges whose connections break before they are answered."""

    def calls(self, since: int = 0) -> list[tuple[str, str, int]]:
        """Return (method, route, number) of each request after the first `since`.

        The number says how many earlier requests in this list have the same method and route.
        """
        seen: Counter[tuple[str, str]] = Counter()
        numbered = []
        for one in list(self.log)[max(0, since - self.count + len(self.log)) :]:
            numbered.append((one.method, one.route, seen[one.method, one.route]))
            seen[one.method, one.route] += 1
        return numbered

    async def answer(self, request: web.Request, exchange: Exchange) -> web.StreamResponse:
        """Answer one request, record it, and break the connection if its fault demands that."""
        recorded = Recorded(exchange.at, exchange.method, exchange.path, exchange.query)
        response = await Api.answer(self, request, recorded)
        self._record(recorded)
        if any(one is recorded for one in self.broken):
            self.broken = [one for one in self.broken if one is not recorded]
            if request.transport is not None:
                request.transport.abort()
        return response

    async def respond(
        self, request: web.Request, exchange: Exchange, found: Found, headers: dict[str, str]
    ) -> web.Response:
        """Answer a request. If a fault hits it, the fault may replace the answer."""
        fault = self.faults.take_for_request(exchange)
        if fault is not None and fault.kind in _UNANSWERED:
            self.broken.append(exchange)
        if fault is not None and not self.limits.banned():
            if fault.kind in OF_GATEWAY:
                self.disturb_gateway(fault)
            elif (early := await _apply_fault(exchange, fault, headers)) is not None:
                return early
        return await Api.respond(self, request, exchange, found, headers)

    def limit(self, route: Route, ids: dict[str, str], headers: dict[str, str]) -> None:
        """Count a request towards its limits. If Discord's limit for a bot includes it, also count it in `counted`."""
        self.counted += route.bot_only
        Api.limit(self, route, ids, headers)

    def _record(self, exchange: Recorded) -> None:
        exchange.files = [_describe_upload(upload) for upload in exchange.uploads]
        self.log.append(exchange)
        self.count += 1
        if len(self.log) > _WITH_FILES:
            self.log[-_WITH_FILES - 1].uploads = []
        for observer in self.observers:
            observer(exchange)


def _describe_upload(upload: Upload) -> Json:
    digest = hashlib.sha256(upload.data).hexdigest()
    return {"field": upload.field, "filename": upload.filename, "size": len(upload.data), "sha256": digest}


async def _apply_fault(exchange: Exchange, fault: Fault, headers: dict[str, str]) -> web.Response | None:
    """Apply a fault before the request is carried out. Return the response, or None if the handler must respond."""
    if fault.kind in {Kind.SLOW, Kind.TIME_OUT}:
        await asyncio.sleep(fault.seconds)
    match fault.kind:
        case Kind.STATUS | Kind.RATE_LIMIT if fault.status == TOO_MANY:
            return to_429(exchange, Denied(fault.seconds, fault.scope, fault.code, fault.message), headers)
        case Kind.STATUS | Kind.RATE_LIMIT:
            return to_response(exchange, fault.status, fault.body(), headers)
        case Kind.PAGE:
            headers.clear()
            page = f"<html><head><title>{fault.status}</title></head><body>{fault.message}</body></html>"
            return to_response(exchange, fault.status, page, headers | {"Content-Type": "text/html"})
        case Kind.BROKEN | Kind.TIME_OUT:
            return to_response(exchange, 500, None, headers)
        case _:
            return None


@dataclass(slots=True)
class FaultyHub(Hub):
    """A gateway that fails on demand."""

    faults: Faults = field(default_factory=Faults)

    def pass_on(self, session: Session, happening: Happening) -> None:
        """Send an event to a session. A fault may lose or repeat the event, or disturb the gateway after it."""
        fault = self.faults.take_for_event(happening.name)
        if fault is None or fault.kind is not Kind.LOSE:
            Hub.pass_on(self, session, happening)
        if fault is not None and fault.kind is Kind.REPEAT:
            Hub.pass_on(self, session, happening)
        elif fault is not None:
            self.disturb(fault)

    def disturb(self, fault: Fault) -> None:
        """Cut the connections, ask clients to reconnect, end the sessions, or make the guilds unavailable."""
        for socket in self.sockets():
            match fault.kind:
                case Kind.DROP:
                    socket.end(fault.code) if fault.code else socket.cut()
                case Kind.RECONNECT:
                    socket.send({"op": Op.RECONNECT, "d": None, "s": None, "t": None})
                case Kind.INVALIDATE:
                    socket.send({"op": Op.INVALID_SESSION, "d": fault.resumable, "s": None, "t": None})
                case _:
                    pass
        if fault.kind is Kind.INVALIDATE and not fault.resumable:
            self.sessions.clear()
        if fault.kind is Kind.UNAVAILABLE:
            self._go_away(fault.seconds)

    def _go_away(self, seconds: float) -> None:
        """Make the bot's guilds unavailable for some seconds of real time."""
        mine = [g for g, user in self.world.members if user == self.world.bot.id and g not in self.away]
        for guild in mine:
            self.hear(Happening("GUILD_DELETE", {"id": str(guild), "unavailable": True}, guild))
        self.away.update(mine)
        asyncio.get_running_loop().call_later(seconds, self._come_back, mine)

    def _come_back(self, guilds: list[int]) -> None:
        self.away.difference_update(guilds)
        for guild in guilds:
            self.hear(Happening("GUILD_CREATE", {"unavailable": False}, guild))
