"""The private panel of somebody who sits in a lobby; the host finds there what only he may do."""

from typing import TYPE_CHECKING, Final

from bot.play.occupants import Computer, Person, UserId, who_text
from bot.play.snapshot import Snapshot
from bot.ui.body import Block, Body, Button, Option, Select, Text, in_rows
from bot.ui.ids import Id, Verb
from bot.ui.kit import Kit
from bot.ui.limits import OPTION_TEXT, OPTIONS
from bot.ui.panels.asked import cut
from bot.ui.panels.changing import change_button
from bot.ui.panels.council import council_button
from engine.players import PLAYERS
from engine.presets import PRESETS
from engine.seats import Seat

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

KICK: Final = "kick"
HOST: Final = "host"
ADDED: Final = "+"
"""Stands in place of a seat for a computer player that is to be added."""


async def waiting_panel(kit: Kit, table: Snapshot, user: UserId, seat: Seat, texts: "Texts") -> Body:
    """Return the panel of a person in a lobby."""
    words = texts.say("ui.waiting", table=table.id, seat=seat + 1)
    leave = Button(str(Id(table.id, Verb.LEAVE)), cut(texts.say("ui.leave")))
    refresh = Button(str(Id(table.id, Verb.REFRESH)), cut(texts.say("ui.refresh")))
    if user != table.facts.host:
        return Body((Text(words), *_levels(table, texts), *in_rows((leave, council_button(table.id, texts), refresh))))
    mix = Button(str(Id(table.id, Verb.MIX)), cut(texts.say("seats.mix")))
    names = tuple(name or "" for name in await kit.people.names(table.occupants, texts))
    return Body(
        (
            Text(f"{words}\n{texts.say('seats.you_are_host')}"),
            *_deeds(table, names, texts),
            _presets(table, texts),
            *_levels(table, texts),
            *in_rows((mix, change_button(table.id, texts), leave, refresh)),
        )
    )


def _deeds(table: Snapshot, names: tuple[str, ...], texts: "Texts") -> tuple[Block, ...]:
    """Return the list of whom the host may send away or make host; nothing while he is alone."""
    options: list[Option] = []
    for seat, occupant in enumerate(table.occupants):
        if occupant is None or occupant == Person(table.facts.host):
            continue
        options.append(_option(f"{KICK} {seat} {who_text(occupant)}", "seats.kick", names[seat], texts))
        if isinstance(occupant, Person):
            options.append(_option(f"{HOST} {seat} {who_text(occupant)}", "seats.make_host", names[seat], texts))
    if not options:
        return ()
    argument = "".join("x" if o is not None else "o" for o in table.occupants)  # a new id forgets the last choice
    return (Select(str(Id(table.id, Verb.HOST, argument)), texts.say("seats.host_prompt"), tuple(options[:OPTIONS])),)


def _levels(table: Snapshot, texts: "Texts") -> tuple[Block, ...]:
    """Return the list of computer players to add, by how well they play, and of how well those there may play."""
    level_names = {level: texts.say(f"computer.level.{level}") for level in PLAYERS}
    options: list[Option] = []
    if None in table.occupants:
        options += [
            Option(f"{ADDED} {level}", cut(texts.say("council.level_add", level=name), OPTION_TEXT))
            for level, name in level_names.items()
        ]
    for seat, who in enumerate(table.occupants):
        if isinstance(who, Computer):
            options += [
                Option(f"{seat} {level}", cut(texts.say("council.level_set", seat=seat + 1, level=name), OPTION_TEXT))
                for level, name in level_names.items()
                if level != who.level
            ]
    if not options:
        return ()
    argument = "".join(who.level[0] if isinstance(who, Computer) else "x" if who else "o" for who in table.occupants)
    id_ = Id(table.id, Verb.LEVEL, argument)  # a new id forgets the last choice
    return (Select(str(id_), texts.say("council.level_prompt"), tuple(options[:OPTIONS])),)


def _option(value: str, key: str, name: str, texts: "Texts") -> Option:
    return Option(value, cut(texts.say(key, name=name), OPTION_TEXT))


def _presets(table: Snapshot, texts: "Texts") -> Select:
    options = tuple(
        Option(name, cut(texts.preset(name), OPTION_TEXT), texts.preset_about(name), name == table.facts.preset)
        for name in PRESETS
    )
    return Select(str(Id(table.id, Verb.PRESET, table.facts.preset)), texts.say("seats.preset_prompt"), options)
