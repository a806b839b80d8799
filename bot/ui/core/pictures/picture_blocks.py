"""Puts pictures into messages, with labels and alt texts, and with names that the fonts can paint."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from functools import lru_cache
from typing import Any, Final, TypeVar, cast, get_args

import structlog

from bot.render.all_pictures import AnyPicture, DescribedPicture, EventPicture, LeaguePicture
from bot.render.events.traveller_scene import TravellerLine
from bot.render.learning.review_scene import ReviewPicture
from bot.render.learning.rule_examples_scene import ExamplePicture
from bot.render.values import event_pictures
from bot.render.values.distinct_names import make_distinct
from bot.render.values.game_pictures import Labels
from bot.render.values.league_pictures import (
    HeadToHeadPicture,
    LeagueLabels,
    RatingSeries,
    SeasonPicture,
    StandingsLine,
)
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.text.messages import shorten
from bot.ui.core.messages.discord_limits import MAX_ALT_TEXT_LENGTH
from bot.ui.core.messages.message import Block, Picture, Text
from bot.ui.core.pictures import event_league_alt_text as alt_text
from bot.ui.core.services import Services

log: Final = structlog.get_logger()
_ENDS: Final = ".!?。！？…"
_JOINTS: Final = {">": "picture.beats", "+": "picture.plus", "=": "picture.equals"}


async def picture_blocks(
    services: Services, picture: AnyPicture, alt: str, filename: str, *, is_needed: bool = True, **where: object
) -> tuple[Block, ...]:
    """Return a picture with the alt text `alt`.

    If the picture cannot be rendered, return `alt` as a text, or nothing if the picture is not needed.
    """
    try:
        drawn = await services.renderer.render(picture)
    except Exception:
        log.exception("a picture could not be rendered", picture=type(picture).__name__, **where)
        return (Text(escape_name(alt)),) if is_needed else ()  # if it is not needed, other texts say the same
    return (Picture(drawn.png, alt, filename),)


@lru_cache(maxsize=16)
def picture_labels(texts: Texts) -> Labels:
    """Return all labels of pictures in the language of `texts`. The renderer fills in the number `{n}`."""
    return Labels(**{field.name: texts.say(f"label.{field.name}", n="{n}") for field in fields(Labels)})


@lru_cache(maxsize=16)
def league_picture_labels(texts: Texts) -> LeagueLabels:
    """Return all labels of leagues' pictures in the language of `texts`. The renderer fills in the number `{n}`."""
    return LeagueLabels(**{field.name: texts.say(f"picture.{field.name}", n="{n}") for field in fields(LeagueLabels)})


def alt_text_of(picture: DescribedPicture, texts: Texts) -> str:
    """Return a picture's alt text. If it would be too long, leave out details."""
    text = ""
    for detail_level in (alt_text.PLENTY, alt_text.LESS, alt_text.LITTLE):
        said = filter(None, _sentences(picture, texts, detail_level))
        text = texts.join_sentences(one if one[-1] in _ENDS else texts.say("alt.sentence", words=one) for one in said)
        if len(text) <= MAX_ALT_TEXT_LENGTH:
            return text
    return shorten(text, MAX_ALT_TEXT_LENGTH)


def _sentences(picture: DescribedPicture, texts: Texts, detail_level: int) -> Iterable[str]:
    if isinstance(picture, EventPicture):
        return alt_text.event_sentences(picture, texts, detail_level)
    if isinstance(picture, LeaguePicture):
        return alt_text.league_sentences(picture, texts, detail_level)
    if isinstance(picture, ReviewPicture):
        return _review_sentences(picture, texts, detail_level)
    return _example_sentences(picture, texts)


