"""Alternative text says what a picture shows, with every number and every name in it."""

import re

import pytest
from played_deals import play_deals

from bot.render.hands import hand_scene, replay_scene
from bot.render.hands.replay_scene import ReplayPicture
from bot.render.layout.scene import Pill, TextLine
from bot.render.tables import result_scene, table_scene
from bot.render.values.game_pictures import HandPicture, ResultPicture, TablePicture
from bot.text.describe.alt_text import MAX_ALT_TEXT
from engine.deal.game import spectator_view, view_for
from engine.model.presets import PRESETS
from engine.model.seats import Seat
from engine.model.view import PhaseName
from tests.preset_cover import FEW_PRESETS

NAMES = tuple(f"N{letter}" for letter in "abcdefghijkl")
COUNTED = re.compile(r"×\d+|cards \d+|Deal \d+|Trick \d+|Levels \+\d+")
"""Numbers that alternative text may omit, because readers can count or infer them. Counts of cards are an example."""


def captions(scene):
    for item in scene.items:
        if isinstance(item, TextLine | Pill):
            yield " ".join(part.content for part in item.spans)  # the name of an icon or a suit counts as a word


def drawn(scene):
    """Return the names and numbers that a picture shows, except 0 and the numbers that COUNTED matches."""
    told = " ".join(COUNTED.sub("", caption) for caption in captions(scene))
    return {number for number in re.findall(r"\d+", told) if number != "0"} | set(re.findall(r"\bN[a-l]\b", told))


def public(phase, texts):
    view = spectator_view(phase)
    names = NAMES[: view.rules.players]
    if view.phase is PhaseName.FINISHED:
        yield result_scene.build_scene(ResultPicture(view, names)), texts.format_table_alt_text(view, names)
    elif view.deal_number:
        yield (
            table_scene.build_scene(TablePicture(view, names, show_last_trick=True)),
            texts.format_table_alt_text(view, names),
        )
        hands = [view_for(phase, Seat(seat)).hand for seat in range(view.rules.players)]
        yield (
            replay_scene.build_scene(ReplayPicture(view, names, hands)),
            texts.format_replay_alt_text(view, names, hands),
        )


def private(phase, texts):
    for seat in (0, 1):
        view = view_for(phase, Seat(seat))
        names = NAMES[: view.rules.players]
        if view.hand:
            told = "\n".join(
                (
                    texts.format_prompt(view),
                    texts.format_score_line(view, names),
                    texts.format_hand_alt_text(view, names),
                )
            )
            yield hand_scene.build_scene(HandPicture(view, show_numbers=False, names=names)), told


@pytest.mark.parametrize("name", FEW_PRESETS)
def test_picture_is_fully_described(texts, name):
    seen = 0
    for phase, _ in list(play_deals(PRESETS[name], 3))[::17]:
        for scene, told in (*public(phase, texts), *private(phase, texts)):
            if len(told) < MAX_ALT_TEXT * 0.8:  # a text near the limit may be incomplete
                assert not {fact for fact in drawn(scene) if fact not in told}, told
                seen += 1
    assert seen > 5


@pytest.mark.parametrize("name", FEW_PRESETS)
def test_result_is_described_completely(texts, name):
    done = [phase for phase, _ in play_deals(PRESETS[name], 5) if spectator_view(phase).phase is PhaseName.FINISHED]
    for phase in done:
        ((scene, told),) = public(phase, texts)
        assert not {fact for fact in drawn(scene) if fact not in told}, told
        view = spectator_view(phase)
        assert texts.format_suit(view.trump.suit) in told if view.trump.suit is not None else True
        for card in view.kitty or ():
            assert texts.format_card(card) in told or (card.rank is not None and card.rank.text in told)
