"""The standings of a season, as a picture and as text, and the history of a league."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.ids import EntrantId
from bot.league.leagues.league_settings import RankedBy, StandingsOrder
from bot.league.leagues.leagues import LeagueInfo, Season
from bot.league.results.ratings import to_displayed
from bot.league.results.season_standings import Score, SeasonStanding
from bot.render.values.league_pictures import StandingsLine, StandingsPicture
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_day, format_recent_results
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.core.messages.labelled import labelled_button, name_select
from bot.ui.core.messages.long_list import LINES_PER_PAGE, join_lines, page_buttons
from bot.ui.core.messages.message import Block, Message, Text, button_rows
from bot.ui.core.pictures.picture_blocks import league_picture_labels, picture_block
from bot.ui.core.services import Services
from bot.ui.league.control_ids import LeagueAction, LeagueControl, PostStandings, ShowStandings

VALUE_ORDERS: Final = {StandingsOrder.AVERAGE, StandingsOrder.RATING, StandingsOrder.PLACES}
"""The orders that rank by another figure than points and wins. The standings then show this figure."""
MAX_RECENT_RESULTS: Final = 5
MAX_SEASONS: Final = 10
"""How many seasons the history lists."""
EntrantNames = Mapping[EntrantId, str]


@dataclass(frozen=True, slots=True)
class StandingsPage:
    """A page of a season's standings, with the names on it and the user's own line if they have one."""

    league: LeagueInfo
    season: Season
    lines: Sequence[SeasonStanding]
    number: int
    """The number of the page, from 1."""
    total: int
    names: EntrantNames
    own_line: SeasonStanding | None = None

    @property
    def first(self) -> int:
        """The place of the page's first line in the standings, from 1."""
        return (self.number - 1) * LINES_PER_PAGE + 1

    @property
    def last(self) -> int:
        """The place of the page's last line in the standings."""
        return self.first + len(self.lines) - 1


async def standings_view(
    services: Services, page: StandingsPage, texts: Texts, *, as_text: bool = False, public: bool = False
) -> Message:
    """Return a page of the standings; without controls if it is public."""
    if as_text:
        title, subtitle = format_headings(page, texts)
        lines = (format_line(line, page.season, page.names, texts) for line in page.lines)
        shown: Block = join_lines((f"## {escape_name(title)}", f"-# {subtitle}", *lines))
    else:
        shown = await picture_block(services, _build_picture(page, texts), texts, "standings.png")
    if public:
        return Message((shown,))
    blocks: list[Block] = [shown]
    if page.own_line is not None:
        line = format_line(page.own_line, page.season, page.names, texts)
        blocks.append(Text(texts.say("leagues.yours", line=line)))
    at = (page.league.id, page.season.number, as_text)
    blocks += page_buttons(page.number, page.total, texts, lambda to, mark: ShowStandings(*at, to, mark))
    return Message((*blocks, *_links(page, texts, as_text=as_text)))


def format_headings(page: StandingsPage, texts: Texts) -> tuple[str, str]:
    """Return a page's title with the season, and its subtitle with the places of its lines."""
    title = texts.say("leagues.table_heading", league=page.league.name, number=page.season.number)
    if not page.lines:
        return title, texts.say("leagues.table_none")
    return title, texts.say("leagues.table_page", first=page.first, last=page.last, total=page.total)


def _build_picture(page: StandingsPage, texts: Texts) -> StandingsPicture:
    season, labels = texts.say("leagues.history_option", number=page.season.number), league_picture_labels(texts)
    if page.league.settings.ranked_by is RankedBy.TEAMS:
        labels = replace(labels, player=texts.say("managing.team"))
    if page.season.scheme.order in VALUE_ORDERS:
        labels = replace(labels, points=texts.say(f"leagues.caption.{page.season.scheme.order}"))
    subtitle = f"{page.first}–{page.last}/{page.total}" if page.lines else format_headings(page, texts)[1]
    rows = tuple(_picture_row(line, page.season, page.names[line.entrant.id]) for line in page.lines)
    return StandingsPicture(page.league.name, f"{season} · {subtitle}", rows, labels)


def _picture_row(line: SeasonStanding, season: Season, name: str) -> StandingsLine:
    score = line.score
    form = tuple(sign == "W" for sign in score.form[-MAX_RECENT_RESULTS:])
    rank = line.rank if score.settled else 0  # an entrant who has not played enough has no rank yet
    value = ""
    if season.scheme.order in VALUE_ORDERS:
        value = format_season_value(score, season) if score.deals or score.settled else "–"
    return StandingsLine(rank, name, score.won, score.deals - score.won, points=score.points, value=value, form=form)


