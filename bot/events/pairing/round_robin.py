"""Pairs a round-robin by Berger tables, and matches what absences and late entries leave open."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from bot.events.pairing.matching import match_cheapest
from bot.events.pairing.past_rounds import Two, count_past_rounds, order_two
from bot.events.pairing.ports import Encounter, EntrantNumber, EntrantState, History, RoundPairing, list_playing


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Pairs a round-robin. With an odd number one sits out; one late entrant then takes that place."""

    entrants: int

    @property
    def rounds(self) -> int:
        """Return how many rounds the tables have."""
        return self.entrants - 1 + self.entrants % 2

    def pair_round(
        self,
        entrants: Sequence[EntrantState],
        history: History,
        number: int,
        seed: int,  # noqa: ARG002 - the port's; nothing is drawn by lot here
    ) -> RoundPairing:
        """Return the next round, empty once all who are present have met."""
        playing = list_playing(entrants)
        follows_plan = number <= self.rounds and all(
            self._is_planned(encounter, index)
            for index, (pairing, _) in enumerate(history)
            for encounter in pairing.encounters
        )
        pairs: list[Two] = []
        if follows_plan and max(playing, default=0) <= self.rounds:
            pairs = [two for two in self.plan_round(number - 1) if set(two) <= set(playing)]
        if not pairs:
            pairs = _match_remaining(playing, count_past_rounds(history).opposed)
        seated = {one for two in pairs for one in two}
        byes = tuple(one for one in playing if one not in seated) if pairs else ()
        return RoundPairing(tuple(Encounter(((a,), (b,))) for a, b in pairs), byes)

    def plan_round(self, index: int) -> list[Two]:
        """Return the pairs of round `index`, from 0, by the Berger tables. An odd number gets a dummy opponent."""
        ring = self.rounds
        centre = index * ((ring + 1) // 2) % ring
        pairs = [
            (centre, ring),
            *(((centre + step) % ring, (centre - step) % ring) for step in range(1, (ring + 1) // 2)),
        ]
        return sorted(order_two(EntrantNumber(a), EntrantNumber(b)) for a, b in pairs)

    def _is_planned(self, encounter: Encounter, index: int) -> bool:
        return set(self.plan_round(index)).issuperset(order_two(a, b) for a, b in encounter.oppositions())


def round_robin(entrants: int) -> RoundRobin:
    """Return the pairer of a round-robin that begins with this number of entrants."""
    return RoundRobin(entrants)


def _match_remaining(playing: Sequence[EntrantNumber], opposed: Counter[Two]) -> list[Two]:
    """Pair as many entrants as possible who have not met, beginning with those who have most games left."""
    left = [(a, b) for a, b in combinations(range(len(playing)), 2) if not opposed[playing[a], playing[b]]]
    games = Counter(index for two in left for index in two)
    most = max(games.values(), default=0)
    edges = [(a, b, (most - games[a]) ** 2 + (most - games[b]) ** 2) for a, b in left]
    return [(playing[a], playing[b]) for a, b in match_cheapest(len(playing), edges)]
