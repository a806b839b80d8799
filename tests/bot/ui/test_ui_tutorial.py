"""The tutorial's deal: what it promises to show really happens, and every page fits in a message of either form."""

import random
from types import SimpleNamespace

import pytest

from bot.text.catalogue import Catalogue
from bot.text.describe.teaching import Step
from bot.ui import limits
from bot.ui.body import Buttons, Select
from bot.ui.controls import read_control
from bot.ui.emoji import EmojiBook
from bot.ui.ids import read_cards
from bot.ui.layout import V1_CHARACTERS, V1_ROWS
from bot.ui.lesson import PUPIL, RULES, lessons
from bot.ui.panels.tutorial import ROOM, Page, tutorial_body
from bot.ui.preferences import Preferences
from bot.ui.routes import Call
from bot.ui.tutoring import tutor_room
from engine.actions import Bury, Play
from engine.cards import points_of
from engine.events import DealEnded, ThrowFailed
from engine.game import apply, view_for
from engine.options import as_lead, legal_plays
from engine.rules import Level
from engine.validation import validate

CATALOGUE = Catalogue.load()


class Brush:
    async def hand(self, picture):
        return SimpleNamespace(png=repr(picture).encode())

    table = result = hand

    async def hand_large(self, picture):
        return (await self.hand(picture), await self.hand(picture))


class Friends:
    def __init__(self, prefers):
        self.prefers = prefers

    async def preferences(self, _user):
        return self.prefers

    async def captions(self, seats, texts):
        return ("Somebody with a rather long name of 40 c", *(texts.computer_name(o, bare=True) for o in seats[1:]))


USUAL = Preferences()


def kit(*, v1, prefers=USUAL):
    return SimpleNamespace(artist=Brush(), people=Friends(prefers), manners=SimpleNamespace(v1=v1), emoji=EmojiBook())


def at(step):
    return next(one for one in lessons() if one.step is step)


def view(step):
    return view_for(at(step).phase, PUPIL)


def lead(step):
    return as_lead(view(step), at(step).wanted.cards)


def test_every_step_comes_once_and_in_order():
    validate(RULES)
    assert [one.step for one in lessons()] == list(Step)


def test_each_lesson_shows_what_it_speaks_of():
    assert len(lead(Step.LEAD).units) == 1
    assert lead(Step.LEAD).size == 1
    assert (lead(Step.TRACTOR).size, lead(Step.TRACTOR).units[0].length) == (4, 2)
    assert lead(Step.THROW).is_throw
    after = apply(at(Step.THROW).phase, PUPIL, at(Step.THROW).wanted)
    assert not any(isinstance(event, ThrowFailed) for event in after.events)
    assert view(Step.FOLLOW).tricks[-1].winner != PUPIL  # the lead was given up
    assert 1 < len(set(legal_plays(view(Step.FOLLOW), 9))) < 9
    assert all(view(Step.RUFF).trump.is_trump(card) for card in view(Step.RUFF).hand)
    assert view(Step.RUFF).trick.points == 20


def test_the_pupil_wins_all_but_two_tricks_and_the_deal():
    done = view(Step.RESULT)
    assert [trick.winner == PUPIL for trick in done.tricks] == [True, True, True, False, False, True, True]
    assert done.tricks[0].points == 10  # his partner gives a king
    assert done.result.declarers_hold
    assert done.result.levels_after[PUPIL] > Level.EIGHT
    assert points_of(next(one.wanted for one in lessons() if isinstance(one.wanted, Bury)).cards) == 0
    last = apply(at(Step.LAST_TRICK).phase, PUPIL, at(Step.LAST_TRICK).wanted)
    assert not any(isinstance(event, DealEnded) for event in last.events)  # the others play their cards as well


@pytest.mark.parametrize("v1", [False, True])
@pytest.mark.parametrize("locale", ["en", "zh-CN", "zh-TW"])
async def test_every_page_fits_in_a_message(locale, v1):
    texts = CATALOGUE.texts(locale)
    for number, lesson in enumerate(lessons()):
        wanted = lesson.wanted
        for picked in (
            (),
            wanted.cards if isinstance(wanted, Bury) else (),
            (lesson.step is Step.THROW and wanted.cards) or (),
        ):
            body = await tutorial_body(kit(v1=v1), 7, Page(number, picked, 999), texts)
            limits.check(body)
            if v1:
                assert len(body.rows) <= V1_ROWS
                assert sum(len(b.words) for b in body.blocks if hasattr(b, "words")) < V1_CHARACTERS