def format_season_value(score: Score, season: Season) -> str:
    """Return the figure by which a season ranks an entrant, in the form that users see."""
    match season.scheme.order:
        case StandingsOrder.AVERAGE:
            return f"{score.value:.2f}"
        case StandingsOrder.RATING:
            return str(to_displayed(score.value))
        case _:
            return str(round(score.value))


def format_line(line: SeasonStanding, season: Season, names: EntrantNames, texts: Texts) -> str:
    """Return the line of an entrant in the standings."""
    score, name = line.score, escape_name(names[line.entrant.id])
    if not score.deals and not score.settled:
        return texts.say("leagues.line_new", rank="–", name=name)
    figures = {"points": score.points, "won": score.won, "deals": score.deals}
    parts = [texts.say("leagues.line", rank=line.rank if score.settled else "–", name=name, **figures)]
    if season.scheme.order in VALUE_ORDERS:
        value = format_season_value(score, season)
        parts.append(texts.say(f"leagues.line_value.{season.scheme.order}", value=value))
    if not score.settled and season.scheme.order is not StandingsOrder.PLACES:
        parts.append(texts.say("leagues.line_unsettled", count=season.scheme.min_deals - score.deals))
    if score.margin:
        parts.append(texts.say("leagues.line_margin", margin=f"{score.margin:+d}"))
    if score.matches_won:
        parts.append(texts.say("leagues.line_matches", count=score.matches_won))
    if abs(score.streak) > 1:
        key = "leagues.line_streak_won" if score.streak > 0 else "leagues.line_streak_lost"
        parts.append(texts.say(key, count=abs(score.streak)))
    if score.form:
        form = format_recent_results(tuple(sign == "W" for sign in score.form[-MAX_RECENT_RESULTS:]), texts)
        parts.append(texts.say("leagues.line_form", form=form))
    return " · ".join(parts)


def _links(page: StandingsPage, texts: Texts, *, as_text: bool) -> tuple[Block, ...]:
    at = (page.league.id, page.season.number)
    ways: dict[str, ControlId] = {
        "picture" if as_text else "text": ShowStandings(*at, not as_text, page.number, "l"),
        "show": PostStandings(*at, as_text, page.number),
        "report": LeagueControl(LeagueAction.REPORT, page.league.id),
        "history": LeagueControl(LeagueAction.HISTORY, page.league.id),
    }
    return button_rows(tuple(labelled_button(id_, texts, f"leagues.button.{way}") for way, id_ in ways.items()))


def season_history_view(
    league: LeagueInfo,
    seasons: Sequence[Season],
    winners: Mapping[int, str],  # the champions' escaped names, by season number
    since: Mapping[int, int],  # the number of rulings after a season's end, by season number
    texts: Texts,
    *,
    has_files: bool = False,
) -> Message:
    """Return the seasons of a league, the newest first. With `has_files`, add a select of seasons to export."""
    lines = [f"## {texts.say('leagues.history_heading', league=escape_name(league.name))}"]
    for season in seasons[:MAX_SEASONS]:
        line = _format_season(season, winners.get(season.number, ""), texts)
        count = since.get(season.number, 0)
        lines.append(texts.say("rulings.since", line=line, count=count) if count else line)
    if not seasons:
        lines.append(texts.say("leagues.season_none"))
    numbers = {one.number: texts.say("leagues.history_option", number=one.number) for one in seasons}
    shown = name_select(LeagueControl(LeagueAction.PAST, league.id), texts, "leagues.history_pick", numbers)
    files = name_select(LeagueControl(LeagueAction.FILES, league.id), texts, "leagues.history_files", numbers)
    back = labelled_button(LeagueControl(LeagueAction.CARD, league.id), texts, "events.button.back")
    return Message((join_lines(lines), *shown, *(files if has_files else ()), *button_rows((back,))))


def _format_season(season: Season, names: str, texts: Texts) -> str:
    facts = {"number": season.number, "since": format_day(season.opened_at)}
    if season.closed_at is None:
        return texts.say("leagues.history_open", **facts)
    winners = names or texts.say("leagues.history_nobody")
    return texts.say("leagues.history_line", until=format_day(season.closed_at), names=winners, **facts)
