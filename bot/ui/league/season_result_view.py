"""Shows how a season ended, with its champions and a picture."""

from typing import Final

from bot.league.leagues.leagues import LeagueInfo, Season
from bot.league.results.read_models import SeasonStandingsPage
from bot.league.results.season_standings import SeasonStanding
from bot.render.values.league_pictures import SeasonPicture
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import escape_name
from bot.ui.core.messages.message import Message, Text
from bot.ui.core.pictures.picture_blocks import picture_block
from bot.ui.core.services import Services
from bot.ui.league.standings_view import VALUE_ORDERS, EntrantNames, format_season_value

PODIUM_SIZE: Final = 3


async def season_result_view(
    services: Services, league: LeagueInfo, table: SeasonStandingsPage, names: EntrantNames, texts: Texts
) -> Message:
    """Return the result of a season with its champions and a picture."""
    facts = {"league": escape_name(league.name), "number": table.season.number}
    won = [line for line in table.lines if line.is_champion]
    if not won:
        return Message((Text(texts.say("leagues.no_champions", **facts)),))
    champions = texts.format_list(f"**{escape_name(names[line.entrant.id])}**" for line in won)
    words = Text(f"## {texts.say('leagues.champions', names=champions, **facts)}")
    picture = _build_podium(league, table, names, texts)
    return Message((words, await picture_block(services, picture, texts, "season.png")))


def _build_podium(league: LeagueInfo, table: SeasonStandingsPage, names: EntrantNames, texts: Texts) -> SeasonPicture:
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
