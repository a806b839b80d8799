"""Lets people act on a local Discord in this process without HTTP requests, which would take most of a test's time."""

import asyncio
import json

from bot.loopback.control import routes
from bot.loopback.errors import ClientError, Refused
from tests.wire.driver import Remote

BY_REQUEST = {"speak", "uploads"}
"""Acts that still need an HTTP request, because they send or return more than JSON."""


def act_directly(loopback):
    """Let the people of a local Discord reach it without requests from now on."""
    if not hasattr(loopback, "world"):  # this Discord runs in another process, which only requests reach
        return
    remote, control = loopback.remote, loopback._control

    async def call(method, path, body=None, query=None):
        match method, *path.split("/"):
            case "POST", "people", name, act if act not in BY_REQUEST:
                return await _act(control, name, act, copy_json(body))
            case "GET", "people", name, "channels", place, "messages":
                return await _look(control, name, place, query)
        return await Remote.call(remote, method, path, body, query)

    remote.call = call


async def _act(control, name, act, given):
    try:
        actor = control._actor(name, given.pop("locale", None))
        return copy_json(await routes._act(actor, act, given, []))
    except Refused as refused:
        raise ClientError(str(refused)) from None


async def _look(control, name, place, query):
    await asyncio.sleep(0)
    actor = control._actor(name, query.get("locale"))
    found = actor.visible(actor.channel(place), int(query["limit"]))
    return {"messages": found, "count": control.changes.count}


def copy_json(body):
    """Encode a value as JSON and decode it again, as a request does."""
    return json.loads(json.dumps(body))
