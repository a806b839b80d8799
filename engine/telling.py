"""Events as lines of plain English, for watching a match in a terminal; seats are counted from 1."""

from collections.abc import Iterable, Iterator

from engine.actions import FriendCall
from engine.cards import cards_text
from engine.events import (
    Buried,
    DealEnded,
    DealResult,
    DealStarted,
    Declared,
    Drawn,
    Event,
    FriendJoined,
    FriendsCalled,
    KittyTaken,
    KittyTurned,
    MatchWon,
    Passed,
    PickedUp,
    Played,
    Redealt,
    Seated,
    TakenBack,
    TenShown,
    ThrowFailed,
    TrickWon,
    TrumpsMade,
)


def tell(event: Event) -> Iterator[str]:  # noqa: C901, PLR0912 - one line for each kind of event
    """Yield what happened, a line or more."""
    match event:
        case Seated(seat, who):
            yield f"{who} sits in seat {seat + 1}"
        case DealStarted(number, level, first):
            at = level.text if level else "of the declarer"
            yield f"== deal {number}, level {at}; {seat_text(first)} draws first"
        case Drawn(count, left):
            yield f"   {count} cards are drawn, {left} are left"
        case Declared(declaration):
            yield f"   {seat_text(declaration.seat)} declares {cards_text(declaration.cards)}"
        case Passed(seat, _):
            yield f"   {seat_text(seat)} passes"
        case KittyTurned(cards):
            yield f"   the kitty is turned: {cards_text(cards)}"
        case TrumpsMade(declarer, level, suit, _):
            yield f"   trumps: {suit or 'none'}, level {level.text}; {seat_text(declarer)} declares"
        case Redealt(why):
            yield f"   a new deal: {why.value}"
        case KittyTaken(seat):
            yield f"   {seat_text(seat)} takes the kitty"
        case Buried(seat):
            yield f"   {seat_text(seat)} buries"
        case FriendsCalled(seat, calls):
            yield f"   {seat_text(seat)} calls {', '.join(map(_call, calls))}"
        case FriendJoined(seat, call):
            yield f"   {seat_text(seat)} joins by {_call(call)}"
        case TenShown(seat):
            yield f"   {seat_text(seat)} shows the called ten"
        case Played(seat, cards, units):
            yield f"{'-> ' if units else '   '}{seat_text(seat)}: {cards_text(cards)}"
        case ThrowFailed(seat, attempt, played, _, penalty):
            yield f"   {seat_text(seat)} throws {cards_text(attempt)}; {cards_text(played)} must do ({penalty} points)"
        case TrickWon(seat, points):
            yield f"   {seat_text(seat)} wins {points}"
        case PickedUp(seat, points, taken):
            yield f"   {seat_text(seat)} {'picks up' if taken else 'leaves'} {points}"
        case TakenBack(seat):
            yield f"   {seat_text(seat)} takes it back"
        case DealEnded(result):
            yield from _result(result)
        case MatchWon(winners):
            yield f"== won by {', '.join(map(seat_text, winners))}"


def seat_text(seat: int) -> str:
    """Return a seat as people count: from 1."""
    return f"seat {seat + 1}"


def _call(call: FriendCall) -> str:
    return f"{call.card}#{call.copy}"


def _result(result: DealResult) -> Iterator[str]:
    kitty = f"kitty {cards_text(result.kitty)} ({result.kitty_points} x {result.multiplier})"
    yield f"== opponents {result.opponents_points}: tricks {result.trick_points}, {kitty}"
    side = "declarers hold" if result.declarers_hold else "opponents take over"
    yield f"== {side}, +{result.rise}; levels {' '.join(level.text for level in result.levels_after)}"


def told(events: Iterable[Iterable[Event]]) -> str:
    """Return what happened, action by action, as lines."""
    return "".join(f"{line}\n" for happened in events for event in happened for line in tell(event))
