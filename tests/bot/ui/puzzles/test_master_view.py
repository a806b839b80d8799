"""Users can see how the computer player Master played the daily deal, compared with their own plays."""

from dataclasses import replace
from functools import cache
from types import SimpleNamespace

import pytest

from bot.ids import UserId
from bot.puzzles.daily_deals import DailyPlay
from bot.puzzles.days import Day
from bot.text.catalogue import Catalogue
from bot.ui.core.memory.people import Preferences
from bot.ui.core.messages.message import Picture, Text
from bot.ui.puzzles.master_view import MasterMoment, list_comparison_lines, master_view
from engine.deal.game import spectator_view
from engine.model.actions import Bury, Play
from engine.model.notation import parse_cards
from engine.puzzles.solo_deal import SOLO_SEAT, SoloScore, list_solo_moments
from tests.bot.puzzles.puzzle_factories import make_daily, play_as_expert

ANN, DAY = UserId(1), Day(20_000)
SAME, HERE = "You did the same so far.", "You chose"
BEFORE, KITTY, BURIED = "Your deal went differently", "You buried other cards", "You buried"
FINISHED = SoloScore(0, 40)
JOKER = parse_cards("BJ")
NAMES = ("Master", "Rusty", "Diesel", "Clover")


@cache
def play_deal(seed):
    deal = make_daily(1, DAY, seed)
    actions = play_as_expert(deal)
    moments = list_solo_moments(deal.record, deal.seed, actions)
    return replace(deal, master=moments[-1].score, master_actions=actions), moments


def make_moment(seed, own=None, step=0, score=FINISHED):
    """Return a moment of a daily deal that an expert played as Master. `own` makes the user's actions from Master's."""
    deal, moments = play_deal(seed)
    mine = deal.master_actions if own is None else own(deal.master_actions)
    return MasterMoment(deal, DailyPlay(deal.guild, DAY, ANN, mine, score), moments, step)


def other_at(place):
    """Return a function that replaces the cards of one action by a joker, even if this is illegal."""
    return lambda actions: (*actions[:place], type(actions[place])(JOKER), *actions[place + 1 :])


def compare_all(moment):
    texts = Catalogue.load().texts_for("en")
    shown = (replace(moment, step=step) for step in range(len(moment.moments)))
    return ["\n".join(list_comparison_lines(one, spectator_view(one.position.phase), texts)) for one in shown]


def test_equal_actions_are_described_as_equal():
    moment = make_moment("daily")
    assert isinstance(moment.deal.master_actions[0], Play), "another seat buries"
    assert compare_all(moment) == ["", *[SAME] * (len(moment.moments) - 1)]


def test_same_kitty_is_mentioned_before_first_trick():
    moment = make_moment("d")
    assert isinstance(moment.deal.master_actions[0], Bury)
    assert compare_all(moment) == [SAME] * len(moment.moments)


def test_no_play_is_compared_after_a_different_kitty():
    said = compare_all(make_moment("d", other_at(0)))
    assert said[0] == "You buried big joker instead."
    assert all(line.startswith(KITTY) for line in said[1:])


@pytest.mark.parametrize(("seed", "buries"), [("daily", 0), ("d", 1)])
def test_first_difference_is_shown_at_its_trick(seed, buries):
    said = compare_all(make_moment(seed, other_at(3 + buries)))
    assert said[1:4] == [SAME] * 3
    assert said[4] == "You chose big joker instead."
    assert said[5:] == ["Your deal went differently from trick 4 on."] * len(said[5:])


def test_burying_twice_does_not_shift_the_tricks():
    """If the kitty is stolen, the deal has two bury actions."""
    moment = make_moment("d")
    actions = (moment.deal.master_actions[0], *moment.deal.master_actions)
    twice = replace(moment, deal=replace(moment.deal, master_actions=actions), own=replace(moment.own, actions=actions))
    changed = replace(twice, own=replace(twice.own, actions=other_at(2)(actions)))
    assert compare_all(changed)[:3] == [SAME, "You chose big joker instead.", f"{BEFORE} from trick 1 on."]


@pytest.mark.parametrize(
    "moment",
    [
        # the user's actions are not saved, for example because the program has changed
        make_moment("daily", lambda _: ()),
        make_moment("daily", score=None),  # the user did not finish the deal that day
    ],
)
def test_unknown_differences_are_not_mentioned(moment):
    assert not any(compare_all(moment))


def test_comparison_ends_where_the_users_deal_ends():
    said = compare_all(make_moment("daily", lambda actions: actions[:4]))
    assert [line for line in said if line] == [SAME] * 4


def make_services(*, text_hand=False, fails=False):
    async def get_preferences(_):
        return Preferences(text_hand=text_hand)

    async def find_names(*_):
        return NAMES

    async def render(picture):
        if fails:
            raise RuntimeError("no fonts")
        return SimpleNamespace(png=b"png", picture=picture)

    people = SimpleNamespace(get_preferences=get_preferences, find_names=find_names)
    return SimpleNamespace(people=people, renderer=SimpleNamespace(render=render))


def read(message):
    return "\n".join(block.words for block in message.blocks if isinstance(block, Text))


@pytest.mark.parametrize("tag", ["en", "zh-CN", "zh-TW"])
async def test_kitty_is_shown_only_before_the_first_trick(tag):
    moment, texts = make_moment("d"), Catalogue.load().texts_for(tag)
    view = moment.position.view
    cards = texts.format_cards(moment.deal.master_actions[0].cards, view.card_order)
    assert cards in read(await master_view(make_services(), moment, texts))
    assert cards not in read(await master_view(make_services(), replace(moment, step=1), texts))


async def test_each_hand_appears_once_as_text():
    moment, texts = make_moment("daily"), Catalogue.load().texts_for("en")
    shown = await master_view(make_services(text_hand=True), moment, texts)
    assert not [block for block in shown.blocks if isinstance(block, Picture)]
    hand = texts.format_cards(moment.position.view.hand, moment.position.view.card_order)
    assert read(shown).count(f"Master {hand}") == 1
    end = read(await master_view(make_services(text_hand=True), replace(moment, step=len(moment.moments) - 1), texts))
    assert "Master · " in end
    assert "level A" not in end
    assert "Next declarer" not in end


async def test_text_replaces_failed_picture():
    moment, texts = make_moment("daily"), Catalogue.load().texts_for("en")
    assert "Master holds" in read(await master_view(make_services(fails=True), moment, texts))
    assert "Master holds" not in read(await master_view(make_services(), moment, texts))


async def test_failed_throw_is_explained():
    moment, texts = make_moment("daily", step=1), Catalogue.load().texts_for("en")
    phase = moment.position.phase
    (trick,) = phase.tricks
    first = replace(trick.plays[0], attempt=(*trick.plays[0].cards, *JOKER))
    failed = replace(phase, tricks=(replace(trick, plays=(first, *trick.plays[1:])),))
    moment = replace(moment, moments=[moment.moments[0], replace(moment.position, phase=failed)])
    assert "tried to throw" in read(await master_view(make_services(), moment, texts))


def test_solo_seat_is_the_seat_of_master():
    assert SOLO_SEAT == 0, "the names of the tests begin with Master"
