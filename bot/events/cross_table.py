"""A crosstable: what each round was for everybody, and against whom."""

from dataclasses import dataclass

from bot.events.model import Event
from bot.events.pairing.ports import Encounter, EntrantNumber, PlayedRound
from bot.events.pairing.scoring import Outcome, score_round, scoring_for
from bot.events.standings import list_played_rounds


@dataclass(frozen=True, slots=True)
class CrossResult:
    """A round as one entrant had it; `outcome` None: no result yet, or void. `opponent` None: sat out."""

    outcome: Outcome | None
    opponent: EntrantNumber | None


def list_cross_results(event: Event) -> dict[EntrantNumber, list[CrossResult | None]]:
    """Return the rounds of each entrant, in order; None: not in that round. For two sides of one entrant each."""
    scoring = scoring_for(event.settings.format)
    found: dict[EntrantNumber, list[CrossResult | None]] = {
        EntrantNumber(number): [] for number in range(len(event.competitors))
    }
    for played in list_played_rounds(event):
        outcomes = {one.entrant: one.outcome for one in score_round(*played, scoring)}
        opponents = _list_opponents(played)
        for number, results in found.items():
            taking_part = number in opponents or number in outcomes
            results.append(CrossResult(outcomes.get(number), opponents.get(number)) if taking_part else None)
    return found


def _list_opponents(played: PlayedRound) -> dict[EntrantNumber, EntrantNumber]:
    """Return whom each entrant at a table meets."""
    tables: tuple[Encounter, ...] = played[0].encounters
    met: dict[EntrantNumber, EntrantNumber] = {}
    for table in tables:
        (first, *_), (second, *_) = table.sides
        met |= {first: second, second: first}
    return met
