"""Renders a page of the tutorial. Its controls hold all that a press needs, so that users can continue at any time."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final

from bot.ids import UserId
from bot.render.values.game_pictures import ResultPicture, TablePicture
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name, escape_names
from bot.ui.core.interactions.explain_refusal import RulebookControl
from bot.ui.core.interactions.table_controls import ControlVerb, TableControlId
from bot.ui.core.memory.drafts import PickedCards
from bot.ui.core.memory.people import Preferences
from bot.ui.core.messages.custom_id_codec import ControlId, encode_cards, parse_id
from bot.ui.core.messages.discord_limits import MAX_LABEL_LENGTH
from bot.ui.core.messages.labelled import select_option
from bot.ui.core.messages.message import Block, Button, Buttons, ButtonStyle, Message, Select, Text, button_rows
from bot.ui.core.pictures.picture_blocks import picture_blocks, picture_labels
from bot.ui.core.services import Services
from bot.ui.hand.advice import list_hinted_cards
from bot.ui.hand.card_selects import group_by_suit, pick_select
from bot.ui.hand.follow_view import count_wanted_cards
from bot.ui.hand.hand_cards import SeatNames, find_solo_names, hand_blocks
from bot.ui.hand.question import NO_TABLE, SeatQuestion
from bot.ui.hand.view import question_controls
from bot.ui.learn.tutorial_lessons import LEARNER_SEAT, TUTORIAL_RULES, Lesson, TutorialStep, list_lessons
from engine.deal.game import spectator_view, view_for
from engine.deal.scoring import points_to_win
from engine.model.actions import Bury, Declare, Play
from engine.model.cards import Card
from engine.model.presets import PRESETS
from engine.model.view import Ask

GO_TO_PAGE: Final = "goto"
"""The verb of controls that go to another page. The page's number is the argument, or the choice in a select."""
PRESET: Final = next(iter(PRESETS))
"""The preset that the tutorial follows, except for the pack."""
_LEFT_OUT: Final = frozenset({ControlVerb.UNPICK_LAST, ControlVerb.CLEAR})
"""Buttons of a hand panel that a tutorial page omits, because the page's select does the same."""


class TutorialControl(ControlId, route="tutor"):
    """A control of a tutorial page; `verb` is a table control's, or `GO_TO_PAGE`."""

    number: int
    picked: tuple[Card, ...]
    turn: int
    verb: str
    argument: str


class OpenFirstTable(ControlId, route="tutor:table"):
    """Opens a table with computer players, by the rules that the tutorial follows."""


@dataclass(frozen=True, slots=True)
class TutorialPage:
    """A page as a learner sees it, with the cards picked. `number` counts from 0, and `turn` counts the changes."""

    number: int = 0
    picked: tuple[Card, ...] = ()
    turn: int = 0
    opened: ControlVerb | None = None
    """The button whose text the page shows; pressing it again hides the text."""

    @property
    def lesson(self) -> Lesson:
        """The content of the page."""
        return list_lessons()[self.number]

    def custom_id(self, verb: str, argument: object = "") -> str:
        """Return a control's id on this page."""
        return str(TutorialControl(self.number, self.picked, self.turn, verb, str(argument)))


def tutorial_question(page: TutorialPage, texts: Texts, prefers: Preferences) -> SeatQuestion:
    """Return the learner's question, as at a table. One select lists all cards, to keep the page short."""
    draft = PickedCards(page.number, tuple(map(str, page.picked)), page.turn)
    view = view_for(page.lesson.phase, LEARNER_SEAT)
    return SeatQuestion(
        *(NO_TABLE, LEARNER_SEAT, view, draft, texts),
        dense=True,
        four_colour=not prefers.two_colour,
        recommended=page.lesson.expected_action,
        opened=page.opened,
        offers_coach=page.lesson.step is TutorialStep.RESULT and not prefers.coach,
    )


def page_controls(page: TutorialPage, asked: SeatQuestion) -> tuple[Block, ...]:
    """Return the buttons of a page in as few rows as possible, and its selects."""
    wanted = page.lesson.expected_action
    if wanted is None:
        return (*button_rows(_ways(page, asked)), *_pages(page, asked.texts))
    blocks = _play_controls(asked, wanted.cards) if isinstance(wanted, Play) else question_controls(asked)
    buttons = chain.from_iterable(_kept_buttons(block, page, asked) for block in blocks if isinstance(block, Buttons))
    lists = (one for one in blocks if not isinstance(one, Buttons))
    lists = (replace(one, id=_to_page_id(one.custom_id, page)) if isinstance(one, Select) else one for one in lists)
    return (*button_rows((*buttons, *_ways(page, asked))), *lists)


def _play_controls(asked: SeatQuestion, wanted: tuple[Card, ...]) -> tuple[Block, ...]:
    most = count_wanted_cards(asked) if asked.view.ask is Ask.FOLLOW else len(asked.view.hand)
    ((suit, cards),) = group_by_suit(asked, asked.view.hand)
    tries = pick_select(asked, 0, suit, cards, most)
    plays = dict.fromkeys(cards for cards in (asked.picked, asked.sort_cards(wanted)) if cards)
    buttons = tuple(_play_button(asked, cards, is_first=not n) for n, cards in enumerate(plays))
    return (Buttons(buttons), replace(tries, prompt=asked.say("tutorial.try")))


