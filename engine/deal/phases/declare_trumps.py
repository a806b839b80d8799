"""Starting a deal, drawing its cards and making trumps (docs/rules.md, 4)."""

from dataclasses import replace

from engine.deal.bidding import check_declaration, loses_deal, resolve_no_declaration
from engine.deal.fair_shuffle import full_pack
from engine.deal.phases.exchange_kitty import open_claims
from engine.deal.phases.states import Dealt, Declaring, Finished, Ready, Step, create_declaring
from engine.model.actions import Deal
from engine.model.cards import Card, Suit
from engine.model.errors import IllegalAction, Reason
from engine.model.events import (
    DealStarted,
    Declared,
    Declined,
    Drawn,
    Event,
    KittyTurned,
    MadeBy,
    Passed,
    RedealReason,
    Redealt,
    TakenBack,
    TrumpsMade,
)
from engine.model.match import Match
from engine.model.options import DeclareLadder, Level
from engine.model.seats import Seat, next_seat
from engine.model.trump import Trump
from engine.model.view import PhaseName


def deal(phase: Ready | Finished, action: Deal) -> Step:
    """Start a deal with a shuffled pack. If the declarer is known, they draw first. Raises IllegalAction."""
    match = phase.match
    if match.winners:
        raise IllegalAction(Reason.MATCH_OVER)
    if sorted(action.order) != sorted(full_pack(match.rules)):
        raise IllegalAction(Reason.WRONG_DECK, wanted=match.rules.pack_size, given=len(action.order))
    first = _read_first_seat(action.first, match)
    if isinstance(phase, Finished) or phase.redeal is None:
        match = replace(match, number=match.number + 1)
    level = match.levels[match.declarer] if match.declarer is not None else None
    if level is None and len(set(match.levels)) == 1 and match.rules.has_levels:
        level = match.levels[0]
    players = match.rules.players
    begun = Declaring(match, action.order, 0, first, ((),) * players, (), (False,) * players)
    return Step(begun, (DealStarted(match.number, level, first),))


def _read_first_seat(first: int, match: Match) -> Seat:
    if not 0 <= first < match.rules.players:
        raise IllegalAction(Reason.NO_SUCH_SEAT, seat=first, players=match.rules.players)
    if match.declarer is not None and first != match.declarer:
        raise IllegalAction(Reason.NOT_ALLOWED, option="first")
    return Seat(first)


def draw(phase: Declaring, count: int) -> Step:
    """Give the next `count` cards to the seats in turn. Raises IllegalAction WRONG_COUNT if fewer are left."""
    if not 1 <= count <= phase.to_draw:
        raise IllegalAction(Reason.WRONG_COUNT, wanted=phase.to_draw, given=count)
    players = phase.rules.players
    hands = [list(hand) for hand in phase.hands]
    for at in range(phase.drawn, phase.drawn + count):
        hands[(phase.first + at) % players].append(phase.order[at])
    after = replace(phase, drawn=phase.drawn + count, hands=tuple(map(tuple, hands)), passed=(False,) * players)
    return _close_if_all_passed(after, (Drawn(count, after.to_draw),))


def declare(phase: Declaring, seat: Seat, cards: tuple[Card, ...]) -> Step:
    """Show `cards` to make trumps. Raises IllegalAction as `decline` and `bidding.check_declaration` do."""
    _check_open(phase)
    if phase.passed[seat]:
        raise IllegalAction(Reason.ALREADY_PASSED)
    declaration = check_declaration(
        phase.declarations, seat, cards, phase.hands[seat], phase.rank_of(seat), phase.rules
    )
    after = replace(phase, declarations=(*phase.declarations, declaration), passed=(False,) * phase.rules.players)
    return _close_if_all_passed(after, (Declared(declaration),))


def _check_open(phase: Declaring) -> None:
    if not phase.is_open:
        raise IllegalAction(Reason.NOT_ALLOWED, option="final_level" if phase.is_level_no_trump else "deal")


