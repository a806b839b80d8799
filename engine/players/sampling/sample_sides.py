"""Decides in a sampled deal who is on the declarers' side. Friends or hidden tens may keep this secret."""

import random
from collections.abc import Sequence
from dataclasses import replace

from engine.model.cards import Card
from engine.model.options import FriendCallStyle, Teams
from engine.model.trump import EFFECTIVE_SUIT_COUNT
from engine.model.view import CalledFriend, View
from engine.players.playouts.bit_layout import BitLayout
from engine.players.playouts.hands import Hands
from engine.players.playouts.playout_table import list_called


def sample_sides(view: View, hands: Hands, layout: BitLayout, rng: random.Random) -> tuple[bool, ...]:
    """Return for each seat whether it is on the declarers' side with these hands."""
    if None not in view.sides:
        return tuple(bool(side) for side in view.sides)
    if view.rules.teams is Teams.FRIENDS:
        return _sample_friends(view, hands, layout, rng)
    ten = next(iter(list_called(view)), None)
    return tuple(
        ten is not None and _holds(hands, seat, ten, layout) if side is None else side
        for seat, side in enumerate(view.sides)
    )


def sample_sides_again(view: View, hands: Hands, layout: BitLayout) -> tuple[bool, ...]:
    """Return the sides as `sample_sides` does. The same hands always have the same sides."""
    return sample_sides(view, hands, layout, random.Random(hash(tuple(hands.held))))  # noqa: S311 - who plays a card, not a secret


def join_by_playing(view: View, cards: Sequence[Card]) -> View:
    """Return the view after the seat has played these cards, in which it may have become a friend."""
    seat = view.seat
    if seat is None or view.sides[seat] is not None:
        return view
    friends = tuple(
        replace(friend, joined=seat) if friend.joined is None and _joins(view, cards, friend) else friend
        for friend in view.friends
    )
    if friends == view.friends:
        return view
    others = None if any(friend.joined is None for friend in friends) else False
    sides = [True if at == seat else others if side is None else side for at, side in enumerate(view.sides)]
    return replace(view, friends=friends, sides=tuple(sides))


def _joins(view: View, cards: Sequence[Card], friend: CalledFriend) -> bool:
    call, number = friend.call, cards.count(friend.call.card)
    if view.rules.friend_call is not FriendCallStyle.NTH_COPY:
        return number > 0
    played = sum(play.cards.count(call.card) for trick in (*view.tricks, view.trick) for play in trick.plays)
    return played < call.copy <= played + number


def _sample_friends(view: View, hands: Hands, layout: BitLayout, rng: random.Random) -> tuple[bool, ...]:
    """Return the sides. Each called card brings in a random one of its holders who are not yet declarers."""
    sides = [side is True for side in view.sides]
    for friend in view.friends:
        if friend.joined is not None:
            continue
        able = [seat for seat, side in enumerate(sides) if not side and _holds(hands, seat, friend.call.card, layout)]
        if able:
            sides[rng.choice(able)] = True
    return tuple(sides)


def _holds(hands: Hands, seat: int, card: Card, layout: BitLayout) -> bool:
    return bool(hands.held[EFFECTIVE_SUIT_COUNT * seat + layout.suit[card]] & layout.bit[card])
