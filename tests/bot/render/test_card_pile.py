"""In pictures of plays, every card is present and readable. Equal cards lie close together."""

from itertools import groupby, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.render.layout.card_metrics import RANK_HEIGHT, index_width
from bot.render.layout.scene import Box, CardItem, Scene
from bot.render.layout.seat_layout import lay_out_seats
from bot.render.tables.card_pile import build_pile
from engine.model.cards import ALL_FACES, Card, parse_card
from engine.model.options import Direction
from tests.bot.render.layout_checks import contains, get_painted_box, list_covered_indices

PHONE = 302
SIZES = range(2, 13)


def list_piles(cards: tuple[Card, ...], players: int) -> list[tuple[Box, tuple[CardItem, ...]]]:
    """Return (area, pile of cards) for each seat, as if every seat had played `cards`."""
    layout = lay_out_seats(players, Direction.ANTICLOCKWISE)
    return [(seat.area, tuple(build_pile(cards, seat.area, layout.card_width))) for seat in layout.positions]


plays = st.lists(st.tuples(st.sampled_from(ALL_FACES), st.integers(1, 4)), min_size=1, max_size=8).map(
    lambda groups: tuple(card for card, count in groups for _ in range(count))
)


@settings(max_examples=40, deadline=None)
@given(cards=plays, players=st.sampled_from(SIZES))
def test_every_card_is_there_in_order_and_readable(cards, players):
    for area, pile in list_piles(cards, players):
        assert tuple(item.card for item in pile) == cards
        assert list_covered_indices(Scene(1100, 1200, pile)) == []
        assert all(contains(Box(area.x - 2, area.y, area.w + 4, area.h), get_painted_box(item)) for item in pile)
        for one, other in pairwise(pile):
            same_row = one.y == other.y
            assert not same_row or other.x - one.x >= index_width(one.width, one.card)
            assert one.visible_width is None or (same_row and one.x + one.visible_width == other.x)


@settings(max_examples=40, deadline=None)
@given(cards=plays, players=st.sampled_from(SIZES))
def test_equal_cards_lie_closer_than_different_ones(cards, players):
    for _, pile in list_piles(cards, players):
        for _, row in groupby(pile, lambda item: item.y):
            steps: dict[bool, list[int]] = {True: [], False: []}
            for one, other in pairwise(row):
                steps[one.card == other.card].append(other.x - one.x - index_width(one.width, one.card))
            assert not (steps[True] and steps[False]) or max(steps[True]) <= max(steps[False]) + 1


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("card", ["H2", "D10", "BJ"])
def test_pair_shows_two_whole_cards(players, card):
    for _, (one, other) in list_piles((parse_card(card),) * 2, players):
        assert one.visible_width is other.visible_width is None
        assert one.y == other.y
        assert other.x >= one.x + one.width
        assert one.width * RANK_HEIGHT * PHONE / 1100 >= 9


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize(("count", "copies"), [(2, 2), (3, 2), (4, 2), (2, 3), (3, 3)])
def test_copies_in_a_tractor_lie_in_one_row(players, count, copies):
    cards = tuple(parse_card(f"H{rank}") for rank in "6789"[:count] for _ in range(copies))
    for _, pile in list_piles(cards, players):
        assert all(len({item.y for item in same}) == 1 for _, same in groupby(pile, lambda item: item.card))
