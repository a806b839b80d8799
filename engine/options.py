"""What a seat may do, from its view alone: what people are offered and computer players choose from."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice

from engine import bidding
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
    FriendCall,
    Pass,
    PickUp,
    Play,
    Sit,
    TakeBack,
)
from engine.cards import Card, Rank
from engine.errors import IllegalAction, Reason
from engine.follows import check_follow
from engine.follows import legal_follows as follows
from engine.friends import call_count, check_calls, legal_calls
from engine.leads import Lead, check_lead, read_lead, require_held, units_in
from engine.rules import DealStyle, Level, Teams
from engine.trump import Trump
from engine.view import Ask, PhaseName, View

_OPEN = frozenset({PhaseName.READY, PhaseName.DECLARING, PhaseName.CLAIMING, PhaseName.FINISHED})
"""Phases in which nobody has to wait for another seat's turn."""


def lead_of(view: View) -> Lead:
    """Return what was led to the trick in progress.

    Raises:
        ValueError: nothing has been led.
    """
    if not view.trick.plays:
        raise ValueError("nothing has been led")
    led = view.trick.plays[0]
    return read_lead(led.cards, _trump(view), view.rules, led.units or None, view.gone)


def as_lead(view: View, cards: Sequence[Card], grouping: Sequence[Sequence[Card]] | None = None) -> Lead:
    """Return what `cards` would be as a lead now: taken apart by `grouping`, or with the largest unit first.

    Raises:
        IllegalAction: they would be none: NO_CARDS, MIXED_SUITS, BAD_GROUPING or THROWS_OFF.
    """
    return read_lead(cards, _trump(view), view.rules, grouping, view.gone)


def legal_plays(view: View, limit: int | None = None) -> Iterator[tuple[Card, ...]]:
    """Yield the plays that are legal for a follow, or all single units for a lead; at most `limit`."""
    return islice(_plays(view), limit)


def _plays(view: View) -> Iterator[tuple[Card, ...]]:
    if view.ask is Ask.LEAD:
        return (unit.cards for unit in units_in(view.hand, _trump(view), view.rules, gone=view.gone))
    if view.ask is not Ask.FOLLOW:
        return iter(())
    must = view.must_beat is not None
    return follows(view.hand, lead_of(view), _trump(view), view.rules, must_beat=must)


def forced(view: View) -> tuple[Card, ...] | None:
    """Return the one play that is legal, if there is just one; None otherwise."""
    if view.ask is Ask.FOLLOW:
        found = tuple(legal_plays(view, 2))
        return found[0] if len(found) == 1 else None
    if view.ask is Ask.LEAD and len(view.hand) == 1:
        return view.hand
    return None


def declarations(view: View) -> tuple[tuple[Card, ...], ...]:
    """Return all that this seat could declare, or steal the kitty with, right now; weakest first."""
    if view.seat is None or view.ask not in {Ask.DECLARE, Ask.STEAL}:
        return ()
    find = bidding.thefts if view.ask is Ask.STEAL else bidding.declarations
    return find(view.hand, view.declarations, view.seat, _rank(view), view.rules)


def call_options(view: View) -> tuple[FriendCall, ...]:
    """Return every single friend's call that may be made."""
    return legal_calls(_trump(view), view.rules) if view.ask is Ask.CALL else ()


def calls_wanted(view: View) -> int:
    """Return how many friends the declarer calls: what the rules say, or fewer where fewer cards may be called."""
    return call_count(_trump(view), view.rules) if view.ask is Ask.CALL else 0


def lead_suggestions(view: View, limit: int = 4) -> tuple[tuple[Card, ...], ...]:
    """Return units worth leading, best first: long and high ones, side suits before trumps, one of a kind each."""
    if view.ask is not Ask.LEAD:
        return ()
    trump = _trump(view)
    ranked = sorted(
        units_in(view.hand, trump, view.rules, gone=view.gone),
        key=lambda u: (u.size, not trump.is_trump(u.faces[-1]), u.top),
        reverse=True,
    )
    found: dict[tuple[object, ...], tuple[Card, ...]] = {}
    for unit in ranked:
        found.setdefault((unit.kind, trump.effective_suit(unit.faces[-1])), unit.cards)
    return tuple(found.values())[:limit]


def actions(view: View) -> Iterator[Action]:
    """Yield what the seat may do: all declarations, claims and single calls; plays and buries lazily."""
    also = ((TakeBack(),) if view.can_take_back else ()) + ((EndDeal(),) if view.can_end_deal else ())
    return chain(_answers(view), also)


def _answers(view: View) -> Iterator[Action]:  # noqa: PLR0911 - one for each question
    match view.ask:
        case Ask.NOTHING:
            return iter(())
        case Ask.DECLARE | Ask.STEAL:
            passing = view.ask is Ask.STEAL or not view.passed[view.seat or 0]
            return chain((Pass(),) if passing else (), map(Declare, declarations(view)))
        case Ask.CLAIM:
            may = bidding.may_claim_redeal(view.hand, _trump(view), view.rules)
            return iter((Pass(), ClaimRedeal()) if may else (Pass(),))
        case Ask.BURY:
            return (Bury(cards) for cards in _distinct(combinations(view.hand, view.kitty_size)))
        case Ask.CALL:
            return map(CallFriends, combinations(call_options(view), calls_wanted(view)))
        case Ask.LEAD | Ask.FOLLOW:
            return map(Play, legal_plays(view))
        case Ask.PICK_UP:
            return iter((PickUp(take=True), PickUp(take=False)))


