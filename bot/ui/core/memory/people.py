"""Keeps users' names, languages and preferences, such as how they see cards and when the bot pings them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final, Protocol

from bot.ids import GuildId, UserId
from bot.play.values.table_info import Computer, Occupant, Person, Speed
from bot.text.catalogue import Texts
from bot.text.describe.seat_names import drop_turns
from bot.text.languages import TAGS
from bot.ui.core.ports import NameStore, SettingsStore

MAX_NAME_LENGTH: Final = 40


class PingPreference(StrEnum):
    """When a user is pinged for their turn."""

    IMMEDIATELY = "at_once"
    WHEN_SLOW = "later"  # only after the user has not acted for some time
    NEVER = "never"
    DM = "dm"  # like WHEN_SLOW, but by direct message


@dataclass(frozen=True, slots=True)
class Preferences:
    """One user's preferences."""

    language: str | None = None
    """The language; None means Discord's setting."""
    text_hand: bool = False
    """Whether cards are shown as text instead of a picture."""
    large: bool = False
    """Whether the hand is shown in two pictures, with larger cards."""
    two_colour: bool = False
    """Whether suits are in red and black only."""
    confirm: bool = False
    """Whether every play needs a second press."""
    auto_forced: bool = False
    """Whether the bot plays for the user if only one play is legal."""
    coach: bool = False
    """Whether the bot explains a play at once if it certainly cost something, at tables where hints are allowed."""
    mute_phrases: bool = False
    """Whether the user's panel hides the quick phrases of others and the menu of phrases to say."""
    ping: PingPreference = PingPreference.WHEN_SLOW
    confirm_offered: bool = False
    """Whether the bot has offered `confirm`, which it does once, after a play from a list. Not shown to users."""
    coach_offered: bool = False
    """Whether the user has accepted or passed over the offer of the coach. Users do not see this setting."""
    speed: Speed | None = None
    """The speed that the user last chose for playing alone with computer players; None means the usual speed."""
    language_offered_in: tuple[GuildId, ...] = ()
    """The servers in which this user has seen the offer to set a language. Users do not see this setting."""


SWITCH_NAMES: Final = tuple(
    f.name for f in fields(Preferences) if f.type in {"bool", bool} and not f.name.endswith("_offered")
)


def with_switch(old: Preferences, name: str, *, on: bool) -> Preferences:
    """Return the preferences with one of `SWITCH_NAMES` set."""
    return parse_preferences(dump_preferences(old) | {name: on})


def with_coach(old: Preferences) -> Preferences:
    """Return the preferences with the coach on, and marked as offered."""
    return replace(old, coach=True, coach_offered=True)


def dump_preferences(chosen: Preferences) -> dict[str, Any]:
    """Return the preferences as plain values by name."""
    servers = " ".join(map(str, chosen.language_offered_in))
    speed = None if chosen.speed is None else chosen.speed.value
    return asdict(chosen) | {"ping": chosen.ping.value, "language_offered_in": servers, "speed": speed}


def parse_preferences(values: Mapping[str, Any]) -> Preferences:
    """Read what `dump_preferences` wrote; unknown values become the defaults."""
    known = {f.name: values[f.name] for f in fields(Preferences) if f.name in values}
    if known.get("language") not in TAGS:
        known["language"] = None
    known["language_offered_in"] = tuple(GuildId(int(id_)) for id_ in known.get("language_offered_in", "").split())
    known["speed"] = next((one for one in Speed if one == known.get("speed")), None)
    known["ping"] = next((one for one in PingPreference if one == known.get("ping")), PingPreference.WHEN_SLOW)
    return Preferences(**known)


class Account(Protocol):
    """A user as Discord describes them."""

    @property
    def id(self) -> int:
        """The user's id."""

    @property
    def name(self) -> str:
        """Their user name, which is unique and in Latin letters."""

    @property
    def display_name(self) -> str:
        """The name that Discord shows for them, in any script."""


