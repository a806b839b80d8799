"""Finds positions for puzzles, in which one kind of lead is clearly the best in play-outs of possible deals.

Each comparison uses only what the seat could know, and fresh deals, so that no lead stays the best by luck.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from engine.deal.game import to_act, view_for
from engine.deal.legal_actions import as_lead, legal_plays
from engine.io.record import Record, replay_to_end
from engine.model.cards import Card
from engine.model.rules import Rules
from engine.model.view import Ask, View
from engine.players.advice.compare_plays import LEAST_POINTS, ComparedPlay, compare_given
from engine.players.advice.play_reasons import PlayReason, find_reason
from engine.players.levels import needs_search
from engine.puzzles.self_play import SeatQuestion, play_deal

FEWEST_CARDS: Final = 6
"""The fewest cards in a hand. With fewer cards, there is little to find."""
FEWEST_KINDS: Final = 3
LEAST_GAP: Final = 0.2
"""By how many levels the best lead must be better than any lead of another kind."""
CERTAIN_ERRORS: Final = 3.5
"""By how many standard errors the best lead must be better than any lead of another kind."""
FIRST_DEALS: Final = 12
"""The number of deals in which all leads are tried."""
_SECOND_DEALS: Final = 80
_LIKE_BEST: Final = 3
"""How many leads of the best kind are compared again. Of each other kind, only the best lead takes part."""
_OTHER_KINDS: Final = 4
_KINDS_SHOWN: Final = 3
_TRIVIAL: Final = frozenset({PlayReason.LAST, PlayReason.SURE})
_LONG: Final = 4
_MASTER: Final = "master"
Kind = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class LeadPuzzle:
    """A position with the best leads of different kinds, the best first. The record has the moves up to the lead."""

    record: Record
    plays: tuple[ComparedPlay, ...]


def find_lead(rules: Rules, seed: str, in_time: Callable[[], bool] | None = None) -> LeadPuzzle | None:
    """Return the position of this seed, or None if no kind of lead seems clearly the best there."""
    decision = _pick_decision(rules, seed)
    plays = () if decision is None else _compare_leads(decision.view, seed, in_time)
    if decision is None or not _is_clear(plays, 0.0) or _is_obvious(decision.view, plays[0].cards):
        return None
    return LeadPuzzle(decision.record, plays)


def confirm_lead(puzzle: LeadPuzzle, parts: Sequence[Sequence[ComparedPlay]]) -> LeadPuzzle | None:
    """Return the puzzle with new comparisons of its plays, or None if they do not confirm which play is the best."""
    plays = merge_comparisons(parts) if all(parts) else ()
    return LeadPuzzle(puzzle.record, plays) if _is_clear(plays, CERTAIN_ERRORS) else None


def open_position(record: Record) -> View:
    """Return the view of the seat that has to lead. Raises IllegalAction if the record cannot be replayed."""
    phase = replay_to_end(record)
    return view_for(phase, to_act(phase)[0])


def _compare_leads(view: View, seed: str, in_time: Callable[[], bool] | None = None) -> tuple[ComparedPlay, ...]:
    """Return the best leads by kind. Return () if there are few kinds, or if the best lead is unclear or obvious."""
    plays = tuple(legal_plays(view))
    if len({kind_of_lead(view, cards) for cards in plays}) < FEWEST_KINDS:
        return ()
    rng = random.Random(seed)  # noqa: S311 - sampled deals, not a secret
    tried = _group_by_kind(view, compare_given(view, plays, rng, FIRST_DEALS, in_time))
    gap = tried[1][0].behind - tried[0][0].behind if len(tried) > 1 else 0.0
    if gap < LEAST_GAP or _is_obvious(view, tried[0][0].cards):
        return ()
    again = [*tried[0][:_LIKE_BEST], *(kind[0] for kind in tried[1 : 1 + _OTHER_KINDS])]
    found = _group_by_kind(view, compare_given(view, [one.cards for one in again], rng, _SECOND_DEALS, in_time))
    best = [kind[0] for kind in found[: 1 + _KINDS_SHOWN]]
    return tuple(one.relate_to(best[0]) for one in best)


def merge_comparisons(parts: Sequence[Sequence[ComparedPlay]]) -> tuple[ComparedPlay, ...]:
    """Merge several comparisons of the same plays, made over different deals, into one."""
    found = {one.cards: [one] for one in parts[0]}
    for part in parts[1:]:
        for one in part:
            found[one.cards].append(one)
    first, *others = (_merge(same) for same in found.values())
    return (first, *sorted(others, key=lambda one: one.behind))


def kind_of_lead(view: View, cards: tuple[Card, ...]) -> Kind:
    """Return the suit and the shape of a lead. To a puzzle, leads with the same suit and shape are equivalent."""
    lead = as_lead(view, cards)
    return lead.index, lead.shape


def _pick_decision(rules: Rules, seed: str) -> SeatQuestion | None:
    """Return a random lead decision from the deal of this seed, or None. The level `master` must search for it."""
    leads = [one for one in play_deal(rules, seed) if one.view.ask is Ask.LEAD and len(one.view.hand) >= FEWEST_CARDS]
    if not leads:
        return None
    picked = random.Random(f"{seed} lead").choice(leads)  # noqa: S311 - a choice of position, no secret
    return picked if needs_search(_MASTER, picked.view) else None


def _group_by_kind(view: View, plays: Sequence[ComparedPlay]) -> list[list[ComparedPlay]]:
    groups: dict[Kind, list[ComparedPlay]] = {}
    for one in sorted(plays, key=lambda one: one.behind):
        groups.setdefault(kind_of_lead(view, one.cards), []).append(one)
    return list(groups.values())


def _is_obvious(view: View, cards: tuple[Card, ...]) -> bool:
    """Return whether the lead plays the last cards, is unbeatable, or has many cards and more than any other lead."""
    if find_reason(view, cards) in _TRIVIAL:
        return True
    longest = max(map(len, legal_plays(view)))
    return len(cards) == longest >= _LONG and sum(len(play) == longest for play in legal_plays(view)) == 1


def _is_clear(plays: Sequence[ComparedPlay], errors: float) -> bool:
    others = plays[1:]
    return bool(others) and all(
        one.behind >= max(LEAST_GAP, errors * one.error) and one.points_behind >= LEAST_POINTS for one in others
    )


def _merge(same: Sequence[ComparedPlay]) -> ComparedPlay:
    deals = sum(one.deals for one in same)

    def mean(values: Sequence[float]) -> float:
        return sum(value * one.deals for value, one in zip(values, same, strict=True)) / deals

    def error(values: Sequence[float]) -> float:
        return math.hypot(*(value * one.deals / deals for value, one in zip(values, same, strict=True)))

    return ComparedPlay(
        same[0].cards,
        mean([one.points for one in same]),
        mean([one.levels for one in same]),
        mean([one.behind for one in same]),
        error([one.error for one in same]),
        deals,
        mean([one.worth for one in same]),
        error([one.worth_error for one in same]),
        mean([one.points_behind for one in same]),
    )
