"""Seasons: how one ended, and the history of a league."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.ids import EntrantId
from bot.league.leagues.leagues import LeagueInfo, Season
from bot.league.results.read_models import SeasonStandingsPage
from bot.league.results.season_standings import SeasonStanding
from bot.render.values.league_pictures import SeasonPicture
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.formatting import format_day
from bot.ui.core.messages.labelled import labelled_button, name_select
from bot.ui.core.messages.long_list import join_lines
from bot.ui.core.messages.message import Message, Text, button_rows
from bot.ui.core.pictures.picture_blocks import picture_block
from bot.ui.core.services import Services
from bot.ui.league.control_ids import LeagueAction, LeagueControl
from bot.ui.league.standings_view import VALUE_ORDERS, format_season_value

PICTURE_FILENAME: Final = "season.png"
PODIUM_SIZE: Final = 3
MAX_SEASONS: Final = 10
"""How many seasons the history lists."""
EntrantNames = Mapping[EntrantId, str]


async def season_result_view(
    services: Services, league: LeagueInfo, table: SeasonStandingsPage, names: EntrantNames, texts: Texts
) -> Message:
    """Return the result of a season: its champions and a picture."""
    facts = {"league": escape_name(league.name), "number": table.season.number}
    won = [line for line in table.lines if line.is_champion]
    if not won:
        return Message((Text(texts.say("leagues.no_champions", **facts)),))
    champions = texts.format_list(f"**{escape_name(names[line.entrant.id])}**" for line in won)
    words = Text(f"## {texts.say('leagues.champions', names=champions, **facts)}")
    picture = _build_picture(league, table, names, texts)
    return Message((words, await picture_block(services, picture, texts, PICTURE_FILENAME)))


def season_history_view(
    league: LeagueInfo,
    seasons: Sequence[Season],
    winners: Mapping[int, str],
    since: Mapping[int, int],
    texts: Texts,
    *,
    has_files: bool = False,
) -> Message:
    """Return the seasons of a league, newest first; with `has_files` also a list of them to export.

    By number: `winners`, the escaped names of the champions; `since`, how many rulings followed the season's end.
    """
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
    since = format_day(season.opened_at)
    if season.closed_at is None:
        return texts.say("leagues.history_open", number=season.number, since=since)
    winners = names or texts.say("leagues.history_nobody")
    return texts.say(
        "leagues.history_line", number=season.number, since=since, until=format_day(season.closed_at), names=winners
    )


def _build_picture(league: LeagueInfo, table: SeasonStandingsPage, names: EntrantNames, texts: Texts) -> SeasonPicture:
    season = table.season
    number = texts.say("leagues.history_option", number=season.number)
    best = tuple(line for line in table.lines[:PODIUM_SIZE] if line.score.settled)
    podium = tuple((names[line.entrant.id], _format_score(line, season, texts)) for line in best)
    played = (texts.say("leagues.fact.players"), texts.format_number(table.total))
    return SeasonPicture(league.name, number, podium, (played,), tuple(line.rank for line in best))


def _format_score(line: SeasonStanding, season: Season, texts: Texts) -> str:
    score, order = line.score, season.scheme.order
    figures = texts.say("leagues.podium", points=score.points, won=score.won, deals=score.deals)
    if order not in VALUE_ORDERS:
        return figures
    value = texts.say(f"leagues.line_value.{order}", value=format_season_value(score, season))
    return f"{value} · {texts.say('leagues.podium_won', won=score.won, deals=score.deals)}"
