"""Forms of leagues that were refused for what was written in them: they can be opened again as they were."""

from typing import Final

from bot.league.refusals import LeagueRefused, LeagueWhy
from bot.play.refusals import Refused
from bot.ui.answers import Answer, Tell
from bot.ui.body import Body, Button, Text, Tone, in_rows
from bot.ui.controls import control
from bot.ui.league.showing import ROOM
from bot.ui.panels.asked import cut
from bot.ui.panels.legal import refusal_words
from bot.ui.routes import Call

AGAIN: Final = "again"
FORMS: Final = {"edit": "edit", "rule": "ask"}
"""Which forms, by the word in their ids, and by which word they are opened."""
_HOPELESS: Final = {
    LeagueWhy.NOT_ADMIN,
    LeagueWhy.NOT_MANAGER,
    LeagueWhy.NOT_EVERY_MANAGER,
    LeagueWhy.NO_LEAGUE,
    LeagueWhy.NO_RESULT,
    LeagueWhy.LEAGUE_ARCHIVED,
    LeagueWhy.AS_BOOKED,
}
"""Nothing that is written would help."""


def offer_again(call: Call, refused: LeagueRefused | Refused) -> Answer:
    """Return why a form was refused, with a button that opens it as it was filled in.

    Raises:
        LeagueRefused, Refused: as it was refused, where no form was sent or nothing written would help.
    """
    if not call.typed or call.argument(0) not in FORMS or refused.why in _HOPELESS:
        raise refused
    call.kit.refills.keep(call.asker.user, call.arguments, call.typed)
    again = Button(control(ROOM, AGAIN, *call.arguments), cut(call.texts.say("managing.again")), Tone.MAIN)
    return Tell(Body((Text(refusal_words(refused, call.texts)), *in_rows((again,)))))
