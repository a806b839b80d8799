"""Checks a request body against a model, and reports faults with Discord's error codes and messages."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from bot.loopback.errors import FormErrors, Path

LONGEST_ID = 20
_REQUIRED = ("BASE_TYPE_REQUIRED", "This field is required")
_NOT_TEXT = ("STRING_TYPE_CONVERT", "Could not interpret value as string.")
_NOT_MODEL = ("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
_NOT_DICT = ("MODEL_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
_NOT_INT = ("NUMBER_TYPE_COERCE", 'Value "{input:.40}" is not int.')
_CODES = {
    "missing": _REQUIRED,
    "string_type": _NOT_TEXT,
    "value_error": _NOT_TEXT,
    "string_unicode": ("STRING_TYPE_CONVERT", "Half of a surrogate pair is no text."),
    "string_pattern_mismatch": ("STRING_TYPE_REGEX", "String value did not match validation regex."),
    "bool_type": ("BOOLEAN_TYPE_CONVERT", 'Must be either "true" or "false".'),
    "list_type": ("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType"),
    "dict_type": _NOT_DICT,
    "model_type": _NOT_MODEL,
    "model_attributes_type": _NOT_MODEL,
    "int_type": _NOT_INT,
    "int_parsing_size": _NOT_INT,
    "float_type": _NOT_INT,
    "less_than_equal": ("NUMBER_TYPE_MAX", "int value should be less than or equal to {le}."),
    "greater_than_equal": ("NUMBER_TYPE_MIN", "int value should be greater than or equal to {ge}."),
    "literal_error": ("BASE_TYPE_CHOICES", "Value must be one of {{{expected}}}."),
    "union_tag_invalid": ("UNION_TYPE_CHOICES", 'Value of field "type" must be one of ({expected_tags}).'),
    "union_tag_not_found": ("UNION_TYPE_CHOICES", 'Value of field "type" must be one of the known types.'),
}
"""For each error type of pydantic, Discord's code and message. The error's input and context fill the placeholders."""


class Model(BaseModel):
    """A request body or a part of one. As on Discord, unknown fields are ignored, and no value is converted."""

    model_config = ConfigDict(strict=True, str_min_length=0)  # with a minimum, even 0, pydantic refuses lone surrogates


@dataclass(frozen=True, slots=True)
class CheckContext:
    """The context of a check. It has the known emoji, whether the body is a form, and the ids found so far."""

    emojis: Mapping[int, object] = field(default_factory=dict)
    in_form: bool = False
    ids: set[object] = field(default_factory=set)


def check(model: TypeAdapter[Any], body: object, context: CheckContext | None = None, path: Path = ()) -> None:
    """Check a request body, or a part of one to which `path` leads. Raises `Refused` 50035."""
    try:
        model.validate_python(body, context=context or CheckContext())
    except ValidationError as error:
        form = FormErrors()
        for one in error.errors(include_url=False):
            where, code, words = _to_discord(one, body)
            form.wrong((*path, *where), code, words)
        form.refuse()


def fault(code: str, words: str, *at: str | int) -> PydanticCustomError:
    """Return an error with Discord's code and message. `at` is the path from the checked value to its faulty part."""
    return PydanticCustomError(code, words, {"at": at})


def _to_discord(error: ErrorDetails, body: object) -> tuple[Path, str, str]:
    kind, path, value, facts = error["type"], _path(error, body), error["input"], error.get("ctx", {})
    if kind.startswith("union_tag"):
        path, value = (*path, "type"), value.get("type")
    elif value is None and path and isinstance(path[-1], str):
        kind = "missing"
    if kind in {"literal_error", "union_tag_invalid"} and not (is_id(value) or isinstance(value, int)):
        kind = "int_type"
    elif kind == "literal_error" and "Part" in facts["expected"]:
        kind, facts = "union_tag_invalid", {"expected_tags": facts["expected"]}
    if kind not in _CODES:
        return (*path, *facts.get("at", ())), kind, error["msg"]
    code, words = _CODES[kind]
    limits = {key: int(facts[key]) for key in ("le", "ge") if key in facts}
    listed = {key: ", ".join(re.findall(r"\d+", str(facts[key]))) for key in facts if key.startswith("expected")}
    return path, code, words.format(**limits, **listed, input=str(value))


def _path(error: ErrorDetails, body: Any) -> Path:
    """Return the path to an error, without the steps that pydantic adds for unions and keys."""
    path: list[str | int] = []
    for step in error["loc"]:
        try:
            body = body[step]
        except (LookupError, TypeError):
            continue
        path.append(step)
    return (*path, error["loc"][-1]) if error["type"] == "missing" else tuple(path)


def length(low: int, high: int) -> AfterValidator:
    """Return a validator that limits the length of a text or list. A number always passes."""

    def check_length(value: Any) -> Any:
        if isinstance(value, int | float) or low <= len(value) <= high:
            return value
        if low or isinstance(value, list):
            raise fault("BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
        raise fault("BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")

    return AfterValidator(check_length)


def is_id(value: object) -> bool:
    """Return whether a value is a whole number of at most 20 digits without a sign, as an int or as text."""
    digits = "" if isinstance(value, bool) or not isinstance(value, int | str) else str(value)
    return digits.isdecimal() and digits.isascii() and len(digits) <= LONGEST_ID


def _check_whole(value: Any) -> int:
    if is_id(value) or (isinstance(value, int) and not isinstance(value, bool)):
        return int(value)
    raise fault("NUMBER_TYPE_COERCE", f'Value "{str(value)[:40]}" is not int.')


def _check_snowflake(value: Any) -> Any:
    if not is_id(value):
        raise fault("NUMBER_TYPE_COERCE", f'Value "{str(value)[:40]}" is not snowflake.')
    return value


def _check_plain(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise fault(*_NOT_TEXT)
    str(value).encode()
    return value


Whole = Annotated[int, BeforeValidator(_check_whole)]
Snowflake = Annotated[Any, AfterValidator(_check_snowflake)]
Plain = Annotated[Any, AfterValidator(_check_plain)]
"""A text or a number."""
