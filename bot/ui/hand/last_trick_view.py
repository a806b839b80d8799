"""The last trick, which anyone may look up at any time."""

from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.messages.emoji_book import EmojiBook
from engine.model.view import View


def format_last_trick(view: View, names: tuple[str | None, ...], texts: Texts, emoji: EmojiBook) -> str:
    """Return the last complete trick, play by play."""
    if not view.tricks:
        return texts.say("ui.no_trick_yet")
    trick = view.tricks[-1]
    safe = [escape_name(name or "") for name in names]
    lines = [
        texts.say(
            "ui.trick_won_by" if play.seat == trick.winner else "ui.trick_play",
            name=safe[play.seat],
            cards=texts.format_cards(play.cards, view.card_order),
        )
        + f" {emoji.format_cards(play.cards, view.card_order)}".rstrip()
        for play in trick.plays
    ]
    heading = texts.say("ui.trick_heading", trick=len(view.tricks), points=trick.points)
    return "\n".join([f"### {heading}", *lines])
