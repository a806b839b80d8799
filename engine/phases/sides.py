"""Who is on the declarers' side, in truth and as all may know (docs/rules.md, 9 and 10)."""

from collections.abc import Iterable, Sequence

from engine.cards import Card, Rank, card
from engine.friends import joined, ten_holders
from engine.leads import copies
from engine.phases.dealt import Dealt, Hands
from engine.rules import Teams
from engine.seats import Seat
from engine.view import CalledFriend, TrickView

Plays = Iterable[tuple[Seat, Sequence[Card]]]


def holders(dealt: Dealt, hands: Hands) -> frozenset[Seat]:
    """Return who is on the declarers' side when play begins; with friends only the declarer."""
    rules, declarer = dealt.rules, dealt.declarer
    match rules.teams:
        case Teams.FIXED:
            return frozenset(Seat(s) for s in range(rules.players) if (s - declarer) % 2 == 0)
        case Teams.FRIENDS:
            return frozenset({declarer})
        case Teams.HIDDEN_TEN:
            assert dealt.called_suit is not None
            return ten_holders(hands, declarer, dealt.called_suit)


def friends_after(dealt: Dealt, friends: tuple[CalledFriend, ...], plays: Plays) -> tuple[CalledFriend, ...]:
    """Return the called friends after all `plays` of the deal."""
    if not friends:
        return friends
    calls = tuple(friend.call for friend in friends)
    seats = joined(calls, plays, dealt.declarer, dealt.rules)
    return tuple(CalledFriend(call, seat) for call, seat in zip(calls, seats, strict=True))


def plays_of(tricks: Iterable[TrickView]) -> list[tuple[Seat, Sequence[Card]]]:
    """Return all plays of these tricks in order."""
    return [(play.seat, play.cards) for trick in tricks for play in trick.plays]


def friends_found(dealt: Dealt, friends: tuple[CalledFriend, ...], tricks: Iterable[TrickView]) -> bool:
    """Tell whether nobody can join any more: each friend has, or all copies of his card are played."""
    waited = [friend.call.card for friend in friends if friend.joined is None]
    if not waited:
        return True
    played = [shown for _, cards in plays_of(tricks) for shown in cards]
    return all(played.count(face) == copies(face, dealt.rules) for face in waited)


def called_ten(dealt: Dealt) -> Card | None:
    """Return the ten whose holders are the caller's side; None where sides are not hidden."""
    if dealt.rules.teams is not Teams.HIDDEN_TEN or dealt.called_suit is None:
        return None
    return card(dealt.called_suit, Rank.TEN)
