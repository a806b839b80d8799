"""The refusal of options that do not fit."""

from engine.model.errors import InvalidRules, RuleConflict
from engine.model.message_keys import MessageKey, P
from engine.model.rules import Rules


def require(
    fits: bool,  # noqa: FBT001 - a condition, not a switch
    conflict: MessageKey[RuleConflict, P],
    message: str,
    options: tuple[str, ...],
    *args: P.args,
    **facts: P.kwargs,
) -> None:
    """Raise InvalidRules unless `fits` is true."""
    if not fits:
        raise InvalidRules(conflict, message, options, *args, **facts)


def require_range(rules: Rules, name: str, low: int, high: int) -> None:
    """Refuse a value of the option `name` outside `low` to `high`."""
    value = getattr(rules, name)
    fits = isinstance(value, int) and low <= value <= high
    message = f"{name} must be {low} to {high}, not {value}"
    require(fits, RuleConflict.RANGE, message, (name,), option=name, low=low, high=high, value=value)
