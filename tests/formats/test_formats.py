"""Formats that outlive the program stay the same: ids of controls, columns of CSV files, and records.

The files beside this one store the formats. `PYTHONPATH=. python tests/formats/test_formats.py` writes them again. The
dumps of `tests/bot/store/test_store_old_dumps.py` do the same for the schema of the database.
"""

import importlib
import pkgutil
from dataclasses import MISSING, fields
from enum import Enum, StrEnum
from pathlib import Path
from types import NoneType
from typing import get_args, get_origin, get_type_hints

import pytest

import bot.ui
from bot.league.files.export_csv import format_ratings_csv, format_results_csv, format_standings_csv
from bot.text.describe.rulebook import CHAPTER_KEYS
from bot.ui.core.messages import custom_id_codec
from bot.ui.events import export as event_export
from engine.deal.fair_shuffle import Proof
from engine.io.record import Move, Record, format_record, parse_record
from engine.model import actions
from engine.model.actions import Action, FriendCall
from engine.model.cards import parse_card, parse_cards
from engine.model.notation import format_rules
from engine.model.options import Level
from engine.model.rules import Rules
from engine.model.seats import TABLE, Seat

HERE = Path(__file__).parent
SEAT = Seat(1)
CARDS = parse_cards("S5 S5 H6 H6")
MOVES = (
    Move(TABLE, actions.Sit(2, "user-81")),
    Move(TABLE, actions.Deal(CARDS, 3), Proof("0a" * 32, bytes(range(32)), "knock 洗")),
    Move(TABLE, actions.Draw(25)),
    Move(SEAT, actions.Declare(CARDS[:2])),
    Move(SEAT, actions.Pass()),
    Move(TABLE, actions.CloseWindow()),
    Move(TABLE, actions.Undo(2)),
    Move(SEAT, actions.ClaimRedeal()),
    Move(SEAT, actions.PickUp(take=True)),
    Move(SEAT, actions.PickUp(take=False)),
    Move(SEAT, actions.Bury(CARDS)),
    Move(SEAT, actions.CallFriends((FriendCall(parse_card("HA"), 2), FriendCall(parse_card("BJ"))))),
    Move(SEAT, actions.Play(CARDS[:1])),
    Move(SEAT, actions.Play(CARDS, (CARDS[:2], CARDS[2:]))),
    Move(SEAT, actions.TakeBack()),
    Move(SEAT, actions.EndDeal()),
)
RECORD = Record(Rules(), MOVES, (Level.TWO, Level.ACE) * 2, Seat(0), (("Table", "7"),))


def describe_control_ids():
    """Return each route with its fields in order. A field with `?` may be empty, one with `=` may be omitted."""
    for module in pkgutil.walk_packages(bot.ui.__path__, "bot.ui."):
        importlib.import_module(module.name)
    lines = [f"chapters of the rulebook: {' '.join(CHAPTER_KEYS)}"]
    ours = {route: kind for route, kind in custom_id_codec._CLASSES.items() if kind.__module__.startswith("bot.")}
    for route, kind in sorted(ours.items()):
        types = get_type_hints(kind)
        lines.append(route)
        lines += [
            f"    {one.name}{'' if one.default is MISSING else '='} {name_type(types[one.name])}"
            for one in fields(kind)
        ]
    return "\n".join(lines) + "\n"


def name_type(kind):
    """Return the values of an enum, or the name of another type of field."""
    if NoneType in get_args(kind):
        return f"{name_type(get_args(kind)[0])} ?"
    if get_origin(kind) is tuple:
        return "cards"
    kind = getattr(kind, "__supertype__", kind)
    return " ".join(str(one.value) for one in kind) if issubclass(kind, Enum) else kind.__name__


def describe_csv_columns():
    """Return the header line of each kind of CSV file."""
    files = {
        "results": format_results_csv((), 4),
        "standings": format_standings_csv((), {}, {}),
        "ratings": format_ratings_csv((), {}),
        "event standings": ",".join(event_export._STANDINGS_COLUMNS),
        "event results": ",".join(event_export._RESULTS_COLUMNS),
    }
    return "".join(f"{name}: {text.strip()}\n" for name, text in files.items())


def describe_records():
    """Return a record with each kind of line, and the values of each option."""
    types = get_type_hints(Rules)
    words = [f"# {one.name}: {name_type(types[one.name])}\n" for one in fields(Rules) if is_choice(types[one.name])]
    return format_record(RECORD) + "".join(words)


def is_choice(kind):
    return isinstance(kind, type) and issubclass(kind, StrEnum)


FORMATS = {
    "control_ids": describe_control_ids,
    "csv_columns": describe_csv_columns,
    "records": describe_records,
}


@pytest.mark.parametrize("name", FORMATS)
def test_formats_equal_stored_ones(name):
    assert FORMATS[name]() == (HERE / f"{name}.txt").read_text("utf-8"), (
        f"tests/formats/{name}.txt differs: a form that outlives the program has changed. Add to it, and write the "
        "file again with `PYTHONPATH=. python tests/formats/test_formats.py`; what a release has written must be read "
        "for ever, so no word is removed, renamed or reused without code that still reads it"
    )


def test_stored_record_can_be_read():
    record = parse_record((HERE / "records.txt").read_text("utf-8"))
    assert record.moves == MOVES
    assert record.levels == RECORD.levels
    assert format_rules(record.rules)


def test_record_has_each_kind_of_action():
    assert {type(move.action) for move in MOVES} == set(get_args(Action))


if __name__ == "__main__":
    for name, describe in FORMATS.items():
        (HERE / f"{name}.txt").write_text(describe(), "utf-8")
