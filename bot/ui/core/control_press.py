"""A press on a control that belongs to no table."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from bot.text.catalogue import Texts
from bot.ui.core.context import Context
from bot.ui.core.custom_ids import ControlId
from bot.ui.core.responses import Response

Id = TypeVar("Id", bound=ControlId)


@dataclass(frozen=True, slots=True)
class ControlPress(Generic[Id]):
    """A press, a choice or a submitted form: by whom, on which control, and what was chosen or typed."""

    ctx: Context
    id: Id
    values: tuple[str, ...] = ()
    form_values: Mapping[str, str] = field(default_factory=dict)

    @property
    def texts(self) -> Texts:
        """The texts in the user's language."""
        return self.ctx.texts

    @property
    def chosen(self) -> str:
        """The first value chosen in a select; empty if there is none."""
        return self.values[0] if self.values else ""


ControlHandler = Callable[[ControlPress[Any]], Awaitable[Response]]
