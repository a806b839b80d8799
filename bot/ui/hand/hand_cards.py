"""Shows the cards of a seat as its owner prefers, in one picture, in two large ones, or as text."""

from dataclasses import replace
from typing import Final

import structlog

from bot.ids import UserId
from bot.play.table_rules.game_state import GameState
from bot.play.tables.table import Table
from bot.play.values.table_info import Computer, Person
from bot.render.values.game_pictures import HandPicture
from bot.text.catalogue import Texts
from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.memory.drafts import PickedCards
from bot.ui.core.memory.people import Preferences
from bot.ui.core.messages.discord_limits import MAX_ALT_TEXT_LENGTH, format_label
from bot.ui.core.messages.message import Block, Picture, Text
from bot.ui.core.pictures.picture_blocks import picture_labels
from bot.ui.core.services import Services
from bot.ui.hand.follow_view import find_playable_cards, list_forced_cards
from bot.ui.hand.play_choices import list_required_cards
from bot.ui.hand.question import SeatQuestion
from engine.model.cards import Card
from engine.model.seats import Seat
from engine.model.view import Ask, View
from engine.players.levels import RULES_LEVEL

log: Final = structlog.get_logger()

SeatNames = tuple[str | None, ...]


async def find_solo_names(services: Services, view: View, user: UserId, texts: Texts) -> SeatNames:
    """Return a name for each seat. The user has the view's seat, and computer players have all others."""
    count = view.rules.players
    others = iter(range(1, count))
    seats = tuple(Person(user) if at == view.seat else Computer(RULES_LEVEL, next(others)) for at in range(count))
    return await services.people.find_names(seats, texts)


def _picked_cards(question: SeatQuestion) -> tuple[Card, ...]:
    if question.view.ask not in {Ask.BURY, Ask.LEAD, Ask.FOLLOW} or not question.picked:
        return ()
    return question.sort_cards((*list_forced_cards(question), *question.picked))


async def hand_blocks(
    services: Services,
    question: SeatQuestion,
    names: SeatNames,
    prefers: Preferences,
    *,
    headed: bool = False,  # whether a heading above the cards shows the question and the state of the deal
    hinted: tuple[Card, ...] = (),  # cards that get a ring because a hint names them
    raised: tuple[Card, ...] = (),  # cards that stand out as if they were picked
) -> tuple[Block, ...]:
    """Return the seat's cards as its owner prefers. Return nothing after the last card is played."""
    view, texts = question.view, question.texts
    if not view.hand:
        return ()
    raised, playable = raised or _picked_cards(question), _find_playable(question)
    words = texts.format_hand_alt_text(view, names, playable, raised, bare=headed and prefers.text_hand)
    alt = format_label(words, MAX_ALT_TEXT_LENGTH)
    if prefers.text_hand:
        return (Text(alt),)
    picture = _create_picture(question, names, playable, raised, hinted)
    try:
        renderer = services.renderer
        pictures = await renderer.render_large_hand(picture) if prefers.large else (await renderer.render(picture),)
    except Exception:  # the user gets the text instead, and the deal goes on
        log.exception("a hand picture could not be rendered", table=question.table, seat=question.seat)
        return (Text(alt),)
    rest = (Picture(more.png, texts.say("picture.rest"), "rest.png") for more in pictures[1:])
    return (Picture(pictures[0].png, alt, "hand.png"), *rest)


def begin_picture(
    services: Services, table: Table, game: GameState, seat: Seat, texts: Texts, names: SeatNames, prefers: Preferences
) -> None:
    """Begin to render the hand that a seat's panel will show after `game` is saved. Errors are only logged."""
    try:
        seen = replace(table.snapshot(), game_state=game)
        if prefers.text_hand or prefers.large or not (view := seen.question_view(seat)).hand:
            return
        draft = PickedCards(seen.task(seat))
        question = SeatQuestion(seen.id, seat, view, draft, texts, four_colour=not prefers.two_colour)
        services.renderer.begin(_create_picture(question, names, _find_playable(question)))
    except Exception:
        log.exception("a hand picture could not be begun", table=table.id, seat=seat)


def _find_playable(question: SeatQuestion) -> frozenset[Card] | None:
    return find_playable_cards(question) if question.view.ask is Ask.FOLLOW else None


def _create_picture(
    question: SeatQuestion,
    names: SeatNames,
    playable: frozenset[Card] | None,
    raised: tuple[Card, ...] = (),
    hinted: tuple[Card, ...] = (),
) -> HandPicture:
    view, last = question.view, question.opened is ControlVerb.LAST_TRICK
    shown = view, playable, raised or list_required_cards(view), picture_labels(question.texts), question.four_colour
    return HandPicture(*shown, names=names, hinted=hinted, show_last_trick=last)
