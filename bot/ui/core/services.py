"""The services that all handlers and views share, which are built at the start. Also the Discord side's settings."""

from dataclasses import dataclass, field
from pathlib import Path

from bot.events.service import EventService
from bot.ids import GuildId
from bot.league.service import LeagueService
from bot.play.all_tables.registry import Registry
from bot.play.computers.search_or_rules import ComputerPlayerWorker
from bot.play.finished_deals.background_reviews import Coach, ReviewBook
from bot.play.finished_deals.history import HistoryCache
from bot.play.house_rules import HouseRulesBook
from bot.play.ports import Clock
from bot.puzzles.daily_deals import DailyService
from bot.puzzles.service import PuzzleService
from bot.render.renderer import PictureRenderer
from bot.text.catalogue import Catalogue
from bot.ui.core.memory.answer_times import AnswerTimes
from bot.ui.core.memory.drafts import PickedCardsStore, PuzzleDrafts, RefusedForms
from bot.ui.core.memory.guild_settings import GuildSettingsCache
from bot.ui.core.memory.people import People
from bot.ui.core.memory.refusal_memory import RefusalMemory
from bot.ui.core.memory.threads import Threads
from bot.ui.core.memory.update_slots import UpdateSlots
from bot.ui.core.memory.user_limits import UserLimits
from bot.ui.core.messages.emoji_book import EmojiBook
from bot.ui.core.ports import KeyValueStore, PersonalDataStore, SurfaceStore


@dataclass(frozen=True, slots=True)
class UiConfig:
    """The settings of the Discord surface. Times are in seconds."""

    admin_guild: GuildId | None = None
    """The server that has the commands for the people who run the bot."""
    report_folder: Path | None = None
    """The folder with the reports of checks on the real Discord."""
    sync_commands: bool = False
    """Whether the bot sends its commands to Discord at every start, even if they have not changed."""
    use_emoji: bool = False
    emoji_pause: float = 1.0
    """The pause between two uploads of emoji, which Discord throttles separately."""
    turn_pings: bool = False
    ping_after: float = 10.0
    """How long a turn may take before the bot pings the user, unless they prefer a ping at once."""
    final_ping_before: float = 15.0
    """How long before the end of their time the bot pings the user again."""
    use_threads: bool = False
    """Whether each table gets its own thread, if the server wants this and the bot may open threads."""
    thread_patience: float = 10.0
    """How long the bot waits for Discord to open a thread. After that, the table stays in its channel."""
    edit_pause: float = 1.2
    defer_after: float = 1.0
    """How long an answer may take before the bot defers it. Discord itself waits three seconds for an answer."""
    max_panel_age: float = 14 * 60.0
    """How long the bot edits a user's panel after their last press. Discord allows edits for 15 minutes."""
    max_table_message_age: float = 50 * 60.0
    """The age at which a table's message is replaced. Discord throttles edits of messages that are over an hour old."""
    min_buried_age: float = 300.0
    """The age from which a table's message is replaced if there are newer messages below it."""
    buried_check_interval: float = 60.0
    """The least time between two checks of a channel for newer messages."""


@dataclass(frozen=True, slots=True)
class Services:
    """The services that commands, handlers and views share."""

    registry: Registry
    catalogue: Catalogue
    renderer: PictureRenderer
    surface_store: SurfaceStore
    key_values: KeyValueStore
    personal_data: PersonalDataStore
    people: People
    guild_settings: GuildSettingsCache
    league: LeagueService
    computer_players: ComputerPlayerWorker
    clock: Clock
    threads: Threads
    house_rules: HouseRulesBook
    events: EventService
    reviews: ReviewBook
    coach: Coach
    puzzles: PuzzleService
    daily_deals: DailyService
    refusals: RefusalMemory
    config: UiConfig = field(default_factory=UiConfig)
    picked_cards: PickedCardsStore = field(default_factory=PickedCardsStore)
    puzzle_drafts: PuzzleDrafts = field(default_factory=PuzzleDrafts)
    refused_forms: RefusedForms = field(default_factory=RefusedForms)
    emoji: EmojiBook = field(default_factory=EmojiBook)
    histories: HistoryCache = field(default_factory=HistoryCache)
    limits: UserLimits = field(default_factory=UserLimits)
    answer_times: AnswerTimes = field(default_factory=AnswerTimes)
    updates: UpdateSlots = field(default_factory=UpdateSlots)
