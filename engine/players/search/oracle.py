"""The oracle, a computer player that is given all hands. It must be labelled as such, and its deals may not count.

Only an `OpenDeal` gives it the hands, so that a `View` never holds more than its seat may know.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.model.actions import Action
from engine.model.cards import Card
from engine.model.view import View
from engine.players.playouts.bit_layout import BitLayout
from engine.players.playouts.hands import Hands
from engine.players.policies.rule_player import RulePlayer
from engine.players.policies.style import MASTER
from engine.players.sampling.deal_sampler import SampledDeal
from engine.players.sampling.sample_sides import sample_sides
from engine.players.search.effort import SearchEffort
from engine.players.search.search_player import SearchPlayer

ORACLE: Final = "oracle"
ORACLE_EFFORT: Final = SearchEffort((1, 1), max_candidates=20, max_shortfall=60.0)
"""The oracle tries many plays, but each in only two play-outs. As these are of the true deal, they end much alike."""


@dataclass(frozen=True, slots=True)
class OpenDeal:
    """A seat's view while tricks are played, with every hand and the buried cards."""

    view: View
    hands: tuple[tuple[Card, ...], ...]
    kitty: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class _TrueDeal:
    """A source of deals that always gives the true deal. Other players have a source that samples deals."""

    view: View
    hands: Hands
    kitty: tuple[Card, ...]
    layout: BitLayout

    @classmethod
    def of(cls, deal: OpenDeal, layout: BitLayout) -> "_TrueDeal":
        hands = Hands.empty(deal.view.rules)
        for seat, cards in enumerate(deal.hands):
            for card in cards:
                hands.give(seat, card, layout)
        return cls(deal.view, hands, deal.kitty, layout)

    def sample(self, rng: random.Random) -> SampledDeal:
        """Return the true deal. If several seats hold a called card, chance decides which of them joins."""
        return SampledDeal(self.hands, self.kitty, sample_sides(self.view, self.hands, self.layout, rng))


def choose_openly(deal: OpenDeal, rng: random.Random, in_time: Callable[[], bool] | None = None) -> Action | None:
    """Return the best play in play-outs of the true deal. Without `in_time`, the same `rng` gives the same play."""
    player = SearchPlayer(
        RulePlayer(MASTER), ORACLE_EFFORT, in_time, find_deals=lambda _, layout: _TrueDeal.of(deal, layout)
    )
    return player.choose(deal.view, rng)
