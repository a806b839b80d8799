"""The settings of an event, as frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Final

from bot.events.pairing.ports import PLAIN_BRACKET, BracketSettings, EventFormat, Seeding
from bot.ids import EventId, LeagueId
from bot.play.table_rules.limited_matches import MAX_DEALS, MAX_MINUTES, MIN_MINUTES
from bot.setting_fields import MINUTES, Setting, build_settings

MAX_NAME_LENGTH: Final = 40
SIDES: Final = 2
"""Sides of a table; the seats of a side have equal parity."""
MAX_ROUNDS: Final = 99
MAX_BOARDS: Final = 16
"""The most boards of a round."""
_DEFAULT_DEALS: Final = 4
"""The length of a match for which neither deals nor minutes were chosen."""


class NoShowPolicy(StrEnum):
    """Who takes the seat of a player who is still missing when time is up."""

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
    """The settings of an event. Times are in seconds; `rules` are in the engine's text form."""

    name: Annotated[str, Setting(1, MAX_NAME_LENGTH, key="event_name")]
    format: Annotated[EventFormat, Setting(key="event_format", topic="events")]
    preset: str
    rules: str
    players: int
    """The number of players at each table."""
    rounds: Annotated[int | None, Setting(1, MAX_ROUNDS)] = None
    """The number of rounds; None: as many as the format suggests for the number of entrants."""
    deals: Annotated[int | None, Setting(1, MAX_DEALS)] = None
    minutes: Annotated[int | None, Setting(MIN_MINUTES, MAX_MINUTES)] = None
    no_show: Annotated[NoShowPolicy, Setting(group="evening")] = NoShowPolicy.FORFEIT
    grace: Annotated[float, Setting(1, 60, unit=MINUTES, group="evening")] = 300.0
    """How long players have to come to their table."""
    automatic: Annotated[bool, Setting(group="evening")] = True
    """Whether the next round begins by itself."""
    late_entry: Annotated[bool, Setting(group="evening")] = True
    starts_at: float | None = None
    """The planned start as a wall clock's time; with `automatic` the event starts by itself."""
    bracket: BracketSettings = PLAIN_BRACKET
    seeding: Annotated[Seeding, Setting(group="pairing")] = Seeding.LOT
    seeded_by: EventId | None = None
    """The earlier event by whose standings entrants are seeded."""
    league: LeagueId | None = None
    """The league to which it belongs."""
    league_deals: bool = False
    """Whether the deals of its tables count in the league."""
    board_scoring: Annotated[BoardScoring | None, Setting(group="pairing")] = None
    """How boards are compared; None if tables do not play the same deals."""

    @property
    def team_size(self) -> int:
        """The number of people who enter together."""
        if self.format is EventFormat.TEAM_MATCH:
            return self.players
        return 1 if self.format.is_individual else self.players // SIDES

    @property
    def least_entrants(self) -> int:
        """The fewest entrants of a round: enough to fill a table, or two tables where tables are compared."""
        tables = SIDES if self.format in {EventFormat.DUPLICATE, EventFormat.DUPLICATE_SINGLE} else 1
        return tables * (self.players if self.format.is_individual else SIDES)


_FORMATS_OF: Final[Mapping[str, frozenset[EventFormat]]] = {
    **dict.fromkeys(("best_of", "third_place", "consolation"), frozenset({EventFormat.KNOCKOUT})),
    "rounds": frozenset(EventFormat) - {EventFormat.KNOCKOUT},
    "minutes": frozenset(one for one in EventFormat if not one.has_boards),
    "board_scoring": frozenset({EventFormat.DUPLICATE, EventFormat.DUPLICATE_SINGLE}),
    "late_entry": frozenset(one for one in EventFormat if one.last_late_round),
    "seeding": frozenset({EventFormat.KNOCKOUT, EventFormat.SWISS}),
}
"""The formats in which a setting matters; all of them for a setting that is not here."""


def does_matter(settings: EventSettings, name: str) -> bool:
    """Return whether a setting has an effect on an event of this format."""
    return settings.format in _FORMATS_OF.get(name, frozenset(EventFormat))


def with_format(settings: EventSettings, style: EventFormat) -> EventSettings:
    """Return the settings of an event of another format, without what only the old one has."""
    bracket = settings.bracket if style is EventFormat.KNOCKOUT else PLAIN_BRACKET
    minutes = None if style.has_boards else settings.minutes
    deals = min(settings.deals or _DEFAULT_DEALS, MAX_BOARDS) if style.has_boards else settings.deals
    return replace(settings, format=style, bracket=bracket, minutes=minutes, deals=deals)


def create_settings(chosen: Mapping[str, object]) -> EventSettings:
    """Return settings with the chosen values by field; some others follow from the format."""
    style = chosen["format"]
    assert isinstance(style, EventFormat)
    replaced = style.is_individual or style.has_boards  # a forfeit would leave boards unplayed
    usual = {
        "no_show": NoShowPolicy.COMPUTER if replaced else NoShowPolicy.FORFEIT,
        "seeding": Seeding.RATING if style is EventFormat.KNOCKOUT else Seeding.LOT,
        "deals": None if "minutes" in chosen else _DEFAULT_DEALS,
    }
    return build_settings(EventSettings, {**usual, **chosen})
