"""Cards that a seat cannot see change neither its view nor the events of its actions."""

import random
from dataclasses import fields, is_dataclass, replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from illegal_actions import illegal_actions
from permute_hidden_cards import permute_hidden_cards
from random_play import play_randomly
from random_rules import random_rules
from small_deals import after_drawing, run

from engine.cli import play_match
from engine.deal.game import apply, ask_in_play, seat_in_turn, spectator_view, view_for
from engine.deal.legal_actions import check_action, legal_declarations
from engine.deal.phases.states import Declaring, Playing
from engine.model.actions import Bury, CallFriends, Declare, PickUp, Play
from engine.model.cards import Card, parse_cards
from engine.model.errors import IllegalAction, Reason
from engine.model.events import (
    DealEnded,
    Declared,
    FriendJoined,
    FriendsCalled,
    KittyShown,
    KittyTurned,
    MatchWon,
    Played,
    Redealt,
    ThrowFailed,
)
from engine.model.presets import PRESETS, with_options
from engine.model.seats import Seat
from engine.model.view import Ask, PhaseName

ODD = {
    "bidding with own levels": with_options(PRESETS["looking-for-friends"], next_declarer="bid"),
    "theft that moves the declarer": with_options(
        PRESETS["looking-for-friends"], kitty_theft="yes", theft_moves_declarer="yes"
    ),
    "theft": with_options(PRESETS["standard"], kitty_theft="yes"),
    "early end after theft": with_options(PRESETS["standard"], kitty_theft="yes", early_end="yes", play_takeback="yes"),
    "friends, all may be hidden": with_options(
        PRESETS["finding-friends"], show_played_cards="no", show_declarer_points="no", early_end="yes"
    ),
    "must beat in secret": with_options(PRESETS["pagat"], show_throw_stopper="no"),
    "hidden ten with a moving caller": with_options(
        PRESETS["hidden-ten"], kitty_theft="yes", theft_moves_declarer="yes"
    ),
    "hidden ten with takebacks": with_options(PRESETS["hidden-ten"], play_takeback="yes", declare_takeback="yes"),
    "hidden ten with throws": with_options(
        PRESETS["hidden-ten-six"], throws="all", must_beat_failed_throw="yes", throw_penalty="ten_per_card"
    ),
}
ALL = {**PRESETS, **ODD}
quick = settings(max_examples=25, deadline=None, derandomize=True)


def viewers(rules):
    return (*map(Seat, range(rules.players)), None)


def view_for_viewer(phase, seat):
    return spectator_view(phase) if seat is None else view_for(phase, seat)


def check_views_hide_cards(rules, seed, share):
    """Shuffle hidden cards in some positions of a deal, and check that no view and no event changes.

    `share` is the probability that a position is checked. Return how many shuffles moved a card.
    """
    rng, checked = random.Random(seed), 0
    for phase, move, step in islice(play_randomly(rules, seed, deals=1), 600):
        if rng.random() < share:
            for seat in viewers(rules):
                other = permute_hidden_cards(phase, seat, rng)
                checked += other is not None and other != phase
                assert other is None or view_for_viewer(other, seat) == view_for_viewer(phase, seat)
            check_events_hide_cards(phase, move, step, rng)
    return checked


