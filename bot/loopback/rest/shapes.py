"""What kind of value each field of a request's body may hold, checked before anything else looks inside.

A check notes faults in a `Form` at their place. None is fine everywhere: whether a field may be missing is for those
to say who use it. Fields that no shape names are passed over, as Discord does.
"""

from collections.abc import Callable, Mapping

from bot.loopback.errors import Form, Path

Check = Callable[[Form, Path, object], None]
LONGEST_ID = 20
_MOST_BITS = 2**63 - 1


def text(form: Form, path: Path, value: object) -> None:
    """A text, and one that can be written as UTF-8."""
    if not isinstance(value, str):
        form.wrong(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")
        return
    try:
        value.encode()
    except UnicodeEncodeError:
        form.wrong(path, "STRING_TYPE_CONVERT", "Half of a surrogate pair is no text.")


def whole(form: Form, path: Path, value: object) -> None:
    """A whole number; one written as a text is taken too."""
    if isinstance(value, bool) or not (isinstance(value, int) or (isinstance(value, str) and _digits(value))):
        form.wrong(path, "NUMBER_TYPE_COERCE", f'Value "{str(value)[:40]}" is not int.')


def bits(form: Form, path: Path, value: object) -> None:
    """Flags: a whole number that fits into 64 bits with its sign."""
    whole(form, path, value)
    given = int(value) if isinstance(value, str) and _digits(value) else value
    if isinstance(given, int) and given > _MOST_BITS:
        form.wrong(path, "NUMBER_TYPE_MAX", f"int value should be less than or equal to {_MOST_BITS}.")


def snowflake(form: Form, path: Path, value: object) -> None:
    """An id, as a text or a number."""
    if isinstance(value, bool) or not (isinstance(value, int | str) and _digits(str(value))):
        form.wrong(path, "NUMBER_TYPE_COERCE", f'Value "{str(value)[:40]}" is not snowflake.')


def _digits(value: str) -> bool:
    return value.isdecimal() and value.isascii() and len(value) <= LONGEST_ID


def truth(form: Form, path: Path, value: object) -> None:
    """True or false."""
    if not isinstance(value, bool):
        form.wrong(path, "BOOLEAN_TYPE_CONVERT", 'Must be either "true" or "false".')


def plain(form: Form, path: Path, value: object) -> None:
    """A text or a number."""
    if isinstance(value, str):
        text(form, path, value)
    elif isinstance(value, bool) or not isinstance(value, int | float):
        form.wrong(path, "STRING_TYPE_CONVERT", "Could not interpret value as string.")


def list_of(inside: Check) -> Check:
    """A list whose entries pass a check; an entry of None does not."""

    def check(form: Form, path: Path, value: object) -> None:
        if not isinstance(value, list):
            form.wrong(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
            return
        for n, entry in enumerate(value):
            inside(form, (*path, n), entry)

    return check


def each(inside: Check) -> Check:
    """An object whose values pass a check, whatever their names."""

    def check(form: Form, path: Path, value: object) -> None:
        if not isinstance(value, dict):
            form.wrong(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
            return
        for key, entry in value.items():
            if entry is not None:
                inside(form, (*path, key), entry)

    return check


def fields(**named: Check) -> Check:
    """An object with such fields."""
    return _fields(named)


def _fields(named: Mapping[str, Check]) -> Check:
    def check(form: Form, path: Path, value: object) -> None:
        if not isinstance(value, dict):
            form.wrong(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
            return
        for key in named.keys() & value.keys():
            if value[key] is not None:
                named[key](form, (*path, key), value[key])

    return check


EMOJI = fields(id=snowflake, name=text, animated=truth)
_MEDIA = fields(url=text)
_CHOICE = fields(label=text, value=text, description=text, emoji=EMOJI, default=truth)


def component(form: Form, path: Path, value: object) -> None:
    """A component with what is in it."""
    _component(form, path, value)


def _either_value(form: Form, path: Path, value: object) -> None:
    """`value` is a text in inputs; `default` and others are truths. Only texts need a look."""
    if not isinstance(value, bool):
        plain(form, path, value)


_component = fields(
    type=whole,
    id=whole,
    custom_id=text,
    label=text,
    description=text,
    placeholder=text,
    content=text,
    url=text,
    value=_either_value,
    style=whole,
    sku_id=snowflake,
    disabled=truth,
    spoiler=truth,
    required=truth,
    divider=truth,
    emoji=EMOJI,
    min_values=whole,
    max_values=whole,
    min_length=whole,
    max_length=whole,
    accent_color=whole,
    spacing=whole,
    channel_types=list_of(whole),
    default_values=list_of(fields(id=snowflake, type=text)),
    options=list_of(_CHOICE),
    items=list_of(fields(media=_MEDIA, description=text, spoiler=truth)),
    media=_MEDIA,
    file=_MEDIA,
    accessory=component,
    component=component,
    components=list_of(component),
)

_EMBED = fields(
    title=text,
    description=text,
    url=text,
    timestamp=text,
    color=whole,
    footer=fields(text=text, icon_url=text),
    author=fields(name=text, url=text, icon_url=text),
    image=fields(url=text),
    thumbnail=fields(url=text),
    fields=list_of(fields(name=text, value=text, inline=truth)),
)
_MESSAGE: dict[str, Check] = {
    "content": text,
    "flags": bits,
    "tts": truth,
    "nonce": plain,
    "enforce_nonce": truth,
    "embeds": list_of(_EMBED),
    "components": list_of(component),
    "attachments": list_of(fields(id=snowflake, description=text, filename=text)),
    "allowed_mentions": fields(
        parse=list_of(text), users=list_of(snowflake), roles=list_of(snowflake), replied_user=truth
    ),
    "message_reference": fields(
        type=whole, message_id=snowflake, channel_id=snowflake, guild_id=snowflake, fail_if_not_exists=truth
    ),
    "sticker_ids": list_of(snowflake),
    "poll": fields(),
}
MESSAGE = _fields(_MESSAGE)
_ANSWER_CHOICE = fields(name=text, value=plain, name_localizations=each(text))
CALLBACK = fields(
    type=whole,
    data=_fields(_MESSAGE | {"title": text, "custom_id": text, "choices": list_of(_ANSWER_CHOICE)}),
)


def _option(form: Form, path: Path, value: object) -> None:
    _OPTION(form, path, value)


_NAMED: dict[str, Check] = {
    "name": text,
    "description": text,
    "name_localizations": each(text),
    "description_localizations": each(text),
    "type": whole,
    "options": list_of(_option),
    "choices": list_of(_ANSWER_CHOICE),
}
_OPTION = _fields(
    _NAMED
    | {
        "required": truth,
        "autocomplete": truth,
        "channel_types": list_of(whole),
        "min_value": plain,
        "max_value": plain,
        "min_length": whole,
        "max_length": whole,
    },
)
COMMAND = _fields(
    _NAMED
    | {
        "default_member_permissions": whole,
        "dm_permission": truth,
        "nsfw": truth,
        "contexts": list_of(whole),
        "integration_types": list_of(whole),
    },
)
COMMANDS = list_of(COMMAND)

OVERWRITE = fields(id=snowflake, type=whole, allow=whole, deny=whole)
CHANNEL = fields(
    name=text,
    topic=text,
    type=whole,
    parent_id=snowflake,
    position=whole,
    rate_limit_per_user=whole,
    auto_archive_duration=whole,
    archived=truth,
    locked=truth,
    invitable=truth,
    permission_overwrites=list_of(OVERWRITE),
)
BULK = fields(messages=list_of(snowflake))
DIRECT = fields(recipient_id=snowflake)
MEMBER = fields(nick=text, roles=list_of(snowflake), communication_disabled_until=text)
ROLE = fields(name=text, permissions=whole, color=whole, mentionable=truth, hoist=truth)
EMOJI_PICTURE = fields(name=text, image=text)
SELF = fields(username=text)
APPLICATION = fields(description=text)
