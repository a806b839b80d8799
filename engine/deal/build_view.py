"""Builds the view of a seat or a spectator from nothing but what it may know."""

from dataclasses import dataclass, replace

from engine.cards_in_play.leads import copies_in_pack
from engine.deal.bidding import legal_declarations as declarable
from engine.deal.phases import states
from engine.deal.phases.early_end import can_end_early
from engine.deal.phases.sides import are_friends_known, get_called_ten, list_plays
from engine.deal.phases.states import NO_TRICK, Dealt, Declaring, Hands, Phase, Playing
from engine.model.events import Declaration, RedealReason
from engine.model.match import Match
from engine.model.options import Teams
from engine.model.seats import Seat
from engine.model.trump import Trump
from engine.model.view import Ask, PhaseName, TrickView, View, create_view


def view_of(phase: Phase, seat: Seat | None) -> View:  # noqa: PLR0911 - one for each phase
    """Return what `seat` may know; None is a spectator."""
    match phase:
        case states.Ready():
            return _base_view(phase.match, seat, PhaseName.READY, phase.redeal)
        case Declaring():
            return _view_declaring(phase, seat)
        case states.Claiming():
            return _view_claiming(phase, seat)
        case states.Burying():
            return _view_burying(phase, seat)
        case states.Stealing():
            return _view_after_bury(phase, seat, PhaseName.STEALING, Ask.STEAL, phase.turn)
        case states.Calling():
            return _view_after_bury(phase, seat, PhaseName.CALLING, Ask.CALL, phase.dealt.declarer)
        case Playing():
            return _view_playing(phase, seat)
        case states.PickingUp():
            return _view_picking_up(phase, seat)
        case states.Finished():
            return _view_finished(phase, seat)


