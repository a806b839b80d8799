"""A puzzle depends on its seed only, is judged from the view alone, and has one lead that is clearly the best."""

import random
from collections import Counter
from dataclasses import replace

import pytest

from engine.deal.legal_actions import check_action, legal_plays
from engine.io.record import Replay, format_record, parse_record
from engine.model.actions import Play
from engine.model.presets import PRESETS, preset
from engine.model.view import Ask, PhaseName
from engine.players.advice.compare_plays import ComparedPlay, compare_given
from engine.players.advice.play_reasons import PlayReason, find_reason
from engine.puzzles.find_lead import (
    CERTAIN_ERRORS,
    FEWEST_CARDS,
    LEAST_GAP,
    LeadPuzzle,
    confirm_lead,
    find_lead,
    kind_of_lead,
    merge_comparisons,
    open_position,
)
from engine.puzzles.self_play import play_deal
from tests.everyday import spread

STANDARD = PRESETS["standard"]
FIRST_SEED = 261
"""The first seed that is tried. It gives a puzzle, which only about one in sixty seeds does."""
MOST_SEEDS = 100


@pytest.fixture(scope="module")
def seed_and_puzzle():
    """Return (seed, puzzle) for the first seed whose puzzle is confirmed by a second comparison."""
    seeds = (f"puzzle {number}" for number in range(FIRST_SEED, FIRST_SEED + MOST_SEEDS))
    found = ((seed, find_lead(STANDARD, seed)) for seed in seeds)
    return next((seed, one) for seed, one in found if one is not None and confirm(one) is not None)


@pytest.fixture(scope="module")
def seed(seed_and_puzzle):
    return seed_and_puzzle[0]


@pytest.fixture(scope="module")
def found(seed_and_puzzle):
    return seed_and_puzzle[1]


def confirm(found, name="", deals=160):
    view, plays = open_position(found.record), [one.cards for one in found.plays]
    parts = [compare_given(view, plays, random.Random(f"{name} {part}"), deals // 4) for part in range(4)]
    return confirm_lead(found, parts)


@pytest.mark.long
def test_same_seed_gives_the_same_puzzle(seed, found):
    again = find_lead(STANDARD, seed)
    assert again == found
    assert confirm(again) == confirm(found)


def test_position_is_a_lead_with_a_choice(found):
    view = open_position(parse_record(format_record(found.record)))
    assert view == open_position(found.record)
    assert view.ask is Ask.LEAD
    assert view.phase is PhaseName.PLAYING
    assert len(view.hand) >= FEWEST_CARDS
    assert Replay(found.record).stopped is None
    for one in found.plays:
        check_action(view, Play(one.cards))
    assert len({kind_of_lead(view, one.cards) for one in found.plays}) == len(found.plays) >= 2


@pytest.mark.parametrize(("name", "deals"), spread(1, [("one", 160), ("another", 640)]))
def test_best_lead_is_clear_in_fresh_deals(found, name, deals):
    puzzle = confirm(found, name, deals)
    best, *others = puzzle.plays
    assert best.cards == found.plays[0].cards
    assert best.behind == 0
    for one in others:
        assert one.behind >= LEAST_GAP
        assert one.behind >= CERTAIN_ERRORS * one.error
        assert one.deals == deals


def test_doubtful_lead_is_refused(found):
    near = [replace(one, behind=min(one.behind, LEAST_GAP / 2)) for one in found.plays]
    unsure = [replace(one, error=1.0) for one in found.plays]
    for plays in (near, unsure, found.plays[:1], ()):
        assert confirm_lead(found, [plays] * 3) is None


@pytest.mark.long
def test_leading_the_only_tractor_is_no_puzzle(monkeypatch):
    """A lead of the only tractor is too obvious for a puzzle. The puzzle may be about another lead of the hand."""
    outcomes = Counter()

    def prefer(best):
        def compare(view, plays, *_):
            ranked = sorted(plays, key=best, reverse=True)
            behind = [at and 0.5 for at in range(len(ranked))]
            return tuple(
                ComparedPlay(c, 80.0, 0.0, gap, 0.0, 99, points_behind=20 * gap)
                for c, gap in zip(ranked, behind, strict=True)
            )

        monkeypatch.setattr("engine.puzzles.find_lead.compare_given", compare)

    for number in range(30):
        prefer(len)
        found = find_lead(STANDARD, f"tractor {number}")
        if found is not None:
            lengths = sorted(map(len, legal_plays(open_position(found.record))))
            assert lengths[-1] < 4 or lengths[-2] == lengths[-1]
        prefer(lambda cards: -len(cards))
        outcomes[found is not None, find_lead(STANDARD, f"tractor {number}") is not None] += 1
    assert outcomes[False, True] >= 1, "hands with one tractor"
    assert outcomes[True, True] >= 5


def test_search_that_has_no_time_finds_nothing(seed):
    assert find_lead(STANDARD, seed, lambda: False) is None


def test_merged_comparisons_are_weighted_by_their_deals():
    def part(points, behind, deals):
        first = ComparedPlay((1,), points, 1.0, 0.0, 0.0, deals, 1.0, 0.1)
        return first, ComparedPlay((2,), 50.0, 0.5, behind, 0.1, deals, 0.5, 0.1, 20 * behind)

    first, second = merge_comparisons([part(80.0, 0.2, 100), part(60.0, 0.6, 300)])
    assert (first.points, first.behind, first.deals) == (65.0, 0.0, 400)
    assert second.behind == pytest.approx(0.5)
    assert second.error == pytest.approx((0.025**2 + 0.075**2) ** 0.5)


@pytest.mark.parametrize(
    "name", spread(1, ["standard", "hidden-ten", "finding-friends", "forty-points", "pagat-three-decks"])
)
def test_self_play_is_repeatable_and_legal(name):
    decisions = list(play_deal(preset(name), "a seed"))
    assert Counter(one.view.ask for one in decisions)[Ask.LEAD] >= 5
    assert [one.view for one in play_deal(preset(name), "a seed")] == [one.view for one in decisions]
    last = decisions[-1]
    assert Replay(last.record).stopped is None
    assert open_position(last.record) == last.view


@pytest.mark.parametrize("name", spread(1, ["standard", "hidden-ten", "finding-friends", "pagat-three-decks"]))
def test_given_plays_are_compared_under_different_rules(name):
    view = next(one.view for one in play_deal(preset(name), "b") if one.view.ask is Ask.LEAD and one.view.tricks)
    plays = list(legal_plays(view))[:4]
    found = compare_given(view, plays, random.Random(1), 20)
    assert found[0].cards == plays[0]
    assert found[0].behind == 0
    assert {one.cards for one in found} <= set(plays)
    assert [one.behind for one in found[1:]] == sorted(one.behind for one in found[1:])
    assert found == compare_given(view, plays, random.Random(1), 20)
    assert len(compare_given(view, [plays[0], plays[0]], random.Random(1), 20)) == 1, "alike"


def test_reason_of_the_best_lead_is_not_trivial(found):
    view = open_position(found.record)
    assert find_reason(view, found.plays[0].cards) not in {PlayReason.SURE, PlayReason.LAST}
    assert isinstance(found, LeadPuzzle)
