"""What a seat may know: its view, and the events of what it does, do not depend on cards that it cannot see."""

import random
from dataclasses import fields, is_dataclass
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from permuting import permuted
from rule_sets import random_rules
from small import drawn, run
from trying import strange
from walking import walk

from engine.actions import Bury, CallFriends, Declare, PickUp, Play
from engine.cards import Card
from engine.errors import IllegalAction
from engine.events import (
    DealEnded,
    Declared,
    FriendJoined,
    FriendsCalled,
    KittyTurned,
    MatchWon,
    Played,
    Redealt,
    ThrowFailed,
)
from engine.game import apply, spectator_view, view_for
from engine.options import check
from engine.phases.tricks import Playing
from engine.presets import PRESETS, with_options
from engine.seats import Seat
from engine.view import Ask

ODD = {
    "theft": with_options(PRESETS["club"], kitty_theft="yes"),
    "early end after theft": with_options(PRESETS["club"], kitty_theft="yes", early_end="yes", play_takeback="yes"),
    "friends, all may be hidden": with_options(
        PRESETS["finding-friends"], show_played_cards="no", show_declarer_points="no", early_end="yes"
    ),
    "must beat in secret": with_options(PRESETS["pagat"], show_throw_stopper="no"),
    "hidden ten with takebacks": with_options(PRESETS["hidden-ten"], play_takeback="yes", declare_takeback="yes"),
    "hidden ten with throws": with_options(
        PRESETS["hidden-ten-six"], throws="all", must_beat_failed_throw="yes", throw_penalty="ten_per_card"
    ),
}
ALL = {**PRESETS, **ODD}
quick = settings(max_examples=25, deadline=None, derandomize=True)


def watchers(rules):
    return (*map(Seat, range(rules.players)), None)


def see(phase, seat):
    return spectator_view(phase) if seat is None else view_for(phase, seat)


def blind(rules, seed, share):
    """Check views and events on a share of the positions of a deal; return how many had something hidden."""
    rng, checked = random.Random(seed), 0
    for phase, move, step in islice(walk(rules, seed, deals=1), 600):
        if rng.random() < share:
            for seat in watchers(rules):
                other = permuted(phase, seat, rng)
                checked += other is not None and other != phase
                assert other is None or see(other, seat) == see(phase, seat)
            shows_only_itself(phase, move, step, rng)
    return checked


def shows_only_itself(phase, move, step, rng):
    """The events of an action are the same whatever the others hold, but for throws and the count of the deal."""
    other = (
        permuted(phase, move.seat, rng)
        if isinstance(move.action, Play | Bury | CallFriends | PickUp | Declare)
        else None
    )
    thrown = isinstance(phase, Playing) and phase.lead is None and getattr(step.events[0], "units", ((),))[1:]
    if other is None or thrown or isinstance(step.events[0], ThrowFailed):
        return
    events = apply(other, move.seat, move.action).events
    secret = DealEnded | MatchWon
    assert [e for e in events if not isinstance(e, secret)] == [e for e in step.events if not isinstance(e, secret)]


@pytest.mark.parametrize("name", ALL)
def test_no_view_depends_on_cards_its_seat_may_not_know(name):
    assert blind(ALL[name], 2, 0.25) > 10


@quick
@given(seed=st.integers(0, 2**32))
def test_no_view_depends_on_hidden_cards_by_any_rules(seed):
    blind(random_rules(random.Random(seed)), seed, 0.1)


@pytest.mark.parametrize("name", ALL)
def test_events_name_only_cards_that_lie_open(name):
    for before, move, step in walk(ALL[name], 3, deals=1):
        for event in step.events:
            named = sorted(cards_in(event))
            match event:
                case Played() | ThrowFailed() | Declared():
                    assert set(named) <= set(move.action.cards)
                case KittyTurned(cards):
                    assert cards == before.order[-before.rules.kitty_size :][: len(cards)]
                case Redealt() if named:
                    assert named == sorted(before.hands[move.seat])
                case FriendsCalled() | FriendJoined() | DealEnded():
                    pass
                case _:
                    assert not named


def cards_in(value):
    """Yield every card inside an event."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple | frozenset):
        for part in value:
            yield from cards_in(part)
    elif is_dataclass(value):
        for field in fields(value):
            yield from cards_in(getattr(value, field.name))


@quick
@given(seed=st.integers(0, 2**32))
def test_a_view_answers_as_the_game_would(seed):
    """`options.check` and `apply` refuse the same actions for the same reasons, throws that fail being no refusal."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    for _, _, step in islice(walk(rules, seed, deals=1), 400):
        if rng.random() < 0.05:
            for seat in map(Seat, range(rules.players)):
                for action in strange(view_for(step.phase, seat), rng):
                    assert verdict(check, view_for(step.phase, seat), action) == verdict(
                        apply, step.phase, seat, action
                    )


def verdict(judge, *arguments):
    try:
        judge(*arguments)
    except IllegalAction as refused:
        return refused.reason, refused.facts
    return None


# --- hidden teams ----------------------------------------------------------------------------------------------------


def hidden(seed):
    """Return a hidden-ten deal at its first lead, one of them shown while declaring, and the called ten."""
    for phase, _, _ in walk(PRESETS["hidden-ten"], seed, deals=1):
        if isinstance(phase, Playing):
            ten = next(c for c in phase.dealt.declarations[-1].cards if not c.is_joker)
            again = sum(ten in declared.cards for declared in phase.dealt.declarations) > 1
            return hidden(seed + 1000) if again else (phase, ten)
    return None


