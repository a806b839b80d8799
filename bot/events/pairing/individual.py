"""Pairs single people, four at a table, with other partners and opponents in every round.

Up to 16 people who are all there in every round play a stored schedule (`movements`), which is even when it ends.
Otherwise each round is searched for: a repeated partner is worst, then a repeated opponent.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from bot.events.pairing.movements import find_movement
from bot.events.pairing.past_rounds import count_past_rounds
from bot.events.pairing.ports import Encounter, EntrantNumber, EntrantState, History, RoundPairing, list_playing
from bot.events.pairing.search_round import search_round


@dataclass(frozen=True, slots=True)
class IndividualMovement:
    """Pairs people whose partners rotate."""

    def pair_round(self, entrants: Sequence[EntrantState], history: History, number: int, seed: int) -> RoundPairing:
        """Return the next round; with a number that four does not divide, one to three sit out."""
        playing = list_playing(entrants)
        planned = _plan_rounds(playing, number)
        if planned and [_ignore_order(pairing) for pairing, _ in history] == list(map(_ignore_order, planned[:-1])):
            return planned[-1]
        lots = random.Random(f"{seed}:{number}")  # noqa: S311 - repeatable, not secret
        return _seat(*search_round(playing, count_past_rounds(history), lots))


def individual_movement() -> IndividualMovement:
    """Return the pairer of rounds for single people."""
    return IndividualMovement()


def _plan_rounds(playing: Sequence[EntrantNumber], count: int) -> list[RoundPairing]:
    """Return the first rounds of the schedule for these people, or none if there is no schedule."""
    movement = find_movement(len(playing))
    rounds = (movement[number % len(movement)] for number in range(count)) if movement else ()
    return [_seat_in_order([playing[place] for place in places]) for places in rounds]


def _seat_in_order(people: Sequence[EntrantNumber]) -> RoundPairing:
    seated = len(people) - len(people) % 4
    return _seat([people[start : start + 4] for start in range(0, seated, 4)], people[seated:])


def _ignore_order(pairing: RoundPairing) -> tuple[object, ...]:
    """Return partners, opponents and those who sit out, in a form that ignores any order."""
    tables = frozenset(frozenset(map(frozenset, encounter.sides)) for encounter in pairing.encounters)
    return tables, frozenset(pairing.byes)


def _seat(tables: Sequence[Sequence[EntrantNumber]], byes: Sequence[EntrantNumber]) -> RoundPairing:
    """Return the round: at each table, the first two and the last two are partners."""
    return RoundPairing(tuple(Encounter(((a, b), (c, d))) for a, b, c, d in tables), tuple(sorted(byes)))
