"""The tutorial's deal shows what each page teaches. Every page fits in a message, also in the classic form."""

import random
from types import SimpleNamespace

import pytest

from bot.text.catalogue import Catalogue
from bot.text.languages import TAGS
from bot.ui.core.interactions.context import ControlPress
from bot.ui.core.memory.people import Preferences
from bot.ui.core.memory.refusal_memory import RefusalMemory
from bot.ui.core.messages.custom_id_codec import decode_cards, parse_id
from bot.ui.core.messages.emoji_book import EmojiBook
from bot.ui.core.messages.message import Buttons, ButtonStyle, Select
from bot.ui.discord_io.components import V1_MAX_CHARACTERS, V1_MAX_ROWS
from bot.ui.learn.tutorial_handlers import handle_tutorial
from bot.ui.learn.tutorial_lessons import LEARNER_SEAT, TUTORIAL_RULES, TutorialStep, list_lessons
from bot.ui.learn.tutorial_view import TutorialControl, TutorialPage, tutorial_view
from engine.deal.game import apply, view_for
from engine.deal.legal_actions import as_lead, legal_plays
from engine.model.actions import Bury, Play
from engine.model.cards import points_of
from engine.model.events import DealEnded, ThrowFailed
from engine.model.options import Level
from engine.model.validation import validate
from tests import message_limits
from tests.bot.ui.manual_clock import ManualClock
from tests.everyday import spread
from tests.message_limits import list_controls

CATALOGUE = Catalogue.load()


class Brush:
    async def render(self, picture):
        return SimpleNamespace(png=repr(picture).encode())

    async def render_large_hand(self, picture):
        return (await self.render(picture), await self.render(picture))


class Friends:
    def __init__(self, prefers):
        self.prefers = prefers

    async def get_preferences(self, _user):
        return self.prefers

    async def save_preferences(self, _user, prefers):
        self.prefers = prefers

    async def find_names(self, seats, texts):
        return (
            "Somebody with a rather long name of 40 c",
            *(texts.format_computer_name(o) for o in seats[1:]),
        )


USUAL = Preferences()


def kit(*, v1, prefers=USUAL):
    refusals = RefusalMemory(ManualClock())
    if v1:
        refusals.note_live_check()
    return SimpleNamespace(renderer=Brush(), people=Friends(prefers), refusals=refusals, emoji=EmojiBook())


def at(step):
    return next(one for one in list_lessons() if one.step is step)


def view(step):
    return view_for(at(step).phase, LEARNER_SEAT)


def lead(step):
    return as_lead(view(step), at(step).expected_action.cards)


def test_every_tutorial_step_comes_once_and_in_order():
    validate(TUTORIAL_RULES)
    assert [one.step for one in list_lessons()] == list(TutorialStep)


def test_each_lesson_shows_its_subject():
    assert len(lead(TutorialStep.LEAD).units) == 1
    assert lead(TutorialStep.LEAD).size == 1
    assert (lead(TutorialStep.TRACTOR).size, lead(TutorialStep.TRACTOR).units[0].length) == (4, 2)
    assert lead(TutorialStep.THROW).is_throw
    after = apply(at(TutorialStep.THROW).phase, LEARNER_SEAT, at(TutorialStep.THROW).expected_action)
    assert not any(isinstance(event, ThrowFailed) for event in after.events)
    # another seat won the trick, so the learner follows
    assert view(TutorialStep.FOLLOW).tricks[-1].winner != LEARNER_SEAT
    assert 1 < len(set(legal_plays(view(TutorialStep.FOLLOW), 9))) < 9
    assert all(view(TutorialStep.RUFF).trump.is_trump(card) for card in view(TutorialStep.RUFF).hand)
    assert view(TutorialStep.RUFF).trick.points == 20


def test_learner_wins_deal_but_loses_two_tricks():
    done = view(TutorialStep.RESULT)
    assert [trick.winner == LEARNER_SEAT for trick in done.tricks] == [True, True, True, False, False, True, True]
    assert done.tricks[0].points == 10  # the learner's partner gives a king
    assert done.result.declarers_hold
    assert done.result.levels_after[LEARNER_SEAT] > Level.EIGHT
    assert (
        points_of(next(one.expected_action for one in list_lessons() if isinstance(one.expected_action, Bury)).cards)
        == 0
    )
    last = apply(at(TutorialStep.LAST_TRICK).phase, LEARNER_SEAT, at(TutorialStep.LAST_TRICK).expected_action)
    # the deal goes on because the other seats must still play
    assert not any(isinstance(event, DealEnded) for event in last.events)


