"""How the bot is used: topics to choose from, and a way to the rules."""

from enum import StrEnum
from typing import Final

from bot.text.catalogue import Texts
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.discord_limits import MAX_OPTION_LENGTH, MAX_PLACEHOLDER_LENGTH, format_label
from bot.ui.core.messages.message import Button, ButtonStyle, Message, Select, SelectOption, Text, button_rows

TOPICS: Final = ("minute", "table", "playing", "away", "commands", "settings", "after", "practice", "league", "privacy")
"""What can be read, in order. The words stand in ids, so none is ever given another meaning."""


class HelpAction(StrEnum):
    """What a control of the help does."""

    AT = "at"  # a select of topics
    RULES = "rules"
    TUTORIAL = "tutorial"


class HelpControl(ControlId, route="help"):
    """Shows a topic of the help, or opens the rules or the tutorial."""

    action: HelpAction


def help_view(topic: str, texts: Texts, commands: str = "") -> Message:
    """Return a topic below the way to the tutorial; the first where there is none of this name.

    `commands` is the list for the topic about them.
    """
    at = topic if topic in TOPICS else TOPICS[0]
    words = Text(texts.say(f"manual.{at}", commands=commands))
    options = tuple(
        SelectOption(one, format_label(texts.say(f"manual.{one}.title"), MAX_OPTION_LENGTH), "", one == at)
        for one in TOPICS
    )
    topics = Select(
        HelpControl(HelpAction.AT), format_label(texts.say("manual.topics"), MAX_PLACEHOLDER_LENGTH), options
    )
    ways = (
        Button(HelpControl(HelpAction.TUTORIAL), format_label(texts.say("tutorial.learn")), ButtonStyle.SUCCESS),
        Button(HelpControl(HelpAction.RULES), format_label(texts.say("manual.to_rules")), ButtonStyle.PRIMARY),
    )
    return Message((Text(f"## {texts.say('manual.heading')}"), *button_rows(ways), words, topics))
