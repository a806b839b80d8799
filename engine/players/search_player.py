"""The player that searches: plays sampled deals out and departs from the rule player if surely better.

It searches for four players in fixed teams with two decks; otherwise the rule player decides. Effort is counted in
deals and play-outs, so that a decision can be repeated; an optional clock can only cut it short.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from engine.cards_in_play.leads import Lead
from engine.cards_in_play.trick import beats
from engine.deal.legal_actions import forced_play, lead_of
from engine.deal.scoring import add_capture_levels, compute_multiplier, count_pairs, is_heavy_loss, score_deal
from engine.model.actions import Action, Play
from engine.model.cards import Card, points_of
from engine.model.options import Teams
from engine.model.rules import Rules
from engine.model.seats import Seat
from engine.model.trump import TRUMP_INDEX
from engine.model.view import Ask, View
from engine.players import follow_policy, lead_policy
from engine.players.beliefs import Beliefs, infer_beliefs
from engine.players.bit_layout import BitLayout, build_bit_layout
from engine.players.deal_sampler import DealSampler, SampledDeal
from engine.players.playout import SEATS, THROW, FourHands, Trick, run_playout
from engine.players.rule_player import RulePlayer

T = TypeVar("T")

_DECKS = 2
_MOST_POINTS = 1000
_STEP = 5


@dataclass(frozen=True, slots=True)
class SearchEffort:
    """How much a search does."""

    deals_per_round: tuple[int, ...] = (8, 12, 20)
    """In each round; after each the worse half of the plays is dropped."""
    playouts: int = 4
    """Of each play in each deal."""
    max_candidates: int = 8
    """Most plays that are compared."""
    max_shortfall: float = 15.0
    """Points by which a candidate may fall short of the rule player's best."""
    min_standard_errors: float = 1.0
    """Standard errors by which another play must beat the rule player's."""
    per_point: float = 0.02
    """What a card point counts besides the levels."""
    deals_when_close: int = 0
    """Deals added at the end while the best play is neither surely better nor surely worse than the rule player's."""
    settled_errors: float | None = None
    """Standard errors by which a play must trail the rule player's to be dropped at once; None: none is."""


MASTER_EFFORT: Final = SearchEffort((120, 180, 300), playouts=1, deals_when_close=600, settled_errors=3.0)
"""The effort of the level `master`: about a twentieth of a second for most plays, three times that for close ones."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A candidate play, and the trick after it."""

    cards: tuple[Card, ...]
    trick: Trick


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


@dataclass(frozen=True, slots=True)
class SearchPlayer:
    """Plays tricks by search, and everything else by rules."""

    rule_player: RulePlayer
    effort: SearchEffort = field(default_factory=SearchEffort)
    in_time: Callable[[], bool] | None = None
    """Returns whether there is time for more deals; None: always."""
    on_search: Callable[[SearchOutcome], None] | None = None
    """Is given the outcome of every search."""

    def choose(self, view: View, rng: random.Random) -> Action | None:
        """Return the seat's action; see `Player.choose`."""
        if not self.would_search(view):
            return self.rule_player.choose(view, rng)
        found = self._search(view, rng)
        return self.rule_player.choose(view, rng) if found is None else Play(found)

    def would_search(self, view: View) -> bool:
        """Whether the seat is asked for a play with a choice, under rules that can be searched."""
        return view.ask in {Ask.LEAD, Ask.FOLLOW} and _can_search(view.rules) and forced_play(view) is None

    def _search(self, view: View, rng: random.Random) -> tuple[Card, ...] | None:
        assert view.trump is not None
        beliefs = infer_beliefs(view)
        layout = build_bit_layout(view.trump)
        sampler = DealSampler.of(beliefs, layout) if layout is not None else None
        if layout is None or sampler is None:
            return None
        candidates = _merge_equal(list_candidates(beliefs, self.rule_player, layout, self.effort), beliefs)
        chosen, gain = candidates[0], 0.0
        if len(candidates) > 1:
            chosen, gain = _PlaySearch(beliefs, layout, sampler, self.effort, rng, self.in_time).best(candidates)
        if self.on_search is not None:
            self.on_search(SearchOutcome(chosen.cards, candidates[0].cards, gain, self.effort.per_point))
        return chosen.cards


def _can_search(rules: Rules) -> bool:
    return rules.players == SEATS and rules.decks <= _DECKS and rules.teams is Teams.FIXED and rules.rainbows is None


