"""Leagues that have ended, as they are offered: another league may have taken the name since."""

from datetime import UTC, datetime

from discord import app_commands

from bot.league.leagues import LeagueFacts
from bot.league.managing import ARCHIVED
from bot.ui.asker import Asker
from bot.ui.kit import Kit
from bot.ui.league.finding import guild_of


async def offered_archived(kit: Kit, asker: Asker, typed: str) -> list[app_commands.Choice[str]]:
    """Return the leagues of a server that have ended and whose names have what was typed, the last ended first."""
    if asker.interaction.guild_id is None:
        return []
    over = [one for one in await kit.league.leagues(guild_of(asker), archived=True) if one.archived_at is not None]
    over.sort(key=lambda league: league.archived_at or 0, reverse=True)
    return [_choice(league, asker) for league in over if typed.casefold() in league.name.casefold()]


def _choice(league: LeagueFacts, asker: Asker) -> app_commands.Choice[str]:
    day = datetime.fromtimestamp(league.archived_at or 0, UTC).date().isoformat()
    told = asker.texts.say("leagues.archived_choice", league=league.name, day=day, id=league.id)
    return app_commands.Choice(name=told, value=ARCHIVED.format(id=league.id))
