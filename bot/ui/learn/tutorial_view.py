"""A page of the tutorial: what it explains, the learner's cards as at a real table, and the same controls.

Everything that a press needs to know stands in the ids, so a user can continue at any time.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Final

import structlog

from bot.ids import TableId, UserId
from bot.play.occupants import Computer, Occupant, Person
from bot.render.pictures import ResultPicture, TablePicture
from bot.text.catalogue import Texts
from bot.text.describe.primer import TutorialStep
from bot.text.describe.seat_names import escape_name
from bot.ui.core.custom_ids import ControlId, parse_id
from bot.ui.core.limits import MAX_ALT_TEXT_LENGTH, MAX_OPTION_LENGTH, MAX_PLACEHOLDER_LENGTH, format_label
from bot.ui.core.message import (
    Block,
    Button,
    Buttons,
    ButtonStyle,
    Message,
    Picture,
    Select,
    SelectOption,
    Text,
    button_rows,
)
from bot.ui.core.picked_cards import PickedCards
from bot.ui.core.picture_labels import picture_labels
from bot.ui.core.preferences import Preferences
from bot.ui.core.refusals import RulebookControl
from bot.ui.core.services import Services
from bot.ui.core.table_ids import ControlVerb, TableControlId, parse_table_control_id
from bot.ui.hand.card_selects import any_suit_select
from bot.ui.hand.follow_view import count_wanted_cards
from bot.ui.hand.last_trick_view import format_last_trick
from bot.ui.hand.lead_view import is_played_at_once
from bot.ui.hand.question import SeatQuestion
from bot.ui.hand.view import SeatNames, hand_blocks, question_controls
from bot.ui.learn.tutorial_deal import LEARNER_SEAT, TUTORIAL_RULES, Lesson, list_lessons
from engine.deal.game import spectator_view, view_for
from engine.deal.scoring import points_to_win
from engine.model.actions import Action, Bury, Declare, Play
from engine.model.cards import Card, count_faces
from engine.model.presets import PRESETS
from engine.model.view import Ask

log: Final = structlog.get_logger()

GO_TO_PAGE: Final = "goto"
"""To another page: its number is the argument, or what was chosen in a list."""
NO_TABLE: Final = TableId(0)
PRESET: Final = next(iter(PRESETS))
"""The rules that the tutorial follows."""
PICTURE_FILENAME: Final = "tutorial.png"
_LEVEL: Final = "club"
_TABLE_SHOWN: Final = frozenset({TutorialStep.WELCOME, TutorialStep.POINTS})
"""The steps at which the table is shown in place of the learner's cards."""
_LAST_TRICK_SHOWN: Final = frozenset(
    {TutorialStep.THROW, TutorialStep.LOW, TutorialStep.FOLLOW, TutorialStep.RUFF, TutorialStep.LAST_TRICK}
)
"""The steps that show the trick before."""


@dataclass(frozen=True, slots=True)
class TutorialControl(ControlId):
    """A control of a tutorial page: `verb` is a table control's, or `GO_TO_PAGE`."""

    route: ClassVar = "tutor"

    number: int
    picked: tuple[Card, ...]
    turn: int
    verb: str
    argument: str


@dataclass(frozen=True, slots=True)
class TutorialPage:
    """Where a learner stands: the number of the page from 0, the cards picked on it, how often it was changed."""

    number: int = 0
    picked: tuple[Card, ...] = ()
    turn: int = 0

    @property
    def lesson(self) -> Lesson:
        """What the page explains."""
        return list_lessons()[self.number]

    def custom_id(self, verb: str, argument: object = "") -> str:
        """Return a control's id on this page."""
        return str(TutorialControl(self.number, self.picked, self.turn, verb, str(argument)))


