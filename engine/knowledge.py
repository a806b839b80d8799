"""Builds the view of a seat, or of a watcher, from nothing but what it may know."""

from dataclasses import dataclass, replace

from engine.bidding import declarations as declarable
from engine.events import Declaration, RedealWhy
from engine.leads import copies
from engine.match import Match
from engine.phases.claiming import Claiming
from engine.phases.counting import may_end_early
from engine.phases.dealt import Dealt, Hands
from engine.phases.declaring import Declaring
from engine.phases.exchanging import Burying, Calling, Stealing
from engine.phases.finished import Finished
from engine.phases.ready import Ready
from engine.phases.sides import called_ten, friends_found, plays_of
from engine.phases.tricks import NO_TRICK, PickingUp, Playing
from engine.rules import Teams
from engine.seats import Seat
from engine.trump import Trump
from engine.view import Ask, PhaseName, TrickView, View

Phase = Ready | Declaring | Claiming | Burying | Stealing | Calling | Playing | PickingUp | Finished


def match_of(phase: Phase) -> Match:
    """Return the match that a phase belongs to."""
    match phase:
        case Ready() | Declaring() | Finished():
            return phase.match
        case PickingUp():
            return phase.after.dealt.match
        case _:
            return phase.dealt.match


def see(phase: Phase, seat: Seat | None) -> View:  # noqa: PLR0911 - one for each phase
    """Return what `seat` (None: a watcher) may know."""
    match phase:
        case Ready():
            return _blank(phase.match, seat, PhaseName.READY, phase.redeal)
        case Declaring():
            return _declaring(phase, seat)
        case Claiming():
            return _claiming(phase, seat)
        case Burying():
            return _burying(phase, seat)
        case Stealing():
            return _after_bury(phase, seat, PhaseName.STEALING, Ask.STEAL, phase.turn)
        case Calling():
            return _after_bury(phase, seat, PhaseName.CALLING, Ask.CALL, phase.dealt.declarer)
        case Playing():
            return _playing(phase, seat)
        case PickingUp():
            return _picking_up(phase, seat)
        case Finished():
            return _finished(phase, seat)


def _blank(match: Match, seat: Seat | None, name: PhaseName, redeal: RedealWhy | None = None) -> View:
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
    )


def _sides_by_parity(match: Match, declarer: Seat | None) -> tuple[bool | None, ...]:
    if declarer is None or match.rules.teams is not Teams.FIXED:
        return tuple(True if s == declarer else None for s in range(match.rules.players))
    return tuple((s - declarer) % 2 == 0 for s in range(match.rules.players))


def _declaring(phase: Declaring, seat: Seat | None) -> View:
    players = range(phase.rules.players)
    waited = tuple(Seat(s) for s in players if _may_declare(phase, Seat(s), seat))
    passed = tuple(phase.has_passed(Seat(s)) for s in players)
    return replace(
        _blank(phase.match, seat, PhaseName.DECLARING),
        trump=_provisional(phase, seat),
        hand=phase.hands[seat] if seat is not None else (),
        hand_sizes=tuple(map(len, phase.hands)),
        to_draw=phase.to_draw,
        declarations=phase.declarations,
        passed=passed,
        ask=Ask.DECLARE if seat in waited else Ask.NOTHING,
        to_act=waited,
        can_take_back=phase.rules.declare_takeback and seat is not None and phase.maker == seat,
    )


def _provisional(phase: Declaring, viewer: Seat | None) -> Trump | None:
    """Return the trumps that stand, or, while nobody has declared, the level that the viewer's declaration would play.

    None for a watcher of a first deal in which each side would play its own level.
    """
    if phase.declarations:
        return Trump.of(phase.rules, phase.rank(phase.declarations[-1].seat), phase.declarations[-1].suit)
    if viewer is None and phase.match.declarer is None and len(set(phase.match.levels)) > 1:
        return None
    return Trump.of(phase.rules, phase.rank(Seat(0) if viewer is None else viewer), None)


def _may_declare(phase: Declaring, seat: Seat, viewer: Seat | None) -> bool:
    """Tell whether `seat` is asked; whether the maker could add to his declaration only he himself may know."""
    if not phase.is_open or phase.passed[seat]:
        return False
    if seat != phase.maker:
        return True
    return seat == viewer and bool(
        declarable(phase.hands[seat], phase.declarations, seat, phase.rank(seat), phase.rules)
    )


def _of_dealt(
    dealt: Dealt, seat: Seat | None, name: PhaseName, hands: Hands, declarations: tuple[Declaration, ...]
) -> View:
    return replace(
        _blank(dealt.match, seat, name),
        declarer=dealt.declarer,
        trump=dealt.trump,
        hand=hands[seat] if seat is not None else (),
        hand_sizes=tuple(map(len, hands)),
        kitty_turned=dealt.turned,
        declarations=declarations,
        sides=_sides_by_parity(dealt.match, dealt.declarer),
        opponents_points=0 if dealt.rules.teams is Teams.FIXED else None,
    )


def _claiming(phase: Claiming, seat: Seat | None) -> View:
    waited = tuple(Seat(s) for s, passed in enumerate(phase.passed) if not passed)
    return replace(
        _of_dealt(phase.dealt, seat, PhaseName.CLAIMING, phase.hands, phase.dealt.declarations),
        passed=phase.passed,
        ask=Ask.CLAIM if seat in waited else Ask.NOTHING,
        to_act=waited,
    )


def _burying(phase: Burying, seat: Seat | None) -> View:
    return replace(
        _of_dealt(phase.dealt, seat, PhaseName.BURYING, phase.hands, phase.dealt.declarations),
        ask=Ask.BURY if seat == phase.burier else Ask.NOTHING,
        to_act=(phase.burier,),
    )


