"""The command line, such as `python -m bot run`. After installation, `tractor` is short for `python -m bot`."""

import argparse
import asyncio
import os
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from bot import __version__
from bot.settings import InvalidSettings, Settings, read_settings

MAX_PORT = 65535
LATENCY = 250
"""How many milliseconds the local Discord takes to answer a request. Discord itself takes about as long."""
FILE_COMMANDS: Final = {
    "backup": "copy the database to FILE, even while the bot is running",
    "restore": "put the backup FILE in the place of the database, while no bot is running",
    "export": "write the whole database to FILE, which SQLite and PostgreSQL can import; .gz compresses it",
    "import": "fill an empty database with an exported FILE",
}


def main() -> int:
    """Run the command and return its exit status; 2 means that the operator must change something before a retry."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a character that the console lacks is printed as its code
            stream.reconfigure(errors="backslashreplace")
    options = _parse_arguments()
    rights = os.umask(0o077)  # new files hold tokens and secrets of deals in progress, so only their owner may read
    try:
        settings = read_settings()
        return _run_command(options, settings)
    except InvalidSettings as error:
        sys.stderr.write(f"{error}\n")
        return 2
    finally:
        os.umask(rights)


def _parse_port(text: str) -> int:
    if not text.isdecimal() or int(text) > MAX_PORT:
        raise argparse.ArgumentTypeError(f"not a port from 0 to {MAX_PORT}: {text}")
    return int(text)


def _parse_arguments() -> argparse.Namespace:
    name = "python -m bot" if Path(sys.argv[0]).stem == "__main__" else "tractor"
    parser = argparse.ArgumentParser(prog=name, description="Play Tractor on Discord.")
    parser.add_argument("--version", action="version", version=f"tractor {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    run = commands.add_parser("run", help="run the bot on Discord (with DISCORD_TOKEN) or on a local Discord (without)")
    run.add_argument("--port", type=_parse_port, help="port of the local Discord on 127.0.0.1 (default: any free port)")
    run.add_argument(
        "--latency",
        type=int,
        default=LATENCY,
        metavar="MS",
        help="milliseconds to the local Discord and back (default: %(default)s, as usual on Discord)",
    )
    run.add_argument(
        "--take-over", action="store_true", help="ask a bot that runs with the same settings to hand over to this one"
    )
    for command, help_ in FILE_COMMANDS.items():
        commands.add_parser(command, help=help_).add_argument("file", type=Path, metavar="FILE")
    commands.add_parser("migrate", help="update the database to the newest schema and exit")
    check = commands.add_parser("check", help="look for problems, and say how to solve each of them")
    kinds = check.add_mutually_exclusive_group()
    kinds.add_argument("--records", action="store_true", help="replay every stored game and check its results")
    kinds.add_argument(
        "--live",
        nargs=2,
        type=int,
        metavar=("SERVER", "CHANNEL"),
        help="try what the bot needs on Discord itself, in the channel and the server with these ids",
    )
    options = parser.parse_args()
    return options if options.command is not None else parser.parse_args(["run"])


def _run_command(options: argparse.Namespace, settings: Settings) -> int:
    # import these modules late, so that a bad setting is reported before the slow imports
    from bot.operations.open_database import StartupError

    try:
        if options.command == "run":
            from bot.monitoring.logging_setup import set_up_logging

            set_up_logging(settings)  # this comes first, because libraries may log warnings when they are imported
            from bot.app import run_bot

            return asyncio.run(run_bot(settings, options.port, options.latency, takes_over=options.take_over))
        if options.command == "check":
            return asyncio.run(_run_checks(options, settings))
        asyncio.run(_run_database_command(options, settings))
    except StartupError as error:
        _report(str(error), as_log_line=options.command == "run" and settings.log_format == "json")
        return error.status
    except KeyboardInterrupt:
        return 130
    return 0


def _report(error: str, *, as_log_line: bool) -> None:
    if as_log_line:
        import structlog

        structlog.get_logger().error(error)
    else:
        sys.stderr.write(f"{error}\n")


async def _run_checks(options: argparse.Namespace, settings: Settings) -> int:
    from bot.check.run import print_findings, run_checks

    if options.live is None:
        return await run_checks(settings, records=options.records)
    from bot.check.live.run_live import check_live
    from bot.create_bot import list_commands

    server, channel = options.live
    return await print_findings(check_live(settings, server, channel, await list_commands(settings)))


async def _run_database_command(options: argparse.Namespace, settings: Settings) -> None:
    from bot.operations import database_commands

    if options.command == "migrate":
        await database_commands.migrate(settings)
        return
    run = {
        "backup": database_commands.back_up,
        "restore": database_commands.restore_backup,
        "export": database_commands.export_to,
        "import": database_commands.import_from,
    }[options.command]
    await run(settings, options.file)


if __name__ == "__main__":
    sys.exit(main())