def _base_view(match: Match, seat: Seat | None, name: PhaseName, redeal: RedealReason | None = None) -> View:
    players = match.rules.players
    return View(
        rules=match.rules,
        phase=name,
        seat=seat,
        deal_number=match.number,
        levels=match.levels,
        first_deal=match.declarer is None,
        declarer=match.declarer,
        trump=None,
        hand=(),
        hand_sizes=(0,) * players,
        to_draw=0,
        kitty_size=match.rules.kitty_size,
        kitty=None,
        kitty_turned=(),
        declarations=(),
        passed=(False,) * players,
        sides=_sides_by_parity(match, match.declarer),
        friends=(),
        tricks=(),
        trick=NO_TRICK,
        points=(0,) * players,
        opponents_points=None,
        points_left=0,
        ask=Ask.NOTHING,
        to_act=(),
        can_take_back=False,
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
    return replace(
        _base_view(phase.match, seat, PhaseName.DECLARING),
        trump=_provisional_trump(phase, seat),
        hand=phase.hands[seat] if seat is not None else (),
        hand_sizes=tuple(map(len, phase.hands)),
        to_draw=phase.to_draw,
        declarations=phase.declarations,
        passed=phase.answered,
        ask=Ask.DECLARE if seat in asked else Ask.NOTHING,
        to_act=asked,
        can_take_back=phase.rules.declare_takeback and seat is not None and phase.maker == seat,
    )


def _provisional_trump(phase: Declaring, viewer: Seat | None) -> Trump | None:
    """Return the standing trumps, or before any declaration the level that the viewer's declaration would play.

    None for a spectator of a first deal in which the sides play different levels.
    """
    if phase.declarations:
        return Trump.of(phase.rules, phase.rank_of(phase.declarations[-1].seat), phase.declarations[-1].suit)
    if viewer is None and phase.match.declarer is None and len(set(phase.match.levels)) > 1:
        return None
    return Trump.of(phase.rules, phase.rank_of(Seat(0) if viewer is None else viewer), None)


def _seats_asked_to_declare(phase: Declaring, viewer: Seat | None) -> tuple[Seat, ...]:
    """Return the seats that are asked; only the maker may know whether they could add to their declaration."""
    asked = phase.asked
    if viewer is None or viewer != phase.maker or phase.passed[viewer] or not phase.is_open:
        return asked
    could_add = declarable(phase.hands[viewer], phase.declarations, viewer, phase.rank_of(viewer), phase.rules)
    return tuple(sorted((*asked, viewer))) if could_add else asked


def _view_dealt(
    dealt: Dealt, seat: Seat | None, name: PhaseName, hands: Hands, declarations: tuple[Declaration, ...]
) -> View:
    return replace(
        _base_view(dealt.match, seat, name),
        declarer=dealt.declarer,
        trump=dealt.trump,
        hand=hands[seat] if seat is not None else (),
        hand_sizes=tuple(map(len, hands)),
        kitty_turned=dealt.turned,
        declarations=declarations,
        sides=_sides_by_parity(dealt.match, dealt.declarer),
        opponents_points=0 if dealt.rules.partner_step or dealt.rules.plays_alone else None,
    )


def _view_claiming(phase: states.Claiming, seat: Seat | None) -> View:
    waited = tuple(Seat(s) for s, passed in enumerate(phase.passed) if not passed)
    return replace(
        _view_dealt(phase.dealt, seat, PhaseName.CLAIMING, phase.hands, phase.dealt.declarations),
        passed=phase.passed,
        ask=Ask.CLAIM if seat in waited else Ask.NOTHING,
        to_act=waited,
    )


def _view_burying(phase: states.Burying, seat: Seat | None) -> View:
    return replace(
        _view_dealt(phase.dealt, seat, PhaseName.BURYING, phase.hands, phase.dealt.declarations),
        ask=Ask.BURY if seat == phase.burier else Ask.NOTHING,
        to_act=(phase.burier,),
    )


def _view_after_bury(
    phase: states.Stealing | states.Calling, seat: Seat | None, name: PhaseName, ask: Ask, turn: Seat
) -> View:
    return replace(
        _view_dealt(phase.dealt, seat, name, phase.hands, phase.dealt.declarations),
        kitty=phase.kitty if seat == phase.burier else None,
        ask=ask if seat == turn else Ask.NOTHING,
        to_act=(turn,),
    )


@dataclass(frozen=True, slots=True)
class _KnownSides:
    """The sides as one seat may know them, with their points."""

    sides: tuple[bool | None, ...]
    points: tuple[int | None, ...]
    opponents: int | None


def _known_sides(phase: Playing, seat: Seat | None) -> _KnownSides:
    rules = phase.rules
    sides = _sides_known_to(phase, seat)
    if rules.teams is Teams.HIDDEN_TEN:
        return _KnownSides(sides, phase.taken, None)
    points: tuple[int | None, ...] = phase.taken
    if not rules.show_declarer_points:
        points = tuple(None if sides[s] else taken for s, taken in enumerate(phase.taken))
    if None in sides:
        return _KnownSides(sides, points, None)
    total = sum(taken for s, taken in enumerate(phase.taken) if not sides[s])
    fines = sum(fine if sides[s] else -fine for s, fine in enumerate(phase.penalties))
    return _KnownSides(sides, points, total + fines)


def _sides_known_to(phase: Playing, viewer: Seat | None) -> tuple[bool | None, ...]:
    players = range(phase.rules.players)
    match phase.rules.teams:
        case Teams.FIXED | Teams.THREE_PAIRS:
            return tuple(Seat(s) in phase.declarers for s in players)
        case Teams.FRIENDS:
            found = are_friends_known(phase.dealt, phase.friends, (*phase.tricks, phase.trick))
            return tuple(Seat(s) in phase.declarers or (False if found else None) for s in players)
        case Teams.HIDDEN_TEN:
            known = phase.shown | {phase.dealt.declarer} | _seats_that_showed_ten(phase)
            if viewer is not None and viewer in phase.declarers:
                known |= {viewer}
            others = False if _all_tens_seen(phase, viewer) else None
            return tuple(Seat(s) in known or (False if s == viewer else others) for s in players)


def _seats_that_showed_ten(phase: Playing) -> frozenset[Seat]:
    """Return who showed a called ten while declaring: the caller, and anyone the caller overruled in that suit."""
    ten = get_called_ten(phase.dealt)
    return frozenset(declared.seat for declared in phase.dealt.declarations if ten in declared.cards)


def _all_tens_seen(phase: Playing, viewer: Seat | None) -> bool:
    """Return whether `viewer` can place every copy of the called ten, so that nobody else is on the caller's side.

    Viewers see their own cards, what they buried and what was played. Tens shown while declaring are still with their
    seat, or buried by the caller.
    """
    ten = get_called_ten(phase.dealt)
    assert ten is not None
    played = [seat for seat, cards in list_plays((*phase.tricks, phase.trick)) for shown in cards if shown == ten]
    own = (phase.hands[viewer] if viewer is not None else ()) + (phase.kitty if viewer == phase.burier else ())
    lying = [seat for seat in _seats_that_showed_ten(phase) if seat != viewer and seat not in played]
    return len(played) + own.count(ten) + len(lying) == copies_in_pack(ten, phase.rules)


def _view_playing(phase: Playing, seat: Seat | None) -> View:
    dealt, match, rules, turn = phase.dealt, phase.dealt.match, phase.rules, phase.turn
    known = _known_sides(phase, seat)
    asked = Ask.LEAD if phase.lead is None else Ask.FOLLOW
    return create_view(  # written out: most views are of this phase, and `replace` takes twice as long
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
        sides=known.sides,
        friends=phase.friends,
        tricks=_visible_tricks(phase.tricks, played=rules.show_played_cards),
        trick=phase.trick,
        points=known.points,
        opponents_points=known.opponents,
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
    """Return the tricks that may be reviewed; where old cards are hidden, only the last one shows them."""
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
        _view_dealt(phase.dealt, seat, PhaseName.FINISHED, ((),) * phase.match.rules.players, phase.dealt.declarations),
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
