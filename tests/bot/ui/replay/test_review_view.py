"""A review lists costly plays in the order of the tricks, with their cost in points, and judges failed throws."""

from dataclasses import replace
from types import SimpleNamespace

import pytest

from bot.ids import TableId
from bot.play.finished_deals.deal_review import DealReview, ReviewedPlay
from bot.text.catalogue import Catalogue
from bot.ui.core.interactions.review_control import DETAILS
from bot.ui.core.messages.message import Text
from bot.ui.replay.review_view import MAX_LINES, review_details_view, review_view
from engine.deal.game import apply, view_for
from engine.model.actions import Play
from engine.model.view import PlayView, TrickView
from tests.bot.play.test_deal_review import finish_deal
from tests.message_limits import list_controls

CATALOGUE = Catalogue.load()


@pytest.fixture(scope="module")
def deal():
    return finish_deal()


@pytest.fixture(scope="module")
def views(deal):
    """The view of seat 0 before each of its plays."""
    phase, found = deal.phase_before, []
    for move in deal.moves:
        if move.seat == 0 and isinstance(move.action, Play):
            found.append(view_for(phase, 0))
        phase = apply(phase, move.seat, move.action).phase
    return found


class Services:
    """Fake services that name people and return fake pictures."""

    def __init__(self):
        self.people = self.renderer = self

    async def find_names(self, seats, _texts):
        return tuple(f"Player {n}" for n, _ in enumerate(seats, 1))

    def get_painted_name(self, name):
        return name

    async def render(self, _picture):
        return SimpleNamespace(png=b"png")


def judged(view, cost, *, failed=False):
    cards, trick = view.hand[:1], len(view.tricks) + 1
    best, levels = (view.hand[1:2], 0.2) if cost else (cards, 0.0)
    return ReviewedPlay(trick, view, cards, 80.0, 0.0, best, cost, 80 - cost, levels, failed)


async def show(deal, plays, tag="en", view=review_view):
    review = DealReview(tuple(plays), None, 70, 1.0, 25, declares=False)
    return await view(Services(), TableId(1), deal, review, CATALOGUE.texts_for(tag))


def read(message):
    return "\n".join(block.words for block in message.blocks if isinstance(block, Text))


async def test_costliest_plays_are_listed_in_order(deal, views):
    costs = [3.0, 9.0, 4.0, 5.0, 0.0, 8.0, 7.0]
    shown = await show(deal, map(judged, views, costs))
    (menu,) = list_controls(shown)
    assert [one.value for one in menu.options] == ["1", "2", "3", "4", "6", "7", DETAILS]
    lines = [line for line in read(shown).splitlines() if line.startswith("- ")]
    assert [line.split(":")[0] for line in lines] == [*(f"- Trick {trick}" for trick in (2, 4, 6, 7)), "- and 2 more"]
    assert len(lines) == MAX_LINES
    assert "about 9 points" in lines[0]
    assert "In levels" not in read(shown)
    details = read(await show(deal, map(judged, views, costs), view=review_details_view))
    assert "In levels: your mistakes −1.2" in details


@pytest.mark.parametrize(
    ("tag", "said"), [("en", "No clear mistakes."), ("zh-CN", "没有明显的失误。"), ("zh-TW", "沒有明顯的失誤。")]
)
async def test_review_without_mistakes_says_so(deal, views, tag, said):
    shown = await show(deal, [judged(view, 0.0) for view in views[:3]], tag)
    assert said in read(shown)
    assert not list(list_controls(shown))


async def test_review_mentions_a_failed_throw_without_cost(deal, views):
    view = views[2]
    throw = PlayView(0, view.hand[:1], (), view.hand[:2])
    tricks = (*deal.final_view.tricks[:2], TrickView((throw,), 0, 0), *deal.final_view.tricks[3:])
    failed = replace(deal, final_view=replace(deal.final_view, tricks=tricks))
    words = read(await show(failed, [judged(view, 0.0, failed=True)]))
    assert "You tried to throw" in words
    assert "the throw was no mistake" in words


async def test_failed_throw_is_judged_even_if_old_cards_are_hidden(deal, views):
    """If the rules hide old tricks, the review judges the throw without naming its cards."""
    tricks = tuple(TrickView((), one.winner, one.points) for one in deal.final_view.tricks)
    veiled = replace(deal, final_view=replace(deal.final_view, tricks=tricks))
    assert "the throw was no mistake" in read(await show(veiled, [judged(views[2], 0.0, failed=True)]))