def list_candidates(
    beliefs: Beliefs, rule_player: RulePlayer, layout: BitLayout, effort: SearchEffort
) -> list[Candidate]:
    """Return the plays to compare, the rule player's first."""
    if beliefs.view.ask is Ask.LEAD:
        leads = _near_best(lead_policy.score_leads(beliefs, rule_player.style), effort)
        return [_lead_candidate(beliefs, one, layout) for one in leads]
    plays = _near_best(follow_policy.score_follows(beliefs, rule_player.style), effort)
    return [_follow_candidate(beliefs, play, layout) for play in plays]


def _merge_equal(candidates: Sequence[Candidate], beliefs: Beliefs) -> list[Candidate]:
    """Return the candidates without those that differ from an earlier one in nothing that can matter."""
    unlike: dict[object, Candidate] = {}
    for one in candidates:
        kinds = sorted(_kind_of(card, beliefs) for card in one.cards)
        unlike.setdefault((tuple(kinds), one.trick.winner), one)
    return list(unlike.values())


def _kind_of(card: Card, beliefs: Beliefs) -> tuple[int, int, int, int]:
    """Return what matters about a card: its suit, its points, the unseen cards above it and how many are held."""
    order = beliefs.trump.order
    suit, strength = order.suit_of[card], order.strength[card]
    above = sum(number for higher, number in beliefs.unseen_by_strength[suit] if higher > strength)
    return suit, card.points, above, beliefs.held[card]


def _near_best(scored: list[tuple[float, T]], effort: SearchEffort) -> list[T]:
    scored.sort(key=lambda item: item[0], reverse=True)
    top = scored[0][0]
    return [thing for score, thing in scored[: effort.max_candidates] if score >= top - effort.max_shortfall]


def _lead_candidate(beliefs: Beliefs, lead: Lead, layout: BitLayout) -> Candidate:
    cards = lead.cards
    return Candidate(cards, _playout_trick(beliefs, layout, lead, cards, points_of(cards), beliefs.me))


def _follow_candidate(beliefs: Beliefs, play: tuple[Card, ...], layout: BitLayout) -> Candidate:
    view = beliefs.view
    lead = lead_of(view)
    winning = next(shown for shown in view.trick.plays if shown.seat == view.trick.winner)
    takes = beats(lead, winning.cards, play, beliefs.trump, view.rules)
    best, winner = (play, beliefs.me) if takes else (winning.cards, winning.seat)
    points = view.trick.points + points_of(play)
    return Candidate(play, _playout_trick(beliefs, layout, lead, best, points, winner))


def _playout_trick(
    beliefs: Beliefs, layout: BitLayout, lead: Lead, best: Sequence[Card], points: int, winner: int
) -> Trick:
    """Return the trick after this seat's play, for the play-out to continue."""
    strength, first = beliefs.trump.order.strength, lead.units[0]
    length = THROW if lead.is_throw else first.length if first.width > 1 else 0
    high = max(best, key=lambda card: strength[card])
    ruffed = layout.suit[high] == TRUMP_INDEX
    top = layout.collapse(layout.bit[high]) if ruffed else layout.bit[high]
    left = len(beliefs.seats_behind)
    return Trick(
        lead.index,
        length,
        lead.size,
        top,
        ruffed,
        winner,
        points,
        (beliefs.me + 1) % SEATS,
        left,
        count_pairs(lead.shape),
    )


