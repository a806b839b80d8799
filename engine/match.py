"""A match: deals in series, the levels of the seats, who declares next, and who has won."""

from dataclasses import dataclass, replace

from engine.errors import BadRules, Clash
from engine.rules import Level, Rules, Teams
from engine.seats import Seat


@dataclass(frozen=True, slots=True)
class Match:
    """What is carried from deal to deal. Tuples by seat have one entry for each seat."""

    rules: Rules
    levels: tuple[Level, ...]
    """With fixed teams the seats of a side share one level."""
    declarer: Seat | None = None
    """Who declares in the present or next deal; None where the declaration finds him: in a first deal."""
    number: int = 0
    """The present deal, from 1; 0 before the first. A redeal keeps it."""
    seats: tuple[str | None, ...] = ()
    """Who sits where, as ids; None for a seat of which nothing is said."""
    winners: tuple[Seat, ...] = ()

    @property
    def over(self) -> bool:
        """Tell whether somebody has won."""
        return bool(self.winners)

    def sat(self, seat: int, who: str) -> "Match":
        """Return the match with `who` in `seat`."""
        return replace(self, seats=(*self.seats[:seat], who, *self.seats[seat + 1 :]))

    @property
    def levels_count(self) -> bool:
        """Tell whether deals move levels: with hidden teams one deal is a game (hidden ten)."""
        return self.rules.teams is not Teams.HIDDEN_TEN


def check_levels(levels: tuple[Level, ...], rules: Rules) -> None:
    """Refuse levels at which a match by these rules cannot begin.

    Raises:
        BadRules: not one for each seat, outside the rules' levels or pack, or different ones on a fixed side.
    """
    if len(levels) != rules.players:
        raise BadRules(
            f"{rules.players} players need {rules.players} levels, not {len(levels)}", "players", clash=Clash.LEVELS
        )
    low = Level(rules.low_cut)
    if not all(low <= level <= rules.final_level for level in levels):
        raise BadRules(
            f"levels must be {low.text} to {rules.final_level.text}", "low_cut", "final_level", clash=Clash.LEVELS
        )
    if rules.teams is Teams.FIXED and any(levels[seat] != levels[seat % 2] for seat in range(rules.players)):
        raise BadRules("partners of a fixed side share one level", "teams", clash=Clash.LEVELS)
