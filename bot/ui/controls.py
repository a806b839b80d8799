"""The ids of controls that belong to no table: `<room>:<arg>:<arg>…`."""

from typing import Final

from bot.ui.ids import FORM, LONGEST

PARTED: Final = ":"


def control(room: str, *arguments: object) -> str:
    """Return the id of a control.

    Raises:
        ValueError: it is too long, or a part would be read as two.
    """
    parts = (room, *map(str, arguments))
    text = PARTED.join(parts)
    if room == FORM or any(PARTED in part for part in parts) or len(text) > LONGEST:
        raise ValueError(f"no id for {room}")
    return text


def read_control(text: str) -> tuple[str, tuple[str, ...]]:
    """Return the room and the arguments of an id."""
    room, *arguments = text.split(PARTED)
    return room, tuple(arguments)
