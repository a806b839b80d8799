"""Decides which tables are rated, and at which tables plays may be suggested."""

from bot.league.leagues.counting_deals import is_rated
from bot.play.values.table_info import TableInfo
from bot.ui.core.services import Services


def is_table_rated(facts: TableInfo) -> bool:
    """Return whether deals at a table change ratings. The table's league may decide otherwise."""
    if facts.is_computers_only or facts.has_oracle or facts.is_board:
        return False
    return is_rated(facts.preset, facts.rules, friendly=facts.is_friendly)


async def is_help_allowed(services: Services, facts: TableInfo) -> bool:
    """Return whether the bot may suggest plays at a table.

    It may if a computer player there sees all hands. Otherwise, the settings of the table's league decide. Without a
    league, the bot may suggest plays if nothing counts.
    """
    if facts.has_oracle:
        return True
    league = None if facts.league is None else await services.league.leagues.find_league(facts.league)
    if league is not None:
        return league.settings.hints
    return facts.event_match is None and not is_table_rated(facts)
