"""Chooses the language of public messages, and of messages to a user that do not answer a press or a command."""

import discord

from bot.ids import GuildId, UserId
from bot.text.catalogue import Texts
from bot.text.languages import UNSET_SERVER_LOCALE, find_language
from bot.ui.core.services import Services


def get_public_texts(services: Services, client: discord.Client, guild: GuildId, language: str | None) -> Texts:
    """Return texts in the server's language. Without one, use `language` (the host's or creator's) or the default."""
    return services.catalogue.texts_for(find_server_language(services, client, guild) or language)


def find_server_language(services: Services, client: discord.Client, guild: GuildId) -> str | None:
    """Return the tag of the language set with `/config`, or of the community's language; None if neither is set."""
    if (own := services.guild_settings.get_settings(guild).language) is not None:
        return own
    known = client.get_guild(guild)
    locale = UNSET_SERVER_LOCALE if known is None else str(known.preferred_locale)
    language = None if locale == UNSET_SERVER_LOCALE else find_language(locale)  # only communities can set a locale
    return None if language is None else language.tag


async def get_reader_texts(services: Services, user: UserId, public: Texts) -> Texts:
    """Return texts in a user's language, or the texts `public` if it is unknown."""
    locale = await services.people.get_locale(user)
    return public if locale is None else services.catalogue.texts_for(locale)