class _PlaySearch:
    """One decision: compares plays over the same deals."""

    def __init__(
        self,
        beliefs: Beliefs,
        layout: BitLayout,
        sampler: DealSampler,
        effort: SearchEffort,
        rng: random.Random,
        in_time: Callable[[], bool] | None,
    ) -> None:
        view = beliefs.view
        assert view.declarer is not None
        self.view, self.me, self.layout, self.sampler, self.effort, self.rng = (
            view,
            beliefs.me,
            layout,
            sampler,
            effort,
            rng,
        )
        self.in_time = in_time or (lambda: True)
        self.declarer = view.declarer
        self.before = view.opponents_points or 0
        self.worth = worth_by_points(view.rules, effort.per_point)
        self.worth_of_capture = worth_by_points(view.rules, effort.per_point, captured=True)
        self.sign = -1 if view.sides[beliefs.me] else 1
        self.kitty = points_of(view.kitty) if view.kitty is not None else None

    def best(self, candidates: Sequence[Candidate]) -> tuple[Candidate, float]:
        """Return the best play and its gain; the first, the rule player's, unless another is surely better."""
        values: list[list[float]] = [[] for _ in candidates]
        running = list(range(len(candidates)))
        for number in self.effort.deals_per_round:
            self._add_deals(number, candidates, running, values)
            running = _better_half(self._drop_settled(running, values), values)
            if running == [0]:
                return candidates[0], 0.0
        top = max(running, key=lambda at: sum(values[at]))
        if top == 0:
            return candidates[0], 0.0
        if self.effort.deals_when_close and _is_close(values[top], values[0], self.effort.min_standard_errors):
            self._add_deals(self.effort.deals_when_close, candidates, [0, top], values)
        if not _is_surely_better(values[top], values[0], self.effort.min_standard_errors):
            return candidates[0], 0.0
        return candidates[top], (sum(values[top]) - sum(values[0])) / len(values[0])

    def _add_deals(
        self, number: int, candidates: Sequence[Candidate], running: Sequence[int], values: list[list[float]]
    ) -> None:
        """Play out the running candidates in more deals, as long as there is time."""
        for _ in range(number):
            if values[0] and not self.in_time():
                return
            deal = self.sampler.sample(self.rng)
            for at in running:
                values[at].append(self._mean_worth(candidates[at], deal))

    def _drop_settled(self, running: list[int], values: Sequence[Sequence[float]]) -> list[int]:
        """Return the plays without those that are surely worse than the rule player's."""
        errors = self.effort.settled_errors
        if errors is None:
            return running
        return [at for at in running if not at or not _is_surely_better(values[0], values[at], errors)]

    def _mean_worth(self, candidate: Candidate, deal: SampledDeal) -> float:
        """Return the mean worth of play-outs of a candidate in one deal, for this seat's side."""
        start = deal.hands.copy()
        for card in candidate.cards:
            start.take(self.me, card, self.layout)
        total = 0.0
        for _ in range(self.effort.playouts):
            total += self._playout_worth(start.copy(), candidate.trick, deal)
        return self.sign * total / self.effort.playouts

    def _playout_worth(self, hands: FourHands, trick: Trick, deal: SampledDeal) -> float:
        begun = replace(trick)  # play-outs change it
        end = run_playout(hands, self.layout, begun, Seat(0), self.declarer, self.rng.random)
        points, worth = self.before + end.points, self.worth
        if (end.winner ^ self.declarer) & 1:
            buried = self.kitty if self.kitty is not None else points_of(deal.kitty)
            size = max(1, 2 * end.length)
            points += buried * compute_multiplier(
                self.view.rules, led=size, largest=size, pairs=end.length, by_trumps=end.by_trumps
            )
            worth = self.worth_of_capture
        return worth[min(max(points, 0), _MOST_POINTS) // _STEP]


def worth_by_points(rules: Rules, per_point: float, *, captured: bool = False) -> tuple[float, ...]:
    """Return the worth to the opponents, in levels, of ending with their points, in steps of five.

    `captured`: they win the last trick.
    """
    found = []
    for points in range(0, _MOST_POINTS + _STEP, _STEP):
        end = score_deal(points, rules)
        rise = add_capture_levels(end.levels, rules) if captured and not end.declarers_hold else end.levels
        levels = rise + 0.5 + (rules.heavy_loss_levels if is_heavy_loss(points, rules) else 0)
        found.append((-levels if end.declarers_hold else levels) + per_point * points)
    return tuple(found)


def _better_half(running: list[int], values: list[list[float]]) -> list[int]:
    """Return the better half of the plays; the first, the rule player's, always stays."""
    ranked = sorted(running, key=lambda at: sum(values[at]), reverse=True)
    kept = ranked[: max(2, (len(ranked) + 1) // 2)]
    return sorted({0, *kept})


def _is_close(one: Sequence[float], other: Sequence[float], errors: float) -> bool:
    """Return whether two plays are so close that more deals may change which of them is chosen."""
    return not _is_surely_better(one, other, errors + 1) and not _is_surely_better(other, one, errors)


def _is_surely_better(one: Sequence[float], other: Sequence[float], errors: float) -> bool:
    """Return whether the paired mean difference exceeds zero by `errors` standard errors."""
    gaps = [a - b for a, b in zip(one, other, strict=True)]
    mean = sum(gaps) / len(gaps)
    if len(gaps) < 2:  # noqa: PLR2004 - no spread is known
        return False
    variance = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
    return mean > errors * math.sqrt(variance / len(gaps))
