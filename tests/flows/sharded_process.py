"""Runs the whole program with settings from the environment: `python sharded_process.py URL [--take-over]`.

Its Discord is the local one at URL. It prints `ready` when every table is shown. Its log goes to standard error.
"""

import asyncio
import os
import sys
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2])]

from bot_harness import QUICK  # noqa: E402 - the path is set first
from shared_resources import BlankRenderer  # noqa: E402 - the path is set first

from bot import app, create_bot  # noqa: E402 - the path is set first
from bot.monitoring.logging_setup import set_up_logging  # noqa: E402 - the path is set first
from bot.settings import Settings  # noqa: E402 - the path is set first
from bot.ui.client import ShardedClient, TractorClient  # noqa: E402 - the path is set first
from bot.ui.core.services import UiConfig  # noqa: E402 - the path is set first
from bot.ui.discord_io.connectors import LocalOnlyConnector, redirect_discord_py  # noqa: E402 - the path is set first

QUICKLY = {"guild_ready_timeout": 0.2}


def create_client(services, outbox, opened, settings, _local):
    options = create_bot.list_shard_options(settings, opened)
    made = ShardedClient if options else TractorClient
    return made(services, outbox, opened.lease, connector=LocalOnlyConnector(), **options, **QUICKLY)


@asynccontextmanager
async def create_observed(make, *given, **options):
    async with make(*given, timing=QUICK, ui_config=UiConfig(edit_pause=0.02), **options) as running:
        saying = asyncio.create_task(say_ready(running.client))
        yield running
        saying.cancel()


async def say_ready(client):
    await client.opened.wait()
    print("ready", flush=True)


def main(url, *options):
    redirect_discord_py(url)
    create_bot._create_client, create_bot.PictureRenderer = create_client, BlankRenderer
    app.create_bot = partial(create_observed, create_bot.create_bot)
    settings = Settings(_env_file=None, picture_workers=1, search_workers=0, presses_per_minute=0)
    set_up_logging(settings)
    return asyncio.run(app.run_bot(settings, None, takes_over="--take-over" in options))


if __name__ == "__main__":
    try:
        sys.exit(main(*sys.argv[1:]))
    except app.StartupError as error:
        sys.stderr.write(f"{error}\n")
        os._exit(2)
