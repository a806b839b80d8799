"""The settings of an event, as frozen values, and the functions that check them and adapt them to a format."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Final

from bot.events.pairing.ports import PLAIN_BRACKET, BracketSettings, EventFormat, Seeding
from bot.events.refusals import EventRefusal, EventRefused
from bot.ids import EventId, LeagueId
from bot.names import compose_name, is_plain, is_readable
from bot.play.table_rules.limited_matches import MAX_DEALS, MAX_MINUTES, MIN_MINUTES
from bot.setting_fields import MINUTES, Setting, build_settings
from engine.model.errors import InvalidRules
from engine.model.notation import format_rules, parse_rules
from engine.model.options import NoDeclaration, RedealClaim
from engine.model.rules import Rules
from engine.model.validation import validate

MAX_NAME_LENGTH: Final = 40
SIDES: Final = 2
"""The number of sides of a table. Seats with even numbers are on one side, seats with odd numbers on the other."""
MAX_ROUNDS: Final = 99
MAX_BOARDS: Final = 16
"""The most boards of a round."""
_DEFAULT_DEALS: Final = 4
_FORMATS_OF: Final[Mapping[str, frozenset[EventFormat]]] = {
    **dict.fromkeys(("best_of", "third_place", "consolation"), frozenset({EventFormat.KNOCKOUT})),
    "rounds": frozenset(EventFormat) - {EventFormat.KNOCKOUT},
    "minutes": frozenset(one for one in EventFormat if not one.has_boards),
    "board_scoring": frozenset({EventFormat.DUPLICATE, EventFormat.DUPLICATE_SINGLE}),
    "late_entry": frozenset(one for one in EventFormat if one.last_late_round),
    "seeding": frozenset({EventFormat.KNOCKOUT, EventFormat.SWISS}),
}
"""The formats in which a setting has an effect. A setting that is not listed has an effect in all formats."""
INDIVIDUAL_PLAYERS: Final = 4


class NoShowPolicy(StrEnum):
    """What happens to the seat of a player who is still missing when time is up."""

    FORFEIT = "forfeit"  # the player's side loses
    COMPUTER = "computer"  # a computer player takes the seat
    SUBSTITUTE = "substitute"  # a volunteer takes the seat for the round; without one, a computer player does
    SUBSTITUTE_STAYS = "substitute_stays"  # like SUBSTITUTE, and the volunteer keeps the seat in later rounds


class BoardScoring(StrEnum):
    """How the results of a board at several tables are compared."""

    MATCH_POINTS = "match_points"  # by the number of other tables that the pair has beaten
    SCALE = "scale"  # by the difference in levels, but each further level counts for less


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
    """The number of rounds; None if it follows from the format and the number of entrants."""
    deals: Annotated[int | None, Setting(1, MAX_DEALS)] = None
    minutes: Annotated[int | None, Setting(MIN_MINUTES, MAX_MINUTES)] = None
    no_show: Annotated[NoShowPolicy, Setting(group="evening")] = NoShowPolicy.FORFEIT
    grace: Annotated[float, Setting(1, 60, unit=MINUTES, group="evening")] = 300.0
    """How long players have to come to their table."""
    automatic: Annotated[bool, Setting(group="evening")] = True
    """Whether the event starts by itself at `starts_at`, and its rounds begin by themselves."""
    late_entry: Annotated[bool, Setting(group="evening")] = True
    starts_at: float | None = None
    """The planned start, in seconds since the epoch, at which an `automatic` event starts; None without a plan."""
    bracket: BracketSettings = PLAIN_BRACKET
    seeding: Annotated[Seeding, Setting(group="pairing")] = Seeding.LOT
    seeded_by: EventId | None = None
    """The earlier event whose standings seed the entrants, if any."""
    league: LeagueId | None = None
    league_deals: bool = False
    """Whether the deals of the event's tables count in the league."""
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
        """The fewest entrants of a round. They fill one table or, in formats that compare tables, two."""
        tables = SIDES if self.format in {EventFormat.DUPLICATE, EventFormat.DUPLICATE_SINGLE} else 1
        return tables * (self.players if self.format.is_individual else SIDES)


def does_matter(settings: EventSettings, name: str) -> bool:
    """Return whether a setting has an effect on an event of this format."""
    return settings.format in _FORMATS_OF.get(name, frozenset(EventFormat))


