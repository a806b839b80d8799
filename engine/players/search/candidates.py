"""The plays that a search compares, each with what it makes of the trick."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.cards_in_play.leads import Lead
from engine.cards_in_play.trick import beats
from engine.deal.legal_actions import as_lead, lead_of
from engine.model.cards import Card, points_of
from engine.model.view import Ask
from engine.players.policies import follow_policy, lead_policy
from engine.players.policies.beliefs import Beliefs
from engine.players.policies.rule_player import RulePlayer
from engine.players.search.effort import SearchEffort

T = TypeVar("T")


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
    """Return the plays to compare, the rule player's first; of plays that are alike only one."""
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
    """Return this play first, and then what else a search would compare."""
    return _merge_equal([_build_candidate(beliefs, cards), *list_candidates(beliefs, rule_player, effort)], beliefs)


def list_given_candidates(beliefs: Beliefs, plays: Sequence[tuple[Card, ...]]) -> list[Candidate]:
    """Return these plays, of those that are alike only the first."""
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
    """Return the candidates without those that differ from an earlier one in nothing that can matter."""
    unlike: dict[object, Candidate] = {}
    for one in candidates:
        kinds = sorted(_kind_of(card, beliefs) for card in one.cards)
        unlike.setdefault((tuple(kinds), one.winner), one)
    return list(unlike.values())


def _kind_of(card: Card, beliefs: Beliefs) -> tuple[int, int, int, int]:
    """Return what matters about a card: its suit, its points, the unseen cards above it and how many are held."""
    order = beliefs.trump.order
    suit, strength = order.suit_of[card], order.strength[card]
    above = sum(number for higher, number in beliefs.unseen_by_strength[suit] if higher > strength)
    return suit, card.points, above, beliefs.held[card]
