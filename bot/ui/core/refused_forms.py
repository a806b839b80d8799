"""What users typed into refused forms, in memory only: losing it costs some typing."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from cachetools import FIFOCache

from bot.ids import UserId
from bot.ui.core.form import Form

MAX_FORMS: Final = 200
"""Each of at most a few hundred characters."""
FormKey = tuple[UserId, str]


class RefusedForms:
    """The latest refused forms, by user and form id."""

    def __init__(self) -> None:
        self._values: FIFOCache[FormKey, Mapping[str, str]] = FIFOCache(MAX_FORMS)

    def keep(self, user: UserId, form: str, values: Mapping[str, str]) -> None:
        """Keep what a user typed into a form; the oldest form is forgotten first."""
        self._values[user, form] = values

    def forget(self, user: UserId) -> None:
        """Forget what a user typed."""
        for key in [key for key in self._values if key[0] == user]:
            del self._values[key]

    def refill(self, user: UserId, form: str, blank: Form) -> Form:
        """Return the form with the values that the user typed last, as far as they are kept."""
        values = self._values.get((user, form), {})
        return replace(blank, fields=tuple(replace(f, default=values.get(f.key, f.default)) for f in blank.fields))
