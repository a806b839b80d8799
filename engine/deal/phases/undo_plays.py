"""Goes back to a play of a seat in the trick on the table, where everybody else is a computer player.

The table decides whether that is allowed. By the rule `play_takeback` only the last play returns.
"""

from dataclasses import replace

from engine.cards_in_play.leads import read_lead
from engine.cards_in_play.trick import find_winner
from engine.deal.phases.sides import get_called_ten
from engine.deal.phases.states import NO_TRICK, Playing, Step, with_hand
from engine.model.cards import points_of
from engine.model.errors import IllegalAction, Reason
from engine.model.events import TakenBack
from engine.model.seats import Seat
from engine.model.view import PlayView, create_trick_view


def undo_plays(phase: Playing, seat: Seat) -> Step:
    """Return the cards of the trick's plays from this seat's on, and ask it again. Raises IllegalAction."""
    before = _reopen_trick(phase)
    at = _find_play(before, seat)
    if at is None:
        raise IllegalAction(Reason.NOTHING_TO_TAKE_BACK)
    hands, plays = before.hands, before.trick.plays
    for play in plays[at:]:
        hands = with_hand(hands, play.seat, (*hands[play.seat], *play.cards))
    kept = plays[:at]
    if not kept:
        after = replace(before, hands=hands, trick=NO_TRICK, lead=None, turn=seat, undo=None)
        return Step(after, (TakenBack(seat),))
    assert before.lead is not None
    best = find_winner(before.lead, [play.cards for play in kept], before.dealt.trump, before.rules)
    points = sum(points_of(play.cards) for play in kept)
    trick = create_trick_view(kept, kept[best].seat, points)
    return Step(replace(before, hands=hands, trick=trick, turn=seat, undo=None), (TakenBack(seat),))


def can_undo_plays(phase: Playing, seat: Seat) -> bool:
    """Return whether this seat has a play in the trick on the table that may return."""
    return _find_play(_reopen_trick(phase), seat) is not None


def _reopen_trick(phase: Playing) -> Playing:
    """Return the phase with the last trick on the table again, if nothing has been led since."""
    if phase.trick.plays or not phase.tricks or phase.rules.pickup:
        return phase
    *tricks, trick = phase.tricks
    won = trick.winner
    assert won is not None
    taken = (*phase.taken[:won], phase.taken[won] - trick.points, *phase.taken[won + 1 :])
    before = replace(phase, tricks=tuple(tricks), trick=trick, taken=taken)
    led = trick.plays[0]
    lead = read_lead(led.cards, phase.dealt.trump, phase.rules, led.units or None, before.gone)
    return replace(before, lead=lead)


def _find_play(phase: Playing, seat: Seat) -> int | None:
    """Return the place of the seat's play in the trick; None where going back would show or change too much."""
    plays = phase.trick.plays
    at = next((n for n, play in enumerate(plays) if play.seat == seat), None)
    failed = any(play.attempt for play in plays)
    return None if at is None or failed or any(_reveals_side(phase, play) for play in plays[at:]) else at


def _reveals_side(phase: Playing, play: PlayView) -> bool:
    """Return whether a play has, or may have, revealed on which side somebody is."""
    called = {friend.call.card for friend in phase.friends} | {get_called_ten(phase.dealt)}
    return any(card in called for card in play.cards)