def _review_sentences(picture: ReviewPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    yield from (picture.title, picture.subtitle, picture.target_caption)
    step = (1, 2, 4)[detail_level]
    shown = [one for at, one in enumerate(picture.points[:-1]) if at % step == 0 or one.is_mistake]
    keys = {True: "picture.review_mistake", False: "picture.review_point"}
    points = (texts.say(keys[one.is_mistake], trick=one.trick, points=one.points) for one in shown)
    yield texts.say("list.separator").join(points)
    yield texts.say("picture.review_end", points=picture.points[-1].points)
    yield from alt_text.fact_sentences(picture.facts, texts)


def _example_sentences(picture: ExamplePicture, texts: Texts) -> Iterator[str]:
    yield picture.title
    for example in picture.examples:
        verdict = {True: "picture.right", False: "picture.wrong", None: ""}[example.is_correct]
        joint = texts.say(_JOINTS.get(example.separator, "list.parts"))
        shown = joint.join(map(texts.format_cards, example.groups))
        yield texts.say(verdict, cards=shown) if verdict else shown
        yield example.caption


async def picture_block(services: Services, picture: DescribedPicture, texts: Texts, name: str) -> Block:
    """Return a picture, or only its alt text if the picture cannot be rendered. The alt text has the original names."""
    shown = with_drawable_names(picture, services.renderer.get_painted_name, texts)
    (block,) = await picture_blocks(services, shown, alt_text_of(picture, texts), name)
    return block


P = TypeVar("P")
_NAMES: Final[dict[type, frozenset[str]]] = {
    event_pictures.EventLine: frozenset({"name", "members"}),
    event_pictures.RoundPicture: frozenset({"byes"}),
    HeadToHeadPicture: frozenset({"left", "right"}),
    SeasonPicture: frozenset({"podium"}),
    **dict.fromkeys(
        (event_pictures.BracketSide, event_pictures.CrossLine, RatingSeries, StandingsLine), frozenset({"name"})
    ),
    **dict.fromkeys((event_pictures.RoundTable, TravellerLine), frozenset({"sides"})),
}
"""The fields that hold names, by class. Some hold pairs, each of a name and a note."""
_NAMED_ONCE: Final = (*get_args(LeaguePicture), event_pictures.EventStandingsPicture)
"""Pictures in which equal names belong to different entrants or players."""


def with_drawable_names(picture: P, get_painted_name: Callable[[str], str], texts: Texts) -> P:
    """Return a picture of an event or league with distinct names that fonts can paint. Other pictures do not change."""
    if isinstance(picture, get_args(EventPicture)):
        kind, title = "entrant", "event"
    elif isinstance(picture, get_args(LeaguePicture)):
        kind, title = "player", "league"
    else:
        return picture
    found = _list_names(picture)
    names = found if isinstance(picture, _NAMED_ONCE) else list(dict.fromkeys(found))
    distinct = make_distinct(names, get_painted_name, lambda n: texts.say(f"nameless.{kind}", n=n))
    by_name = dict(zip(names, distinct, strict=True))
    shown = iter(distinct if names is found else [by_name[name] for name in found])
    renamed: Any = _rename(picture, lambda _: next(shown))
    if not renamed.title or get_painted_name(renamed.title):
        return cast("P", renamed)
    return cast("P", replace(renamed, title=texts.say(f"nameless.{title}")))


def _list_names(picture: Any) -> list[str]:
    """Return all names in a picture in the order in which `_rename` replaces them."""
    found: list[str] = []

    def add(name: str) -> str:
        found.append(name)
        return name

    _rename(picture, add)
    return found


def _rename(value: Any, rename: Callable[[str], str]) -> Any:
    if isinstance(value, tuple):
        return tuple(_rename(one, rename) for one in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    named = _NAMES.get(type(value), frozenset())
    changes = {
        one.name: _rename_part(part, rename) if one.name in named else _rename(part, rename)
        for one in fields(value)
        if isinstance(part := getattr(value, one.name), str | tuple) or is_dataclass(part)
    }
    return replace(value, **changes)


def _rename_part(part: Any, rename: Callable[[str], str]) -> Any:
    if isinstance(part, str):
        return rename(part) if part else part
    return tuple((rename(one[0]), *one[1:]) if isinstance(one, tuple) else rename(one) for one in part)
