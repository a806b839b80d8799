"""Before the first deal, and after a redeal: a shuffled pack is awaited."""

from dataclasses import dataclass

from engine.events import RedealWhy
from engine.match import Match


@dataclass(frozen=True, slots=True)
class Ready:
    """Nothing has been dealt yet, or the last deal was annulled."""

    match: Match
    redeal: RedealWhy | None = None
