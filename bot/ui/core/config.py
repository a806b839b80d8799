"""Configures the bot's behaviour on Discord."""

from dataclasses import dataclass
from pathlib import Path

from bot.ids import GuildId


@dataclass(frozen=True, slots=True)
class UiConfig:
    """The settings of the Discord surface. Times are in seconds."""

    admin_guild: GuildId | None = None
    """The server with the commands for the people who run the bot; None if there is none."""
    report_folder: Path | None = None
    """Where reports of what was tried on Discord are; None: nowhere."""
    sync_commands: bool = False
    """Whether the commands are sent to Discord at every start, even unchanged."""
    use_emoji: bool = False
    emoji_pause: float = 1.0
    """The pause between two uploads of emoji, which Discord throttles separately."""
    turn_pings: bool = False
    """Whether users are pinged for their turns."""
    ping_after: float = 10.0
    """How long a turn may take before the user is pinged, unless they prefer it at once."""
    final_ping_before: float = 15.0
    """How long before time is up the user is pinged again."""
    use_threads: bool = False
    """Whether each table gets its own thread, if the server wants that and the bot may."""
    thread_patience: float = 10.0
    """How long Discord may take to open a thread before the table stays in its channel."""
    edit_pause: float = 1.2
    defer_after: float = 1.0
    """How long an answer may take before it is deferred; Discord itself waits three seconds."""
    max_panel_age: float = 14 * 60.0
    """For how long after its owner's last press a panel can be edited; Discord allows 15 minutes."""
    max_table_message_age: float = 50 * 60.0
    """The age at which a table's message is replaced; Discord throttles edits of messages older than an hour."""
    min_buried_age: float = 300.0
    """The minimum age at which a buried table message is replaced."""
    buried_check_interval: float = 60.0
    """The least time between two checks for newer messages in a channel."""
