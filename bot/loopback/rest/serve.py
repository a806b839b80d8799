"""The HTTP side of the REST API: it decodes requests, enforces rate limits and answers."""

import asyncio
import json
import logging
import re
from dataclasses import dataclass, field
from email import message_from_string
from functools import lru_cache
from typing import Any

from aiohttp import web

from bot.loopback.errors import Code, Refused
from bot.loopback.rest import answers, application, channels, guilds, messages, threads  # noqa: F401 - importing them fills the table
from bot.loopback.rest.limits import Denied, Limits
from bot.loopback.rest.router import Answer, Call, Exchange, Route, find, unknown
from bot.loopback.wire import JSON_TYPE, Upload
from bot.loopback.world.state import World

API = "/api/v10"
MAX_REQUEST = 25 * 2**20
_VIA = {"Via": "1.1 loopback"}
"""The header without which discord.py mistakes a 429 for a ban by Cloudflare."""
_BOUNDARY = re.compile(r'boundary="?([^";]+)', re.IGNORECASE)
_LOG = logging.getLogger(__name__)
Found = tuple[Route, dict[str, str]] | None


@dataclass(slots=True)
class Api:
    """The REST API of one local Discord, whose state is `world`."""

    world: World
    limits: Limits = field(default_factory=Limits)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Answer one request, with the delay that the way to Discord and back would cause."""
        await asyncio.sleep(self.world.one_way)
        path = request.path.removeprefix(API)
        exchange = Exchange(self.world.clock.time(), request.method, path, dict(request.query))
        response = await self.answer(request, exchange)
        await asyncio.sleep(self.world.one_way)
        return response

    async def answer(self, request: web.Request, exchange: Exchange) -> web.StreamResponse:
        """Answer one request, and record the request and its answer in `exchange`."""
        found = find(exchange.method, exchange.path)
        exchange.route = found[0].template if found else ""
        headers = dict(_VIA)
        try:
            exchange.body, exchange.uploads = await decode(request)
            response = await self.respond(request, exchange, found, headers)
        except Refused as refused:
            response = to_response(exchange, refused.status, refused.body(), headers)
        except Denied as denied:
            response = to_429(exchange, denied, headers)
        except ConnectionError:  # the bot has disconnected, which `ignore_disconnected` handles
            raise
        except Exception:  # noqa: BLE001 - the client gets Discord's answer, the log the traceback
            _LOG.exception("internal error of the local Discord: %s %s", exchange.method, exchange.path)
            response = to_response(exchange, 500, Refused(Code.SERVER_ERROR).body(), headers)
        self.limits.note(exchange.status, headers.get("X-RateLimit-Scope"))
        return response

    async def respond(
        self, request: web.Request, exchange: Exchange, found: Found, headers: dict[str, str]
    ) -> web.Response:
        """Carry out a decoded request. Raises Refused and Denied."""
        if self.limits.banned():
            headers.clear()
            return to_response(exchange, 429, "error code: 1015", headers)
        if found is None:
            raise unknown(exchange.path)
        route, ids = found
        scheme, _, token = request.headers.get("Authorization", "").partition(" ")
        if route.bot_only and not (scheme == "Bot" and self.world.opens(token)):
            raise Refused(Code.UNAUTHORIZED)
        self.limit(route, ids, headers)
        route.check(exchange.body, self.world)
        reply = route.handler(Call(self.world, self.limits, ids, exchange))
        return to_response(exchange, 204 if reply is None else route.status, reply, headers)

    def limit(self, route: Route, ids: dict[str, str], headers: dict[str, str]) -> None:
        """Count a request, and add the headers of its rate limit. Raises `Denied` if it exceeds a limit."""
        if route.bot_only:  # only requests with the bot's token count towards the bot's limit over all routes
            self.limits.take_global()
        own = self.limits.own.get((route.method, route.template))
        limit, bucket = (own, f"{route.method} {route.template}") if own else (route.limit, route.bucket)
        if limit is not None:
            more, denied = self.limits.take(bucket, route.major(ids), limit)
            headers |= more
            if denied is not None:
                raise denied


def to_response(exchange: Exchange, status: int, reply: Answer | str, headers: dict[str, str]) -> web.Response:
    """Return a response of JSON or text, and write it into the exchange."""
    exchange.status, exchange.reply = status, reply
    if reply is None:
        return web.Response(status=status, headers=headers)
    if isinstance(reply, str):
        return web.Response(status=status, headers={"Content-Type": "text/plain", **headers}, body=reply.encode())
    body = json.dumps(reply).encode()
    return web.Response(status=status, headers={**headers, "Content-Type": JSON_TYPE}, body=body)


def to_429(exchange: Exchange, denied: Denied, headers: dict[str, str]) -> web.Response:
    """Return the answer to a request that exceeds a rate limit, and record it in the exchange."""
    headers |= denied.headers()
    headers.setdefault("X-RateLimit-Remaining", "0")
    headers.setdefault("X-RateLimit-Reset-After", str(denied.retry_after))
    return to_response(exchange, 429, denied.body(), headers)


async def decode(request: web.Request) -> tuple[Any, list[Upload]]:
    """Return a request's JSON body (or `payload_json`) and its files. Raises `Refused` 40005 or 50109."""
    if (request.content_length or 0) > MAX_REQUEST:
        raise Refused(Code.TOO_LARGE)
    kind = request.headers.get("Content-Type", "")
    try:
        raw = await request.read()
        if kind.lower().startswith("multipart/form-data"):
            return decode_form(kind, raw)
        return (json.loads(raw) if raw else None), []
    except web.HTTPRequestEntityTooLarge as error:  # a body sent in chunks, whose length no header gives
        raise Refused(Code.TOO_LARGE) from error
    except (ValueError, RecursionError) as error:
        raise Refused(Code.BAD_JSON) from error


def decode_form(kind: str, raw: bytes) -> tuple[Any, list[Upload]]:
    """Return the JSON and the files of a form with the content type `kind`. Raises ValueError: it is no form.

    aiohttp's reader takes several milliseconds for a form, because it parses the head of each part.
    """
    found = _BOUNDARY.search(kind)
    if found is None:
        raise ValueError("a form needs a boundary")
    body: Any = None
    uploads: list[Upload] = []
    _, *parts, end = (b"\r\n" + raw).split(b"\r\n--" + found[1].encode())
    if not end.startswith(b"--"):
        raise ValueError("the form is cut off")
    for part in parts:
        head, _, data = part.partition(b"\r\n\r\n")
        name, filename, file_kind = _read_head(head)
        if name == "payload_json":
            body = json.loads(data)
        elif filename is not None:
            uploads.append(Upload(name, filename, file_kind, data))
        else:
            body = (body or {}) | {name: data.decode()}
    return body, uploads


@lru_cache(maxsize=256)
def _read_head(head: bytes) -> tuple[str, str | None, str]:
    """Return the name, the filename and the content type of a part of a form."""
    headers = message_from_string(head.decode().lstrip())
    name = headers.get_param("name", "", "Content-Disposition")
    return str(name), headers.get_filename(), headers.get("Content-Type", "application/octet-stream")
