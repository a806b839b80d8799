"""Builds a knockout as a tree for display, and names the stages of its rounds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.events.matches import EventMatch
from bot.events.model import Event
from bot.events.pairing.bracket_stages import BracketStage, Series, replay_bracket
from bot.events.pairing.knockout import Knockout, Positions, assign_positions, seed_entrants
from bot.events.pairing.ports import BracketPart, BracketSettings, EntrantNumber, EntrantState, EventFormat, History
from bot.events.standings.event_standings import list_played_rounds, list_states


@dataclass(frozen=True, slots=True)
class BracketMatch:
    """A match in the picture of a bracket. A side is None if it stays empty or is not known yet."""

    sides: tuple[EntrantNumber | None, EntrantNumber | None]
    series: Series | None = None
    """The games of the match; None if it has not begun, or will not be played."""
    winner: EntrantNumber | None = None
    is_bye: bool = False
    """Whether one side was empty from the start, so that the other goes on."""


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

    third = None
    if stages.third:
        series = stages.third[0].series[0]
        third = BracketMatch(series.pair, series, next(iter(stages.third[-1].winners), None))
    return BracketTree(build(stages.main), third, build(stages.consolation))


def _build_levels(stages: Sequence[BracketStage], positions: Positions) -> Levels:
    depth = max(positions.values()).bit_length()
    find_occupant = partial(_find_occupant, positions, _measure_reach(stages, positions, depth))
    games = {frozenset(one.pair): one for stage in stages for one in stage.series}
    levels = []
    for level in range(1, depth + 1):
        matches = []
        for index in range(2 ** (depth - level)):
            sides = find_occupant(level - 1, 2 * index), find_occupant(level - 1, 2 * index + 1)
            is_bye = level == 1 and None in sides
            series = games.get(frozenset(one for one in sides if one is not None))
            matches.append(BracketMatch(sides, series, find_occupant(level, index), is_bye))
        levels.append(tuple(matches))
    return tuple(levels)


def _measure_reach(stages: Sequence[BracketStage], positions: Positions, depth: int) -> dict[EntrantNumber, float]:
    """Return the bracket level that each entrant has reached. If they won there, one half is added."""
    reached: dict[EntrantNumber, float] = {}
    for stage in stages:
        pairs = (one.pair for one in stage.series)
        level = max(((positions[a] ^ positions[b]).bit_length() for a, b in pairs), default=depth + 1)
        reached |= dict.fromkeys(stage.field, level) | dict.fromkeys(stage.winners, level + 0.5)
    return reached


def _find_occupant(
    positions: Positions, reached: dict[EntrantNumber, float], level: int, index: int
) -> EntrantNumber | None:
    """Return who won match `index` of a level; None if nobody has yet. At level 0, each entrant counts as a winner."""
    inside = [one for one, line in positions.items() if line >> level == index]
    through = [one for one in inside if level == 0 or reached[one] >= level + 0.5]
    return max(through, key=lambda one: (reached[one], -one), default=None)


@dataclass(frozen=True, slots=True)
class StageName:
    """The stage to which a round belongs. `entrants` is how many are left, rounded up to a power of two."""

    entrants: int
    game: int
    """The number of the game within each match, from 1."""


def is_bracket_complete(event: Event) -> bool:
    """Return whether a knockout has a winner and nothing left to play. Its newest round must be over."""
    if event.settings.format is not EventFormat.KNOCKOUT:
        return False
    states = [replace(one, present=True) for one in list_states(event)]
    pairing = Knockout(event.settings.bracket).pair_round(states, list_played_rounds(event), 0, event.seed)
    final = build_event_bracket(event).main[-1][0]
    return final.winner is not None and not pairing.encounters and not pairing.byes


def build_event_bracket(event: Event) -> BracketTree:
    """Return the bracket of a knockout."""
    return build_bracket(list_states(event), list_played_rounds(event), event.settings.bracket, event.seed)


def find_stage_name(event: Event, number: int) -> StageName | None:
    """Return the stage of round `number`; None for other formats, and for rounds without main matches."""
    if event.settings.format is not EventFormat.KNOCKOUT:
        return None
    earlier = [_list_main(event, one) for one in range(1, number + 1)]
    pairs = {match.sides for match in earlier[-1]}
    if not pairs:
        return None
    game = next((n for n, past in enumerate(reversed(earlier)) if not pairs <= {match.sides for match in past}), number)
    opened = event.rounds[number - game]
    width = len(_list_main(event, opened.number)) * 2 + _count_main_byes(event, opened.number)
    return StageName(1 << (width - 1).bit_length(), game)


def _list_main(event: Event, number: int) -> list[EventMatch]:
    return [match for match in event.rounds[number - 1].matches if match.part is BracketPart.MAIN]


def _count_main_byes(event: Event, number: int) -> int:
    consoled = {
        one
        for played in event.rounds
        for match in played.matches
        if match.part is BracketPart.CONSOLATION
        for side in match.sides
        for one in side
    }
    return sum(one not in consoled for one in event.rounds[number - 1].byes)
