"""Lists and checks legal actions by a seat's view alone. Users' choices and computer players use it."""

from collections.abc import Iterator, Sequence
from itertools import chain, combinations, islice

from engine.cards_in_play.follows import check_follow
from engine.cards_in_play.follows import legal_follows as follows
from engine.cards_in_play.leads import Lead, check_lead, leadable_units, read_lead
from engine.cards_in_play.safe_throws import SeenCards, check_safe_throw
from engine.deal import bidding
from engine.deal.burying import check_bury, legal_buries
from engine.deal.friends import call_count, check_calls, legal_calls
from engine.model import actions
from engine.model.actions import Action, Declare, FriendCall
from engine.model.cards import Card, Rank
from engine.model.errors import IllegalAction, Reason
from engine.model.options import DealStyle, Level
from engine.model.seats import Seat
from engine.model.trump import Trump
from engine.model.view import Ask, PhaseName, View

_OPEN_PHASES = frozenset({PhaseName.READY, PhaseName.DECLARING, PhaseName.CLAIMING, PhaseName.FINISHED})
"""Phases in which seats do not act in turn."""


def lead_of(view: View) -> Lead:
    """Return the lead of the trick in progress. Raises ValueError if nothing has been led."""
    if not view.trick.plays:
        raise ValueError("nothing has been led")
    led = view.trick.plays[0]
    return read_lead(led.cards, _trump_of(view), view.rules, led.units or None, view.gone)


def as_lead(view: View, cards: Sequence[Card], grouping: Sequence[Sequence[Card]] | None = None) -> Lead:
    """Return the lead that `cards` would form. Without `grouping`, large units come first. Raises as `read_lead`."""
    return read_lead(cards, _trump_of(view), view.rules, grouping, view.gone)


def legal_plays(view: View, limit: int | None = None) -> Iterator[tuple[Card, ...]]:
    """Yield at most `limit` legal plays. Of the possible leads, throws are left out."""
    return islice(_all_legal_plays(view), limit)


def _all_legal_plays(view: View) -> Iterator[tuple[Card, ...]]:
    if view.ask is Ask.LEAD:
        return (unit.cards for unit in leadable_units(view.hand, _trump_of(view), view.rules, gone=view.gone))
    if view.ask is not Ask.FOLLOW:
        return iter(())
    must = view.must_beat is not None
    return follows(view.hand, lead_of(view), _trump_of(view), view.rules, must_beat=must)


def forced_play(view: View) -> tuple[Card, ...] | None:
    """Return the only legal play, or None if there are several or the seat is not asked to play."""
    if view.ask is Ask.FOLLOW:
        found = tuple(legal_plays(view, 2))
        return found[0] if len(found) == 1 else None
    if view.ask is Ask.LEAD and len(view.hand) == 1:
        return view.hand
    return None


def legal_declarations(view: View) -> tuple[tuple[Card, ...], ...]:
    """Return the declarations by which this seat may make trumps or steal the kitty, weakest first."""
    if view.seat is None or view.ask not in {Ask.DECLARE, Ask.STEAL}:
        return ()
    rank, steals = _declaration_rank(view), view.ask is Ask.STEAL
    return bidding.legal_declarations(view.hand, view.declarations, view.seat, rank, view.rules, steals=steals)


def legal_friend_calls(view: View) -> tuple[FriendCall, ...]:
    """Return all legal friend calls. There are none if this seat is not asked to call."""
    return legal_calls(_trump_of(view), view.rules) if view.ask is Ask.CALL else ()


def friends_to_call(view: View) -> int:
    """Return how many friends this seat must call, or 0 if it is not asked. It may be fewer than the rules say."""
    return call_count(_trump_of(view), view.rules) if view.ask is Ask.CALL else 0


def suggest_leads(view: View, limit: int = 4) -> tuple[tuple[Card, ...], ...]:
    """Return at most `limit` units worth leading, one per suit and kind; larger units come first."""
    if view.ask is not Ask.LEAD:
        return ()
    trump = _trump_of(view)
    ranked = sorted(
        leadable_units(view.hand, trump, view.rules, gone=view.gone, whole_uneven=True),
        key=lambda u: (u.size, not trump.is_trump(u.faces[-1]), u.top),
        reverse=True,
    )
    found: dict[tuple[object, ...], tuple[Card, ...]] = {}
    for unit in ranked:
        found.setdefault((unit.kind, trump.effective_suit(unit.faces[-1])), unit.cards)
    return tuple(found.values())[:limit]


def legal_actions_of(view: View) -> Iterator[Action]:
    """Yield the seat's legal actions; plays and buries are found lazily."""
    also = ((actions.TakeBack(),) if view.can_take_back else ()) + ((actions.EndDeal(),) if view.can_end_deal else ())
    return chain(_answers_to_ask(view), also)


def _answers_to_ask(view: View) -> Iterator[Action]:  # noqa: PLR0911 - one for each question
    match view.ask:
        case Ask.NOTHING:
            return iter(())
        case Ask.DECLARE | Ask.STEAL:
            passing = view.ask is Ask.STEAL or not view.passed[view.seat or 0]
            return chain((actions.Pass(),) if passing else (), map(Declare, legal_declarations(view)))
        case Ask.CLAIM:
            may = bidding.can_claim_redeal(view.hand, _trump_of(view), view.rules)
            return iter((actions.Pass(), actions.ClaimRedeal()) if may else (actions.Pass(),))
        case Ask.BURY:
            return map(actions.Bury, legal_buries(view.hand, view.kitty_size, view.rules))
        case Ask.CALL:
            return map(actions.CallFriends, combinations(legal_friend_calls(view), friends_to_call(view)))
        case Ask.LEAD | Ask.FOLLOW:
            return map(actions.Play, legal_plays(view))
        case Ask.PICK_UP:
            return iter((actions.PickUp(take=True), actions.PickUp(take=False)))


