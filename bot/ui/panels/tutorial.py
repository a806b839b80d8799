"""A page of the tutorial: what it explains, the pupil's cards as at a real table, and the same controls.

Everything that a press needs to know stands in the ids, so a page can be gone on with at any time.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import structlog

from bot.play.occupants import Computer, Occupant, Person, TableId
from bot.render.pictures import ResultPicture, TablePicture
from bot.text.describe.people import plain
from bot.text.describe.teaching import Step
from bot.ui.body import Block, Body, Button, Buttons, Option, Select, Shown, Text, Tone, in_rows
from bot.ui.captions import labels_of
from bot.ui.controls import control, read_control
from bot.ui.drafts import Draft
from bot.ui.ids import Verb, card_codes, parse
from bot.ui.lesson import PUPIL, RULES, Lesson, lessons
from bot.ui.limits import ALT, OPTION_TEXT, PROMPT
from bot.ui.panels.asked import Asked, cut
from bot.ui.panels.following import wanted_cards
from bot.ui.panels.groups import all_select
from bot.ui.panels.hand import Names, cards_blocks, controls_of
from bot.ui.panels.leading import plays_at_once
from bot.ui.panels.reference import last_trick_text
from bot.ui.preferences import Preferences
from engine.actions import Action, Bury, Declare, Play
from engine.cards import Card, counts
from engine.game import spectator_view, view_for
from engine.presets import PRESETS
from engine.scoring import turnover
from engine.view import Ask

if TYPE_CHECKING:
    from bot.play.occupants import UserId
    from bot.text.catalogue import Texts
    from bot.ui.kit import Kit

log: Final = structlog.get_logger()

ROOM: Final = "tutor"
GO: Final = "goto"
"""To another page: its number is the argument, or what was chosen in a list."""
NO_TABLE: Final = TableId(0)
BOOK: Final = next(iter(PRESETS))
"""The rules that the tutorial follows."""
PICTURE: Final = "tutorial.png"
_LEVEL: Final = "club"
_ALL_SEE: Final = frozenset({Step.WELCOME, Step.POINTS})
"""The steps at which the table is shown in place of the pupil's cards."""
_TOLD: Final = frozenset({Step.THROW, Step.LOW, Step.FOLLOW, Step.RUFF, Step.LAST_TRICK})
"""The steps at which the trick before is told."""


@dataclass(frozen=True, slots=True)
class Page:
    """Where a pupil stands: the number of the page from 0, the cards picked on it, how often it was changed."""

    number: int = 0
    picked: tuple[Card, ...] = ()
    turn: int = 0

    @property
    def lesson(self) -> Lesson:
        """What the page explains."""
        return lessons()[self.number]

    def id(self, verb: str, argument: object = "") -> str:
        """Return a control's id on this page."""
        return control(ROOM, self.number, card_codes(self.picked), self.turn, verb, argument)


def asked_on(page: Page, texts: "Texts", prefers: Preferences, *, v1: bool = False) -> Asked:
    """Return what is asked of the pupil on a page, as at a table."""
    draft = Draft(page.number, tuple(map(str, page.picked)), page.turn)
    view = view_for(page.lesson.phase, PUPIL)
    return Asked(NO_TABLE, PUPIL, view, draft, texts, v1, not prefers.two_colour)


def occupants(pupil: "UserId") -> tuple[Occupant, ...]:
    """Return who sits at the tutorial's table."""
    return (Person(pupil), *(Computer(_LEVEL, number) for number in range(1, RULES.players)))


async def tutorial_body(
    kit: "Kit", pupil: "UserId", page: Page, texts: "Texts", notice: tuple[Block, ...] = ()
) -> Body:
    """Return a page; `notice` stands above it."""
    prefers = await kit.people.preferences(pupil)
    names = await kit.people.captions(occupants(pupil), texts)
    asked = asked_on(page, texts, prefers, v1=kit.manners.v1)
    words = _words(page, asked, names)
    if page.lesson.step in _TOLD:
        words = (*words, Text(last_trick_text(asked.view, names, texts, kit.emoji)))
    cards = await _cards(kit, page, asked, names, prefers)
    controls = tuple(_of_page(block, page) for block in _controls(asked)) if page.lesson.wanted is not None else ()
    return Body((*notice, *words, *cards, *controls, _pages(page, texts), _ways(page, texts)))


def lesson_facts(page: Page, names: Names, texts: "Texts") -> dict[str, object]:
    """Return what the words of a page ask for."""
    view = view_for(page.lesson.phase, PUPIL)
    leader = names[view.trick.plays[0].seat] if view.trick.plays else ""
    return {
        "cards": texts.cards(_cards_of(page.lesson.wanted)),
        "target": turnover(RULES),
        "partner": plain(names[PUPIL + 2] or ""),
        "leader": plain(leader or ""),
        "suggest": texts.say("ui.suggest"),
    }


def _cards_of(action: Action | None) -> tuple[Card, ...]:
    return action.cards if isinstance(action, Declare | Bury | Play) else ()


