"""Compares plays for hints and reviews. The same sampled deals are played out after each play."""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.model.cards import Card
from engine.model.rules import Rules
from engine.model.view import Ask, View
from engine.players.playouts.bit_layout import build_bit_layout
from engine.players.policies.beliefs import Beliefs, infer_beliefs
from engine.players.policies.rule_player import RulePlayer
from engine.players.policies.style import MASTER
from engine.players.sampling.deal_sampler import DealSampler, has_clues
from engine.players.search.effort import SHARE_ELSEWHERE, SearchEffort
from engine.players.search.play_search import Candidate, estimate_mean, list_candidates_beside, list_given_candidates
from engine.players.search.rate_playouts import PER_POINT, RIGHT_TO_DEAL, DealEnd, Playout, RuleFinish
from engine.players.search.search_player import SearchPlayer

_FEWEST_DEALS: Final = 12
LEAST_POINTS: Final = 2.0
"""A play must gain this number of card points to count as clearly better. People see points, but not a play's worth."""
_SEARCHER: Final = SearchPlayer(RulePlayer(MASTER), SearchEffort(max_shortfall=math.inf))
"""The player that compares plays for hints. It compares all plays, even bad ones, because people ask about them."""


@dataclass(frozen=True, slots=True)
class CompareEffort:
    """How many plays are compared, and in how many deals they are played out."""

    plays: int = 3
    first_deals: int = 16
    """If there are more than `plays` candidates, they are first tried in this number of deals. The best are kept."""
    deals: int = 100

    def scaled(self, share: float) -> "CompareEffort":
        """Return the effort with this share of the deals."""
        deals = max(_FEWEST_DEALS, round(share * self.deals))
        return replace(self, first_deals=max(4, round(share * self.first_deals)), deals=deals)


@dataclass(frozen=True, slots=True)
class ComparedPlay:
    """A play and the expected end of the deal after it."""

    cards: tuple[Card, ...]
    points: float
    """The expected points of the declarers' opponents at the end of the deal."""
    levels: float
    """The expected levels that the seat's side gains more than the other side."""
    behind: float
    """How many levels this play is worth less than the play that the user asked about. Below 0, it is worth more."""
    error: float
    """The standard error of `behind`."""
    deals: int
    worth: float = 0.0
    """The expected worth in levels. Points and the right to deal count as well."""
    worth_error: float = 0.0
    points_behind: float = 0.0
    """How many card points fewer the seat's side is expected to have than after the play that was asked about."""

    @property
    def is_clearly_better(self) -> bool:
        """Whether it is surely worth more than the play that was asked about, by at least `LEAST_POINTS`."""
        return -self.behind > 2 * self.error and -self.points_behind >= LEAST_POINTS

    def relate_to(self, other: "ComparedPlay") -> "ComparedPlay":
        """Return this play compared with another play. Both come from the same comparison."""
        behind, points = self.behind - other.behind, self.points_behind - other.points_behind
        return replace(self, behind=behind, points_behind=points)


@dataclass(frozen=True, slots=True)
class _End:
    """How one play-out ends for the seat's side."""

    levels: float
    points: int
    """The points of the declarers' opponents."""
    worth: float
    side_points: int
    """The points as the seat's side sees them. They are negative if this side declares."""


def can_compare(view: View) -> bool:
    """Whether the seat has a choice of plays that can be searched."""
    return view.ask in {Ask.LEAD, Ask.FOLLOW} and _SEARCHER.would_search(view)


def compare_plays(
    view: View,
    cards: tuple[Card, ...],
    rng: random.Random,
    effort: CompareEffort,
    in_time: Callable[[], bool] | None = None,
    in_time_to_try: Callable[[], bool] | None = None,
) -> tuple[ComparedPlay, ...]:
    """Return the play that the user asked about, and then the best other plays, ordered by worth.

    The result is empty if nothing can be searched in time. The best others are found in some deals and compared in new
    ones, so that no play ranks first by luck. Before each deal, `in_time_to_try` (while they are found) or `in_time`
    (while they are compared) says whether there is time for it.
    """
    comparison = _set_up(view, rng, in_time)
    if comparison is None:
        return ()
    effort = effort if has_clues(view.rules) else effort.scaled(SHARE_ELSEWHERE)
    candidates = list_candidates_beside(comparison.beliefs, _SEARCHER.rule_player, _SEARCHER.effort, cards)
    return comparison.run(candidates, effort, in_time_to_try)


