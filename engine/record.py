"""The record of a whole match: rules, who sat where, and every action, as text that people and programs can read.

Headers come first, `Name: value`, one a line; then a blank line; then one action a line, as `engine.notation` writes
them. A `proof` line before a deal says where its shuffle came from. See README.md beside this file for the format.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from engine.actions import Action, Deal
from engine.errors import BadRecord, BadRules, IllegalAction
from engine.events import Event
from engine.fairness import SHORTEST_SECRET, Proof, commitment, verify
from engine.game import Phase, apply, spectator_view, start
from engine.notation import action_text, parse_action, parse_level, parse_rules, rules_text
from engine.rules import Level, Rules
from engine.seats import Seat
from engine.validation import validate
from engine.view import PhaseName

_RULES: Final = "Rules"
_LEVELS: Final = "Levels"
_DECLARER: Final = "Declarer"
_PROOF: Final = "proof"
_BYTE_ORDER_MARK: Final = "\ufeff"
_HEXADECIMAL: Final = re.compile(r"(?:[0-9a-fA-F]{2})+")
_LONGEST_SEAT: Final = 3
_LINE_END: Final = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Move:
    """One action of a record. `proof` stands before a deal: what fixed its shuffle."""

    seat: Seat
    action: Action
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A match as it was played. `headers` are further facts, by name, that mean nothing to the rules."""

    rules: Rules
    moves: tuple[Move, ...] = ()
    levels: tuple[Level, ...] | None = None
    """One for each seat, as the match began; None: the rules' start level for all."""
    declarer: Seat | None = None
    """Who declared in the first deal, where that was known before it."""
    headers: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a replay had to end: the record's action number (from 0) that the rules refuse, and why."""

    move: int
    refusal: IllegalAction


