"""The question before a match is broken off for everybody."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bot.play.ports import Status
from bot.play.table import Table
from bot.ui.body import Body, Button, Text, Tone, in_rows
from bot.ui.controls import control
from bot.ui.kit import Kit
from bot.ui.panels.asked import cut

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

ROOM: Final = "stop"
KEEP: Final = "keep"


async def end_question(kit: Kit, tables: Sequence[Table], texts: "Texts") -> Body:
    """Return which tables there are and a button to end each of them."""
    lines = [texts.say("ending.which")] if len(tables) > 1 else []
    lines += [await _line(kit, table, texts) for table in tables]
    lines += [texts.say("ending.sure")] if any(table.facts.status is Status.PLAYING for table in tables) else []
    buttons = [
        Button(control(ROOM, table.id), cut(texts.say("ending.end", table=table.id)), Tone.GRAVE) for table in tables
    ]
    keep = Button(control(ROOM, KEEP), cut(texts.say("ending.keep")))
    return Body((Text("\n".join(lines)), *in_rows((*buttons, keep))))


async def _line(kit: Kit, table: Table, texts: "Texts") -> str:
    begun = table.facts.status is Status.PLAYING
    state = texts.say("ending.deal", deal=max(1, table.watch().deal_number)) if begun else texts.say("ending.lobby")
    return texts.say(
        "ending.table",
        table=table.id,
        preset=texts.preset(table.facts.preset),
        channel=f"<#{await kit.places.of(kit.notes, table.facts)}>",
        state=state,
    )
