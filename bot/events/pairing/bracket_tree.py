"""Builds a knockout as a tree for display, with the entrants on each line and the course of each match."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.events.pairing.bracket_stages import BracketStage, replay_bracket
from bot.events.pairing.knockout import Positions, assign_positions, seed_entrants
from bot.events.pairing.ports import BracketSettings, EntrantNumber, EntrantState, History
from bot.events.pairing.series import Series


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """One place in a bracket. A side is None if it is not known yet, or empty."""

    sides: tuple[EntrantNumber | None, EntrantNumber | None]
    series: Series | None = None
    """Its games; None if the match has not begun, or is not played."""
    winner: EntrantNumber | None = None
    is_bye: bool = False
    """Whether the other side has been empty from the start."""


Levels = tuple[tuple[BracketMatch, ...], ...]
"""The matches of a bracket by stage, the final last."""


@dataclass(frozen=True, slots=True)
class BracketTree:
    """All parts of a knockout; a part that has not begun is empty."""

    main: Levels
    third: BracketMatch | None
    consolation: Levels


def build_bracket(
    entrants: Sequence[EntrantState], history: History, settings: BracketSettings, seed: int
) -> BracketTree:
    """Return the bracket after these rounds."""
    stages = replay_bracket(history, settings.best_of, is_running=True)

    def build(part: Sequence[BracketStage]) -> Levels:
        if not part:
            return ()
        seeded = seed_entrants(sorted(part[0].field), entrants, seed)
        return _build_levels(part, assign_positions(seeded))

    third = stages.third[-1] if stages.third else None
    series = stages.third[0].series[0] if stages.third else None
    match = BracketMatch(series.pair, series, next(iter(third.winners), None)) if series and third else None
    return BracketTree(build(stages.main), match, build(stages.consolation))


def _build_levels(stages: Sequence[BracketStage], positions: Positions) -> Levels:
    depth = max(positions.values()).bit_length()
    reached = _measure_lines(stages, positions, depth)
    games = {frozenset(one.pair): one for stage in stages for one in stage.series}
    levels = []
    for level in range(1, depth + 1):
        matches = []
        for index in range(2 ** (depth - level)):
            sides = (
                _find_occupant(positions, reached, level - 1, 2 * index),
                _find_occupant(positions, reached, level - 1, 2 * index + 1),
            )
            winner = _find_occupant(positions, reached, level, index)
            is_bye = level == 1 and None in sides
            series = games.get(frozenset(one for one in sides if one is not None))
            matches.append(BracketMatch(sides, series, winner, is_bye))
        levels.append(tuple(matches))
    return tuple(levels)


def _measure_lines(stages: Sequence[BracketStage], positions: Positions, depth: int) -> dict[EntrantNumber, float]:
    """Return the level that each entrant has reached; half a level less if the next pairing left them out."""
    reached: dict[EntrantNumber, float] = {}
    for stage in stages:
        level = _find_level(stage.series, positions) or depth + 1
        reached |= dict.fromkeys(stage.field, level)
        reached |= {one: max(reached.get(one, 0), level + 0.5) for one in stage.winners}
    return reached


def _find_level(series: Iterable[Series], positions: Positions) -> int:
    """Return the level of the bracket in which these matches are."""
    return max(((positions[a] ^ positions[b]).bit_length() for a, b in (one.pair for one in series)), default=0)


def _find_occupant(
    positions: Positions, reached: dict[EntrantNumber, float], level: int, index: int
) -> EntrantNumber | None:
    """Return who came out of a part of the bracket, counted from the first level of lines, 0."""
    inside = [one for one, line in positions.items() if line >> level == index]
    through = [one for one in inside if level == 0 or reached.get(one, 0) >= level + 0.5]
    return max(through, key=lambda one: (reached.get(one, 0), -one), default=None)
