"""What `/play` offers at every question of every preset is taken when it is typed, and Discord takes the offer."""

import random
from collections import Counter
from itertools import cycle

import pytest
from test_ui_panels import CATALOGUE, positions

from bot.play.refusals import Refused
from bot.ui.answering import LONGEST, OFFERED, offers, typed_action
from engine.actions import Bury, ClaimRedeal, EndDeal, Pass, PickUp, TakeBack
from engine.cards import cards_text
from engine.errors import IllegalAction
from engine.options import calls_wanted, check
from engine.players import choose
from engine.presets import PRESETS, preset
from engine.view import Ask

LOCALES = cycle(("en", "zh-CN", "zh-TW"))


def adviser_of(view):
    async def ask():
        return choose("club", view, random.Random(2))

    return ask


async def offered(view, typed=""):
    found = await offers(view, typed, CATALOGUE.texts(next(LOCALES)), adviser_of(view))
    assert len(found) <= OFFERED
    assert len({offer.value for offer in found}) == len(found)
    for offer in found:
        assert 0 < len(offer.name) <= LONGEST
        assert 0 < len(offer.value) <= LONGEST
    return found


@pytest.mark.parametrize("name", PRESETS)
async def test_what_is_offered_is_taken(name):
    rng, seen = random.Random(f"offers {name}"), Counter()
    for view in positions(preset(name), rng):
        found = await offered(view)
        assert found or view.ask is Ask.NOTHING, view.ask
        if view.ask is Ask.CALL:
            for _ in range(calls_wanted(view) - 1):
                found = await offered(view, found[0].value)
        for offer in found:
            check(view, typed_action(view, offer.value))
        seen[view.ask] += 1
    assert {Ask.DECLARE, Ask.BURY, Ask.LEAD, Ask.FOLLOW} <= set(seen)


async def test_a_bury_is_completed_around_what_is_typed():
    view = next(v for v in positions(preset("club"), random.Random(8)) if v.ask is Ask.BURY)
    for count in (1, 5, 8):
        mine = view.hand[:count]
        found = [typed_action(view, offer.value) for offer in await offered(view, cards_text(mine))]
        buries = [action for action in found if isinstance(action, Bury) and len(action.cards) == view.kitty_size]
        assert buries
        for action in buries:
            assert Counter(action.cards) >= Counter(mine)
            check(view, action)


async def test_a_word_that_is_not_finished_still_narrows():
    views = (v for v in positions(preset("club"), random.Random(3)) if v.ask is Ask.LEAD)
    view = next(views)
    card = view.hand[0]
    whole, begun = await offered(view, str(card)), await offered(view, f"{card} S")
    assert {o.value for o in whole} == {o.value for o in begun}
    assert all(str(card) in o.value for o in whole)


@pytest.mark.parametrize(
    ("typed", "suit"), [("D", "D"), ("♦", "D"), ("方块", "D"), ("dia", "D"), ("黑", "S"), ("hea", "H"), ("梅花", "C")]
)
async def test_a_suit_that_is_begun_narrows(typed, suit):
    view = next(v for v in positions(preset("club"), random.Random(3)) if v.ask is Ask.LEAD)
    assert {card.suit.value for card in view.hand if card.suit is not None} == set("SHCD")
    for language in ("en", "zh-CN", "zh-TW"):
        found = await offers(view, typed, CATALOGUE.texts(language), adviser_of(view))
        foreign = (typed in {"dia", "hea"} and language != "en") or (typed == "黑" and language == "en")
        assert found or foreign
        assert all(suit in offer.value for offer in found)


async def test_a_rank_that_is_begun_narrows_and_nonsense_finds_nothing():
    view = next(v for v in positions(preset("club"), random.Random(3)) if v.ask is Ask.LEAD)
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
def test_words_in_place_of_cards(typed, action):
    view = next(iter(positions(preset("club"), random.Random(3))))
    assert typed_action(view, typed) == action


def test_nonsense_is_refused_whatever_is_asked():
    for view in positions(preset("hidden-ten"), random.Random(3)):
        with pytest.raises((Refused, IllegalAction)):
            typed_action(view, "what?")
