"""A deal for one person. It is the same for everyone who makes the same plays.

All other seats choose by what they know and a seed. Computer players make trumps even in the person's seat, so that
everybody plays with the same trumps. They can differ only if the rules let somebody steal the kitty that the person
buried.
"""

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from engine.deal.game import Phase, apply, start, to_act, view_for
from engine.deal.phases.states import Finished, Playing, Ready
from engine.io.record import Move, Record, replay_to_end
from engine.model.actions import Action
from engine.model.options import Level, Teams
from engine.model.rules import Rules
from engine.model.seats import TABLE, Seat
from engine.model.view import Ask, View
from engine.players.levels import RULES_LEVEL, choose
from engine.puzzles.self_play import find_move, make_seeded_deal, pick_level

SOLO_SEAT: Final = Seat(0)
OWN_QUESTIONS: Final = frozenset({Ask.BURY, Ask.LEAD, Ask.FOLLOW})
"""What the person decides. A computer player makes all other decisions of their seat."""
_MOST_REDEALS: Final = 100


@dataclass(frozen=True, slots=True, order=True)
class SoloScore:
    """The result of a deal for the person's side. A greater result is better."""

    levels: int
    """The levels that the person's side gained, less the levels that the other side gained."""
    points: int
    """The card points of the declarers' opponents, as a negative number if the person's side declares."""


@dataclass(frozen=True, slots=True)
class SoloPosition:
    """The state of a deal for one person."""

    phase: Phase

    @property
    def view(self) -> View:
        """The person's view."""
        return view_for(self.phase, SOLO_SEAT)

    @property
    def score(self) -> SoloScore | None:
        """The result of the deal; None while it is played."""
        if not isinstance(self.phase, Finished):
            return None
        result = self.phase.result
        declares = SOLO_SEAT in result.declarers
        won = declares == result.declarers_hold
        points = result.opponents_points
        return SoloScore(result.rise if won else -result.rise, -points if declares else points)


def can_be_solo(rules: Rules) -> bool:
    """Return whether one person can play a deal under these rules. Sides must be fixed, without the option `pickup`."""
    return rules.teams is Teams.FIXED and not rules.pickup


def make_solo_deal(rules: Rules, seed: str) -> Record:
    """Return the record of a new deal, with only the shuffled pack. Skip up to 99 deals that would be cancelled."""
    rng = random.Random(seed)  # noqa: S311 - the level; the shuffle has its own randomness
    levels = (_pick_level_of_match(rules, rng),) * rules.players
    cancelled = 0
    while True:
        deal = make_seeded_deal(rules, seed, cancelled)
        *_, end = _go_on(apply(start(rules, levels), TABLE, deal).phase, seed, ())
        cancelled += 1
        if not isinstance(end, Ready) or cancelled == _MOST_REDEALS:
            return Record(rules, (Move(TABLE, deal),), levels)


def _pick_level_of_match(rules: Rules, rng: random.Random) -> Level:
    """Return a random level. Leave out the final level if possible, because a deal at it could win the match."""
    level = pick_level(rules, rng)
    while level == rules.final_level > rules.low_cut:
        level = pick_level(rules, rng)
    return level


def play_solo_deal(record: Record, seed: str, actions: Iterable[Action]) -> SoloPosition:
    """Return the deal after the person has taken these actions. Raises IllegalAction if the rules forbid one."""
    *_, end = _go_on(replay_to_end(record), seed, actions)
    return SoloPosition(end)


def list_solo_moments(record: Record, seed: str, actions: Iterable[Action]) -> tuple[SoloPosition, ...]:
    """Return the positions between tricks, and the end of the deal. Raises IllegalAction if an action is forbidden."""
    return tuple(
        SoloPosition(phase)
        for phase in _go_on(replay_to_end(record), seed, actions)
        if isinstance(phase, Finished) or (isinstance(phase, Playing) and not phase.trick.plays)
    )


def _go_on(phase: Phase, seed: str, actions: Iterable[Action]) -> Iterator[Phase]:
    """Yield each phase until the deal ends or is cancelled, or until the person must act and `actions` is used up."""
    given = iter(actions)
    while True:
        yield phase
        if not isinstance(phase, Finished | Ready) and not _is_asked(phase):
            _, move = find_move(phase, lambda view: _choose(seed, view))
            phase = apply(phase, move.seat, move.action).phase
        elif (action := next(given, None)) is not None:
            phase = apply(phase, SOLO_SEAT, action).phase
        else:
            return


def _is_asked(phase: Phase) -> bool:
    return SOLO_SEAT in to_act(phase) and view_for(phase, SOLO_SEAT).ask in OWN_QUESTIONS


def _choose(seed: str, view: View) -> Action | None:
    words = f"{seed} {view.phase} {view.seat} {len(view.hand)} {len(view.declarations)}"
    return choose(RULES_LEVEL, view, random.Random(words))  # noqa: S311 - a game's choice
