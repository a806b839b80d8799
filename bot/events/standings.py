"""Pairings and standings of an event, from the results of its rounds."""

from dataclasses import dataclass

from bot.events.duplicate import list_matches, list_revealed
from bot.events.duplicate_standings import rank_boards
from bot.events.matches import EventMatch, EventRound, MatchResult, Verdict
from bot.events.model import EntrantStatus, Event, EventEntrant
from bot.events.pairing.factories import rank_by_format
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
from bot.events.pairing.standings import Standing
from bot.events.rounds import list_numbers
from bot.events.team_matches import list_table_rounds, list_team_rounds


@dataclass(frozen=True, slots=True)
class EventStanding:
    """An entrant's place."""

    entrant: EventEntrant
    standing: Standing


def rank_event(event: Event) -> tuple[EventStanding, ...]:
    """Return the standings, best first; empty before the start."""
    competitors = event.competitors
    if not competitors:
        return ()
    numbers = [EntrantNumber(number) for number in range(len(competitors))]
    settings = event.settings
    if settings.format in {EventFormat.DUPLICATE, EventFormat.DUPLICATE_SINGLE}:
        return tuple(EventStanding(competitors[one.number], one) for one in rank_boards(event))
    ranked = rank_by_format(settings.format, numbers, list_played_rounds(event), settings.bracket)
    return tuple(EventStanding(competitors[one.number], one) for one in ranked)


def has_results(event: Event) -> bool:
    """Return whether any table has a result that may be told, so that a ranking says something."""
    if event.settings.format.has_boards:
        revealed = [match for this, board in list_revealed(event) for match in list_matches(this, board.number)]
        return any(match.result is not None for match in revealed)
    return any(match.result is not None for one in event.rounds for match in one.matches)


def is_forfeited_by_both(match: EventMatch) -> bool:
    """Return whether neither side of a match turned up completely."""
    absent = match.result.forfeited if match.result is not None else frozenset()
    return bool(absent) and all(absent.intersection(side) for side in match.sides)


def list_played_rounds(event: Event) -> list[PlayedRound]:
    """Return the rounds as pairings see them."""
    if event.settings.format is EventFormat.TEAM_MATCH:
        return list_team_rounds(event)
    if event.settings.format.has_boards:
        return list_table_rounds(event)
    return [_to_played_round(event, one) for one in event.rounds]


def list_states(event: Event) -> list[EntrantState]:
    """Return the entrants as the next round is paired; the number of a seeded entrant says how good a seed it is."""
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
    encounters = {match.number: _to_encounter(event, match) for match in played.matches}
    pairing = RoundPairing(tuple(encounters.values()), list_numbers(event, played.byes))
    results = [
        _to_result(event, encounters[match.number], match.result)
        for match in played.matches
        if match.result is not None
    ]
    return pairing, tuple(results)


def _to_result(event: Event, encounter: Encounter, result: MatchResult) -> EncounterResult:
    """Return a result for the standings; a table that was not played has no scores."""
    scores = () if result.verdict is Verdict.FORFEITED else result.scores
    return EncounterResult(encounter, scores, frozenset(list_numbers(event, result.forfeited)))


def _to_encounter(event: Event, match: EventMatch) -> Encounter:
    return Encounter(tuple(list_numbers(event, side) for side in match.sides), match.part)
