"""Decides which cards may be called, and who is on which side (docs/rules.md, 9 and 10)."""

from collections.abc import Iterable, Sequence

from engine.model.actions import FriendCall
from engine.model.cards import ALL_FACES, Card, Rank, Suit, card_of
from engine.model.errors import IllegalAction, Reason
from engine.model.friend_cards import can_call, count_callable
from engine.model.options import FriendCallStyle
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.trump import Trump


def legal_calls(trump: Trump, rules: Rules) -> tuple[FriendCall, ...]:
    """Return all legal calls, trumps first, each suit from high to low. With `nth_copy`, each copy has its own call."""
    faces = (face for face in trump.sort_for_display(ALL_FACES) if can_call(face, trump, rules))
    if rules.friend_call is FriendCallStyle.FIRST_BY_OTHER:
        return tuple(FriendCall(face) for face in faces)
    return tuple(FriendCall(face, copy + 1) for face in faces for copy in range(rules.copies_of(face)))


def call_count(trump: Trump, rules: Rules) -> int:
    """Return how many cards the declarer calls. The number is lower than the rules say if fewer cards may be called."""
    return min(rules.friend_count, count_callable(trump, rules))


def check_calls(calls: Sequence[FriendCall], trump: Trump, rules: Rules) -> None:
    """Refuse illegal calls. Raises IllegalAction WRONG_FRIEND_COUNT or WRONG_FRIEND (`why` is kind, copy or twice)."""
    wanted = call_count(trump, rules)
    if len(calls) != wanted:
        raise IllegalAction(Reason.WRONG_FRIEND_COUNT, wanted=wanted, given=len(calls))
    seen: set[FriendCall] = set()
    for call in calls:
        last = 1 if rules.friend_call is FriendCallStyle.FIRST_BY_OTHER else rules.copies_of(call.card)
        if not can_call(call.card, trump, rules):
            raise IllegalAction(Reason.WRONG_FRIEND, card=call.card, why="kind")
        if not 1 <= call.copy <= last:
            raise IllegalAction(Reason.WRONG_FRIEND, card=call.card, why="copy")
        if call in seen:
            raise IllegalAction(Reason.WRONG_FRIEND, card=call.card, why="twice")
        seen.add(call)


def find_joined(
    calls: Sequence[FriendCall], plays: Iterable[tuple[Seat, Sequence[Card]]], declarer: Seat, rules: Rules
) -> tuple[Seat | None, ...]:
    """Return for each call the player who has joined by it, or None. `plays` has all plays of the deal.

    The player of the called copy joins. The next copy decides if that player is the declarer. Without `double_join`, it
    also decides if that player has already joined. With `first_by_other`, the declarer's copies do not count. A card
    never fills two calls.
    """
    found: list[Seat | None] = [None] * len(calls)
    played = [0] * len(calls)
    for seat, cards in plays:
        for shown in cards:
            joins = seat != declarer
            for at, call in enumerate(calls):
                if shown == call.card and found[at] is None:
                    played[at] += rules.friend_call is FriendCallStyle.NTH_COPY or seat != declarer
                    if played[at] >= call.copy and joins and (rules.double_join or seat not in found):
                        found[at], joins = seat, False
    return tuple(found)


def find_ten_holders(hands: Sequence[Iterable[Card]], caller: Seat, suit: Suit) -> frozenset[Seat]:
    """Return the caller and every seat that holds the ten of the called suit. The hands are those after the bury."""
    ten = card_of(suit, Rank.TEN)
    return frozenset({caller, *(Seat(seat) for seat, hand in enumerate(hands) if ten in hand)})
