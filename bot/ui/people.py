"""What people are called, which language they read and what they prefer, noted from what they press and choose."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bot.play.occupants import Computer, Occupant, Person, UserId
from bot.ui.ports import Choices, Notes, Surfaces
from bot.ui.preferences import Preferences, preference_values, preferences_of

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

LONGEST_NAME: Final = 40


class People:
    """Names, languages and preferences, kept in memory and, when they change, in the store."""

    def __init__(self, surfaces: Surfaces, notes: Notes, choices: Choices) -> None:
        self._surfaces = surfaces
        self._notes = notes
        self._choices = choices
        self._names: dict[UserId, str] = {}
        self._locales: dict[UserId, str] = {}
        self._preferences: dict[UserId, Preferences] = {}

    async def met(self, user: UserId, name: str, locale: str) -> None:
        """Note a person who has just pressed or typed something."""
        await self.named(user, name)
        if self._locales.get(user) != locale:
            await self._notes.note(f"locale:{user}", locale)
            self._locales[user] = locale

    async def named(self, user: UserId, name: str) -> None:
        """Note what a person is called."""
        shown = name[:LONGEST_NAME]
        if self._names.get(user) != shown:
            await self._surfaces.save_name(user, shown)
            self._names[user] = shown

    async def preferences(self, user: UserId) -> Preferences:
        """Return what a person has chosen for himself."""
        if user not in self._preferences:
            self._preferences[user] = preferences_of(await self._choices.preferences(user) or {})
        return self._preferences[user]

    async def prefer(self, user: UserId, chosen: Preferences) -> None:
        """Keep what a person has chosen for himself."""
        await self._choices.save_preferences(user, preference_values(chosen))
        self._preferences[user] = chosen

    async def plays_forced(self, user: UserId) -> bool:
        """Tell whether a person wants plays that are the only legal ones made for him."""
        return (await self.preferences(user)).auto_forced

    def forget(self, user: UserId) -> None:
        """Forget a person, as the store has."""
        for kept in (self._names, self._locales, self._preferences):
            kept.pop(user, None)

    async def locale(self, user: UserId) -> str | None:
        """Return the language a person reads: what he has chosen, else what Discord said; None if it is not known."""
        chosen = (await self.preferences(user)).language
        return chosen if chosen is not None else await self._noted(user)

    async def _noted(self, user: UserId) -> str | None:
        if user not in self._locales:
            noted = await self._notes.recall(f"locale:{user}")
            if noted is None:
                return None
            self._locales[user] = noted
        return self._locales[user]

    async def names(self, occupants: Sequence[Occupant | None], texts: "Texts") -> tuple[str | None, ...]:
        """Return what those in the seats are called, in the language of `texts`; None for an empty seat."""
        people = [o.user for o in occupants if isinstance(o, Person)]
        unknown = [user for user in people if user not in self._names]
        if unknown:
            self._names.update(await self._surfaces.names(unknown))
        return tuple(self._name(o, texts) for o in occupants)

    async def captions(self, occupants: Sequence[Occupant | None], texts: "Texts") -> tuple[str | None, ...]:
        """Return the same for pictures, which have little room: a computer's strength is left out."""
        names = await self.names(occupants, texts)
        return tuple(
            texts.computer_name(who, bare=True) if isinstance(who, Computer) else name
            for who, name in zip(occupants, names, strict=True)
        )

    def _name(self, occupant: Occupant | None, texts: "Texts") -> str | None:
        match occupant:
            case Person(user):
                return self._names.get(user) or texts.say("ui.someone")
            case Computer():
                return texts.computer_name(occupant)
            case None:
                return None