def _distinct(sets: Iterator[tuple[Card, ...]]) -> Iterator[tuple[Card, ...]]:
    seen = set()
    for cards in sets:
        key = tuple(sorted(cards))
        if key not in seen:
            seen.add(key)
            yield cards


def check(view: View, action: Action) -> None:
    """Refuse what the game would refuse, as far as this seat can know.

    Raises:
        IllegalAction: with the reason the game would give.
    """
    if isinstance(action, Sit | Deal | Draw | CloseWindow):
        raise IllegalAction(Reason.TABLE_ONLY)
    match view.phase, action:
        case PhaseName.DECLARING, Declare() | Pass():
            _check_declaring(view, action)
        case PhaseName.CLAIMING, ClaimRedeal() | Pass():
            _check_claiming(view, action)
        case ((PhaseName.DECLARING | PhaseName.PLAYING | PhaseName.PICKING_UP), TakeBack()):
            _check_take_back(view)
        case PhaseName.PLAYING, EndDeal():
            _check_end(view)
        case _:
            _check_in_turn(view, action)


def _check_declaring(view: View, action: Declare | Pass) -> None:
    maker = view.declarations[-1].seat if view.declarations else None
    played = view.levels if view.declarer is None else (view.levels[view.declarer],)
    if min(played) is Level.NT and view.rules.teams is not Teams.HIDDEN_TEN:
        raise IllegalAction(Reason.NOT_ALLOWED, option="final_level")
    if view.to_draw and view.rules.deal is DealStyle.AT_ONCE:
        raise IllegalAction(Reason.NOT_ALLOWED, option="deal")
    if view.seat is None or (view.passed[view.seat] and not (isinstance(action, Declare) and maker == view.seat)):
        raise IllegalAction(Reason.ALREADY_PASSED)
    if isinstance(action, Declare):
        bidding.check_declaration(view.declarations, view.seat, action.cards, view.hand, _rank(view), view.rules)


def _check_claiming(view: View, action: ClaimRedeal | Pass) -> None:
    if view.seat is None or view.passed[view.seat]:
        raise IllegalAction(Reason.ALREADY_PASSED)
    if isinstance(action, ClaimRedeal):
        bidding.check_claim(view.hand, _trump(view), view.rules)


def _check_take_back(view: View) -> None:
    option = "declare_takeback" if view.phase is PhaseName.DECLARING else "play_takeback"
    if not getattr(view.rules, option):
        raise IllegalAction(Reason.NOT_ALLOWED, option=option)
    if not view.can_take_back:
        raise IllegalAction(Reason.NOTHING_TO_TAKE_BACK)


def _check_end(view: View) -> None:
    if not view.rules.early_end:
        raise IllegalAction(Reason.NOT_ALLOWED, option="early_end")
    if view.seat != view.declarer:
        raise IllegalAction(Reason.NOT_YOUR_TURN, to_act=(view.declarer,))
    if not view.can_end_deal:
        raise IllegalAction(Reason.RESULT_STILL_OPEN)


def _check_in_turn(view: View, action: Action) -> None:
    """Check an action that only the one seat to act may take."""
    if view.phase not in _OPEN and view.seat not in view.to_act:
        raise IllegalAction(Reason.NOT_YOUR_TURN, to_act=view.to_act)
    match view.ask, action:
        case Ask.FOLLOW, Play(cards):
            must = view.must_beat is not None
            check_follow(view.hand, lead_of(view), cards, _trump(view), view.rules, must_beat=must)
        case Ask.LEAD, Play(cards, grouping):
            check_lead(view.hand, cards, _trump(view), view.rules, grouping, view.gone)
        case Ask.BURY, Bury(cards):
            if len(cards) != view.kitty_size:
                raise IllegalAction(Reason.WRONG_COUNT, wanted=view.kitty_size, given=len(cards))
            require_held(view.hand, cards)
        case Ask.STEAL, Declare(cards) if view.seat is not None:
            bidding.check_theft(view.declarations, view.seat, cards, view.hand, _rank(view), view.rules)
        case Ask.CALL, CallFriends(calls):
            check_calls(calls, _trump(view), view.rules)
        case (Ask.STEAL, Pass()) | (Ask.PICK_UP, PickUp()):
            return
        case _:
            raise IllegalAction(Reason.WRONG_PHASE, phase=view.phase)


def _trump(view: View) -> Trump:
    assert view.trump is not None, "there is nothing to do before a deal"
    return view.trump


def _rank(view: View) -> Rank | None:
    """Return the trump rank that a declaration by this seat would make."""
    if view.declarer is not None or view.seat is None:
        return _trump(view).rank if view.declarer is None else view.levels[view.declarer].rank
    return view.levels[view.seat].rank
