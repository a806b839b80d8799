"""Decides whether the next round of an event may be paired, and which users it waits for."""

from dataclasses import replace

from bot.events.matches import MatchStatus
from bot.events.model import EntrantStatus, Event, EventEntrant, EventStatus
from bot.events.pairing.knockout import list_contenders
from bot.events.pairing.ports import EntrantState, EventFormat
from bot.events.standings.event_standings import list_played_rounds, list_states


def may_pair(event: Event) -> bool:
    """Return whether the next round may be paired."""
    newest, number = event.round, len(event.rounds) + 1
    if event.status is not EventStatus.RUNNING or number > event.planned_rounds:
        return False
    if newest is not None and (not newest.is_over or any(match.is_ending for match in newest.matches)):
        return False
    if is_decided(event):
        return True
    if lacks_players(event):
        return number <= event.wanted_rounds and can_go_on_without(event)
    return event.settings.automatic or number <= event.wanted_rounds


def give_time(event: Event, until: float) -> Event:
    """Return the event with at least this much time for missing players, who are then reminded again."""
    newest = event.round
    if event.status is not EventStatus.RUNNING or newest is None or newest.due_at >= until:
        return event
    if not any(match.status is MatchStatus.PAIRED and match.missing for match in newest.matches):
        return event
    return event.with_round(replace(newest, due_at=until, is_reminded=False))


def lacks_players(event: Event) -> bool:
    """Return whether fewer entrants are present than the next round needs."""
    return not is_decided(event) and count_present(event) < event.settings.least_entrants


def count_present(event: Event) -> int:
    """Return how many entrants would play in the next round."""
    return sum(one.status is EntrantStatus.PRESENT for one in event.competitors)


def is_decided(event: Event) -> bool:
    """Return whether a knockout waits for nobody, because one can still win and too few are present for a table."""
    if event.settings.format is not EventFormat.KNOCKOUT or event.status is not EventStatus.RUNNING:
        return False
    return count_present(event) < event.settings.least_entrants and len(_list_contenders(event)) <= 1


def can_go_on_without(event: Event) -> bool:
    """Return whether a manager may let a knockout go on without those who have not checked in."""
    knockout = event.settings.format is EventFormat.KNOCKOUT
    return knockout and any(one.status is EntrantStatus.PRESENT for one in _list_contenders(event))


def list_next_states(event: Event) -> list[EntrantState]:
    """Return the entrants for the next pairing; a certain winner needs no check-in."""
    states = list_states(event)
    if not is_decided(event):
        return states
    last = [one.number for one in _list_contenders(event)]
    return [replace(state, present=True) if state.number in last else state for state in states]


def _list_contenders(event: Event) -> list[EventEntrant]:
    """Return those who have won every round so far and have not withdrawn."""
    competitors = event.competitors
    if event.round is not None and event.round.is_over:
        through = list_contenders(list_played_rounds(event), event.settings.bracket.best_of)
        competitors = tuple(one for number, one in enumerate(competitors) if number in through)
    return [one for one in competitors if one.status is not EntrantStatus.WITHDRAWN]
