"""Reviews a finished deal for one of its players, using only what they knew at each moment."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, Protocol

from bot.ids import UserId
from bot.play.finished_deals.history import Decision, FinishedDeal
from bot.play.values.table_info import Person, parse_occupant
from engine.deal.legal_actions import forced_play
from engine.model.actions import Action, Bury, Play, Sit
from engine.model.cards import Card, without
from engine.model.seats import Seat
from engine.model.view import Ask, View
from engine.players.advice.compare_plays import LEAST_POINTS, ComparedPlay, CompareEffort
from engine.players.search.rate_playouts import PER_POINT

CERTAIN_ERRORS: Final = 3.0
"""A play is a certain mistake if another play is better by more than this number of standard errors."""
MAX_SWINGS: Final = 3


class Adviser(Protocol):
    """What a review needs from the computer players."""

    async def advise_by_rules(self, view: View) -> Action | None:
        """Return what a good player would do without a search."""

    async def compare_when_idle(self, view: View, cards: tuple[Card, ...]) -> Sequence[ComparedPlay]:
        """Wait for an idle worker; return how the deal is expected to end after a play and after the best others."""


@dataclass(frozen=True, slots=True)
class ReviewedPlay:
    """A play that the player chose among several, and how they could expect the deal to end after it."""

    trick: int
    """The number of the trick, from 1."""
    view: View
    cards: tuple[Card, ...]
    points: float
    """The expected card points of the declarers' opponents."""
    levels: float
    """The expected levels for the player's side."""
    best: tuple[Card, ...]
    """The cards of a better play, if this play certainly cost something. Otherwise, the cards of this play."""
    cost: float
    """How many card points the play certainly cost; 0 if nothing is certain."""
    best_points: float
    best_levels: float
    failed: bool = False
    """Whether the play was a throw that failed."""

    @property
    def compared(self) -> tuple[ComparedPlay, ComparedPlay]:
        """The better play, and this play with how much worse it is."""
        deals, behind = CompareEffort().deals, PER_POINT * self.cost
        better = ComparedPlay(self.best, self.best_points, self.best_levels, 0.0, 0.0, deals)
        mine = ComparedPlay(self.cards, self.points, self.levels, behind, 0.0, deals, points_behind=self.cost)
        return better, mine


@dataclass(frozen=True, slots=True)
class Swing:
    """A change in how the deal was expected to end, between two successive plays of the reviewed player."""

    since: int
    """The trick of the first of the two plays."""
    until: int | None
    """The trick of the second play, which is not part of the swing; None for the end of the deal."""
    points: float
    """How many card points the player's side was expected to gain by the change."""
    levels: float
    is_judged: bool = True
    """Whether all the player's choices between the two plays were judged. Only then did others cause the change."""


@dataclass(frozen=True, slots=True)
class ReviewedBury:
    """The cards that the player buried, compared with the cards that a good player would have buried."""

    view: View
    cards: tuple[Card, ...]
    best: tuple[Card, ...]
    points: float
    levels: float
    best_points: float
    best_levels: float
    is_worse: bool
    """Whether the good player's choice is certainly better."""

    @property
    def cost(self) -> float:
        """How many card points the player's choice certainly cost; 0 if nothing is certain."""
        return self.points - self.best_points if self.is_worse else 0.0


@dataclass(frozen=True, slots=True)
class DealReview:
    """What a review says about one player's choices in a deal."""

    plays: tuple[ReviewedPlay, ...]
    bury: ReviewedBury | None
    final_points: int
    final_levels: float
    """The levels that the player's side gained."""
    tricks: int
    declares: bool
    """Whether the player was on the declarers' side."""
    unjudged: tuple[int, ...] = ()
    """The numbers of the tricks in which the player had a choice that cannot be judged."""

    @property
    def swings(self) -> tuple[Swing, ...]:
        """The largest changes, caused by others, in how the deal was expected to end. The largest comes first."""
        judged = (one for one in self._list_swings() if one.is_judged and abs(one.points) >= LEAST_POINTS)
        return tuple(sorted(judged, key=lambda one: -abs(one.points))[:MAX_SWINGS])

    @property
    def costly_plays(self) -> tuple[ReviewedPlay, ...]:
        """The plays that certainly cost something, in the order of the tricks."""
        return tuple(one for one in self.plays if one.cost)

    @property
    def skill(self) -> float:
        """What the player's own choices cost, in card points. The number is negative, or 0."""
        return -sum(one.cost for one in self.plays) - (self.bury.cost if self.bury is not None else 0.0)

    @property
    def luck(self) -> float:
        """The card points that the player gained after their first reviewed play, but not by their own choices."""
        return sum(one.points for one in self._list_swings() if one.is_judged)

    @property
    def skill_levels(self) -> float:
        """The same as `skill`, in levels."""
        bury = self.bury.levels - self.bury.best_levels if self.bury is not None and self.bury.is_worse else 0.0
        return sum(one.levels - one.best_levels for one in self.plays) + bury

    @property
    def luck_levels(self) -> float:
        """The same as `luck`, in levels."""
        return sum(one.levels for one in self._list_swings() if one.is_judged)

    def _list_swings(self) -> list[Swing]:
        ends: list[tuple[int | None, float, float]]
        ends = [(one.trick, one.best_points, one.best_levels) for one in self.plays[1:]]
        ends.append((None, self.final_points, self.final_levels))
        sign = -1 if self.declares else 1
        return [
            Swing(
                *(one.trick, until, sign * (points - one.points), levels - one.levels),
                is_judged=not any(one.trick < unjudged <= (until or self.tricks) for unjudged in self.unjudged),
            )
            for one, (until, points, levels) in zip(self.plays, ends, strict=False)
        ]


