"""How the bot is used: topics to choose from, and a way to the rules."""

from typing import TYPE_CHECKING, Final

from bot.ui.body import Body, Button, Option, Select, Text, Tone, in_rows
from bot.ui.controls import control
from bot.ui.limits import OPTION_TEXT, PROMPT
from bot.ui.panels.asked import cut

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

ROOM: Final = "help"
TOPICS: Final = ("minute", "table", "playing", "away", "commands", "settings", "after", "league", "privacy")
"""What can be read, in order. The words stand in ids, so none is ever given another meaning."""


def manual_body(topic: str, texts: "Texts", commands: str = "") -> Body:
    """Return a topic; the first where there is none of this name. `commands`: the list for the topic about them."""
    at = topic if topic in TOPICS else TOPICS[0]
    words = Text(f"## {texts.say('manual.heading')}\n{texts.say(f'manual.{at}', commands=commands)}")
    options = tuple(Option(one, cut(texts.say(f"manual.{one}.title"), OPTION_TEXT), "", one == at) for one in TOPICS)
    topics = Select(control(ROOM, "at"), cut(texts.say("manual.topics"), PROMPT), options)
    ways = (
        Button(control(ROOM, "tutorial"), cut(texts.say("tutorial.open")), Tone.GOOD),
        Button(control(ROOM, "rules"), cut(texts.say("manual.to_rules")), Tone.MAIN),
    )
    return Body((words, topics, *in_rows(ways)))
