"""What anyone may look up at any time: the last trick."""

from typing import TYPE_CHECKING

from bot.text.describe.people import plain
from bot.ui.emoji import EmojiBook
from engine.view import View

if TYPE_CHECKING:
    from bot.text.catalogue import Texts


def last_trick_text(view: View, names: tuple[str | None, ...], texts: "Texts", emoji: EmojiBook) -> str:
    """Return the last complete trick in words, play by play, with the faces of the cards where there is room."""
    if not view.tricks:
        return texts.say("ui.no_trick_yet")
    trick = view.tricks[-1]
    safe = [plain(name or "") for name in names]
    lines = [
        texts.say(
            "ui.trick_won_by" if play.seat == trick.winner else "ui.trick_play",
            name=safe[play.seat],
            cards=texts.cards(play.cards),
        )
        + f" {emoji.cards(play.cards)}".rstrip()
        for play in trick.plays
    ]
    heading = texts.say("ui.trick_heading", trick=len(view.tricks), points=trick.points)
    return "\n".join([f"### {heading}", *lines])
