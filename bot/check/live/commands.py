"""Compares the commands that Discord knows with those of this version."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from discord.http import Route

from bot.check.live.session import CheckFailed, LiveCheck, LiveSession, Payload

MAX_NAMED: Final = 5
NAMED: Final = ("name", "name_localizations", "value")
COMPARED: Final = (
    *NAMED, "description", "description_localizations", "required", "autocomplete", "min_value", "max_value",
    "min_length", "max_length", "channel_types", "integration_types", "contexts",
)  # fmt: skip
"""What Discord returns as it was sent; it leaves out what has its default."""
SLASH_COMMAND: Final = 1
"""The type that payloads may leave out."""


def simplify(payload: Payload) -> Payload:
    """Return a command or an option without ids, versions and what has its default."""
    kept = {key: payload.get(key) for key in COMPARED} | {"type": payload.get("type") or SLASH_COMMAND}
    permissions = payload.get("default_member_permissions")
    kept["default_member_permissions"] = None if permissions is None else str(permissions)
    kept["options"] = [simplify(one) for one in payload.get("options") or ()]
    kept["choices"] = [{key: one.get(key) or None for key in NAMED} for one in payload.get("choices") or ()]
    return {key: value for key, value in kept.items() if value not in (None, False, [], {})}


def list_different(wanted: Sequence[Payload], known: Sequence[Payload]) -> list[str]:
    """Return the names of the commands that are missing, unknown to this version, or not the same."""
    ours, theirs = _by_name(wanted), _by_name(known)
    return sorted(name for name in ours.keys() | theirs.keys() if ours.get(name) != theirs.get(name))


def _by_name(payloads: Iterable[Payload]) -> dict[str, Any]:
    return {one["name"]: simplify(one) for one in payloads}


async def check_commands(live: LiveSession) -> str:
    """Compare the registered commands, in all languages, with this version's."""
    route = Route("GET", "/applications/{application_id}/commands", application_id=live.client.application_id)
    known = await live.client.http.request(route, params={"with_localizations": "true"})
    if different := list_different(live.commands, known):
        raise CheckFailed(f"{len(different)} are not this version's: {', '.join(different[:MAX_NAMED])}")
    return f"the {len(known)} that are registered are this version's, in all languages"


COMMAND_CHECK: Final = LiveCheck("registration", check_commands, "start this version of the bot, and see its log")
