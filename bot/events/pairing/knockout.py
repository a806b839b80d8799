"""Knockout: the winners go on, the best seeds meet last, and those who lost before the final play for third place.

Entrants are seeded by their numbers if they have ratings, else by lot. A tie goes to the lower number. If a winner is
then missing, the next opponent has a bye; a round without any table is skipped.
"""

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

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
from bot.events.pairing.scoring import EventScoring
from bot.events.pairing.standings import Standing, rank_entrants

FINALISTS: Final = 2
Positions = Mapping[EntrantNumber, int]
"""Everyone's line in the bracket, from 0. In round n, lines that agree without their last n binary digits meet."""


@dataclass(frozen=True, slots=True)
class Knockout:
    """Pairs a knockout."""

    def pair_round(
        self,
        entrants: Sequence[EntrantState],
        history: History,
        number: int,  # noqa: ARG002 - the port's; the history says which round it is
        seed: int,
    ) -> RoundPairing:
        """Return the next round, empty once the final is played. All rounds need the same seed."""
        playing = list_playing(entrants)
        if not history:
            return _pair(playing, _assign_positions(_seed(playing, entrants, seed)))
        through = list_survivors(history)
        if len(through) < FINALISTS:
            return RoundPairing(())
        first, _ = history[0]
        everyone = sorted([*first.byes, *(one for table in first.encounters for one in table.entrants)])
        positions = _assign_positions(_seed(everyone, entrants, seed))
        pairing = _pair([one for one in playing if one in through], positions)
        beaten = [one for one in _list_losers(history[-1]) if one in playing]
        if len(through) == FINALISTS == len(beaten):
            third = Encounter(tuple((one,) for one in beaten))
            return RoundPairing((*pairing.encounters, third), pairing.byes)
        return pairing


def knockout() -> Knockout:
    """Return the pairer of a knockout."""
    return Knockout()


def rank_knockout(entrants: Iterable[EntrantNumber], history: History, scoring: EventScoring) -> tuple[Standing, ...]:
    """Return the standings: who came further is better; those who lost in the same round share a place."""
    lines = {line.number: line for line in rank_entrants(entrants, history, scoring, ())}
    reached = _measure_progress(history)
    order = sorted(lines, key=lambda one: (-reached.get(one, 0), one))
    places: dict[float, int] = {}
    for index, one in enumerate(order, 1):
        places.setdefault(reached.get(one, 0), index)
    return tuple(replace(lines[one], place=places[reached.get(one, 0)]) for one in order)


def list_survivors(history: History) -> set[EntrantNumber]:
    """Return who has survived every round so far."""
    return {one for one, survived in _measure_progress(history).items() if survived == len(history)}


def _measure_progress(history: History) -> dict[EntrantNumber, float]:
    """Return the last round that each entrant survived, and half a round more for third place."""
    reached: dict[EntrantNumber, float] = {}
    before: set[EntrantNumber] = set()
    for number, played in enumerate(history, 1):
        winners = _list_winners(played)
        for table in played[0].encounters if number > 1 else ():
            if before.isdisjoint(table.entrants):  # the table for third place
                reached |= dict.fromkeys(winners.intersection(table.entrants), number - 1.5)
                winners -= set(table.entrants)
        reached |= dict.fromkeys(winners, number)
        before = winners
    return reached


def _assign_positions(seeded: Sequence[EntrantNumber]) -> Positions:
    """Return the lines of a bracket in which seeds 1 and 2 meet last, and the best seeds have the byes."""
    lines = [0]
    while len(lines) < len(seeded):
        lines = [line for seed in lines for line in (seed, 2 * len(lines) - 1 - seed)]
    return {seeded[seed]: line for line, seed in enumerate(lines) if seed < len(seeded)}


def _seed(playing: Sequence[EntrantNumber], entrants: Sequence[EntrantState], seed: int) -> Sequence[EntrantNumber]:
    """Return these entrants, the best seed first."""
    if any(entrant.rating is not None for entrant in entrants):
        return playing
    return random.Random(seed).sample(playing, len(playing))  # noqa: S311 - repeatable, not secret


def _pair(playing: Sequence[EntrantNumber], positions: Positions) -> RoundPairing:
    """Return the earliest round of the bracket in which any of these meet."""
    if len(playing) < FINALISTS:
        return RoundPairing((), tuple(playing))
    number, meetings = 0, [[one] for one in playing]
    while all(len(group) == 1 for group in meetings):
        number += 1
        meetings = _group(playing, {one: line >> number for one, line in positions.items()})
    tables = tuple(Encounter(tuple((one,) for one in group)) for group in meetings if len(group) > 1)
    return RoundPairing(tables, tuple(sorted(group[0] for group in meetings if len(group) == 1)))


def _group(playing: Sequence[EntrantNumber], parts: Positions) -> list[list[EntrantNumber]]:
    """Return those who are in the same part of the bracket, part by part."""
    groups: dict[int, list[EntrantNumber]] = {}
    for one in sorted(playing, key=lambda one: (parts[one], one)):
        groups.setdefault(parts[one], []).append(one)
    return list(groups.values())


def _list_winners(played: PlayedRound) -> set[EntrantNumber]:
    pairing, results = played
    return {*pairing.byes, *(one for table in _find_results(pairing, results) for one in _find_winner(table))}


def _list_losers(played: PlayedRound) -> list[EntrantNumber]:
    """Return who was beaten at a table, not those who did not turn up."""
    pairing, results = played
    tables = [result for result in _find_results(pairing, results) if result.is_played]
    seated = {one for result in tables for one in result.encounter.entrants if one not in result.forfeited}
    return sorted(seated - _list_winners(played))


def _find_results(pairing: RoundPairing, results: Collection[EncounterResult]) -> list[EncounterResult]:
    tables = frozenset(pairing.encounters)
    return [result for result in results if result.encounter in tables]


def _find_winner(result: EncounterResult) -> Sequence[EntrantNumber]:
    """Return the side that goes on, or nobody if none turned up."""
    sides = result.encounter.sides
    scores = result.scores or (0.0,) * len(sides)
    there = [place for place, side in enumerate(sides) if result.forfeited.isdisjoint(side)]
    best = min(there, key=lambda place: (-scores[place], min(sides[place])), default=None)
    return () if best is None else sides[best]