def _play_button(asked: SeatQuestion, cards: tuple[Card, ...], *, is_first: bool) -> Button:
    label = asked.say("panel.play_cards", cards=asked.format_cards(cards)) if is_first else asked.format_cards(cards)
    if len(label) > MAX_LABEL_LENGTH:
        label = asked.say("panel.play_many", count=len(cards))
    return asked.cards_button(ControlVerb.PLAY, cards, label, asked.choose_style(cards))


def _kept_buttons(block: Buttons, page: TutorialPage, asked: SeatQuestion) -> Iterator[Button]:
    wanted, best = page.lesson.expected_action, ""
    if isinstance(wanted, Declare | Bury):
        verb = ControlVerb.BURY if isinstance(wanted, Bury) else ControlVerb.DECLARE
        best = asked.custom_id(verb, encode_cards(asked.sort_cards(wanted.cards)))
    for one in block.buttons:
        if not isinstance(one, Button):
            continue
        known = parse_id(one.custom_id)
        if not isinstance(known, TableControlId) or known.verb not in _LEFT_OUT:
            tone = ButtonStyle.SUCCESS if one.custom_id == best else one.tone
            yield replace(one, id=_to_page_id(one.custom_id, page), tone=tone)


def _to_page_id(text: str, page: TutorialPage) -> str:
    match parse_id(text):
        case TableControlId() as known:
            return page.custom_id(known.verb, known.argument)
        case RulebookControl() as known:  # a refusal is explained by the tutorial's rules
            return str(replace(known, source=PRESET))
        case _:
            return text


def _pages(page: TutorialPage, texts: Texts) -> tuple[Block, ...]:
    """Return the select of all pages, which only the first page has."""
    if page.number:
        return ()
    titles = [f"{n}. {texts.say(f'tutorial.{one.step}.title')}" for n, one in enumerate(list_lessons(), 1)]
    options = tuple(select_option(str(n), title, chosen=n == page.number) for n, title in enumerate(titles))
    return (Select(page.custom_id(GO_TO_PAGE), texts.say("tutorial.pages"), options),)


def _toggle(page: TutorialPage, asked: SeatQuestion, verb: ControlVerb, key: str) -> Button:
    button = asked.toggle(verb, key)
    return replace(button, id=_to_page_id(button.custom_id, page))


def _ways(page: TutorialPage, asked: SeatQuestion) -> tuple[Button, ...]:
    """Return the buttons to the next page or to a table, to help, and to the page before."""
    last, at, step, texts = len(list_lessons()) - 1, page.number, page.lesson.step, asked.texts
    buttons: list[Button] = []
    if page.lesson.expected_action is not None:
        if step is not TutorialStep.BURY:  # instead of a hint, the bury has a button for a suggestion
            buttons.append(_toggle(page, asked, ControlVerb.SHOW_HINT, "turn.hint"))
        if isinstance(page.lesson.expected_action, Play):
            buttons.append(_toggle(page, asked, ControlVerb.STILL_OUT, "turn.still_out"))
    elif at < last:
        key = "tutorial.go_on" if at else "tutorial.begin"
        buttons.append(Button(page.custom_id(GO_TO_PAGE, at + 1), texts.say(key), ButtonStyle.SUCCESS))
    else:
        again = Button(page.custom_id(GO_TO_PAGE, 0), texts.say("tutorial.again"))
        coach = Button(page.custom_id(ControlVerb.COACH), texts.say("turn.coach_turn_on"))
        buttons.append(Button(OpenFirstTable(), texts.say("tutorial.to_table"), ButtonStyle.SUCCESS))
        buttons.append(coach if asked.offers_coach else again)  # a phone has no space for both
    if at:
        buttons.append(Button(page.custom_id(GO_TO_PAGE, at - 1), texts.say("tutorial.back")))
    return tuple(buttons)


async def tutorial_view(
    services: Services, user: UserId, page: TutorialPage, texts: Texts, notice: tuple[Block, ...] = ()
) -> Message:
    """Return a page; `notice` stands above it."""
    prefers = await services.people.get_preferences(user)
    asked = tutorial_question(page, texts, prefers)
    names = await find_solo_names(services, asked.view, user, texts)
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
        "suggest": texts.say("panel.suggest"),
    }


def _words(page: TutorialPage, asked: SeatQuestion, names: SeatNames) -> Text:
    view, texts, escaped = asked.view, asked.texts, escape_names(names)
    told = texts.say(f"tutorial.{page.lesson.step}", **lesson_parameters(page, names, texts))
    lines = [f"-# {texts.say('tutorial.heading', page=page.number + 1, pages=len(list_lessons()))}"]
    if view.tricks and view.result is None:
        lines.append(f"-# {texts.format_won_trick(view, escaped)}")
    lines.append(f"## {texts.say(f'tutorial.{page.lesson.step}.title')}")
    if view.result is not None:
        lines.append(texts.format_my_result(view, escaped).splitlines()[0])  # the picture has the other lines
    offer = [f"-# {texts.say('turn.coach_offer')}"] if asked.offers_coach else []
    return Text("\n".join((*lines, told, *offer)))


async def _table(
    services: Services, page: TutorialPage, names: SeatNames, texts: Texts, *, four_colour: bool
) -> tuple[Block, ...]:
    view, labels = spectator_view(page.lesson.phase), picture_labels(texts)
    picture: ResultPicture | TablePicture = ResultPicture(view, names, labels, four_colour)
    if view.result is None:
        picture = TablePicture(view, names, labels, LEARNER_SEAT, four_colour, show_last_trick=True)
    alt = texts.format_table_alt_text(view, names)
    return await picture_blocks(services, picture, alt, "tutorial.png", page=page.number)
