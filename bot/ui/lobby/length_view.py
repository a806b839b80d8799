"""The length of a lobby's match: its public line, and the host's select."""

import re
from typing import Final

from bot.play.values.table_info import TableInfo
from bot.text.catalogue import Texts
from bot.ui.core.interactions.table_controls import ControlVerb, table_control_id
from bot.ui.core.messages.discord_limits import MAX_OPTION_LENGTH, format_label
from bot.ui.core.messages.message import Select, SelectOption

Length = tuple[int | None, int | None]
"""The deals and the minutes after which a match ends; None means no such limit."""

_LENGTHS: Final[tuple[Length, ...]] = (
    (None, None),
    *((deals, None) for deals in (1, 2, 3, 4, 5, 6, 8, 10, 12)),
    *((None, minutes) for minutes in (30, 45, 60, 90, 120, 180)),
)
_VALUE: Final = re.compile(r"d(\d*)m(\d*)")


def format_length_line(facts: TableInfo, texts: Texts) -> str:
    """Return the line that states the length of the match."""
    length = texts.format_match_length(facts.rules, facts.match_deals, facts.match_minutes)
    return texts.say("length.line", length=length)


def length_select(facts: TableInfo, texts: Texts) -> Select:
    """Return the host's select, with the present length chosen."""
    chosen = (facts.match_deals, facts.match_minutes)
    lengths = _LENGTHS if chosen in _LENGTHS else (*_LENGTHS, chosen)
    options = tuple(
        SelectOption(_format_value(one), _label(facts, one, texts), chosen=one == chosen) for one in lengths
    )
    id_ = table_control_id(facts.id, ControlVerb.CHOOSE_LENGTH, _format_value(chosen))
    return Select(id_, texts.say("length.prompt"), options)


def parse_length(value: str) -> Length | None:
    """Return the length for a choice; None for any other text."""
    found = _VALUE.fullmatch(value)
    if found is None:
        return None
    deals, minutes = (int(number) if number else None for number in found.groups())
    return deals, minutes


def _label(facts: TableInfo, length: Length, texts: Texts) -> str:
    words = texts.say("length.line", length=texts.format_match_length(facts.rules, *length))
    return format_label(words, MAX_OPTION_LENGTH)


def _format_value(length: Length) -> str:
    deals, minutes = ("" if number is None else number for number in length)
    return f"d{deals}m{minutes}"
