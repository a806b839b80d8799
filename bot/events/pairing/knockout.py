"""Pairs the main bracket of a knockout, its match for third place, and its consolation."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.events.pairing.bracket_stages import BracketStage, BracketStages, Series, measure_progress, replay_bracket
from bot.events.pairing.ports import (
    PLAIN_BRACKET,
    BracketPart,
    BracketSettings,
    Encounter,
    EntrantNumber,
    EntrantState,
    History,
    RoundPairing,
    list_playing,
)
from bot.events.pairing.rank_entrants import Standing, rank_entrants
from bot.events.pairing.round_scoring import EventScoring

FINALISTS: Final = 2
Positions = Mapping[EntrantNumber, int]
"""The position of each entrant in the bracket, from 0. `a` and `b` first meet in stage `(a ^ b).bit_length()`."""
Order = Callable[[Iterable[EntrantNumber]], Positions]
NOTHING: Final = RoundPairing(())


@dataclass(frozen=True, slots=True)
class Knockout:
    """Pairs a knockout."""

    settings: BracketSettings = PLAIN_BRACKET

    def pair_round(
        self,
        entrants: Sequence[EntrantState],
        history: History,
        number: int,  # noqa: ARG002 - required by `Pairer`; the history tells the round
        seed: int,
    ) -> RoundPairing:
        """Return the next round, which is empty after the last. All rounds of an event need the same `seed`."""
        playing = list_playing(entrants)
        if not history:
            return pair_stage(playing, assign_positions(seed_entrants(playing, entrants, seed)))
        stages = replay_bracket(history, self.settings.best_of, is_running=False)

        def order(field: Iterable[EntrantNumber]) -> Positions:
            return assign_positions(seed_entrants(sorted(field), entrants, seed))

        main = _continue_part(stages.main, playing, BracketPart.MAIN, order)
        third = self._pair_third(stages, playing, order)
        busy = {one for table in third.encounters for one in table.entrants}
        consolation = self._pair_consolation(stages, [one for one in playing if one not in busy], order)
        parts = (main, third, consolation)
        return RoundPairing(
            tuple(table for part in parts for table in part.encounters),
            tuple(sorted(one for part in parts for one in part.byes)),
        )

    def _pair_third(self, stages: BracketStages, playing: Sequence[EntrantNumber], order: Order) -> RoundPairing:
        """Return the match for third place, which begins together with the final."""
        if stages.third:
            return _continue_part(stages.third[-1:], playing, BracketPart.THIRD, order)
        last = stages.main[-1]
        beaten = [one for one in last.losers if one in playing]
        over = not _list_remaining(last, playing)
        through = last.winners | _list_walkovers(last, playing)
        if self.settings.third_place and over and len(through) == FINALISTS == len(beaten):
            return RoundPairing((Encounter(tuple((one,) for one in beaten), BracketPart.THIRD),))
        return NOTHING

    def _pair_consolation(self, stages: BracketStages, playing: Sequence[EntrantNumber], order: Order) -> RoundPairing:
        if not self.settings.consolation:
            return NOTHING
        if stages.consolation:
            return _continue_part(stages.consolation, playing, BracketPart.CONSOLATION, order)
        first = stages.main[0]
        beaten = [one for one in first.losers if one in playing]
        if len(stages.main) > 1 or _list_remaining(first, playing) or len(beaten) < FINALISTS:
            return NOTHING
        return pair_stage(beaten, order(beaten), BracketPart.CONSOLATION)


def rank_knockout(
    entrants: Iterable[EntrantNumber],
    history: History,
    scoring: EventScoring,
    settings: BracketSettings = PLAIN_BRACKET,
) -> tuple[Standing, ...]:
    """Rank entrants by stage reached, then match for third place, then consolation. Equal entrants share a place."""
    lines = {line.number: line for line in rank_entrants(entrants, history, scoring, ())}
    stages = replay_bracket(history, settings.best_of, is_running=True)
    main, consolation = measure_progress(stages.main), measure_progress(stages.consolation)
    third = stages.third[-1].winners if stages.third else frozenset()
    keys = {
        one: (-main.get(one, -1), one not in third, -consolation.get(one, 0) if not main.get(one) else 0)
        for one in lines
    }
    order = sorted(lines, key=lambda one: (keys[one], one))
    places: dict[tuple[int, bool, int], int] = {}
    return tuple(replace(lines[one], place=places.setdefault(keys[one], index)) for index, one in enumerate(order, 1))


def list_contenders(history: History, best_of: int) -> frozenset[EntrantNumber]:
    """Return the entrants who can still win the main bracket. The newest round must be over."""
    last = replay_bracket(history, best_of, is_running=False).main[-1]
    return last.winners.union(*(one.pair for one in last.undecided))


def assign_positions(seeded: Sequence[EntrantNumber]) -> Positions:
    """Return positions in a bracket such that seeds 1 and 2 meet last, and the best seeds have the byes."""
    lines = [0]
    while len(lines) < len(seeded):
        lines = [line for seed in lines for line in (seed, 2 * len(lines) - 1 - seed)]
    return {seeded[seed]: line for line, seed in enumerate(lines) if seed < len(seeded)}


def seed_entrants(
    playing: Sequence[EntrantNumber], entrants: Sequence[EntrantState], seed: int
) -> Sequence[EntrantNumber]:
    """Return the playing entrants, best seed first. They keep their order, but if nobody has a rating, lots decide."""
    if any(entrant.rating is not None for entrant in entrants):
        return playing
    return random.Random(seed).sample(playing, len(playing))  # noqa: S311 - repeatable, not secret


def pair_stage(
    playing: Sequence[EntrantNumber], positions: Positions, part: BracketPart = BracketPart.MAIN
) -> RoundPairing:
    """Return the tables and byes of the next stage, which is the first in which two of these entrants meet."""
    if len(playing) < FINALISTS:
        return RoundPairing((), tuple(playing))
    number, meetings = 0, [[one] for one in playing]
    while all(len(group) == 1 for group in meetings):
        number += 1
        meetings = _group(playing, {one: line >> number for one, line in positions.items()})
    tables = tuple(Encounter(tuple((one,) for one in group), part) for group in meetings if len(group) > 1)
    return RoundPairing(tables, tuple(sorted(group[0] for group in meetings if len(group) == 1)))


def _continue_part(
    stages: Sequence[BracketStage], playing: Sequence[EntrantNumber], part: BracketPart, order: Order
) -> RoundPairing:
    last = stages[-1]
    walkovers = _list_walkovers(last, playing)
    if remaining := _list_remaining(last, playing):
        tables = tuple(Encounter(tuple((one,) for one in series.pair), part) for series in remaining)
        return RoundPairing(tables, tuple(sorted(walkovers)))
    through = last.winners | walkovers
    if len(through) < FINALISTS:
        return RoundPairing((), tuple(walkovers))
    return pair_stage([one for one in playing if one in through], order(stages[0].field), part)


def _list_remaining(stage: BracketStage, playing: Sequence[EntrantNumber]) -> list[Series]:
    return [one for one in stage.undecided if set(one.pair) <= set(playing)]


def _list_walkovers(stage: BracketStage, playing: Sequence[EntrantNumber]) -> frozenset[EntrantNumber]:
    """Return the entrants who go on because their opponent left before the match was decided."""
    left = [set(one.pair) & set(playing) for one in stage.undecided]
    return frozenset(one for rest in left if len(rest) == 1 for one in rest)


def _group(playing: Sequence[EntrantNumber], parts: Positions) -> list[list[EntrantNumber]]:
    groups: dict[int, list[EntrantNumber]] = {}
    for one in sorted(playing, key=lambda one: (parts[one], one)):
        groups.setdefault(parts[one], []).append(one)
    return list(groups.values())
