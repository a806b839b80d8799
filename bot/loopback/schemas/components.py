"""Models of the components of messages and forms, such as buttons. Discord's docs: components/reference."""

import unicodedata
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, ValidationInfo, model_validator

from bot.loopback.schemas.check import CheckContext, Model, Snowflake, Whole, fault, length
from bot.loopback.wire import LINK_STYLE, PREMIUM_STYLE, Part

MAX_PARTS, MAX_ROWS, ROW_WIDTH, MAX_TEXT = 40, 5, 5, 4000
_SCHEMES = ("http://", "https://", "discord://")
_SIGNS = frozenset({"So", "Sk", "Sm", "Po", "Me", "Cf", "Mn"})
_LONGEST_EMOJI = 16
_KEYCAPS = frozenset("0123456789#*")


def _check_unique(value: str | int, info: ValidationInfo[CheckContext]) -> str | int:
    if value in info.context.ids:
        words = f"Component {str(info.field_name).replace('_', ' ')} cannot be duplicated"
        raise fault(f"COMPONENT_{str(info.field_name).upper()}_DUPLICATED", words)
    if value:
        info.context.ids.add(value)
    return value


_CustomId = Annotated[str, length(1, 100), AfterValidator(_check_unique)]


class _Component(Model):
    id: Annotated[Whole, AfterValidator(_check_unique)] | None = None

    @model_validator(mode="before")
    @classmethod
    def check_numbers(cls, body: object) -> object:
        # pydantic would accept True and 1.0 as the literal 1
        for key in ("type", "style", "spacing"):
            if isinstance(body, dict) and isinstance(body.get(key), bool | float):
                raise fault("NUMBER_TYPE_COERCE", f'Value "{body[key]}" is not int.', key)
        return body


class _Emoji(Model):
    id: Snowflake | None = None
    name: str | None = None
    animated: bool | None = None

    @model_validator(mode="after")
    def check_known(self, info: ValidationInfo[CheckContext]) -> Self:
        if self.id and int(self.id) not in info.context.emojis:
            raise fault("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji", "id")
        if not self.id and not _is_emoji(self.name or ""):
            raise fault("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji", "name")
        return self


def _is_emoji(name: str) -> bool:
    """Return whether a text looks like one Unicode emoji; flags and keycaps are emoji too."""
    if not 1 <= len(name) <= _LONGEST_EMOJI:
        return False
    if name[0] in _KEYCAPS:
        return name.endswith("\N{COMBINING ENCLOSING KEYCAP}")
    return all(unicodedata.category(sign) in _SIGNS and not sign.isascii() for sign in name)


class _Button(_Component):
    type: Literal[Part.BUTTON]
    style: Literal[1, 2, 3, 4, 5, 6]
    label: Annotated[str, length(0, 80)] | None = None
    emoji: _Emoji | None = None
    custom_id: _CustomId | None = None
    url: Annotated[str, length(1, 512)] | None = None
    sku_id: Snowflake | None = None
    disabled: bool | None = None

    @model_validator(mode="after")
    def check_style(self) -> Self:
        needed = {LINK_STYLE: "url", PREMIUM_STYLE: "sku_id"}.get(self.style, "custom_id")
        if getattr(self, needed) is None:
            raise fault("BASE_TYPE_REQUIRED", "This field is required", needed)
        if self.style == LINK_STYLE and not str(self.url).lower().startswith(_SCHEMES):
            raise fault("URL_TYPE_INVALID_SCHEME", "Scheme must be one of ('http', 'https', 'discord').", "url")
        if self.style == LINK_STYLE and "custom_id" in self.model_fields_set:
            raise fault("COMPONENT_CUSTOM_ID_AND_URL", "A custom id and url cannot both be specified", "custom_id")
        if needed == "custom_id" and self.url is not None:
            raise fault("BUTTON_COMPONENT_INVALID_STYLE", "A url cannot be used with this style", "url")
        if needed == "custom_id" and not self.label and not self.emoji:
            raise fault("BUTTON_COMPONENT_MISSING_LABEL", "At least one of label and emoji is required")
        return self


class _Option(Model):
    label: Annotated[str, length(1, 100)]
    value: Annotated[str, length(1, 100)]
    description: Annotated[str, length(0, 100)] | None = None
    emoji: _Emoji | None = None
    default: bool | None = None


def _check_values(options: list[_Option]) -> list[_Option]:
    values = [option.value for option in options]
    for n, value in enumerate(values):
        if value in values[:n]:
            words = "The specified option value is already used"
            raise fault("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", words, n, "value")
    return options


_Options = Annotated[list[_Option], AfterValidator(_check_values)]


class _Input(_Component):
    custom_id: _CustomId
    required: bool | None = None
    min_values: Annotated[int, Field(ge=0, le=10)] | None = None
    max_values: Annotated[int, Field(ge=1, le=10)] | None = None

    @model_validator(mode="after")
    def check_bounds(self) -> Self:
        if (self.min_values or 0) > (self.max_values or 25):
            raise fault("SELECT_COMPONENT_MIN_VALUES_GREATER", "min_values exceeds max_values", "min_values")
        return self


def _check_enabled(value: bool, info: ValidationInfo[CheckContext]) -> bool:  # noqa: FBT001 - pydantic passes it
    if value and info.context.in_form:
        raise fault("BASE_TYPE_CHOICES", "A select in a modal cannot be disabled.")
    return value


