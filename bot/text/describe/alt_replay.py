"""Records in words: a moment of a deal that is over with every hand open, and a whole deal that moves."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.text.describe import cards as say
from bot.text.describe.alt import TABLE_DETAILS, Detail, ended, fitting, hand_groups, short_names, table_parts
from bot.text.describe.people import Names, name
from bot.text.words import Words
from engine.cards import Card
from engine.view import View

_MOMENT: Final = (
    *TABLE_DETAILS[:2],
    Detail(spoken=False, longest_name=16, signs=True),
    Detail(spoken=False, longest_name=8, signs=True),
    Detail(spoken=False, longest_name=8, signs=True, extras=False),
    Detail(spoken=False, longest_name=8, signs=True, extras=False, trick=False),
    Detail(spoken=False, longest_name=8, extras=False, trick=False, hand=False),
)


def replay_alt(words: Words, view: View, names: Names | None, hands: Sequence[Sequence[Card]]) -> str:
    """Return a moment of a replay in words: the table as it stood, then every hand; at most 1024 characters."""
    return fitting(words, _MOMENT, lambda how: _moment(words, view, short_names(names, view, how), hands, how))


def animation_alt(words: Words, view: View, names: Names | None) -> str:
    """Return a deal that moves in words: what it is, and how it ended if `view` knows; at most 1024 characters."""
    return fitting(words, TABLE_DETAILS, lambda how: _moving(words, view, short_names(names, view, how)))


def _moment(
    words: Words, view: View, names: Names | None, hands: Sequence[Sequence[Card]], how: Detail
) -> Iterator[str]:
    yield from table_parts(words, view, names, how)
    for seat, hand in enumerate(hands):
        who = name(words, names, seat)
        if not hand:
            yield words.say("picture.hand_empty", name=who)
        elif how.hand:
            yield words.say("picture.hand", name=who, cards=_open_hand(words, view, hand, how))
        else:
            yield words.say("picture.hand_count", name=who, count=len(hand))


def _open_hand(words: Words, view: View, hand: Sequence[Card], how: Detail) -> str:
    """Return a hand by effective suit: in words, or where there is little room in signs."""
    groups = hand_groups(view, hand).values()
    if how.signs:
        return " ".join(say.signs(held) for held in groups)
    return words.say("list.parts").join(say.cards(words, held) for held in groups)


def _moving(words: Words, view: View, names: Names | None) -> Iterator[str]:
    yield words.say("picture.animation", number=max(1, view.deal_number), tricks=len(view.tricks))
    if view.result is not None:
        yield from ended(words, view, view.result, names)
