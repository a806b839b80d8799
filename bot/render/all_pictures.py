"""The types of all pictures, each with the function that lays it out."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from bot.render.events import (
    event_bracket_scene,
    event_crosstable_scene,
    event_round_scene,
    event_standings_scene,
    traveller_scene,
)
from bot.render.events.traveller_scene import TravellerPicture
from bot.render.hands import hand_scene, replay_scene
from bot.render.hands.replay_scene import ReplayPicture
from bot.render.layout.scene import Scene
from bot.render.leagues import charts_scene, standings_scene
from bot.render.learning import review_scene, rule_examples_scene
from bot.render.learning.review_scene import ReviewPicture
from bot.render.learning.rule_examples_scene import ExamplePicture
from bot.render.tables import result_scene, table_scene
from bot.render.values.event_pictures import BracketPicture, EventCrossPicture, EventStandingsPicture, RoundPicture
from bot.render.values.game_pictures import HandPicture, LobbyPicture, ResultPicture, TablePicture
from bot.render.values.league_pictures import HeadToHeadPicture, RatingPicture, SeasonPicture, StandingsPicture

EventPicture = EventStandingsPicture | RoundPicture | BracketPicture | EventCrossPicture | TravellerPicture
LeaguePicture = StandingsPicture | RatingPicture | HeadToHeadPicture | SeasonPicture
DescribedPicture = LeaguePicture | EventPicture | ExamplePicture | ReviewPicture
"""Pictures whose own values suffice for their alt text. The alt text of other pictures needs the table or deal."""
AnyPicture = HandPicture | TablePicture | LobbyPicture | ResultPicture | ReplayPicture | DescribedPicture
LAYOUTS: Final[Mapping[type, Callable[[Any], Scene]]] = {
    HandPicture: hand_scene.build_scene,
    TablePicture: table_scene.build_scene,
    LobbyPicture: table_scene.build_lobby_scene,
    ResultPicture: result_scene.build_scene,
    StandingsPicture: standings_scene.build_scene,
    RatingPicture: charts_scene.build_scene,
    HeadToHeadPicture: charts_scene.build_head_to_head_scene,
    SeasonPicture: standings_scene.build_season_scene,
    EventStandingsPicture: event_standings_scene.build_scene,
    RoundPicture: event_round_scene.build_scene,
    BracketPicture: event_bracket_scene.build_scene,
    EventCrossPicture: event_crosstable_scene.build_scene,
    TravellerPicture: traveller_scene.build_scene,
    ExamplePicture: rule_examples_scene.build_scene,
    ReplayPicture: replay_scene.build_scene,
    ReviewPicture: review_scene.build_scene,
}
