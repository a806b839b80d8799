"""Mentions in a text, and which of them ping. Discord, resources/message, Allowed Mentions."""

import re
from dataclasses import dataclass

from bot.loopback.wire import Json, Part, walk
from bot.loopback.world.state import World

_USER, _ROLE = re.compile(r"<@!?(\d{15,20})>"), re.compile(r"<@&(\d{15,20})>")
_EVERYONE = re.compile(r"@(?:everyone|here)\b")


@dataclass(frozen=True, slots=True)
class Mentions:
    """The users, roles and everyone that a message mentions and may ping."""

    users: tuple[int, ...]
    roles: tuple[int, ...]
    everyone: bool


def all_text(content: str, components: list[Json]) -> str:
    """Return a message's whole text: content and text components."""
    parts = [str(c.get("content") or "") for c in walk(components) if c.get("type") == Part.TEXT]
    return "\n".join([content, *parts])


def find(world: World, text: str, allowed: Json | None, *, may_ping_all: bool = True) -> Mentions:
    """Return the mentions in a text that are allowed. `allowed` is the body's allowed_mentions; None allows all.

    `may_ping_all` says whether the sender has Mention Everyone there.
    """
    users = [int(u) for u in _USER.findall(text) if int(u) in world.users]
    roles = [int(r) for r in _ROLE.findall(text) if int(r) in world.roles]
    everyone = may_ping_all and bool(_EVERYONE.search(text))
    if allowed is None:
        return Mentions(_unique(users), _unique(roles), everyone)
    parse = allowed.get("parse") or []
    named_users = {int(u) for u in allowed.get("users") or []}
    named_roles = {int(r) for r in allowed.get("roles") or []}
    return Mentions(
        _unique([u for u in users if "users" in parse or u in named_users]),
        _unique([r for r in roles if "roles" in parse or r in named_roles]),
        everyone and "everyone" in parse,
    )


def _unique(ids: list[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(ids))
