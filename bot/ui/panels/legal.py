"""Why something is refused, and what would be legal instead, in words."""

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from bot.league.refusals import LeagueRefused
from bot.play.refusals import Refused
from engine.cards import Card
from engine.errors import IllegalAction
from engine.options import declarations, legal_plays
from engine.view import Ask, View

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

TOLD = 6


def refusal_words(
    refused: IllegalAction | Refused | LeagueRefused, texts: "Texts", names: Sequence[str] | None = None
) -> str:
    """Return why something is refused. `names` are those in the seats, as they are to be written."""
    if isinstance(refused, LeagueRefused):
        return texts.say(f"league.{refused.why}", **refused.facts)
    return texts.refusal(refused, names)


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
