"""The selects of computer players: which to add, and how well they play."""

from collections.abc import Sequence
from typing import Final

from bot.play.tables.snapshot import Snapshot
from bot.play.values.table_info import Computer, Occupant
from bot.text.catalogue import Texts
from bot.ui.core.interactions.table_controls import ControlVerb, table_control_id
from bot.ui.core.messages.discord_limits import MAX_OPTIONS
from bot.ui.core.messages.labelled import select_option
from bot.ui.core.messages.message import Block, Select, SelectOption
from engine.players import ALL_LEVELS, PLAYERS

ADD_COMPUTER: Final = "+"
"""Stands for the seat of a new computer player."""
EVERY_COMPUTER: Final = "*"
"""Stands for the seats of all computer players."""


def difficulty_select(table: Snapshot, texts: Texts) -> Select:
    """Return the select of the level of all computer players."""
    present = {one.level for one in table.occupants if isinstance(one, Computer)}
    options = tuple(
        select_option(
            f"{EVERY_COMPUTER} {level}",
            texts.say("council.difficulty", level=texts.say(f"computer.level.{level}")),
            chosen=present == {level},
        )
        for level in PLAYERS
    )
    return Select(_computers_id(table), texts.say("council.difficulty_prompt"), options)


def _computers_id(table: Snapshot) -> str:
    """Return an id that changes with the computer players, which clears the last choice."""
    return table_control_id(table.id, ControlVerb.CHOOSE_COMPUTER, "".join(map(_letter_of, table.occupants)))


def computer_select(table: Snapshot, texts: Texts, *, is_host: bool) -> tuple[Block, ...]:
    """Return the select that adds computer players, or changes the level of one; none if there is nothing to choose."""
    levels = ALL_LEVELS if is_host else tuple(PLAYERS)
    level_names = {level: texts.say(f"computer.level.{level}") for level in levels}
    options: list[SelectOption] = []
    if None in table.occupants:
        options += [
            select_option(f"{ADD_COMPUTER} {level}", texts.say("council.level_add", level=name))
            for level, name in level_names.items()
        ]
    computers = [(seat, who.level) for seat, who in enumerate(table.occupants) if isinstance(who, Computer)]
    room = (MAX_OPTIONS - len(options)) // max(1, len(computers))
    options += [
        select_option(f"{seat} {level}", texts.say("council.level_set", seat=seat + 1, level=level_names[level]))
        for seat, present in computers
        for level in _list_other_levels(levels, present, room)
    ]
    if not options:
        return ()
    return (Select(_computers_id(table), texts.say("council.level_prompt"), tuple(options)),)


def _list_other_levels(levels: Sequence[str], present: str, most: int) -> list[str]:
    """Return the other levels if all fit; else the next ones, so that each can be reached."""
    at = levels.index(present) + 1 if present in levels else 0
    following = [level for level in (*levels[at:], *levels[:at]) if level != present][:most]
    return sorted(following, key=levels.index)


def _letter_of(occupant: Occupant | None) -> str:
    """Return a letter that changes with the occupant's kind and level."""
    if isinstance(occupant, Computer):
        return str(ALL_LEVELS.index(occupant.level)) if occupant.level in ALL_LEVELS else "c"
    return "o" if occupant is None else "x"
