"""Whoever sees no pictures is told what they show: every number and every name that is drawn stands in the words too."""

import re

import pytest
from played_deals import moments

from bot.render import hand, replay, result, table
from bot.render.pictures import HandPicture, ResultPicture, TablePicture
from bot.render.replay import ReplayPicture
from bot.render.scene import Pill, Words
from bot.text.describe.alt import LONGEST
from engine.game import spectator_view, view_for
from engine.presets import PRESETS
from engine.seats import Seat
from engine.view import PhaseName

NAMES = tuple(f"N{letter}" for letter in "abcdefghijkl")
COUNTED = re.compile(r"×\d+|cards \d+|Deal \d+|Trick \d+|Levels \+\d+")
"""Figures that follow from what is told: how many cards of a suit are listed, the trick after the last one."""


def captions(scene):
    for item in scene.items:
        if isinstance(item, Words | Pill):
            yield " ".join(part.what for part in item.parts)  # signs and suits are named by words, too


def drawn(scene):
    """The numbers and the names that a picture shows."""
    told = " ".join(COUNTED.sub("", caption) for caption in captions(scene))
    return {number for number in re.findall(r"\d+", told) if number != "0"} | set(re.findall(r"\bN[a-l]\b", told))


def public(phase, texts):
    view = spectator_view(phase)
    names = NAMES[: view.rules.players]
    if view.phase is PhaseName.FINISHED:
        yield result.layout(ResultPicture(view, names)), texts.table_alt(view, names)
    elif view.deal_number:
        yield table.layout(TablePicture(view, names, show_last_trick=True)), texts.table_alt(view, names)
        hands = [view_for(phase, Seat(seat)).hand for seat in range(view.rules.players)]
        yield replay.layout(ReplayPicture(view, names, hands)), texts.replay_alt(view, names, hands)


def private(phase, texts):
    for seat in (0, 1):
        view = view_for(phase, Seat(seat))
        names = NAMES[: view.rules.players]
        if view.hand:
            told = "\n".join((texts.ask(view), texts.score_line(view, names), texts.hand_alt(view, names)))
            yield hand.layout(HandPicture(view, numbers=False, names=names)), told


@pytest.mark.parametrize("name", PRESETS)
def test_what_a_picture_shows_is_told(texts, name):
    seen = 0
    for phase, _ in list(moments(PRESETS[name], 3))[::17]:
        for scene, told in (*public(phase, texts), *private(phase, texts)):
            if len(told) < LONGEST * 0.8:  # of more some is left out: there is no room for it
                assert not {fact for fact in drawn(scene) if fact not in told}, told
                seen += 1
    assert seen > 5


@pytest.mark.parametrize("name", PRESETS)
def test_a_result_is_told_whole(texts, name):
    done = [phase for phase, _ in moments(PRESETS[name], 5) if spectator_view(phase).phase is PhaseName.FINISHED]
    for phase in done:
        ((scene, told),) = public(phase, texts)
        assert not {fact for fact in drawn(scene) if fact not in told}, told
        view = spectator_view(phase)
        assert texts.suit(view.trump.suit) in told if view.trump.suit is not None else True
        for card in view.kitty or ():
            assert (card.rank.text if card.rank is not None else texts.card(card)) in told
