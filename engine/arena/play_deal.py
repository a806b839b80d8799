"""Plays one deal to its result; actions that the rules refuse are counted and replaced by legal ones."""

from collections.abc import Sequence
from typing import Final

from engine.arena.contest import ArenaError, DecisionFault, PlayerFaultError
from engine.arena.deal_pairs import DealSetup
from engine.arena.encode_question import WAIT, format_answer, shorten
from engine.arena.seated_player import SeatedPlayer
from engine.deal.game import Phase, apply, continue_dealing, start, to_act, view_for
from engine.deal.legal_actions import legal_actions_of
from engine.deal.phases.states import Finished, Ready
from engine.io.english import format_refusal
from engine.model.actions import Action, Pass, TakeBack
from engine.model.errors import IllegalAction
from engine.model.events import DealResult
from engine.model.seats import TABLE, Seat
from engine.model.view import Ask, View
from engine.players import PLAYERS

_MOST_REDEALS: Final = 20
"""When more deals in a row are cancelled, `_STAND_IN` declares for everyone."""
_STAND_IN: Final = PLAYERS["expert"]
_LAST_REDEAL: Final = 200
"""After it the contest ends: these players never come to play."""


class DealPlay:
    """A deal in progress with a player in each seat."""

    def __init__(self, setup: DealSetup, players: Sequence[SeatedPlayer]) -> None:
        self._setup = setup
        self._players = players
        self._dealt = 0

    def run(self) -> DealResult:
        """Play the deal; a cancelled one is dealt again. Raises ArenaError if that never ends."""
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
        """Take the first action that a seat chooses; if all wait, draw cards or close the window."""
        for seat in to_act(phase):
            after = self._answer(phase, seat)
            if after is not None:
                return after
        return apply(phase, TABLE, continue_dealing(phase)).phase

    def _answer(self, phase: Phase, seat: Seat) -> Phase | None:
        """Return the phase after a seat's action, or None if it waits for more cards or for others to declare."""
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
            return _STAND_IN.choose(view, player.rng)
        return player.choose(view)


def _apply_answer(phase: Phase, view: View, action: Action | None) -> Phase:
    """Return the phase after the action of the view's seat. Raises PlayerFaultError if the rules refuse it."""
    assert view.seat is not None
    if action is None:
        raise PlayerFaultError(
            DecisionFault.ILLEGAL, f"only 'declare' may be answered with {WAIT!r}, not {view.ask.value!r}"
        )
    if isinstance(action, TakeBack):  # taking back again and again would never end
        raise PlayerFaultError(DecisionFault.ILLEGAL, "nothing is taken back in the arena")
    try:
        return apply(phase, view.seat, action).phase
    except IllegalAction as refusal:
        words = f"{shorten(format_answer(action))}: {format_refusal(refusal)}"
        raise PlayerFaultError(DecisionFault.ILLEGAL, words) from refusal


def replace_action(view: View) -> Action | None:
    """Return a legal action for a seat whose answer cannot be used: in a declaring window none, else the first."""
    if view.ask is Ask.DECLARE:
        return None if view.to_draw else Pass()
    return next(legal_actions_of(view))
