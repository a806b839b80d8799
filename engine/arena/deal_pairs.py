"""Plays each deal of a contest twice with sides swapped, and measures what player A gains over player B."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Final

from engine.arena.contest import ArenaError, Contestant, DecisionFault, PlayerFaultError
from engine.arena.encode_question import WAIT, format_answer, shorten
from engine.arena.seated_player import SeatedPlayer
from engine.deal.game import Phase, apply, continue_dealing, start, to_act, view_for
from engine.deal.legal_actions import legal_actions_of
from engine.deal.phases.states import Finished, Ready
from engine.deal.scoring import points_to_win
from engine.io.english import format_refusal
from engine.model.actions import Action, Deal, Pass, TakeBack
from engine.model.declaration_ladder import is_every_deal_first
from engine.model.errors import IllegalAction
from engine.model.events import DealResult
from engine.model.options import Level, Teams
from engine.model.rules import Rules
from engine.model.seats import TABLE, Seat
from engine.model.view import Ask, View
from engine.players.levels import PLAYERS, RULES_LEVEL
from engine.puzzles.self_play import make_seeded_deal, pick_level

_MOST_REDEALS: Final = 20
"""After this many cancelled deals in a row, a rule-based computer player makes the declarations of all seats."""
_LAST_REDEAL: Final = 200
"""If more deals than this are cancelled in a row, the contest ends with an error."""


@dataclass(frozen=True, slots=True)
class DealSetup:
    """One deal before its cards are dealt."""

    rules: Rules
    words: str
    """The seed of the shuffle, as text."""
    level: Level
    declarer: Seat | None
    """The declarer. In a first deal, it is None, because the declarations decide who becomes declarer."""
    a_seats: frozenset[int]
    """The seats of player A in the first game. In the second game, player A has all other seats."""

    def shuffle(self, redeals: int, declarer: Seat | None = None) -> Deal:
        """Return the deal, shuffled again after `redeals` cancelled deals. A redeal may have changed the `declarer`."""
        return make_seeded_deal(self.rules, self.words, redeals, self.declarer if declarer is None else declarer)

    def entrant_at(self, seat: int, game: int) -> Contestant:
        """Return the player who sits in a seat in game 0 or 1."""
        return Contestant.A if (seat in self.a_seats) == (game == 0) else Contestant.B


def set_up_deal(rules: Rules, seed: int, pair: int) -> DealSetup:
    """Return the deal that both games of a pair play."""
    words = f"{seed} {pair}"
    rng = random.Random(f"{words} setup")  # noqa: S311 - a deal to measure with, not a secret
    return DealSetup(rules, words, pick_level(rules, rng), _pick_declarer(rules, rng), _pick_seats(rules, rng))


def _pick_declarer(rules: Rules, rng: random.Random) -> Seat | None:
    picked = rng.choice([None, *range(rules.players)])
    return None if picked is None or is_every_deal_first(rules) else Seat(picked)


def _pick_seats(rules: Rules, rng: random.Random) -> frozenset[int]:
    if rules.teams is Teams.FIXED:
        return frozenset(range(rng.randrange(2), rules.players, 2))
    return frozenset(rng.sample(range(rules.players), rules.players // 2))


@dataclass(frozen=True, slots=True)
class SeatScore:
    """What a deal brings to one seat."""

    levels: float
    """Levels earned less levels lost. Earned levels count in full, even if a rule stopped the rise halfway."""
    points: float
    """Half the card points by which the opponents exceed the points to win. For declarers, the sign is reversed."""
    won: bool


@dataclass(frozen=True, slots=True)
class PairScore:
    """The score of a pair of games. `levels` and `points` are the average gain of A's seats, less that of B's seats."""

    levels: float
    points: float
    won_by_a: float
    """Share of A's seats that won their deal."""
    won_by_b: float


def score_seat(result: DealResult, seat: Seat, rules: Rules) -> SeatScore:
    """Return what a deal brings to `seat`."""
    won = seat in result.winning_seats
    margin = (result.opponents_points - points_to_win(rules)) / 2
    points = -margin if seat in result.declarers else margin
    fall = result.levels_before[seat] - result.levels_after[seat]
    return SeatScore(_count_rise(result, seat) if won else -fall, points, won)


