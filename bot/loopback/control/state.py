"""What a page gets at the start: people, channels, commands."""

import json
from collections.abc import Sequence
from pathlib import Path

from bot.loopback.control.acts import Actor
from bot.loopback.control.read_state import unread, waiting_pings
from bot.loopback.gateway.hub import Hub
from bot.loopback.interactions.options import usable
from bot.loopback.wire import THREADS, WITHOUT_MESSAGES, ChannelType, Json
from bot.loopback.world import show
from bot.loopback.world.model import Channel
from bot.loopback.world.permissions import Permission, in_channel, sees

Languages = Sequence[tuple[str, str]]
"""Languages to choose from: the locale as Discord writes it, and the language's own name."""
_TRANSLATIONS = {
    path.stem: json.loads(path.read_text(encoding="utf-8"))
    for path in (Path(__file__).parents[1] / "page" / "words").glob("*.json")
}
"""The page's own texts by locale; English is in the page itself."""


def state(actor: Actor, hub: Hub, quick: Json, languages: Languages) -> Json:
    """Return everything but messages, as this person may know it."""
    world = actor.world
    return {
        "me": person(actor, actor.person.id),
        "bot": show.user(world.bot) | {"display": world.bot.display},
        "online": hub.connected(),
        "people": [person(actor, u.id) for u in world.users.values() if not u.bot],
        "guilds": [show.guild(g) | {"roles": show.guild_roles(world, g.id)} for g in world.guilds.values()],
        "channels": channels(actor),
        "commands": commands(actor),
        "emojis": {str(e.id): e.name for e in world.emojis.values()},
        "quick": quick,
        "languages": [{"locale": locale, "name": name} for locale, name in languages],
        "words": _TRANSLATIONS.get(actor.person.locale, {}),
        "now": world.clock.time(),
    }


def person(actor: Actor, user: int) -> Json:
    """Return a person as the page lists them, with how many pings wait for them."""
    one = actor.world.users[user]
    shown = {"id": str(one.id), "name": one.name, "display": one.display, "locale": one.locale}
    return shown | {"pings": waiting_pings(actor.world, one)}


def channels(actor: Actor) -> list[Json]:
    """Return the channels and threads that the person sees, in order."""
    found = [c for c in actor.world.channels.values() if sees(actor.world, actor.person.id, c)]
    return [channel(actor, c) for c in sorted(found, key=lambda c: (c.type in THREADS, c.position, c.id))]


def channel(actor: Actor, one: Channel) -> Json:
    """Return a channel with whether the person may write there, and what they have not read."""
    thread = one.type in THREADS
    needed = Permission.SEND_MESSAGES_IN_THREADS if thread else Permission.SEND_MESSAGES
    may = bool(in_channel(actor.world, actor.person.id, one) & needed) and one.type not in WITHOUT_MESSAGES
    shown = show.channel(actor.world, one) | {"writable": may, "joined": actor.person.id in one.members}
    shown |= unread(actor.world, actor.person, one)
    return shown | ({"name": actor.world.bot.display} if one.type == ChannelType.DM else {})


def commands(actor: Actor) -> list[Json]:
    """Return the commands that the person can use in the first channel."""
    first = next((c for c in actor.world.channels.values() if sees(actor.world, actor.person.id, c)), None)
    return [show.command(actor.world, c) for c in usable(actor.world, actor.person, first)] if first else []
