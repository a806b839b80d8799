"""Checks presses, choices and forms as a person's client does, and returns the data of their interactions."""

from typing import Any

from bot.loopback.errors import ClientError
from bot.loopback.interactions.options import Resolved
from bot.loopback.wire import LINK_STYLE, PREMIUM_STYLE, SELECTS, Json, Part, walk
from bot.loopback.world.model import Channel, Interaction, Message, User
from bot.loopback.world.permissions import sees
from bot.loopback.world.state import World

_KINDS = {Part.USER_SELECT: 6, Part.CHANNEL_SELECT: 7, Part.ROLE_SELECT: 8, Part.MENTIONABLE_SELECT: 9}


def visible(world: World, person: User, message_id: int) -> Message:
    """Return a message that this person sees. Raises `ClientError`."""
    message = world.messages.get(message_id)
    if message is None or not may_see(world, person, message):
        raise ClientError(f"{person.name} sees no message {message_id}")
    return message


def may_see(world: World, person: User, message: Message) -> bool:
    """Return whether a person sees a message and its channel."""
    if message.ephemeral and message.only_for != person.id:
        return False
    channel = world.channels.get(message.channel)
    return channel is not None and sees(world, person.id, channel)


def button(message: Message, wanted: str | None, label: str | None) -> Json:
    """Return the data of pressing a button, found by custom id or by label. Raises `ClientError`."""
    buttons = [c for c in walk(message.components) if c["type"] == Part.BUTTON]
    for found in buttons:
        if (wanted is not None and found.get("custom_id") == wanted) or (label is not None and names(found, label)):
            _check_pressable(found)
            return {"component_type": int(Part.BUTTON), "custom_id": found["custom_id"], "id": found["id"]}
    there = ", ".join(repr(b.get("label") or b.get("custom_id")) for b in buttons)
    raise ClientError(f"no button {wanted or label!r} on that message; there are: {there or 'none'}")


def names(part: Json, label: str) -> bool:
    """Return whether a button has this label or emoji."""
    return label in {part.get("label"), (part.get("emoji") or {}).get("name")}


def _check_pressable(part: Json) -> None:
    if part.get("disabled"):
        raise ClientError(f"button {part.get('label') or part.get('custom_id')!r} is disabled")
    if part["style"] in {LINK_STYLE, PREMIUM_STYLE}:
        raise ClientError(f"button {part.get('label')!r} is a link")


def select(world: World, channel: Channel, message: Message, wanted: str | None, values: list[Any]) -> Json:
    """Return the data of a choice in the select named `wanted`, or in the only select. Raises `ClientError`."""
    selects = [c for c in walk(message.components) if c["type"] in SELECTS]
    found = [c for c in selects if wanted in {c["custom_id"], c.get("placeholder")} or wanted is None]
    if len(found) != 1:
        raise ClientError(f"no one select {wanted!r}; there are: {[c['custom_id'] for c in selects]}")
    part = found[0]
    if part.get("disabled"):
        raise ClientError(f"select {part['custom_id']!r} is disabled")
    data: Json = {"component_type": part["type"], "custom_id": part["custom_id"], "id": part["id"]}
    resolved = Resolved(world, channel)
    data["values"] = picked(resolved, part, values)
    if resolved.data:
        data["resolved"] = resolved.data
    return data


def picked(resolved: Resolved, part: Json, values: list[Any]) -> list[str]:
    """Return the chosen values in the order picked. Each is given by value or label. Raises `ClientError`."""
    low, high = _value_count(part)
    if not low <= len(values) <= high:
        raise ClientError(f"{part['custom_id']!r} takes {low} to {high} values, not {len(values)}")
    if part["type"] in _KINDS:
        return [resolved.add(_KINDS[Part(part["type"])], value) for value in values]
    by_name = {o["label"]: o["value"] for o in part["options"]} | {o["value"]: o["value"] for o in part["options"]}
    if unknown := [v for v in values if v not in by_name]:
        raise ClientError(f"{part['custom_id']!r} does not offer {unknown}")
    return [by_name[value] for value in values]


def _value_count(part: Json) -> tuple[int, int]:
    low = 0 if part.get("required") is False else part.get("min_values")
    high = part.get("max_values") or (len(part["options"]) if part["type"] == Part.CHECKBOXES else 1)
    return 1 if low is None else low, high


def submission(world: World, channel: Channel, interaction: Interaction, values: dict[str, Any]) -> Json:
    """Return the data of a form. `values` are by custom id or label. Raises `ClientError` if they do not fit."""
    if interaction.modal is None:
        raise ClientError("that interaction opened no form")
    resolved, left = Resolved(world, channel), dict(values)
    numbers = iter(range(1, 1000))
    components = [_component_data(resolved, c, left, numbers) for c in interaction.modal["components"]]
    if left:
        raise ClientError(f"the form has no field {', '.join(left)}")
    data = {"custom_id": interaction.modal["custom_id"], "components": components}
    return data | ({"resolved": resolved.data} if resolved.data else {})


def _component_data(resolved: Resolved, part: Json, left: dict[str, Any], numbers: Any) -> Json:
    number = part.get("id") or next(numbers)
    if part["type"] == Part.ROW:
        inside = [_field_data(resolved, c, c.get("label", ""), left, numbers) for c in part["components"]]
        return {"type": int(Part.ROW), "id": number, "components": inside}
    if part["type"] == Part.TEXT:
        return {"type": int(Part.TEXT), "id": number}
    inner = _field_data(resolved, part["component"], part["label"], left, numbers)
    return {"type": int(Part.LABEL), "id": number, "component": inner}


def _field_data(resolved: Resolved, part: Json, label: str, left: dict[str, Any], numbers: Any) -> Json:
    name = part["custom_id"] if part["custom_id"] in left else label
    given = left.pop(name, None)
    data: Json = {"type": part["type"], "id": part.get("id") or next(numbers), "custom_id": part["custom_id"]}
    if part["type"] == Part.TEXT_INPUT:
        return data | {"value": _text_value(part, label, given)}
    if part["type"] == Part.CHECKBOX:
        return data | {"value": bool(part.get("default") if given is None else given)}
    if part["type"] == Part.RADIOS:
        return data | {"value": _radio_value(resolved, part, given)}
    if part["type"] == Part.UPLOAD:
        return data | {"values": [resolved.file(f) for f in given or []]}
    values = _default_values(part) if given is None else list(given)
    if not values and part.get("required") is False:
        return data | {"values": []}
    return data | {"values": picked(resolved, part, values)}


def _text_value(part: Json, label: str, given: Any) -> str:
    text = str(part.get("value") or "") if given is None else str(given)
    low, high = part.get("min_length") or 0, part.get("max_length") or 4000
    if not text and part.get("required", True):
        raise ClientError(f"{label!r} must be filled in")
    if text and not low <= len(text) <= high:
        raise ClientError(f"{label!r} must be {low} to {high} characters long")
    return text


def _radio_value(resolved: Resolved, part: Json, given: Any) -> str | None:
    values = _default_values(part) if given is None else [given]
    if not values and part.get("required") is False:
        return None
    return picked(resolved, part | {"min_values": 1, "max_values": 1}, values)[0]


def _default_values(part: Json) -> list[str]:
    return [o["value"] for o in part.get("options") or [] if o.get("default")]
