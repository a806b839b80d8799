"""Chooses the language of texts that a whole server reads."""

import discord

from bot.ids import GuildId
from bot.text.catalogue import Texts
from bot.text.languages import UNSET_SERVER_LOCALE
from bot.ui.core.services import Services


def get_guild_texts(services: Services, client: discord.Client, guild: int) -> Texts:
    """Return the texts in a server's language: its setting, else Discord's."""
    own = services.guild_settings.get_settings(GuildId(guild)).language
    if own is not None:
        return services.catalogue.texts_for(own)
    known = client.get_guild(guild)
    locale = UNSET_SERVER_LOCALE if known is None else str(known.preferred_locale)
    return services.catalogue.texts_for(services.config.default_language if locale == UNSET_SERVER_LOCALE else locale)
