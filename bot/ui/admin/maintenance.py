"""Maintenance mode, which allows no new tables and outlasts a restart."""

from typing import Final

from bot.ui.core.services import Services

MAINTENANCE_KEY: Final = "maintenance"
_CLOSED: Final = "no new tables"


async def load_maintenance(services: Services) -> None:
    """Let the registry refuse new tables if it did so before the restart."""
    services.registry.refuses_new_tables = await services.key_values.get(MAINTENANCE_KEY) == _CLOSED


async def save_maintenance(services: Services, *, allows_new_tables: bool) -> bool:
    """Refuse new tables from now on, or allow them again; return whether that is a change."""
    await services.key_values.set(MAINTENANCE_KEY, "" if allows_new_tables else _CLOSED)
    before, services.registry.refuses_new_tables = services.registry.refuses_new_tables, not allows_new_tables
    return before == allows_new_tables
