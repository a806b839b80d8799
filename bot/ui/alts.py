"""Pictures of leagues and of the rules in words: all that they show, in reading order, as much as Discord takes."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from bot.render.examples import Example, ExamplePicture
from bot.render.frames import SERIES
from bot.render.standings import MOST
from bot.render.statistics import (
    CrossTablePicture,
    HeadToHeadPicture,
    MatchPicture,
    RatingPicture,
    SeasonPicture,
    Series,
    StandingsPicture,
    StandingsRow,
)
from bot.ui.limits import ALT

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

Picture = (
    StandingsPicture
    | RatingPicture
    | HeadToHeadPicture
    | CrossTablePicture
    | SeasonPicture
    | MatchPicture
    | ExamplePicture
)
_PLENTY, _LESS, _LITTLE = 0, 1, 2
"""How much is left out."""
_JOINTS: Final = {">": "picture.beats", "+": "picture.plus", "=": "picture.equals"}


def alt_of(picture: Picture, texts: "Texts") -> str:
    """Return a picture in words, at most 1024 characters; where all of it is too much, what matters least goes."""
    text = ""
    for less in (_PLENTY, _LESS, _LITTLE):
        text = texts.sentences(_sentence(texts, words) for words in _told(picture, texts, less) if words)
        if len(text) <= ALT:
            return text
    return text[: ALT - 1] + "…"


def _told(picture: Picture, texts: "Texts", less: int) -> Iterable[str]:  # noqa: PLR0911 - one for each kind
    match picture:
        case StandingsPicture():
            return _standings(picture, texts, less)
        case RatingPicture():
            return _ratings(picture, texts, less)
        case HeadToHeadPicture():
            return _head_to_head(picture, texts)
        case CrossTablePicture():
            return _cross_table(picture, texts, less)
        case SeasonPicture():
            return _season(picture, texts)
        case MatchPicture():
            return _match(picture, texts, less)
        case ExamplePicture():
            return _examples(picture, texts)


def _sentence(texts: "Texts", words: str) -> str:
    """End words as a sentence, unless they end as one already."""
    return words if words[-1] in ".!?。！？…" else texts.say("alt.sentence", words=words)


def _standings(picture: StandingsPicture, texts: "Texts", less: int) -> Iterator[str]:
    yield from _headed(picture.title, picture.subtitle)
    if not picture.rows:
        yield texts.say("picture.nobody")
    for row in picture.rows[:MOST]:
        key = "picture.standing" if row.rank else "picture.row"
        yield texts.say(key, rank=row.rank, name=row.name, facts=_comma(texts, _row(row, texts, less)))
    yield from _more(len(picture.rows) - MOST, texts)


def _row(row: StandingsRow, texts: "Texts", less: int) -> Iterator[str]:
    if row.level:
        yield texts.say("picture.at_level", level=row.level)
    if row.points is not None:
        yield texts.say("picture.scored", points=row.points)
    won_lost = "picture.won_lost" if less < _LITTLE else "picture.won_lost_short"
    if row.won or row.lost or row.rating is None:
        yield texts.say(won_lost, won=row.won, lost=row.lost)
    if row.rating is not None:
        yield texts.say("picture.rated", rating=row.rating)
    if row.change and less < _LITTLE:
        yield texts.say("picture.up" if row.change > 0 else "picture.down", change=abs(row.change))
    if row.climbs and less < _LITTLE:
        yield texts.say("picture.climbs", count=row.climbs)
    if row.form and less < _LESS:
        yield texts.say("picture.last_results", results=_results(row.form[-5:], texts))


def _results(form: Iterable[bool], texts: "Texts") -> str:
    return "-".join(texts.say("picture.w" if won else "picture.l") for won in form)


def _ratings(picture: RatingPicture, texts: "Texts", less: int) -> Iterator[str]:
    yield from _headed(picture.title, picture.subtitle)
    shown = [one for one in picture.series if one.ratings][: len(SERIES)]
    if not shown:
        yield texts.say("picture.nobody")
    for one in sorted(shown, key=lambda series: -series.ratings[-1]):
        yield _line(one, texts, less)
    yield from _more(sum(bool(one.ratings) for one in picture.series) - len(SERIES), texts)


def _more(left_out: int, texts: "Texts") -> Iterator[str]:
    if left_out > 0:
        yield texts.say("picture.more", n=left_out)


def _line(one: Series, texts: "Texts", less: int) -> str:
    ends = {"name": one.name, "now": one.ratings[-1], "first": one.ratings[0], "count": max(1, len(one.ratings) - 1)}
    if less:
        return texts.say("picture.rating_short", **ends)
    return texts.say("picture.rating_line", **ends, low=min(one.ratings), high=max(one.ratings))


def _head_to_head(picture: HeadToHeadPicture, texts: "Texts") -> Iterator[str]:
    yield picture.title
    yield texts.say("picture.against", left=picture.left, right=picture.right)
    for line in picture.lines:
        yield texts.say("picture.compared", caption=line.caption, left=line.left, right=line.right)
    if picture.form:
        results = "-".join("1" if won else "2" for won in picture.form[-10:])
        yield texts.say("picture.who_won", left=picture.left, right=picture.right, results=results)


def _cross_table(picture: CrossTablePicture, texts: "Texts", less: int) -> Iterator[str]:
    yield from _headed(picture.title, picture.subtitle)
    for name, cells in zip(picture.names, picture.cells, strict=False):
        met = [(other, cell) for other, cell in zip(picture.names, cells, strict=False) if cell and other != name]
        if less:
            won, lost = sum(cell[0] for _, cell in met), sum(cell[1] for _, cell in met)
            yield texts.say("picture.total", name=name, won=won, lost=lost)
        elif met:
            scores = (texts.say("picture.met", name=other, won=cell[0], lost=cell[1]) for other, cell in met)
            yield texts.say("picture.row", name=name, facts=_comma(texts, scores))


def _season(picture: SeasonPicture, texts: "Texts") -> Iterator[str]:
    yield from _headed(picture.title, picture.subtitle)
    for place, (name, note) in enumerate(picture.podium):
        rank = picture.ranks[place] if place < len(picture.ranks) else place + 1
        yield texts.say("picture.standing", rank=rank, name=name, facts=note)
    yield from _facts(picture.facts, texts)


def _match(picture: MatchPicture, texts: "Texts", less: int) -> Iterator[str]:
    yield from _headed(picture.title, picture.subtitle)
    teams = [texts.listed(names) for names in picture.teams]
    for team in (picture.winner, 1 - picture.winner):
        key = "picture.winners" if team == picture.winner else "picture.losers"
        yield texts.say(key, names=teams[team], level=picture.levels[team][-1] if picture.levels[team] else "–")
    if not less:
        for team in (picture.winner, 1 - picture.winner):
            yield texts.say("picture.climb", names=teams[team], levels=" ".join(picture.levels[team]))
    yield from _facts(picture.facts, texts)


def _examples(picture: ExamplePicture, texts: "Texts") -> Iterator[str]:
    yield picture.title
    for example in picture.examples:
        verdict = {True: "picture.right", False: "picture.wrong", None: ""}[example.verdict]
        shown = _joined(example, texts)
        yield texts.say(verdict, cards=shown) if verdict else shown
        yield example.caption


def _joined(example: Example, texts: "Texts") -> str:
    groups = [
        texts.say("picture.dimmed", cards=texts.cards(group)) if number in example.dimmed else texts.cards(group)
        for number, group in enumerate(example.groups)
    ]
    joint = _JOINTS.get(example.joint)
    return (texts.say(joint) if joint else texts.say("list.parts")).join(groups)


def _headed(title: str, subtitle: str) -> Iterator[str]:
    yield title
    yield subtitle


def _facts(pairs: Sequence[tuple[str, str]], texts: "Texts") -> Iterator[str]:
    yield from (texts.say("picture.fact", caption=caption, figure=figure) for caption, figure in pairs)


def _comma(texts: "Texts", parts: Iterable[str]) -> str:
    return texts.say("list.separator").join(parts)


__all__: Final = ["Picture", "alt_of"]
