"""Builds the view of a seat or a spectator. It uses only facts that they may know."""

from dataclasses import replace

from engine.deal.bidding import legal_declarations as declarable
from engine.deal.phases import states
from engine.deal.phases.count_deal import can_end_early
from engine.deal.phases.sides import find_known_sides
from engine.deal.phases.states import NO_TRICK, Dealt, Declaring, Hands, Phase, Playing
from engine.model.cards import Card
from engine.model.events import Declaration, RedealReason
from engine.model.match import Match
from engine.model.seats import Seat
from engine.model.trump import Trump
from engine.model.view import Ask, PhaseName, TrickView, View, create_view


def view_of(phase: Phase, seat: Seat | None) -> View:  # noqa: PLR0911 - one for each phase
    """Return the view of `seat`, or a spectator's view if `seat` is None."""
    match phase:
        case Playing():
            return _view_playing(phase, seat)
        case Declaring():
            return _view_declaring(phase, seat)
        case states.Ready():
            return _view_match(phase.match, seat, PhaseName.READY, redeal=phase.redeal)
        case states.Claiming():
            return _view_claiming(phase, seat)
        case states.Burying():
            return _view_in_turn(phase, seat, PhaseName.BURYING, Ask.BURY, phase.burier)
        case states.Stealing():
            return _view_in_turn(phase, seat, PhaseName.STEALING, Ask.STEAL, phase.turn)
        case states.Calling():
            return _view_in_turn(phase, seat, PhaseName.CALLING, Ask.CALL, phase.dealt.declarer)
        case states.PickingUp():
            return _view_picking_up(phase, seat)
        case states.Finished():
            return _view_finished(phase, seat)


def _view_match(
    match: Match,
    seat: Seat | None,
    name: PhaseName,
    *,
    redeal: RedealReason | None = None,
    declarer: Seat | None = None,
    trump: Trump | None = None,
    hands: Hands = (),
    to_draw: int = 0,
    kitty: tuple[Card, ...] | None = None,
    turned: tuple[Card, ...] = (),
    declarations: tuple[Declaration, ...] = (),
    passed: tuple[bool, ...] | None = None,
    opponents_points: int | None = None,
    ask: Ask = Ask.NOTHING,
    to_act: tuple[Seat, ...] = (),
    can_take_back: bool = False,
) -> View:
    """Return the view of a phase in which no tricks are played. The default arguments fit the time before a deal."""
    players = match.rules.players
    declarer = match.declarer if declarer is None else declarer
    return create_view(
        rules=match.rules,
        phase=name,
        seat=seat,
        deal_number=match.number,
        levels=match.levels,
        first_deal=match.declarer is None,
        declarer=declarer,
        trump=trump,
        hand=hands[seat] if hands and seat is not None else (),
        hand_sizes=tuple(map(len, hands)) or (0,) * players,
        to_draw=to_draw,
        kitty_size=match.rules.kitty_size,
        kitty=kitty,
        kitty_turned=turned,
        declarations=declarations,
        passed=(False,) * players if passed is None else passed,
        sides=_sides_by_parity(match, declarer),
        friends=(),
        tricks=(),
        trick=NO_TRICK,
        points=(0,) * players,
        opponents_points=opponents_points,
        points_left=0,
        ask=ask,
        to_act=to_act,
        can_take_back=can_take_back,
        can_end_deal=False,
        redeal=redeal,
        result=None,
        laps=match.laps,
        ace_failures=match.ace_failures,
    )


def _sides_by_parity(match: Match, declarer: Seat | None) -> tuple[bool | None, ...]:
    rules = match.rules
    if declarer is not None and rules.plays_alone:
        return tuple(s == declarer for s in range(rules.players))
    if declarer is None or rules.partner_step is None:
        return tuple(True if s == declarer else None for s in range(rules.players))
    return tuple(rules.are_partners(s, declarer) for s in range(rules.players))


def _view_declaring(phase: Declaring, seat: Seat | None) -> View:
    asked = _seats_asked_to_declare(phase, seat)
    return _view_match(
        phase.match,
        seat,
        PhaseName.DECLARING,
        trump=_provisional_trump(phase, seat),
        hands=phase.hands,
        to_draw=phase.to_draw,
        declarations=phase.declarations,
        passed=phase.answered,
        ask=Ask.DECLARE if seat in asked else Ask.NOTHING,
        to_act=asked,
        can_take_back=phase.rules.declare_takeback and seat is not None and phase.maker == seat,
    )


def _provisional_trump(phase: Declaring, viewer: Seat | None) -> Trump | None:
    """Return the declared trumps. If there are none, return no-trump with the rank that `viewer` would make trump."""
    if phase.declarations:
        return Trump.of(phase.rules, phase.rank_of(phase.declarations[-1].seat), phase.declarations[-1].suit)
    if viewer is None and phase.match.declarer is None and len(set(phase.match.levels)) > 1:
        return None  # the levels differ, so the trump rank depends on who declares
    return Trump.of(phase.rules, phase.rank_of(Seat(0) if viewer is None else viewer), None)


