"""The command line of the engine: a referee for other programs, computer matches, replays and shuffle checks."""

import argparse
import hashlib
import io
import random
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NoReturn

from engine.arena.command import add_arena_command
from engine.arena.console import tell
from engine.arena.contest import ArenaError
from engine.deal.fair_shuffle import Proof, commit_to, make_fair_deal
from engine.deal.game import Phase, apply, spectator_view, start
from engine.io.english import format_event, format_refusal
from engine.io.record import Move, Record, Replay, find_next_declarer, format_record, parse_record
from engine.model.actions import Deal
from engine.model.errors import IllegalAction, InvalidRecord, InvalidRules
from engine.model.events import Event
from engine.model.presets import PRESETS, preset_with
from engine.model.rules import Rules
from engine.model.seats import TABLE
from engine.model.view import PhaseName
from engine.players.levels import PLAYERS, choose
from engine.puzzles.self_play import find_move
from engine.referee import answer_lines

_LONGEST_NUMBER: Final = 40


def main(arguments: list[str] | None = None) -> int:
    """Run a command line and return its exit status, which is 2 if the command line cannot be run."""
    options = _parse_arguments(arguments)
    if sys.stdout is None:
        return _print_error("standard output is closed")
    try:
        return int(options.run(options))
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:  # the program that reads the output has closed it
        sys.stdout = None  # otherwise Python flushes it again at exit, which fails
        return 0
    except (OSError, UnicodeDecodeError, ArenaError, InvalidRules, InvalidRecord, IllegalAction) as error:
        return _print_error(_describe(error))


def _describe(error: Exception) -> str:
    match error:
        case OSError():
            return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror)
        case UnicodeDecodeError():
            return "no record: it is not a text in UTF-8"
        case IllegalAction():
            return format_refusal(error)
        case _:
            return str(error)


def _print_error(message: str) -> int:
    tell(message)
    return 2


class _Parser(argparse.ArgumentParser):
    """A parser that reports a wrong command line in one line. It does not print the usage text."""

    def error(self, message: str) -> NoReturn:
        """Print the message and exit with status 2."""
        self.exit(2, f"{self.prog}: {message}\n")


def _parse_arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = _Parser(prog="python -m engine", description="The rules of Tractor.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    referee = commands.add_parser("referee", help="answer questions about the rules, one JSON object a line")
    referee.set_defaults(run=_run_referee)
    play = commands.add_parser("play", help="watch a match of computer players as text")
    play.add_argument("--rules", default="standard", choices=list(PRESETS), metavar="PRESET")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="override an option")
    play.add_argument("--seed", type=_parse_seed, default=1, help="a whole number; the same one gives the same match")
    deals_help = "stop after this many deals; 0: the whole match, or one deal where there are no levels"
    play.add_argument("--deals", type=_parse_count, default=0, help=deals_help)
    play.add_argument("--level", default=next(iter(PLAYERS)), choices=list(PLAYERS))
    play.add_argument("--record", type=Path, help="write the record to this file")
    play.set_defaults(run=_run_play)
    replay = commands.add_parser("replay", help="print the log of a record")
    replay.add_argument("file", type=Path)
    replay.set_defaults(run=_run_replay)
    check = commands.add_parser("verify", help="check the shuffle of every deal of a record")
    check.add_argument("file", type=Path)
    check.set_defaults(run=_run_verify)
    add_arena_command(commands.add_parser("arena", help="match two computer players on the same deals"), _parse_seed)
    return parser.parse_args(arguments)


def _parse_count(word: str) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) <= _LONGEST_NUMBER):
        raise argparse.ArgumentTypeError(f"not a number of deals: {word[:_LONGEST_NUMBER]}")
    return int(word)


def _parse_seed(word: str) -> int:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _LONGEST_NUMBER):
        raise argparse.ArgumentTypeError(f"not a whole number: {word[:_LONGEST_NUMBER]}")
    return int(word)


def _run_referee(_: argparse.Namespace) -> int:
    if isinstance(sys.stdin, io.TextIOWrapper):
        # a line that is not UTF-8 is refused like other unreadable questions
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")
    for line in answer_lines(sys.stdin):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    return 0


def _run_play(options: argparse.Namespace) -> int:
    overrides = dict(word.partition("=")[::2] for word in options.option)
    rules = preset_with(options.rules, **overrides)
    if options.record is not None:
        options.record.open("a").close()  # an unwritable file is reported before the match starts
    record = Record(rules, _play_and_print(rules, options))
    if options.record is not None:
        options.record.write_text(format_record(record), encoding="utf-8")
    return 0


def _play_and_print(rules: Rules, options: argparse.Namespace) -> tuple[Move, ...]:
    """Print a match while it is played and return its moves."""
    moves = []
    for move, events in play_match(rules, options.seed, options.level, options.deals):
        moves.append(move)
        _print_events(events)
    return tuple(moves)


def play_match(rules: Rules, seed: int, level: str, deals: int = 0) -> Iterator[tuple[Move, tuple[Event, ...]]]:
    """Yield each move of a match between computer players of one level, with the events that follow from it.

    The same arguments give the same match. It ends after this number of `deals`. With 0, it goes on until somebody has
    won the match; in games without levels, it ends after one deal.
    """
    phase, rng, dealt = start(rules), random.Random(seed), 0  # noqa: S311 - a game to watch, not a secret
    deals = deals or int(not rules.has_levels)
    while not (view := spectator_view(phase)).result or not view.result.winners:
        if view.phase in {PhaseName.READY, PhaseName.FINISHED}:
            if deals and dealt >= deals and view.phase is PhaseName.FINISHED:
                return
            dealt += view.phase is PhaseName.FINISHED or view.redeal is None
            move = _fair_deal_move(rules, phase, f"{seed}:{rng.random()}")
        else:
            _, move = find_move(phase, lambda view: choose(level, view, rng))
        step = apply(phase, move.seat, move.action)
        phase = step.phase
        yield move, step.events


def _fair_deal_move(rules: Rules, phase: Phase, words: str) -> Move:
    secret = hashlib.sha256(words.encode()).digest()
    deal: Deal = make_fair_deal(rules, secret, "", find_next_declarer(phase))
    return Move(TABLE, deal, Proof(commit_to(secret), secret, ""))


def _run_replay(options: argparse.Namespace) -> int:
    replay = Replay(parse_record(options.file.read_text(encoding="utf-8")))
    for events in replay.events:
        _print_events(events)
    return _print_stop(replay)


def _run_verify(options: argparse.Namespace) -> int:
    """Print whether the shuffle of each deal was fair. Return 1 if one was unfair or an action is illegal, else 0."""
    replay = Replay(parse_record(options.file.read_text(encoding="utf-8")))
    words = {True: "fair: the order follows from secret and cut", False: "NOT the promised order", None: "no proof"}
    for number, holds in enumerate(replay.proofs, 1):
        sys.stdout.write(f"deal {number}: {words[holds]}\n")
    return int(False in replay.proofs) | _print_stop(replay)


def _print_stop(replay: Replay) -> int:
    """Print the first illegal action of a record and return 1, or return 0 if all actions are legal."""
    if replay.stopped is None:
        return 0
    tell(f"action {replay.stopped.move_number + 1} is illegal: {format_refusal(replay.stopped.refusal)}")
    return 1


def _print_events(events: tuple[Event, ...]) -> None:
    for event in events:
        for line in format_event(event):
            sys.stdout.write(f"{line}\n")
