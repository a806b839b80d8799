"""How the bot behaves on Discord."""

from dataclasses import dataclass

from bot.ids import GuildId
from bot.text.languages import DEFAULT


@dataclass(frozen=True, slots=True)
class UiConfig:
    """The settings of the Discord surface. Times are in seconds."""

    v1: bool = False
    """Send messages without Components V2."""
    admin_guild: GuildId | None = None
    """The server that has the commands for those who run the bot; None: no server."""
    sync_commands: bool = False
    """Send the commands to Discord at every start, even unchanged."""
    use_emoji: bool = False
    emoji_pause: float = 1.0
    """Between two uploads of emoji, which Discord throttles separately."""
    turn_pings: bool = False
    """Ping users for their turns."""
    ping_after: float = 10.0
    """How long a turn may take before the user is pinged, unless they prefer it at once."""
    final_ping_before: float = 15.0
    """How long before time is up the user is pinged again."""
    use_threads: bool = False
    """Show each table in its own thread, if the server wants that and the bot may."""
    thread_closes_after: float = 600.0
    """How long after a match its thread stays open for reading, replays and a rematch."""
    default_language: str = DEFAULT.tag
    """For public texts in servers without a language."""
    edit_pause: float = 1.2
    defer_after: float = 1.0
    """How long an answer may take before it is deferred; Discord itself waits three seconds."""
    max_panel_age: float = 14 * 60.0
    """How long a panel can be edited after its owner's last press; Discord allows 15 minutes."""
    max_table_message_age: float = 50 * 60.0
    """When a table's message is replaced; Discord throttles edits of messages older than an hour."""
    min_buried_age: float = 300.0
    """How old a table's message must be to be replaced when it is buried."""
    buried_check_interval: float = 60.0
    """How often, at most, the channel is checked for newer messages."""
