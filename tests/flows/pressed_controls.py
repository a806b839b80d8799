"""Lists the bot's controls, the flow that must press each of them, and the controls that flows do press.

The name of a control is its route, with its verb or action if it has one. Each line of `pressed_controls.txt` has a
control and a flow that presses it. `RECORD_PRESSES=file make test ARGS=tests/flows` adds such lines to `file` for all
controls that the flows press. Copy the line for a new control from there.
"""

import importlib
import os
import pkgutil
from contextlib import contextmanager
from dataclasses import fields
from enum import Enum
from pathlib import Path
from typing import get_type_hints
from unittest.mock import patch

import bot.ui
from bot.ui.core.messages import custom_id_codec
from bot.ui.core.messages.custom_id_codec import parse_id

FILE = Path(__file__).with_suffix(".txt")
RECORD = os.environ.get("RECORD_PRESSES")
WORDS = ("verb", "action")
"""The fields by which controls of one route differ."""


def list_controls():
    """Return every control that the program has."""
    for module in pkgutil.walk_packages(bot.ui.__path__, "bot.ui."):
        importlib.import_module(module.name)
    ours = [kind for kind in custom_id_codec._CLASSES.values() if kind.__module__.startswith("bot.")]
    return {control for kind in ours for control in _list_kind(kind)}


def read_chosen():
    """Return the flow that must press each control, by the control's name."""
    lines = FILE.read_text("utf-8").splitlines()
    return dict(line.rsplit(" ", 1) for line in lines)


@contextmanager
def recording_presses(flow):
    """Yield a set that collects the controls pressed in the block. If RECORD is set, add them to that file."""
    pressed = set()

    def parse(text):
        id_ = parse_id(text)
        if id_ is not None:
            pressed.add(_name(id_))
        return id_

    with patch("bot.ui.dispatch.route_presses.parse_id", parse):
        yield pressed
    if RECORD is not None:
        with Path(RECORD).open("a", encoding="utf-8") as file:
            file.writelines(f"{control} {flow}\n" for control in sorted(pressed))


def _list_kind(kind):
    types = get_type_hints(kind)
    for field in fields(kind):
        if field.name in WORDS and isinstance(types[field.name], type) and issubclass(types[field.name], Enum):
            return [f"{kind.route} {word.value}" for word in types[field.name]]
    return [kind.route]


def _name(id_):
    word = next((one for name in WORDS if isinstance(one := getattr(id_, name, None), Enum)), None)
    return id_.route if word is None else f"{id_.route} {word.value}"