def may_review(deal: FinishedDeal, user: UserId) -> bool:
    """Return whether a user may review a finished deal, because they played at least a part of it."""
    sat = any(isinstance(move.action, Sit) and parse_occupant(move.action.who) == Person(user) for move in deal.moves)
    return sat or Person(user) in deal.seats


def count_steps(decisions: Sequence[Decision]) -> int:
    """Return how many tricks a review examines."""
    return sum(isinstance(one.action, Play) for one in decisions)


async def review_deal(
    deal: FinishedDeal, decisions: Sequence[Decision], adviser: Adviser
) -> AsyncIterator[int | DealReview]:
    """Yield a number, from 1, before each of the player's tricks is examined. At the end, yield the review."""
    plays, unjudged = list[ReviewedPlay](), list[int]()
    for step, one in enumerate((one for one in decisions if isinstance(one.action, Play)), 1):
        yield step
        if (found := await review_play(one, adviser)) is not None:
            plays.append(found)
        elif forced_play(one.view) is None:
            unjudged.append(one.trick)
    bury = await _review_last_bury(decisions, adviser)
    yield _build_review(deal, decisions, tuple(plays), bury, tuple(unjudged))


def _build_review(
    deal: FinishedDeal,
    decisions: Sequence[Decision],
    plays: tuple[ReviewedPlay, ...],
    bury: ReviewedBury | None,
    unjudged: tuple[int, ...],
) -> DealReview:
    result = deal.final_view.result
    assert result is not None
    seat = decisions[-1].view.seat if decisions else Seat(0)
    won = (seat in result.declarers) == result.declarers_hold
    tricks = max((one.trick for one in decisions), default=1)
    levels = float(result.rise if won else -result.rise)
    return DealReview(plays, bury, result.opponents_points, levels, tricks, seat in result.declarers, unjudged)


async def review_play(decision: Decision, adviser: Adviser) -> ReviewedPlay | None:
    """Compare a play with a better one, if there is one, by how the deal was expected to end. None if unknown."""
    view, action = replace(decision.view, can_take_back=False), decision.action  # a later review has the same view
    if not (compared := await adviser.compare_when_idle(view, action.cards)):
        return None
    played, *others = compared
    # a play counts as better only if it is certainly worth more, by enough card points for people to notice
    surely = (one for one in others if -one.behind > CERTAIN_ERRORS * one.error)
    better = [one for one in surely if -one.points_behind >= LEAST_POINTS]
    best = min(better, key=lambda one: one.behind, default=replace(played, cards=action.cards, points_behind=0.0))
    return ReviewedPlay(
        *(decision.trick, view, action.cards, played.points, played.levels),
        *(best.cards, -best.points_behind, best.points, best.levels),
        failed=decision.failed,
    )


async def _review_last_bury(decisions: Sequence[Decision], adviser: Adviser) -> ReviewedBury | None:
    """Review the player's last bury. This needs their view of the first lead, so return None if somebody else led."""
    buries = [(bury, after) for bury, after in pairwise(decisions) if isinstance(bury.action, Bury)]
    if not buries:
        return None
    bury, lead = buries[-1]
    leads_first = lead.view.ask is Ask.LEAD and not lead.view.tricks and lead.view.kitty is not None
    return await _review_bury(bury, lead, adviser) if leads_first else None


async def _review_bury(decision: Decision, lead: Decision, adviser: Adviser) -> ReviewedBury | None:
    """Compare the buried cards with a good player's choice. Each is worth as much as the best lead after it."""
    advised = await adviser.advise_by_rules(decision.view)
    if not isinstance(advised, Bury):
        return None
    mine = await _value_kitty(lead.view, adviser)
    if sorted(advised.cards) == sorted(decision.action.cards):
        best = mine
    else:
        hand = without((*lead.view.hand, *(lead.view.kitty or ())), advised.cards)
        best = await _value_kitty(replace(lead.view, hand=hand, kitty=advised.cards), adviser)
    if mine is None or best is None:
        return None
    error = (mine.worth_error**2 + best.worth_error**2) ** 0.5
    is_better = best.worth - mine.worth > CERTAIN_ERRORS * error and mine.points - best.points >= LEAST_POINTS
    return ReviewedBury(
        *(decision.view, decision.action.cards, advised.cards),
        *(mine.points, mine.levels, best.points, best.levels),
        is_worse=is_better,
    )


async def _value_kitty(view: View, adviser: Adviser) -> ComparedPlay | None:
    """Return the best lead with this kitty, and how the deal is then expected to end. None if that is unknown."""
    lead = await adviser.advise_by_rules(view)
    compared = await adviser.compare_when_idle(view, lead.cards) if isinstance(lead, Play) else ()
    return min(compared, key=lambda one: one.behind, default=None)
