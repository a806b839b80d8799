"""What the manager of an event chooses, as frozen values."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.events.pairing.ports import PLAIN_BRACKET, BracketSettings, EventFormat, Seeding
from bot.ids import EventId, LeagueId

SIDES: Final = 2
"""Sides of a table; the seats of a side have equal parity."""


class NoShowPolicy(StrEnum):
    """What happens at a table to the seat of a player who is missing when its time is up."""

    FORFEIT = "forfeit"  # the player's side loses
    COMPUTER = "computer"  # a computer player takes the seat
    SUBSTITUTE = "substitute"  # a volunteer takes the seat for the round, or a computer player if there is none
    SUBSTITUTE_STAYS = "substitute_stays"  # as before, and the volunteer keeps the seat in later rounds


class BoardScoring(StrEnum):
    """How the results of a board at several tables are compared."""

    MATCH_POINTS = "match_points"  # how many of the other tables a pair has beaten
    SCALE = "scale"  # by how many levels, on a scale on which large differences count less


@dataclass(frozen=True, slots=True)
class EventSettings:
    """What the manager of an event chooses. Times in seconds; `rules` in the engine's text form."""

    name: str
    format: EventFormat
    preset: str
    rules: str
    players: int
    """At each table."""
    rounds: int | None
    """None: as many as the format suggests for the number of entrants."""
    deals: int | None
    minutes: int | None
    no_show: NoShowPolicy
    grace: float
    """How long players have to come to their table."""
    is_automatic: bool
    """Whether the next round begins by itself."""
    late_entry: bool
    starts_at: float | None = None
    """When it is planned to start, as a wall clock's time; with `is_automatic` it starts by itself."""
    bracket: BracketSettings = PLAIN_BRACKET
    seeding: Seeding = Seeding.LOT
    seeded_by: EventId | None = None
    """The earlier event by whose standings entrants are seeded."""
    league: LeagueId | None = None
    """The league to which it belongs."""
    league_deals: bool = False
    """Whether the deals of its tables count in the league."""
    board_scoring: BoardScoring | None = None
    """How boards are compared; None: the tables do not play the same deals."""

    @property
    def team_size(self) -> int:
        """The number of people who enter together."""
        if self.format is EventFormat.TEAM_MATCH:
            return self.players
        return 1 if self.format.is_individual else self.players // SIDES

    @property
    def least_entrants(self) -> int:
        """How many entrants a round needs: they fill a table, or two where tables are compared."""
        tables = SIDES if self.format in {EventFormat.DUPLICATE, EventFormat.DUPLICATE_SINGLE} else 1
        return tables * (self.players if self.format.is_individual else SIDES)
