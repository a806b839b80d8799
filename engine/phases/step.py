"""What following an action gives: the next phase and what happened."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.events import Event

if TYPE_CHECKING:
    from engine.knowledge import Phase


@dataclass(frozen=True, slots=True)
class Step:
    """The next phase and the events that led to it, in order."""

    phase: "Phase"
    events: tuple[Event, ...] = ()
