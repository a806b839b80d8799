"""What people are called and which language they read, noted from what they press."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from bot.play.occupants import Computer, Occupant, Person, UserId
from bot.ui.ports import Notes, Surfaces

if TYPE_CHECKING:
    from bot.text.catalogue import Texts

LONGEST_NAME: Final = 40


class People:
    """Names and languages, kept in memory and, when they change, in the store."""

    def __init__(self, surfaces: Surfaces, notes: Notes) -> None:
        self._surfaces = surfaces
        self._notes = notes
        self._names: dict[UserId, str] = {}
        self._locales: dict[UserId, str] = {}

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

    async def locale(self, user: UserId) -> str | None:
        """Return the language a person reads; None if it is not known."""
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

    def _name(self, occupant: Occupant | None, texts: "Texts") -> str | None:
        match occupant:
            case Person(user):
                return self._names.get(user) or texts.say("ui.someone")
            case Computer():
                return texts.computer_name(occupant)
            case None:
                return None
