"""Books an event's places in a season, in the transaction that finishes or corrects the event. This may be repeated."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from bot.events.model import Event, EventStatus
from bot.events.standings.event_standings import EventStanding, list_unplaced, rank_event
from bot.ids import EntrantId, EventId, SeasonId
from bot.league.booking.book_deal import recount_entrant
from bot.league.booking.booking_ports import BookingStore
from bot.league.leagues.league_settings import RankedBy, StandingsOrder
from bot.league.leagues.leagues import Entrant, LeagueInfo, Season


@dataclass(frozen=True, slots=True)
class PlacePoints:
    """The place that an entrant reached in an event, and the points for this place."""

    place: int
    points: int


class PlacesStore(BookingStore, Protocol):
    """Reads a league's entrants and seasons, and stores the points that entrants got in events."""

    async def list_entrants(self, entrants: Collection[EntrantId]) -> Sequence[Entrant]:
        """Return these entrants, including those who have left."""

    async def find_season(self, season: SeasonId) -> Season | None:
        """Return a season; None if there is none."""

    async def load_points(self, event: EventId) -> Mapping[EntrantId, PlacePoints]:
        """Return the points that were booked for an event."""

    async def save_points(self, event: EventId, season: SeasonId, points: Mapping[EntrantId, PlacePoints]) -> None:
        """Replace the points of an event."""


async def book_places(store: PlacesStore, event: Event) -> Event:
    """Book the places of a finished event if its season ranks by places. Return the event with its season, if any."""
    if event.settings.league is None or event.status is not EventStatus.FINISHED:
        return event
    league = await store.lock_league(event.settings.league)
    if league is None:
        return event
    # Places count in the season that was open when the event ended, even if it has been closed since.
    find = store.find_open_season(league.id) if event.season is None else store.find_season(event.season)
    season = await find
    if season is None or season.scheme.order is not StandingsOrder.PLACES:
        return event if season is None else replace(event, season=season.id)
    await _replace_points(store, event, league, season)
    return replace(event, season=season.id)


async def _replace_points(store: PlacesStore, event: Event, league: LeagueInfo, season: Season) -> None:
    before = await store.load_points(event.id)
    if event.season is None:
        entrants = await _list_joined(store, event, league)
    else:  # a correction changes the points of the entrants who first got some, even if they have left since
        entrants = await store.list_entrants(before.keys())
    after = _compute_points(event, entrants, season)
    if after == before:
        return
    await store.save_points(event.id, season.id, after)
    for entrant in sorted(before.keys() | after.keys()):
        if before.get(entrant) != after.get(entrant):
            await recount_entrant(store, season, entrant)


async def _list_joined(store: PlacesStore, event: Event, league: LeagueInfo) -> Sequence[Entrant]:
    competitors = event.competitors
    if league.settings.ranked_by is RankedBy.TEAMS:
        teams = {one.team for one in competitors if one.team is not None}
        return await store.list_active_entrants(league.id, (), teams)
    users = {user for one in competitors for user in one.members if user > 0}
    return await store.list_active_entrants(league.id, users, ())


def _compute_points(event: Event, entrants: Sequence[Entrant], season: Season) -> dict[EntrantId, PlacePoints]:
    """Return the places and points of these league entrants. An entrant who left the event too early gets 0 points."""
    points: dict[EntrantId, PlacePoints] = {}
    unplaced = list_unplaced(event)
    # a user who entered twice counts with the better place
    for standing in sorted(rank_event(event), key=lambda one: one.entrant.id in unplaced):
        places = () if standing.entrant.id in unplaced else season.scheme.places
        for entrant in entrants:
            if _belongs_to(entrant, standing):  # entrants who share a place all get its full points
                place = standing.standing.place
                points.setdefault(entrant.id, PlacePoints(place, places[place - 1] if place <= len(places) else 0))
    return points


def _belongs_to(entrant: Entrant, standing: EventStanding) -> bool:
    if entrant.team is not None:
        return entrant.team == standing.entrant.team
    return entrant.user in standing.entrant.members
