"""The player that searches: plays sampled deals out and departs from the rule player if surely better.

It searches wherever old cards are shown and no bombs or rainbows are played; otherwise the rule player decides. Effort
is counted in sampled deals, so that a decision can be repeated; an optional clock can only cut it short.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from engine.deal.legal_actions import forced_play
from engine.model.actions import Action, Bury, CallFriends, Play
from engine.model.cards import Card
from engine.model.options import Bombs
from engine.model.rules import Rules
from engine.model.view import Ask, View
from engine.players.beliefs import Beliefs, infer_beliefs
from engine.players.bit_layout import BitLayout, build_bit_layout
from engine.players.bury_search import search_bury
from engine.players.call_search import search_friends
from engine.players.candidates import list_candidates
from engine.players.deal_sampler import DealSampler, has_clues
from engine.players.finish_by_rules import RuleFinish
from engine.players.play_search import Deals, PlaySearch
from engine.players.rule_player import RulePlayer
from engine.players.search_effort import SHARE_ELSEWHERE, SearchEffort

_MOST_OF_HAND: Final = 0.7
"""Share of its hand from which a seat still knows so little that few sampled deals are of no use."""


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """The result of one search, for those who measure it."""

    chosen: tuple[Card, ...]
    rule_play: tuple[Card, ...]
    """What the rule player's scores favour."""
    gain: float
    """By how much the chosen play is believed to be better, in the worth of `worth_by_points`; see `PlaySearch`."""


@dataclass(frozen=True, slots=True)
class SearchPlayer:
    """Buries and plays tricks by search, and does everything else by rules."""

    rule_player: RulePlayer
    effort: SearchEffort = field(default_factory=SearchEffort)
    """For leads, and without `follow_effort` for plays that follow."""
    in_time: Callable[[], bool] | None = None
    """Returns whether there is time for more deals; None: always."""
    on_search: Callable[[SearchOutcome], None] | None = None
    """Is given the outcome of every search."""
    find_deals: Callable[[Beliefs, BitLayout], Deals | None] = DealSampler.of
    """Returns the deals to play out; None if there is nothing to search."""
    follow_effort: SearchEffort | None = None
    bury_effort: SearchEffort | None = None
    """Also for calling friends; None: the rule player does both."""

    def scaled(self, share: float) -> "SearchPlayer":
        """Return the player with a share of the deals in each search."""
        follow, bury = (
            effort.scaled(share) if effort is not None else None for effort in (self.follow_effort, self.bury_effort)
        )
        return replace(self, effort=self.effort.scaled(share), follow_effort=follow, bury_effort=bury)

    def choose(self, view: View, rng: random.Random) -> Action | None:
        """Return the seat's action; see `Player.choose`."""
        found: Action | None = None
        if self.would_search(view):
            found = self._search(view, rng)
        return self.rule_player.choose(view, rng) if found is None else found

    def would_search(self, view: View) -> bool:
        """Whether the seat is asked for a bury, friends or a play with a choice that it searches."""
        if view.ask in {Ask.BURY, Ask.CALL}:
            return self.bury_effort is not None and can_search(view.rules) and view.declarer == view.seat
        if view.ask not in {Ask.LEAD, Ask.FOLLOW} or not can_search(view.rules) or forced_play(view) is not None:
            return False
        return self._find_effort(view) is not None

    def _search(self, view: View, rng: random.Random) -> Action | None:
        if view.ask in {Ask.LEAD, Ask.FOLLOW}:
            return self._search_play(view, rng)
        assert self.bury_effort is not None
        effort = _fit_effort(self.bury_effort, view.rules)
        if view.ask is Ask.CALL:
            calls = search_friends(view, effort, rng, self.in_time)
            return None if calls is None else CallFriends(calls)
        plan = search_bury(view, self.rule_player.style.weights, effort, rng, self.in_time)
        return None if plan is None else Bury(plan)

    def _search_play(self, view: View, rng: random.Random) -> Play | None:
        assert view.trump is not None
        effort, beliefs = self._find_effort(view), infer_beliefs(view)
        layout = build_bit_layout(view.trump)
        deals = self.find_deals(beliefs, layout) if layout is not None else None
        if effort is None or layout is None or deals is None:
            return None
        candidates = list_candidates(beliefs, self.rule_player, effort)
        chosen, gain = candidates[0], 0.0
        if len(candidates) > 1:
            finish = RuleFinish(beliefs, layout, effort.spread * view.rules.pack_points)
            valuers = [finish.build_valuer(one) for one in candidates]
            at, gain = PlaySearch(deals, effort, rng, self.in_time).best(valuers)
            chosen = candidates[at]
        if self.on_search is not None:
            self.on_search(SearchOutcome(chosen.cards, candidates[0].cards, gain))
        return Play(chosen.cards)

    def _find_effort(self, view: View) -> SearchEffort | None:
        """Return the effort for a play; None if it is left to the rule player."""
        by_ask = (self.follow_effort if view.ask is Ask.FOLLOW else None) or self.effort
        effort = _fit_effort(by_ask, view.rules)
        is_early = len(view.hand) > _MOST_OF_HAND * view.rules.hand_size
        return None if is_early and effort.deals < effort.fewest_early_deals else effort


def _fit_effort(effort: SearchEffort, rules: Rules) -> SearchEffort:
    """Return the effort under these rules."""
    return effort if has_clues(rules) else effort.scaled(SHARE_ELSEWHERE)


def can_search(rules: Rules) -> bool:
    """Whether plays under these rules can be searched, as long as old cards are shown."""
    return rules.rainbows is None and rules.bombs is Bombs.OFF
