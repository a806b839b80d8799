"""Protocols of what the Discord side needs from outside. Others are in `bot.play.ports`."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Protocol

from bot.ids import ChannelId, GuildId, MessageId, RoleId, TableId, UserId
from bot.play.ports import Store
from bot.play.values.stored_table import PanelHandle, StoredTableMessage, TableThread


class SurfaceStore(Store, Protocol):
    """Stores messages, threads, pings and alerts of tables, and the level of their computer players."""

    async def save_table_message(self, board: StoredTableMessage) -> None:
        """Save the public message of a table, replacing the old one."""

    async def find_table_message(self, table: TableId) -> StoredTableMessage | None:
        """Return the public message of a table; None if it has none."""

    async def save_panel(self, panel: PanelHandle) -> None:
        """Save a user's panel at a table, replacing the old one."""

    async def delete_panel(self, table: TableId, user: UserId) -> None:
        """Forget a user's panel at a table."""

    async def list_panels(self, table: TableId) -> Sequence[PanelHandle]:
        """Return all panels of a table."""

    async def load_thread(self, table: TableId) -> TableThread:
        """Return a table's thread, if any, and whether the table stays in its channel."""

    async def save_thread(self, table: TableId, thread: ChannelId) -> None:
        """Show a table in a thread from now on."""

    async def leave_thread(self, table: TableId) -> None:
        """Show a table in its channel for good. `find_table_by_thread` still finds it by its former thread."""

    async def find_table_by_thread(self, thread: ChannelId) -> TableId | None:
        """Return the id of the newest table that has or had this thread; None if there is none."""

    async def list_players_wanted(self) -> Sequence[tuple[TableId, ChannelId, MessageId]]:
        """Return the posts that look for players: table, channel and message of each."""

    async def save_players_wanted(self, table: TableId, channel: ChannelId, message: MessageId) -> None:
        """Save the post that looks for players of a table, in place of an earlier one."""

    async def delete_players_wanted(self, table: TableId) -> None:
        """Forget the post that looks for players of a table."""

    async def list_turn_pings(self, table: TableId) -> Sequence[tuple[ChannelId, MessageId]]:
        """Return the pings of a table that are not deleted yet, oldest first."""

    async def save_turn_pings(self, table: TableId, pings: Sequence[tuple[ChannelId, MessageId]]) -> None:
        """Replace the pings of a table."""

    async def find_host_alert(self, table: TableId) -> str | None:
        """Return the fault that was reported to the host of a table; None if there is none."""

    async def save_host_alert(self, table: TableId, fault: str | None) -> None:
        """Save the fault that was reported to the host of a table; None if it is resolved."""

    async def find_computer_level(self, table: TableId) -> str | None:
        """Return the level chosen for computer players that are added later; None if none was chosen."""

    async def save_computer_level(self, table: TableId, level: str) -> None:
        """Save the level for computer players that are added later."""


class NameStore(Protocol):
    """Stores users' names and locales from Discord."""

    async def save_name(self, user: UserId, name: str) -> None:
        """Save a user's name as messages and pictures show it."""

    async def find_names(self, users: Sequence[UserId]) -> dict[UserId, str]:
        """Return the known names of these users, by id."""

    async def save_locale(self, user: UserId, locale: str) -> None:
        """Save the language of a user's Discord client."""

    async def find_locale(self, user: UserId) -> str | None:
        """Return the language of a user's Discord client, if known."""


class KeyValueStore(Protocol):
    """Stores the program's own facts by name."""

    async def get(self, name: str) -> str | None:
        """Return the value of `name`; None if it has none."""

    async def set(self, name: str, value: str) -> None:
        """Save `value` under `name`, replacing the old value."""


class SettingsStore(Protocol):
    """Stores preferences of users and settings of servers as plain values by name."""

    async def load_preferences(self, user: UserId) -> Mapping[str, Any] | None:
        """Return a user's preferences; None if they never chose any."""

    async def save_preferences(self, user: UserId, chosen: Mapping[str, Any]) -> None:
        """Save a user's preferences."""

    async def load_guild_settings(self) -> Mapping[GuildId, Mapping[str, Any]]:
        """Return the settings of each server that has changed any."""

    async def save_guild_settings(self, guild: GuildId, chosen: Mapping[str, Any]) -> None:
        """Save a server's settings."""


class ChangeFeed(Protocol):
    """Reports what other processes that share the database have changed."""

    async def follow(self, on_change: Callable[[str], None], on_gap: Callable[[], None]) -> None:
        """Call `on_change` for each change (see `bot.processes.process`), and `on_gap` if some may have been missed.

        Run until cancelled.
        """


class PersonalDataStore(Protocol):
    """Exports and deletes a user's data.

    Raises StillSeated: the user has a seat at a live table, or hosts one. Tables in `beside` are ignored.
    """

    async def export_personal_data(self, user: UserId) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """Return all rows about a user by database table, ready for JSON."""

    async def list_given_roles(
        self, user: UserId, beside: Collection[TableId] = ()
    ) -> Sequence[tuple[GuildId, RoleId]]:
        """Return the roles, with their servers, that the bot must take from a user before their data is deleted."""

    async def delete_personal_data(self, user: UserId, beside: Collection[TableId] = ()) -> UserId:
        """Delete a user's data. Return the anonymous id that replaces theirs in everything they played."""
