"""The rules of a table that has not begun, for its host to change: a part, a rule of it, a value; and what differs."""

from typing import TYPE_CHECKING, Final

from bot.play.ports import TableFacts
from bot.text.describe.rules import SECTIONS
from bot.text.describe.values import option_words, pack
from bot.ui.body import Body, Button, Option, Select, Text, in_rows
from bot.ui.changes import FRIENDS, NUMBERS, PACK, changed, changes_of, choices, option_texts, usual_texts
from bot.ui.controls import control
from bot.ui.limits import OPTION_TEXT, OPTIONS, PROMPT
from bot.ui.panels.asked import cut
from engine.errors import BadRules
from engine.presets import PRESETS
from engine.rules import Teams

if TYPE_CHECKING:
    from bot.play.occupants import TableId
    from bot.text.catalogue import Texts

ROOM: Final = "alter"
PARTS: Final = {"numbers": NUMBERS, **SECTIONS}
"""The parts of the rules, each with its options. The words stand in ids, so none is ever given another meaning."""
SHOWN: Final = 12
"""So many changes are told at most."""


def change_button(table: "TableId", texts: "Texts") -> Button:
    """Return the button that opens the rules to be changed."""
    return Button(control(ROOM, table, 0, "open"), cut(texts.say("changing.open")))


def change_lines(facts: TableFacts, texts: "Texts", most: int = SHOWN) -> list[str]:
    """Return what differs from the preset, a line each, at most so many and how many there are besides."""
    try:
        names = [name for name in changes_of(facts.preset, facts.rules) if name != "thresholds"]
    except BadRules:  # a preset of an earlier version
        return []
    lines = [
        texts.say("changing.line", option=texts.option(name), value=option_words(texts, name, facts.rules))
        for name in names[:most]
    ]
    more = len(names) - len(lines)
    return [*lines, texts.say("changing.more", count=more)] if more else lines


def parts_body(facts: TableFacts, turn: int, texts: "Texts") -> Body:
    """Return what differs, and the parts of the rules to choose from."""
    options = tuple(Option(part, cut(part_name(part, texts), OPTION_TEXT)) for part in PARTS)
    parts = Select(control(ROOM, facts.id, turn, "in"), cut(texts.say("changing.part"), PROMPT), options)
    reset = Button(
        control(ROOM, facts.id, turn, "reset"),
        cut(texts.say("changing.reset")),
        disabled=not change_lines(facts, texts),
    )
    return Body((Text(_heading(facts, texts)), parts, *in_rows((reset,))))


def part_body(facts: TableFacts, turn: int, part: str, texts: "Texts") -> Body:
    """Return a part of the rules: its options, each with what holds now."""
    names = [name for name in PARTS[part] if name not in FRIENDS or facts.rules.teams is Teams.FRIENDS]
    options = tuple(
        Option(name, cut(texts.option(name), OPTION_TEXT), cut(option_words(texts, name, facts.rules), OPTION_TEXT))
        for name in names[:OPTIONS]
    )
    prompt = cut(texts.say("changing.option", part=part_name(part, texts)), PROMPT)
    listed = Select(control(ROOM, facts.id, turn, "of", part), prompt, options)
    back = Button(control(ROOM, facts.id, turn, "home"), cut(texts.say("changing.back")))
    return Body((Text(_heading(facts, texts)), listed, *in_rows((back,))))


def option_body(facts: TableFacts, turn: int, part: str, option: str, texts: "Texts") -> Body:
    """Return an option: its values with which the rules can be played."""
    back = Button(control(ROOM, facts.id, turn, "part", part), cut(texts.say("changing.back")))
    options = _values(facts, option, texts)
    lines = [_heading(facts, texts), f"### {texts.option(option)}", option_words(texts, option, facts.rules)]
    if not any(not one.chosen for one in options):
        return Body((Text("\n".join((*lines, texts.say("changing.only")))), *in_rows((back,))))
    prompt = cut(texts.say("changing.value", option=texts.option(option)), PROMPT)
    values = Select(control(ROOM, facts.id, turn, "to", part, option), prompt, options)
    return Body((Text("\n".join(lines)), values, *in_rows((back,))))


def part_name(part: str, texts: "Texts") -> str:
    """Return what a part of the rules is called."""
    return texts.say("changing.numbers" if part == "numbers" else f"rules.section.{part}")


def part_of(option: str) -> str:
    """Return the part that an option is in."""
    return next(part for part, names in PARTS.items() if option in names)


def _heading(facts: TableFacts, texts: "Texts") -> str:
    heading = texts.say("changing.heading", table=facts.id, preset=texts.preset(facts.preset))
    lines = change_lines(facts, texts) or [texts.say("changing.none")]
    return "\n".join((f"## {heading}", *lines))


def _values(facts: TableFacts, option: str, texts: "Texts") -> tuple[Option, ...]:
    if facts.preset not in PRESETS:
        return ()
    now, usual = option_texts(facts.rules), usual_texts(facts.preset, facts.rules)
    found = []
    for wanted in choices(facts.preset, changes_of(facts.preset, facts.rules), option):
        rules = changed(facts.preset, wanted)
        assert rules is not None
        label, value = option_words(texts, option, rules), wanted[option]
        if option != "kitty_size" and rules.kitty_size != facts.rules.kitty_size:
            label += texts.say("changing.with_kitty", kitty=rules.kitty_size)
        label += texts.say("changing.usual") if value == usual[option] else ""
        hint = cut(pack(texts, rules), OPTION_TEXT) if option in PACK else ""
        found.append(Option(value, cut(label, OPTION_TEXT), hint, value == now[option]))
    return tuple(found[:OPTIONS])
