"""Starts bots quickly by forking one process that has already loaded the modules, texts and fonts.

Run `python kill_zygote.py URL TOKEN FOLDER`. The program reads lines `FAULT AT SEED`, and forks a bot for each line.
Once the bot is ready, it counts the calls by which SQLite changes a file. The fault happens at call number AT, or never
if AT is 0. The answer to a line is the bot's process id, then `ready` or `failed`. The program forks the next bot only
after the last one has died.
"""

import asyncio
import os
import sys
import traceback
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests/crash")]

import bot_harness  # noqa: E402 - the path is set first
from shared_resources import BlankRenderer, _catalogue, _painter  # noqa: E402 - the path is set first
from sqlite_faults import Fault, FaultyLayer, is_reachable  # noqa: E402 - the path is set first

from bot import create_bot  # noqa: E402 - the path is set first


async def run_bot(url, token, folder, layer):
    loopback = SimpleNamespace(url=url, token=token)
    create_bot.PictureRenderer = BlankRenderer
    async with bot_harness.connected(folder, loopback, seed=layer.seed if layer else 0):
        if layer is not None and layer.at:
            layer.armed = True
        say("ready")
        await asyncio.Event().wait()


def say(word):
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def become_bot(url, token, folder, line):
    """Run as the bot until killed."""
    fault, at, seed = line.split()
    try:
        layer = FaultyLayer(Fault(fault), int(at), int(seed)) if is_reachable() else None
        asyncio.run(run_bot(url, token, folder, layer))
    except BaseException:  # noqa: BLE001 - it is reported
        traceback.print_exc()
    finally:
        say("failed")
        os._exit(1)


def main(url, token, folder):
    _catalogue()
    _painter()
    asyncio.run(bot_harness.new_database(folder))
    child = 0
    for line in sys.stdin:
        if child:
            os.waitpid(child, 0)
        if (child := os.fork()) == 0:
            become_bot(url, token, folder, line)
        say(child)


if __name__ == "__main__":
    main(*sys.argv[1:])