async def test_a_page_shows_the_hand_only_to_its_pupil():
    """What stands on a page is his cards, what lies on the table and nothing of the others' hands."""
    texts = CATALOGUE.texts("en")
    for number, lesson in enumerate(lessons()):
        body = await tutorial_body(kit(v1=False), 7, Page(number), texts)
        others = {str(c) for seat in range(1, 4) for c in view_for(lesson.phase, seat).hand}
        mine = {str(c) for c in view_for(lesson.phase, PUPIL).hand}
        told = {o.value.partition("#")[0] for row in body.controls() for o in getattr(row, "options", ())}
        assert not told & (others - mine)


def pressed(rng, body):
    """A random press on what a page offers: the arguments of its control, and what was chosen."""
    controls = [one for one in body.controls() if one.id.startswith(f"{ROOM}:") and not getattr(one, "disabled", False)]
    one = rng.choice(controls)
    _, arguments = read_control(one.id)
    if not isinstance(one, Select):
        return arguments, ()
    return arguments, tuple(o.value for o in rng.sample(one.options, rng.randint(one.least, one.most)))


@pytest.mark.parametrize("v1", [False, True])
@pytest.mark.parametrize("locale", ["en", "zh-TW"])
async def test_whatever_is_pressed_a_page_is_shown(locale, v1):
    """Presses at random, many of them on old pages: each is answered by a page that Discord takes."""
    rng, texts = random.Random(f"{locale}{v1}"), CATALOGUE.texts(locale)
    asker = SimpleNamespace(user=7, texts=texts)
    body, old, seen = await tutorial_body(kit(v1=v1), 7, Page(), texts), [], set()
    for _ in range(250):
        old.append(body)
        arguments, values = pressed(rng, rng.choice(old) if rng.random() < 0.1 else body)
        body = (await tutor_room(Call(kit(v1=v1), asker, arguments, values))).body
        limits.check(body)
        seen.add(arguments[3])
    assert seen >= {"goto", "why", "pick", "play", "now", "decl", "pass"}


async def test_the_hand_is_shown_as_the_pupil_prefers():
    texts = CATALOGUE.texts("en")
    bury = next(n for n, one in enumerate(lessons()) if one.step is Step.BURY)
    as_text = await tutorial_body(kit(v1=False, prefers=Preferences(text_hand=True)), 7, Page(bury), texts)
    assert not as_text.pictures
    assert any("big joker" in block.words for block in as_text.blocks if hasattr(block, "words"))
    large = await tutorial_body(kit(v1=False, prefers=Preferences(large=True)), 7, Page(bury), texts)
    assert len(large.pictures) == 2
    limits.check(large)


@pytest.mark.parametrize("v1", [False, True])
@pytest.mark.parametrize("locale", ["en", "zh-CN", "zh-TW"])
async def test_what_is_to_be_played_has_a_button_or_it_is_said_where_to_find_it(locale, v1):
    texts, said = CATALOGUE.texts(locale), set()
    for number, lesson in enumerate(lessons()):
        if not isinstance(lesson.wanted, Play):
            continue
        body = await tutorial_body(kit(v1=v1), 7, Page(number), texts)
        shown = view_for(lesson.phase, PUPIL)
        buttons = [one for row in body.blocks if isinstance(row, Buttons) for one in row.buttons]
        plays = [one for one in buttons if read_control(one.id)[1][3] == "play" and not one.disabled]
        has = any(sorted(read_cards(read_control(one.id)[1][4])) == sorted(lesson.wanted.cards) for one in plays)
        suit = texts.suit(shown.trump.effective_suit(lesson.wanted.cards[0]))
        words = [texts.say(key, suit=suit) for key in ("tutorial.where", "tutorial.where_several")]
        told = [w for w in words if any(w in getattr(block, "words", "") for block in body.blocks)]
        assert bool(told) is not has, lesson.step
        if told:
            said.add(lesson.step)
            wanted = {str(card) for card in lesson.wanted.cards}
            lists = [one for one in body.controls() if isinstance(one, Select) and suit.lower() in one.prompt.lower()]
            assert any(wanted <= {o.value.partition("#")[0] for o in one.options} for one in lists)
    assert said == {Step.LEAD, Step.THROW}
