"""The command line: `python -m bot.loopback --port N --state FILE`."""

import argparse
import asyncio
import json
import sqlite3
import sys

from bot.loopback.server import ENGLISH, QUICK, Loopback, RealTokenError
from bot.stopping import stop_on_signals


def main() -> int:
    """Run the stand-in until it is interrupted. Return 0, or 2 if it cannot start."""
    options = _options()
    try:
        asyncio.run(_run(options))
    except RealTokenError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except (OSError, ValueError, sqlite3.OperationalError) as error:
        where = f" on port {options.port}" if isinstance(error, OSError) else ""
        sys.stderr.write(f"the local Discord could not start{where}: {error}\n")
        return 2
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bot.loopback", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="port on 127.0.0.1; 0 takes a free one")
    parser.add_argument("--state", help="SQLite file in which everything is kept between runs")
    parser.add_argument("--no-limits", action="store_true", help="do not enforce rate limits")
    parser.add_argument(
        "--latency", type=int, default=0, metavar="MS", help="milliseconds that each request of the bot takes"
    )
    parser.add_argument("--quick", type=json.loads, default=QUICK, help="JSON of the page's one-button command")
    parser.add_argument(
        "--locale",
        action="append",
        metavar="TAG=NAME",
        type=lambda text: text.partition("=")[::2],
        help="language to choose from, such as fr=Français; may be repeated; English when left out",
    )
    return parser.parse_args()


async def _run(options: argparse.Namespace) -> None:
    stopped = stop_on_signals()
    starting = Loopback.start(
        options.port,
        options.state,
        limits=not options.no_limits,
        quick=options.quick,
        languages=options.locale or ENGLISH,
        latency=options.latency,
    )
    async with await starting as local:
        where = f"local Discord: {local.page}  API {local.api}  gateway {local.gateway}  token {local.token}"
        print(where, flush=True)  # noqa: T201 - this is the command line
        await stopped.wait()


if __name__ == "__main__":
    sys.exit(main())
