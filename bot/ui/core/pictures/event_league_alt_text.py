"""Writes alt texts of pictures of events and leagues, at three levels of detail."""

from collections.abc import Iterator, Sequence
from typing import Final

from bot.render.all_pictures import EventPicture, LeaguePicture
from bot.render.events import event_round_scene, event_standings_scene, traveller_scene
from bot.render.events.traveller_scene import TravellerPicture
from bot.render.layout.shared_elements import SERIES_COLOURS
from bot.render.leagues.standings_scene import MAX_ROWS
from bot.render.values import event_pictures, league_pictures
from bot.text.catalogue import Texts
from engine.model.cards import Suit

PLENTY: Final = 0
LESS: Final = 1
LITTLE: Final = 2
"""Levels of detail; a higher number leaves out more."""


def event_sentences(picture: EventPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    """Return the sentences of a picture of an event."""
    match picture:
        case event_pictures.EventStandingsPicture():
            return _event_standings_sentences(picture, texts, detail_level)
        case event_pictures.RoundPicture():
            return _round_sentences(picture, texts, detail_level)
        case event_pictures.BracketPicture():
            return _bracket_sentences(picture, texts, detail_level)
        case event_pictures.EventCrossPicture():
            return _crosstable_sentences(picture, texts, detail_level)
        case TravellerPicture():
            return _traveller_sentences(picture, texts, detail_level)


def _event_standings_sentences(
    picture: event_pictures.EventStandingsPicture, texts: Texts, detail_level: int
) -> Iterator[str]:
    """Yield the headings and lines of the standings. With less detail, each line has the score as its only figure."""
    yield from (picture.title, picture.subtitle)
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


def _round_sentences(picture: event_pictures.RoundPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    yield from (picture.title, picture.subtitle)
    for table in picture.tables[: event_round_scene.MAX_TABLES]:
        key = "picture.round_table" if detail_level == 0 else "picture.round_row"
        first, second = table.sides
        state = table.note if table.scores is None else f"{' : '.join(table.scores)} {table.note}".strip()
        yield texts.say(key, number=table.number, first=first, second=second, state=state)
    yield from left_out_sentence(len(picture.tables) - event_round_scene.MAX_TABLES, texts)
    if picture.byes:
        yield texts.say("events.byes", names=texts.format_list(picture.byes))


def _traveller_sentences(picture: TravellerPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    yield from (picture.title, picture.subtitle)
    for line in picture.lines[: traveller_scene.MAX_TABLES]:
        trump = texts.format_suit(line.trump) if isinstance(line.trump, Suit) else line.trump
        figures = zip(picture.captions, (trump, line.kitty, line.points, line.levels), strict=False)
        facts = [texts.say("picture.fact", caption=caption, figure=figure) for caption, figure in figures if figure]
        shown = [] if detail_level else [line.note] if line.note else facts
        state = texts.say("list.parts").join((*shown, " : ".join(line.scores)))
        first, second = line.sides
        yield texts.say("picture.round_table", number=line.table, first=first, second=second, state=state)
    yield from left_out_sentence(len(picture.lines) - traveller_scene.MAX_TABLES, texts)


def _bracket_sentences(picture: event_pictures.BracketPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    """Yield the matches of the last stages, final first. There are three stages, or fewer with less detail."""
    yield from (picture.title, picture.subtitle)
    columns = list(reversed(picture.columns))[: 3 - detail_level]
    for column in [*columns[:1], *([picture.third] if picture.third else []), *columns[1:]]:
        known = [box for box in column.boxes if any(side.name for side in box.sides)]
        if known:
            matches = texts.say("list.parts").join(_describe_box(box, texts) for box in known)
            yield texts.say("picture.fact", caption=column.caption, figure=matches)


def _describe_box(box: event_pictures.BracketBox, texts: Texts) -> str:
    first, second = box.sides
    if box.note:
        return texts.say("bracket.alt_bye", name=first.name, note=box.note)
    names = [f"{side.name or '–'}{' 🏆' if side.won else ''}" for side in box.sides]
    if not first.score:
        return texts.say("bracket.alt_match", first=names[0], second=names[1])
    return texts.say("bracket.alt_score", first=names[0], second=names[1], score=f"{first.score}:{second.score}")


def _crosstable_sentences(picture: event_pictures.EventCrossPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    yield from (picture.title, picture.subtitle)
    for line in picture.lines:
        score = texts.say("picture.fact", caption=picture.score_caption, figure=line.score)
        cells = zip(picture.captions, line.cells, strict=True)
        results = [f"{caption}: {cell.text}" for caption, cell in cells if cell.text] if not detail_level else []
        facts = texts.say("list.parts").join([score, *results])
        yield texts.say("picture.standing", rank=line.place, name=line.name, facts=facts)
    yield picture.legend if not detail_level else ""


def league_sentences(picture: LeaguePicture, texts: Texts, detail_level: int) -> Iterator[str]:
    """Return the sentences of a picture of a league."""
    match picture:
        case league_pictures.StandingsPicture():
            return _standings_sentences(picture, texts, detail_level)
        case league_pictures.RatingPicture():
            return _rating_sentences(picture, texts, detail_level)
        case league_pictures.HeadToHeadPicture():
            return _head_to_head_sentences(picture, texts)
        case league_pictures.SeasonPicture():
            return _season_sentences(picture, texts)


def _standings_sentences(picture: league_pictures.StandingsPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    yield from (picture.title, picture.subtitle)
    if not picture.rows:
        yield texts.say("picture.nobody")
    for row in picture.rows[:MAX_ROWS]:
        key = "picture.standing" if row.rank else "picture.row"
        facts = texts.say("list.separator").join(_standing_facts(row, picture.labels, texts, detail_level))
        yield texts.say(key, rank=row.rank, name=row.name, facts=facts)
    yield from left_out_sentence(len(picture.rows) - MAX_ROWS, texts)


def _standing_facts(
    row: league_pictures.StandingsLine, labels: league_pictures.LeagueLabels, texts: Texts, detail_level: int
) -> Iterator[str]:
    if row.value:
        yield texts.say("picture.ranked_by", caption=labels.points, value=row.value)
    elif row.points is not None:
        yield texts.say("picture.scored", points=row.points)
    won_lost = "picture.won_lost" if detail_level < LITTLE else "picture.won_lost_short"
    if row.won or row.lost or row.rating is None:
        yield texts.say(won_lost, won=row.won, lost=row.lost)
    if row.rating is not None:
        yield texts.say("picture.rated", rating=row.rating)
    if row.form and detail_level < LESS:
        results = "-".join(texts.say("picture.w" if won else "picture.l") for won in row.form[-5:])
        yield texts.say("picture.last_results", results=results)


def _rating_sentences(picture: league_pictures.RatingPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    yield from (picture.title, picture.subtitle)
    shown = [one for one in picture.series if one.ratings][: len(SERIES_COLOURS)]
    if not shown:
        yield texts.say("picture.nobody")
    for one in sorted(shown, key=lambda series: -series.ratings[-1]):
        yield _rating_sentence(one, texts, detail_level)
    yield from left_out_sentence(sum(bool(one.ratings) for one in picture.series) - len(SERIES_COLOURS), texts)


def left_out_sentence(left_out: int, texts: Texts) -> Iterator[str]:
    """Yield a sentence that says how many lines the picture leaves out; nothing if it has all."""
    if left_out > 0:
        yield texts.say("picture.more", n=left_out)


def _rating_sentence(one: league_pictures.RatingSeries, texts: Texts, detail_level: int) -> str:
    ends = {"name": one.name, "now": one.ratings[-1], "first": one.ratings[0], "count": max(1, len(one.ratings) - 1)}
    if detail_level:
        return texts.say("picture.rating_short", **ends)
    return texts.say("picture.rating_line", **ends, low=min(one.ratings), high=max(one.ratings))


def _head_to_head_sentences(picture: league_pictures.HeadToHeadPicture, texts: Texts) -> Iterator[str]:
    yield picture.title
    yield texts.say("picture.against", left=picture.left, right=picture.right)
    for line in picture.lines:
        yield texts.say("picture.compared", caption=line.caption, left=line.left, right=line.right)
    if picture.form:
        results = "-".join("1" if won else "2" for won in picture.form[-10:])
        yield texts.say("picture.who_won", left=picture.left, right=picture.right, results=results)


def _season_sentences(picture: league_pictures.SeasonPicture, texts: Texts) -> Iterator[str]:
    yield from (picture.title, picture.subtitle)
    for place, (name, note) in enumerate(picture.podium):
        rank = picture.ranks[place] if place < len(picture.ranks) else place + 1
        yield texts.say("picture.standing", rank=rank, name=name, facts=note)
    yield from fact_sentences(picture.facts, texts)


def fact_sentences(pairs: Sequence[tuple[str, str]], texts: Texts) -> Iterator[str]:
    """Yield the figures below a picture, each with its caption."""
    yield from (texts.say("picture.fact", caption=caption, figure=figure) for caption, figure in pairs)
