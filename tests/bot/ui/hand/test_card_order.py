"""Pictures, lists, buttons, alternative text and typed answers show cards in one order."""

import random
import re
from itertools import groupby

import pytest

from bot.render.hands.hand_scene import reading_order
from bot.text.describe.cards import format_spoken_cards
from bot.ui.hand.card_selects import group_by_suit, pick_select
from bot.ui.hand.declare_bury_view import bury_blocks
from bot.ui.typed.parse_answers import list_offers, parse_action
from engine.model.actions import Bury, Play
from engine.model.cards import Suit, format_cards, parse_card, parse_cards
from engine.model.view import Ask
from engine.players.levels import choose
from tests.bot.render.sample_views import make_view
from tests.bot.ui.panel_positions import CATALOGUE, asked, preset_positions
from tests.preset_cover import EVERY_PRESET

CARD_ASKS = {Ask.LEAD, Ask.FOLLOW, Ask.BURY}
ENGLISH = CATALOGUE.texts_for("en-US")


def list_views(name):
    """Return every tenth view of a deal, and each view that asks to bury."""
    views = list(preset_positions(name))
    return [view for at, view in enumerate(views) if at % 10 == 0 or view.ask is Ask.BURY]


def list_select_cards(selects):
    return [parse_card(option.value.partition("#")[0]) for select in selects for option in select.options]


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_lists_have_the_order_of_the_picture(name):
    views = [view for view in list_views(name) if view.hand]
    assert any(view.ask is Ask.BURY for view in views)
    for view in views:
        question = asked(view)
        groups = group_by_suit(question, view.hand)
        selects = [pick_select(question, n, suit, cards, 1) for n, (suit, cards) in enumerate(groups)]
        assert list_select_cards(selects) == list(reading_order(view))
        if view.ask is Ask.BURY:
            assert list_select_cards(s for s in bury_blocks(question) if hasattr(s, "options")) == list(
                reading_order(view)
            )


@pytest.mark.parametrize("name", EVERY_PRESET)
async def test_typed_cards_have_the_order_of_the_picture(name):
    rng = random.Random(7)
    for view in list_views(name):
        if view.ask not in CARD_ASKS:
            continue
        action = choose("expert", view, rng)
        assert isinstance(action, Play | Bury)
        mixed = rng.sample(action.cards, len(action.cards))
        assert parse_action(view, format_cards(mixed)).cards == view.card_order.sort_for_display(action.cards)


@pytest.mark.parametrize("name", EVERY_PRESET)
def test_alt_text_has_the_order_of_the_picture(name):
    for view in list_views(name):
        told = ENGLISH.format_hand_alt_text(view, None, bare=True)
        for suit, cards in groupby(reading_order(view), view.card_order.effective_suit):
            held = tuple(cards)
            spoken = format_spoken_cards(ENGLISH, held, bare=suit is not Suit.TRUMP)
            short = ENGLISH.format_cards(held, view.card_order)
            if suit is not Suit.TRUMP:
                short = "-".join(card.rank.text for card in held)
            assert spoken in told or short in told


def test_trump_level_card_is_named_first():
    view = make_view(hand=parse_cards("SK S2 SA H2 BJ"))  # in this view spades are trumps, and the level is 2
    assert format_cards(reading_order(view)) == format_cards(parse_cards("BJ S2 H2 SA SK"))
    assert "2-A-K" in asked(view).format_cards(parse_cards("SK SA S2"))
    assert ENGLISH.format_cards(parse_cards("SK SA S2"), view.card_order) == "2-A-K of spades"
    assert ENGLISH.format_cards(parse_cards("SK SA S2")) == "A-K-2 of spades"


@pytest.mark.parametrize("name", ["standard", "pagat-three-decks", "finding-friends"])
async def test_suggestions_use_picture_card_order(name):
    for view in list_views(name)[:12]:
        if view.ask not in {Ask.LEAD, Ask.FOLLOW}:
            continue

        async def advise(view=view):
            return choose("expert", view, random.Random(2))

        for offer in await list_offers(view, "", ENGLISH, advise):
            cards = parse_cards(re.sub(r"(\S+)x(\d+)", lambda m: " ".join([m[1]] * int(m[2])), offer.value))
            assert cards == view.card_order.sort_for_display(cards)
            assert offer.name.rstrip("…") in ENGLISH.format_cards(cards, view.card_order)
