"""News of seasons, for all to read, in the channel that a league's managers chose."""

from typing import TYPE_CHECKING, Final

import discord
import structlog

from bot.league.ids import LeagueId
from bot.league.leagues import LeagueFacts, News
from bot.play.occupants import ChannelId, GuildId
from bot.ui.body import Body
from bot.ui.kit import Kit
from bot.ui.league.finding import entrant_names
from bot.ui.league.seasons import PODIUM, begins_body, season_body
from bot.ui.mail import Fault, Mail, NotSent

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

log: Final = structlog.get_logger()

NUMBER: Final = "season-news-{id}"


def words_for_all(kit: Kit, client: discord.Client, guild: int) -> "Texts":
    """Return the words of a server's language: chosen for it, else what Discord says."""
    own = kit.guilds.known(GuildId(guild)).language
    if own is not None:
        return kit.catalogue.texts(own)
    known = client.get_guild(guild)
    chosen = known is not None and known.preferred_locale is not discord.Locale.american_english
    return kit.catalogue.texts(str(known.preferred_locale) if known is not None and chosen else kit.manners.language)


async def post(kit: Kit, client: discord.Client, channel: int, body: Body) -> bool:
    """Send a message for all; tell whether Discord took it. What it is about is done, whatever becomes of it."""
    return await _post(kit, client, channel, body, None) is None


async def announce(kit: Kit, client: discord.Client, league: LeagueFacts, texts: "Texts") -> str:
    """Tell all that a season has begun or how it ended, where the league's managers want that.

    Return what to say to whoever did it (in his `texts`) when it could not be told; nothing otherwise.
    """
    fault = (await tell_news(kit, client, league.id)).get(league.id)
    if fault is None:
        return ""
    key = "leagues.announced_later" if fault is Fault.PASSING else "leagues.not_announced"
    return texts.say(key, channel=f"<#{league.draft.channel}>")


async def tell_news(kit: Kit, client: discord.Client, league: LeagueId | None = None) -> dict[LeagueId, Fault]:
    """Tell what has not been told yet, of a league or of all; return what Discord did not take, and why.

    News wait while the trouble is passing, a day at most, and are dropped where they cannot be told.
    """
    faults: dict[LeagueId, Fault] = {}
    async with kit.league.telling:
        for news in await kit.league.news(league):
            if news.league.id in faults:
                continue  # in order, or not at all
            fault = await _tell(kit, client, news)
            if fault is not Fault.PASSING:
                await kit.league.told(news)
            if fault is not None:
                faults[news.league.id] = fault
    return faults


async def _tell(kit: Kit, client: discord.Client, news: News) -> Fault | None:
    """Tell one piece of news. Discord takes the same number once only, should the program die before it is noted."""
    channel = news.league.draft.channel
    assert channel is not None
    try:
        body = await _body(kit, news, words_for_all(kit, client, news.league.guild))
    except Exception:
        log.exception("a league's news could not be made", league=news.league.id, season=news.season.number)
        return Fault.REFUSED
    return await _post(kit, client, channel, body, NUMBER.format(id=news.id))


async def _post(kit: Kit, client: discord.Client, channel: int, body: Body, number: str | None) -> Fault | None:
    mail = Mail(client, v1=kit.manners.v1, emoji=kit.emoji)
    try:
        await mail.post(ChannelId(channel), body, number=number)
    except NotSent as fault:
        log.info("a league's news were not sent", fault=fault.fault.value, code=fault.code)
        return fault.fault
    return None


async def _body(kit: Kit, news: News, texts: "Texts") -> Body:
    if news.began:
        return begins_body(news.league, news.season, texts)
    table = await kit.league.table(news.season.id, 0, PODIUM)
    names = await entrant_names(kit, tuple(line.entrant for line in table.lines), texts)
    return await season_body(kit, news.league, table, names, texts)
