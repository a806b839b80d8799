"""Orders the entrants of an event by their ratings, or by their places in an earlier event."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.events.model import Event, EventEntrant
from bot.events.pairing.ports import Seeding
from bot.events.ports import EventStore
from bot.events.standings.event_standings import rank_event
from bot.ids import TeamId, UserId
from bot.league.results.ratings import Rating

Identity = TeamId | frozenset[UserId] | None
"""A named team, or the people who entered together."""


@dataclass(frozen=True, slots=True)
class Seeds:
    """The data by which an event is seeded. Higher `ratings` are better. A user without one counts as `unrated`."""

    ratings: Mapping[UserId, float] = field(default_factory=dict)
    unrated: float = 0.0
    former: Event | None = None
    """The earlier event whose standings seed this one, if any."""


NO_SEEDS: Final = Seeds()


async def load_seeds(store: EventStore, event: Event) -> Seeds:
    """Return the ratings or the earlier event by which an event is seeded. The result may have neither."""
    settings = event.settings
    if settings.seeding is Seeding.RATING:
        users = {user for one in event.entrants for user in one.members if user > 0}
        ratings = await store.load_rank_values(event.guild, settings.preset, users)
        return Seeds(ratings, Rating().rank_value)
    former = None if settings.seeded_by is None else await store.find_event(settings.seeded_by)
    return Seeds(former=former)


def order_by_seeds(event: Event, entrants: Sequence[EventEntrant], seeds: Seeds) -> list[EventEntrant]:
    """Return entrants by rating or earlier place, with ties broken by lot. Other seedings keep the given order."""
    if event.settings.seeding in {Seeding.LOT, Seeding.ENTRY}:
        return list(entrants)
    drawn = random.Random(event.seed).sample(list(entrants), len(entrants))  # noqa: S311 - repeatable, not secret
    if event.settings.seeding is Seeding.RATING:
        return sorted(drawn, key=lambda one: -_rate(one, seeds))
    places = {} if seeds.former is None else _list_places(seeds.former)
    last = len(places) + 1
    return sorted(drawn, key=lambda one: places.get(one.team) or places.get(frozenset(one.members), last))


def _rate(entrant: EventEntrant, seeds: Seeds) -> float:
    return sum(seeds.ratings.get(user, seeds.unrated) for user in entrant.members) / len(entrant.members)


def _list_places(former: Event) -> dict[Identity, int]:
    places: dict[Identity, int] = {}
    for one in rank_event(former):
        if one.entrant.team is not None:
            places[one.entrant.team] = one.standing.place
        places[frozenset(one.entrant.members)] = one.standing.place
    return places
