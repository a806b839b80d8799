"""Runs the bot of a load test: `python -m tests.load.bot_process URL TOKEN DATABASE_URL PACE`.

Unlike `python -m bot run`, it uses a local Discord in another process, lets people open many tables, uploads emoji
without pauses, and keeps tables in their channels. The usual pauses at tables are divided by PACE. Pictures are
rendered as usual.
"""

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

from bot.create_bot import create_bot
from bot.monitoring.logging_setup import set_up_logging
from bot.settings import Settings
from bot.ui.core.services import UiConfig


async def main(url: str, token: str, database_url: str, pace: str) -> None:
    """Run the bot until it is killed."""
    limits = {"tables_per_server": 1000, "tables_per_member": 3}
    settings = Settings(_env_file=None, database_url=database_url, pace=float(pace), **limits)
    set_up_logging(settings)
    config = UiConfig(sync_commands=True, use_emoji=True, emoji_pause=0.0, turn_pings=True)
    async with create_bot(settings, local=SimpleNamespace(url=url, token=token), ui_config=config) as running:
        connection = asyncio.create_task(running.client.start(token))
        await asyncio.wait(
            {connection, asyncio.create_task(running.client.opened.wait())}, return_when="FIRST_COMPLETED"
        )
        print("ready", flush=True)
        renderer, file = running.client._services.renderer, Path(os.environ["TASKS_FILE"])
        counting = asyncio.create_task(count_tasks(file, lambda: renderer.cached_bytes))
        await connection
        counting.cancel()


async def count_tasks(file: Path, count_cached_bytes: Callable[[], int]) -> None:
    """Write the number of tasks and the bytes of cached pictures to a file, every two seconds."""
    part = file.with_suffix(".part")
    while True:
        part.write_text(f"{len(asyncio.all_tasks())} {count_cached_bytes()}", "utf-8")
        part.replace(file)  # atomic, because the file may be read at this moment
        await asyncio.sleep(2.0)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
