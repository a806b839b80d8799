"""The bot in a process of its own: `python -m tests.load.bot_process URL TOKEN DATABASE_URL PACE`.

With the pauses and pictures of everyday. It differs from `python -m bot run` in that the local Discord is another process, that emoji are uploaded without pauses
and that tables stay in their channels, where the players of the load test look for them.
"""

import asyncio
import os
import sys
from pathlib import Path
from types import SimpleNamespace

from bot.create_bot import create_bot
from bot.monitoring.logging_setup import set_up_logging
from bot.settings import Settings
from bot.ui.core.config import UiConfig


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
        counting = asyncio.create_task(count_tasks(Path(os.environ["TASKS_FILE"])))
        await connection
        counting.cancel()


async def count_tasks(file: Path) -> None:
    """Write how many tasks there are, again and again."""
    while True:
        file.write_text(str(len(asyncio.all_tasks())), "utf-8")  # noqa: ASYNC240 - some bytes
        await asyncio.sleep(2.0)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
