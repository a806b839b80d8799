"""Reads the ids of a table's controls from messages."""

from bot.ui.core.interactions.table_controls import TableControlId
from bot.ui.core.messages.custom_id_codec import parse_id


def parse_table_control_id(text: str) -> TableControlId | None:
    """Return the id of a table's control; None for any other text."""
    known = parse_id(text)
    return known if isinstance(known, TableControlId) else None
