"""Who is on whose side, where that is found during a deal: as far as the view's seat can know."""

from collections.abc import Iterator
from typing import Final

from bot.text.describe import cards as say
from bot.text.describe.people import Names, all_of, name
from bot.text.words import Words
from engine.cards import Card, Rank, card
from engine.rules import Teams
from engine.view import PhaseName, View

_PLAYED: Final = {PhaseName.PLAYING, PhaseName.PICKING_UP}


def sides(words: Words, view: View, names: Names | None) -> Iterator[str]:
    """Yield which friends were called and who joined, the seat's own side, and who else's it knows; each a sentence.

    Nothing where partners sit opposite each other, and before the first trick and after the last.
    """
    if view.rules.teams is Teams.FIXED or view.phase not in _PLAYED:
        return
    if view.friends:
        yield words.say("alt.friends", calls=words.say("list.separator").join(_friends(words, view, names)))
    yield from _own(words, view)
    if view.rules.teams is Teams.HIDDEN_TEN:
        yield from _others(words, view, names)


def _friends(words: Words, view: View, names: Names | None) -> Iterator[str]:
    """Yield the called cards, each with who joined by it."""
    for friend in view.friends:
        called = say.call(words, friend.call)
        if friend.joined is None:
            yield called
        else:
            yield words.say("alt.friend_joined", call=called, name=name(words, names, friend.joined))


def _own(words: Words, view: View) -> Iterator[str]:
    """Say the seat's own side; of the declarer all know it."""
    side = view.sides[view.seat] if view.seat is not None and view.seat != view.declarer else None
    if side is None:
        return
    ten = _called_ten(view)
    if side and ten in view.hand:
        yield words.say("side.holder", card=say.card(words, ten))
    else:
        yield words.say("side.declarers" if side else "side.opponents")


def _called_ten(view: View) -> Card | None:
    """Return the ten whose holders are the declarers' side; None where sides hang on something else."""
    suit = view.trump.suit if view.trump is not None and view.rules.teams is Teams.HIDDEN_TEN else None
    return card(suit, Rank.TEN) if suit is not None else None


def _others(words: Words, view: View, names: Names | None) -> Iterator[str]:
    for side, key in ((True, "side.known_declarers"), (False, "side.known_opponents")):
        known = [s for s, one in enumerate(view.sides) if one is side and s not in {view.seat, view.declarer}]
        if known:
            yield words.say(key, names=all_of(words, names, known))
