"""Writes alt texts of pictures: all they show, in reading order, as far as Discord allows."""

from collections.abc import Iterable, Iterator
from typing import Final

from bot.render.all_pictures import DescribedPicture, EventPicture, LeaguePicture
from bot.render.learning.review_scene import ReviewPicture
from bot.render.learning.rule_examples_scene import Example, ExamplePicture
from bot.text.catalogue import Texts
from bot.ui.core.messages.discord_limits import MAX_ALT_TEXT_LENGTH
from bot.ui.core.messages.message import Block
from bot.ui.core.pictures.drawable_names import with_drawable_names
from bot.ui.core.pictures.event_alt_text import event_sentences
from bot.ui.core.pictures.league_alt_text import (
    LESS,
    LITTLE,
    PLENTY,
    fact_sentences,
    heading_sentences,
    league_sentences,
)
from bot.ui.core.pictures.picture_blocks import picture_blocks
from bot.ui.core.services import Services

_JOINTS: Final = {">": "picture.beats", "+": "picture.plus", "=": "picture.equals"}


def alt_text_of(picture: DescribedPicture, texts: Texts) -> str:
    """Return a picture's alt text; if it is too long, details are left out."""
    text = ""
    for detail_level in (PLENTY, LESS, LITTLE):
        text = texts.join_sentences(
            _end_sentence(texts, words) for words in _sentences(picture, texts, detail_level) if words
        )
        if len(text) <= MAX_ALT_TEXT_LENGTH:
            return text
    return text[: MAX_ALT_TEXT_LENGTH - 1] + "…"


def _sentences(picture: DescribedPicture, texts: Texts, detail_level: int) -> Iterable[str]:
    if isinstance(picture, EventPicture):
        return event_sentences(picture, texts, detail_level)
    if isinstance(picture, LeaguePicture):
        return league_sentences(picture, texts, detail_level)
    if isinstance(picture, ReviewPicture):
        return _review_sentences(picture, texts, detail_level)
    return _example_sentences(picture, texts)


def _end_sentence(texts: Texts, words: str) -> str:
    return words if words[-1] in ".!?。！？…" else texts.say("alt.sentence", words=words)


def _review_sentences(picture: ReviewPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    yield from heading_sentences(picture.title, picture.subtitle)
    yield picture.target_caption
    step = (1, 2, 4)[detail_level]
    shown = [one for at, one in enumerate(picture.points[:-1]) if at % step == 0 or one.is_mistake]
    keys = {True: "picture.review_mistake", False: "picture.review_point"}
    points = (texts.say(keys[one.is_mistake], trick=one.trick, points=one.points) for one in shown)
    yield texts.say("list.separator").join(points)
    yield texts.say("picture.review_end", points=picture.points[-1].points)
    yield from fact_sentences(picture.facts, texts)


def _example_sentences(picture: ExamplePicture, texts: Texts) -> Iterator[str]:
    yield picture.title
    for example in picture.examples:
        verdict = {True: "picture.right", False: "picture.wrong", None: ""}[example.is_correct]
        shown = _join_groups(example, texts)
        yield texts.say(verdict, cards=shown) if verdict else shown
        yield example.caption


def _join_groups(example: Example, texts: Texts) -> str:
    joint = _JOINTS.get(example.separator)
    return (texts.say(joint) if joint else texts.say("list.parts")).join(map(texts.format_cards, example.groups))


async def picture_block(services: Services, picture: DescribedPicture, texts: Texts, name: str) -> Block:
    """Return a picture with its alt text, which has all names as they are; only the text if it cannot be rendered."""
    shown = with_drawable_names(picture, services.renderer.get_painted_name, texts)
    (block,) = await picture_blocks(services, shown, alt_text_of(picture, texts), name)
    return block
