"""Every picture of the bot: frozen values say what to show, pure geometry says where, Pillow draws it in a worker."""

from bot.render.encode import Picture
from bot.render.examples import Example, ExamplePicture
from bot.render.fonts import BadAsset
from bot.render.labels import Labels
from bot.render.pictures import HandPicture, LobbyPicture, ResultPicture, TablePicture
from bot.render.pool import Pictures
from bot.render.replay import Animation, ReplayPicture, TooLarge
from bot.render.statistics import (
    Comparison,
    CrossTablePicture,
    HeadToHeadPicture,
    LeagueLabels,
    MatchPicture,
    RatingPicture,
    SeasonPicture,
    Series,
    StandingsPicture,
    StandingsRow,
)

__all__ = [
    "Animation",
    "BadAsset",
    "Comparison",
    "CrossTablePicture",
    "Example",
    "ExamplePicture",
    "HandPicture",
    "HeadToHeadPicture",
    "Labels",
    "LeagueLabels",
    "LobbyPicture",
    "MatchPicture",
    "Picture",
    "Pictures",
    "RatingPicture",
    "ReplayPicture",
    "ResultPicture",
    "SeasonPicture",
    "Series",
    "StandingsPicture",
    "StandingsRow",
    "TablePicture",
    "TooLarge",
]
