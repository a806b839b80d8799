"""Settings as options of slash commands (`bot.setting_fields` describes them)."""

from collections.abc import Callable, Collection, Mapping
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Any, Final, cast

import discord
from discord.app_commands import Range

from bot.ids import ChannelId, RoleId
from bot.setting_fields import SettingField, list_settings
from bot.ui.core.interactions.command_builder import CommandTexts, describe_options, offer_choices

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

_REFERENCES: Final[Mapping[Any, Any]] = {ChannelId: discord.TextChannel, RoleId: discord.Role}


def offer_settings(
    wording: CommandTexts, owner: "type[DataclassInstance]", *, required: bool, only: Collection[str] = ()
) -> Callable[[Callable[..., Any]], Any]:
    """Return a decorator that replaces a callback's `**chosen` with the settings of `owner` as options.

    `required`: whether settings without a default must be chosen, as for something new. `only`: which settings; all if
    it is empty.
    """
    settings = [one for one in list_settings(owner) if not only or one.name in only]
    choices = {
        one.name: [wording.choice(one.get_value_key(value), value) for value in one.values]
        for one in settings
        if one.values
    }
    words = describe_options(wording, **{one.name: one.key for one in settings})

    def decorate(run: Callable[..., Any]) -> Any:
        own = [one for one in signature(run).parameters.values() if one.kind is not Parameter.VAR_KEYWORD]
        options = (_to_parameter(one, is_required=required and one.is_required) for one in settings)
        cast("Any", run).__signature__ = Signature([*own, *options])  # discord.py reads the options from here
        return words(offer_choices(**choices)(run))

    return decorate


def _to_parameter(field: SettingField, *, is_required: bool) -> Parameter:
    kind = _get_option_type(field)
    default = Parameter.empty if is_required else None
    return Parameter(
        field.name, Parameter.KEYWORD_ONLY, default=default, annotation=kind if is_required else kind | None
    )


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


def read_settings(owner: "type[DataclassInstance]", chosen: Mapping[str, Any]) -> dict[str, object]:
    """Return the values of the settings that were chosen in a command, by field."""
    given = ((one, chosen.get(one.name)) for one in list_settings(owner))
    return {
        one.name: one.from_given(value.id if one.kind in _REFERENCES else value)
        for one, value in given
        if value is not None
    }
