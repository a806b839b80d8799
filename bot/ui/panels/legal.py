"""What would be legal, in words: it follows every refusal of the game's."""

from itertools import islice
from typing import TYPE_CHECKING

from engine.cards import Card
from engine.options import declarations, legal_plays
from engine.view import Ask, View

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

TOLD = 6


def legal_words(view: View, texts: "Texts") -> str:
    """Return a line that lists what the seat may do instead; empty where that goes without saying."""
    key = "ui.legal_declare" if view.ask is Ask.DECLARE else "ui.legal"
    found = _legal(view)
    if not found:
        return ""
    plays = "; ".join(texts.cards(cards) for cards in found[:TOLD])
    return texts.say("ui.legal_more" if len(found) > TOLD else key, plays=plays)


def _legal(view: View) -> tuple[tuple[Card, ...], ...]:
    match view.ask:
        case Ask.DECLARE:
            return tuple(declarations(view))
        case Ask.FOLLOW:
            return tuple(islice(legal_plays(view, TOLD + 1), TOLD + 1))
        case _:
            return ()
