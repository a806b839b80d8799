"""What anyone may look up at any time: the last trick, the rules of the table, how the bot is used."""

from typing import TYPE_CHECKING

from discord.utils import escape_markdown

from bot.play.table import Table
from engine.view import View

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

HELP_PARTS = ("help.start", "help.table", "help.deal", "help.play", "help.commands")


def last_trick_text(view: View, names: tuple[str | None, ...], texts: "Texts") -> str:
    """Return the last complete trick in words, play by play."""
    if not view.tricks:
        return texts.say("ui.no_trick_yet")
    trick = view.tricks[-1]
    safe = [escape_markdown(name or "") for name in names]
    lines = [
        texts.say(
            "ui.trick_won_by" if play.seat == trick.winner else "ui.trick_play",
            name=safe[play.seat],
            cards=texts.cards(play.cards),
        )
        for play in trick.plays
    ]
    heading = texts.say("ui.trick_heading", trick=len(view.tricks), points=trick.points)
    return "\n".join([f"### {heading}", *lines])


def rules_text(table: Table, texts: "Texts") -> str:
    """Return the rules of a table in plain words."""
    heading = texts.say("ui.rules_heading", preset=texts.preset(table.facts.preset))
    return "\n".join([f"### {heading}", *(f"- {line}" for line in texts.rules_lines(table.facts.rules))])


def help_text(texts: "Texts") -> str:
    """Return how the bot is used."""
    return "\n".join(texts.say(key) for key in HELP_PARTS)
