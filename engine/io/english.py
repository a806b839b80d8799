"""Events and refusals in plain English, for terminals and developers; events count seats from 1."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from engine.model import events
from engine.model.actions import FriendCall
from engine.model.cards import Card, format_cards
from engine.model.errors import IllegalAction, Reason
from engine.model.events import Declaration
from engine.model.message_keys import MessageKey

_SENTENCES: Final[Mapping[MessageKey[Reason, ...], str]] = MappingProxyType(
    {
        Reason.NOT_YOUR_TURN: "it is not this seat's turn",
        Reason.WRONG_PHASE: "not possible in the phase {phase}",
        Reason.TABLE_ONLY: "only the table takes this action",
        Reason.NO_SUCH_SEAT: "there is no seat of index {seat} with {players} players",
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


def format_event(event: events.Event) -> Iterator[str]:  # noqa: C901, PLR0912 - one line for each kind of event
    """Yield one or more lines that describe the event."""
    match event:
        case events.Seated(seat, who):
            yield f"{who} sits in seat {seat + 1}"
        case events.DealStarted(number, level, first):
            at = level.text if level else "of the declarer"
            yield f"== deal {number}, level {at}; {format_seat(first)} draws first"
        case events.Drawn(count, left):
            yield f"   {count} cards are drawn, {left} are left"
        case events.Declared(declaration):
            yield f"   {format_seat(declaration.seat)} declares {format_cards(declaration.cards)}"
        case events.Passed(seat, _):
            yield f"   {format_seat(seat)} passes"
        case events.KittyTurned(cards):
            yield f"   the kitty is turned: {format_cards(cards)}"
        case events.KittyShown(cards):
            yield f"   the kitty is shown: {format_cards(cards)}"
        case events.TrumpsMade(declarer, level, suit, _):
            yield f"   trumps: {suit or 'none'}, level {level.text}; {format_seat(declarer)} declares"
        case events.Redealt(reason):
            yield f"   a new deal: {reason.value}"
        case events.KittyTaken(seat):
            yield f"   {format_seat(seat)} takes the kitty"
        case events.Buried(seat):
            yield f"   {format_seat(seat)} buries"
        case events.FriendsCalled(seat, calls):
            yield f"   {format_seat(seat)} calls {', '.join(map(_format_call, calls))}"
        case events.FriendJoined(seat, call):
            yield f"   {format_seat(seat)} joins by {_format_call(call)}"
        case events.TenShown(seat):
            yield f"   {format_seat(seat)} shows the called ten"
        case events.Played(seat, cards, units):
            yield f"{'-> ' if units else '   '}{format_seat(seat)}: {format_cards(cards)}"
        case events.ThrowFailed(seat, attempt, played, _, penalty):
            failed = f"{format_seat(seat)} throws {format_cards(attempt)}; {format_cards(played)} must do"
            yield f"   {failed} ({penalty} points)"
        case events.TrickWon(seat, points):
            yield f"   {format_seat(seat)} wins {points}"
        case events.PickedUp(seat, points, taken):
            yield f"   {format_seat(seat)} {'picks up' if taken else 'leaves'} {points}"
        case events.TakenBack(seat):
            yield f"   {format_seat(seat)} takes it back"
        case events.DealEnded(result):
            yield from _format_result(result)
        case events.MatchWon(winners):
            yield f"== won by {', '.join(map(format_seat, winners))}"


def format_seat(seat: int) -> str:
    """Return the name of a seat, counted from 1: `seat 1` for seat 0."""
    return f"seat {seat + 1}"


def _format_call(call: FriendCall) -> str:
    return f"{call.card}#{call.copy}"


def _format_result(result: events.DealResult) -> Iterator[str]:
    kitty = f"kitty {format_cards(result.kitty)} ({result.kitty_points} x {result.multiplier})"
    # an empty or hidden kitty is left out
    parts = (f"tricks {result.trick_points}", *([kitty] if result.kitty else ()))
    yield f"== opponents {result.opponents_points}: {', '.join(parts)}"
    side = "declarers hold" if result.declarers_hold else "opponents take over"
    more = f", declarer +{result.rise_of(result.declarer)}" if result.declarer_bonus else ""
    yield f"== {side}, +{result.rise}{more}; levels {' '.join(_format_levels(result))}"


def _format_levels(result: events.DealResult) -> Iterator[str]:
    laps = result.laps_after or (1,) * len(result.levels_after)
    for level, lap in zip(result.levels_after, laps, strict=True):
        yield f"{level.text}(lap {lap})" if lap > 1 else level.text


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
