"""Why something is refused, and what would be legal instead, in words."""

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from bot.league.refusals import LeagueRefused
from bot.play.refusals import Refused
from bot.text.describe.people import plain
from bot.ui.body import Button, Buttons, in_rows
from bot.ui.controls import control
from engine.cards import Card
from engine.errors import IllegalAction, Reason
from engine.options import declarations, legal_plays
from engine.view import Ask, View

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

TOLD = 6
_R: Final = Reason
CHAPTERS: Final[dict[Reason, str]] = {
    **dict.fromkeys((_R.NOT_A_DECLARATION, _R.NOT_STRONGER, _R.OWN_DECLARATION, _R.PARTNER_DECLARED), "rules-trumps"),
    **dict.fromkeys((_R.ALREADY_PASSED, _R.NO_CLAIM), "rules-trumps"),
    **dict.fromkeys((_R.MIXED_SUITS, _R.BAD_GROUPING, _R.MUST_FOLLOW_SUIT, _R.MUST_FOLLOW_SHAPE), "rules-play"),
    **dict.fromkeys((_R.MUST_PLAY_EXACTLY, _R.MUST_PLAY_RAINBOW, _R.WRONG_COUNT, _R.NOT_HELD), "rules-play"),
    **dict.fromkeys((_R.THROWS_OFF, _R.MUST_BEAT), "rules-throws"),
    **dict.fromkeys((_R.WRONG_FRIEND, _R.WRONG_FRIEND_COUNT), "friends"),
    _R.RESULT_STILL_OPEN: "rules-points",
}
"""The chapter of the rules that explains a refusal."""


def refusal_words(
    refused: IllegalAction | Refused | LeagueRefused, texts: "Texts", names: Sequence[str] | None = None
) -> str:
    """Return why something is refused. `names` are those in the seats, as they are to be written."""
    if isinstance(refused, LeagueRefused):
        return texts.say(f"league.{refused.why}", **{key: _told(fact, texts) for key, fact in refused.facts.items()})
    return texts.refusal(refused, names)


def _told(fact: object, texts: "Texts") -> object:
    """Return a fact as it is written: names in it come as people gave them."""
    if isinstance(fact, tuple):
        return texts.listed(plain(str(name)) for name in fact)
    return plain(fact) if isinstance(fact, str) else fact


def why_button(source: str, refused: Exception, texts: "Texts", where: str = "") -> tuple[Buttons, ...]:
    """Return the button that opens the chapter of the rules by which something was refused, if one tells it.

    `source`: which rules, as the book of rules calls them: a preset, or `t` and a table's number. `where` tells two
    such buttons of one message apart.
    """
    chapter = CHAPTERS.get(refused.reason) if isinstance(refused, IllegalAction) else None
    if chapter is None:
        return ()
    return in_rows((Button(control("rules", source, "why", chapter, *filter(None, (where,))), texts.say("book.why")),))


def legal_words(view: View, texts: "Texts") -> str:
    """Return a line that lists what the seat may do instead; empty where that goes without saying."""
    key = "ui.legal_declare" if view.ask is Ask.DECLARE else "ui.legal"
    found = _legal(view)
    if not found:
        return ""
    plays = texts.say("list.parts").join(texts.cards(cards) for cards in found[:TOLD])
    return texts.say("ui.legal_more" if len(found) > TOLD else key, plays=plays)


def _legal(view: View) -> tuple[tuple[Card, ...], ...]:
    match view.ask:
        case Ask.DECLARE:
            return tuple(declarations(view))
        case Ask.FOLLOW:
            return tuple(islice(legal_plays(view, TOLD + 1), TOLD + 1))
        case _:
            return ()
