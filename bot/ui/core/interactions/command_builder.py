"""Builds slash commands in all languages. Settings from `bot.setting_fields` become options of commands."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from inspect import Parameter, Signature, signature
from typing import Any, Final, TypeVar, cast

import discord
from discord import app_commands
from discord.app_commands import Range, locale_str

from bot.ids import ChannelId, RoleId
from bot.setting_fields import Dataclass, SettingField, list_settings
from bot.text import languages
from bot.text.catalogue import Catalogue
from bot.ui.core.interactions.context import Context, context_of, in_preferred_language
from bot.ui.core.interactions.responses import Dispatcher, FindTable, Handler, TableHandler
from bot.ui.core.services import Services

TRANSLATED_LOCALES: Final = {
    discord.Locale(name) for language in languages.TRANSLATED for name in language.discord_locales
}
MAX_CHOICES_OFFERED: Final = 25
MAX_NUMBER: Final = 2**53 - 1
"""The largest whole number that Discord accepts as an option of a command."""
MAX_PAGES: Final = 10_000
Command = app_commands.Command[Any, ..., Any] | app_commands.Group
Run = TypeVar("Run", bound=Callable[..., Any])
Choices = list[app_commands.Choice[str]]
_REFERENCES: Final[Mapping[Any, Any]] = {ChannelId: discord.TextChannel, RoleId: discord.Role}


class CommandTexts:
    """Makes strings that Discord shows in each user's language."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._base = catalogue.texts_for(languages.DEFAULT.tag)

    def __call__(self, key: str, otherwise: str = "") -> locale_str:
        """Return the translatable string of the text `key`, or of the text `otherwise` if there is no such key."""
        known = key if self._base.has(key) or not otherwise else otherwise
        return locale_str(self._base.say(known), key=known)

    def choice(self, key: str, value: str) -> app_commands.Choice[str]:
        """Return a choice whose label is the text `key`."""
        return app_commands.Choice(name=self(key), value=value)


class CatalogueTranslator(app_commands.Translator):
    """Translates strings with the catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    async def translate(
        self, string: locale_str, locale: discord.Locale, _context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return the string in a locale's language; None to keep the default language."""
        key = string.extras.get("key")
        if key is None or locale not in TRANSLATED_LOCALES:
            return None
        return self._catalogue.texts_for(locale.value).say(key)


def describe_options(wording: CommandTexts, *names: str, **others: str) -> Callable[[Run], Run]:
    """Return a decorator that names and describes a command's options. `others` gives options another key's texts."""
    keys = {name: name for name in names} | others
    described = app_commands.describe(**{name: wording(f"option.{key}.description") for name, key in keys.items()})
    renamed = app_commands.rename(
        **{name: wording(f"option.{key}.name", f"option.{name}.name") for name, key in keys.items()}
    )
    return lambda run: described(renamed(run))


def as_choices(names: Iterable[str], typed: str) -> Choices:
    """Return those names that contain the typed text, as choices."""
    return [app_commands.Choice(name=name, value=name) for name in names if typed.casefold() in name.casefold()]


def describe_command(wording: CommandTexts, key: str) -> dict[str, Any]:
    """Return the name and description of a command or group, from the texts of `key`."""
    return {"name": wording(f"command.{key}.name"), "description": wording(f"command.{key}.description")}


