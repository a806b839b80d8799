"""Calling friends: high side cards that others hold, in suits this hand can lead to find them."""

from engine.actions import FriendCall
from engine.cards import counts
from engine.leads import copies
from engine.options import call_options, calls_wanted
from engine.rules import FriendCallStyle
from engine.trump import TRUMP_INDEX
from engine.view import View

_LENGTH = 4
_TRUMP_CALL = 12.0
_UNREACHABLE = 100.0
_SAME_SUIT = 4.0


def call(view: View) -> tuple[FriendCall, ...]:
    """Return the calls: the best one, then the best of those left, suits already called taken last."""
    assert view.trump is not None
    left = {option: _score(view, option) for option in call_options(view)}
    found: list[FriendCall] = []
    while len(found) < calls_wanted(view):
        best = max(left, key=left.__getitem__)
        found.append(best)
        del left[best]
        suit = view.trump.effective_suit(best.card)
        for option in left:
            if view.trump.effective_suit(option.card) is suit:
                left[option] -= _SAME_SUIT
    return tuple(found)


def _score(view: View, option: FriendCall) -> float:
    assert view.trump is not None
    order = view.trump.order
    held = counts(view.hand)
    mine = held.get(option.card, 0)
    others = copies(option.card, view.rules) - mine - (view.kitty or ()).count(option.card)
    suit = order.suit_of[option.card]
    length = sum(order.suit_of[card] == suit for card in view.hand)
    score = order.strength[option.card] + 0.5 * min(_LENGTH, length)
    if suit == TRUMP_INDEX:
        score -= _TRUMP_CALL + order.strength[option.card] / 2
    if not length:
        score -= 3.0
    if others < 1 or not _reachable(view, option, mine):
        score -= _UNREACHABLE
    return score


def _reachable(view: View, option: FriendCall, mine: int) -> bool:
    """Tell whether the copy called is the first that another can play after all of this hand's own."""
    return view.rules.friend_call is FriendCallStyle.FIRST_BY_OTHER or option.copy == mine + 1
