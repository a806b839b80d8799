"""The HTTP and websocket routes of the control interface, under /control/."""

import asyncio
import json
import logging
from contextlib import suppress
from dataclasses import dataclass

from aiohttp import web
from babel import Locale, UnknownLocaleError

from bot.loopback.control import acts
from bot.loopback.control.acts import Actor
from bot.loopback.control.state import Languages, channel, commands, mark_read, state
from bot.loopback.errors import ClientError, Refused
from bot.loopback.gateway.hub import Hub
from bot.loopback.guard import Handler
from bot.loopback.rest.serve import Api, decode
from bot.loopback.wire import Json, Upload
from bot.loopback.world.guilds import add_person
from bot.loopback.world.model import User
from bot.loopback.world.permissions import sees
from bot.loopback.world.state import Changes, Happening

_LOG = logging.getLogger(__name__)
_LONGEST_WAIT, _UPLOADS, _LONGEST_NAME = 60.0, 100, 32
_CHANNEL_EVENTS = ("CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE")
_VISIBILITY_EVENTS = frozenset({"CHANNEL_UPDATE", "THREAD_MEMBERS_UPDATE"})
_HIDDEN = frozenset({"INTERACTION_CREATE", "GUILD_CREATE"})


@dataclass(frozen=True, slots=True)
class Control:
    """The routes of the control interface. `quick` is a command for which the page has a button."""

    api: Api
    hub: Hub
    changes: Changes
    quick: Json
    languages: Languages

    def register(self, app: web.Application) -> None:
        """Add the routes to an application."""
        app.middlewares.append(explain_refusals)
        app.router.add_get("/control/feed", self.feed)
        app.router.add_get("/control/state", self.state)
        app.router.add_get("/control/changes", self.wait)
        app.router.add_get("/control/people", self.people)
        app.router.add_get("/control/people/{name}/channels/{channel}/messages", self.messages)
        app.router.add_get("/control/people/{name}/channels/{channel}/pins", self.pins)
        app.router.add_post("/control/people/{name}/uploads", self.upload)
        app.router.add_post("/control/people/{name}/{act}", self.act)

    def _actor(self, name: str, locale: str | None) -> Actor:
        world = self.api.world
        if not 1 <= len(name) <= _LONGEST_NAME or not name.isprintable():
            raise ClientError(f"a person cannot be called {name[:_LONGEST_NAME]!r}")
        return Actor(world, self.changes, add_person(world, name, locale=locale))

    async def feed(self, request: web.Request) -> web.StreamResponse:
        """Send live events to the page of `as`. By default, this is a person whose language is nearest to `locale`."""
        actor = self._actor(request.query.get("as") or self._nearest_speaker(request.query.get("locale", "")), None)
        return await Feed(actor).serve(request, state(actor, self.hub, self.quick, self.languages))

    def _nearest_speaker(self, locale: str) -> str:
        wanted = _language_and_script(locale)

        def differences(person: User) -> tuple[bool, bool, bool]:
            own = _language_and_script(person.locale)
            return person.locale != locale, own != wanted, own[0] != wanted[0]

        return min((u for u in self.api.world.users.values() if not u.bot), key=differences).name

    async def state(self, request: web.Request) -> web.Response:
        """Return what the person named by `as` may know of the state, without messages."""
        actor = self._actor(request.query["as"], request.query.get("locale"))
        return web.json_response(state(actor, self.hub, self.quick, self.languages))

    async def people(self, _: web.Request) -> web.Response:
        """Return the user and display names of all people."""
        people = [u for u in self.api.world.users.values() if not u.bot]
        return web.json_response({"people": [{"name": u.name, "display": u.display} for u in people]})

    async def messages(self, request: web.Request) -> web.Response:
        """Return the last `limit` messages before the id `before`, oldest first. Omit ephemeral ones before `since`."""
        actor = self._actor(request.match_info["name"], request.query.get("locale"))
        before = int(request.query["before"]) if "before" in request.query else None
        channel = actor.channel(request.match_info["channel"])
        since = float(request.query.get("since", "0"))
        found = actor.visible(channel, int(request.query.get("limit", "100")), before, since)
        more = {"messages": found, "starter": actor.starter(channel), "count": self.changes.count}
        return web.json_response({"channel": str(channel.id), **more})

    async def pins(self, request: web.Request) -> web.Response:
        """Return the pinned messages of a channel, as a person sees them."""
        actor = self._actor(request.match_info["name"], None)
        return web.json_response({"messages": actor.pinned(actor.channel(request.match_info["channel"]))})

    async def wait(self, request: web.Request) -> web.Response:
        """Answer when more than `since` events have happened, or after `seconds`."""
        since, seconds = int(request.query["since"]), float(request.query.get("seconds", "5"))
        if not seconds >= 0:  # this also refuses NaN
            raise ValueError(f"cannot wait {seconds} seconds")
        await self.changes.until(lambda: self.changes.count > since, min(seconds, _LONGEST_WAIT))
        return web.json_response({"count": self.changes.count})

    async def upload(self, request: web.Request) -> web.Response:
        """Store files that a person attaches to a command or form. Return their ids."""
        _, uploads = await decode(request)
        world = self.api.world
        ids = [world.ids() for _ in uploads]
        world.uploads.update(zip(ids, uploads, strict=True))
        for old in list(world.uploads)[:-_UPLOADS]:
            del world.uploads[old]
        return web.json_response({"ids": [str(i) for i in ids]})

    async def act(self, request: web.Request) -> web.Response:
        """Let a person act. If their client or Discord would refuse the act, the answer is `{"cannot": reason}`."""
        body, uploads = await decode(request)
        given: Json = dict(body or {})
        name, act = request.match_info["name"], request.match_info["act"]
        actor = self._actor(name, None if act == "speak" else given.pop("locale", None))
        return web.json_response(await _act(actor, act, given, uploads))


