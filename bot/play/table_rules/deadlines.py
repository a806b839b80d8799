"""Computes the deadlines of a table, at which the program acts by itself. They follow from facts and game state."""

import hashlib
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace
from typing import Final

from bot.play.clock.timing import MIN_DECLARE_WINDOW, Pace, Timing, at_speed
from bot.play.table_rules.game_state import GameState, has_new_offers
from bot.play.table_rules.match_changes import is_everyone_ready
from bot.play.values.stored_table import Deadline, DeadlineKind
from bot.play.values.table_info import Person, TableInfo, TableStatus
from engine.deal.game import to_act
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.view import PhaseName

WINDOWS: Final = {PhaseName.DECLARING, PhaseName.CLAIMING, PhaseName.STEALING}
_DIGEST_RANGE: Final = 2**64
_Wanted = tuple[DeadlineKind, float, Seat | None, int]
"""A deadline to set: its kind, the seconds until it is due, its seat and its task."""
WINDOW_KINDS: Final = {DeadlineKind.WINDOW_CLOSES, DeadlineKind.TURN}
"""The kinds of deadlines that end the time to declare, to claim a redeal or to take the kitty."""


def list_deadlines(
    facts: TableInfo,
    game: GameState | None,
    timing: Timing,
    now: float,
    kept: Iterable[Deadline],
    secret: bytes = b"",
    *,
    waits_for_hands: bool = False,
) -> tuple[Deadline, ...]:
    """Return the present deadlines. A deadline that is already in `kept` keeps its time.

    The deal's `secret` decides when the program passes for seats. `waits_for_hands` is true if somebody present has not
    opened their hand.
    """
    timing = at_speed(timing, facts.speed)
    known = {(d.kind, d.seat, d.task): d for d in kept}
    hands = timing.open_hands if waits_for_hands else 0.0
    wanted = list(_list_kinds(facts, game, timing, now, hands))
    if game is not None and wanted:
        window = game.window_revision
        passing = frozenset(d.seat for d in known.values() if d.kind is DeadlineKind.PASSES and d.task == window)
        wanted += [
            (DeadlineKind.PASSES, draw_pass_delay(game, seat, secret, timing), seat, window)
            for seat in list_silent_seats(facts, game, passing)
        ]
    return tuple(
        known.get((kind, seat, task)) or Deadline(kind, now + wait, seat, task) for kind, wait, seat, task in wanted
    )


def create_pass_deadline(
    game: GameState, rules: Rules, seat: Seat, timing: Timing, deadlines: Iterable[Deadline], secret: bytes
) -> Deadline:
    """Return the deadline at which a player's pass becomes public. It may lie in the past."""
    closes = min((d.at for d in deadlines if d.kind in WINDOW_KINDS), default=0.0)
    at = closes - get_window_length(rules, game.phase_name, timing) + draw_pass_delay(game, seat, secret, timing)
    return Deadline(DeadlineKind.PASSES, at, seat, game.window_revision)


def is_passing(deadlines: Iterable[Deadline], seat: Seat) -> bool:
    """Return whether one of the deadlines will make the seat pass."""
    return any(d.kind is DeadlineKind.PASSES and d.seat == seat for d in deadlines)


def get_window_length(rules: Rules, phase: PhaseName, timing: Timing) -> float:
    """Return how many seconds seats have to answer in a phase. The time to declare counts from the last card drawn."""
    if phase is PhaseName.DECLARING:
        return max(MIN_DECLARE_WINDOW, float(rules.declare_window), timing.declare_window)
    return timing.answer_window


