"""The command line: `python -m bot run`, `python -m bot backup FILE`, `python -m bot migrate`."""

import argparse
import asyncio
import sys
from pathlib import Path

from bot.settings import BadSettings, Settings, read_settings


def main() -> int:
    """Do what the command line says; 2 when a setting or an argument is wrong."""
    options = _options()
    try:
        settings = read_settings()
        return _run(options, settings)
    except BadSettings as error:
        sys.stderr.write(f"{error}\n")
        return 2


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Play Tractor on Discord.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    run = commands.add_parser("run", help="start the bot: on Discord with DISCORD_TOKEN, else on a local Discord")
    run.add_argument("--port", type=int, help="the local Discord's port on 127.0.0.1 (default: any free one)")
    backup = commands.add_parser("backup", help="copy the database to FILE, also while the bot runs")
    backup.add_argument("file", type=Path)
    commands.add_parser("migrate", help="bring the database up to date, and do nothing else")
    options = parser.parse_args()
    if options.command is None:
        options.command, options.port = "run", None
    return options


def _run(options: argparse.Namespace, settings: Settings) -> int:
    from bot import app  # here, so that a bad setting is told before anything heavy is loaded

    try:
        if options.command == "backup":
            asyncio.run(app.back_up(settings, options.file))
        elif options.command == "migrate":
            asyncio.run(app.migrate(settings))
        else:
            return asyncio.run(app.serve(settings, options.port))
    except app.CannotStart as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
