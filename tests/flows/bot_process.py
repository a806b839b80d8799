"""Runs the bot alone in a process, for a local Discord in another one: `python bot_process.py URL TOKEN FOLDER`."""

import asyncio
import sys
from types import SimpleNamespace

from bot_harness import connected


async def main(url, token, folder):
    async with connected(folder, SimpleNamespace(url=url, token=token)):
        print("ready", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
