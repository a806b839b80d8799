"""Measures how many presses per second a bare discord.py bot answers on a local Discord, each in its own process."""

import asyncio
import time
from pathlib import Path

import aiohttp

from tests.load.processes import start
from tests.wire.driver import Remote

AT_ONCE, SECONDS = 10, 3.0


async def measure_bare_bot(folder: Path, seconds: float = SECONDS) -> float:
    """Return the presses per second that the bot answers, while ten people press as fast as they can."""
    local = ("-m", "tests.wire", "--no-limits")
    async with start(*local, until="local Discord", log=folder / "bare-discord.log") as (_, line):
        url, token = line.split()[2].rstrip("/"), line.split()[-1]
        program = ("-m", "tests.load.bare_bot", url, token)
        async with start(*program, until="ready", log=folder / "bare-bot.log"), Remote(url) as remote:
            message = await _post_button(remote, url, token)
            return await _press(remote, message, seconds)


async def _post_button(remote: Remote, url: str, token: str) -> str:
    state = await remote.call("GET", "state", query={"as": "ann"})
    channel = next(one["id"] for one in state["channels"] if one["name"] == "tractor")
    row = {"type": 1, "components": [{"type": 2, "style": 1, "label": "b", "custom_id": "b"}]}
    async with aiohttp.ClientSession(headers={"Authorization": f"Bot {token}"}) as session:
        body = {"content": "x", "components": [row]}
        async with session.post(f"{url}/api/v10/channels/{channel}/messages", json=body) as response:
            return str((await response.json())["id"])


async def _press(remote: Remote, message: str, seconds: float) -> float:
    until, began, count = time.monotonic() + seconds, time.monotonic(), 0

    async def press(name: str) -> None:
        nonlocal count
        while time.monotonic() < until:
            assert (await remote.person(name).click(message, "b")).answered
            count += 1

    await asyncio.gather(*(press(f"p{n}") for n in range(AT_ONCE)))
    return count / (time.monotonic() - began)
