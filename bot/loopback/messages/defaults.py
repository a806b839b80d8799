"""Components as Discord gives them back: with defaults for everything left out."""

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
    """Fill in a component's defaults, and turn ids into texts."""
    kind = Part(component["type"])
    for one in [component] if kind == Part.BUTTON else component["options"] if kind == Part.SELECT else []:
        emoji = one.get("emoji")
        if emoji and emoji.get("id") is not None:
            emoji["id"] = str(emoji["id"])
    for key, value in _DEFAULTS.get(kind, {}).items():
        if component.get(key) is None:
            component[key] = value
    for item in component["items"] if kind == Part.GALLERY else []:
        for key, value in _ITEM.items():
            item.setdefault(key, value)
