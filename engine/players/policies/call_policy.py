"""Calling friends: high side cards of other players, in suits that this hand can lead."""

from engine.cards_in_play.leads import copies_in_pack
from engine.deal.legal_actions import friends_to_call, legal_friend_calls
from engine.model.actions import FriendCall
from engine.model.cards import count_faces
from engine.model.options import FriendCallStyle
from engine.model.trump import TRUMP_INDEX
from engine.model.view import View

_LENGTH = 4
_TRUMP_CALL = 12.0
_UNREACHABLE = 100.0
_SAME_SUIT = 4.0


def choose_friends(view: View) -> tuple[FriendCall, ...]:
    """Return the best calls, one by one; suits that are already called count less."""
    assert view.trump is not None
    left = {option: _score_call(view, option) for option in legal_friend_calls(view)}
    found: list[FriendCall] = []
    while len(found) < friends_to_call(view):
        best = max(left, key=left.__getitem__)
        found.append(best)
        del left[best]
        suit = view.trump.effective_suit(best.card)
        for option in left:
            if view.trump.effective_suit(option.card) is suit:
                left[option] -= _SAME_SUIT
    return tuple(found)


def _score_call(view: View, option: FriendCall) -> float:
    assert view.trump is not None
    order = view.trump.order
    held = count_faces(view.hand)
    mine = held.get(option.card, 0)
    others = copies_in_pack(option.card, view.rules) - mine - (view.kitty or ()).count(option.card)
    suit = order.suit_of[option.card]
    length = sum(order.suit_of[card] == suit for card in view.hand)
    score = order.strength[option.card] + 0.5 * min(_LENGTH, length)
    if suit == TRUMP_INDEX:
        score -= _TRUMP_CALL + order.strength[option.card] / 2
    if not length:
        score -= 3.0
    if others < 1 or not _is_reachable(view, option, mine):
        score -= _UNREACHABLE
    return score


def _is_reachable(view: View, option: FriendCall, mine: int) -> bool:
    """Return whether the called copy is the first that another player can hold after this hand's own."""
    return view.rules.friend_call is FriendCallStyle.FIRST_BY_OTHER or option.copy == mine + 1