@pytest.mark.parametrize("v1", [False, True])
@pytest.mark.parametrize("locale", spread(1, TAGS))
async def test_every_page_fits_in_a_message(locale, v1):
    texts = CATALOGUE.texts_for(locale)
    for number, lesson in enumerate(list_lessons()):
        wanted = lesson.expected_action
        for picked in (
            (),
            wanted.cards if isinstance(wanted, Bury) else (),
            (lesson.step is TutorialStep.THROW and wanted.cards) or (),
        ):
            body = await tutorial_view(kit(v1=v1), 7, TutorialPage(number, picked, 999), texts)
            message_limits.check_limits(body)
            if v1:
                assert len(body.rows) <= V1_MAX_ROWS
                assert sum(len(b.words) for b in body.blocks if hasattr(b, "words")) < V1_MAX_CHARACTERS


async def test_page_shows_only_learners_hand():
    """A page shows the learner's cards and the table, and nothing of the others' hands."""
    texts = CATALOGUE.texts_for("en")
    for number, lesson in enumerate(list_lessons()):
        body = await tutorial_view(kit(v1=False), 7, TutorialPage(number), texts)
        others = {str(c) for seat in range(1, 4) for c in view_for(lesson.phase, seat).hand}
        mine = {str(c) for c in view_for(lesson.phase, LEARNER_SEAT).hand}
        told = {o.value.partition("#")[0] for row in list_controls(body) for o in getattr(row, "options", ())}
        assert not told & (others - mine)


def pressed(rng, body):
    """Choose a random control of a page. Return its ID and, if it is a list, random values from it."""
    controls = [
        one
        for one in list_controls(body)
        if isinstance(parse_id(one.id), TutorialControl) and not getattr(one, "disabled", False)
    ]
    one = rng.choice(controls)
    pressed_id = parse_id(one.id)
    if not isinstance(one, Select):
        return pressed_id, ()
    return pressed_id, tuple(o.value for o in rng.sample(one.options, rng.randint(one.least, one.most)))


@pytest.mark.parametrize("v1", spread(1, [False, True]))
@pytest.mark.parametrize("locale", spread(1, ["en", "zh-TW"]))
async def test_every_press_shows_a_page(locale, v1):
    """Each of many random presses, some of them on old pages, is answered by a page within Discord's limits."""
    rng, texts = random.Random(f"{locale}{v1}"), CATALOGUE.texts_for(locale)
    ctx = SimpleNamespace(services=kit(v1=v1), user=7, texts=texts)
    body, old, seen = await tutorial_view(kit(v1=v1), 7, TutorialPage(), texts), [], set()
    for _ in range(400):
        old.append(body)
        pressed_id, values = pressed(rng, rng.choice(old) if rng.random() < 0.1 else body)
        body = (await handle_tutorial(ControlPress(ctx, pressed_id, values))).message
        message_limits.check_limits(body)
        seen.add(pressed_id.verb)
    assert seen >= {"goto", "why", "pick", "play", "decl", "pass"}


async def test_hand_is_shown_as_learner_prefers():
    texts = CATALOGUE.texts_for("en")
    bury = next(n for n, one in enumerate(list_lessons()) if one.step is TutorialStep.BURY)
    as_text = await tutorial_view(kit(v1=False, prefers=Preferences(text_hand=True)), 7, TutorialPage(bury), texts)
    assert not as_text.pictures
    assert any("big joker" in block.words for block in as_text.blocks if hasattr(block, "words"))
    large = await tutorial_view(kit(v1=False, prefers=Preferences(large=True)), 7, TutorialPage(bury), texts)
    assert len(large.pictures) == 2
    message_limits.check_limits(large)


@pytest.mark.parametrize("v1", [False, True])
@pytest.mark.parametrize("locale", spread(1, TAGS))
async def test_only_play_button_is_green_and_makes_expected_play(locale, v1):
    texts = CATALOGUE.texts_for(locale)
    for number, lesson in enumerate(list_lessons()):
        if not isinstance(lesson.expected_action, Play):
            continue
        body = await tutorial_view(kit(v1=v1), 7, TutorialPage(number), texts)
        plays = list_play_buttons(body)
        assert decode_plays(plays) == [sorted(lesson.expected_action.cards)]
        assert [one.tone for one in plays] == [ButtonStyle.SUCCESS]


def list_play_buttons(body):
    buttons = [one for row in body.blocks if isinstance(row, Buttons) for one in row.buttons]
    return [one for one in buttons if getattr(parse_id(one.id), "verb", "") == "play" and not one.disabled]


def decode_plays(buttons):
    return [sorted(decode_cards(parse_id(one.id).argument)) for one in buttons]


async def test_picked_cards_become_first_button():
    texts, number = CATALOGUE.texts_for("en"), list_lessons().index(at(TutorialStep.FOLLOW))
    illegal = view(TutorialStep.FOLLOW).hand[:2]
    body = await tutorial_view(kit(v1=False), 7, TutorialPage(number, illegal), texts)
    first, second, *_ = list_play_buttons(body)
    assert (first.tone, second.tone) == (ButtonStyle.PRIMARY, ButtonStyle.SUCCESS), "green is what is requested"
    assert decode_plays([first, second]) == [
        sorted(illegal), sorted(at(TutorialStep.FOLLOW).expected_action.cards)
    ]  # fmt: skip
