"""What was written into forms that were refused, in memory only: losing it costs some typing, never a deed."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.play.occupants import UserId
from bot.ui.forms import Form

KEPT: Final = 200
"""Forms, each of at most a few hundred characters."""
Key = tuple[UserId, tuple[str, ...]]


class Refills:
    """The latest forms that were refused: by whom and, as their ids have it, which."""

    def __init__(self) -> None:
        self._written: OrderedDict[Key, Mapping[str, str]] = OrderedDict()

    def keep(self, user: UserId, form: tuple[str, ...], written: Mapping[str, str]) -> None:
        """Keep what somebody wrote into a form; the oldest of too many is forgotten."""
        self._written.pop((user, form), None)
        self._written[user, form] = written
        if len(self._written) > KEPT:
            self._written.popitem(last=False)

    def forget(self, user: UserId) -> None:
        """Forget what somebody wrote, as the store has."""
        for key in [key for key in self._written if key[0] == user]:
            del self._written[key]

    def filled(self, user: UserId, form: tuple[str, ...], blank: Form) -> Form:
        """Return the form with what he wrote into it the last time, as far as that is still known."""
        written = self._written.get((user, form), {})
        return replace(blank, fields=tuple(replace(f, given=written.get(f.key, f.given)) for f in blank.fields))
