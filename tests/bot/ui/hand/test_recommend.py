"""The recommended action depends only on the view. It is None if the computer player fails to choose."""

import random
from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.play.computers.search_or_rules import ComputerPlayerWorker
from bot.ui.hand.advice import recommend_action
from bot.ui.hand.play_choices import MAX_PLAY_BUTTONS, choose_plays, list_required_cards
from engine.deal.legal_actions import as_lead, check_action, legal_plays
from engine.model.cards import Rank, Suit, holds, parse_cards
from engine.model.presets import preset
from engine.model.trump import Trump
from engine.model.view import Ask
from engine.players.advice.compare_plays import ComparedPlay, can_compare
from tests.bot.ui.panel_positions import positions


def played_views(name, seeds):
    views = (v for seed in seeds for v in positions(preset(name), random.Random(seed)))
    return [v for v in views if v.ask in {Ask.LEAD, Ask.FOLLOW}]


@pytest.mark.long
async def test_same_view_gets_same_recommendation():
    worker = ComputerPlayerWorker()
    services = SimpleNamespace(computer_players=worker)
    throws = 0
    for view in played_views("standard", range(1)):
        first = await recommend_action(services, view)
        check_action(view, first)
        assert await recommend_action(services, view) == first
        throws += view.ask is Ask.LEAD and as_lead(view, first.cards).is_throw
    assert throws > 0, "safe throws are recommended"
    await worker.close()


async def test_failed_choice_recommends_nothing():
    class Broken:
        async def advise(self, _view):
            raise KeyError

    view = played_views("standard", [1])[0]
    assert await recommend_action(SimpleNamespace(computer_players=Broken()), view) is None
    assert 1 <= len(choose_plays(view, ())) <= MAX_PLAY_BUTTONS


def test_required_cards_are_in_every_legal_play():
    met = set()
    for view in played_views("standard", range(4)):
        required = list_required_cards(view)
        plays = list(legal_plays(view, 61)) if view.ask is Ask.FOLLOW else []
        assert all(holds(cards, required) for cards in plays[:60])
        if 1 < len(plays) < 61:
            others = {card for cards in plays for card in cards} - set(required)
            assert all(any(not holds(cards, (card,)) for cards in plays) for card in others)
            met.add(bool(required))
    assert met == {True, False}


def test_required_cards_are_known_among_many_plays():
    """Four hearts were led, and the hand has only two. Both are required, with any two of the other eighteen cards."""
    view = next(one for one in played_views("standard", [1]) if one.ask is Ask.FOLLOW)
    hand = parse_cards("S3 S4 S6 S7 S8 S9 C3 C4 C6 C7 C8 C9 D3 D4 D6 D7 D8 D9 H5 H9")
    tractor = parse_cards("HQ HQ HJ HJ")
    led = replace(view.trick.plays[0], cards=tractor, units=(tractor,))
    trump = Trump.of(view.rules, Rank.TWO, Suit.SPADES)
    view = replace(view, hand=hand, trump=trump, trick=replace(view.trick, plays=(led,), winner=led.seat))
    assert len(list(legal_plays(view, 61))) == 61
    assert sorted(list_required_cards(view)) == sorted(parse_cards("H5 H9"))


class ComparedWorker(ComputerPlayerWorker):
    """A fake worker. It compares a play with another that gains `gain` levels, with standard error `error`."""

    def __init__(self, gain, error):
        super().__init__()
        self.gain, self.error = gain, error

    async def compare(self, view, cards):
        other = next(one for one in legal_plays(view) if sorted(one) != sorted(cards))
        better = ComparedPlay(other, 70.0, 0.5, -self.gain, self.error, 99)
        return ComparedPlay(cards, 80.0, 0.0, 0.0, 0.0, 99), better


@pytest.mark.parametrize(("gain", "error", "follows"), [(0.3, 0.1, True), (0.3, 0.4, False), (-0.3, 0.1, False)])
async def test_advice_follows_significant_comparison(gain, error, follows):
    """If another play is clearly better, the advice changes to it. The advice and the comparison name the same play."""
    worker = ComparedWorker(gain, error)
    view = next(v for v in played_views("standard", [1]) if len(list(legal_plays(v, 2))) > 1)
    before = await worker.advise(view)
    action, compared = await worker.advise_and_compare(view)
    assert (action != before) is follows
    assert await worker.advise(view) == action
    assert compared[0].cards == action.cards
    assert compared[0].behind == 0
    if follows:
        assert compared[1].cards == before.cards
        assert compared[1].behind == pytest.approx(gain)
    await worker.close()


def test_plays_with_a_choice_are_compared_early_in_the_deal():
    views = [v for v in played_views("standard", [2]) if len(list(legal_plays(v, 2))) > 1 and len(v.hand) > 20]
    assert can_compare(next(v for v in views if v.ask is Ask.FOLLOW))
