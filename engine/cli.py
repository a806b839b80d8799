"""The command line of the engine: a referee for other programs, matches of computer players to watch, replays."""

import argparse
import hashlib
import io
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NoReturn

from engine.actions import Action, Deal, Draw
from engine.errors import BadRecord, BadRules, IllegalAction
from engine.events import Event
from engine.fairness import Proof, commitment, fair_deal
from engine.game import Phase, apply, spectator_view, start, to_act, view_for
from engine.players import PLAYERS, choose
from engine.presets import PRESETS, preset, with_options
from engine.record import Move, Record, Replay, next_declarer, read, write
from engine.referee import run
from engine.rules import Rules
from engine.seats import TABLE, Seat
from engine.telling import tell
from engine.view import PhaseName

ROUNDS_A_WAVE = 8
_LONGEST_NUMBER: Final = 40


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; 2 when it cannot be done."""
    options = _options(arguments)
    try:
        return int(options.run(options))
    except BrokenPipeError:  # whoever read this has seen enough
        sys.stdout = None  # nothing more to flush at the end
        return 0
    except OSError as error:
        return _refused(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror))
    except UnicodeDecodeError:
        return _refused("no record: it is not a text in UTF-8")
    except (BadRules, BadRecord, IllegalAction) as error:
        return _refused(str(error))


def _refused(why: str) -> int:
    sys.stderr.write(f"{why}\n")
    return 2


class _Parser(argparse.ArgumentParser):
    """Says what is wrong with a command line in one line; `--help` shows the rest."""

    def error(self, message: str) -> NoReturn:
        """Leave with 2."""
        self.exit(2, f"{self.prog}: {message}\n")


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = _Parser(prog="python -m engine", description="The rules of Tractor.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    referee = commands.add_parser("referee", help="answer questions about the rules, one JSON object a line")
    referee.set_defaults(run=_referee)
    play = commands.add_parser("play", help="watch a match of computer players as text")
    play.add_argument("--rules", default="club", choices=list(PRESETS), metavar="PRESET")
    play.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="override an option")
    play.add_argument("--seed", type=_seed, default=1, help="a whole number; the same one gives the same match")
    play.add_argument("--deals", type=_count, default=0, help="stop after so many deals; 0: at the end of the match")
    play.add_argument("--level", default=next(iter(PLAYERS)), choices=list(PLAYERS))
    play.add_argument("--record", type=Path, help="write the record to this file")
    play.set_defaults(run=_play)
    replay = commands.add_parser("replay", help="tell a record again")
    replay.add_argument("file", type=Path)
    replay.set_defaults(run=_replay)
    check = commands.add_parser("verify", help="check the shuffle of every deal of a record")
    check.add_argument("file", type=Path)
    check.set_defaults(run=_verify)
    return parser.parse_args(arguments)


def _count(word: str) -> int:
    """Read a number of deals; argparse says in one line what is wrong with another word."""
    if not (word.isascii() and word.isdecimal() and len(word) <= _LONGEST_NUMBER):
        raise argparse.ArgumentTypeError(f"not a number of deals: {word[:_LONGEST_NUMBER]}")
    return int(word)


def _seed(word: str) -> int:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _LONGEST_NUMBER):
        raise argparse.ArgumentTypeError(f"not a whole number: {word[:_LONGEST_NUMBER]}")
    return int(word)


def _referee(_: argparse.Namespace) -> int:
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")  # a line of other bytes is one bad question
    for line in run(sys.stdin):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    return 0


def _play(options: argparse.Namespace) -> int:
    overrides = dict(word.partition("=")[::2] for word in options.option)
    rules = with_options(preset(options.rules), **overrides)
    if options.record is not None:
        options.record.open("a").close()  # a file that cannot be written is told before the play
    record = Record(rules, _watched(rules, options))
    if options.record is not None:
        options.record.write_text(write(record), encoding="utf-8")
    return 0


def _watched(rules: Rules, options: argparse.Namespace) -> tuple[Move, ...]:
    """Tell a match while it is played; return its moves."""
    moves = []
    for move, events in watch(rules, options.seed, options.level, options.deals):
        moves.append(move)
        _say(events)
    return tuple(moves)


def watch(rules: Rules, seed: int, level: str, deals: int = 0) -> Iterator[tuple[Move, tuple[Event, ...]]]:
    """Yield a match of computer players of one level, action by action; `deals` ends it early, 0 does not.

    The same arguments give the same match.
    """
    phase, rng, dealt = start(rules), random.Random(seed), 0  # noqa: S311 - a game to watch, not a secret
    while not (view := spectator_view(phase)).result or not view.result.winners:
        if view.phase in {PhaseName.READY, PhaseName.FINISHED}:
            if deals and dealt >= deals and view.phase is PhaseName.FINISHED:
                return
            dealt += view.phase is PhaseName.FINISHED or view.redeal is None
            move = _shuffled(rules, phase, f"{seed}:{rng.random()}")
        else:
            move = _next(phase, level, rng)
        step = apply(phase, move.seat, move.action)
        phase = step.phase
        yield move, step.events


def _shuffled(rules: Rules, phase: Phase, words: str) -> Move:
    secret = hashlib.sha256(words.encode()).digest()
    deal: Deal = fair_deal(rules, secret, "", next_declarer(phase))
    return Move(TABLE, deal, Proof(commitment(secret), secret, ""))


def _next(phase: Phase, level: str, rng: random.Random) -> Move:
    """Return the next action: of the first seat that wants to act, or the next wave of cards."""
    for seat in to_act(phase):
        action: Action | None = choose(level, view_for(phase, Seat(seat)), rng)
        if action is not None:
            return Move(Seat(seat), action)
    view = spectator_view(phase)
    return Move(TABLE, Draw(min(view.to_draw, ROUNDS_A_WAVE * view.rules.players)))


def _replay(options: argparse.Namespace) -> int:
    replay = Replay(read(options.file.read_text(encoding="utf-8")))
    for events in replay.events:
        _say(events)
    return _stopped(replay)


def _verify(options: argparse.Namespace) -> int:
    """Tell of each good deal whether its shuffle was the promised one; 1 if one was not, or the record goes wrong."""
    replay = Replay(read(options.file.read_text(encoding="utf-8")))
    words = {True: "fair: the order follows from secret and cut", False: "NOT the promised order", None: "no proof"}
    for number, holds in enumerate(replay.proofs, 1):
        sys.stdout.write(f"deal {number}: {words[holds]}\n")
    return int(False in replay.proofs) | _stopped(replay)


def _stopped(replay: Replay) -> int:
    """Say where a record goes wrong, if it does; 1 then."""
    if replay.stopped is None:
        return 0
    sys.stderr.write(f"action {replay.stopped.move + 1} is illegal: {replay.stopped.refusal}\n")
    return 1


def _say(events: tuple[Event, ...]) -> None:
    for event in events:
        for line in tell(event):
            sys.stdout.write(f"{line}\n")