def check_action(view: View, action: Action) -> None:
    """Raise the IllegalAction that the game would raise, as far as this seat can know."""
    if isinstance(action, actions.TableAction):
        raise IllegalAction(Reason.TABLE_ONLY)
    match view.phase, action:
        case PhaseName.DECLARING, Declare() | actions.Pass():
            _check_declaring(view, action)
        case PhaseName.CLAIMING, actions.ClaimRedeal() | actions.Pass():
            _check_claiming(view, action)
        case ((PhaseName.DECLARING | PhaseName.PLAYING | PhaseName.PICKING_UP), actions.TakeBack()):
            _check_take_back(view)
        case PhaseName.PLAYING, actions.EndDeal():
            _check_end(view)
        case _:
            _check_in_turn(view, action)


def _check_declaring(view: View, action: Declare | actions.Pass) -> None:
    maker = view.declarations[-1].seat if view.declarations else None
    played = view.levels if view.declarer is None else (view.levels[view.declarer],)
    if min(played) is Level.NT and view.rules.has_levels:
        raise IllegalAction(Reason.NOT_ALLOWED, option="final_level")
    if view.to_draw and view.rules.deal is DealStyle.AT_ONCE:
        raise IllegalAction(Reason.NOT_ALLOWED, option="deal")
    if view.seat is None or (view.passed[view.seat] and not (isinstance(action, Declare) and maker == view.seat)):
        raise IllegalAction(Reason.ALREADY_PASSED)
    if isinstance(action, Declare):
        _check_declaration(view, view.seat, action.cards, steals=False)


def _check_declaration(view: View, seat: Seat, cards: tuple[Card, ...], *, steals: bool) -> None:
    rank = _declaration_rank(view)
    bidding.check_declaration(view.declarations, seat, cards, view.hand, rank, view.rules, steals=steals)


def _check_claiming(view: View, action: actions.ClaimRedeal | actions.Pass) -> None:
    if view.seat is None or view.passed[view.seat]:
        raise IllegalAction(Reason.ALREADY_PASSED)
    if isinstance(action, actions.ClaimRedeal):
        bidding.check_claim(view.hand, _trump_of(view), view.rules)


def _check_take_back(view: View) -> None:
    option = "declare_takeback" if view.phase is PhaseName.DECLARING else "play_takeback"
    if not getattr(view.rules, option):
        raise IllegalAction(Reason.NOT_ALLOWED, option=option)
    if not view.can_take_back:
        raise IllegalAction(Reason.NOTHING_TO_TAKE_BACK)


def _check_end(view: View) -> None:
    if not view.rules.early_end:
        raise IllegalAction(Reason.NOT_ALLOWED, option="early_end")
    assert view.declarer is not None, "tricks are played"
    if view.seat != view.declarer:
        raise IllegalAction(Reason.NOT_YOUR_TURN, to_act=(view.declarer,))
    if not view.can_end_deal:
        raise IllegalAction(Reason.RESULT_STILL_OPEN)


def _check_in_turn(view: View, action: Action) -> None:
    if view.phase not in _OPEN_PHASES and view.seat not in view.to_act:
        raise IllegalAction(Reason.NOT_YOUR_TURN, to_act=view.to_act)
    match view.ask, action:
        case Ask.FOLLOW, actions.Play(cards):
            must = view.must_beat is not None
            check_follow(view.hand, lead_of(view), cards, _trump_of(view), view.rules, must_beat=must)
        case Ask.LEAD, actions.Play(cards, grouping):
            lead = check_lead(view.hand, cards, _trump_of(view), view.rules, grouping, view.gone)
            check_throw_is_safe(view, lead)
        case Ask.BURY, actions.Bury(cards):
            check_bury(view.hand, cards, view.kitty_size, view.rules)
        case Ask.STEAL, Declare(cards) if view.seat is not None:
            _check_declaration(view, view.seat, cards, steals=True)
        case Ask.CALL, actions.CallFriends(calls):
            check_calls(calls, _trump_of(view), view.rules)
        case (Ask.STEAL, actions.Pass()) | (Ask.PICK_UP, actions.PickUp()):
            return
        case _:
            raise IllegalAction(Reason.WRONG_PHASE, phase=view.phase)


def check_throw_is_safe(view: View, lead: Lead) -> None:
    """Raise IllegalAction UNSAFE_THROW if somebody might beat the throw and the rules allow only safe throws."""
    assert view.seat is not None
    seen = SeenCards(view.hand, view.kitty or (), view.tricks, view.declarations, view.kitty_turned, view.declarer)
    check_safe_throw(lead, view.seat, seen, _trump_of(view), view.rules)


def _trump_of(view: View) -> Trump:
    assert view.trump is not None, "there is nothing to do before a deal"
    return view.trump


def _declaration_rank(view: View) -> Rank | None:
    if view.declarer is None and view.seat is not None:
        return view.levels[bidding.find_level_seat(view.declarations, view.seat, view.rules)].rank
    # take the rank of this deal, because a declarer who stole the kitty may have another level
    return _trump_of(view).rank
