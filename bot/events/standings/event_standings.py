"""Computes the standings and the crosstable of an event, and converts its rounds for pairings."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Final

from bot.events.boards.board_standings import list_table_rounds, list_team_rounds, rank_boards, to_encounter
from bot.events.boards.deal_boards import list_matches, list_revealed
from bot.events.matches import EventRound, MatchResult, Verdict
from bot.events.model import ENDED, EntrantStatus, Event, EventEntrant
from bot.events.pairing.formats import rank_by_format
from bot.events.pairing.ports import (
    Encounter,
    EncounterResult,
    EntrantNumber,
    EntrantState,
    EventFormat,
    PlayedRound,
    RoundPairing,
    Seeding,
)
from bot.events.pairing.rank_entrants import DEFAULT_TIE_BREAKS, Standing
from bot.events.pairing.round_robin import Leaver, find_leavers, settle_leavers
from bot.events.pairing.round_scoring import RoundOutcome, score_round, scoring_for
from bot.events.settings import MAX_ROUNDS
from bot.ids import EventEntrantId

ROUND_ROBINS: Final = {EventFormat.ROUND_ROBIN, EventFormat.TEAM_MATCH}


@dataclass(frozen=True, slots=True)
class CrossResult:
    """An entrant's round in a crosstable. `outcome` is None without a valid result. `opponent` is None after a bye."""

    outcome: RoundOutcome | None
    opponent: EntrantNumber | None


@dataclass(frozen=True, slots=True)
class EventStanding:
    """An entrant's place in the standings."""

    entrant: EventEntrant
    standing: Standing


def rank_event(event: Event) -> tuple[EventStanding, ...]:
    """Return the standings, best first; empty before the start."""
    competitors = event.competitors
    numbers = [EntrantNumber(number) for number in range(len(competitors))]
    settings = event.settings
    if settings.format in {EventFormat.DUPLICATE, EventFormat.DUPLICATE_SINGLE}:
        return tuple(EventStanding(competitors[one.number], one) for one in rank_boards(event))
    leavers = list_leavers(event)
    rounds, last = _count_rounds(event, leavers), [one.number for one in leavers if not one.counts]
    ranked = rank_by_format(settings.format, [n for n in numbers if n not in last], rounds, settings.bracket)
    nothing = tuple((kind, 0.0) for kind in DEFAULT_TIE_BREAKS)
    ranked += tuple(Standing(len(ranked) + 1, number, 0.0, nothing, 0, 0, 0, 0) for number in last)
    return tuple(EventStanding(competitors[one.number], one) for one in ranked)


def list_leavers(event: Event) -> tuple[Leaver, ...]:
    """Return who left a round-robin before their last game. After its end, these include absent entrants."""
    if event.settings.format not in ROUND_ROBINS:
        return ()
    left = _list_gone(event)
    return find_leavers(left, _count_due_games(event, left), list_played_rounds(event))


def list_unplaced(event: Event) -> frozenset[EventEntrantId]:
    """Return who gets no points because they left before half of their games, or a knockout before their first game."""
    leavers, rounds = list_leavers(event), list_played_rounds(event)
    if event.settings.format not in ROUND_ROBINS:
        due = 1 if event.settings.format is EventFormat.KNOCKOUT else len(rounds)
        leavers = find_leavers(_list_gone(event), due, rounds)
    return frozenset(event.competitors[one.number].id for one in leavers if not one.counts)


def _list_gone(event: Event) -> list[EntrantNumber]:
    gone = {EntrantStatus.WITHDRAWN} | ({EntrantStatus.ENTERED} if event.status in ENDED else set())
    return [EntrantNumber(number) for number, one in enumerate(event.competitors) if one.status in gone]


