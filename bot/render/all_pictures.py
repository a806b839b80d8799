"""Every picture, and the function that lays it out."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.render.events import event_bracket, event_crosstable, event_round, event_standings, traveller
from bot.render.events.traveller import TravellerPicture
from bot.render.hands import hand
from bot.render.layout.scene import Scene
from bot.render.leagues import charts, head_to_head, season, standings
from bot.render.learning import review, rule_examples
from bot.render.learning.review import ReviewPicture
from bot.render.learning.rule_examples import ExamplePicture
from bot.render.tables import lobby, replay, result, table
from bot.render.tables.replay import ReplayPicture
from bot.render.values.event_pictures import BracketPicture, EventCrossPicture, EventStandingsPicture, RoundPicture
from bot.render.values.game_pictures import HandPicture, LobbyPicture, ResultPicture, TablePicture
from bot.render.values.league_pictures import (
    HeadToHeadPicture,
    RatingPicture,
    SeasonPicture,
    StandingsPicture,
)

EventPicture = EventStandingsPicture | RoundPicture | BracketPicture | EventCrossPicture | TravellerPicture
LeaguePicture = StandingsPicture | RatingPicture | HeadToHeadPicture | SeasonPicture
DescribedPicture = LeaguePicture | EventPicture | ExamplePicture | ReviewPicture
"""The pictures that are described from their values alone; descriptions of the others also use what the game says."""
AnyPicture = HandPicture | TablePicture | LobbyPicture | ResultPicture | ReplayPicture | DescribedPicture
LAYOUTS: Final[Mapping[type, Callable[[Any], Scene]]] = {
    HandPicture: hand.build_scene,
    TablePicture: table.build_scene,
    LobbyPicture: lobby.build_scene,
    ResultPicture: result.build_scene,
    StandingsPicture: standings.build_scene,
    RatingPicture: charts.build_scene,
    HeadToHeadPicture: head_to_head.build_scene,
    SeasonPicture: season.build_scene,
    EventStandingsPicture: event_standings.build_scene,
    RoundPicture: event_round.build_scene,
    BracketPicture: event_bracket.build_scene,
    EventCrossPicture: event_crosstable.build_scene,
    TravellerPicture: traveller.build_scene,
    ExamplePicture: rule_examples.build_scene,
    ReplayPicture: replay.build_scene,
    ReviewPicture: review.build_scene,
}