class _Select(_Input):
    type: Literal[Part.USER_SELECT, Part.ROLE_SELECT, Part.MENTIONABLE_SELECT, Part.CHANNEL_SELECT]
    placeholder: Annotated[str, length(0, 150)] | None = None
    min_values: Annotated[int, Field(ge=0, le=25)] | None = None
    max_values: Annotated[int, Field(ge=1, le=25)] | None = None
    disabled: Annotated[bool, AfterValidator(_check_enabled)] | None = None
    channel_types: list[Whole] | None = None
    default_values: list[dict[str, str | int]] | None = None


class _StringSelect(_Select):
    type: Literal[Part.SELECT]  # type: ignore[assignment]  # the other selects share the fields
    options: Annotated[_Options, length(1, 25)]

    @model_validator(mode="after")
    def check_options(self) -> Self:
        if (self.max_values or 0) > len(self.options):
            words = "Must be less than or equal to the number of options"
            raise fault("SELECT_COMPONENT_MAX_VALUES_TOO_LARGE", words, "max_values")
        if sum(bool(option.default) for option in self.options) > (self.max_values or 1):
            words = "More options are chosen by default than max_values allows"
            raise fault("SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", words, "options")
        return self


def _check_width(children: list[_Component]) -> list[_Component]:
    """Refuse components that do not fit into a row. A row holds five buttons or one other component."""
    width = 0
    for n, child in enumerate(children):
        width += 1 if isinstance(child, _Button) else ROW_WIDTH
        if width > ROW_WIDTH:
            raise fault("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width", n)
    return children


class _Row(_Component):
    type: Literal[Part.ROW]
    components: Annotated[
        list[Annotated[_Button | _StringSelect | _Select, Field(discriminator="type")]],
        length(1, ROW_WIDTH),
        AfterValidator(_check_width),
    ]


class _Media(Model):
    url: Annotated[str, length(1, 2048)]


class _MediaItem(Model):
    media: _Media
    description: Annotated[str, length(0, 1024)] | None = None
    spoiler: bool | None = None


class _Thumbnail(_Component, _MediaItem):
    type: Literal[Part.THUMBNAIL]


class _Gallery(_Component):
    type: Literal[Part.GALLERY]
    items: Annotated[list[_MediaItem], length(1, 10)]


def _check_attached(file: _Media) -> _Media:
    if not file.url.startswith(("attachment://", "http")):
        raise fault("FILE_COMPONENT_URL", "Only attachment:// references are supported", "url")
    return file


class _File(_Component):
    type: Literal[Part.FILE]
    file: Annotated[_Media, AfterValidator(_check_attached)]
    spoiler: bool | None = None


class _Text(_Component):
    type: Literal[Part.TEXT]
    content: Annotated[str, length(1, MAX_TEXT)]


class _Section(_Component):
    type: Literal[Part.SECTION]
    components: Annotated[list[_Text], length(1, 3)]
    accessory: Annotated[_Button | _Thumbnail, Field(discriminator="type")]


class _Separator(_Component):
    type: Literal[Part.SEPARATOR]
    spacing: Literal[1, 2] | None = None
    divider: bool | None = None


_Inner = _Row | _Section | _Text | _Gallery | _File | _Separator


class _Container(_Component):
    type: Literal[Part.CONTAINER]
    components: Annotated[list[Annotated[_Inner, Field(discriminator="type")]], length(1, MAX_PARTS)]
    accent_color: Annotated[int, Field(ge=0, le=0xFFFFFF)] | None = None
    spoiler: bool | None = None


TopLevel = Annotated[_Inner | _Container, Field(discriminator="type")]
"""The components that a message of Components V2 may have at its top level."""


class _TextInput(_Input):
    type: Literal[Part.TEXT_INPUT]
    style: Literal[1, 2]
    label: Annotated[str, length(1, 45)] | None = None
    placeholder: Annotated[str, length(0, 100)] | None = None
    value: Annotated[str, length(0, MAX_TEXT)] | None = None
    min_length: Annotated[int, Field(ge=0, le=MAX_TEXT)] | None = None
    max_length: Annotated[int, Field(ge=1, le=MAX_TEXT)] | None = None


class _RowInput(_TextInput):
    label: Annotated[str, length(1, 45)]


class _FormRow(_Component):
    type: Literal[Part.ROW]
    components: Annotated[list[_RowInput], length(1, ROW_WIDTH), AfterValidator(_check_width)]


class _FileUpload(_Input):
    type: Literal[Part.UPLOAD]


class _Radios(_Input):
    type: Literal[Part.RADIOS]
    options: Annotated[_Options, length(2, 10)]


class _Checkboxes(_Input):
    type: Literal[Part.CHECKBOXES]
    options: Annotated[_Options, length(1, 10)]


class _Checkbox(_Input):
    type: Literal[Part.CHECKBOX]
    default: bool | None = None


class _Label(_Component):
    type: Literal[Part.LABEL]
    label: Annotated[str, length(1, 45)]
    description: Annotated[str, length(0, 100)] | None = None
    component: Annotated[
        _StringSelect | _Select | _TextInput | _FileUpload | _Radios | _Checkboxes | _Checkbox,
        Field(discriminator="type"),
    ]


class Modal(Model):
    """A form with a title and one to five rows, texts or labels."""

    title: Annotated[str, length(1, 45)]
    custom_id: Annotated[str, length(1, 100)]
    components: Annotated[list[Annotated[_FormRow | _Text | _Label, Field(discriminator="type")]], length(1, MAX_ROWS)]
