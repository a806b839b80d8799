"""Laws that hold in every match by every preset, whatever is chosen."""

import random
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rule_sets import random_rules
from trying import strange
from walking import walk

from engine.actions import (
    Bury,
    CallFriends,
    ClaimRedeal,
    CloseWindow,
    Declare,
    Draw,
    EndDeal,
    Pass,
    PickUp,
    Play,
    Sit,
    TakeBack,
)
from engine.cards import points_of
from engine.errors import IllegalAction
from engine.events import DealEnded, Played, TrickWon
from engine.fairness import pack
from engine.game import apply, legal_actions, spectator_view, to_act, view_for
from engine.phases.claiming import Claiming
from engine.phases.declaring import Declaring
from engine.phases.exchanging import Burying, Calling, Stealing
from engine.phases.tricks import PickingUp, Playing
from engine.presets import PRESETS, with_options
from engine.record import Record, fold, read, write
from engine.rules import Bombs, Hook
from engine.seats import TABLE, Seat
from engine.view import Ask

ODD = {
    "pagat-joker-support": with_options(PRESETS["pagat"], declare_ladder="joker_support"),
    "club-theft": with_options(PRESETS["club"], kitty_theft="yes"),
    "club-bombs": with_options(PRESETS["club"], decks="4", kitty_size="8", bombs=Bombs.ANY_SUIT.value),
    "club-rainbows": with_options(PRESETS["club"], rainbows="4"),
    "club-hook": with_options(PRESETS["club"], hook=Hook.CAPTURE.value, start_level="J"),
    "club-takeback": with_options(PRESETS["club"], play_takeback="yes", declare_takeback="yes", early_end="yes"),
    "club-hidden-past": with_options(PRESETS["club"], show_played_cards="no", show_throw_stopper="no"),
    "club-nt": with_options(PRESETS["club"], start_level="A", final_level="NT", win="pass_ace"),
    "skips": with_options(PRESETS["pagat"], tractor_skips_played="yes"),
}
ALL = {**PRESETS, **ODD}
every = pytest.mark.parametrize("name", ALL)
few = settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@every
def test_a_match_of_chance_goes_on_and_counts_right(name):
    rules = ALL[name]
    for seed in range(2):
        played, won, total = Counter(), 0, points_of(pack(rules))
        for before, _, step in walk(rules, seed):
            conserved(step.phase, rules, played, step.events)
            assert (
                to_act(step.phase)
                or spectator_view(step.phase).phase in {"ready", "finished"}
                or (isinstance(step.phase, Declaring) and step.phase.to_draw)
            )
            for event in step.events:
                won += event.points if isinstance(event, TrickWon) else 0
                if isinstance(event, DealEnded):
                    buried = points_of(before.after.kitty if isinstance(before, PickingUp) else before.kitty)
                    if not isinstance(before, Playing) or not before.rules.early_end:
                        assert won + buried == total
                    won, played = 0, Counter()


def conserved(phase, rules, played, events):
    """Every card of the pack is in a hand, in the kitty, yet to be drawn, or has been played."""
    played.update(c for e in events if isinstance(e, Played) for c in e.cards)
    match phase:
        case Declaring():
            there = Counter(phase.order[phase.drawn :])
            hands = phase.hands
            played.clear()
        case Claiming():
            there, hands = Counter(phase.kitty), phase.hands
        case Burying():
            there, hands = Counter(), phase.hands
        case Stealing() | Calling():
            there, hands = Counter(phase.kitty), phase.hands
        case Playing() | PickingUp():
            playing = phase.after if isinstance(phase, PickingUp) else phase
            there, hands = Counter(playing.kitty), playing.hands
            lying = Counter(c for t in (*playing.tricks, playing.trick) for p in t.plays for c in p.cards)
            assert lying == played or playing.rules.play_takeback
            there += lying
        case _:
            return
    for hand in hands:
        there.update(hand)
    assert there == Counter(pack(rules))


@every
@few
@given(seed=st.integers(0, 10_000), at=st.integers(0, 400))
def test_every_offer_is_accepted_and_every_other_action_refused_with_the_phase_unchanged(name, seed, at):
    rules = ALL[name]
    steps = list(islice(walk(rules, seed, deals=1), 400))
    phase = steps[at % len(steps)][0]
    rng = random.Random(seed)
    for seat in map(Seat, range(rules.players)):
        view = view_for(phase, seat)
        offered = list(islice(legal_actions(phase, seat), 30))
        for action in offered:
            apply(phase, seat, action)
        kept = repr(phase)
        for action in strange(view, rng):
            refused_or_offered(phase, seat, action, view)
        assert repr(phase) == kept


def refused_or_offered(phase, seat, action, view):
    try:
        apply(phase, seat, action)
    except IllegalAction:
        pass
    else:
        exact = {Pass, ClaimRedeal, Declare, PickUp, TakeBack, EndDeal, CallFriends}
        if type(action) in exact:
            same = [offer for offer in legal_actions(phase, seat) if norm(offer) == norm(action)]
            assert same, f"{action} was accepted but not offered"
        else:
            assert isinstance(action, Play | Bury), f"{action} was accepted"
            assert view.ask in {Ask.LEAD, Ask.FOLLOW, Ask.BURY}


def norm(action):
    return replace(action, cards=tuple(sorted(action.cards))) if isinstance(action, Declare) else action


@every
def test_follows_offered_are_all_that_are_accepted(name):
    """For small hands: the generator gives exactly the subsets that the game takes."""
    from itertools import combinations

    rules, checked = ALL[name], 0
    for phase, _, _ in walk(rules, 5, deals=1):
        if not isinstance(phase, Playing) or phase.lead is None or phase.lead.size > 3:
            continue
        hand = phase.hands[phase.turn]
        if len(hand) > 9 or checked > 40:
            continue
        checked += 1
        offered = {tuple(sorted(a.cards)) for a in legal_actions(phase, phase.turn) if isinstance(a, Play)}
        for cards in set(combinations(sorted(hand), phase.lead.size)):
            try:
                apply(phase, phase.turn, Play(cards))
            except IllegalAction:
                assert tuple(sorted(cards)) not in offered
            else:
                assert tuple(sorted(cards)) in offered
        assert offered
    assert checked


def test_only_the_table_deals_and_draws():
    phase = next(iter(walk(PRESETS["club"], 1)))[2].phase
    for action in (Draw(4), CloseWindow(), Sit(0, "x")):
        with pytest.raises(IllegalAction) as no:
            apply(phase, Seat(0), action)
        assert no.value.reason == "table_only"
    with pytest.raises(IllegalAction) as no:
        apply(phase, Seat(7), Pass())
    assert no.value.reason == "no_such_seat"
    with pytest.raises(IllegalAction):
        apply(phase, TABLE, Pass())


@settings(max_examples=30, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_every_law_holds_by_any_rules(seed):
    rng = random.Random(seed)
    rules, played, moves, phase = random_rules(rng), Counter(), [], None
    for before, move, step in walk(rules, seed, deals=1):
        conserved(step.phase, rules, played, step.events)
        moves.append(move)
        phase = step.phase
        if rng.random() < 0.04:
            kept = repr(before)
            for seat in map(Seat, range(rules.players)):
                view = view_for(before, seat)
                for action in islice(legal_actions(before, seat), 12):
                    apply(before, seat, action)
                for action in strange(view, rng):
                    refused_or_offered(before, seat, action, view)
            assert repr(before) == kept
    record = Record(rules, tuple(moves))
    assert fold(record) == phase
    assert read(write(record)) == record
