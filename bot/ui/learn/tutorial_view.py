"""A page of the tutorial: its explanation, the learner's cards as at a real table, and the same controls.

Everything that a press needs to know stands in the ids, so a user can continue at any time.
"""

from typing import Final

from bot.ids import UserId
from bot.play.values.table_info import Computer, Occupant, Person
from bot.render.values.game_pictures import ResultPicture, TablePicture
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.messages.message import Block, Message, Text
from bot.ui.core.pictures.picture_blocks import picture_blocks, picture_labels
from bot.ui.core.services import Services
from bot.ui.hand.hand_cards import SeatNames, hand_blocks
from bot.ui.hand.question import SeatQuestion
from bot.ui.hand.recommend import list_hinted_cards
from bot.ui.learn.tutorial_controls import TutorialPage, page_controls, tutorial_question
from bot.ui.learn.tutorial_deal import LEARNER_SEAT, TUTORIAL_RULES, TutorialStep, list_lessons
from engine.deal.game import spectator_view, view_for
from engine.deal.scoring import points_to_win

PICTURE_FILENAME: Final = "tutorial.png"
_LEVEL: Final = "expert"


def tutorial_occupants(user: UserId) -> tuple[Occupant, ...]:
    """Return the occupants of the tutorial's table."""
    return (Person(user), *(Computer(_LEVEL, number) for number in range(1, TUTORIAL_RULES.players)))


async def tutorial_view(
    services: Services, user: UserId, page: TutorialPage, texts: Texts, notice: tuple[Block, ...] = ()
) -> Message:
    """Return a page; `notice` stands above it."""
    prefers = await services.people.get_preferences(user)
    names = await services.people.find_names(tutorial_occupants(user), texts)
    asked = tutorial_question(page, texts, prefers)
    if page.lesson.step in {TutorialStep.WELCOME, TutorialStep.RESULT}:
        cards = await _table(services, page, names, texts, four_colour=asked.four_colour)
    else:
        cards = await hand_blocks(services, asked, names, prefers)
    return Message((*notice, _words(page, asked, names), *cards, *page_controls(page, asked)))


def lesson_parameters(page: TutorialPage, names: SeatNames, texts: Texts) -> dict[str, object]:
    """Return the facts that fill the texts of a page."""
    view = view_for(page.lesson.phase, LEARNER_SEAT)
    leader = names[view.trick.plays[0].seat] if view.trick.plays else ""
    return {
        "cards": texts.format_cards(list_hinted_cards(page.lesson.expected_action)),
        "target": points_to_win(TUTORIAL_RULES),
        "partner": escape_name(names[LEARNER_SEAT + 2] or ""),
        "leader": escape_name(leader or ""),
        "suggest": texts.say("ui.suggest"),
    }


def _words(page: TutorialPage, asked: SeatQuestion, names: SeatNames) -> Text:
    """Return the explanation of a page, below the result of the trick before it."""
    view, texts, escaped = asked.view, asked.texts, tuple(escape_name(name or "") for name in names)
    told = texts.say(f"tutorial.{page.lesson.step}", **lesson_parameters(page, names, texts))
    lines = [f"-# {texts.say('tutorial.heading', page=page.number + 1, pages=len(list_lessons()))}"]
    if view.tricks and view.result is None:
        lines.append(f"-# {texts.format_won_trick(view, escaped)}")
    lines.append(f"## {texts.say(f'tutorial.{page.lesson.step}.title')}")
    if view.result is not None:
        lines.append(texts.format_my_result(view, escaped).splitlines()[0])  # the picture shows the rest
    offer = [f"-# {texts.say('turn.coach_offer')}"] if asked.offers_coach else []
    return Text("\n".join((*lines, told, *offer)))


async def _table(
    services: Services, page: TutorialPage, names: SeatNames, texts: Texts, *, four_colour: bool
) -> tuple[Block, ...]:
    """Return the picture of the table, or of the result; as text if it cannot be drawn."""
    view, labels = spectator_view(page.lesson.phase), picture_labels(texts)
    picture: ResultPicture | TablePicture = ResultPicture(view, names, labels, four_colour)
    if view.result is None:
        picture = TablePicture(view, names, labels, LEARNER_SEAT, four_colour, show_last_trick=True)
    alt = texts.format_table_alt_text(view, names)
    return await picture_blocks(services, picture, alt, PICTURE_FILENAME, page=page.number)