def get_batch_size(facts: TableInfo, timing: Timing, to_draw: int) -> int:
    """Return how many cards are drawn in the next batch: whole rounds of the table, or the rest in the last batch."""
    return min(to_draw, -(-facts.rules.hand_size // timing.batches) * facts.rules.players)


def is_last_batch_of_first_deal(facts: TableInfo, game: GameState, timing: Timing) -> bool:
    """Return whether the next cards to be drawn are the last of a match's first deal."""
    if game.phase_name is not PhaseName.DECLARING:  # every snapshot asks this, so answer quickly where possible
        return False
    view = game.view(Seat(0))
    return view.deal_number == 1 and 0 < view.to_draw == get_batch_size(facts, timing, view.to_draw)


def _list_kinds(
    facts: TableInfo, game: GameState | None, timing: Timing, now: float, hands: float
) -> Iterator[_Wanted]:
    """Yield the deadlines to set. The last cards of the first deal come `hands` seconds later than usual."""
    if facts.status is TableStatus.LOBBY:
        yield DeadlineKind.LOBBY_EXPIRES, timing.lobby_timeout, None, 0
        if timing.lobby_timeout > timing.lobby_warning:
            yield DeadlineKind.LOBBY_WARNING, timing.lobby_timeout - timing.lobby_warning, None, 0
    if facts.status is not TableStatus.PLAYING or game is None or facts.paused:
        return
    view = game.view(Seat(0))
    if facts.is_computers_only:  # perhaps nobody watches, so somebody must ask for each deal
        asked = 2 * view.deal_number + (view.phase is PhaseName.FINISHED)
        yield DeadlineKind.UNWATCHED, timing.unwatched_timeout, None, asked
    if view.phase is PhaseName.READY and view.redeal is not None:
        yield DeadlineKind.DRAW, timing.batch_interval, None, 0
    elif view.phase is PhaseName.DECLARING and view.to_draw:
        first = view.to_draw == facts.rules.hand_size * facts.rules.players
        wait = hands if is_last_batch_of_first_deal(facts, game, timing) else 0.0
        yield DeadlineKind.DRAW, wait + (0.0 if first else timing.batch_interval), None, view.to_draw
    elif view.phase in {PhaseName.DECLARING, PhaseName.CLAIMING}:
        length = get_window_length(facts.rules, view.phase, timing)
        yield DeadlineKind.WINDOW_CLOSES, length, None, game.window_revision
    elif view.phase is PhaseName.FINISHED:
        yield from _list_next_deal(facts, timing)
        if facts.match_ends_at is not None:
            yield DeadlineKind.MATCH_ENDS, max(0.0, facts.match_ends_at - now), None, 0
    else:
        yield from _list_turns(facts, game, timing)


def _list_next_deal(facts: TableInfo, timing: Timing) -> Iterator[_Wanted]:
    wait = get_pace(facts, timing).next_deal
    if is_everyone_ready(facts):
        yield DeadlineKind.NEXT_DEAL, 0.0, None, 1
    elif wait and not facts.is_computers_only:
        yield DeadlineKind.NEXT_DEAL, wait, None, 0


def _list_turns(facts: TableInfo, game: GameState, timing: Timing) -> Iterator[_Wanted]:
    for seat in to_act(game.phase):
        if isinstance(facts.seats[seat], Person):
            wait = timing.computer_pause if seat in facts.away else get_turn_time(facts, game.phase_name, timing)
            if wait:
                yield DeadlineKind.TURN, wait, seat, game.tasks[seat]


def shift_deadlines(
    deadlines: Iterable[Deadline], kind: DeadlineKind, seconds: float, earliest: float
) -> tuple[Deadline, ...]:
    """Return the deadlines. Those of `kind` move by `seconds`, but not to a time before `earliest`."""
    return tuple(replace(d, at=max(d.at + seconds, earliest)) if d.kind is kind else d for d in deadlines)


def get_pace(facts: TableInfo, timing: Timing) -> Pace:
    """Return the pace that a table's host has chosen or, where they chose nothing, the usual one."""
    next_deal = 0.0 if facts.is_alone else timing.next_deal  # a person alone with computer players keeps nobody waiting
    return Pace(
        timing.turn if facts.turn_seconds is None else facts.turn_seconds,
        timing.bury if facts.bury_seconds is None else facts.bury_seconds,
        next_deal if facts.next_deal_seconds is None else facts.next_deal_seconds,
    )


def get_turn_time(facts: TableInfo, phase: PhaseName, timing: Timing) -> float:
    """Return the seconds that a player has to act in this phase; 0 means no limit."""
    if phase is PhaseName.STEALING:
        return timing.answer_window
    if phase is PhaseName.BURYING:
        return get_pace(facts, timing).bury
    return get_pace(facts, timing).turn


def is_window_open(game: GameState) -> bool:
    """Return whether seats may pass. They may once all cards are drawn, until all seats have answered."""
    return game.phase_name in WINDOWS and not game.view(Seat(0)).to_draw


def draw_pass_delay(game: GameState, seat: Seat, secret: bytes, timing: Timing) -> float:
    """Return the seconds after which the program passes for a seat. They do not depend on the seat's cards."""
    digest = hashlib.sha256(b"pass:%d:%d:" % (game.window_revision, seat) + secret).digest()
    share = int.from_bytes(digest[:8], "big") / _DIGEST_RANGE
    return timing.pass_earliest + share * (timing.pass_latest - timing.pass_earliest)


def list_silent_seats(facts: TableInfo, game: GameState, passing: Container[Seat | None]) -> Iterator[Seat]:
    """Yield the seats of people for whom the program passes. They pressed Pass, are away, or can do nothing new."""
    if not is_window_open(game):
        return
    for seat in to_act(game.phase):
        is_silent = seat in facts.away or seat in passing or not has_new_offers(game, seat)
        if isinstance(facts.seats[seat], Person) and is_silent:
            yield seat
