"""Writes alt texts of pictures of events; figures are left out at lower levels of detail."""

from collections.abc import Iterator

from bot.render.all_pictures import EventPicture
from bot.render.events import event_round_scene, event_standings_scene, traveller_scene
from bot.render.events.traveller_scene import TravellerPicture
from bot.render.values.event_pictures import (
    BracketBox,
    BracketPicture,
    EventCrossPicture,
    EventStandingsPicture,
    RoundPicture,
)
from bot.text.catalogue import Texts
from bot.ui.core.pictures.league_alt_text import left_out_sentence
from engine.model.cards import Suit


def event_sentences(picture: EventPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    """Return the sentences of a picture of an event."""
    match picture:
        case EventStandingsPicture():
            return _standings_sentences(picture, texts, detail_level)
        case RoundPicture():
            return _round_sentences(picture, texts, detail_level)
        case BracketPicture():
            return _bracket_sentences(picture, texts, detail_level)
        case EventCrossPicture():
            return _crosstable_sentences(picture, texts, detail_level)
        case TravellerPicture():
            return _traveller_sentences(picture, texts, detail_level)


def _standings_sentences(picture: EventStandingsPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    """Yield each line with all figures, or with the score alone."""
    yield picture.title
    yield picture.subtitle
    for line in picture.lines[: event_standings_scene.MAX_LINES]:
        figures = list(zip(picture.captions, line.figures, strict=True))
        if detail_level:
            facts = line.figures[-1]
        else:
            facts = texts.say("list.parts").join(
                texts.say("picture.fact", caption=caption, figure=figure) for caption, figure in reversed(figures)
            )
        yield texts.say("picture.standing", rank=line.place, name=line.name, facts=facts)
    yield from left_out_sentence(len(picture.lines) - event_standings_scene.MAX_LINES, texts)


def _round_sentences(picture: RoundPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    """Yield each table, at little detail without its number."""
    yield picture.title
    yield picture.subtitle
    for table in picture.tables[: event_round_scene.MAX_TABLES]:
        key = "picture.round_table" if detail_level == 0 else "picture.round_row"
        first, second = table.sides
        state = table.note if table.scores is None else f"{' : '.join(table.scores)} {table.note}".strip()
        yield texts.say(key, number=table.number, first=first, second=second, state=state)
    yield from left_out_sentence(len(picture.tables) - event_round_scene.MAX_TABLES, texts)
    if picture.byes:
        yield texts.say("events.byes", names=texts.format_list(picture.byes))


def _traveller_sentences(picture: TravellerPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    """Yield each table with all figures, at little detail with the scores alone."""
    yield picture.title
    yield picture.subtitle
    for line in picture.lines[: traveller_scene.MAX_TABLES]:
        trump = texts.format_suit(line.trump) if isinstance(line.trump, Suit) else line.trump
        figures = zip(picture.captions, (trump, line.kitty, line.points, line.levels), strict=False)
        facts = [texts.say("picture.fact", caption=caption, figure=figure) for caption, figure in figures if figure]
        shown = [] if detail_level else [line.note] if line.note else facts
        state = texts.say("list.parts").join((*shown, " : ".join(line.scores)))
        first, second = line.sides
        yield texts.say("picture.round_table", number=line.table, first=first, second=second, state=state)
    yield from left_out_sentence(len(picture.lines) - traveller_scene.MAX_TABLES, texts)


def _bracket_sentences(picture: BracketPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    """Yield each match stage by stage, the last stage first; at little detail only the last two stages."""
    yield picture.title
    yield picture.subtitle
    columns = list(reversed(picture.columns))[: 3 - detail_level]
    for column in [*columns[:1], *([picture.third] if picture.third else []), *columns[1:]]:
        known = [box for box in column.boxes if any(side.name for side in box.sides)]
        if known:
            matches = texts.say("list.parts").join(_describe_box(box, texts) for box in known)
            yield texts.say("picture.fact", caption=column.caption, figure=matches)


def _describe_box(box: BracketBox, texts: Texts) -> str:
    first, second = box.sides
    if box.note:
        return texts.say("bracket.alt_bye", name=first.name, note=box.note)
    names = [f"{side.name or '–'}{' 🏆' if side.won else ''}" for side in box.sides]
    if not first.score:
        return texts.say("bracket.alt_match", first=names[0], second=names[1])
    return texts.say("bracket.alt_score", first=names[0], second=names[1], score=f"{first.score}:{second.score}")


def _crosstable_sentences(picture: EventCrossPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    """Yield each line with its results, or with the score alone."""
    yield picture.title
    yield picture.subtitle
    for line in picture.lines:
        score = texts.say("picture.fact", caption=picture.score_caption, figure=line.score)
        cells = zip(picture.captions, line.cells, strict=True)
        results = [f"{caption}: {cell.text}" for caption, cell in cells if cell.text] if not detail_level else []
        facts = texts.say("list.parts").join([score, *results])
        yield texts.say("picture.standing", rank=line.place, name=line.name, facts=facts)
    yield picture.legend if not detail_level else ""
