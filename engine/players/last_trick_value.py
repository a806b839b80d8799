"""What the last trick may count besides its points: the kitty times its multiplier."""

from engine.cards_in_play.leads import Lead
from engine.deal.scoring import can_hook, compute_multiplier, count_pairs, is_capture_worth_levels
from engine.model.cards import points_of
from engine.model.options import KittyWithoutTrump, Teams
from engine.model.rules import Rules
from engine.model.view import View
from engine.players.weights import Weights


def estimate_last_trick(view: View, weights: Weights, lead: Lead | None = None) -> float:
    """Return the points the opponents are expected to gain by winning the last trick, led by `lead`."""
    if view.rules.teams is Teams.HIDDEN_TEN and view.kitty is None:
        buried = weights.kitty_guess / 2
    else:
        buried = float(points_of(view.kitty)) if view.kitty is not None else weights.kitty_guess
    size = lead.size if lead else 1
    largest = max(one.size for one in lead.units) if lead else 1
    pairs = count_pairs(lead.shape) if lead else 0
    by_trumps = lead is None or _may_trumps_win(view, lead)
    multiplier = compute_multiplier(view.rules, led=size, largest=largest, pairs=pairs, by_trumps=by_trumps)
    captured = by_trumps or view.rules.kitty_without_trump is not KittyWithoutTrump.NONE
    return buried * multiplier + (_value_of_levels(view.rules) if captured else 0.0) + _value_of_hook(view)


def _value_of_levels(rules: Rules) -> float:
    """Return the worth of the levels for the kitty: a step of points each, as if they won half the deals."""
    return rules.capture_levels * rules.points_step / 2 if is_capture_worth_levels(rules) else 0.0


def _value_of_hook(view: View) -> float:
    """Return the worth of winning the last trick where it may send the other side back: a step of points."""
    may = view.trump is not None and can_hook(view.trump, view.rules)
    return float(view.rules.points_step) if may else 0.0


def _may_trumps_win(view: View, lead: Lead) -> bool:
    """Return whether trumps are led or win so far, or whether this seat plays nothing else."""
    assert view.trump is not None
    winning = next((play.cards for play in view.trick.plays if play.seat == view.trick.winner), lead.cards)
    return any(all(map(view.trump.is_trump, cards)) for cards in (winning, view.hand))
