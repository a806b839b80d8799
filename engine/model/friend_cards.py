"""Decides which cards may be called as friends' cards (docs/rules.md, 9)."""

from engine.model.cards import ALL_FACES, Card
from engine.model.options import FriendCallStyle, FriendCards
from engine.model.rules import Rules
from engine.model.trump import Trump


def can_call(face: Card, trump: Trump, rules: Rules) -> bool:
    """Return whether the pack has this face and the option `friend_cards` does not exclude it."""
    conditions = rules.friend_cards
    if not rules.copies_of(face):
        return False
    if FriendCards.NO_TRUMPS in conditions and trump.is_trump(face):
        return False
    if FriendCards.NO_POINTS in conditions and face.points:
        return False
    return FriendCards.NO_HIGHEST not in conditions or face not in trump.order.tiers[trump.order.suit_of[face]][-1]


def count_callable(trump: Trump, rules: Rules) -> int:
    """Return how many different calls the declarer can choose from."""
    faces = [face for face in ALL_FACES if can_call(face, trump, rules)]
    if rules.friend_call is FriendCallStyle.FIRST_BY_OTHER:
        return len(faces)
    return sum(rules.copies_of(face) for face in faces)
