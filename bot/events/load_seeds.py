"""Loads what the seeding of an event needs to know, before it starts."""

from bot.events.model import Event
from bot.events.pairing.ports import Seeding
from bot.events.ports import EventStore
from bot.events.seeding import Seeds
from bot.league.ratings import Rating


async def load_seeds(store: EventStore, event: Event) -> Seeds:
    """Return the ratings of an event's people, or the event by whose standings it is seeded."""
    settings = event.settings
    if settings.seeding is Seeding.RATING:
        users = {user for one in event.entrants for user in one.members if user > 0}
        ratings = await store.load_rank_values(event.guild, settings.preset, users)
        return Seeds(ratings, Rating().rank_value)
    former = None if settings.seeded_by is None else await store.find_event(settings.seeded_by)
    return Seeds(former=former)
