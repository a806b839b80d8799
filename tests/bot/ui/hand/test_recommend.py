"""The recommended action: the same for the same view, from the view alone, and none if the choice fails."""

import random
from types import SimpleNamespace

import pytest

from bot.play.computer_players import ComputerPlayerWorker
from bot.ui.hand.play_choices import MAX_PLAY_BUTTONS, choose_plays, list_owed_cards
from bot.ui.hand.recommend import recommend_action
from engine.deal.legal_actions import as_lead, check_action, legal_plays
from engine.model.cards import holds
from engine.model.presets import preset
from engine.model.view import Ask
from tests.bot.ui.panel_positions import positions


def played_views(name, seeds):
    views = (v for seed in seeds for v in positions(preset(name), random.Random(seed)))
    return [v for v in views if v.ask in {Ask.LEAD, Ask.FOLLOW}]


@pytest.mark.long
async def test_same_view_gets_same_recommendation():
    worker = ComputerPlayerWorker()
    services = SimpleNamespace(computer_players=worker)
    throws = 0
    for view in played_views("club", range(1)):
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

    view = played_views("club", [1])[0]
    assert await recommend_action(SimpleNamespace(computer_players=Broken()), view) is None
    assert 1 <= len(choose_plays(view, ())) <= MAX_PLAY_BUTTONS


def test_owed_cards_are_in_every_legal_play():
    met = set()
    for view in played_views("club", range(4)):
        owed = list_owed_cards(view)
        plays = list(legal_plays(view, 61)) if view.ask is Ask.FOLLOW else []
        assert all(holds(cards, owed) for cards in plays[:60])
        if 1 < len(plays) < 61:
            others = {card for cards in plays for card in cards} - set(owed)
            assert all(any(not holds(cards, (card,)) for cards in plays) for card in others)
            met.add(bool(owed))
    assert met == {True, False}