def decline(phase: Declaring, seat: Seat) -> Step:
    """Pass for now. Raises IllegalAction ALREADY_PASSED, or NOT_ALLOWED while nobody may declare."""
    _check_open(phase)
    if phase.answered[seat]:
        raise IllegalAction(Reason.ALREADY_PASSED)
    passed = (*phase.passed[:seat], True, *phase.passed[seat + 1 :])
    declined = Declined.CALL if phase.rules.declare_ladder is DeclareLadder.JOKER_TEN else Declined.DECLARE
    after = create_declaring(  # lists all fields, because `replace` is slow and this runs several times in every deal
        phase.match, phase.order, phase.drawn, phase.first, phase.hands, phase.declarations, passed
    )
    return _close_if_all_passed(after, (Passed(seat, declined),))


def take_back(phase: Declaring, seat: Seat) -> Step:
    """Take back the standing declaration. Raises IllegalAction NOT_ALLOWED or NOTHING_TO_TAKE_BACK."""
    if not phase.rules.declare_takeback:
        raise IllegalAction(Reason.NOT_ALLOWED, option="declare_takeback")
    if phase.maker != seat:
        raise IllegalAction(Reason.NOTHING_TO_TAKE_BACK)
    after = replace(phase, declarations=phase.declarations[:-1], passed=(False,) * phase.rules.players)
    return Step(after, (TakenBack(seat),))


def close(phase: Declaring) -> Step:
    """End the declarations: fix trumps or cancel the deal. Raises IllegalAction WRONG_PHASE while cards are drawn."""
    if phase.to_draw:
        raise IllegalAction(Reason.WRONG_PHASE, phase=PhaseName.DECLARING)
    return _fix_trumps(phase, ())


def _close_if_all_passed(phase: Declaring, events: tuple[Event, ...]) -> Step:
    is_over = not phase.to_draw and (phase.is_level_no_trump or all(phase.answered))
    return _fix_trumps(phase, events) if is_over else Step(phase, events)


def _fix_trumps(phase: Declaring, events: tuple[Event, ...]) -> Step:
    known = phase.match.declarer if phase.match.declarer is not None else phase.first
    if phase.is_level_no_trump:
        return _make_trumps(phase, events, known, None, MadeBy.LEVEL, ())
    if phase.match.declarer is not None and loses_deal(phase.declarations, known, phase.rules):
        lost = replace(phase.match, declarer=next_seat(known, phase.rules.players))
        return Step(Ready(lost, RedealReason.DEAL_PASSED), (*events, Redealt(RedealReason.DEAL_PASSED)))
    if phase.declarations:
        stands = phase.declarations[-1]
        return _make_trumps(phase, events, phase.declarer_for(stands.seat), stands.suit, MadeBy.DECLARATION, ())
    kitty = phase.order[phase.drawn :]
    turn = resolve_no_declaration(kitty, phase.rank_of(known), phase.rules, first_deal=phase.match.declarer is None)
    shown = (*events, KittyTurned(turn.turned)) if turn.turned else events
    if turn.redeal is not None:
        return Step(Ready(phase.match, turn.redeal), (*shown, Redealt(turn.redeal)))
    made_by = MadeBy.KITTY if turn.turned else MadeBy.NOBODY
    return _make_trumps(phase, shown, known, turn.suit, made_by, turn.turned)


def _make_trumps(
    phase: Declaring,
    events: tuple[Event, ...],
    declarer: Seat,
    suit: Suit | None,
    made_by: MadeBy,
    turned: tuple[Card, ...],
) -> Step:
    level = phase.match.levels[declarer]
    if phase.rules.has_levels and level is Level.NT:  # in a first deal without a declaration, the declarer may be at NT
        suit = None
    trump = Trump.of(phase.rules, level.rank, suit)
    dealt = Dealt(phase.match, declarer, level, trump, phase.declarations, turned)
    made = (*events, TrumpsMade(declarer, level, suit, made_by))
    return open_claims(dealt, phase.hands, phase.order[phase.drawn :], made)
