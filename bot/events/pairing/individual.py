"""Rounds for single people: four at a table, with other partners and opponents in every round.

The rounds of a whole evening are known beforehand (`movements`) as long as the same people are there in every round.
Otherwise each round is searched for among those present, by the same measure of balance.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from bot.events.pairing.past_rounds import count_past_rounds
from bot.events.pairing.ports import Encounter, EntrantNumber, EntrantState, History, RoundPairing, list_playing
from bot.events.pairing.search_round import search_round


@dataclass(frozen=True, slots=True)
class IndividualMovement:
    """Pairs people whose partners rotate."""

    def pair_round(self, entrants: Sequence[EntrantState], history: History, number: int, seed: int) -> RoundPairing:
        """Return the next round; with a number that four does not divide, one to three sit out."""
        playing = list_playing(entrants)
        lots = random.Random(f"{seed}:{number}")  # noqa: S311 - repeatable, not secret
        tables, byes = search_round(playing, count_past_rounds(history), lots)
        return RoundPairing(tuple(to_encounter(table) for table in tables), byes)


def individual_movement() -> IndividualMovement:
    """Return the pairer of rounds for single people."""
    return IndividualMovement()


def to_encounter(table: Sequence[EntrantNumber]) -> Encounter:
    """Return the table of these four: the first two are partners, and so are the last two."""
    a, b, c, d = table
    return Encounter(((a, b), (c, d)))
