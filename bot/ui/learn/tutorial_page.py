"""The learner's position in the tutorial, and the ids of its controls, which contain all of it."""

from dataclasses import dataclass
from typing import Final

from bot.ui.core.interactions.table_controls import ControlVerb
from bot.ui.core.messages.custom_id_codec import ControlId
from bot.ui.learn.tutorial_deal import Lesson, list_lessons
from engine.model.cards import Card
from engine.model.presets import PRESETS

GO_TO_PAGE: Final = "goto"
"""The verb that goes to another page, whose number is the argument or the choice in a select."""
PRESET: Final = next(iter(PRESETS))
"""The rules that the tutorial follows."""


class TutorialControl(ControlId, route="tutor"):
    """A control of a tutorial page: `verb` is a table control's, or `GO_TO_PAGE`."""

    number: int
    picked: tuple[Card, ...]
    turn: int
    verb: str
    argument: str


class OpenFirstTable(ControlId, route="tutor:table"):
    """Opens a table with computer players, by the rules that the tutorial follows."""


@dataclass(frozen=True, slots=True)
class TutorialPage:
    """A learner's position: the number of the page from 0, the cards picked on it, how often it was changed."""

    number: int = 0
    picked: tuple[Card, ...] = ()
    turn: int = 0
    opened: ControlVerb | None = None
    """The button whose text the page shows; pressing it again hides the text."""

    @property
    def lesson(self) -> Lesson:
        """The content of the page."""
        return list_lessons()[self.number]

    def custom_id(self, verb: str, argument: object = "") -> str:
        """Return a control's id on this page."""
        return str(TutorialControl(self.number, self.picked, self.turn, verb, str(argument)))
