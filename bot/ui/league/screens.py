"""The screens of a league, with all that they need read from the service."""

from typing import TYPE_CHECKING, Final

from bot.league.ids import ResultId
from bot.league.leagues import LeagueFacts, Season
from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.ui.asker import Asker
from bot.ui.body import Body
from bot.ui.kit import Kit
from bot.ui.league.card import card_body
from bot.ui.league.finding import caller_of, entrant_names, guild_of
from bot.ui.league.results import LISTED, people_of, report_body, result_body
from bot.ui.league.seasons import SHOWN as SEASONS
from bot.ui.league.seasons import history_body
from bot.ui.league.showing import LINES, in_words, names_of, page_of
from bot.ui.league.tables import Page, standings_body
from bot.ui.league.trail import TRAIL, trail_body, users_of

if TYPE_CHECKING:
    from bot.text.catalogue import Texts


CHAMPIONS: Final = 5
"""How many who share the first place are named."""


async def card(kit: Kit, asker: Asker, league: LeagueFacts, notice: str = "") -> Body:
    """Return what a league is."""
    seasons = await kit.league.seasons(league.id)
    managers = await kit.league.managers(league.id)
    names = await names_of(kit, managers, asker.texts)
    who = in_words([names[user] for user in managers], asker.texts) if managers else ""
    return card_body(league, seasons[0] if seasons else None, who, asker.texts, notice)


async def season_numbered(kit: Kit, league: LeagueFacts, number: int | None) -> Season:
    """Return a season of a league; without a number the newest.

    Raises:
        LeagueRefused: there is none.
    """
    found = await kit.league.season(league.id, number)
    if found is None and number is not None:
        raise LeagueRefused(LeagueWhy.NO_SUCH_SEASON, name=league.name, given=number)
    if found is None:
        raise LeagueRefused(LeagueWhy.NO_SEASON, name=league.name)
    return found


async def standings(
    kit: Kit,
    asker: Asker,
    league: LeagueFacts,
    number: int | None,
    page: int | str,
    *,
    as_text: bool = False,
    texts: "Texts | None" = None,
) -> Body:
    """Return a page of a season's standings; with `texts` for all to read, without the reader's own line."""
    season = await season_numbered(kit, league, number)
    wanted = page_of(page, 10**6)
    table = await kit.league.table(season.id, (wanted - 1) * LINES, LINES)
    if not table.lines and table.total:  # a page that is no longer there
        wanted = page_of(wanted, table.total)
        table = await kit.league.table(season.id, (wanted - 1) * LINES, LINES)
    own = None if texts is not None else await kit.league.place_of(season.id, caller_of(asker).user)
    entrants = tuple(line.entrant for line in (*table.lines, *((own,) if own is not None else ())))
    names = await entrant_names(kit, entrants, asker.texts)
    found = Page(league, table.season, table.lines, wanted, table.total, names, own)
    return await standings_body(kit, found, texts or asker.texts, as_text=as_text, public=texts is not None)


async def report(kit: Kit, asker: Asker, league: LeagueFacts, page: int | str) -> Body:
    """Return a page of a league's results, newest first."""
    wanted = page_of(page, 10**6, LISTED)
    found = await kit.league.results(league.id, (wanted - 1) * LISTED, LISTED)
    names = await names_of(kit, people_of(found.results), asker.texts)
    manager = league.archived_at is None and await kit.league.may_manage(caller_of(asker), league)
    teams = await kit.league.teams_counted(league.id, [one.deal.id for one in found.results])
    return report_body(league, wanted, found, names, asker.texts, teams, manager=manager)


async def result(kit: Kit, asker: Asker, league: LeagueFacts, number: ResultId, notice: str = "") -> Body:
    """Return one result in full.

    Raises:
        LeagueRefused: there is none of this number in this server.
    """
    found = await kit.league.result(guild_of(asker), number)
    names = await names_of(kit, people_of((found,)), asker.texts)
    return result_body(league, found, names, asker.texts, notice, await kit.league.counted_in(number))


async def history(kit: Kit, asker: Asker, league: LeagueFacts) -> Body:
    """Return the seasons of a league with who won them."""
    seasons = await kit.league.seasons(league.id)
    winners = {}
    for season in seasons[:SEASONS]:
        if season.closed_at is not None:
            winners[season.number] = await winners_of(kit, season, asker.texts)
    return history_body(league, seasons, winners, await kit.league.ruled_since(league.id), asker.texts)


async def audit(kit: Kit, asker: Asker, league: LeagueFacts, page: int | str) -> Body:
    """Return a page of what was done in a league, newest first."""
    wanted = page_of(page, 10**6, TRAIL)
    lines, total = await kit.league.trail(league.id, (wanted - 1) * TRAIL, TRAIL)
    names = await names_of(kit, users_of(lines), asker.texts)
    return trail_body(league, wanted, lines, total, names, asker.texts)


async def winners_of(kit: Kit, season: Season, texts: "Texts") -> str:
    """Return who won a season, as it is to be written; nothing where nobody played."""
    won = (await kit.league.champions(season.id))[:CHAMPIONS]
    names = await entrant_names(kit, tuple(line.entrant for line in won), texts)
    return in_words([names[line.entrant.id] for line in won], texts) if won else ""
