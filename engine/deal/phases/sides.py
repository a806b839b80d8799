"""The declarers' side, in truth and as publicly known (docs/rules.md, 9 and 10)."""

from collections.abc import Iterable, Sequence

from engine.cards_in_play.leads import copies_in_pack
from engine.deal.friends import find_joined, find_ten_holders
from engine.deal.phases.states import Dealt, Hands
from engine.model.cards import Card, Rank, card_of
from engine.model.options import Teams
from engine.model.seats import Seat
from engine.model.view import CalledFriend, TrickView

Plays = Iterable[tuple[Seat, Sequence[Card]]]


def find_declarers_side(dealt: Dealt, hands: Hands) -> frozenset[Seat]:
    """Return the declarers' side when play begins; with friends only the declarer."""
    rules, declarer = dealt.rules, dealt.declarer
    match rules.teams:
        case Teams.FIXED | Teams.THREE_PAIRS:
            return frozenset(Seat(s) for s in range(rules.players) if rules.are_partners(s, declarer))
        case Teams.FRIENDS:
            return frozenset({declarer})
        case Teams.HIDDEN_TEN:
            assert dealt.called_suit is not None
            return find_ten_holders(hands, declarer, dealt.called_suit)


def update_friends(dealt: Dealt, friends: tuple[CalledFriend, ...], plays: Plays) -> tuple[CalledFriend, ...]:
    """Return the called friends after all `plays` of the deal."""
    if not friends:
        return friends
    calls = tuple(friend.call for friend in friends)
    seats = find_joined(calls, plays, dealt.declarer, dealt.rules)
    return tuple(CalledFriend(call, seat) for call, seat in zip(calls, seats, strict=True))


def list_plays(tricks: Iterable[TrickView]) -> list[tuple[Seat, Sequence[Card]]]:
    """Return all plays of these tricks in order."""
    return [(play.seat, play.cards) for trick in tricks for play in trick.plays]


def are_friends_known(dealt: Dealt, friends: tuple[CalledFriend, ...], tricks: Iterable[TrickView]) -> bool:
    """Return whether nobody can still join: each friend has, or all copies of their card are played."""
    waited = [friend.call.card for friend in friends if friend.joined is None]
    if not waited:
        return True
    played = [shown for _, cards in list_plays(tricks) for shown in cards]
    return all(played.count(face) == copies_in_pack(face, dealt.rules) for face in waited)


def get_called_ten(dealt: Dealt) -> Card | None:
    """Return the called ten, or None if sides are not hidden."""
    if dealt.rules.teams is not Teams.HIDDEN_TEN or dealt.called_suit is None:
        return None
    return card_of(dealt.called_suit, Rank.TEN)
