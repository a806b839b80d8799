"""Components as Discord gives them back: what was left out stands there with its default."""

from typing import Any

from bot.loopback.wire import Json, Part

_DEFAULTS: dict[Part, dict[str, Any]] = {
    Part.THUMBNAIL: {"description": None, "spoiler": False},
    Part.FILE: {"spoiler": False},
    Part.SEPARATOR: {"spacing": 1, "divider": True},
    Part.CONTAINER: {"accent_color": None, "spoiler": False},
    Part.SELECT: {"min_values": 1, "max_values": 1},
    Part.USER_SELECT: {"min_values": 1, "max_values": 1},
    Part.ROLE_SELECT: {"min_values": 1, "max_values": 1},
    Part.MENTIONABLE_SELECT: {"min_values": 1, "max_values": 1},
    Part.CHANNEL_SELECT: {"min_values": 1, "max_values": 1},
}
_ITEM = {"description": None, "spoiler": False}


def complete(component: Json) -> None:
    """Fill in a component's defaults; ids become texts."""
    for one in (component, *(component.get("options") or [])):
        emoji = one.get("emoji")
        if emoji and emoji.get("id") is not None:
            emoji["id"] = str(emoji["id"])
    for key, value in _DEFAULTS.get(Part(component["type"]), {}).items():
        if component.get(key) is None:
            component[key] = value
    for item in component.get("items") or []:
        for key, value in _ITEM.items():
            item.setdefault(key, value)
