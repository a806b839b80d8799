"""Names and descriptions of commands in every language, from the catalogue."""

from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands
from discord.app_commands import locale_str

if TYPE_CHECKING:
    from bot.text.catalogue import Catalogue

BASE: Final = "en"
"""The language of what Discord shows to all whose own has no words here."""
TRANSLATED: Final = {discord.Locale.chinese, discord.Locale.taiwan_chinese}


class Wording:
    """Makes strings that Discord is sent in several languages."""

    def __init__(self, catalogue: "Catalogue") -> None:
        self._base = catalogue.texts(BASE)

    def __call__(self, key: str) -> locale_str:
        """Return the words under `key`, in English, with all that the translator needs."""
        return locale_str(self._base.say(key), key=key)

    def choice(self, key: str, value: str) -> app_commands.Choice[str]:
        """Return a choice that reads as the words under `key`."""
        return app_commands.Choice(name=self(key), value=value)


class CatalogueTranslator(app_commands.Translator):
    """Says for each locale of Discord's what the catalogue has."""

    def __init__(self, catalogue: "Catalogue") -> None:
        self._catalogue = catalogue

    async def translate(
        self, string: locale_str, locale: discord.Locale, _context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return the words in `locale`; None where the English ones stand for it."""
        key = string.extras.get("key")
        if key is None or locale not in TRANSLATED:
            return None
        return self._catalogue.texts(locale.value).say(key)