def tutorial_question(page: TutorialPage, texts: Texts, prefers: Preferences, *, v1: bool = False) -> SeatQuestion:
    """Return what is asked of the learner on a page, as at a table."""
    draft = PickedCards(page.number, tuple(map(str, page.picked)), page.turn)
    view = view_for(page.lesson.phase, LEARNER_SEAT)
    return SeatQuestion(NO_TABLE, LEARNER_SEAT, view, draft, texts, v1, not prefers.two_colour)


def tutorial_occupants(user: UserId) -> tuple[Occupant, ...]:
    """Return who sits at the tutorial's table."""
    return (Person(user), *(Computer(_LEVEL, number) for number in range(1, TUTORIAL_RULES.players)))


async def tutorial_view(
    services: Services, user: UserId, page: TutorialPage, texts: Texts, notice: tuple[Block, ...] = ()
) -> Message:
    """Return a page; `notice` stands above it."""
    prefers = await services.people.get_preferences(user)
    names = await services.people.find_names(tutorial_occupants(user), texts)
    asked = tutorial_question(page, texts, prefers, v1=services.config.v1)
    words = _words(page, asked, names)
    if page.lesson.step in _LAST_TRICK_SHOWN:
        words = (*words, Text(format_last_trick(asked.view, names, texts, services.emoji)))
    cards = await _cards(services, page, asked, names, prefers)
    controls = (
        tuple(_of_page(block, page) for block in _controls(asked)) if page.lesson.expected_action is not None else ()
    )
    return Message((*notice, *words, *cards, *controls, _pages(page, texts), _ways(page, texts)))


def lesson_parameters(page: TutorialPage, names: SeatNames, texts: Texts) -> dict[str, object]:
    """Return what the words of a page ask for."""
    view = view_for(page.lesson.phase, LEARNER_SEAT)
    leader = names[view.trick.plays[0].seat] if view.trick.plays else ""
    return {
        "cards": texts.format_cards(_cards_of(page.lesson.expected_action)),
        "target": points_to_win(TUTORIAL_RULES),
        "partner": escape_name(names[LEARNER_SEAT + 2] or ""),
        "leader": escape_name(leader or ""),
        "suggest": texts.say("ui.suggest"),
    }


def _cards_of(action: Action | None) -> tuple[Card, ...]:
    return action.cards if isinstance(action, Declare | Bury | Play) else ()


def _words(page: TutorialPage, asked: SeatQuestion, names: SeatNames) -> tuple[Block, ...]:
    view, texts = asked.view, asked.texts
    told = texts.format_tutorial_step(page.lesson.step, **lesson_parameters(page, names, texts))
    heading = texts.say("tutorial.heading", page=page.number + 1, pages=len(list_lessons()))
    lines = [f"-# {heading}", f"## {told.title}", *told.lines]
    if view.result is not None:
        lines[2:2] = [texts.format_result(view.result, tuple(escape_name(name or "") for name in names))]
    lines += [where] if (where := _locate(asked, page.lesson.expected_action)) else []
    return (Text("\n".join(lines)),)


def _locate(asked: SeatQuestion, wanted: Action | None) -> str:
    """Return which list has the wanted cards; empty if a button plays them."""
    if not isinstance(wanted, Play) or count_faces(wanted.cards) in map(count_faces, _on_buttons(asked)):
        return ""
    key = "tutorial.where" if is_played_at_once(asked, wanted.cards) else "tutorial.where_several"
    return asked.texts.say(key, suit=asked.texts.format_suit(asked.effective_suit(wanted.cards[0])))


def _on_buttons(asked: SeatQuestion) -> Iterator[tuple[Card, ...]]:
    """Yield the plays that have a button before anything is picked."""
    buttons = (
        one
        for row in question_controls(replace(asked, draft=replace(asked.draft, picked=())))
        if isinstance(row, Buttons)
        for one in row.buttons
    )
    known = (parse_table_control_id(one.custom_id) for one in buttons if not one.disabled)
    yield from (one.cards for one in known if one is not None and one.verb == ControlVerb.PLAY)


