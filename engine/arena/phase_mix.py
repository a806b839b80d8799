"""A player that takes some phases of a deal from other players."""

import random
from collections.abc import Iterable
from dataclasses import dataclass

from engine.model.actions import Action
from engine.model.view import Ask, View
from engine.players import Player


@dataclass(frozen=True, slots=True)
class PhaseMix:
    """Answers each question with the player of its phase."""

    base: Player
    declare: Player | None = None
    """Declarations, claims and theft of the kitty."""
    bury: Player | None = None
    """Burying, and calling friends."""
    lead: Player | None = None
    follow: Player | None = None

    def choose(self, view: View, rng: random.Random) -> Action | None:
        """Return the seat's action; see `Player.choose`."""
        return (self._find_player(view.ask) or self.base).choose(view, rng)

    def _find_player(self, ask: Ask) -> Player | None:
        match ask:
            case Ask.DECLARE | Ask.STEAL | Ask.CLAIM:
                return self.declare
            case Ask.BURY | Ask.CALL:
                return self.bury
            case Ask.LEAD:
                return self.lead
            case Ask.FOLLOW:
                return self.follow
            case Ask.PICK_UP | Ask.NOTHING:
                return None

    @property
    def players(self) -> Iterable[Player]:
        """All players of the mix."""
        return (one for one in (self.base, self.declare, self.bury, self.lead, self.follow) if one is not None)
