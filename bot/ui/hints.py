"""What a good player would do here, and why, in a line: from the seat's view and nothing else."""

from typing import TYPE_CHECKING

from bot.text.describe.cards import shape
from engine.actions import Action, Bury, CallFriends, ClaimRedeal, Declare, Pass, PickUp, Play
from engine.cards import Card
from engine.errors import IllegalAction
from engine.leads import copies
from engine.options import as_lead, forced, lead_of
from engine.trick import beats
from engine.view import Ask, View

if TYPE_CHECKING:
    from bot.text.catalogue import Texts


def advice(view: View, action: Action | None, texts: "Texts") -> str:  # noqa: PLR0911 - one for each kind of action
    """Return what to do and why; `action` is what a good player chose."""
    match action:
        case Play(cards) if view.ask is Ask.LEAD:
            return texts.say("hint.play", cards=texts.cards(cards), why=_why_lead(view, cards, texts))
        case Play(cards):
            return texts.say("hint.play", cards=texts.cards(cards), why=_why_follow(view, cards, texts))
        case Bury(cards):
            return texts.say("hint.play", cards=texts.cards(cards), why=texts.say("hint.bury"))
        case Declare(cards):
            return texts.say("hint.declare", cards=texts.cards(cards))
        case CallFriends(calls):
            return texts.say("hint.call", cards=texts.listed(texts.call(call) for call in calls))
        case ClaimRedeal():
            return texts.say("hint.claim")
        case PickUp(take):
            return texts.say("hint.take" if take else "hint.leave")
        case Pass():
            return texts.say("hint.pass", choice=texts.say(f"pass.{view.declining}"))
        case _:
            return texts.say("hint.wait")


def _why_lead(view: View, cards: tuple[Card, ...], texts: "Texts") -> str:
    if len(cards) == len(view.hand):
        return texts.say("hint.last")
    try:
        lead = as_lead(view, cards)
    except IllegalAction:
        return texts.say("hint.best")
    assert view.trump is not None
    if lead.size > 1:
        return texts.say("hint.lead_big", shape=shape(texts, lead.groups))
    if _is_top(view, cards[0]):
        return texts.say("hint.lead_top")
    return texts.say("hint.lead_trump" if view.trump.is_trump(cards[0]) else "hint.lead_low")


def _is_top(view: View, card: Card) -> bool:
    """Tell whether no card higher in its suit can be in another hand, as far as the seat knows."""
    assert view.trump is not None
    trump = view.trump
    seen = [*view.hand, *(view.kitty or ())]
    seen += [c for trick in (*view.tricks, view.trick) for play in trick.plays for c in play.cards]
    suit, strength = trump.effective_suit(card), trump.strength(card)
    higher = (face for face in map(Card, range(54)) if trump.effective_suit(face) is suit)
    return all(seen.count(face) >= copies(face, view.rules) for face in higher if trump.strength(face) > strength)


def _why_follow(view: View, cards: tuple[Card, ...], texts: "Texts") -> str:
    if forced(view) is not None:
        return texts.say("hint.forced")
    points = sum(card.points for card in cards)
    if _takes(view, cards):
        return texts.say("hint.takes", points=view.trick.points + points)
    ours = _partner_wins(view)
    if ours is None:
        return texts.say("hint.best")
    if ours:
        return texts.say("hint.feeds", points=points) if points else texts.say("hint.partner")
    return texts.say("hint.gives", points=points) if points else texts.say("hint.spares")


def _takes(view: View, cards: tuple[Card, ...]) -> bool:
    assert view.trump is not None
    best = next((play.cards for play in view.trick.plays if play.seat == view.trick.winner), view.trick.plays[0].cards)
    return beats(lead_of(view), best, cards, view.trump, view.rules)


def _partner_wins(view: View) -> bool | None:
    """Tell whether the seat's own side is winning the trick; None where the seat does not know."""
    if view.seat is None or view.trick.winner is None:
        return None
    mine, theirs = view.sides[view.seat], view.sides[view.trick.winner]
    return None if mine is None or theirs is None else mine == theirs
