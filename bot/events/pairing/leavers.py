"""What a round-robin counts of entrants who left it, so that a withdrawal never decides who wins.

The rule of chess federations (FIDE's *General Regulations for Competitions*): results against somebody who played fewer
than half of their games count for nobody; else the games that they no longer play are won by the others.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.events.pairing.ports import Encounter, EncounterResult, EntrantNumber, History, PlayedRound, RoundPairing


@dataclass(frozen=True, slots=True)
class Leaver:
    """An entrant who left a round-robin, with the games that they played and those that they should have played."""

    number: EntrantNumber
    played: int
    due: int

    @property
    def counts(self) -> bool:
        """Return whether results against them count."""
        return 2 * self.played >= self.due


def find_leavers(left: Iterable[EntrantNumber], due: int, history: History) -> tuple[Leaver, ...]:
    """Return those who left with games to play, in order; `due`: how many games each entrant has in the event."""
    found = [Leaver(one, _count_games(one, history), due) for one in sorted(left)]
    return tuple(one for one in found if one.played < one.due)


def settle_leavers(
    history: History, leavers: Sequence[Leaver], entrants: Sequence[EntrantNumber], *, awards: bool
) -> list[PlayedRound]:
    """Return the rounds as they count: without leavers whose results do not count, and with wins against the others.

    `awards`: whether everybody was to meet everybody, so that a game that is missing is won.
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
    """Return how many games an entrant came to, also those to which the others did not."""
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
