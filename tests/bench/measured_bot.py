"""Runs the bot in a process of its own, which reports its processor time.

Start it by `python measured_bot.py URL TOKEN FOLDER RENDERER`. For each line that it reads, it waits until every
message is up to date, and prints the seconds of processor time that it has used since its start.
"""

import asyncio
import sys
import time
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/flows")]

import bot_harness  # noqa: E402 - the path is set first
from shared_resources import BlankRenderer  # noqa: E402 - the path is set first

from bot.render.renderer import PictureRenderer  # noqa: E402 - the path is set first

RENDERERS = {"pictures": PictureRenderer, "blank": BlankRenderer}


class MeasuredBot:
    """Asks the bot's process for its processor time."""

    def __init__(self, process):
        self._process = process

    async def settle(self):
        """Wait until every message is up to date; return the seconds of processor time used since the start."""
        self._process.stdin.write(b"\n")
        return float(await self._process.stdout.readline())


@asynccontextmanager
async def measured(loopback, folder, renderer):
    """Run the bot in another process, on the local Discord of this process."""
    with (folder / "bot.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, __file__, loopback.url, loopback.token, str(folder), renderer),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
        )
    try:
        async with asyncio.timeout(240):
            assert await process.stdout.readline() == b"ready\n", "the bot did not start"
        yield MeasuredBot(process)
    finally:
        process.stdin.close()
        await process.wait()


async def main(url, token, folder, renderer):
    """Run the bot until standard input ends."""
    questions = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(questions), sys.stdin)
    settings = partial(bot_harness.settings_for, search_workers=1)  # as in real use, searches have their own processes
    with patch("bot.create_bot.PictureRenderer", RENDERERS[renderer]), patch("bot_harness.settings_for", settings):
        async with bot_harness.connected(folder, SimpleNamespace(url=url, token=token), seed=1) as running:
            print("ready", flush=True)
            while await questions.readline():
                await running.outbox.idle()
                print(time.process_time(), flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