def _after_bury(phase: Stealing | Calling, seat: Seat | None, name: PhaseName, ask: Ask, turn: Seat) -> View:
    return replace(
        _of_dealt(phase.dealt, seat, name, phase.hands, phase.dealt.declarations),
        kitty=phase.kitty if seat == phase.burier else None,
        ask=ask if seat == turn else Ask.NOTHING,
        to_act=(turn,),
    )


@dataclass(frozen=True, slots=True)
class _Sides:
    """The sides as one seat may know them, and what they have."""

    sides: tuple[bool | None, ...]
    points: tuple[int | None, ...]
    opponents: int | None


def _known_sides(phase: Playing, seat: Seat | None) -> _Sides:
    rules = phase.rules
    sides = _sides(phase, seat)
    if rules.teams is Teams.HIDDEN_TEN:
        return _Sides(sides, phase.taken, None)
    points = tuple(
        None if sides[s] and not rules.show_declarer_points else points for s, points in enumerate(phase.taken)
    )
    if None in sides:
        return _Sides(sides, points, None)
    total = sum(taken for s, taken in enumerate(phase.taken) if not sides[s])
    fines = sum(fine if sides[s] else -fine for s, fine in enumerate(phase.penalties))
    return _Sides(sides, points, total + fines)


def _sides(phase: Playing, viewer: Seat | None) -> tuple[bool | None, ...]:
    players = range(phase.rules.players)
    match phase.rules.teams:
        case Teams.FIXED:
            return tuple(Seat(s) in phase.declarers for s in players)
        case Teams.FRIENDS:
            found = friends_found(phase.dealt, phase.friends, (*phase.tricks, phase.trick))
            return tuple(Seat(s) in phase.declarers or (False if found else None) for s in players)
        case Teams.HIDDEN_TEN:
            known = phase.shown | {phase.dealt.declarer} | _exposed(phase)
            if viewer is not None and viewer in phase.declarers:
                known |= {viewer}
            others = False if _all_tens_seen(phase, viewer) else None
            return tuple(Seat(s) in known or (False if s == viewer else others) for s in players)


def _exposed(phase: Playing) -> frozenset[Seat]:
    """Return who has shown a called ten while declaring: the caller, and one whom he overruled in the same suit."""
    ten = called_ten(phase.dealt)
    return frozenset(declared.seat for declared in phase.dealt.declarations if ten in declared.cards)


def _all_tens_seen(phase: Playing, viewer: Seat | None) -> bool:
    """Tell whether `viewer` can place every copy of the called ten: then nobody else is on the caller's side.

    He sees his own cards, what he buried and what was played; those shown while declaring are where they were, or
    buried by the caller.
    """
    ten = called_ten(phase.dealt)
    assert ten is not None
    played = [seat for seat, cards in plays_of((*phase.tricks, phase.trick)) for shown in cards if shown == ten]
    own = (phase.hands[viewer] if viewer is not None else ()) + (phase.kitty if viewer == phase.burier else ())
    lying = [seat for seat in _exposed(phase) if seat != viewer and seat not in played]
    return len(played) + own.count(ten) + len(lying) == copies(ten, phase.rules)


def _playing(phase: Playing, seat: Seat | None) -> View:
    dealt, match, rules, turn = phase.dealt, phase.dealt.match, phase.rules, phase.turn
    known = _known_sides(phase, seat)
    asked = Ask.LEAD if phase.lead is None else Ask.FOLLOW
    return View(  # spelt out: three out of four views of a match are of this phase, and `replace` would cost double
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
        tricks=_visible(phase.tricks, played=rules.show_played_cards),
        trick=phase.trick,
        points=known.points,
        opponents_points=known.opponents,
        points_left=phase.left,
        ask=asked if seat == turn else Ask.NOTHING,
        to_act=(turn,),
        can_take_back=phase.undo is not None and phase.undo.turn == seat,
        can_end_deal=seat == dealt.declarer and _may_end(phase),
        redeal=None,
        result=None,
        must_beat=seat if seat is not None and seat == turn == phase.must_beat else None,
        gone=phase.gone,
    )


def _visible(tricks: tuple[TrickView, ...], *, played: bool) -> tuple[TrickView, ...]:
    """Return the tricks as they may be looked at again: where old cards are hidden, only the last one shows them."""
    if played or len(tricks) < 2:  # noqa: PLR2004 - the last and an older one
        return tricks
    return (*(TrickView((), t.winner, t.points) for t in tricks[:-1]), tricks[-1])


def _may_end(phase: Playing) -> bool:
    """Tell the declarer whether he may end the deal, by what he himself can know."""
    return phase.rules.early_end and may_end_early(phase)


def _picking_up(phase: PickingUp, seat: Seat | None) -> View:
    return replace(
        _playing(phase.after, seat),
        phase=PhaseName.PICKING_UP,
        ask=Ask.PICK_UP if seat == phase.winner else Ask.NOTHING,
        to_act=(phase.winner,),
        can_end_deal=False,
    )


def _finished(phase: Finished, seat: Seat | None) -> View:
    result = phase.result
    sides = tuple(Seat(s) in result.declarers for s in range(phase.match.rules.players))
    own = phase.kitty if seat == phase.burier else None
    return replace(
        _of_dealt(phase.dealt, seat, PhaseName.FINISHED, ((),) * phase.match.rules.players, phase.dealt.declarations),
        levels=phase.match.levels,
        kitty=result.kitty or own,
        sides=sides,
        friends=phase.friends,
        tricks=_visible(phase.tricks, played=phase.match.rules.show_played_cards),
        points=phase.taken,
        opponents_points=result.opponents_points,
        points_left=phase.left,
        result=result,
    )
