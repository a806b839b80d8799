"""The services that all handlers and views share, built once at the start."""

from dataclasses import dataclass, field

from bot.events.service import EventService
from bot.league.service import LeagueService
from bot.play.all_tables.registry import Registry
from bot.play.finished_deals.background_reviews import Coach, ReviewBook
from bot.play.finished_deals.history import HistoryCache
from bot.play.house_rules import HouseRulesBook
from bot.play.ports import Clock, ComputerPlayers
from bot.puzzles.daily_service import DailyService
from bot.puzzles.service import PuzzleService
from bot.render.renderer import PictureRenderer
from bot.text.catalogue import Catalogue
from bot.ui.core.config import UiConfig
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
    computer_players: ComputerPlayers
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
