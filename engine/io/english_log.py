"""Events as lines of plain English, for watching a match in a terminal; seats count from 1."""

from collections.abc import Iterator

from engine.model import events
from engine.model.actions import FriendCall
from engine.model.cards import format_cards


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
    """Return a seat number as people count, from 1."""
    return f"seat {seat + 1}"


def _format_call(call: FriendCall) -> str:
    return f"{call.card}#{call.copy}"


def _format_result(result: events.DealResult) -> Iterator[str]:
    kitty = f"kitty {format_cards(result.kitty)} ({result.kitty_points} x {result.multiplier})"
    parts = (f"tricks {result.trick_points}", *([kitty] if result.kitty else ()))  # no beater, or not shown
    yield f"== opponents {result.opponents_points}: {', '.join(parts)}"
    side = "declarers hold" if result.declarers_hold else "opponents take over"
    more = f", declarer +{result.rise_of(result.declarer)}" if result.declarer_bonus else ""
    yield f"== {side}, +{result.rise}{more}; levels {' '.join(_format_levels(result))}"


def _format_levels(result: events.DealResult) -> Iterator[str]:
    laps = result.laps_after or (1,) * len(result.levels_after)
    for level, lap in zip(result.levels_after, laps, strict=True):
        yield f"{level.text}(lap {lap})" if lap > 1 else level.text