class Replay:
    """A record played through. Every position is kept, so that it can be walked forwards and backwards.

    Raises:
        BadRules: the record's rules cannot be played.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.phases: list[Phase] = [start(record.rules, record.levels, record.declarer)]
        self.events: list[tuple[Event, ...]] = []
        self.stopped: Stop | None = None
        """None: the whole record is good."""
        for number, move in enumerate(record.moves):
            try:
                step = apply(self.phases[-1], move.seat, move.action)
            except IllegalAction as refusal:
                self.stopped = Stop(number, refusal)
                break
            self.phases.append(step.phase)
            self.events.append(step.events)

    def __len__(self) -> int:
        """Return how many actions are good."""
        return len(self.events)

    def after(self, moves: int) -> Phase:
        """Return the phase after so many good actions; 0 is the start.

        Raises:
            IndexError: there are not so many.
        """
        if not 0 <= moves <= len(self.events):
            raise IndexError(f"the record has {len(self.events)} good actions, not {moves}")
        return self.phases[moves]

    @property
    def deals(self) -> tuple[int, ...]:
        """Numbers of the good actions that put a pack on the table, redeals included."""
        return tuple(n for n, move in enumerate(self.record.moves[: len(self)]) if isinstance(move.action, Deal))

    @property
    def proofs(self) -> tuple[bool | None, ...]:
        """Whether the proof of each of these deals holds; None where it has none."""
        return tuple(self._holds(number) for number in self.deals)

    def _holds(self, number: int) -> bool | None:
        move = self.record.moves[number]
        if move.proof is None or not isinstance(move.action, Deal):
            return None
        return verify(self.record.rules, move.proof, move.action, next_declarer(self.phases[number]))


def fold(record: Record) -> Phase:
    """Return the phase at the end of a record.

    Raises:
        IllegalAction: an action is illegal.
        BadRules: the rules cannot be played.
    """
    phase = start(record.rules, record.levels, record.declarer)
    for move in record.moves:
        phase = apply(phase, move.seat, move.action).phase
    return phase


def check_proofs(record: Record) -> tuple[bool | None, ...]:
    """Tell for each deal of a record, as far as it is good, whether its proof holds; None where it has none.

    Raises:
        BadRules: the record's rules cannot be played.
    """
    return Replay(record).proofs


def next_declarer(phase: Phase) -> Seat | None:
    """Return who will declare in the deal that is awaited, and so draws first; None where chance says who does."""
    view = spectator_view(phase)
    if view.phase is PhaseName.FINISHED and view.result is not None:
        return view.result.next_declarer
    return view.declarer


# --- text ------------------------------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """Return the record as text; `read` gives the same record back.

    Raises:
        ValueError: a header could not be read back: its name is no word or one of the record's own, or its value has
            line breaks or outer blanks.
    """
    return "\n".join((*_headers(record), "", *_lines(record.moves), ""))


def _headers(record: Record) -> Iterator[str]:
    yield f"{_RULES}: {rules_text(record.rules)}"
    if record.levels is not None:
        yield f"{_LEVELS}: {' '.join(level.text for level in record.levels)}"
    if record.declarer is not None:
        yield f"{_DECLARER}: {record.declarer}"
    for name, value in record.headers:
        yield _header_text(name, value)


def _header_text(name: str, value: str) -> str:
    own = name.title() in {_RULES, _LEVELS, _DECLARER}
    if own or not _is_name(name) or value != value.strip() or _LINE_END.search(value):
        raise ValueError(f"not a header: {name!r}: {value!r}")
    return f"{name}: {value}"


def _is_name(word: str) -> bool:
    return word.replace("-", "").isalnum()


def _lines(moves: Iterable[Move]) -> Iterator[str]:
    for move in moves:
        if move.proof is not None:
            proof = move.proof
            yield f"{_PROOF} {proof.commitment} {proof.secret.hex()} {json.dumps(proof.cut, ensure_ascii=False)}"
        yield action_text(move.seat, move.action)


def read(text: str) -> Record:
    """Read a record. Blank lines, lines that begin with `#`, letter case of headers and line ends may vary.

    Whether its actions are legal is for `Replay` to see.

    Raises:
        BadRecord: a line cannot be read, or the rules are missing or cannot be played.
    """
    reader = _Reader()
    # not `splitlines`: a cut may have characters that end lines elsewhere
    lines = _LINE_END.split(text.removeprefix(_BYTE_ORDER_MARK))
    for number, raw in enumerate(lines, 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        try:
            reader.take(line)
        except (ValueError, BadRules) as wrong:
            raise BadRecord(number, str(wrong)) from wrong
    return reader.record(len(lines))


class _Reader:
    """Gathers a record line by line; raises ValueError for a line that says nothing it knows."""

    def __init__(self) -> None:
        self._rules: Rules | None = None
        self._levels: tuple[Level, ...] | None = None
        self._declarer: Seat | None = None
        self._headers: list[tuple[str, str]] = []
        self._own: set[str] = set()
        """Names of the record's own headers that were there."""
        self._moves: list[Move] = []
        self._proof: Proof | None = None

    def take(self, line: str) -> None:
        """Read one line that is neither blank nor a comment."""
        name, colon, value = line.partition(":")
        if colon and not self._moves and self._proof is None and _is_name(name):
            self._header(name, value.strip())
        elif line.split(maxsplit=1)[0].lower() == _PROOF:
            self._prove(line[len(_PROOF) :])
        else:
            self._move(line)

    def _prove(self, words: str) -> None:
        if self._proof is not None:
            raise ValueError("there are two proofs before one deal")
        self._proof = _read_proof(words)

    def _header(self, name: str, value: str) -> None:
        own = name.title()
        if own in self._own:
            raise ValueError(f"there are two lines `{own}: …`")
        if own in {_RULES, _LEVELS, _DECLARER}:
            self._own.add(own)
        match own:
            case "Rules":
                self._rules = parse_rules(value)
                validate(self._rules)
            case "Levels":
                self._levels = tuple(map(parse_level, value.split()))
            case "Declarer":
                self._declarer = _read_seat(value)
            case _:
                self._headers.append((name, value))

    def _move(self, line: str) -> None:
        seat, action = parse_action(line)
        if self._proof is not None and not isinstance(action, Deal):
            raise ValueError("a proof stands before a deal")
        self._moves.append(Move(seat, action, self._proof))
        self._proof = None

    def record(self, last: int) -> Record:
        """Return what was gathered.

        Raises:
            BadRecord: there were no rules, or levels or declarer do not fit them.
        """
        if self._rules is None:
            raise BadRecord(last, "there is no line `Rules: …`")
        if self._declarer is not None and not 0 <= self._declarer < self._rules.players:
            raise BadRecord(last, f"there is no seat {self._declarer}")
        if self._proof is not None:
            raise BadRecord(last, "the record stops after a proof: its deal is missing")
        try:
            start(self._rules, self._levels, self._declarer)
        except BadRules as wrong:
            raise BadRecord(last, str(wrong)) from wrong
        return Record(self._rules, tuple(self._moves), self._levels, self._declarer, tuple(self._headers))


def _read_seat(word: str) -> Seat:
    if not (word.isascii() and word.isdecimal() and len(word) <= _LONGEST_SEAT):
        raise ValueError(f"no seat number: {word[:20]}")
    return Seat(int(word))


def _read_proof(words: str) -> Proof:
    promised, _, rest = words.strip().partition(" ")
    secret, _, cut = rest.strip().partition(" ")
    if not (_HEXADECIMAL.fullmatch(promised) and _HEXADECIMAL.fullmatch(secret)):
        raise ValueError("a proof is a commitment, a secret and a cut")
    if len(secret) < 2 * SHORTEST_SECRET or len(promised) != len(commitment(bytes(SHORTEST_SECRET))):
        raise ValueError("a proof is a commitment, a secret and a cut")
    return Proof(promised, bytes.fromhex(secret), _read_cut(cut))


def _read_cut(text: str) -> str:
    """Return the words of a cut, written as JSON writes a text; anything else is not even looked into."""
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
