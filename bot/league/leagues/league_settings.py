"""Describes each setting of a league once. Command options, checks, stored text and exports use the description."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from bot.ids import ChannelId, RoleId
from bot.league.teams.teams import MAX_NAME_LENGTH
from bot.setting_fields import Setting, get_values
from engine.model.validators.pack import MAX_PLAYERS

MAX_SEASON_DAYS: Final = 366
MAX_POINTS_EACH: Final = 100
"""The most points that a deal, a level, a match or a place may be worth."""
DEFAULT_PLACES: Final = (10, 7, 5, 3, 1)
MAX_PLACES: Final = 20
FIXED_SETTINGS: Final = frozenset({"rules", "ranked_by"})
"""The settings that are fixed while a season runs, because they decide which deals count and for whom."""


class RankedBy(StrEnum):
    """Whether a league ranks persons or teams."""

    PERSONS = "persons"
    TEAMS = "teams"


class LevelReset(StrEnum):
    """What a new season does to the levels of a league's teams."""

    KEEP = "keep"
    SOFT = "soft"  # puts them halfway back to the start of the ladder
    FULL = "full"  # puts them at the start of the ladder


class StandingsOrder(StrEnum):
    """What decides a season's standings."""

    AVERAGE = "average"  # points per deal
    RATING = "rating"  # the players' ratings
    WINS = "wins"  # deals won
    PLACES = "places"  # points for places in events


class RatingDecay(StrEnum):
    """How fast the ratings of players who do not play become less certain."""

    NONE = "none"
    SLOW = "slow"
    FAST = "fast"


_DECAY_RATES: Final = {RatingDecay.NONE: 0.0, RatingDecay.SLOW: 0.15, RatingDecay.FAST: 0.4}
"""How uncertain a rating gets per day without play, as the square root of the gained variance (docs/ratings.md)."""


@dataclass(frozen=True, slots=True)
class PointScheme:
    """How a season ranks its entrants, and how many points a won deal, a gained level and a won match give."""

    deal: Annotated[int, Setting(0, MAX_POINTS_EACH, key="points_deal", group="points")] = 1
    level: Annotated[int, Setting(0, MAX_POINTS_EACH, key="points_level", group="points")] = 1
    match: Annotated[int, Setting(0, MAX_POINTS_EACH, key="points_match", group="points")] = 3
    order: Annotated[StandingsOrder, Setting(topic="leagues", group="points")] = StandingsOrder.AVERAGE
    min_deals: Annotated[int, Setting(1, 500, group="points")] = 10
    """Entrants with fewer deals than this rank after all others."""
    places: tuple[int, ...] = DEFAULT_PLACES
    """The points for the first, second … place of an event, if places decide the standings."""
    event_deals: Annotated[bool, Setting(group="points")] = False
    """Whether deals of the league's events count like deals of its other tables."""


DEFAULT_SCHEME: Final = PointScheme()


@dataclass(frozen=True, slots=True)
class LeagueSettings:
    """A league's settings, chosen by a manager. `rules` is the engine's text of its rules."""

    name: Annotated[str, Setting(1, MAX_NAME_LENGTH, key="league_name")]
    preset: str
    rules: str
    ranked_by: Annotated[RankedBy, Setting(topic="leagues")] = RankedBy.PERSONS
    season_days: Annotated[int | None, Setting(0, MAX_SEASON_DAYS, none=0)] = None
    """How many days a season lasts; None if it lasts until a manager closes it."""
    level_reset: Annotated[LevelReset, Setting(topic="leagues")] = LevelReset.KEEP
    scheme: PointScheme = DEFAULT_SCHEME
    news_channel: Annotated[ChannelId | None, Setting(group="posts")] = None
    """The channel of the league's card and of its announcements."""
    rating_decay: Annotated[RatingDecay, Setting(topic="leagues", group="points")] = RatingDecay.NONE
    min_people: Annotated[int | None, Setting(0, MAX_PLAYERS, none=0)] = None
    """How many people must sit at the table when a deal begins. If it is None, every seat needs a person."""
    results_channel: Annotated[ChannelId | None, Setting(group="posts")] = None
    champion_role: Annotated[RoleId | None, Setting(group="posts")] = None
    hints: Annotated[bool, Setting()] = False
    """Whether the bot may suggest plays in deals of the league."""

    @property
    def decay(self) -> float:
        """How uncertain a rating gets per day without play, as the square root of the gained variance. It may be 0."""
        return _DECAY_RATES[self.rating_decay]


def does_matter(settings: LeagueSettings, name: str) -> bool:
    """Return whether a setting has an effect, given the values of the other settings."""
    order = settings.scheme.order
    match name:
        case "level_reset":
            return settings.ranked_by is RankedBy.TEAMS
        case "deal" | "level" | "match":
            return order in {StandingsOrder.AVERAGE, StandingsOrder.PLACES}
        case "min_deals":
            return order is not StandingsOrder.PLACES
        case "rating_decay":
            return order is StandingsOrder.RATING
        case "places":
            return order is StandingsOrder.PLACES
        case _:
            return True


def list_changed_settings(old: LeagueSettings, new: LeagueSettings) -> list[str]:
    """Return the names of the settings in which `old` and `new` differ."""
    before = get_values(old)
    return [name for name, value in get_values(new).items() if value != before[name]]
