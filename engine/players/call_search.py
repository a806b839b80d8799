"""Calling friends by search: calls near the rule player's are compared in the same sampled deals."""

import random
from collections.abc import Callable
from dataclasses import replace

from engine.model.actions import FriendCall
from engine.model.view import Ask, CalledFriend, PhaseName, View
from engine.players.beliefs import infer_beliefs
from engine.players.bit_layout import BitLayout, build_bit_layout
from engine.players.call_policy import choose_friends, rank_calls
from engine.players.deal_sampler import DealSampler, SampledDeal
from engine.players.finish_by_rules import RuleFinish
from engine.players.play_search import PlaySearch, Valuer
from engine.players.sample_sides import sample_sides_again
from engine.players.search_effort import SearchEffort

Calls = tuple[FriendCall, ...]


def search_friends(
    view: View, effort: SearchEffort, rng: random.Random, in_time: Callable[[], bool] | None
) -> Calls | None:
    """Return whom the declarer calls; None if there is no choice, or nothing can be searched."""
    options = _list_options(view, effort.max_candidates)
    assert view.trump is not None
    layout = build_bit_layout(view.trump)
    if len(options) == 1 or layout is None:
        return None
    views = [begin_play(view, calls) for calls in options]
    deals = DealSampler.of(infer_beliefs(views[0]), layout)
    if deals is None:
        return None
    valuers = [build_lead_valuer(one, layout, effort) for one in views]
    return options[PlaySearch(deals, effort, rng, in_time).best(valuers)[0]]


def begin_play(view: View, calls: Calls) -> View:
    """Return the view of the declarer's first lead after these calls."""
    friends = tuple(CalledFriend(call, None) for call in calls)
    return replace(view, phase=PhaseName.PLAYING, ask=Ask.LEAD, friends=friends)


def build_lead_valuer(view: View, layout: BitLayout, effort: SearchEffort) -> Valuer:
    """Return what values a deal that begins with this seat's lead, with the sides that its calls make.

    Chance decides between the holders of a called card; it is the same for all plans and calls in the same deal.
    """
    spread = effort.spread * view.rules.pack_points
    value = RuleFinish(infer_beliefs(view), layout, spread).build_lead_valuer()
    if None not in view.sides:
        return value

    def value_with_sides(deal: SampledDeal) -> float:
        return value(replace(deal, sides=sample_sides_again(view, deal.hands, layout)))

    return value_with_sides


def _list_options(view: View, most: int) -> list[Calls]:
    """Return the rule player's calls first, then those with one of them replaced by the next best."""
    first, ranked = choose_friends(view), rank_calls(view)
    others = [call for call in ranked if call not in first][: most - 1]
    changed = [(*first[:at], other, *first[at + 1 :]) for other in others for at in reversed(range(len(first)))]
    return [first, *changed][:most]
