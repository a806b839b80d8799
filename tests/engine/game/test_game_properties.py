"""Random matches are played under every preset. The same properties hold whatever the players do."""

import random
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from illegal_actions import illegal_actions
from random_play import play_randomly
from random_rules import random_rules

from engine.deal.fair_shuffle import full_pack
from engine.deal.game import apply, legal_actions, spectator_view, to_act, view_for
from engine.deal.phases.states import Burying, Calling, Claiming, Declaring, PickingUp, Playing, Stealing
from engine.io.record import Record, format_record, parse_record, replay_to_end
from engine.model.actions import (
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
from engine.model.cards import points_of
from engine.model.errors import IllegalAction, Reason
from engine.model.events import DealEnded, Played, TrickWon
from engine.model.options import Bombs, Hook
from engine.model.presets import PRESETS, with_options
from engine.model.seats import TABLE, Seat
from engine.model.view import Ask
from tests.everyday import ALL_EXAMPLES
from tests.preset_cover import FEW_PRESETS

ODD = {
    "pagat-joker-support": with_options(PRESETS["pagat"], declare_ladder="joker_support"),
    "friends-bid": with_options(PRESETS["looking-for-friends"], next_declarer="bid"),
    "standard-theft-moves": with_options(PRESETS["standard"], kitty_theft="yes", theft_moves_declarer="yes"),
    "standard-theft": with_options(PRESETS["standard"], kitty_theft="yes"),
    "standard-bombs": with_options(PRESETS["standard"], decks="4", kitty_size="8", bombs=Bombs.ANY_SUIT.value),
    "standard-rainbows": with_options(PRESETS["standard"], rainbows="4"),
    "standard-hook": with_options(PRESETS["standard"], hook=Hook.CAPTURE.value, start_level="10", hook_ranks="J"),
    "standard-takeback": with_options(
        PRESETS["standard"], play_takeback="yes", declare_takeback="yes", early_end="yes"
    ),
    "standard-hidden-past": with_options(PRESETS["standard"], show_played_cards="no", show_throw_stopper="no"),
    "standard-nt": with_options(PRESETS["standard"], start_level="A", final_level="NT", win="pass_ace"),
    "skips": with_options(PRESETS["pagat"], tractor_skips_played="yes"),
}
ALL = {**PRESETS, **ODD}
every = pytest.mark.parametrize("name", [*FEW_PRESETS, *ODD])
few = settings(max_examples=4, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@every
@pytest.mark.law
def test_random_match_continues_and_conserves_points(name):
    rules = ALL[name]
    for seed in range(2 if ALL_EXAMPLES else 1):
        played, won, total = Counter(), 0, points_of(full_pack(rules))
        for before, _, step in play_randomly(rules, seed):
            check_cards_conserved(step.phase, rules, played, step.events)
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


def check_cards_conserved(phase, rules, played, events):
    """Check that every card of the pack is in a hand, in the kitty, still to be drawn, or played."""
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
    assert there == Counter(full_pack(rules))


@every
@few
@given(seed=st.integers(0, 10_000), at=st.integers(0, 400))
def test_exactly_the_offered_actions_are_accepted(name, seed, at):
    rules = ALL[name]
    steps = list(islice(play_randomly(rules, seed, deals=1), 400))
    phase = steps[at % len(steps)][0]
    rng = random.Random(seed)
    for seat in map(Seat, range(rules.players)):
        view = view_for(phase, seat)
        offered = list(islice(legal_actions(phase, seat), 30))
        for action in offered:
            apply(phase, seat, action)
        kept = repr(phase)
        for action in illegal_actions(view, rng):
            check_refused_or_offered(phase, seat, action, view)
        assert repr(phase) == kept


def check_refused_or_offered(phase, seat, action, view):
    try:
        apply(phase, seat, action)
    except IllegalAction:
        pass
    else:
        exact = {Pass, ClaimRedeal, Declare, PickUp, TakeBack, EndDeal, CallFriends}
        if type(action) in exact:
            same = [
                offer for offer in legal_actions(phase, seat) if normalize_action(offer) == normalize_action(action)
            ]
            assert same, f"{action} was accepted but not offered"
        else:
            assert isinstance(action, Play | Bury), f"{action} was accepted"
            assert view.ask in {Ask.LEAD, Ask.FOLLOW, Ask.BURY}


def normalize_action(action):
    return replace(action, cards=tuple(sorted(action.cards))) if isinstance(action, Declare) else action


@every
def test_offered_follows_are_exactly_the_legal_ones(name):
    """For small hands, all combinations of cards are tried. The game accepts exactly those that it offers."""
    from itertools import combinations

    rules, checked = ALL[name], 0
    for phase, _, _ in play_randomly(rules, 5, deals=1):
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
    phase = next(iter(play_randomly(PRESETS["standard"], 1)))[2].phase
    for action in (Draw(4), CloseWindow(), Sit(0, "x")):
        with pytest.raises(IllegalAction) as no:
            apply(phase, Seat(0), action)
        assert no.value.reason is Reason.TABLE_ONLY
    with pytest.raises(IllegalAction) as no:
        apply(phase, Seat(7), Pass())
    assert no.value.reason is Reason.NO_SUCH_SEAT
    with pytest.raises(IllegalAction):
        apply(phase, TABLE, Pass())


@settings(max_examples=12, deadline=None, derandomize=True)
@given(seed=st.integers(0, 2**32))
def test_properties_hold_for_random_rules(seed):
    rng = random.Random(seed)
    rules, played, moves, phase = random_rules(rng), Counter(), [], None
    for before, move, step in play_randomly(rules, seed, deals=1):
        check_cards_conserved(step.phase, rules, played, step.events)
        moves.append(move)
        phase = step.phase
        if rng.random() < 0.04:
            kept = repr(before)
            for seat in map(Seat, range(rules.players)):
                view = view_for(before, seat)
                for action in islice(legal_actions(before, seat), 12):
                    apply(before, seat, action)
                for action in illegal_actions(view, rng):
                    check_refused_or_offered(before, seat, action, view)
            assert repr(before) == kept
    record = Record(rules, tuple(moves))
    assert replay_to_end(record) == phase
    assert parse_record(format_record(record)) == record
