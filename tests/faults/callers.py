"""Finds out which functions of the bot made a request. They are called the caller of the request."""

import asyncio
import sys
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch
from weakref import WeakKeyDictionary

import aiohttp

from bot.ui.core.messages.custom_id_codec import parse_id

UI = str(Path(__file__).parents[2] / "bot/ui") + "/"

_LAST = {}
"""A dict from (method, path) to the caller of the last such request."""


def _list_functions():
    """Return the functions of bot/ui on the call stack as one text. The innermost function comes first."""
    frame, found = sys._getframe(2), []
    while frame is not None:
        code = frame.f_code
        if code.co_filename.startswith(UI):
            found.append(f"{Path(code.co_filename).stem}.{code.co_name}")
        frame = frame.f_back
    return " < ".join(found)


@contextmanager
def noted_callers(loop):
    """Record the caller of each request. If no function of bot/ui runs, the caller is what created the task."""
    makers, send = WeakKeyDictionary(), aiohttp.ClientSession._request

    def make_task(loop, coroutine, **options):
        task = asyncio.Task(coroutine, loop=loop, **options)
        makers[task] = _list_functions()
        return task

    async def send_noted(session, method, address, **options):
        path = str(address).partition("/api/v10")[2].partition("?")[0]
        _LAST[method, path] = _list_functions() or makers.get(asyncio.current_task(), "")
        return await send(session, method, address, **options)

    loop.set_task_factory(make_task)
    with patch.object(aiohttp.ClientSession, "_request", send_noted):
        yield


def find_caller(request, world):
    """Return the caller of a received request. For an answer, the text begins with the answered command or control."""
    functions = _LAST.get((request.method, request.path), "")
    if not request.path.startswith("/interactions/"):
        return functions
    asked = world.interactions[request.path.split("/")[3]]
    control = parse_id(asked.data.get("custom_id", ""))
    return f"{asked.name or control.route} {getattr(control, 'verb', '')} < {functions}"
