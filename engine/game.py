"""The game: an action goes in, the next phase and the events come out; and what each seat may know of it."""

from collections.abc import Iterator

from engine.actions import (
    Action,
    Bury,
    CallFriends,
    ClaimRedeal,
    CloseWindow,
    Deal,
    Declare,
    Draw,
    EndDeal,
    Pass,
    PickUp,
    Play,
    Sit,
    TakeBack,
)
from engine.errors import IllegalAction, Reason
from engine.events import Seated
from engine.knowledge import Phase, match_of, see
from engine.match import Match, check_levels
from engine.options import actions
from engine.phases import claiming, dealing, declaring, exchanging, playing
from engine.phases.claiming import Claiming
from engine.phases.declaring import Declaring
from engine.phases.exchanging import Burying, Calling, Stealing
from engine.phases.finished import Finished
from engine.phases.ready import Ready
from engine.phases.step import Step
from engine.phases.tricks import PickingUp, Playing
from engine.rules import Level, Rules
from engine.seating import seated
from engine.seats import TABLE, Seat
from engine.validation import validate
from engine.view import View

__all__ = ["Phase", "Step", "apply", "legal_actions", "spectator_view", "start", "to_act", "view_for"]


def start(rules: Rules, levels: tuple[Level, ...] | None = None, declarer: Seat | None = None) -> Phase:
    """Return a match that awaits its first deal.

    `levels` has one for each seat (those of a fixed side alike); None: all at the rules' start level. `declarer`
    makes the first deal one whose declarer is known. Where levels differ and no declarer is known, each seat declares
    with cards of its own level.

    Raises:
        BadRules: the rules cannot be played, or the levels do not fit them.
        IllegalAction: NO_SUCH_SEAT for the declarer.
    """
    validate(rules)
    if levels is None:
        levels = (rules.start_level,) * rules.players
    check_levels(levels, rules)
    if declarer is not None and not 0 <= declarer < rules.players:
        raise IllegalAction(Reason.NO_SUCH_SEAT, seat=declarer, players=rules.players)
    return Ready(Match(rules, levels, declarer, 0, (None,) * rules.players))


def apply(phase: Phase, seat: Seat, action: Action) -> Step:
    """Return what follows when `seat` (or the table) takes `action`, leaving `phase` as it was.

    Raises:
        IllegalAction: the rules forbid it; the reason and its facts say why.
    """
    if isinstance(phase, Playing) and isinstance(action, Play) and seat == phase.turn:  # nearly all actions of a match
        return playing.play(phase, action.cards, action.grouping)
    if seat == TABLE:
        return _by_table(phase, action)
    players = match_of(phase).rules.players
    if not 0 <= seat < players:
        raise IllegalAction(Reason.NO_SUCH_SEAT, seat=seat, players=players)
    if isinstance(action, Sit | Deal | Draw | CloseWindow):
        raise IllegalAction(Reason.TABLE_ONLY)
    return _by_seat(phase, seat, action)


def _by_table(phase: Phase, action: Action) -> Step:
    match phase, action:
        case _, Sit(seat, who):
            return Step(seated(phase, seat, who), (Seated(Seat(seat), who),))
        case ((Ready() | Finished()), Deal()):
            return dealing.deal(phase, action)
        case Declaring(), Draw(count):
            return declaring.draw(phase, count)
        case Declaring(), CloseWindow():
            return declaring.close(phase)
        case Claiming(), CloseWindow():
            return claiming.close(phase)
        case Stealing(), CloseWindow():
            return exchanging.close(phase)
        case _:
            raise IllegalAction(Reason.WRONG_PHASE, phase=see(phase, None).phase)


def _by_seat(phase: Phase, seat: Seat, action: Action) -> Step:  # noqa: PLR0911 - one line for each pair
    match phase, action:
        case Declaring(), Declare(cards):
            return declaring.declare(phase, seat, cards)
        case Declaring(), Pass():
            return declaring.decline(phase, seat)
        case Declaring(), TakeBack():
            return declaring.take_back(phase, seat)
        case Claiming(), ClaimRedeal():
            return claiming.claim(phase, seat)
        case Claiming(), Pass():
            return claiming.decline(phase, seat)
        case ((Playing() | PickingUp()), TakeBack()):
            return playing.take_back(phase, seat)
        case Playing(), EndDeal():
            return playing.end_deal(phase, seat)
        case _:
            return _in_turn(phase, seat, action)


def _in_turn(phase: Phase, seat: Seat, action: Action) -> Step:
    """Take an action that only the one seat to act may take."""
    turn = _turn(phase)
    if turn is not None and seat != turn:
        raise IllegalAction(Reason.NOT_YOUR_TURN, to_act=(turn,))
    match phase, action:
        case Burying(), Bury(cards):
            return exchanging.bury(phase, cards)
        case Stealing(), Declare(cards):
            return exchanging.steal(phase, cards)
        case Stealing(), Pass():
            return exchanging.decline(phase)
        case Calling(), CallFriends(calls):
            return exchanging.call_friends(phase, calls)
        case Playing(), Play(cards, grouping):
            return playing.play(phase, cards, grouping)
        case PickingUp(), PickUp(take):
            return playing.pick_up(phase, take=take)
        case _:
            raise IllegalAction(Reason.WRONG_PHASE, phase=see(phase, None).phase)


def to_act(phase: Phase) -> tuple[Seat, ...]:
    """Return the seats of whom something is asked; none when the table has to deal or draw, and when all is over."""
    turn = _turn(phase)
    return see(phase, None).to_act if turn is None else (turn,)


def _turn(phase: Phase) -> Seat | None:
    """Return the one seat to act in a phase where seats act one after the other."""
    match phase:
        case Playing(turn=turn) | Stealing(turn=turn):
            return turn
        case PickingUp(winner=winner):
            return winner
        case Burying(burier=burier):
            return burier
        case Calling(dealt=dealt):
            return dealt.declarer
        case _:
            return None


def view_for(phase: Phase, seat: Seat) -> View:
    """Return what `seat` may know.

    Raises:
        IllegalAction: there is no such seat.
    """
    players = match_of(phase).rules.players
    if not 0 <= seat < players:
        raise IllegalAction(Reason.NO_SUCH_SEAT, seat=seat, players=players)
    return see(phase, seat)


def spectator_view(phase: Phase) -> View:
    """Return what anyone may know."""
    return see(phase, None)


def legal_actions(phase: Phase, seat: Seat) -> Iterator[Action]:
    """Yield what `seat` may do: all declarations, claims and single calls; plays and buries lazily.

    Throws, and leads in another grouping, are legal beyond what is yielded.

    Raises:
        IllegalAction: there is no such seat.
    """
    return actions(view_for(phase, seat))
