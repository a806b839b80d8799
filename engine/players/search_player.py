"""The player that searches: plays sampled deals out and departs from the rule player if surely better.

It searches wherever old cards are shown and no bombs or rainbows are played; otherwise the rule player decides. Effort
is counted in deals and play-outs, so that a decision can be repeated; an optional clock can only cut it short.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from engine.deal.legal_actions import forced_play
from engine.model.actions import Action, Bury, Play
from engine.model.cards import Card
from engine.model.options import Bombs, Teams
from engine.model.rules import Rules
from engine.model.view import Ask, View
from engine.players.beliefs import Beliefs, infer_beliefs
from engine.players.bit_layout import BitLayout, build_bit_layout
from engine.players.bury_search import search_bury
from engine.players.candidates import list_candidates
from engine.players.clue_sampler import ClueSampler
from engine.players.deal_sampler import DealSampler
from engine.players.finish_any import AnyFinish
from engine.players.finish_four import FourSeatFinish
from engine.players.play_search import Deals, PlaySearch
from engine.players.playout import SEATS
from engine.players.rule_player import RulePlayer
from engine.players.search_effort import SearchEffort

_DECKS: Final = 2


@dataclass(frozen=True, slots=True)
class SearchOutcome:
    """The result of one search, for those who measure it."""

    chosen: tuple[Card, ...]
    rule_play: tuple[Card, ...]
    """What the rule player's scores favour."""
    gain: float
    """By how much the chosen play is believed to be better, in the worth of `worth_by_points`."""
    per_point: float
    """What a card point counts in that worth."""


def sample_deals(beliefs: Beliefs, layout: BitLayout) -> Deals | None:
    """Return the deals that the seat thinks possible; None if old cards are hidden."""
    if is_for_kernel(beliefs.view.rules):
        return ClueSampler.of(beliefs, layout)
    return DealSampler.of(beliefs, layout, for_kernel=False)


@dataclass(frozen=True, slots=True)
class SearchPlayer:
    """Plays tricks and buries by search, and does everything else by rules."""

    rule_player: RulePlayer
    effort: SearchEffort = field(default_factory=SearchEffort)
    """For leads, and without `follow_effort` for plays that follow."""
    in_time: Callable[[], bool] | None = None
    """Returns whether there is time for more deals; None: always."""
    on_search: Callable[[SearchOutcome], None] | None = None
    """Is given the outcome of every search."""
    find_deals: Callable[[Beliefs, BitLayout], Deals | None] = sample_deals
    """Returns the deals to play out; None if there is nothing to search."""
    follow_effort: SearchEffort | None = None
    bury_effort: SearchEffort | None = None
    """None: the rule player buries."""

    def choose(self, view: View, rng: random.Random) -> Action | None:
        """Return the seat's action; see `Player.choose`."""
        found: Action | None = None
        if self.would_search(view):
            found = self._search_bury(view, rng) if view.ask is Ask.BURY else self._search_play(view, rng)
        return self.rule_player.choose(view, rng) if found is None else found

    def would_search(self, view: View) -> bool:
        """Whether the seat is asked for a play with a choice or for a bury, under rules that can be searched."""
        if view.ask is Ask.BURY:
            return self.bury_effort is not None and is_for_kernel(view.rules) and view.declarer == view.seat
        return view.ask in {Ask.LEAD, Ask.FOLLOW} and can_search(view.rules) and forced_play(view) is None

    def _search_bury(self, view: View, rng: random.Random) -> Bury | None:
        assert self.bury_effort is not None
        found = search_bury(view, self.rule_player.style.weights, self.bury_effort, rng, self.in_time)
        return None if found is None else Bury(found)

    def _search_play(self, view: View, rng: random.Random) -> Play | None:
        assert view.trump is not None
        beliefs = infer_beliefs(view)
        layout = build_bit_layout(view.trump)
        on_kernel = is_for_kernel(view.rules)
        deals = self.find_deals(beliefs, layout) if layout is not None else None
        if layout is None or deals is None:
            return None
        effort = self._find_effort(view, on_kernel=on_kernel)
        candidates = list_candidates(beliefs, self.rule_player, effort)
        chosen, gain = candidates[0], 0.0
        if len(candidates) > 1:
            finish = (FourSeatFinish if on_kernel else AnyFinish)(beliefs, layout, effort, rng)
            valuers = [finish.build_valuer(one) for one in candidates]
            at, gain = PlaySearch(deals, effort, rng, self.in_time).best(valuers)
            chosen = candidates[at]
        if self.on_search is not None:
            self.on_search(SearchOutcome(chosen.cards, candidates[0].cards, gain, effort.per_point))
        return Play(chosen.cards)

    def _find_effort(self, view: View, *, on_kernel: bool) -> SearchEffort:
        effort = (self.follow_effort if view.ask is Ask.FOLLOW else None) or self.effort
        return effort if on_kernel else effort.scaled(effort.share_off_kernel)


def is_for_kernel(rules: Rules) -> bool:
    """Whether the fast kernel of four players and two decks plays deals of these rules out."""
    return rules.players == SEATS and rules.decks <= _DECKS and rules.teams is Teams.FIXED


def can_search(rules: Rules) -> bool:
    """Whether plays under these rules can be searched, as long as old cards are shown."""
    return rules.rainbows is None and rules.bombs is Bombs.OFF
