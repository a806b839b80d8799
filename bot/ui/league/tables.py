"""The standings of a season: a picture of a page, the same in words, pages, and one's own line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from bot.league.ids import EntrantId
from bot.league.leagues import By, LeagueFacts, Season
from bot.league.scores import Line
from bot.render.statistics import StandingsPicture, StandingsRow
from bot.text.describe.people import plain
from bot.ui.body import Block, Body, Button, Text, in_rows
from bot.ui.captions import league_labels_of
from bot.ui.controls import control
from bot.ui.kit import Kit
from bot.ui.league.figures import form_words
from bot.ui.league.showing import LINES, ROOM, pages, paragraph, pictured
from bot.ui.panels.asked import cut

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

PICTURE: Final = "standings.png"
SHOWN: Final = 5
"""How many of the last results are told."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the standings of a season, with what everybody on it is called, and the reader's own line if any."""

    league: LeagueFacts
    season: Season
    lines: Sequence[Line]
    number: int
    """Counts from 1."""
    total: int
    names: Mapping[EntrantId, str]
    own: Line | None = None

    @property
    def first(self) -> int:
        """The number of the first line; counts from 1."""
        return (self.number - 1) * LINES + 1

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self.first + len(self.lines) - 1

    @property
    def rows(self) -> tuple[StandingsRow, ...]:
        """The lines as the picture shows them."""
        return tuple(_row(line, self.names[line.entrant.id]) for line in self.lines)


async def standings_body(kit: Kit, page: Page, texts: "Texts", *, as_text: bool = False, public: bool = False) -> Body:
    """Return a page of the standings; without controls where it is for all."""
    shown = _words(page, texts) if as_text else await pictured(kit, _picture(page, texts), texts, PICTURE)
    if public:
        return Body((shown,))
    own = () if page.own is None else (Text(texts.say("leagues.yours", line=_line(page.own, page.names, texts))),)
    way = ("table", page.league.id, page.season.number, "t" if as_text else "p")
    return Body((shown, *own, *pages(page.number, page.total, texts, *way), *_looks(page, texts, as_text=as_text)))


def headings(page: Page, texts: "Texts") -> tuple[str, str]:
    """Return what stands above the table: the season, and which lines these are."""
    title = texts.say("leagues.table_heading", league=page.league.name, number=page.season.number)
    if not page.lines:
        return title, texts.say("leagues.table_none")
    return title, texts.say("leagues.table_page", first=page.first, last=page.last, total=page.total)


def _picture(page: Page, texts: "Texts") -> StandingsPicture:
    season, labels = texts.say("leagues.history_option", number=page.season.number), league_labels_of(texts)
    if page.league.draft.by is By.TEAMS:
        labels = replace(labels, player=texts.say("managing.team"))
    under = f"{page.first}–{page.last}/{page.total}" if page.lines else headings(page, texts)[1]
    return StandingsPicture(page.league.name, f"{season} · {under}", page.rows, labels)


def _row(line: Line, name: str) -> StandingsRow:
    score = line.score
    form = tuple(sign == "W" for sign in score.form[-SHOWN:])
    rank = line.rank if score.deals else 0  # whoever has not played has won no place yet
    return StandingsRow(rank, name, score.won, score.deals - score.won, points=score.points, form=form)


def _words(page: Page, texts: "Texts") -> Text:
    title, under = headings(page, texts)
    lines = [f"## {plain(title)}", f"-# {under}"]
    return paragraph((*lines, *(_line(line, page.names, texts) for line in page.lines)))


def _line(line: Line, names: Mapping[EntrantId, str], texts: "Texts") -> str:
    score, name = line.score, plain(names[line.entrant.id])
    if not score.deals:
        return texts.say("leagues.line_new", rank="–", name=name)
    figures = {"points": score.points, "won": score.won, "deals": score.deals}
    told = [texts.say("leagues.line", rank=line.rank, name=name, **figures)]
    if score.margin:
        told.append(texts.say("leagues.line_margin", margin=f"{score.margin:+d}"))
    if score.matches_won:
        told.append(texts.say("leagues.line_matches", count=score.matches_won))
    if abs(score.streak) > 1:
        key = "leagues.line_streak_won" if score.streak > 0 else "leagues.line_streak_lost"
        told.append(texts.say(key, count=abs(score.streak)))
    if score.form:
        form = form_words(tuple(sign == "W" for sign in score.form[-SHOWN:]), texts)
        told.append(texts.say("leagues.line_form", form=form))
    return " · ".join(told)


def _looks(page: Page, texts: "Texts", *, as_text: bool) -> tuple[Block, ...]:
    at = (page.league.id, page.season.number)
    other = "p" if as_text else "t"
    look = texts.say("leagues.button.picture" if as_text else "leagues.button.text")
    return in_rows(
        (
            Button(control(ROOM, "table", *at, other, page.number, "l"), cut(look)),
            Button(
                control(ROOM, "show", *at, "t" if as_text else "p", page.number), cut(texts.say("leagues.button.show"))
            ),
            Button(control(ROOM, "report", page.league.id), cut(texts.say("leagues.button.report"))),
            Button(control(ROOM, "history", page.league.id), cut(texts.say("leagues.button.history"))),
        )
    )