class CommandBuilder:
    """Builds commands and groups of commands. The dispatcher runs their handlers."""

    def __init__(self, services: Services, dispatcher: Dispatcher) -> None:
        self.services: Final = services
        self.wording: Final = CommandTexts(services.catalogue)
        self._dispatcher: Final = dispatcher

    def group(self, key: str) -> app_commands.Group:
        """Return an empty group of commands with the texts of `key`."""
        return app_commands.Group(**describe_command(self.wording, key))

    def command(
        self, key: str, *options: str, group: app_commands.Group | None = None, **others: str
    ) -> Callable[[Callable[..., Any]], Any]:
        """Return a decorator that makes a command with the texts of `key`, in a group or on its own."""

        def decorate(run: Callable[..., Any]) -> Any:
            described: Any = describe_options(self.wording, *options, **others)(run)
            if group is not None:
                return group.command(**describe_command(self.wording, key))(described)
            return app_commands.Command(**describe_command(self.wording, key), callback=described)

        return decorate

    def plain_command(self, key: str, handler: Handler, group: app_commands.Group | None = None) -> Any:
        """Return a command without options, with the texts of `key`."""

        async def run(interaction: discord.Interaction) -> None:
            await self.run(interaction, handler)

        return self.command(key, group=group)(run)

    def plain_table_command(
        self, key: str, find: FindTable, handler: TableHandler, group: app_commands.Group | None = None
    ) -> Any:
        """Return a command without options, with the texts of `key`. Its handler gets the table that `find` returns."""

        async def run(interaction: discord.Interaction) -> None:
            await self.run_at_table(interaction, find, handler)

        return self.command(key, group=group)(run)

    async def run(self, interaction: discord.Interaction, handler: Handler) -> None:
        """Run a command's handler."""
        await self._dispatcher.run(context_of(self.services, interaction), handler)

    async def run_at_table(self, interaction: discord.Interaction, find: FindTable, handler: TableHandler) -> None:
        """Run a command's handler at the table that `find` returns."""
        await self._dispatcher.run_at_table(context_of(self.services, interaction), find, handler)

    def complete(self, option: str, find: Callable[[Context, str], Awaitable[Choices]], *commands: Any) -> None:
        """Offer what `find` returns while users type `option` of one of `commands`. Outside servers, offer nothing."""

        async def offer(interaction: discord.Interaction, typed: str) -> Choices:
            if interaction.guild_id is None:
                return []
            found = await find(await in_preferred_language(context_of(self.services, interaction)), typed)
            return found[:MAX_CHOICES_OFFERED]

        for command in commands:
            command.autocomplete(option)(offer)


def offer_settings(
    wording: CommandTexts, owner: type[Dataclass], *, required: bool, only: Collection[str] = ()
) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator that adds the settings of the class `owner` to a command's options, in place of `**chosen`.

    With `required`, settings without a default must be chosen. If `only` is not empty, no other settings are offered.
    """
    settings = [one for one in list_settings(owner) if not only or one.name in only]
    listed = [one for one in settings if one.values]
    choices = {one.name: [wording.choice(one.get_value_key(value), value) for value in one.values] for one in listed}
    words = describe_options(wording, **{one.name: one.key for one in settings})

    def decorate(run: Callable[..., Any]) -> Any:
        own = [one for one in signature(run).parameters.values() if one.kind is not Parameter.VAR_KEYWORD]
        options = (_to_parameter(one, is_required=required and one.is_required) for one in settings)
        cast("Any", run).__signature__ = Signature([*own, *options])  # discord.py derives the options from this
        return words(app_commands.choices(**choices)(run))

    return decorate


def _to_parameter(field: SettingField, *, is_required: bool) -> Parameter:
    kind = _get_option_type(field)
    default = Parameter.empty if is_required else None
    annotation = kind if is_required else kind | None
    return Parameter(field.name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _get_option_type(field: SettingField) -> Any:
    if field.kind in _REFERENCES:
        return _REFERENCES[field.kind]
    if field.values:
        return str
    if field.kind is bool:
        return bool
    limits = field.setting
    assert limits is not None
    return Range[str if field.kind is str else int, limits.least, limits.most]


def read_settings(owner: type[Dataclass], chosen: Mapping[str, Any]) -> dict[str, object]:
    """Return the values of the settings that were chosen in a command, by field name."""
    given = ((one, chosen.get(one.name)) for one in list_settings(owner))
    return {
        one.name: one.from_given(value.id if one.kind in _REFERENCES else value)
        for one, value in given
        if value is not None
    }
