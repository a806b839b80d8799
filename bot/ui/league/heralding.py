"""News of seasons, for all to read, in the channel that a league's managers chose."""

from typing import TYPE_CHECKING, Final

import discord
import structlog

from bot.league.leagues import LeagueFacts, Season
from bot.play.occupants import ChannelId, GuildId
from bot.ui.body import Body
from bot.ui.kit import Kit
from bot.ui.league.finding import entrant_names
from bot.ui.league.seasons import PODIUM, begins_body, season_body
from bot.ui.mail import Mail, NotSent

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

log: Final = structlog.get_logger()


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
    mail = Mail(client, v1=kit.manners.v1, emoji=kit.emoji)
    try:
        await mail.post(ChannelId(channel), body)
    except NotSent as fault:
        log.info("a league's news were not sent", fault=fault.fault.value, code=fault.code)
        return False
    return True


async def announce(
    kit: Kit, client: discord.Client, league: LeagueFacts, season: Season, texts: "Texts | None" = None
) -> str:
    """Tell all that a season has begun or how it ended, where the league's managers want that.

    Return what to say to whoever did it (in his `texts`) when it could not be told; nothing otherwise.
    """
    channel = league.draft.channel
    if channel is None:
        return ""
    for_all = words_for_all(kit, client, league.guild)
    try:
        body = await _news(kit, league, season, for_all)
        sent = await post(kit, client, channel, body)
    except Exception:
        log.exception("a league's news could not be made", league=league.id, season=season.number)
        sent = False
    return "" if sent or texts is None else texts.say("leagues.not_announced", channel=f"<#{channel}>")


async def _news(kit: Kit, league: LeagueFacts, season: Season, texts: "Texts") -> Body:
    if season.closed_at is None:
        return begins_body(league, season, texts)
    table = await kit.league.table(season.id, 0, PODIUM)
    names = await entrant_names(kit, tuple(line.entrant for line in table.lines), texts)
    return await season_body(kit, league, table, names, texts)
