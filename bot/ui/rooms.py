"""All rooms: who answers the controls that belong to no table."""

from typing import Final

from bot.ui.afterwards import film_room
from bot.ui.changing import change_room
from bot.ui.choosing import config_room, settings_room
from bot.ui.council import council_room, vote_room
from bot.ui.ending import end_room
from bot.ui.league.room import league_room
from bot.ui.league.showing import ROOM as LEAGUE
from bot.ui.learning import help_room, rules_room
from bot.ui.panels import book, changing, choices, council, ending, film, manual, tutorial
from bot.ui.privacy import ROOM as PRIVACY
from bot.ui.privacy import privacy_room
from bot.ui.routes import Room
from bot.ui.teamwork import ROOM as TEAM
from bot.ui.teamwork import team_room
from bot.ui.tutoring import tutor_room

ROOMS: Final[dict[str, Room]] = {
    book.ROOM: rules_room,
    choices.CONFIG: config_room,
    choices.SETTINGS: settings_room,
    PRIVACY: privacy_room,
    film.ROOM: film_room,
    manual.ROOM: help_room,
    tutorial.ROOM: tutor_room,
    changing.ROOM: change_room,
    council.COUNCIL: council_room,
    council.VOTE: vote_room,
    ending.ROOM: end_room,
    LEAGUE: league_room,
    TEAM: team_room,
}
"""By the word that their ids begin with; old ids live long, so a word is never given a second meaning."""
