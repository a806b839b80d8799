"""The state of a match that lasts from deal to deal, such as levels and the next declarer."""

from dataclasses import dataclass, replace

from engine.model.errors import RuleConflict
from engine.model.fast_frozen import fast_frozen
from engine.model.options import Level
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.validators.requirement import require


@fast_frozen
@dataclass(frozen=True, slots=True)
class Match:
    """The state of a match that lasts from deal to deal."""

    rules: Rules
    levels: tuple[Level, ...]
    """The level of each seat; the seats of a fixed side share one."""
    declarer: Seat | None = None
    """The declarer of the present or next deal. None in a first deal, because its declarer is not known in advance."""
    number: int = 0
    """The number of the present deal, from 1; 0 before the first deal. A redeal keeps it."""
    winners: tuple[Seat, ...] = ()
    """The seats that have won; empty while the match goes on."""
    laps: tuple[int, ...] = ()
    """The lap of each seat, from 1; empty if the rules have only one."""
    ace_failures: tuple[int, ...] = ()
    """How often each seat has failed at the final level since reaching it; empty if the rules do not count failures."""


def start_match(rules: Rules, levels: tuple[Level, ...], declarer: Seat | None) -> Match:
    """Return a match before its first deal, with everyone in the first lap."""
    match = Match(rules, levels, declarer)
    if not rules.has_levels:
        return match
    laps = (1,) * rules.players if rules.laps > 1 else ()
    failures = (0,) * rules.players if rules.ace_failures is not None else ()
    return replace(match, laps=laps, ace_failures=failures)


def check_levels(levels: tuple[Level, ...], rules: Rules) -> None:
    """Refuse a wrong number of levels, levels out of range, or different levels of partners. Raises InvalidRules."""
    count = f"{rules.players} players need {rules.players} levels, not {len(levels)}"
    require(len(levels) == rules.players, RuleConflict.LEVELS, count, ("players",))
    low, high = Level(rules.low_cut), rules.final_level
    bounds = f"levels must be {low.text} to {high.text}"
    in_bounds = all(low <= level <= high for level in levels)
    require(in_bounds, RuleConflict.LEVELS, bounds, ("low_cut", "final_level"))
    step = rules.partner_step
    shared = step is None or all(levels[seat] == levels[seat % step] for seat in range(rules.players))
    require(shared, RuleConflict.LEVELS, "partners of a fixed side share one level", ("teams",))
