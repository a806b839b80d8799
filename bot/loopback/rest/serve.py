"""The HTTP route of the API: decode, limit, fault, answer, record."""

import asyncio
import hashlib
import json
import logging
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from bot.loopback.errors import Code, Refused
from bot.loopback.faults import OF_GATEWAY, TOO_MANY, Fault, Faults, Kind
from bot.loopback.rest import answers, application, channels, guilds, members, messages, pins, threads  # noqa: F401 - importing them fills the table
from bot.loopback.rest.limits import Denied, Limits, OverLimit
from bot.loopback.rest.router import Answer, Call, Route, find, unknown
from bot.loopback.wire import JSON_TYPE, Json, Upload
from bot.loopback.world.state import World

API = "/api/v10"
MAX_REQUEST = 25 * 2**20
_VIA = {"Via": "1.1 loopback"}
"""The header without which discord.py mistakes a 429 for a ban by Cloudflare."""
_LOG = logging.getLogger(__name__)
_KEPT, _WITH_FILES = 5000, 100
_UNANSWERED = frozenset({Kind.TIME_OUT, Kind.BROKEN, Kind.LOST_ANSWER})
Found = tuple[Route, dict[str, str]] | None


@dataclass(slots=True)
class Exchange:
    """One request and its answer, recorded for tests. `path` lacks the API's prefix; bodies are decoded."""

    at: float
    method: str
    path: str
    query: dict[str, str]
    body: Any = None
    uploads: list[Upload] = field(default_factory=list)
    """The files, kept only by the latest exchanges."""
    status: int = 0
    reply: Any = None
    files: list[Json] = field(default_factory=list)
    """The files' field, filename, size and sha256."""
    route: str = ""
    """The template of the path, with {names}; empty for an unknown path."""


def _describe_upload(upload: Upload) -> Json:
    digest = hashlib.sha256(upload.data).hexdigest()
    return {"field": upload.field, "filename": upload.filename, "size": len(upload.data), "sha256": digest}


