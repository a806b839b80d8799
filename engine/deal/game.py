"""The game as pure functions: an action leads from one phase to the next, and each seat has its view."""

from collections.abc import Iterator
from typing import Final

from engine.deal.build_view import view_of
from engine.deal.legal_actions import legal_actions_of
from engine.deal.phases import declare_trumps, exchange_kitty, play_tricks, states
from engine.deal.phases.count_deal import is_as_good_as_decided
from engine.deal.phases.play_tricks import can_undo
from engine.deal.phases.states import Phase, Playing, Step, match_of
from engine.model import actions
from engine.model.actions import Action, Play
from engine.model.errors import IllegalAction, Reason
from engine.model.events import Seated
from engine.model.match import check_levels, start_match
from engine.model.options import Level
from engine.model.rules import Rules
from engine.model.seats import TABLE, Seat
from engine.model.validation import validate
from engine.model.view import Ask, View

__all__ = [
    "Phase",
    "Step",
    "apply",
    "can_undo",
    "continue_dealing",
    "is_as_good_as_decided",
    "legal_actions",
    "spectator_view",
    "start",
    "to_act",
    "view_for",
]

_ROUNDS_A_BATCH: Final = 8
"""Each seat draws this number of cards before the seats are asked again."""


def start(rules: Rules, levels: tuple[Level, ...] | None = None, declarer: Seat | None = None) -> Phase:
    """Return a match before its first deal. Without `declarer`, the declaration decides who is declarer.

    `levels` has one level for each seat, the same for partners of a fixed side; None puts all seats at the start level.
    Raises InvalidRules if the rules cannot be played or the levels do not fit them, and IllegalAction NO_SUCH_SEAT for
    `declarer`.
    """
    validate(rules)
    if levels is None:
        levels = (rules.start_level,) * rules.players
    check_levels(levels, rules)
    if declarer is not None and not 0 <= declarer < rules.players:
        raise IllegalAction(Reason.NO_SUCH_SEAT, seat=declarer, players=rules.players)
    return states.Ready(start_match(rules, levels, declarer))


def apply(phase: Phase, seat: Seat, action: Action) -> Step:
    """Return what follows when `seat` or the table takes `action`; `phase` stays unchanged. Raises IllegalAction."""
    if isinstance(phase, Playing) and isinstance(action, Play) and seat == phase.turn:  # a shortcut for most actions
        return play_tricks.play(phase, action.cards, action.grouping)
    if seat == TABLE:
        return _apply_table_action(phase, action)
    _check_seat(phase, seat)
    if isinstance(action, actions.TableAction):
        raise IllegalAction(Reason.TABLE_ONLY)
    return _apply_seat_action(phase, seat, action)


def _apply_table_action(phase: Phase, action: Action) -> Step:  # noqa: PLR0911 - one for each action
    match phase, action:
        case _, actions.Sit(seat, who):
            _check_seat(phase, seat)
            return Step(phase, (Seated(Seat(seat), who),))
        case ((states.Ready() | states.Finished()), actions.Deal()):
            return declare_trumps.deal(phase, action)
        case states.Playing(), actions.Undo(seat):
            return play_tricks.undo_plays(phase, Seat(seat))
        case states.Declaring(), actions.Draw(count):
            return declare_trumps.draw(phase, count)
        case states.Declaring(), actions.CloseWindow():
            return declare_trumps.close(phase)
        case states.Claiming(), actions.CloseWindow():
            return exchange_kitty.close_claims(phase)
        case states.Stealing(), actions.CloseWindow():
            return exchange_kitty.close(phase)
        case _:
            raise IllegalAction(Reason.WRONG_PHASE, phase=view_of(phase, None).phase)


def _apply_seat_action(phase: Phase, seat: Seat, action: Action) -> Step:  # noqa: PLR0911 - one for each action
    match phase, action:
        case states.Declaring(), actions.Declare(cards):
            return declare_trumps.declare(phase, seat, cards)
        case states.Declaring(), actions.Pass():
            return declare_trumps.decline(phase, seat)
        case states.Declaring(), actions.TakeBack():
            return declare_trumps.take_back(phase, seat)
        case states.Claiming(), actions.ClaimRedeal():
            return exchange_kitty.claim_redeal(phase, seat)
        case states.Claiming(), actions.Pass():
            return exchange_kitty.decline_claim(phase, seat)
        case ((states.Playing() | states.PickingUp()), actions.TakeBack()):
            return play_tricks.take_back(phase, seat)
        case states.Playing(), actions.EndDeal():
            return play_tricks.end_deal(phase, seat)
        case _:
            return _apply_turn_action(phase, seat, action)


