"""Burying by search: the rule player's plans are compared in the same sampled deals."""

import random
from collections.abc import Callable
from dataclasses import replace

from engine.model.cards import Card, without
from engine.model.options import Teams
from engine.model.view import Ask, PhaseName, View
from engine.players.beliefs import infer_beliefs
from engine.players.bit_layout import build_bit_layout
from engine.players.bury_policy import list_plans
from engine.players.call_policy import choose_friends
from engine.players.call_search import begin_play, build_lead_valuer
from engine.players.deal_sampler import DealSampler
from engine.players.play_search import PlaySearch
from engine.players.search_effort import SearchEffort
from engine.players.weights import Weights


def search_bury(
    view: View, weights: Weights, effort: SearchEffort, rng: random.Random, in_time: Callable[[], bool] | None
) -> tuple[Card, ...] | None:
    """Return what the declarer buries; None if there is no choice, or nothing can be searched."""
    plans = _list_near_best(view, weights, effort)
    assert view.trump is not None
    layout = build_bit_layout(view.trump)
    if len(plans) == 1 or layout is None:
        return None
    beliefs = infer_beliefs(_bury(view, plans[0]))
    deals = DealSampler.of(beliefs, layout)
    if deals is None:
        return None
    valuers = [build_lead_valuer(_bury(view, plan), layout, effort) for plan in plans]
    return plans[PlaySearch(deals, effort, rng, in_time).best(valuers)[0]]


def _list_near_best(view: View, weights: Weights, effort: SearchEffort) -> list[tuple[Card, ...]]:
    """Return different plans, the rule player's first, that are hardly dearer."""
    ranked = sorted(list_plans(view, weights), key=lambda plan: plan[0])
    most = ranked[0][0] + effort.max_shortfall
    near = {tuple(sorted(plan)): plan for cost, plan in reversed(ranked) if cost <= most}
    return list(reversed(near.values()))[: effort.max_candidates]


def _bury(view: View, plan: tuple[Card, ...]) -> View:
    """Return the view of the lead after burying this, and after calling friends by rules if the declarer calls any."""
    assert view.seat is not None
    sizes = [size - len(plan) * (seat == view.seat) for seat, size in enumerate(view.hand_sizes)]
    hand = without(view.hand, plan)
    after = replace(view, phase=PhaseName.CALLING, ask=Ask.CALL, hand=hand, kitty=plan, hand_sizes=tuple(sizes))
    return begin_play(after, choose_friends(after) if view.rules.teams is Teams.FRIENDS else ())
