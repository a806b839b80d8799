"""Writes alt texts of pictures of leagues; figures are left out at lower levels of detail."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from bot.render.all_pictures import LeaguePicture
from bot.render.layout.shared_elements import SERIES_COLOURS
from bot.render.leagues.standings_scene import MAX_ROWS
from bot.render.values.league_pictures import (
    HeadToHeadPicture,
    LeagueLabels,
    RatingPicture,
    RatingSeries,
    SeasonPicture,
    StandingsLine,
    StandingsPicture,
)
from bot.text.catalogue import Texts

PLENTY: Final = 0
LESS: Final = 1
LITTLE: Final = 2
"""Levels of detail."""


def league_sentences(picture: LeaguePicture, texts: Texts, detail_level: int) -> Iterator[str]:
    """Return the sentences of a picture of a league."""
    match picture:
        case StandingsPicture():
            return _standings_sentences(picture, texts, detail_level)
        case RatingPicture():
            return _rating_sentences(picture, texts, detail_level)
        case HeadToHeadPicture():
            return _head_to_head_sentences(picture, texts)
        case SeasonPicture():
            return _season_sentences(picture, texts)


def _standings_sentences(picture: StandingsPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    yield from heading_sentences(picture.title, picture.subtitle)
    if not picture.rows:
        yield texts.say("picture.nobody")
    for row in picture.rows[:MAX_ROWS]:
        key = "picture.standing" if row.rank else "picture.row"
        yield texts.say(
            key,
            rank=row.rank,
            name=row.name,
            facts=_join_facts(texts, _standing_facts(row, picture.labels, texts, detail_level)),
        )
    yield from left_out_sentence(len(picture.rows) - MAX_ROWS, texts)


def _standing_facts(row: StandingsLine, labels: LeagueLabels, texts: Texts, detail_level: int) -> Iterator[str]:
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


def _rating_sentences(picture: RatingPicture, texts: Texts, detail_level: int) -> Iterator[str]:
    yield from heading_sentences(picture.title, picture.subtitle)
    shown = [one for one in picture.series if one.ratings][: len(SERIES_COLOURS)]
    if not shown:
        yield texts.say("picture.nobody")
    for one in sorted(shown, key=lambda series: -series.ratings[-1]):
        yield _rating_sentence(one, texts, detail_level)
    yield from left_out_sentence(sum(bool(one.ratings) for one in picture.series) - len(SERIES_COLOURS), texts)


def left_out_sentence(left_out: int, texts: Texts) -> Iterator[str]:
    """Yield how many lines a picture leaves out, if any."""
    if left_out > 0:
        yield texts.say("picture.more", n=left_out)


def _rating_sentence(one: RatingSeries, texts: Texts, detail_level: int) -> str:
    ends = {"name": one.name, "now": one.ratings[-1], "first": one.ratings[0], "count": max(1, len(one.ratings) - 1)}
    if detail_level:
        return texts.say("picture.rating_short", **ends)
    return texts.say("picture.rating_line", **ends, low=min(one.ratings), high=max(one.ratings))


def _head_to_head_sentences(picture: HeadToHeadPicture, texts: Texts) -> Iterator[str]:
    yield picture.title
    yield texts.say("picture.against", left=picture.left, right=picture.right)
    for line in picture.lines:
        yield texts.say("picture.compared", caption=line.caption, left=line.left, right=line.right)
    if picture.form:
        results = "-".join("1" if won else "2" for won in picture.form[-10:])
        yield texts.say("picture.who_won", left=picture.left, right=picture.right, results=results)


def _season_sentences(picture: SeasonPicture, texts: Texts) -> Iterator[str]:
    yield from heading_sentences(picture.title, picture.subtitle)
    for place, (name, note) in enumerate(picture.podium):
        rank = picture.ranks[place] if place < len(picture.ranks) else place + 1
        yield texts.say("picture.standing", rank=rank, name=name, facts=note)
    yield from fact_sentences(picture.facts, texts)


def heading_sentences(title: str, subtitle: str) -> Iterator[str]:
    """Yield the sentences above a picture."""
    yield title
    yield subtitle


def fact_sentences(pairs: Sequence[tuple[str, str]], texts: Texts) -> Iterator[str]:
    """Yield the figures below a picture with their captions."""
    yield from (texts.say("picture.fact", caption=caption, figure=figure) for caption, figure in pairs)


def _join_facts(texts: Texts, parts: Iterable[str]) -> str:
    return texts.say("list.separator").join(parts)
