"""One search for the best play. It lists the plays to compare, and compares them in the same sampled deals."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from engine.cards_in_play.leads import Lead
from engine.cards_in_play.trick import beats
from engine.deal.legal_actions import as_lead, lead_of
from engine.model.cards import Card, points_of
from engine.model.view import Ask
from engine.players.policies import follow_policy, lead_policy
from engine.players.policies.beliefs import Beliefs
from engine.players.policies.rule_player import RulePlayer
from engine.players.sampling.deal_sampler import SampledDeal
from engine.players.search.effort import SearchEffort

T = TypeVar("T")
Valuer = Callable[[SampledDeal], float]
"""Finishes a sampled deal after a certain play, and returns what the result is worth to the seat's side."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate play, and the trick after it."""

    cards: tuple[Card, ...]
    lead: Lead
    best: tuple[Card, ...]
    """The play to beat."""
    winner: int
    points: int


def list_candidates(beliefs: Beliefs, rule_player: RulePlayer, effort: SearchEffort) -> list[Candidate]:
    """Return the plays to compare, beginning with the rule player's choice. Of equivalent plays, list only one."""
    if beliefs.view.ask is Ask.LEAD:
        leads = _near_best(lead_policy.score_leads(beliefs, rule_player.style), effort)
        found = [Candidate(one.cards, one, one.cards, beliefs.me, points_of(one.cards)) for one in leads]
    else:
        plays = _near_best(follow_policy.score_follows(beliefs, rule_player.style), effort)
        found = [_follow_candidate(beliefs, play) for play in plays]
    return _merge_equal(found, beliefs)


def list_candidates_beside(
    beliefs: Beliefs, rule_player: RulePlayer, effort: SearchEffort, cards: tuple[Card, ...]
) -> list[Candidate]:
    """Return this play first, and then the plays that a search would compare with it."""
    return _merge_equal([_build_candidate(beliefs, cards), *list_candidates(beliefs, rule_player, effort)], beliefs)


def list_given_candidates(beliefs: Beliefs, plays: Sequence[tuple[Card, ...]]) -> list[Candidate]:
    """Return these plays as candidates. Of equivalent plays, list only the first."""
    return _merge_equal([_build_candidate(beliefs, cards) for cards in plays], beliefs)


def _build_candidate(beliefs: Beliefs, cards: tuple[Card, ...]) -> Candidate:
    if beliefs.view.ask is Ask.LEAD:
        return Candidate(cards, as_lead(beliefs.view, cards), cards, beliefs.me, points_of(cards))
    return _follow_candidate(beliefs, cards)


def _near_best(scored: list[tuple[float, T]], effort: SearchEffort) -> list[T]:
    scored.sort(key=lambda item: item[0], reverse=True)
    top = scored[0][0]
    return [thing for score, thing in scored[: effort.max_candidates] if score >= top - effort.max_shortfall]


def _follow_candidate(beliefs: Beliefs, play: tuple[Card, ...]) -> Candidate:
    view = beliefs.view
    lead = lead_of(view)
    winning = next(shown for shown in view.trick.plays if shown.seat == view.trick.winner)
    takes = beats(lead, winning.cards, play, beliefs.trump, view.rules)
    best, winner = (play, beliefs.me) if takes else (winning.cards, winning.seat)
    return Candidate(play, lead, best, winner, view.trick.points + points_of(play))


def _merge_equal(candidates: Sequence[Candidate], beliefs: Beliefs) -> list[Candidate]:
    unlike: dict[object, Candidate] = {}
    for one in candidates:
        kinds = sorted(_kind_of(card, beliefs) for card in one.cards)
        unlike.setdefault((tuple(kinds), one.winner), one)
    return list(unlike.values())


def _kind_of(card: Card, beliefs: Beliefs) -> tuple[int, int, int, int]:
    """Return what decides whether cards are equivalent: suit, points, unseen cards above it, copies in the hand."""
    order = beliefs.trump.order
    suit, strength = order.suit_of[card], order.strength[card]
    above = sum(number for higher, number in beliefs.unseen_by_strength[suit] if higher > strength)
    return suit, card.points, above, beliefs.held[card]


class Deals(Protocol):
    """A source of deals that agree with a seat's view."""

    def sample(self, rng: random.Random) -> SampledDeal:
        """Return one possible deal."""


@dataclass(frozen=True, slots=True)
class PlaySearch:
    """Compares plays by what they are worth in the same deals."""

    deals: Deals
    effort: SearchEffort
    rng: random.Random
    in_time: Callable[[], bool]

    def best(self, valuers: Sequence[Valuer]) -> int:
        """Return the index of the best play. It is 0, the rule player's choice, if no other play is clearly better."""
        values: list[list[float]] = [[] for _ in valuers]
        running = list(range(len(valuers)))
        for number in self.effort.deals_per_round:
            self._add_deals(number, valuers, running, values)
            if not values[0]:
                return 0
            running = _better_half(self._drop_settled(running, values), values)
            if running == [0]:
                return 0
        top = max(running, key=lambda at: sum(values[at]))
        if top == 0:
            return 0
        gap, error = _estimate_gap(values[top], values[0])
        return 0 if math.isinf(error) or gap <= self.effort.min_standard_errors * error else top

    def _add_deals(
        self, number: int, valuers: Sequence[Valuer], running: Sequence[int], values: list[list[float]]
    ) -> None:
        for _ in range(number):
            found = self._value_all([valuers[at] for at in running])
            if found is None:
                return
            for at, value in zip(running, found, strict=True):
                values[at].append(value)

    def _value_all(self, valuers: Sequence[Valuer]) -> list[float] | None:
        deal, found = self.deals.sample(self.rng), list[float]()
        for value in valuers:
            if not self.in_time():
                return None
            found.append(value(deal))
        return found

    def _drop_settled(self, running: list[int], values: Sequence[Sequence[float]]) -> list[int]:
        errors = self.effort.settled_errors
        if errors is None:
            return running
        gaps = {at: _estimate_gap(values[at], values[0]) for at in running if at}
        return [at for at in running if not at or -gaps[at][0] <= errors * gaps[at][1]]


def _better_half(running: list[int], values: list[list[float]]) -> list[int]:
    """Return the first play, which is the rule player's choice, with the better half of the others."""
    ranked = sorted(running[1:], key=lambda at: sum(values[at]), reverse=True)
    return [0, *sorted(ranked[: max(1, len(ranked) // 2)])]


def _estimate_gap(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    return estimate_mean([a - b for a, b in zip(one, other, strict=True)])


def estimate_mean(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of the values and its standard error. A single value has an infinite error."""
    mean = sum(values) / len(values)
    if len(values) == 1:
        return mean, math.inf
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, math.sqrt(variance / len(values))