def _language_and_script(tag: str) -> tuple[str, str | None]:
    try:
        known = Locale.parse(tag, sep="-")
    except (ValueError, UnknownLocaleError):
        return tag.partition("-")[0], None
    return known.language, known.script


@web.middleware
async def explain_refusals(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer refused control requests with status 200 and the reason, because browsers log every HTTP error."""
    if not request.path.startswith("/control/"):
        return await handler(request)
    try:
        return await handler(request)
    except (ClientError, Refused) as error:
        return web.json_response({"cannot": str(error)})
    except (AttributeError, KeyError, TypeError, ValueError, OverflowError) as error:  # the request is malformed
        _LOG.warning("malformed request to %s: %r", request.path, error, exc_info=_LOG.isEnabledFor(logging.DEBUG))
        fault = f"{error.args[0]!r} is missing or unknown" if isinstance(error, KeyError) else str(error)
        return web.json_response({"cannot": f"malformed request: {fault}"})


async def _act(actor: Actor, act: str, given: Json, uploads: list[Upload]) -> Json:
    if act == "say":
        return await acts.say(actor, given, uploads)
    if act == "read":
        return mark_read(actor.world, actor.person, actor.channel(given["channel"]), int(given["message"]))
    if act not in acts.ACTS:
        raise ClientError(f"there is no act {act!r}")
    return await acts.ACTS[act](actor, given)


class Feed:
    """Sends the events that a person may see to their page, over its websocket."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self._queue: asyncio.Queue[Json] = asyncio.Queue()

    def hear(self, happening: Happening) -> None:
        """Queue an event if it concerns this person."""
        if happening.name in _VISIBILITY_EVENTS:
            self._queue.put_nowait(self._visibility_change(happening))
        elif happening.name not in _HIDDEN and self._concerns(happening):
            self._queue.put_nowait({"event": happening.name, "data": self._event_data(happening)})

    def _visibility_change(self, happening: Happening) -> Json:
        place = self.actor.world.channels.get(happening.channel or 0)
        if place is not None and self._concerns(happening):
            return {"event": "CHANNEL_UPDATE", "data": channel(self.actor, place)}
        parent = str(place.parent) if place is not None and place.parent else None
        return {"event": "CHANNEL_DELETE", "data": {"id": str(happening.channel), "parent_id": parent}}

    def _concerns(self, happening: Happening) -> bool:
        if happening.only_for is not None:
            return happening.only_for == self.actor.person.id
        place = self.actor.world.channels.get(happening.channel or 0)
        return place is None or sees(self.actor.world, self.actor.person.id, place)

    def _event_data(self, happening: Happening) -> Json:
        world = self.actor.world
        if happening.name in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}:
            message = world.messages.get(int(happening.data["id"]))
            return self.actor.shown(message) if message else happening.data
        if happening.name in _CHANNEL_EVENTS and happening.channel in world.channels:
            return channel(self.actor, world.channels[happening.channel])
        if happening.name == "COMMANDS_CHANGED":
            return {"commands": commands(self.actor)}
        return happening.data

    async def serve(self, request: web.Request, hello: Json) -> web.WebSocketResponse:
        """Send events to the page until it disconnects."""
        ws = web.WebSocketResponse(heartbeat=30)
        await ws.prepare(request)
        self._queue.put_nowait({"event": "HELLO", "data": hello})
        self.actor.world.listeners.append(self.hear)
        writer = asyncio.create_task(self._write(ws))
        try:
            async for _ in ws:
                pass
        finally:
            self.actor.world.listeners.remove(self.hear)
            writer.cancel()
        return ws

    async def _write(self, ws: web.WebSocketResponse) -> None:
        with suppress(ConnectionError):
            while True:
                await ws.send_str(json.dumps(await self._queue.get()))
