"""The live events of one open page."""

import asyncio
import json
from contextlib import suppress

from aiohttp import web

from bot.loopback.control.acts import Actor, seen_by
from bot.loopback.control.state import channel, commands
from bot.loopback.wire import Json
from bot.loopback.world.permissions import sees
from bot.loopback.world.state import Happening

_CHANNEL_EVENTS = ("CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE")
_VISIBILITY_EVENTS = frozenset({"CHANNEL_UPDATE", "THREAD_MEMBERS_UPDATE"})
_HIDDEN = frozenset({"INTERACTION_CREATE", "GUILD_CREATE"})


class Feed:
    """Sends over a page's websocket what its person may know."""

    def __init__(self, actor: Actor) -> None:
        self.actor = actor
        self._queue: asyncio.Queue[Json] = asyncio.Queue()

    def hear(self, happening: Happening) -> None:
        """Queue a happening if it concerns this person."""
        if happening.name in _VISIBILITY_EVENTS:
            self._queue.put_nowait(self._visibility_change(happening))
        elif happening.name not in _HIDDEN and self._concerns(happening):
            self._queue.put_nowait({"event": happening.name, "data": self._event_data(happening)})

    def _visibility_change(self, happening: Happening) -> Json:
        """Report a channel whose visibility may have changed: shown again, or gone."""
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
        world, person = self.actor.world, self.actor.person
        if happening.name in {"MESSAGE_CREATE", "MESSAGE_UPDATE"}:
            message = world.messages.get(int(happening.data["id"]))
            return seen_by(world, person, message) if message else happening.data
        if happening.name in _CHANNEL_EVENTS and happening.channel in world.channels:
            return channel(self.actor, world.channels[happening.channel])
        if happening.name == "COMMANDS_CHANGED":
            return {"commands": commands(self.actor)}
        return happening.data

    async def serve(self, request: web.Request, hello: Json) -> web.WebSocketResponse:
        """Serve the page until it goes."""
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