def _words(page: Page, asked: Asked, names: Names) -> tuple[Block, ...]:
    view, texts = asked.view, asked.texts
    told = texts.tutorial(page.lesson.step, **lesson_facts(page, names, texts))
    heading = texts.say("tutorial.heading", page=page.number + 1, pages=len(lessons()))
    lines = [f"-# {heading}", f"## {told.title}", *told.lines]
    if view.result is not None:
        lines[2:2] = [texts.result(view.result, tuple(plain(name or "") for name in names))]
    lines += [where] if (where := _where(asked, page.lesson.wanted)) else []
    return (Text("\n".join(lines)),)


def _where(asked: Asked, wanted: Action | None) -> str:
    """Say in which list to look for what is to be played; nothing where a button plays it."""
    if not isinstance(wanted, Play) or counts(wanted.cards) in map(counts, _on_buttons(asked)):
        return ""
    key = "tutorial.where" if plays_at_once(asked, wanted.cards) else "tutorial.where_several"
    return asked.texts.say(key, suit=asked.texts.suit(asked.suit_of(wanted.cards[0])))


def _on_buttons(asked: Asked) -> Iterator[tuple[Card, ...]]:
    """Yield the plays that have a button before anything is picked."""
    buttons = (
        one
        for row in controls_of(replace(asked, draft=replace(asked.draft, picked=())))
        if isinstance(row, Buttons)
        for one in row.buttons
    )
    known = (parse(one.id) for one in buttons if not one.disabled)
    yield from (one.cards for one in known if one is not None and one.verb == Verb.PLAY)


async def _cards(kit: "Kit", page: Page, asked: Asked, names: Names, prefers: Preferences) -> tuple[Block, ...]:
    step = page.lesson.step
    if step in _ALL_SEE or step is Step.RESULT:
        return await _table(kit, page, names, asked.texts, four_colour=asked.four_colour)
    return await cards_blocks(kit, asked, names, names, prefers)


async def _table(kit: "Kit", page: Page, names: Names, texts: "Texts", *, four_colour: bool) -> tuple[Block, ...]:
    """Return the picture of the table, or of the result; in words if it cannot be drawn."""
    view, labels = spectator_view(page.lesson.phase), labels_of(texts)
    alt = cut(texts.table_alt(view, names), ALT)
    try:
        if view.result is not None:
            drawn = await kit.artist.result(ResultPicture(view, names, labels, four_colour))
        else:
            look = TablePicture(view, names, labels, PUPIL, four_colour, show_last_trick=True)
            drawn = await kit.artist.table(look)
    except Exception:  # what cannot be drawn is told in words
        log.exception("a page of the tutorial could not be drawn", page=page.number)
        return (Text(alt),)
    return (Shown(drawn.png, alt, PICTURE),)


def _controls(asked: Asked) -> tuple[Block, ...]:
    """Return the controls of a real panel; beside what may be played, all cards, to see what the rules say to them."""
    controls = controls_of(asked)
    if asked.view.ask is not Ask.FOLLOW:
        return controls
    wanted = wanted_cards(asked)
    tries = all_select(asked, asked.in_order(asked.view.hand), wanted)
    return (*controls, replace(tries, prompt=cut(asked.texts.say("tutorial.try"), PROMPT)))


def _of_page(block: Block, page: Page) -> Block:
    """Return a panel's controls with ids of the tutorial's."""
    match block:
        case Buttons(buttons):
            return Buttons(tuple(replace(one, id=_own(one.id, page)) for one in buttons))
        case Select():
            return replace(block, id=_own(block.id, page))
        case _:
            return block


def _own(text: str, page: Page) -> str:
    known = parse(text)
    if known is not None:
        return page.id(known.verb, known.argument)
    room, (_, *arguments) = read_control(text)
    return control(room, BOOK, *arguments)  # why something is refused: by the rules that the tutorial follows


def _pages(page: Page, texts: "Texts") -> Block:
    options = tuple(
        Option(str(n), cut(f"{n + 1}. {texts.say(f'tutorial.{one.step}.title')}", OPTION_TEXT), chosen=n == page.number)
        for n, one in enumerate(lessons())
    )
    return Select(page.id(GO), cut(texts.say("tutorial.pages"), PROMPT), options)


def _ways(page: Page, texts: "Texts") -> Block:
    """Return the way on where there is only to read, the way back, and a hint."""
    last, at = len(lessons()) - 1, page.number
    buttons: list[Button] = []
    if page.lesson.wanted is not None:
        buttons.append(Button(page.id(Verb.ADVICE), cut(texts.say("turn.hint"))))
    elif at < last:
        key = "tutorial.go_on" if at else "tutorial.begin"
        buttons.append(Button(page.id(GO, at + 1), cut(texts.say(key)), Tone.GOOD))
    if at == last:
        buttons.append(Button(page.id(GO, 0), cut(texts.say("tutorial.again"))))
    if at:
        buttons.append(Button(page.id(GO, at - 1), cut(texts.say("tutorial.back"))))
    return in_rows(tuple(buttons))[0]