def _count_rise(result: DealResult, seat: Seat) -> int:
    """Return the levels that a winning seat has earned, less those that it lost by a hook, which sets levels back."""
    back = dict(zip(result.hooked, result.hook_levels, strict=True))
    lost = result.levels_before[seat] - back[seat] if seat in back else 0
    return result.rise_of(seat) - lost


def score_pair(setup: DealSetup, results: Sequence[DealResult]) -> PairScore:
    """Compare A with B in every seat over the two games of a pair."""
    by_entrant: dict[Contestant, list[SeatScore]] = {entrant: [] for entrant in Contestant}
    for game, result in enumerate(results):
        for seat in map(Seat, range(setup.rules.players)):
            by_entrant[setup.entrant_at(seat, game)].append(score_seat(result, seat, setup.rules))
    a, b = by_entrant[Contestant.A], by_entrant[Contestant.B]
    return PairScore(
        levels=fmean(one.levels for one in a) - fmean(one.levels for one in b),
        points=fmean(one.points for one in a) - fmean(one.points for one in b),
        won_by_a=fmean(one.won for one in a),
        won_by_b=fmean(one.won for one in b),
    )


class DealPlay:
    """A deal in progress with a player in each seat."""

    def __init__(self, setup: DealSetup, players: Sequence[SeatedPlayer]) -> None:
        self._setup = setup
        self._players = players
        self._dealt = 0

    def run(self) -> DealResult:
        """Play the deal; a cancelled deal is dealt again. Raises ArenaError after too many cancelled deals."""
        setup = self._setup
        phase = start(setup.rules, (setup.level,) * setup.rules.players, setup.declarer)
        while not isinstance(phase, Finished):
            if not isinstance(phase, Ready):
                phase = self._advance(phase)
                continue
            if self._dealt > _LAST_REDEAL:
                raise ArenaError(f"{self._dealt} deals in a row were cancelled")
            phase = apply(phase, TABLE, setup.shuffle(self._dealt, phase.match.declarer)).phase
            self._dealt += 1
        return phase.result

    def _advance(self, phase: Phase) -> Phase:
        for seat in to_act(phase):
            after = self._answer(phase, seat)
            if after is not None:
                return after
        return apply(phase, TABLE, continue_dealing(phase)).phase

    def _answer(self, phase: Phase, seat: Seat) -> Phase | None:
        """Return the state after a seat's answer, or None if the seat waits for more cards or for others to declare."""
        player, view = self._players[seat], view_for(phase, seat)
        try:
            action = self._ask(player, view)
            if action is None and view.ask is Ask.DECLARE:
                return None
            return _apply_answer(phase, view, action)
        except PlayerFaultError as fault:
            player.count_fault(fault)
            replacement = replace_action(view)
            return apply(phase, seat, replacement).phase if replacement is not None else None

    def _ask(self, player: SeatedPlayer, view: View) -> Action | None:
        if self._dealt > _MOST_REDEALS and view.ask is Ask.DECLARE:
            return PLAYERS[RULES_LEVEL].choose(view, player.rng)
        return player.choose(view)


def _apply_answer(phase: Phase, view: View, action: Action | None) -> Phase:
    assert view.seat is not None
    if action is None:
        raise PlayerFaultError(
            DecisionFault.ILLEGAL, f"only 'declare' may be answered with {WAIT!r}, not {view.ask.value!r}"
        )
    if isinstance(action, TakeBack):  # otherwise, a player could take back cards again and again without end
        raise PlayerFaultError(DecisionFault.ILLEGAL, "nothing is taken back in the arena")
    try:
        return apply(phase, view.seat, action).phase
    except IllegalAction as refusal:
        words = f"{shorten(format_answer(action))}: {format_refusal(refusal)}"
        raise PlayerFaultError(DecisionFault.ILLEGAL, words) from refusal


def replace_action(view: View) -> Action | None:
    """Return a legal action in place of a bad answer. A seat that may declare passes or, in the draw, waits (None)."""
    if view.ask is Ask.DECLARE:
        return None if view.to_draw else Pass()
    return next(legal_actions_of(view))
