"""Puts into words who plays on which side in a deal, as far as the view's seat can know it."""

from collections.abc import Iterator
from typing import Final

from bot.text.describe.cards import format_button_cards, format_card, format_friend_call
from bot.text.describe.seat_names import NamesBySeat, format_seat_name, format_seat_names
from bot.text.messages import Messages
from engine.model.cards import Card, Rank, card_of
from engine.model.options import Teams
from engine.model.view import PhaseName, View

_PLAYED: Final = {PhaseName.PLAYING, PhaseName.PICKING_UP}


def format_sides(messages: Messages, view: View, names: NamesBySeat = None, *, is_spoken: bool = False) -> str:
    """Return sentences on who plays on which side, as far as the view's seat can know it."""
    return messages.join_sentences(list_side_sentences(messages, view, names, has_signs=not is_spoken))


def list_side_sentences(
    messages: Messages, view: View, names: NamesBySeat, *, has_signs: bool = False
) -> Iterator[str]:
    """Yield sentences on the friends and sides that the seat knows; none before play or with fixed teams."""
    if view.rules.teams is Teams.FIXED or view.phase not in _PLAYED:
        return
    if view.friends:
        calls = messages.say("list.separator").join(_list_called_friends(messages, view, names, has_signs=has_signs))
        yield messages.say("alt.friends", calls=calls)
    yield from _format_own_side(messages, view)
    if view.rules.teams is Teams.HIDDEN_TEN:
        yield from _list_known_sides(messages, view, names)


def _list_called_friends(messages: Messages, view: View, names: NamesBySeat, *, has_signs: bool) -> Iterator[str]:
    for friend in view.friends:
        card = format_button_cards(messages, (friend.call.card,), view.card_order) if has_signs else ""
        called = format_friend_call(messages, friend.call, card)
        if friend.joined is None:
            yield called
        else:
            yield messages.say("alt.friend_joined", call=called, name=format_seat_name(messages, names, friend.joined))


def _format_own_side(messages: Messages, view: View) -> Iterator[str]:
    side = view.sides[view.seat] if view.seat is not None and view.seat != view.declarer else None
    if side is None:
        return
    ten = _find_called_ten(view)
    if side and ten in view.hand:
        yield messages.say("side.holder", card=format_card(messages, ten))
    else:
        yield messages.say("side.declarers" if side else "side.opponents")


def _find_called_ten(view: View) -> Card | None:
    """Return the ten whose holders are the declarers' side; None if another rule decides the sides."""
    suit = view.trump.suit if view.trump is not None and view.rules.teams is Teams.HIDDEN_TEN else None
    return card_of(suit, Rank.TEN) if suit is not None else None


def _list_known_sides(messages: Messages, view: View, names: NamesBySeat) -> Iterator[str]:
    for side, key in ((True, "side.known_declarers"), (False, "side.known_opponents")):
        known = [s for s, one in enumerate(view.sides) if one is side and s not in {view.seat, view.declarer}]
        if known:
            yield messages.say(key, names=format_seat_names(messages, names, known))
