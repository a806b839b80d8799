"""Plays are compared by the points and levels that they are expected to bring, under several presets."""

import random
from functools import cache

import pytest

from engine.deal.legal_actions import check_action, legal_plays
from engine.model.actions import Play
from engine.model.presets import preset
from engine.model.view import Ask
from engine.players.advice.compare_plays import CompareEffort, compare_plays
from engine.players.levels import choose
from tests.bot.ui.panel_positions import positions
from tests.everyday import chosen, spread

SOME = CompareEffort(first_deals=4, deals=15)


@cache
def asked_views(name, seed=1):
    """Return the views of a deal in which the seat must play. They are computed once for all tests."""
    return [v for v in positions(preset(name), random.Random(seed)) if v.ask in {Ask.LEAD, Ask.FOLLOW}]


@pytest.mark.parametrize(
    "name", chosen(["standard", "finding-friends", "hidden-ten", "pagat-three-decks"], {"standard", "hidden-ten"})
)
def test_given_play_comes_first_and_others_are_legal(name):
    views, effort = asked_views(name), CompareEffort(first_deals=1, deals=12)
    compared = [
        (view, compare_plays(view, tuple(next(iter(legal_plays(view)))), random.Random(1), effort))
        for view in views[::20]
    ]
    assert sum(bool(plays) for _, plays in compared) > len(compared) // 2
    for view, plays in compared:
        assert len(plays) <= effort.plays
        for play in plays:
            check_action(view, Play(play.cards))
            assert 0 <= play.points <= 400
        if plays:
            assert plays[0].cards == tuple(next(iter(legal_plays(view))))
            assert plays[0].behind == 0
            assert [one.behind for one in plays[1:]] == sorted(one.behind for one in plays[1:])


def test_levels_near_the_end_agree_with_the_points():
    """If the opponents have 80 points, no play can give the declarers levels or take levels from the opponents."""
    late = [view for seed in range(8) for view in asked_views("standard", seed) if len(view.hand) == 2]
    signs = set()
    for view in late:
        for play in compare_plays(view, tuple(next(iter(legal_plays(view)))), random.Random(2), SOME):
            points = view.opponents_points
            assert play.points >= points
            if points >= 80:
                assert play.levels >= 0 if not view.sides[view.seat] else play.levels <= 0
                signs.add(view.sides[view.seat])
    assert signs == {True, False}


@pytest.mark.long
def test_foolish_play_is_clearly_worse():
    """In several positions, the expert's play is clearly better than the play with the most points in its cards."""
    better = 0
    for view in asked_views("standard", 4)[36::4]:
        worst = max(legal_plays(view, 40), key=lambda cards: sum(card.points for card in cards))
        best = choose("expert", view, random.Random(1)).cards
        plays = compare_plays(view, worst, random.Random(3), CompareEffort(plays=9, first_deals=8, deals=60))
        better += any(play.cards == best and play.is_clearly_better for play in plays)
    assert better > 2


def matters(view):
    """Return whether legal plays differ in suits or points, so that the choice matters.

    It never matters for the last seat of a trick that its own side wins.
    """
    if len(view.trick.plays) == len(view.sides) - 1 and view.sides[view.trick.winner] is view.sides[view.seat]:
        return False
    suit_of = view.card_order.order.suit_of
    return len({tuple(sorted((suit_of[card], card.points) for card in cards)) for cards in legal_plays(view, 40)}) > 1


@pytest.mark.parametrize("name", spread(1, ["standard", "finding-friends", "hidden-ten", "pagat-three-decks"]))
def test_another_play_is_named_where_the_choice_matters(name):
    """At least 95 % of the plays that matter are compared with another play, even with a far worse one."""
    effort = CompareEffort(first_deals=1, deals=12)
    views = [view for view in asked_views(name)[::5] if matters(view)]
    found = [
        len(plays)
        for view in views
        if (plays := compare_plays(view, choose("expert", view, random.Random(1)).cards, random.Random(1), effort))
    ]
    assert len(found) > 10
    assert sum(number > 1 for number in found) >= 0.95 * len(found)


def test_nothing_is_compared_without_a_choice_or_without_time():
    forced = next(v for v in asked_views("standard") if len(list(legal_plays(v, 2))) == 1)
    assert compare_plays(forced, next(iter(legal_plays(forced))), random.Random(1), SOME) == ()
    view = asked_views("standard")[0]
    assert compare_plays(view, next(iter(legal_plays(view))), random.Random(1), SOME, lambda: False) == ()


def test_same_seed_gives_the_same_numbers():
    view = asked_views("standard")[2]
    cards = next(iter(legal_plays(view)))
    assert compare_plays(view, cards, random.Random(5), SOME) == compare_plays(view, cards, random.Random(5), SOME)


def test_plays_are_fully_compared_after_a_short_search():
    view = asked_views("standard")[2]
    found = compare_plays(view, next(iter(legal_plays(view))), random.Random(5), SOME, None, lambda: False)
    assert len(found) == SOME.plays
    assert {one.deals for one in found} == {SOME.deals}
