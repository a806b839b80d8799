"""Pairs a round-robin by Berger tables, and decides which games count if entrants leave.

These games count as in the rules of chess federations (FIDE's *General Regulations for Competitions*), so that nobody
profits when an entrant leaves.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from bot.events.pairing.meetings import Two, count_past_rounds, match_cheapest, order_two
from bot.events.pairing.ports import (
    Encounter,
    EncounterResult,
    EntrantNumber,
    EntrantState,
    History,
    PlayedRound,
    RoundPairing,
    list_playing,
)


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """Pairs a round-robin. If the number of entrants is odd, one sits out each round; a late entrant fills the gap."""

    entrants: int

    @property
    def rounds(self) -> int:
        """Return how many rounds the Berger tables have."""
        return self.entrants - 1 + self.entrants % 2

    def pair_round(
        self,
        entrants: Sequence[EntrantState],
        history: History,
        number: int,
        seed: int,  # noqa: ARG002 - required by `Pairer`; no lots are drawn here
    ) -> RoundPairing:
        """Return the next round. It is empty when all who are present have met."""
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
        """Return round `index`, from 0, of the Berger tables. With an odd number of entrants, one meets a dummy."""
        ring = self.rounds
        centre = index * ((ring + 1) // 2) % ring
        pairs = [
            (centre, ring),
            *(((centre + step) % ring, (centre - step) % ring) for step in range(1, (ring + 1) // 2)),
        ]
        return sorted(order_two(EntrantNumber(a), EntrantNumber(b)) for a, b in pairs)

    def _is_planned(self, encounter: Encounter, index: int) -> bool:
        return set(self.plan_round(index)).issuperset(order_two(a, b) for a, b in encounter.oppositions())


def _match_remaining(playing: Sequence[EntrantNumber], opposed: Counter[Two]) -> list[Two]:
    """Pair as many entrants as possible who have not met yet, preferring those with the most games left."""
    left = [(a, b) for a, b in combinations(range(len(playing)), 2) if not opposed[playing[a], playing[b]]]
    games = Counter(index for two in left for index in two)
    most = max(games.values(), default=0)
    edges = [(a, b, (most - games[a]) ** 2 + (most - games[b]) ** 2) for a, b in left]
    return [(playing[a], playing[b]) for a, b in match_cheapest(len(playing), edges)]


@dataclass(frozen=True, slots=True)
class Leaver:
    """An entrant who left a round-robin. They had to play `due` games, and have played `played` of these."""

    number: EntrantNumber
    played: int
    due: int

    @property
    def counts(self) -> bool:
        """Return whether they have played at least half of their games, so that results against them count."""
        return 2 * self.played >= self.due


def find_leavers(left: Iterable[EntrantNumber], due: int, history: History) -> tuple[Leaver, ...]:
    """Return the entrants of `left` who have played fewer games than everyone has to play, which is `due`."""
    found = [Leaver(one, _count_games(one, history), due) for one in sorted(left)]
    return tuple(one for one in found if one.played < one.due)


def settle_leavers(
    history: History, leavers: Sequence[Leaver], entrants: Sequence[EntrantNumber], *, awards: bool
) -> list[PlayedRound]:
    """Return the rounds as they count after entrants have left.

    If a leaver has played less than half of their games, these are removed. With `awards`, other leavers forfeit the
    games that they have not played.
    """
    gone = {one.number for one in leavers if not one.counts}
    settled = [_without(played, gone) for played in history]
    met = {frozenset(result.encounter.entrants) for _, results in settled for result in results}
    here = [one for one in entrants if one not in {leaver.number for leaver in leavers}]
    if awards:
        missing = [(one, gone_) for gone_ in leavers if gone_.counts for one in here]
        settled += [_award(one, leaver.number) for one, leaver in missing if {one, leaver.number} not in met]
    return settled


def _count_games(entrant: EntrantNumber, history: History) -> int:
    tables = [result for _, results in history for result in results if entrant in result.encounter.entrants]
    return sum(entrant not in result.forfeited for result in tables)


def _without(played: PlayedRound, gone: set[EntrantNumber]) -> PlayedRound:
    pairing, results = played
    kept = tuple(one for one in pairing.encounters if gone.isdisjoint(one.entrants))
    byes = tuple(one for one in pairing.byes if one not in gone)
    return RoundPairing(kept, byes), tuple(one for one in results if gone.isdisjoint(one.encounter.entrants))


def _award(winner: EntrantNumber, leaver: EntrantNumber) -> PlayedRound:
    table = Encounter(((winner,), (leaver,)))
    return RoundPairing((table,)), (EncounterResult(table, (), frozenset({leaver})),)