class People:
    """Users' names, languages and preferences: a cache of what the database has."""

    def __init__(self, names: NameStore, settings: SettingsStore, can_draw: Callable[[str], bool]) -> None:
        self._store = names
        self._settings = settings
        self._can_draw = lru_cache(maxsize=1024)(can_draw)
        self._names: dict[UserId, str] = {}
        self._locales: dict[UserId, str] = {}
        self._unsaved_names: set[UserId] = set()
        self._preferences: dict[UserId, Preferences] = {}

    def is_remembered(self, person: Account, locale: str) -> bool:
        """Return whether the user's name and language are already saved, so that `remember_user` has nothing to do."""
        user = UserId(person.id)
        return (
            user not in self._unsaved_names
            and self._names.get(user) == self._get_shown_name(person)
            and self._locales.get(user) == locale
        )

    def _get_shown_name(self, person: Account) -> str:
        if self._can_draw(person.display_name[:MAX_NAME_LENGTH]):
            return person.display_name[:MAX_NAME_LENGTH]
        handle = f" @{person.name}"  # user names are unique, and the fonts of pictures have all of their characters
        return person.display_name[: MAX_NAME_LENGTH - len(handle)] + handle

    async def remember_user(self, person: Account, locale: str) -> None:
        """Remember the name and language of a user who pressed or typed something."""
        user = UserId(person.id)
        await self.remember_name(person)
        if self._locales.get(user) != locale:
            await self._store.save_locale(user, locale)
            self._locales[user] = locale

    async def remember_name(self, person: Account) -> None:
        """Remember a user's name, in memory at once. If it cannot be saved, the next call tries again."""
        user, shown = UserId(person.id), self._get_shown_name(person)
        if user in self._unsaved_names or self._names.get(user) != shown:
            self._names[user] = shown
            self._unsaved_names.add(user)
            await self._store.save_name(user, shown)
            self._unsaved_names.discard(user)

    async def get_preferences(self, user: UserId) -> Preferences:
        """Return a user's preferences."""
        if user not in self._preferences:
            self._preferences[user] = parse_preferences(await self._settings.load_preferences(user) or {})
        return self._preferences[user]

    async def save_preferences(self, user: UserId, chosen: Preferences) -> None:
        """Save a user's preferences."""
        await self._settings.save_preferences(user, dump_preferences(chosen))
        self._preferences[user] = chosen

    async def wants_forced_plays(self, user: UserId) -> bool:
        """Return whether the bot plays for a user if only one play is legal."""
        return (await self.get_preferences(user)).auto_forced

    def forget_all(self) -> None:
        """Drop everything from the cache, except names that are not saved yet."""
        self._names = {user: self._names[user] for user in self._unsaved_names}
        self._locales.clear()
        self._preferences.clear()

    def forget(self, user: UserId) -> None:
        """Drop a user from the cache, because their data was deleted or another process has changed it."""
        self._unsaved_names.discard(user)
        for cache in (self._names, self._locales, self._preferences):
            cache.pop(user, None)

    async def get_locale(self, user: UserId) -> str | None:
        """Return the language that a user chose, else that of their Discord client; None if neither is known."""
        if (chosen := (await self.get_preferences(user)).language) is not None:
            return chosen
        if user not in self._locales and (saved := await self._store.find_locale(user)) is not None:
            self._locales[user] = saved
        return self._locales.get(user)

    async def find_names(
        self, occupants: Sequence[Occupant | None], texts: Texts, *, levels: bool = False
    ) -> tuple[str | None, ...]:
        """Return the names of those in the seats; None for an empty seat. `levels` adds computer players' levels."""
        people = [o.user for o in occupants if isinstance(o, Person)]
        unknown = [user for user in people if user not in self._names]
        if unknown:
            self._names.update(await self._store.find_names(unknown))
        return tuple(self._format_name(o, texts, levels=levels) for o in occupants)

    def _format_name(self, occupant: Occupant | None, texts: Texts, *, levels: bool) -> str | None:
        match occupant:
            case Person(user):
                return drop_turns(self._names.get(user, "")) or texts.say("lobby.someone")
            case Computer():
                return texts.format_computer_name(occupant, level=levels)
            case None:
                return None
