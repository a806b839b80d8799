"""Finds the declarers' side, and what each seat knows of it (docs/rules.md, 9 and 10)."""

from collections.abc import Iterable, Sequence

from engine.deal.friends import find_joined, find_ten_holders
from engine.deal.phases.states import Dealt, Hands, Playing
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
            assert dealt.trump.suit is not None
            return find_ten_holders(hands, declarer, dealt.trump.suit)


def update_friends(dealt: Dealt, friends: tuple[CalledFriend, ...], plays: Plays) -> tuple[CalledFriend, ...]:
    """Return the called friends after all `plays` of the deal."""
    calls = tuple(friend.call for friend in friends)
    seats = find_joined(calls, plays, dealt.declarer, dealt.rules)
    return tuple(CalledFriend(call, seat) for call, seat in zip(calls, seats, strict=True))


def list_plays(tricks: Iterable[TrickView]) -> list[tuple[Seat, Sequence[Card]]]:
    """Return all plays of these tricks in order."""
    return [(play.seat, play.cards) for trick in tricks for play in trick.plays]


def are_friends_known(dealt: Dealt, friends: tuple[CalledFriend, ...], tricks: Iterable[TrickView]) -> bool:
    """Return whether nobody can join any more: each call has its friend, or all copies of its card are played."""
    waited = [friend.call.card for friend in friends if friend.joined is None]
    if not waited:
        return True
    played = [shown for _, cards in list_plays(tricks) for shown in cards]
    return all(played.count(face) == dealt.rules.copies_of(face) for face in waited)


def get_called_ten(dealt: Dealt) -> Card | None:
    """Return the called ten, which is the ten of the trump suit. Return None if sides are not hidden."""
    if dealt.rules.teams is not Teams.HIDDEN_TEN or dealt.trump.suit is None:
        return None
    return card_of(dealt.trump.suit, Rank.TEN)


def find_known_sides(
    phase: Playing, seat: Seat | None
) -> tuple[tuple[bool | None, ...], tuple[int | None, ...], int | None]:
    """Return the sides, each seat's points and the opponents' points, as `seat` knows them. A spectator is None."""
    rules = phase.rules
    sides = _sides_known_to(phase, seat)
    if rules.teams is Teams.HIDDEN_TEN:
        return sides, phase.taken, None
    points: tuple[int | None, ...] = phase.taken
    if not rules.show_declarer_points:
        points = tuple(None if sides[s] else taken for s, taken in enumerate(phase.taken))
    if None in sides:
        return sides, points, None
    total = sum([taken for taken, side in zip(phase.taken, sides, strict=True) if not side])
    fines = sum([fine if side else -fine for fine, side in zip(phase.penalties, sides, strict=True)])
    return sides, points, total + fines


def _sides_known_to(phase: Playing, viewer: Seat | None) -> tuple[bool | None, ...]:
    players = range(phase.rules.players)
    match phase.rules.teams:
        case Teams.FIXED | Teams.THREE_PAIRS:
            return tuple([seat in phase.declarers for seat in players])  # a list is faster than a generator
        case Teams.FRIENDS:
            found = are_friends_known(phase.dealt, phase.friends, (*phase.tricks, phase.trick))
            return tuple(Seat(s) in phase.declarers or (False if found else None) for s in players)
        case Teams.HIDDEN_TEN:
            known = phase.shown | {phase.dealt.declarer} | _seats_that_showed_ten(phase)
            if viewer is not None and viewer in phase.declarers:
                known |= {viewer}
            others = False if _all_tens_seen(phase, viewer) else None
            return tuple(Seat(s) in known or (False if s == viewer else others) for s in players)


def _seats_that_showed_ten(phase: Playing) -> frozenset[Seat]:
    ten = get_called_ten(phase.dealt)
    return frozenset(declared.seat for declared in phase.dealt.declarations if ten in declared.cards)


def _all_tens_seen(phase: Playing, viewer: Seat | None) -> bool:
    """Return whether `viewer` knows where all called tens are. If so, seats not known as declarers are opponents."""
    ten = get_called_ten(phase.dealt)
    assert ten is not None
    played = [seat for seat, cards in list_plays((*phase.tricks, phase.trick)) for shown in cards if shown == ten]
    own = (phase.hands[viewer] if viewer is not None else ()) + (phase.kitty if viewer == phase.burier else ())
    # a seat that showed a ten when it declared, and has not played it, still holds or has buried it
    lying = [seat for seat in _seats_that_showed_ten(phase) if seat != viewer and seat not in played]
    return len(played) + own.count(ten) + len(lying) == phase.rules.copies_of(ten)
