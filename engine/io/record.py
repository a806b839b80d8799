"""The record of a match as text that people and programs can read; `engine/README.md` describes the format."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from engine.deal.fair_shuffle import SHORTEST_SECRET, Proof, commit_to, verify_deal
from engine.deal.game import Phase, apply, spectator_view, start
from engine.model.actions import Action, Deal
from engine.model.errors import IllegalAction, InvalidRecord, InvalidRules
from engine.model.events import Event
from engine.model.fast_frozen import fast_frozen
from engine.model.notation import format_action, format_rules, parse_action, parse_level, parse_rules
from engine.model.options import Level
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.validation import validate
from engine.model.view import PhaseName

_RULES: Final = "Rules"
_LEVELS: Final = "Levels"
_DECLARER: Final = "Declarer"
_PROOF: Final = "proof"
_BYTE_ORDER_MARK: Final = "\ufeff"
_HEXADECIMAL: Final = re.compile(r"(?:[0-9a-fA-F]{2})+")
_LONGEST_SEAT: Final = 3
_LINE_END: Final = re.compile(r"\r\n|\r|\n")


@fast_frozen
@dataclass(frozen=True, slots=True)
class Move:
    """One action of a record; a deal may have the `proof` of its shuffle."""

    seat: Seat
    action: Action
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it was played. `headers` maps names to other facts, which the rules ignore."""

    rules: Rules
    moves: tuple[Move, ...] = ()
    levels: tuple[Level, ...] | None = None
    """One level for each seat at the start of the match; None means the rules' start level for all."""
    declarer: Seat | None = None
    """The declarer of the first deal, if known in advance."""
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ReplayStop:
    """Where and why a replay stopped. The number of the move counts from 0."""

    move_number: int
    refusal: IllegalAction