def _apply_turn_action(phase: Phase, seat: Seat, action: Action) -> Step:
    turn = seat_in_turn(phase)
    if turn is not None and seat != turn:
        raise IllegalAction(Reason.NOT_YOUR_TURN, to_act=(turn,))
    match phase, action:
        case states.Burying(), actions.Bury(cards):
            return exchange_kitty.bury(phase, cards)
        case states.Stealing(), actions.Declare(cards):
            return exchange_kitty.steal(phase, cards)
        case states.Stealing(), actions.Pass():
            return exchange_kitty.decline(phase)
        case states.Calling(), actions.CallFriends(calls):
            return exchange_kitty.call_friends(phase, calls)
        case states.Playing(), actions.Play(cards, grouping):
            return play_tricks.play(phase, cards, grouping)
        case states.PickingUp(), actions.PickUp(take):
            return play_tricks.pick_up(phase, take=take)
        case _:
            raise IllegalAction(Reason.WRONG_PHASE, phase=view_of(phase, None).phase)


def to_act(phase: Phase) -> tuple[Seat, ...]:
    """Return the seats that are asked to act. There are none between deals, or while nobody may declare yet."""
    turn = seat_in_turn(phase)
    if turn is not None:
        return (turn,)
    match phase:
        case states.Declaring():
            return phase.asked
        case states.Claiming(passed=passed):
            return tuple(Seat(seat) for seat, done in enumerate(passed) if not done)
        case _:
            return ()


def continue_dealing(phase: Phase) -> actions.Draw | actions.CloseWindow:
    """Return the table's action if no seat wants to act. It draws or, after the last card, ends the time to answer."""
    view = spectator_view(phase)
    batch = min(view.to_draw, _ROUNDS_A_BATCH * view.rules.players)
    return actions.Draw(batch) if batch else actions.CloseWindow()


def seat_in_turn(phase: Phase) -> Seat | None:
    """Return the seat that must act alone, or None if several seats or only the table may act."""
    match phase:
        case states.Playing(turn=turn) | states.Stealing(turn=turn):
            return turn
        case states.PickingUp(winner=winner):
            return winner
        case states.Burying(burier=burier):
            return burier
        case states.Calling(dealt=dealt):
            return dealt.declarer
        case _:
            return None


def ask_in_play(phase: Phase) -> tuple[Ask, int] | None:
    """Return whether the seat in turn leads or follows, and the number of complete tricks. None outside `Playing`."""
    if not isinstance(phase, states.Playing):
        return None
    return Ask.LEAD if phase.lead is None else Ask.FOLLOW, len(phase.tricks)


def view_for(phase: Phase, seat: Seat) -> View:
    """Return what `seat` may know. Raises IllegalAction NO_SUCH_SEAT."""
    _check_seat(phase, seat)
    return view_of(phase, seat)


def _check_seat(phase: Phase, seat: int) -> None:
    players = match_of(phase).rules.players
    if not 0 <= seat < players:
        raise IllegalAction(Reason.NO_SUCH_SEAT, seat=seat, players=players)


def spectator_view(phase: Phase) -> View:
    """Return what anyone may know."""
    return view_of(phase, None)


def legal_actions(phase: Phase, seat: Seat) -> Iterator[Action]:
    """Yield the legal actions of `seat` one by one. Throws and regrouped leads are left out. Raises IllegalAction."""
    return legal_actions_of(view_for(phase, seat))


def count_tricks(phase: Phase) -> int:
    """Return the number of complete tricks of a deal; 0 before tricks are played."""
    match phase:
        case states.Playing() | states.Finished():
            return len(phase.tricks)
        case states.PickingUp():
            return len(phase.after.tricks)
        case _:
            return 0
