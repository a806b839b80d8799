"""The kitty changes hands: bury, kitty theft, calling friends."""

from dataclasses import dataclass, replace

from engine.actions import FriendCall
from engine.bidding import check_theft
from engine.cards import Card, without
from engine.errors import IllegalAction, Reason
from engine.events import Buried, Declared, Declined, Event, FriendsCalled, KittyTaken, MadeBy, Passed, TrumpsMade
from engine.friends import call_count, check_calls
from engine.leads import require_held
from engine.phases.dealt import Dealt, Hands, put
from engine.phases.step import Step
from engine.phases.tricks import Playing
from engine.rules import Teams
from engine.seats import Seat, after


@dataclass(frozen=True, slots=True)
class Burying:
    """`burier` has the kitty in hand and puts as many cards back."""

    dealt: Dealt
    hands: Hands
    burier: Seat
    size: int

    @classmethod
    def begin(
        cls, dealt: Dealt, hands: Hands, kitty: tuple[Card, ...], burier: Seat, events: tuple[Event, ...]
    ) -> Step:
        """Give the kitty to `burier`."""
        held = put(hands, burier, (*hands[burier], *kitty))
        taken = (*events, KittyTaken(burier))
        if not kitty:
            return _go_on(dealt, held, (), burier, taken)
        return Step(cls(dealt, held, burier, len(kitty)), taken)


@dataclass(frozen=True, slots=True)
class Stealing:
    """After a bury the seats from the burier's next one on are asked in turn whether they overbid."""

    dealt: Dealt
    hands: Hands
    kitty: tuple[Card, ...]
    burier: Seat
    turn: Seat


@dataclass(frozen=True, slots=True)
class Calling:
    """The declarer names his friends' cards."""

    dealt: Dealt
    hands: Hands
    kitty: tuple[Card, ...]
    burier: Seat


def bury(phase: Burying, cards: tuple[Card, ...]) -> Step:
    """Put cards back.

    Raises:
        IllegalAction: WRONG_COUNT or NOT_HELD.
    """
    if len(cards) != phase.size:
        raise IllegalAction(Reason.WRONG_COUNT, wanted=phase.size, given=len(cards))
    hand = phase.hands[phase.burier]
    require_held(hand, cards)
    hands = put(phase.hands, phase.burier, without(hand, cards))
    return _go_on(phase.dealt, hands, cards, phase.burier, (Buried(phase.burier),))


def _go_on(dealt: Dealt, hands: Hands, kitty: tuple[Card, ...], burier: Seat, events: tuple[Event, ...]) -> Step:
    if dealt.rules.kitty_theft and kitty and dealt.level.rank is not None:  # at NT nothing is declared
        return Step(Stealing(dealt, hands, kitty, burier, after(burier, dealt.rules.players)), events)
    return _call_or_play(dealt, hands, kitty, burier, events)


def _call_or_play(dealt: Dealt, hands: Hands, kitty: tuple[Card, ...], burier: Seat, events: tuple[Event, ...]) -> Step:
    if dealt.rules.teams is Teams.FRIENDS and call_count(dealt.trump, dealt.rules):
        return Step(Calling(dealt, hands, kitty, burier), events)
    return Step(Playing.begin(dealt, hands, kitty, burier, ()), events)


def steal(phase: Stealing, cards: tuple[Card, ...]) -> Step:
    """Overbid and take the kitty; sides, leader and level stay.

    Raises:
        IllegalAction: as `bidding.check_theft`.
    """
    dealt = phase.dealt
    hand = phase.hands[phase.turn]
    declaration = check_theft(dealt.declarations, phase.turn, cards, hand, dealt.level.rank, dealt.rules)
    changed = dealt.overbid(declaration)
    made = TrumpsMade(dealt.declarer, dealt.level, declaration.suit, MadeBy.DECLARATION)
    return Burying.begin(changed, phase.hands, phase.kitty, phase.turn, (Declared(declaration), made))


def decline(phase: Stealing) -> Step:
    """Leave the kitty where it is."""
    passed = (Passed(phase.turn, Declined.STEAL),)
    turn = after(phase.turn, phase.dealt.rules.players)
    if turn == phase.burier:
        return _call_or_play(phase.dealt, phase.hands, phase.kitty, phase.burier, passed)
    return Step(replace(phase, turn=turn), passed)


def close(phase: Stealing) -> Step:
    """Time is up: all who have not been asked yet leave the kitty where it is."""
    step = decline(phase)
    while isinstance(step.phase, Stealing):
        following = decline(step.phase)
        step = Step(following.phase, step.events + following.events)
    return step


def call_friends(phase: Calling, calls: tuple[FriendCall, ...]) -> Step:
    """Name the friends' cards.

    Raises:
        IllegalAction: as `friends.check_calls`.
    """
    dealt = phase.dealt
    check_calls(calls, dealt.trump, dealt.rules)
    playing = Playing.begin(dealt, phase.hands, phase.kitty, phase.burier, calls)
    return Step(playing, (FriendsCalled(dealt.declarer, calls),))
