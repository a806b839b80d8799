"""Every suggestion of `/play` fits Discord's limits, and is accepted as an answer when a user types it."""

import random
from collections import Counter
from itertools import cycle

import pytest

from bot.play.refusals import TableRefused
from bot.text.languages import TAGS
from bot.ui.typed.parse_answers import MAX_OFFER_LENGTH, MAX_OFFERS, list_offers, parse_action
from engine.deal.legal_actions import check_action, friends_to_call
from engine.model.actions import Bury, ClaimRedeal, EndDeal, Pass, PickUp, TakeBack
from engine.model.cards import format_cards
from engine.model.errors import IllegalAction
from engine.model.view import Ask
from engine.players.levels import choose
from tests.bot.ui.panel_positions import CATALOGUE, preset_positions
from tests.preset_cover import EVERY_PRESET

LOCALES = cycle(TAGS)


def adviser_of(view):
    async def ask():
        return choose("expert", view, random.Random(2))

    return ask


async def offered(view, typed=""):
    found = await list_offers(view, typed, CATALOGUE.texts_for(next(LOCALES)), adviser_of(view))
    assert len(found) <= MAX_OFFERS
    assert len({offer.value for offer in found}) == len(found)
    for offer in found:
        assert 0 < len(offer.name) <= MAX_OFFER_LENGTH
        assert 0 < len(offer.value) <= MAX_OFFER_LENGTH
    return found


@pytest.mark.parametrize("name", EVERY_PRESET)
async def test_every_suggestion_is_accepted(name):
    seen = Counter()
    for view in preset_positions(name):
        found = await offered(view)
        assert found or view.ask is Ask.NOTHING, view.ask
        if view.ask is Ask.CALL:
            for _ in range(friends_to_call(view) - 1):
                found = await offered(view, found[0].value)
        for offer in found:
            check_action(view, parse_action(view, offer.value))
        seen[view.ask] += 1
    assert {Ask.DECLARE, Ask.BURY, Ask.LEAD, Ask.FOLLOW} <= set(seen)


async def test_suggested_bury_includes_typed_cards():
    view = next(v for v in preset_positions("standard") if v.ask is Ask.BURY)
    for count in (1, 5, 8):
        mine = view.hand[:count]
        found = [parse_action(view, offer.value) for offer in await offered(view, format_cards(mine))]
        buries = [action for action in found if isinstance(action, Bury) and len(action.cards) == view.kitty_size]
        assert buries
        for action in buries:
            assert Counter(action.cards) >= Counter(mine)
            check_action(view, action)


async def test_unfinished_word_keeps_the_suggestions():
    views = (v for v in preset_positions("standard") if v.ask is Ask.LEAD)
    view = next(views)
    card = view.hand[0]
    whole, begun = await offered(view, str(card)), await offered(view, f"{card} S")
    assert {o.value for o in whole} == {o.value for o in begun}
    assert all(str(card) in o.value for o in whole)


@pytest.mark.parametrize(
    ("typed", "suit"), [("D", "D"), ("♦", "D"), ("方块", "D"), ("dia", "D"), ("黑", "S"), ("hea", "H"), ("梅花", "C")]
)
async def test_unfinished_suit_narrows_suggestions(typed, suit):
    view = next(v for v in preset_positions("standard") if v.ask is Ask.LEAD)
    assert {card.suit.value for card in view.hand if card.suit is not None} == set("SHCD")
    for language in TAGS:
        found = await list_offers(view, typed, CATALOGUE.texts_for(language), adviser_of(view))
        foreign = (typed in {"dia", "hea"} and language != "en") or (typed == "黑" and language == "en")
        assert found or foreign
        assert all(suit in offer.value for offer in found)


async def test_rank_narrows_suggestions_and_nonsense_gives_none():
    view = next(v for v in preset_positions("standard") if v.ask is Ask.LEAD)
    rank = next(card.rank.text for card in view.hand if card.rank is not None)
    found = await offered(view, rank)
    assert found
    assert all(rank in offer.value for offer in found)
    assert await offered(view, "zzz") == []


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("pass", Pass()), ("過", Pass()), (" 不亮 ", Pass()), ("Claim", ClaimRedeal()), ("重发", ClaimRedeal()),
        ("take", PickUp(take=True)), ("不捡", PickUp(take=False)), ("Undo", TakeBack()), ("結束", EndDeal()),
    ],
)  # fmt: skip
def test_words_for_actions_are_understood(typed, action):
    view = next(iter(preset_positions("standard")))
    assert parse_action(view, typed) == action


def test_nonsense_is_always_refused():
    for view in preset_positions("hidden-ten"):
        with pytest.raises((TableRefused, IllegalAction)):
            parse_action(view, "what?")