def check_events_hide_cards(phase, move, step, rng):
    """Check that shuffled hidden cards give the same events. Throws and the result of the deal may differ."""
    other = (
        permute_hidden_cards(phase, move.seat, rng)
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
def test_no_view_depends_on_hidden_cards(name):
    assert check_views_hide_cards(ALL[name], 2, 0.25) > 10


@pytest.mark.long
@quick
@given(seed=st.integers(0, 2**32))
def test_views_hide_cards_under_random_rules(seed):
    check_views_hide_cards(random_rules(random.Random(seed)), seed, 0.1)


@pytest.mark.parametrize("name", ["standard", "hidden-ten", "online"])
def test_question_is_the_same_without_building_a_view(name):
    asked = 0
    for phase, _, _ in play_randomly(ALL[name], 4, deals=1):
        turn = seat_in_turn(phase)
        view = spectator_view(phase) if turn is None else view_for(phase, turn)
        expected = (view.ask, len(view.tricks)) if view.phase is PhaseName.PLAYING else None
        assert ask_in_play(phase) == expected
        asked += expected is not None
    assert asked > 20


@pytest.mark.parametrize("name", ALL)
def test_events_contain_no_hidden_cards(name):
    for before, move, step in play_randomly(ALL[name], 3, deals=1):
        for event in step.events:
            named = sorted(cards_in(event))
            match event:
                case Played() | ThrowFailed() | Declared():
                    assert set(named) <= set(move.action.cards)
                case KittyShown(cards):
                    assert sorted(cards) == sorted(kitty_of(before))
                case KittyTurned(cards):
                    assert cards == before.order[-before.rules.kitty_size :][: len(cards)]
                case Redealt() if named:
                    assert named == sorted(before.hands[move.seat])
                case FriendsCalled() | FriendJoined() | DealEnded():
                    pass
                case _:
                    assert not named


def test_only_safe_throws_are_led_and_none_fails():
    rules = with_options(PRESETS["standard"], throws_safe_only="yes", low_cut="9", start_level="9")
    led = 0
    for seed in range(6):
        random_steps = (step.events for _, _, step in play_randomly(rules, seed, deals=1))
        computers_steps = (events for _, events in play_match(rules, seed, "expert", deals=1))
        for events in (*random_steps, *computers_steps):
            assert not any(isinstance(event, ThrowFailed) for event in events)
            led += sum(isinstance(event, Played) and len(event.units) > 1 for event in events)
    assert led > 3


def test_buried_cards_make_a_throw_safe_only_for_their_burier():
    rules = with_options(PRESETS["standard"], throws_safe_only="yes")
    phase = next(iter(playing_phases(rules)))
    seat, ace, throw = phase.turn, parse_cards("SA"), parse_cards("SA SK")
    assert phase.burier == seat
    others = [card for card in phase.hands[seat] if card not in ace]
    hand = (*throw, *others[: len(phase.hands[seat]) - len(throw)])
    hands = tuple(hand if at == seat else held for at, held in enumerate(phase.hands))
    buried = replace(phase, hands=hands, kitty=(*ace, *phase.kitty[1:]))
    assert apply(buried, seat, Play(throw)).phase.trick.plays
    with pytest.raises(IllegalAction) as refused:
        apply(replace(buried, burier=Seat((seat + 1) % 4)), seat, Play(throw))
    assert refused.value.reason is Reason.UNSAFE_THROW


def test_nothing_can_be_declared_during_the_tricks():
    phases = playing_phases(PRESETS["standard"])
    assert len(phases) > 50
    views = [replace(view_for(phase, phase.turn), declarations=()) for phase in phases]
    assert any(card.rank is view.trump.rank for view in views for card in view.hand), "no seat holds a level card"
    assert all(legal_declarations(view) == () for view in views)


def playing_phases(rules):
    """Return the phases of a random deal in which tricks are played."""
    return [step.phase for _, _, step in play_randomly(rules, 1, deals=1) if isinstance(step.phase, Playing)]


def kitty_of(phase):
    return phase.order[-phase.rules.kitty_size :] if isinstance(phase, Declaring) else phase.kitty


def cards_in(value):
    """Yield each card that an event contains."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple | frozenset):
        for part in value:
            yield from cards_in(part)
    elif is_dataclass(value):
        for field in fields(value):
            yield from cards_in(getattr(value, field.name))


@pytest.mark.long
@quick
@given(seed=st.integers(0, 2**32))
def test_check_action_agrees_with_the_game(seed):
    """`check_action` and `apply` refuse the same actions for the same reasons. Failed throws are accepted."""
    rng = random.Random(seed)
    rules = random_rules(rng)
    for _, _, step in islice(play_randomly(rules, seed, deals=1), 400):
        if rng.random() < 0.05:
            for seat in map(Seat, range(rules.players)):
                for action in illegal_actions(view_for(step.phase, seat), rng):
                    assert find_refusal(check_action, view_for(step.phase, seat), action) == find_refusal(
                        apply, step.phase, seat, action
                    )


def find_refusal(judge, *arguments):
    try:
        judge(*arguments)
    except IllegalAction as refused:
        return refused.reason, refused.facts
    return None


# --- hidden teams ----------------------------------------------------------------------------------------------------


def start_hidden_ten(seed):
    """Return (phase before the first lead, called ten) of a deal with hidden teams.

    In this deal, only the last declaration has shown the called ten.
    """
    for phase, _, _ in play_randomly(PRESETS["hidden-ten"], seed, deals=1):
        if isinstance(phase, Playing):
            ten = next(c for c in phase.dealt.declarations[-1].cards if not c.is_joker)
            again = sum(ten in declared.cards for declared in phase.dealt.declarations) > 1
            return start_hidden_ten(seed + 1000) if again else (phase, ten)
    return None


@pytest.mark.parametrize("seed", range(12))
def test_hidden_sides_are_known_only_to_ten_holders(seed):
    phase, ten = start_hidden_ten(seed)
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


def test_called_ten_in_an_overruled_declaration_reveals_side():
    hands = ("LJ S10 SA", "BJ S10", "S3", "S4")
    phase, _ = run(after_drawing(PRESETS["hidden-ten"], hands=hands, kitty=""), "0 declare LJ S10", "1 declare BJ S10")
    phase, _ = run(phase, "table close")
    phase, _ = run(phase, f"1 bury {' '.join(map(str, phase.hands[1][-8:]))}")
    assert isinstance(phase, Playing)
    for seat in viewers(phase.rules):
        assert view_for_viewer(phase, seat).sides == (True, True, False, False)


def test_playing_the_ten_reveals_side_to_all():
    for seed in range(30):
        for before, move, step in play_randomly(PRESETS["hidden-ten"], seed, deals=1):
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


def test_only_the_seat_in_turn_sees_its_duty_to_beat():
    found = 0
    for seed in range(40):
        for _, _, step in play_randomly(PRESETS["pagat"], seed, deals=1):
            phase = step.phase
            if isinstance(phase, Playing) and phase.must_beat is not None:
                for seat in viewers(phase.rules):
                    must_beat = view_for_viewer(phase, seat).must_beat
                    assert must_beat == (seat if seat == phase.turn == phase.must_beat else None)
                    found += must_beat is not None
        if found > 3:
            return
    raise AssertionError("nobody had to beat anything")


def test_old_cards_are_hidden_by_option():
    rules = with_options(PRESETS["standard"], show_played_cards="no")
    for phase, _, _ in play_randomly(rules, 3, deals=1):
        if isinstance(phase, Playing) and len(phase.tricks) == 3:
            tricks = view_for(phase, Seat(0)).tricks
            assert [bool(trick.plays) for trick in tricks] == [False, False, True]
            assert [trick.winner for trick in tricks] == [trick.winner for trick in phase.tricks]
            return


def test_declarer_points_are_hidden_by_option():
    for phase, _, _ in play_randomly(PRESETS["pagat"], 3, deals=1):
        if isinstance(phase, Playing) and len(phase.tricks) == 9:
            view = spectator_view(phase)
            assert [points is None for points in view.points] == [bool(side) for side in view.sides]
            assert view.opponents_points == sum(p for p in view.points if p is not None) + penalties_in(phase)
            return


def penalties_in(phase):
    return sum(fine if s in phase.declarers else -fine for s, fine in enumerate(phase.penalties))


def test_spectator_has_no_hand_and_no_question():
    for phase, _, _ in play_randomly(PRESETS["standard"], 5, deals=1):
        view = spectator_view(phase)
        assert (view.hand, view.ask, view.can_take_back, view.can_end_deal) == ((), Ask.NOTHING, False, False)


def test_nobody_has_passed_before_deal_or_during_play():
    for phase, _, _ in play_randomly(PRESETS["standard"], 5, deals=1):
        view = spectator_view(phase)
        assert view.phase not in {PhaseName.READY, PhaseName.BURYING, PhaseName.PLAYING} or not any(view.passed)


def test_sides_are_unknown_until_friends_are_known():
    rules = with_options(PRESETS["looking-for-friends"], friends="1")
    opened = found = 0
    for seed in range(6):
        for phase, _, _ in play_randomly(rules, seed, deals=1):
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


def test_kitty_is_known_only_to_burier_until_end():
    seen = set()
    for before, _, step in play_randomly(PRESETS["standard"], 8, deals=1):
        if isinstance(before, Playing):
            known = [view_for(before, Seat(s)).kitty == before.kitty for s in range(4)]
            assert known == [s == before.burier for s in range(4)]
            assert spectator_view(before).kitty is None
            seen.add("playing")
        if isinstance(step.events[-1], DealEnded):
            assert spectator_view(step.phase).kitty == step.phase.kitty
            seen.add("over")
    assert seen == {"playing", "over"}


def test_view_contains_only_own_cards():
    phase = next(p for p, _, _ in play_randomly(PRESETS["standard"], 4, deals=1) if isinstance(p, Playing))
    assert view_for(phase, Seat(2)).hand == phase.hands[2]
    assert view_for(phase, Seat(2)).hand_sizes == (25, 25, 25, 25)
    with pytest.raises(IllegalAction):
        view_for(phase, Seat(4))