def with_format(settings: EventSettings, style: EventFormat) -> EventSettings:
    """Return the settings with another format. Values that the format does not allow are replaced."""
    bracket = settings.bracket if style is EventFormat.KNOCKOUT else PLAIN_BRACKET
    minutes = None if style.has_boards else settings.minutes
    deals = min(settings.deals or _DEFAULT_DEALS, MAX_BOARDS) if style.has_boards else settings.deals
    return replace(settings, format=style, bracket=bracket, minutes=minutes, deals=deals)


def create_settings(chosen: Mapping[str, object]) -> EventSettings:
    """Return settings with the `chosen` values by field name. Some defaults depend on the format."""
    style = chosen["format"]
    assert isinstance(style, EventFormat)
    replaced = style.is_individual or style.has_boards  # a forfeit would leave a partner or a board without a game
    usual = {
        "no_show": NoShowPolicy.COMPUTER if replaced else NoShowPolicy.FORFEIT,
        "seeding": Seeding.RATING if style is EventFormat.KNOCKOUT else Seeding.LOT,
        "deals": None if "minutes" in chosen else _DEFAULT_DEALS,
    }
    return build_settings(EventSettings, {**usual, **chosen})


def validate_settings(settings: EventSettings) -> EventSettings:
    """Return the checked settings in normal form. If tables play the same boards, some rules and settings are changed.

    Raises EventRefused: NAME_LENGTH, NAME_CHARACTERS, NAME_MARKUP, BAD_RULES, FOUR_PLAYERS, LENGTH_NEEDED,
    KNOCKOUT_ONLY, BOARDS_ONLY, TOO_MANY_BOARDS.
    """
    rules = _parse_rules(settings.rules)
    if rules.partner_step != SIDES or rules.players < INDIVIDUAL_PLAYERS:
        raise EventRefused(EventRefusal.BAD_RULES)
    if settings.format.is_individual and rules.players != INDIVIDUAL_PLAYERS:
        raise EventRefused(EventRefusal.FOUR_PLAYERS)
    if settings.deals is None and settings.minutes is None:
        raise EventRefused(EventRefusal.LENGTH_NEEDED)
    plain = replace(settings.bracket, third_place=True) == PLAIN_BRACKET
    if not (plain or settings.format is EventFormat.KNOCKOUT):
        raise EventRefused(EventRefusal.KNOCKOUT_ONLY)
    if settings.format.has_boards:
        settings, rules = _validate_boards(settings), adapt_rules(rules)
    else:
        settings = replace(settings, board_scoring=None)
    name = _normalize_name(settings.name)
    return replace(settings, name=name, rules=format_rules(rules), players=rules.players)


def _validate_boards(settings: EventSettings) -> EventSettings:
    if settings.deals is None or settings.minutes is not None:
        raise EventRefused(EventRefusal.BOARDS_ONLY)
    if settings.deals > MAX_BOARDS:
        raise EventRefused(EventRefusal.TOO_MANY_BOARDS, limit=MAX_BOARDS)
    scoring = settings.board_scoring or BoardScoring.MATCH_POINTS
    settings = replace(settings, board_scoring=scoring, league_deals=False)
    if settings.format is not EventFormat.TEAM_MATCH:
        return settings
    stays = settings.no_show is NoShowPolicy.SUBSTITUTE_STAYS  # members change seats, so no substitute can keep one
    no_show = NoShowPolicy.SUBSTITUTE if stays else settings.no_show
    return replace(settings, board_scoring=BoardScoring.SCALE, no_show=no_show)


def adapt_rules(rules: Rules) -> Rules:
    """Return the rules without redeals. After a redeal, a table would play other cards than the other tables."""
    kitty = NoDeclaration.KITTY_LEVEL_ELSE_HIGHEST
    without = kitty if rules.no_declaration is NoDeclaration.REDEAL else rules.no_declaration
    return replace(rules, redeal_claim=RedealClaim.OFF, no_declaration=without)


def _parse_rules(text: str) -> Rules:
    try:
        return validate(parse_rules(text))
    except (ValueError, InvalidRules) as error:
        raise EventRefused(EventRefusal.BAD_RULES) from error


def _normalize_name(text: str) -> str:
    name = compose_name(text)
    if not 1 <= len(name) <= MAX_NAME_LENGTH:
        raise EventRefused(EventRefusal.NAME_LENGTH, longest=MAX_NAME_LENGTH, given=len(name))
    if not is_readable(name):
        raise EventRefused(EventRefusal.NAME_CHARACTERS)
    if not is_plain(name):
        raise EventRefused(EventRefusal.NAME_MARKUP)
    return name
