"""The player that searches. It plays sampled deals out to find a play that is better than the rule player's.

Its effort is a number of sampled deals, so that a decision can be repeated. A clock can only cut a search short.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from engine.deal.legal_actions import forced_play
from engine.model.actions import Action, Play
from engine.model.options import Bombs
from engine.model.rules import Rules
from engine.model.view import Ask, View
from engine.players.playouts.bit_layout import BitLayout, build_bit_layout
from engine.players.policies.beliefs import Beliefs, infer_beliefs
from engine.players.policies.rule_player import RulePlayer
from engine.players.sampling.deal_sampler import DealSampler, has_clues
from engine.players.search.effort import SHARE_ELSEWHERE, SearchEffort
from engine.players.search.play_search import Deals, PlaySearch, list_candidates
from engine.players.search.rate_playouts import RuleFinish

_MOST_OF_HAND: Final = 0.7
"""While a seat holds more than this share of its hand, it knows too little, and a search with few deals is no help."""


@dataclass(frozen=True, slots=True)
class SearchPlayer:
    """Searches for plays in tricks if possible. Makes all other decisions by rules."""

    rule_player: RulePlayer
    effort: SearchEffort = field(default_factory=SearchEffort)
    """The effort for leads, and also for follows if `follow_effort` is None."""
    in_time: Callable[[], bool] | None = None
    """Returns whether there is time for more deals. None means that there always is."""
    on_search: Callable[[], None] | None = None
    find_deals: Callable[[Beliefs, BitLayout], Deals | None] = DealSampler.of
    """Returns a source of deals for play-outs, or None if deals cannot be sampled."""
    follow_effort: SearchEffort | None = None

    def scaled(self, share: float) -> "SearchPlayer":
        """Return the same player, but with this share of the deals in each search."""
        follow = self.follow_effort.scaled(share) if self.follow_effort is not None else None
        return replace(self, effort=self.effort.scaled(share), follow_effort=follow)

    def choose(self, view: View, rng: random.Random) -> Action | None:
        """Return the seat's action; see `Player.choose`."""
        found = self._search_play(view, rng) if self.would_search(view) else None
        return self.rule_player.choose(view, rng) if found is None else found

    def would_search(self, view: View) -> bool:
        """Whether this player would search now. It does so only if the seat has a choice of plays."""
        if view.ask not in {Ask.LEAD, Ask.FOLLOW} or not can_search(view.rules) or forced_play(view) is not None:
            return False
        return self._find_effort(view) is not None

    def _search_play(self, view: View, rng: random.Random) -> Play | None:
        assert view.trump is not None
        effort, beliefs = self._find_effort(view), infer_beliefs(view)
        layout = build_bit_layout(view.trump)
        deals = self.find_deals(beliefs, layout) if layout is not None else None
        if effort is None or layout is None or deals is None:
            return None
        candidates = list_candidates(beliefs, self.rule_player, effort)
        chosen = candidates[0]
        if len(candidates) > 1:
            finish = RuleFinish(beliefs, layout, effort.spread * view.rules.pack_points)
            valuers = [finish.build_valuer(one) for one in candidates]
            chosen = candidates[PlaySearch(deals, effort, rng, self.in_time or (lambda: True)).best(valuers)]
        if self.on_search is not None:
            self.on_search()
        return Play(chosen.cards)

    def _find_effort(self, view: View) -> SearchEffort | None:
        """Return the effort of a search, or None if the rule player alone decides."""
        effort = (self.follow_effort if view.ask is Ask.FOLLOW else None) or self.effort
        effort = effort if has_clues(view.rules) else effort.scaled(SHARE_ELSEWHERE)
        is_early = len(view.hand) > _MOST_OF_HAND * view.rules.hand_size
        return None if is_early and effort.deals < effort.fewest_early_deals else effort


def can_search(rules: Rules) -> bool:
    """Whether plays can be searched under these rules. This expects that played cards stay visible."""
    return rules.rainbows is None and rules.bombs is Bombs.OFF