def _seats_asked_to_declare(phase: Declaring, viewer: Seat | None) -> tuple[Seat, ...]:
    """Return the seats asked to declare. `viewer` is one, too, if it has made trumps and can show more cards."""
    asked = phase.asked
    if viewer is None or viewer != phase.maker or phase.passed[viewer] or not phase.is_open:
        return asked
    could_add = declarable(phase.hands[viewer], phase.declarations, viewer, phase.rank_of(viewer), phase.rules)
    return tuple(sorted((*asked, viewer))) if could_add else asked


def _view_dealt(
    dealt: Dealt,
    seat: Seat | None,
    name: PhaseName,
    hands: Hands,
    *,
    kitty: tuple[Card, ...] | None = None,
    passed: tuple[bool, ...] | None = None,
    ask: Ask = Ask.NOTHING,
    to_act: tuple[Seat, ...] = (),
) -> View:
    return _view_match(
        dealt.match,
        seat,
        name,
        declarer=dealt.declarer,
        trump=dealt.trump,
        hands=hands,
        kitty=kitty,
        turned=dealt.turned,
        declarations=dealt.declarations,
        passed=passed,
        opponents_points=0 if dealt.rules.partner_step or dealt.rules.plays_alone else None,
        ask=ask,
        to_act=to_act,
    )


def _view_claiming(phase: states.Claiming, seat: Seat | None) -> View:
    waited = tuple(Seat(s) for s, passed in enumerate(phase.passed) if not passed)
    ask = Ask.CLAIM if seat in waited else Ask.NOTHING
    return _view_dealt(phase.dealt, seat, PhaseName.CLAIMING, phase.hands, passed=phase.passed, ask=ask, to_act=waited)


def _view_in_turn(
    phase: states.Burying | states.Stealing | states.Calling, seat: Seat | None, name: PhaseName, ask: Ask, turn: Seat
) -> View:
    kitty = None if isinstance(phase, states.Burying) or seat != phase.burier else phase.kitty
    asked = ask if seat == turn else Ask.NOTHING
    return _view_dealt(phase.dealt, seat, name, phase.hands, kitty=kitty, ask=asked, to_act=(turn,))


def _view_playing(phase: Playing, seat: Seat | None) -> View:
    dealt, match, rules, turn = phase.dealt, phase.dealt.match, phase.rules, phase.turn
    sides, points, opponents_points = find_known_sides(phase, seat)
    asked = Ask.LEAD if phase.lead is None else Ask.FOLLOW
    return create_view(  # this lists all fields, because most views are of this phase and `replace` takes twice as long
        rules=rules,
        phase=PhaseName.PLAYING,
        seat=seat,
        deal_number=match.number,
        levels=match.levels,
        first_deal=match.declarer is None,
        declarer=dealt.declarer,
        trump=dealt.trump,
        hand=() if seat is None else phase.hands[seat],
        hand_sizes=tuple(map(len, phase.hands)),
        to_draw=0,
        kitty_size=rules.kitty_size,
        kitty=phase.kitty if seat == phase.burier else None,
        kitty_turned=dealt.turned,
        declarations=dealt.declarations,
        passed=(False,) * rules.players,
        sides=sides,
        friends=phase.friends,
        tricks=_visible_tricks(phase.tricks, played=rules.show_played_cards),
        trick=phase.trick,
        points=points,
        opponents_points=opponents_points,
        points_left=phase.left,
        ask=asked if seat == turn else Ask.NOTHING,
        to_act=(turn,),
        can_take_back=phase.undo is not None and phase.undo.turn == seat,
        can_end_deal=seat == dealt.declarer and rules.early_end and can_end_early(phase),
        redeal=None,
        result=None,
        must_beat=seat if seat is not None and seat == turn == phase.must_beat else None,
        gone=phase.gone,
        laps=match.laps,
        ace_failures=match.ace_failures,
    )


def _visible_tricks(tricks: tuple[TrickView, ...], *, played: bool) -> tuple[TrickView, ...]:
    """Return the complete tricks. Without `played`, only the last one shows its plays."""
    if played or len(tricks) < 2:  # noqa: PLR2004 - the last and an older one
        return tricks
    return (*(TrickView((), t.winner, t.points) for t in tricks[:-1]), tricks[-1])


def _view_picking_up(phase: states.PickingUp, seat: Seat | None) -> View:
    return replace(
        _view_playing(phase.after, seat),
        phase=PhaseName.PICKING_UP,
        ask=Ask.PICK_UP if seat == phase.winner else Ask.NOTHING,
        to_act=(phase.winner,),
        can_end_deal=False,
    )


def _view_finished(phase: states.Finished, seat: Seat | None) -> View:
    result = phase.result
    sides = tuple(Seat(s) in result.declarers for s in range(phase.match.rules.players))
    own = phase.kitty if seat == phase.burier else None
    return replace(
        _view_dealt(phase.dealt, seat, PhaseName.FINISHED, ()),
        levels=phase.match.levels,
        laps=phase.match.laps,
        ace_failures=phase.match.ace_failures,
        kitty=result.kitty or own,
        sides=sides,
        friends=phase.friends,
        tricks=_visible_tricks(phase.tricks, played=phase.match.rules.show_played_cards),
        points=phase.taken,
        opponents_points=result.opponents_points,
        points_left=phase.left,
        result=result,
    )
