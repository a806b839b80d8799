"""Mentions: which stand in a text, and which of them ring. Discord, resources/message, Allowed Mentions."""

import re
from dataclasses import dataclass

from bot.loopback.errors import Form
from bot.loopback.wire import Json, Part, walk
from bot.loopback.world.state import World

_USER, _ROLE = re.compile(r"<@!?(\d{15,20})>"), re.compile(r"<@&(\d{15,20})>")
_KINDS, _MOST = ("everyone", "roles", "users"), 100
_EVERYONE = re.compile(r"@(?:everyone|here)\b")


@dataclass(frozen=True, slots=True)
class Mentions:
    """Users, roles and everyone that a message mentions and that its sender allowed to ring."""

    users: tuple[int, ...]
    roles: tuple[int, ...]
    everyone: bool


def all_text(content: str, components: list[Json]) -> str:
    """All text of a message that people read: content and text parts."""
    parts = [str(c.get("content") or "") for c in walk(components) if c.get("type") == Part.TEXT]
    return "\n".join([content, *parts])


def find(world: World, text: str, allowed: Json | None, *, may_ring_all: bool = True) -> Mentions:
    """The mentions in a text that are allowed. `allowed` is the body's allowed_mentions; None allows all.

    `may_ring_all` says whether the sender holds Mention Everyone there.
    """
    users = [int(u) for u in _USER.findall(text) if int(u) in world.users]
    roles = [int(r) for r in _ROLE.findall(text) if int(r) in world.roles]
    everyone = may_ring_all and bool(_EVERYONE.search(text))
    if allowed is None:
        return Mentions(_once(users), _once(roles), everyone)
    parse = allowed.get("parse") or []
    named_users = {int(u) for u in allowed.get("users") or []}
    named_roles = {int(r) for r in allowed.get("roles") or []}
    return Mentions(
        _once([u for u in users if "users" in parse or u in named_users]),
        _once([r for r in roles if "roles" in parse or r in named_roles]),
        everyone and "everyone" in parse,
    )


def check(form: Form, allowed: Json) -> None:
    """Note what is wrong with a body's allowed_mentions: too many, or a kind both as a whole and by names."""
    parse = allowed.get("parse") or []
    for kind in parse:
        if kind not in _KINDS:
            form.wrong(("allowed_mentions", "parse"), "BASE_TYPE_CHOICES", f"Value must be one of {_KINDS}.")
    for kind in ("users", "roles"):
        named = allowed.get(kind) or []
        if len(named) > _MOST:
            form.wrong(("allowed_mentions", kind), "BASE_TYPE_MAX_LENGTH", f"Must be {_MOST} or fewer in length.")
        if named and kind in parse:
            words = f"parse:{kind!r} and {kind}: [ids...] are mutually exclusive."
            form.wrong(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", words)


def _once(ids: list[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(ids))
