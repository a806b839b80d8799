"""Names and descriptions of commands in every language, from the catalogue."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar, cast

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.text import languages
from bot.text.catalogue import Catalogue

TRANSLATED_LOCALES: Final = {
    discord.Locale(name) for language in languages.TRANSLATED for name in language.discord_locales
}
MAX_CHOICES_OFFERED: Final = 25
Command = app_commands.Command[Any, ..., Any] | app_commands.Group
Run = TypeVar("Run", bound=Callable[..., Any])


class CommandTexts:
    """Builds localised strings for Discord."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._base = catalogue.texts_for(languages.DEFAULT.tag)

    def __call__(self, key: str) -> locale_str:
        """Return the text under `key` in the default language, with its key for the translator."""
        return locale_str(self._base.say(key), key=key)

    def choice(self, key: str, value: str) -> app_commands.Choice[str]:
        """Return a choice labelled with the text under `key`."""
        return app_commands.Choice(name=self(key), value=value)


class CatalogueTranslator(app_commands.Translator):
    """Translates strings with the catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def translate(
        self, string: locale_str, locale: discord.Locale, _context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return the string in `locale`; None keeps the default language."""
        key = string.extras.get("key")
        if key is None or locale not in TRANSLATED_LOCALES:
            return None
        return self._catalogue.texts_for(locale.value).say(key)


def single_command(callback: Any, key: str, wording: CommandTexts) -> Command:
    """Return a command without subcommands, worded under `key`."""
    return app_commands.Command(
        name=wording(f"command.{key}.name"), description=wording(f"command.{key}.description"), callback=callback
    )


def describe_options(wording: CommandTexts, *names: str, **others: str) -> Callable[[Run], Run]:
    """Return a decorator that describes options: `names` under their own keys, `others` under the given keys."""
    keys = {name: name for name in names} | others
    described = app_commands.describe(**{name: wording(f"option.{key}.description") for name, key in keys.items()})
    renamed = app_commands.rename(**{name: wording(f"option.{key}.name") for name, key in keys.items()})

    def decorate(run: Run) -> Run:
        return cast("Run", described(renamed(cast("Any", run))))

    return decorate


def offer_choices(**choices: list[app_commands.Choice[str]]) -> Callable[[Run], Run]:
    """Return a decorator that offers choices for options."""
    chosen = app_commands.choices(**choices)

    def decorate(run: Run) -> Run:
        return cast("Run", chosen(cast("Any", run)))

    return decorate


def as_choices(words: Sequence[str]) -> list[app_commands.Choice[str]]:
    """Return at most 25 texts as choices."""
    return [app_commands.Choice(name=word, value=word) for word in words[:MAX_CHOICES_OFFERED]]


def describe_command(wording: CommandTexts, key: str) -> dict[str, Any]:
    """Return the name and description of a group or subcommand that is worded under `key`."""
    return {"name": wording(f"command.{key}.name"), "description": wording(f"command.{key}.description")}