@dataclass(slots=True)
class Api:
    """The REST API of a world. `observers` get every exchange."""

    world: World
    limits: Limits = field(default_factory=Limits)
    faults: Faults = field(default_factory=Faults)
    log: deque[Exchange] = field(default_factory=lambda: deque(maxlen=_KEPT))
    count: int = 0
    """All exchanges so far, also those no longer kept."""
    counted: int = 0
    """Those that count towards Discord's limit for a bot, all routes together."""
    observers: list[Callable[[Exchange], None]] = field(default_factory=list)
    disturb_gateway: Callable[[Fault], None] = lambda _: None

    def calls(self, since: int = 0) -> list[tuple[str, str, int]]:
        """Return the requests from the `since`th on: method, route, and how many of the same came before."""
        seen: Counter[tuple[str, str]] = Counter()
        numbered = []
        for one in list(self.log)[max(0, since - self.count + len(self.log)) :]:
            numbered.append((one.method, one.route, seen[one.method, one.route]))
            seen[one.method, one.route] += 1
        return numbered

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer one request after the time that it takes to Discord and back."""
        await asyncio.sleep(self.world.one_way)
        response = await self._answer(request)
        await asyncio.sleep(self.world.one_way)
        return response

    async def _answer(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix(API)
        exchange = Exchange(self.world.clock.time(), request.method, path, dict(request.query))
        found = find(request.method, path)
        exchange.route = found[0].template if found else ""
        headers, fault = dict(_VIA), None
        try:
            exchange.body, exchange.uploads = await decode(request)
            fault = self.faults.take_for_request(exchange)
            response = await self._respond(request, exchange, found, fault, headers)
        except Refused as refused:
            response = _to_response(exchange, refused.status, refused.body(), headers)
        except OverLimit as over:
            response = _to_429(exchange, over.denied, headers)
        except ConnectionError:  # the bot was stopped in the middle of its request: `ignore_disconnected` drops it
            raise
        except Exception:  # noqa: BLE001 - the client gets Discord's answer, the log the traceback
            _LOG.exception("internal error of the local Discord: %s %s", exchange.method, exchange.path)
            response = _to_response(exchange, 500, Refused(Code.SERVER_ERROR).body(), headers)
        self._record(exchange, headers.get("X-RateLimit-Scope"))
        if fault is not None and fault.kind in _UNANSWERED:
            _break_connection(request)
        return response

    async def _respond(
        self, request: web.Request, exchange: Exchange, found: Found, fault: Fault | None, headers: dict[str, str]
    ) -> web.Response:
        if self.limits.banned():
            headers.clear()
            return _to_response(exchange, 429, "error code: 1015", headers)
        if fault is not None and fault.kind in OF_GATEWAY:
            self.disturb_gateway(fault)
        elif fault is not None:
            early = await _apply_fault(exchange, fault, headers)
            if early is not None:
                return early
        if found is None:
            raise unknown(exchange.path)
        return self._carry_out(request, exchange, *found, headers)

    def _carry_out(
        self, request: web.Request, exchange: Exchange, route: Route, ids: dict[str, str], headers: dict[str, str]
    ) -> web.Response:
        if route.bot_only and not self._is_authorized(request):
            raise Refused(Code.UNAUTHORIZED)
        denied = self._limit(route, ids, headers)
        if denied is not None:
            return _to_429(exchange, denied, headers)
        route.check(exchange.body, self.world)
        call = Call(
            self.world,
            self.limits,
            exchange.method,
            exchange.path,
            ids,
            exchange.query,
            exchange.body,
            exchange.uploads,
        )
        reply = route.handler(call)
        return _to_response(exchange, 204 if reply is None else route.status, reply, headers)

    def _is_authorized(self, request: web.Request) -> bool:
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        return scheme == "Bot" and self.world.opens(token)

    def _limit(self, route: Route, ids: dict[str, str], headers: dict[str, str]) -> Denied | None:
        if route.counts_globally:
            self.counted += 1
            denied = self.limits.take_global()
            if denied is not None:
                return denied
        own = self.limits.own.get((route.method, route.template))
        limit, bucket = (own, f"{route.method} {route.template}") if own else (route.limit, route.bucket)
        if limit is None:
            return None
        more, denied = self.limits.take(bucket, route.major(ids), limit)
        headers |= more
        return denied

    def _record(self, exchange: Exchange, scope: str | None) -> None:
        self.limits.note(exchange.status, scope)
        exchange.files = [_describe_upload(upload) for upload in exchange.uploads]
        self.log.append(exchange)
        self.count += 1
        if len(self.log) > _WITH_FILES:
            self.log[-_WITH_FILES - 1].uploads = []
        for observer in self.observers:
            observer(exchange)


def _to_response(exchange: Exchange, status: int, reply: Answer | str, headers: dict[str, str]) -> web.Response:
    exchange.status, exchange.reply = status, reply
    if reply is None:
        return web.Response(status=status, headers=headers)
    if isinstance(reply, str):
        return web.Response(status=status, headers={"Content-Type": "text/plain", **headers}, body=reply.encode())
    body = json.dumps(reply).encode()
    return web.Response(status=status, headers={**headers, "Content-Type": JSON_TYPE}, body=body)


def _to_429(exchange: Exchange, denied: Denied, headers: dict[str, str]) -> web.Response:
    headers |= denied.headers()
    headers.setdefault("X-RateLimit-Remaining", "0")
    headers.setdefault("X-RateLimit-Reset-After", str(denied.retry_after))
    return _to_response(exchange, 429, denied.body(), headers)


async def _apply_fault(exchange: Exchange, fault: Fault, headers: dict[str, str]) -> web.Response | None:
    """Apply a fault before the request is carried out. Return a response if it replaces the handler's."""
    if fault.kind in {Kind.SLOW, Kind.TIME_OUT}:
        await asyncio.sleep(fault.seconds)
    match fault.kind:
        case Kind.STATUS | Kind.RATE_LIMIT if fault.status == TOO_MANY:
            return _to_429(exchange, Denied(fault.seconds, fault.scope, fault.code, fault.message), headers)
        case Kind.STATUS | Kind.RATE_LIMIT:
            return _to_response(exchange, fault.status, fault.body(), headers)
        case Kind.PAGE:
            headers.clear()
            page = f"<html><head><title>{fault.status}</title></head><body>{fault.message}</body></html>"
            return _to_response(exchange, fault.status, page, headers | {"Content-Type": "text/html"})
        case Kind.BROKEN | Kind.TIME_OUT:
            return _to_response(exchange, 500, None, headers)
        case _:
            return None


def _break_connection(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()


async def decode(request: web.Request) -> tuple[Any, list[Upload]]:
    """Return a request's JSON body (or `payload_json`) and its files. Raises `Refused` 40005 or 50109."""
    if (request.content_length or 0) > MAX_REQUEST:
        raise Refused(Code.TOO_LARGE)
    try:
        if request.content_type == "multipart/form-data":
            return await _multipart(request)
        raw = await request.read()
        return (json.loads(raw) if raw else None), []
    except (ValueError, RecursionError) as error:
        raise Refused(Code.BAD_JSON) from error


async def _multipart(request: web.Request) -> tuple[Any, list[Upload]]:
    body: Any = None
    uploads: list[Upload] = []
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        data = bytes(await part.read(decode=True))
        if part.name == "payload_json":
            body = json.loads(data)
        elif part.filename is not None:
            kind = part.headers.get("Content-Type", "application/octet-stream")
            uploads.append(Upload(part.name or "", part.filename, kind, data))
        else:
            body = (body or {}) | {part.name: data.decode()}
    return body, uploads