async def _cards(
    services: Services, page: TutorialPage, asked: SeatQuestion, names: SeatNames, prefers: Preferences
) -> tuple[Block, ...]:
    step = page.lesson.step
    if step in _TABLE_SHOWN or step is TutorialStep.RESULT:
        return await _table(services, page, names, asked.texts, four_colour=asked.four_colour)
    return await hand_blocks(services, asked, names, prefers)


async def _table(
    services: Services, page: TutorialPage, names: SeatNames, texts: Texts, *, four_colour: bool
) -> tuple[Block, ...]:
    """Return the picture of the table, or of the result; as text if it cannot be drawn."""
    view, labels = spectator_view(page.lesson.phase), picture_labels(texts)
    alt = format_label(texts.format_table_alt_text(view, names), MAX_ALT_TEXT_LENGTH)
    try:
        if view.result is not None:
            drawn = await services.renderer.render(ResultPicture(view, names, labels, four_colour))
        else:
            look = TablePicture(view, names, labels, LEARNER_SEAT, four_colour, show_last_trick=True)
            drawn = await services.renderer.render(look)
    except Exception:  # if drawing fails, the text stands in
        log.exception("a page of the tutorial could not be drawn", page=page.number)
        return (Text(alt),)
    return (Picture(drawn.png, alt, PICTURE_FILENAME),)


def _controls(asked: SeatQuestion) -> tuple[Block, ...]:
    """Return the controls of a real panel; beside what may be played, all cards, to see what the rules say to them."""
    controls = question_controls(asked)
    if asked.view.ask is not Ask.FOLLOW:
        return controls
    wanted = count_wanted_cards(asked)
    tries = any_suit_select(asked, asked.sort_cards(asked.view.hand), wanted)
    return (*controls, replace(tries, prompt=format_label(asked.texts.say("tutorial.try"), MAX_PLACEHOLDER_LENGTH)))


def _of_page(block: Block, page: TutorialPage) -> Block:
    """Return a panel's controls with ids of the tutorial's."""
    match block:
        case Buttons(buttons):
            return Buttons(tuple(replace(one, id=_own(one.custom_id, page)) for one in buttons))
        case Select():
            return replace(block, id=_own(block.custom_id, page))
        case _:
            return block


def _own(text: str, page: TutorialPage) -> str:
    match parse_id(text):
        case TableControlId() as known:
            return page.custom_id(known.verb, known.argument)
        case RulebookControl() as known:  # why something is refused: by the rules that the tutorial follows
            return str(replace(known, source=PRESET))
        case _:
            return text


def _pages(page: TutorialPage, texts: Texts) -> Block:
    options = tuple(
        SelectOption(
            str(n),
            format_label(f"{n + 1}. {texts.say(f'tutorial.{one.step}.title')}", MAX_OPTION_LENGTH),
            chosen=n == page.number,
        )
        for n, one in enumerate(list_lessons())
    )
    return Select(
        page.custom_id(GO_TO_PAGE), format_label(texts.say("tutorial.pages"), MAX_PLACEHOLDER_LENGTH), options
    )


def _ways(page: TutorialPage, texts: Texts) -> Block:
    """Return the way on where there is only to read, the way back, and a hint."""
    last, at = len(list_lessons()) - 1, page.number
    buttons: list[Button] = []
    if page.lesson.expected_action is not None:
        buttons.append(Button(page.custom_id(ControlVerb.SHOW_HINT), format_label(texts.say("turn.hint"))))
    elif at < last:
        key = "tutorial.go_on" if at else "tutorial.begin"
        buttons.append(Button(page.custom_id(GO_TO_PAGE, at + 1), format_label(texts.say(key)), ButtonStyle.SUCCESS))
    if at == last:
        buttons.append(Button(page.custom_id(GO_TO_PAGE, 0), format_label(texts.say("tutorial.again"))))
    if at:
        buttons.append(Button(page.custom_id(GO_TO_PAGE, at - 1), format_label(texts.say("tutorial.back"))))
    return button_rows(tuple(buttons))[0]
