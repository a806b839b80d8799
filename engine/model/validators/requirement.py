"""The refusal of options that do not fit."""

from engine.model.errors import InvalidRules, RuleConflict
from engine.model.rules import Rules


def require(fits: bool, message: str, *options: str, conflict: RuleConflict, **facts: object) -> None:  # noqa: FBT001 - a condition
    """Refuse the rules unless they fit."""
    if not fits:
        raise InvalidRules(message, *options, conflict=conflict, **facts)


def require_range(rules: Rules, name: str, low: int, high: int) -> None:
    """Refuse a number outside its range."""
    value = getattr(rules, name)
    message = f"{name} must be {low} to {high}, not {value}"
    facts = {"option": name, "low": low, "high": high, "value": value}
    require(isinstance(value, int) and low <= value <= high, message, name, conflict=RuleConflict.RANGE, **facts)
