"""What the last trick may count beside its points: the kitty, by the table's multiplier."""

from engine.cards import points_of
from engine.leads import Lead
from engine.players.weights import Weights
from engine.rules import Teams
from engine.scoring import multiplier
from engine.view import View


def last_trick(view: View, weights: Weights, lead: Lead | None = None) -> float:
    """Return the points that winning the last trick is expected to bring the opponents, when led by `lead`."""
    if view.rules.teams is Teams.HIDDEN_TEN and view.kitty is None:
        buried = weights.kitty_guess / 2
    else:
        buried = float(points_of(view.kitty)) if view.kitty is not None else weights.kitty_guess
    size = lead.size if lead else 1
    largest = max(one.size for one in lead.units) if lead else 1
    pairs = sum(one.width // 2 * one.length for one in lead.units) if lead else 0
    return buried * multiplier(view.rules, led=size, largest=largest, pairs=pairs)
