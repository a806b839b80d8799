"""Decides which tables are rated, and at which tables plays may be suggested."""

from bot.league.leagues.counting_deals import is_rated
from bot.play.values.table_info import TableInfo
from bot.ui.core.services import Services


def is_table_rated(facts: TableInfo) -> bool:
    """Return whether deals at a table change ratings. A league of the table may decide otherwise."""
    if facts.is_computers_only or facts.has_oracle or facts.is_board:
        return False
    return is_rated(facts.preset, facts.rules, friendly=facts.is_friendly)


async def is_help_allowed(services: Services, facts: TableInfo) -> bool:
    """Return whether plays may be suggested at a table.

    They may be where a computer player sees all hands. Elsewhere, the settings of the table's league decide; without a
    league, plays may be suggested if nothing counts.
    """
    if facts.has_oracle:
        return True
    league = None if facts.league is None else await services.league.leagues.find_league(facts.league)
    if league is not None:
        return league.settings.hints
    return facts.event_match is None and not is_table_rated(facts)