def _count_due_games(event: Event, left: Sequence[EntrantNumber]) -> int:
    """Return how many games each entrant of a round-robin has to play: after an early end, at most one a round."""
    due = min(len(event.competitors) - 1, event.settings.rounds or MAX_ROUNDS)
    stayed = [n for n in range(len(event.competitors)) if n not in left]
    paired = {frozenset(table.entrants) for pairing, _ in list_played_rounds(event) for table in pairing.encounters}
    is_complete = all(frozenset(two) in paired for two in combinations(stayed, 2))
    return due if event.status not in ENDED or is_complete else min(due, len(event.rounds))


def _count_rounds(event: Event, leavers: Sequence[Leaver]) -> list[PlayedRound]:
    """Return the rounds as they count for places, adjusted for entrants who have left."""
    rounds = _list_counted_rounds(event)
    if not leavers:
        return rounds
    numbers = [EntrantNumber(number) for number in range(len(event.competitors))]
    everybody = len(numbers) - 1 <= min(one.due for one in leavers)
    return settle_leavers(rounds, leavers, numbers, awards=everybody)


def has_results(event: Event) -> bool:
    """Return whether a table has a result that may be shown. Until then, standings would say nothing."""
    if event.settings.format.has_boards:
        revealed = [match for this, board in list_revealed(event) for match in list_matches(this, board.number)]
        return any(match.result is not None for match in revealed)
    return any(match.result is not None for one in event.rounds for match in one.matches)


def list_played_rounds(event: Event) -> list[PlayedRound]:
    """Return the rounds in the form that pairings need."""
    if event.settings.format is EventFormat.TEAM_MATCH:
        return list_team_rounds(event)
    if event.settings.format.has_boards:
        return list_table_rounds(event)
    return [_to_played_round(event, one) for one in event.rounds]


def _list_counted_rounds(event: Event) -> list[PlayedRound]:
    """Return the rounds as they count now. A bye counts at once in a knockout, and otherwise when its round is over."""
    played = list_played_rounds(event)
    newest = event.round
    if newest is None or newest.is_over or event.settings.format is EventFormat.KNOCKOUT:
        return played
    *earlier, (pairing, results) = played
    return [*earlier, (replace(pairing, byes=()), results)]


def list_states(event: Event) -> list[EntrantState]:
    """Return the entrants' states for the next pairing. Unless lots decide, a lower number means a higher rating."""
    is_seeded = event.settings.seeding is not Seeding.LOT
    return [
        EntrantState(
            EntrantNumber(number),
            rating=-float(number) if is_seeded else None,
            present=one.status is EntrantStatus.PRESENT,
            withdrawn=one.status is EntrantStatus.WITHDRAWN,
        )
        for number, one in enumerate(event.competitors)
    ]


def _to_played_round(event: Event, played: EventRound) -> PlayedRound:
    encounters = {match.number: to_encounter(event, match) for match in played.matches}
    pairing = RoundPairing(tuple(encounters.values()), event.list_numbers(played.byes))
    results = [
        _to_result(event, encounters[match.number], match.result)
        for match in played.matches
        if match.result is not None
    ]
    return pairing, tuple(results)


def _to_result(event: Event, encounter: Encounter, result: MatchResult) -> EncounterResult:
    scores = () if result.verdict is Verdict.FORFEITED else result.scores
    return EncounterResult(encounter, scores, frozenset(event.list_numbers(result.forfeited)))


def list_cross_results(event: Event) -> dict[EntrantNumber, list[CrossResult | None]]:
    """Return each entrant's results by round, None for a round that they missed. Each side must be a single entrant."""
    scoring = scoring_for(event.settings.format)
    found: dict[EntrantNumber, list[CrossResult | None]] = {
        EntrantNumber(number): [] for number in range(len(event.competitors))
    }
    for played in _list_counted_rounds(event):
        outcomes = {one.entrant: one.outcome for one in score_round(*played, scoring)}
        tables = ([side[0] for side in table.sides] for table in played[0].encounters)
        opponents = {one: other for table in tables for one, other in permutations(table)}
        for number, results in found.items():
            taking_part = number in opponents or number in outcomes
            results.append(CrossResult(outcomes.get(number), opponents.get(number)) if taking_part else None)
    return found
