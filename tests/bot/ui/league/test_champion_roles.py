"""The bot finds out why it may not give a role, for example because its own role is too low."""

from dataclasses import dataclass
from types import SimpleNamespace

import pytest

from bot.ids import GuildId, RoleId
from bot.ui.league.season_clock import find_missing_for_role


@dataclass(order=True)
class FakeRole:
    position: int
    managed: bool = False
    default: bool = False

    def is_default(self):
        return self.default


def client_with(role, *, manage_roles=True, own=5):
    me = SimpleNamespace(guild_permissions=SimpleNamespace(manage_roles=manage_roles), top_role=FakeRole(own))
    guild = SimpleNamespace(me=me, get_role=lambda _: role)
    return SimpleNamespace(get_guild=lambda _: guild)


@pytest.mark.parametrize(
    ("client", "missing"),
    [
        (client_with(FakeRole(4)), None),
        (client_with(FakeRole(6)), "role_order"),
        (client_with(FakeRole(5)), "role_order"),
        (client_with(FakeRole(4), manage_roles=False), "manage_roles"),
        (client_with(FakeRole(4, managed=True)), "role_managed"),
        (client_with(FakeRole(0, default=True)), "role_managed"),
        (client_with(None), "role_gone"),
        (SimpleNamespace(get_guild=lambda _: None), None),
    ],
    ids=["may", "above", "own", "no permission", "of an app", "everyone", "deleted", "unknown server"],
)
def test_obstacle_to_giving_a_role_is_found(client, missing):
    assert find_missing_for_role(client, GuildId(1), RoleId(2)) == missing
