"""What a good player would do and why, from the seat's view alone."""

from bot.text.catalogue import Texts
from bot.text.describe.cards import format_shape
from engine.cards_in_play.leads import copies_in_pack
from engine.cards_in_play.trick import beats
from engine.deal.legal_actions import as_lead, forced_play, lead_of
from engine.model.actions import Action, Bury, CallFriends, ClaimRedeal, Declare, Pass, PickUp, Play
from engine.model.cards import Card
from engine.model.errors import IllegalAction
from engine.model.view import Ask, View


def format_hint(view: View, action: Action | None, texts: Texts) -> str:  # noqa: PLR0911 - one for each kind of action
    """Return what to do and why; `action` is a good player's choice."""
    match action:
        case Play(cards) if view.ask is Ask.LEAD:
            return texts.say(
                "hint.play", cards=texts.format_cards(cards, view.card_order), why=_explain_lead(view, cards, texts)
            )
        case Play(cards):
            return texts.say(
                "hint.play", cards=texts.format_cards(cards, view.card_order), why=_explain_follow(view, cards, texts)
            )
        case Bury(cards):
            return texts.say("hint.play", cards=texts.format_cards(cards, view.card_order), why=texts.say("hint.bury"))
        case Declare(cards):
            return texts.say("hint.declare", cards=texts.format_cards(cards, view.card_order))
        case CallFriends(calls):
            return texts.say("hint.call", cards=texts.format_list(texts.format_friend_call(call) for call in calls))
        case ClaimRedeal():
            return texts.say("hint.claim")
        case PickUp(take):
            return texts.say("hint.take" if take else "hint.leave")
        case Pass():
            return texts.say("hint.pass", choice=texts.format_pass(view))
        case _:
            return texts.say("hint.wait")


def list_hinted_cards(action: Action | None) -> tuple[Card, ...]:
    """Return the cards in hand that a hint names."""
    return action.cards if isinstance(action, Play | Bury | Declare) else ()


def _explain_lead(view: View, cards: tuple[Card, ...], texts: Texts) -> str:
    if len(cards) == len(view.hand):
        return texts.say("hint.last")
    try:
        lead = as_lead(view, cards)
    except IllegalAction:
        return texts.say("hint.best")
    assert view.trump is not None
    if lead.size > 1:
        return texts.say("hint.lead_big", shape=format_shape(texts, lead.groups))
    if _is_highest(view, cards[0]):
        return texts.say("hint.lead_top")
    return texts.say("hint.lead_trump" if view.trump.is_trump(cards[0]) else "hint.lead_low")


def _is_highest(view: View, card: Card) -> bool:
    assert view.trump is not None
    trump = view.trump
    seen = [*view.hand, *(view.kitty or ())]
    seen += [c for trick in (*view.tricks, view.trick) for play in trick.plays for c in play.cards]
    suit, strength = trump.effective_suit(card), trump.strength(card)
    higher = (face for face in map(Card, range(54)) if trump.effective_suit(face) is suit)
    return all(
        seen.count(face) >= copies_in_pack(face, view.rules) for face in higher if trump.strength(face) > strength
    )


def _explain_follow(view: View, cards: tuple[Card, ...], texts: Texts) -> str:
    if forced_play(view) is not None:
        return texts.say("hint.forced")
    points = sum(card.points for card in cards)
    if _wins_trick(view, cards):
        return texts.say("hint.takes", points=view.trick.points + points)
    ours = _own_side_wins(view)
    if ours is None:
        return texts.say("hint.best")
    if ours:
        return texts.say("hint.feeds", points=points) if points else texts.say("hint.partner")
    return texts.say("hint.gives", points=points) if points else texts.say("hint.spares")


def _wins_trick(view: View, cards: tuple[Card, ...]) -> bool:
    assert view.trump is not None
    best = next((play.cards for play in view.trick.plays if play.seat == view.trick.winner), view.trick.plays[0].cards)
    return beats(lead_of(view), best, cards, view.trump, view.rules)


def _own_side_wins(view: View) -> bool | None:
    if view.seat is None or view.trick.winner is None:
        return None
    mine, theirs = view.sides[view.seat], view.sides[view.trick.winner]
    return None if mine is None or theirs is None else mine == theirs