class Replay:
    """A replayed record, with every phase kept for stepping forwards and backwards.

    Raises InvalidRules if the rules cannot be played or the levels do not fit them, and IllegalAction if the declarer
    has no seat.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.phases: list[Phase] = [start(record.rules, record.levels, record.declarer)]
        self.events: list[tuple[Event, ...]] = []
        self.stopped: ReplayStop | None = None
        """Where and why the replay stopped, or None if every move is legal."""
        for number, move in enumerate(record.moves):
            try:
                step = apply(self.phases[-1], move.seat, move.action)
            except IllegalAction as refusal:
                self.stopped = ReplayStop(number, refusal)
                break
            self.phases.append(step.phase)
            self.events.append(step.events)

    def __len__(self) -> int:
        """Return the number of legal moves."""
        return len(self.events)

    @property
    def deals(self) -> tuple[int, ...]:
        """Indices of the legal moves that start a deal, redeals included."""
        return tuple(n for n, move in enumerate(self.record.moves[: len(self)]) if isinstance(move.action, Deal))

    @property
    def proofs(self) -> tuple[bool | None, ...]:
        """Whether the shuffle proof of each deal in `deals` is valid. The entry is None for a deal without a proof."""
        return tuple(self._proof_holds(number) for number in self.deals)

    def _proof_holds(self, number: int) -> bool | None:
        move = self.record.moves[number]
        if move.proof is None or not isinstance(move.action, Deal):
            return None
        return verify_deal(self.record.rules, move.proof, move.action, find_next_declarer(self.phases[number]))


def replay_to_end(record: Record) -> Phase:
    """Return the phase at the end of a record. Raises IllegalAction or InvalidRules."""
    phase = start(record.rules, record.levels, record.declarer)
    for move in record.moves:
        phase = apply(phase, move.seat, move.action).phase
    return phase


def find_next_declarer(phase: Phase) -> Seat | None:
    """Return the declarer of the next deal, or None if the shuffle decides which seat draws first."""
    view = spectator_view(phase)
    if view.phase is PhaseName.FINISHED and view.result is not None:
        return view.result.next_declarer
    return view.declarer


# --- text ------------------------------------------------------------------------------------------------------------


def format_record(record: Record, base: Rules | None = None) -> str:
    """Return the record as text. For `base` see `format_rules`. Raises ValueError if it could not be read back."""
    return "\n".join((*_format_headers(record, base), "", *_format_moves(record.moves), ""))


def _format_headers(record: Record, base: Rules | None) -> Iterator[str]:
    yield f"{_RULES}: {format_rules(record.rules, base)}".rstrip()
    if record.levels is not None:
        yield f"{_LEVELS}: {' '.join(level.text for level in record.levels)}"
    if record.declarer is not None:
        yield f"{_DECLARER}: {record.declarer}"
    for name, value in record.headers:
        yield _format_header(name, value)


def _format_header(name: str, value: str) -> str:
    own = name.title() in {_RULES, _LEVELS, _DECLARER}
    if own or not _is_header_name(name) or value != value.strip() or _LINE_END.search(value):
        raise ValueError(f"not a header: {name!r}: {value!r}")
    return f"{name}: {value}"


def _is_header_name(word: str) -> bool:
    return word.replace("-", "").isalnum()


def _format_moves(moves: Iterable[Move]) -> Iterator[str]:
    for move in moves:
        if move.proof is not None:
            proof = move.proof
            yield f"{_PROOF} {proof.commitment} {proof.secret.hex()} {json.dumps(proof.cut, ensure_ascii=False)}"
        yield format_action(move.seat, move.action)


def parse_record(text: str) -> Record:
    """Read a record in the format of `engine/README.md`. This does not check whether its actions are legal.

    Raises InvalidRecord if a line cannot be read, the rules are missing or cannot be played, the levels or the declarer
    do not fit them, or no deal follows a proof.
    """
    reader = _RecordReader()
    # `splitlines` would also split at other characters, which a player's cut may contain
    lines = _LINE_END.split(text.removeprefix(_BYTE_ORDER_MARK))
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        try:
            reader.read_line(line)
        except (ValueError, InvalidRules) as wrong:
            raise InvalidRecord(number, str(wrong)) from wrong
    return reader.record(len(lines))


class _RecordReader:
    """Collects a record line by line. Raises ValueError or InvalidRules for a line that cannot be read."""

    def __init__(self) -> None:
        self._rules: Rules | None = None
        self._levels: tuple[Level, ...] | None = None
        self._declarer: Seat | None = None
        self._headers: list[tuple[str, str]] = []
        self._moves: list[Move] = []
        self._proof: Proof | None = None

    def read_line(self, line: str) -> None:
        name, colon, value = line.partition(":")
        if colon and not self._moves and self._proof is None and _is_header_name(name):
            self._read_header(name, value.strip())
        elif line.split(maxsplit=1)[0].lower() == _PROOF:
            self._read_proof(line[len(_PROOF) :])
        else:
            self._read_move(line)

    def _read_proof(self, words: str) -> None:
        if self._proof is not None:
            raise ValueError("there are two proofs before one deal")
        self._proof = _parse_proof(words)

    def _read_header(self, name: str, value: str) -> None:
        own = name.title()
        if {_RULES: self._rules, _LEVELS: self._levels, _DECLARER: self._declarer}.get(own) is not None:
            raise ValueError(f"there are two lines `{own}: …`")
        match own:
            case "Rules":
                self._rules = validate(parse_rules(value))
            case "Levels":
                self._levels = tuple(map(parse_level, value.split()))
            case "Declarer":
                self._declarer = _parse_seat(value)
            case _:
                self._headers.append((name, value))

    def _read_move(self, line: str) -> None:
        seat, action = parse_action(line)
        if self._proof is not None and not isinstance(action, Deal):
            raise ValueError("a proof stands before a deal")
        self._moves.append(Move(seat, action, self._proof))
        self._proof = None

    def record(self, last: int) -> Record:
        if self._rules is None:
            raise InvalidRecord(last, "there is no line `Rules: …`")
        if self._declarer is not None and not 0 <= self._declarer < self._rules.players:
            raise InvalidRecord(last, f"there is no seat {self._declarer}")
        if self._proof is not None:
            raise InvalidRecord(last, "the record stops after a proof: its deal is missing")
        try:
            start(self._rules, self._levels, self._declarer)
        except InvalidRules as wrong:
            raise InvalidRecord(last, str(wrong)) from wrong
        return Record(self._rules, tuple(self._moves), self._levels, self._declarer, tuple(self._headers))


def _parse_seat(word: str) -> Seat:
    if not (word.isascii() and word.isdecimal() and len(word) <= _LONGEST_SEAT):
        raise ValueError(f"no seat number: {word[:20]}")
    return Seat(int(word))


def _parse_proof(words: str) -> Proof:
    promised, _, rest = words.strip().partition(" ")
    secret, _, cut = rest.strip().partition(" ")
    long_enough = len(secret) >= 2 * SHORTEST_SECRET and len(promised) == len(commit_to(bytes(SHORTEST_SECRET)))
    if not (long_enough and _HEXADECIMAL.fullmatch(promised) and _HEXADECIMAL.fullmatch(secret)):
        raise ValueError("a proof is a commitment, a secret and a cut")
    return Proof(promised, bytes.fromhex(secret), _parse_cut(cut))


def _parse_cut(text: str) -> str:
    if not text:
        return ""
    if not text.startswith('"'):
        raise ValueError("a cut is a text in quotes")
    try:
        cut = str(json.loads(text))
        cut.encode()
    except UnicodeEncodeError:
        raise ValueError("a cut has half a letter in it") from None
    except ValueError:
        raise ValueError("a cut is a text in quotes") from None
    return cut