def compare_given(
    view: View,
    plays: Sequence[tuple[Card, ...]],
    rng: random.Random,
    deals: int,
    in_time: Callable[[], bool] | None = None,
) -> tuple[ComparedPlay, ...]:
    """Return the first of these plays, then the others ordered by worth. Equivalent plays are compared only once.

    The result is empty if nothing can be searched in time.
    """
    comparison = _set_up(view, rng, in_time)
    if comparison is None:
        return ()
    candidates = list_given_candidates(comparison.beliefs, plays)
    return comparison.run(candidates, CompareEffort(len(candidates), 0, deals))


def _set_up(view: View, rng: random.Random, in_time: Callable[[], bool] | None) -> "_Comparison | None":
    if not can_compare(view):
        return None
    assert view.trump is not None
    beliefs, layout = infer_beliefs(view), build_bit_layout(view.trump)
    deals = DealSampler.of(beliefs, layout) if layout is not None else None
    if layout is None or deals is None:
        return None
    return _Comparison(beliefs, RuleFinish(beliefs, layout), deals, rng, in_time or (lambda: True))


@dataclass(frozen=True, slots=True)
class _Comparison:
    beliefs: Beliefs
    finish: RuleFinish
    deals: DealSampler
    rng: random.Random
    in_time: Callable[[], bool]

    def run(
        self, candidates: Sequence[Candidate], effort: CompareEffort, in_time_to_try: Callable[[], bool] | None = None
    ) -> tuple[ComparedPlay, ...]:
        kept, playouts = list(range(len(candidates))), [self.finish.build_playout(one) for one in candidates]
        if len(kept) > effort.plays:
            tried = self._play_out(playouts, effort.first_deals, in_time_to_try or self.in_time)
            others = sorted(kept[1:], key=lambda at: sum(end.worth for end in tried[at]), reverse=True)
            kept = [0, *others[: effort.plays - 1]]
        ends = self._play_out([playouts[at] for at in kept], effort.deals, self.in_time)
        if len(ends[0]) < _FEWEST_DEALS:
            return ()
        found = [_sum_up(candidates[at].cards, mine, ends[0]) for at, mine in zip(kept, ends, strict=True)]
        return (found[0], *sorted(found[1:], key=lambda one: one.behind))

    def _play_out(self, playouts: Sequence[Playout], number: int, in_time: Callable[[], bool]) -> list[list[_End]]:
        ends: list[list[_End]] = [[] for _ in playouts]
        for _ in range(number):
            if ends[0] and not in_time():
                break
            deal = self.deals.sample(self.rng)
            for mine, playout in zip(ends, playouts, strict=True):
                end, declares = playout(deal)
                mine.append(_rate(end, self.beliefs.view.rules, declares=declares))
        return ends


def _rate(end: DealEnd, rules: Rules, *, declares: bool) -> _End:
    sign = -1 if declares else 1
    levels = sign * end.rate(rules, 0.0)
    worth = sign * end.rate(rules, PER_POINT)
    return _End(levels - math.copysign(RIGHT_TO_DEAL, levels), end.points, worth, sign * end.points)


def _sum_up(cards: tuple[Card, ...], mine: Sequence[_End], first: Sequence[_End]) -> ComparedPlay:
    number = len(mine)
    gaps = [asked.worth - end.worth for asked, end in zip(first, mine, strict=True)]
    points, levels = sum(end.points for end in mine) / number, sum(end.levels for end in mine) / number
    own = estimate_mean([end.worth for end in mine])
    points_behind = sum(asked.side_points - end.side_points for asked, end in zip(first, mine, strict=True)) / number
    return ComparedPlay(cards, points, levels, *estimate_mean(gaps), number, *own, points_behind)