@pytest.mark.parametrize("seed", range(12))
def test_hidden_sides_are_known_to_holders_of_the_ten_and_to_nobody_else(seed):
    phase, ten = hidden(seed)
    caller = phase.dealt.declarer
    assert spectator_view(phase).sides == tuple(True if s == caller else None for s in range(4))
    for seat in map(Seat, range(4)):
        view, held = view_for(phase, seat), phase.hands[seat].count(ten)
        assert view.sides[caller] is True
        assert view.sides[seat] is (seat in phase.declarers)
        assert view.opponents_points is None
        others = {view.sides[s] for s in range(4) if s not in {seat, caller}}
        if seat == caller:
            held += phase.kitty.count(ten)
        knows = held == (2 if seat == caller else 1)
        assert others == ({False} if knows else {None})


def test_who_was_overruled_with_the_same_ten_has_shown_his_side():
    hands = ("LJ S10 SA", "BJ S10", "S3", "S4")
    phase, _ = run(drawn(PRESETS["hidden-ten"], hands=hands, kitty=""), "0 declare LJ S10", "1 declare BJ S10")
    phase, _ = run(phase, "table close")
    phase, _ = run(phase, f"1 bury {' '.join(map(str, phase.hands[1][-8:]))}")
    assert isinstance(phase, Playing)
    for seat in watchers(phase.rules):
        assert see(phase, seat).sides == (True, True, False, False)


def test_a_ten_that_is_played_shows_its_player_to_all():
    for seed in range(30):
        for before, move, step in walk(PRESETS["hidden-ten"], seed, deals=1):
            shown = [e.seat for e in step.events if type(e).__name__ == "TenShown"]
            if shown and isinstance(step.phase, Playing):
                assert shown == [move.seat]
                assert move.seat in before.declarers
                assert spectator_view(before).sides[move.seat] is None
                assert spectator_view(step.phase).sides[move.seat] is True
                left = {
                    spectator_view(step.phase).sides[s]
                    for s in range(4)
                    if s not in {move.seat, step.phase.dealt.declarer}
                }
                assert left == {False}
                return
    raise AssertionError("no ten was shown in thirty deals")


def test_who_must_beat_is_told_to_him_alone_and_only_on_his_turn():
    found = 0
    for seed in range(40):
        for _, _, step in walk(PRESETS["pagat"], seed, deals=1):
            phase = step.phase
            if isinstance(phase, Playing) and phase.must_beat is not None:
                for seat in watchers(phase.rules):
                    told = see(phase, seat).must_beat
                    assert told == (seat if seat == phase.turn == phase.must_beat else None)
                    found += told is not None
        if found > 3:
            return
    raise AssertionError("nobody had to beat anything")


def test_old_cards_are_hidden_where_the_rules_say_so():
    rules = with_options(PRESETS["club"], show_played_cards="no")
    for phase, _, _ in walk(rules, 3, deals=1):
        if isinstance(phase, Playing) and len(phase.tricks) == 3:
            tricks = view_for(phase, Seat(0)).tricks
            assert [bool(trick.plays) for trick in tricks] == [False, False, True]
            assert [trick.winner for trick in tricks] == [trick.winner for trick in phase.tricks]
            return


def test_points_of_the_declarers_are_hidden_where_the_rules_say_so():
    for phase, _, _ in walk(PRESETS["pagat"], 3, deals=1):
        if isinstance(phase, Playing) and len(phase.tricks) == 9:
            view = spectator_view(phase)
            assert [points is None for points in view.points] == [bool(side) for side in view.sides]
            assert view.opponents_points == sum(p for p in view.points if p is not None) + fines(phase)
            return


def fines(phase):
    return sum(fine if s in phase.declarers else -fine for s, fine in enumerate(phase.penalties))


def test_a_watcher_holds_nothing_and_is_asked_nothing():
    for phase, _, _ in walk(PRESETS["club"], 5, deals=1):
        view = spectator_view(phase)
        assert (view.hand, view.ask, view.can_take_back, view.can_end_deal) == ((), Ask.NOTHING, False, False)


def test_friends_leave_sides_open_until_all_are_found_or_cannot_be():
    rules = with_options(PRESETS["looking-for-friends"], friends="1")
    opened = found = 0
    for seed in range(6):
        for phase, _, _ in walk(rules, seed, deals=1):
            if not isinstance(phase, Playing):
                continue
            view, friend = spectator_view(phase), phase.friends[0]
            lying = [c for t in (*phase.tricks, phase.trick) for p in t.plays for c in p.cards]
            settled = friend.joined is not None or lying.count(friend.call.card) == 2
            assert (None in view.sides) is not settled
            assert (view.opponents_points is None) is not settled
            opened, found = opened + (not settled), found + settled
    assert opened
    assert found


def test_the_kitty_is_known_to_who_buried_it_and_at_the_end_to_all():
    seen = set()
    for before, _, step in walk(PRESETS["club"], 8, deals=1):
        if isinstance(before, Playing):
            known = [view_for(before, Seat(s)).kitty == before.kitty for s in range(4)]
            assert known == [s == before.burier for s in range(4)]
            assert spectator_view(before).kitty is None
            seen.add("playing")
        if isinstance(step.events[-1], DealEnded):
            assert spectator_view(step.phase).kitty == step.phase.kitty
            seen.add("over")
    assert seen == {"playing", "over"}


def test_a_view_names_its_own_cards_only():
    phase = next(p for p, _, _ in walk(PRESETS["club"], 4, deals=1) if isinstance(p, Playing))
    assert view_for(phase, Seat(2)).hand == phase.hands[2]
    assert view_for(phase, Seat(2)).hand_sizes == (25, 25, 25, 25)
    with pytest.raises(IllegalAction):
        view_for(phase, Seat(4))
