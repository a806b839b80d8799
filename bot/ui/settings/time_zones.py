"""Time zones by their IANA names, as `/config` offers and reads them."""

from typing import Final
from zoneinfo import available_timezones

from bot.ui.core.interactions.command_builder import Choices, as_choices
from bot.ui.core.interactions.context import Context

MAX_ZONE_LENGTH: Final = 64
UTC_NAME: Final = "UTC"
_USUAL: Final = (
    UTC_NAME,
    "Asia/Shanghai",
    "Asia/Taipei",
    "Asia/Hong_Kong",
    "Asia/Singapore",
    "America/Los_Angeles",
    "America/New_York",
    "Europe/London",
    "Europe/Berlin",
    "Australia/Sydney",
)
"""The zones offered first."""


async def offer_time_zones(_: Context, typed: str) -> Choices:
    """Return the time zones whose names contain the typed text."""
    return as_choices(dict.fromkeys((*_USUAL, *sorted(available_timezones()))), _fold(typed))


def find_time_zone(typed: str) -> str | None:
    """Return the name of a typed time zone, in any letter case; None if there is none."""
    return next((name for name in available_timezones() if name.casefold() == _fold(typed)), None)


def _fold(typed: str) -> str:
    return typed.strip().replace(" ", "_").casefold()
