"""Models of slash commands and of commands in menus. Discord's docs: interactions/application-commands."""

import re
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Discriminator, Field, Tag, TypeAdapter, model_validator

from bot.loopback.schemas.check import Model, Plain, Whole, fault, length

SLASH, USER_MENU, MESSAGE_MENU = 1, 2, 3
SUBCOMMAND, GROUP = 1, 2
_NESTED = frozenset({SUBCOMMAND, GROUP})
_NAME = re.compile(r"^[-_'\w\u0900-\u097F\u0E00-\u0E7F]{1,32}$")
_MAX_OPTIONS, _MAX_SIZE = 25, 8000
_MAX_NUMBER, _MAX_TEXT = 2**53 - 1, 6000
LOCALES = frozenset(
    {"id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR"}
    | {"ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko"}
)


def _check_name(name: str) -> str:
    if not _NAME.match(name) or name != name.lower():
        raise fault("APPLICATION_COMMAND_INVALID_NAME", "String value did not match validation regex.")
    return name


def _check_locale(locale: str) -> str:
    if locale not in LOCALES:
        raise fault("BASE_TYPE_CHOICES", "Value must be one of the locales.")
    return locale


def _check_type(kind: object) -> object:
    if isinstance(kind, bool) or kind not in range(1, 12):
        raise fault("BASE_TYPE_CHOICES", "Value must be one of {1, ..., 11}.")
    return kind


_Locale = Annotated[str, AfterValidator(_check_locale)]
_Name = Annotated[str, length(1, 32), AfterValidator(_check_name)]
_Description = Annotated[str, length(1, 100)]
_Value = Annotated[float, Field(ge=-_MAX_NUMBER, le=_MAX_NUMBER)]
_Length = Annotated[int, Field(ge=0, le=_MAX_TEXT)]


class Choice(Model):
    """A value that an option offers."""

    name: Annotated[str, length(1, 100)]
    value: Annotated[Plain, length(1, 100)] | None = None
    name_localizations: dict[str, str | None] | None = None


def _check_options(options: "list[_Option]") -> "list[_Option]":
    names: set[str] = set()
    optional = False
    for n, option in enumerate(options):
        if option.name in names:
            words = "Option names must be unique"
            raise fault("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", words, n, "name")
        if option.required and optional:
            words = "Required options must be placed before non-required options"
            raise fault("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", words, n, "required")
        names.add(option.name)
        optional = optional or not (option.required or option.type in _NESTED)
    return options


class _SlashCommand(Model):
    name: _Name
    name_localizations: dict[_Locale, _Name] | None = None
    description: _Description
    description_localizations: dict[_Locale, _Description | None] | None = None
    type: Whole | None = None
    options: "Annotated[list[_Option], length(0, _MAX_OPTIONS), AfterValidator(_check_options)] | None" = None
    choices: Annotated[list[Choice], length(0, _MAX_OPTIONS)] | None = None
    default_member_permissions: Whole | None = None
    dm_permission: bool | None = None
    nsfw: bool | None = None
    contexts: list[Whole] | None = None
    integration_types: list[Whole] | None = None

    def size(self) -> int:
        """Return the number of characters that count towards Discord's limit.

        The values of choices count. Each name and description counts in the language where it is longest.
        """
        names = [self.name, *(self.name_localizations or {}).values()]
        texts = [self.description, *filter(None, (self.description_localizations or {}).values())]
        values = [choice.value for choice in self.choices or [] if isinstance(choice.value, str)]
        inner = sum(option.size() for option in self.options or [])
        return max(map(len, names)) + max(map(len, texts)) + sum(map(len, values)) + inner


class _Option(_SlashCommand):
    type: Annotated[Any, AfterValidator(_check_type)]
    required: bool | None = None
    autocomplete: bool | None = None
    channel_types: list[Whole] | None = None
    min_value: _Value | None = None
    max_value: _Value | None = None
    min_length: _Length | None = None
    max_length: _Length | None = None

    @model_validator(mode="after")
    def check_nesting(self) -> Self:
        for n, inner in enumerate(self.options or []):
            if self.type in _NESTED and inner.type in _NESTED and (self.type, inner.type) != (GROUP, SUBCOMMAND):
                words = "Sub-command option types can only be nested inside of a sub-command group"
                raise fault("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", words, "options", n, "type")
        return self

    @model_validator(mode="after")
    def check_choices(self) -> Self:
        if self.choices and self.autocomplete:
            words = "Choices and autocomplete cannot be used together"
            raise fault("APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", words, "autocomplete")
        if len({str(choice.value) for choice in self.choices or []}) < len(self.choices or []):
            words = "Choice values must be unique"
            raise fault("APPLICATION_COMMAND_OPTIONS_CHOICE_VALUE_ALREADY_EXISTS", words, "choices")
        return self


def _check_size(command: _SlashCommand) -> _SlashCommand:
    if command.size() > _MAX_SIZE:
        raise fault("APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({_MAX_SIZE})")
    return command


class _MenuCommand(_SlashCommand):
    name: Annotated[str, length(1, 32)]
    name_localizations: dict[_Locale, Annotated[str, length(1, 32)]] | None = None
    description: str | None = None  # type: ignore[assignment]  # menus show none
    description_localizations: dict[_Locale, Annotated[str, length(0, 100)] | None] | None = None


def _kind(body: object) -> str:
    return "slash" if isinstance(body, dict) and (body.get("type") or SLASH) == SLASH else "menu"


Command = Annotated[
    Annotated[_SlashCommand, AfterValidator(_check_size), Tag("slash")] | Annotated[_MenuCommand, Tag("menu")],
    Discriminator(_kind),
]


def _check_together(commands: list[Command]) -> list[Command]:
    seen: set[tuple[int, str]] = set()
    for n, command in enumerate(commands):
        key = (command.type or SLASH, command.name)
        if key in seen:
            raise fault("APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique", n, "name")
        seen.add(key)
    return commands


COMMAND: TypeAdapter[Command] = TypeAdapter(Command)
COMMANDS: TypeAdapter[list[Command]] = TypeAdapter(Annotated[list[Command], AfterValidator(_check_together)])
