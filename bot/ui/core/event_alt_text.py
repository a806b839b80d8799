"""Alt texts of pictures of events, sentence by sentence; with less detail, figures are left out."""

from collections.abc import Iterator

from bot.render import event_round, event_standings, traveller
from bot.render.event_pictures import EventStandingsPicture, RoundPicture, RoundTable
from bot.render.traveller import TravellerPicture
from bot.text.catalogue import Texts
from engine.model.cards import Suit


def event_sentences(
    picture: EventStandingsPicture | RoundPicture | TravellerPicture, texts: Texts, detail_level: int
) -> Iterator[str]:
    """Return the sentences of a picture."""
    match picture:
        case EventStandingsPicture():
            return standings_sentences(picture, texts, detail_level)
        case RoundPicture():
            return round_sentences(picture, texts, detail_level)
        case TravellerPicture():
            return traveller_sentences(picture, texts, detail_level)


def standings_sentences(picture: EventStandingsPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    """Yield each line with all figures, or with the score alone."""
    yield picture.title
    yield picture.subtitle
    for line in picture.lines[: event_standings.MAX_LINES]:
        figures = list(zip(picture.captions, line.figures, strict=True))
        if detail_level:
            facts = line.figures[-1]
        else:
            facts = texts.say("list.parts").join(
                texts.say("picture.fact", caption=caption, figure=figure) for caption, figure in reversed(figures)
            )
        yield texts.say("picture.standing", rank=line.place, name=line.name, facts=facts)
    yield from _more_sentence(len(picture.lines) - event_standings.MAX_LINES, texts)


def round_sentences(picture: RoundPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    """Yield each table; with little detail, without its number."""
    yield picture.title
    yield picture.subtitle
    for table in picture.tables[: event_round.MAX_TABLES]:
        key = "picture.round_table" if detail_level == 0 else "picture.round_row"
        first, second = table.sides
        yield texts.say(key, number=table.number, first=first, second=second, state=_describe_state(table))
    yield from _more_sentence(len(picture.tables) - event_round.MAX_TABLES, texts)
    yield picture.byes


def traveller_sentences(picture: TravellerPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    """Yield each table with all figures; with little detail, with the scores alone."""
    yield picture.title
    yield picture.subtitle
    for line in picture.lines[: traveller.MAX_TABLES]:
        trump = texts.format_suit(line.trump) if isinstance(line.trump, Suit) else line.trump
        figures = zip(picture.captions, (trump, line.kitty, line.points, line.levels), strict=False)
        facts = [texts.say("picture.fact", caption=caption, figure=figure) for caption, figure in figures if figure]
        shown = [] if detail_level else [line.note] if line.note else facts
        state = texts.say("list.parts").join((*shown, " : ".join(line.scores)))
        first, second = line.sides
        yield texts.say("picture.round_table", number=line.table, first=first, second=second, state=state)
    yield from _more_sentence(len(picture.lines) - traveller.MAX_TABLES, texts)


def _describe_state(table: RoundTable) -> str:
    return table.note if table.scores is None else " : ".join(table.scores)


def _more_sentence(left_out: int, texts: Texts) -> Iterator[str]:
    if left_out > 0:
        yield texts.say("picture.more", n=left_out)
