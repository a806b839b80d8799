"""Shows the bracket of a knockout as pictures. The last stages come first, then the sections that lead to them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from bot.events.model import Event
from bot.events.pairing.ports import EntrantNumber
from bot.events.standings.event_bracket import BracketMatch, BracketTree, Levels, build_event_bracket
from bot.render.events.event_bracket_scene import MAX_COLUMNS
from bot.render.values.event_pictures import BracketBox, BracketColumn, BracketPicture, BracketSide
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.messages.long_list import page_buttons, parse_page
from bot.ui.core.messages.message import Block, Message, Text
from bot.ui.core.pictures.picture_blocks import picture_block
from bot.ui.core.services import Services
from bot.ui.events.control_ids import EventAction, EventControl
from bot.ui.events.lookup import get_entrant_names
from bot.ui.events.round_lines import format_stage

GetName = Callable[[EntrantNumber], str]


@dataclass(frozen=True, slots=True)
class BracketPage:
    """A part of a bracket that fits into one picture. `section` numbers the part; None stands for the last stages."""

    levels: Levels
    depth: int
    """The number of stages from the first one on this page to the final."""
    is_consolation: bool = False
    section: int | None = None
    third: BracketMatch | None = None


async def bracket_view(services: Services, event: Event, texts: Texts, page: int = 1) -> Message:
    """Return a page of a knockout's bracket. The knockout must have begun."""
    pages = list_pages(build_event_bracket(event))
    number = parse_page(page, len(pages), 1)
    title = f"## {escape_name(event.settings.name)} · {texts.say('bracket.title')}"
    shown = await bracket_block(services, event, pages[number - 1], texts)
    turn = page_buttons(number, len(pages), texts, partial(EventControl, EventAction.BRACKET, event.id), 1)
    return Message((Text(title), shown, *turn))


async def bracket_block(services: Services, event: Event, page: BracketPage, texts: Texts) -> Block:
    """Return the picture of a page."""
    names = await get_entrant_names(services, event.competitors, texts)
    named = [names[one.id] for one in event.competitors]
    picture = build_picture(event, page, lambda number: named[number], texts)
    return await picture_block(services, picture, texts, "bracket.png")


def list_pages(tree: BracketTree) -> list[BracketPage]:
    """Return the pages of the main bracket, then of the consolation bracket. Each begins with the last stages."""
    pages = _split(tree.main, is_consolation=False, third=tree.third)
    return pages + (_split(tree.consolation, is_consolation=True) if tree.consolation else [])


def _split(levels: Levels, *, is_consolation: bool, third: BracketMatch | None = None) -> list[BracketPage]:
    depth = len(levels)
    pages = [BracketPage(levels[-MAX_COLUMNS:], min(depth, MAX_COLUMNS), is_consolation, third=third)]
    for start in range(0, depth - MAX_COLUMNS, MAX_COLUMNS):
        for section in range(len(levels[start + MAX_COLUMNS - 1])):
            part = tuple(
                level[section << wide : (section + 1) << wide]
                for level, wide in zip(levels[start:], reversed(range(MAX_COLUMNS)), strict=False)
            )
            pages.append(BracketPage(part, depth - start, is_consolation, section + 1))
    return pages


def build_picture(event: Event, page: BracketPage, name: GetName, texts: Texts) -> BracketPicture:
    """Return the picture of a page."""
    part = texts.say("bracket.consolation") if page.is_consolation else ""
    section = texts.say("bracket.section", number=page.section) if page.section else ""
    best_of = event.settings.bracket.best_of
    games = texts.say("option.best_of.shown", count=best_of) if best_of > 1 else ""
    subtitle = " · ".join(filter(None, (part, section, "" if part and section else games)))
    columns = tuple(
        BracketColumn(
            format_stage(1 << (page.depth - number), texts), tuple(_box(match, name, texts) for match in matches)
        )
        for number, matches in enumerate(page.levels)
    )
    third = BracketColumn(texts.say("bracket.third"), (_box(page.third, name, texts),)) if page.third else None
    return BracketPicture(event.settings.name, subtitle, columns, third)


def _box(match: BracketMatch, name: GetName, texts: Texts) -> BracketBox:
    if match.is_bye:
        there = [one for one in match.sides if one is not None]
        first = BracketSide(name(there[0]), won=True) if there else BracketSide()
        return BracketBox((first, BracketSide()), texts.say("bracket.bye"))
    scores = _format_scores(match, texts)
    first, second = (
        BracketSide()
        if one is None
        else BracketSide(name(one), score, None if match.winner is None else match.winner == one)
        for one, score in zip(match.sides, scores, strict=True)
    )
    return BracketBox((first, second))


def _format_scores(match: BracketMatch, texts: Texts) -> Sequence[str]:
    series = match.series
    if series is None or not series.played:
        return "", ""
    places = [series.pair.index(one) if one in series.pair else 0 for one in match.sides]
    if series.best_of > 1:
        return [str(series.wins[place]) for place in places]
    game = series.played[0]
    return [texts.format_number(game.scores[place]) for place in places] if game.is_played else ("", "")
