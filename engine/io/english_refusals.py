"""Refusals of the rules in plain English, for the command line and for those who write programs."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.model.cards import Card, format_cards
from engine.model.errors import IllegalAction, Reason
from engine.model.events import Declaration
from engine.model.message_keys import MessageKey

_SENTENCES: Final[Mapping[MessageKey[Reason, ...], str]] = MappingProxyType(
    {
        Reason.NOT_YOUR_TURN: "it is not this seat's turn",
        Reason.WRONG_PHASE: "not possible in the phase {phase}",
        Reason.TABLE_ONLY: "only the table takes this action",
        Reason.NO_SUCH_SEAT: "there is no seat {seat} with {players} players",
        Reason.MATCH_OVER: "the match is over",
        Reason.WRONG_COUNT: "cards needed: {wanted}, given: {given}",
        Reason.NOT_HELD: "the hand lacks {missing}",
        Reason.NO_CARDS: "at least one card is needed",
        Reason.WRONG_DECK: "cards in the pack: {wanted}, dealt: {given}",
        Reason.NOT_A_DECLARATION: "{cards} is no declaration",
        Reason.NOT_STRONGER: "{present} stands, and this is not stronger",
        Reason.OWN_DECLARATION: "the seat's own {present} stands; the option own_declaration is {may}",
        Reason.PARTNER_DECLARED: "the partner's {present} stands",
        Reason.ALREADY_PASSED: "the seat has passed",
        Reason.TOO_MANY_POINTS: "at most {most} card points may be buried, not {given}",
        Reason.NO_CLAIM: "a hand with {points} points and {trumps} trumps gives no claim",
        Reason.MIXED_SUITS: "a lead has one suit, not {suits}",
        Reason.THROWS_OFF: "the rules have no throws; this one is of {units}",
        Reason.UNSAFE_THROW: "only safe throws may be led, and somebody might beat {units}",
        Reason.BAD_GROUPING: "{cards} cannot be grouped like this",
        Reason.MUST_FOLLOW_SUIT: "cards of {suit} required: {required}, given: {given}",
        Reason.MUST_FOLLOW_SHAPE: "{lead} was led, and the hand can follow with {required}",
        Reason.MUST_PLAY_EXACTLY: "the only legal play is {cards}",
        Reason.MUST_BEAT: "the seat can beat {cards} and has to",
        Reason.MUST_PLAY_RAINBOW: "a rainbow was led, and the hand has one of {size} cards",
        Reason.WRONG_FRIEND: "{card} cannot be called: {why}",
        Reason.WRONG_FRIEND_COUNT: "cards to call: {wanted}, called: {given}",
        Reason.NOTHING_TO_TAKE_BACK: "there is nothing to take back",
        Reason.RESULT_STILL_OPEN: "points in play can still change the result",
        Reason.NOT_ALLOWED: "the option {option} does not allow it",
    }
)
_WRONG_FRIENDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "kind": "the rules exclude it",
        "copy": "the pack has fewer copies of it",
        "twice": "the same copy is called already",
    }
)


def format_refusal(refusal: IllegalAction) -> str:
    """Return why an action is illegal, without a full stop."""
    facts = {name: _format_fact(fact) for name, fact in refusal.facts.items()}
    if refusal.reason is Reason.WRONG_FRIEND:
        facts["why"] = _WRONG_FRIENDS[facts["why"]]
    return _SENTENCES[refusal.reason].format(**facts)


def _format_fact(fact: object) -> str:
    match fact:
        case Declaration():
            return format_cards(fact.cards)
        case tuple() if all(isinstance(one, Card) for one in fact):
            return format_cards(fact)
        case tuple():
            return ", ".join(map(_format_fact, fact))
        case _:
            return str(fact)
