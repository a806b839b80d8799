"""Few commands with few options: what a club needs is on panels."""

from discord import app_commands
from test_slash_commands import client, leaves  # noqa: F401 - a fixture

MOST_COMMANDS = 40
MOST_OPTIONS = 8
TABLES = "tractor new"
"""A table is described in one line by those who type; its lobby has the same as lists."""


async def test_commands_and_options_stay_few(client):  # noqa: F811 - the fixture
    assert len(leaves(client)) <= MOST_COMMANDS
    options = {
        one.qualified_name: len(one.parameters)
        for one in client.tree.walk_commands()
        if isinstance(one, app_commands.Command) and one.qualified_name != TABLES
    }
    assert {name: count for name, count in options.items() if count > MOST_OPTIONS} == {}
