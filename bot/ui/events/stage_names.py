"""Names of the stages and parts of a knockout."""

from typing import Final

from bot.events.matches import EventMatch
from bot.events.model import Event
from bot.events.pairing.ports import BracketPart
from bot.events.standings.event_bracket import find_stage_name
from bot.text.catalogue import Texts

_NAMED: Final = {2: "final", 4: "semifinal", 8: "quarterfinal"}


def format_stage(entrants: int, texts: Texts) -> str:
    """Return the name of the stage that this number of entrants has reached."""
    known = _NAMED.get(entrants)
    return texts.say(f"bracket.{known}") if known else texts.say("bracket.round_of", count=entrants)


def format_round(event: Event, number: int, texts: Texts) -> str:
    """Return what a round is called: by its number, or by the stage and the game of a knockout."""
    stage = find_stage_name(event, number)
    if stage is None:
        return texts.say("events.round_of", number=number, rounds=event.planned_rounds)
    words = format_stage(stage.entrants, texts)
    if event.settings.bracket.best_of == 1:
        return words
    return texts.say("bracket.game", stage=words, game=stage.game, count=event.settings.bracket.best_of)


def format_part(match: EventMatch, texts: Texts) -> str:
    """Return what a match is played for, if not for the main bracket of a knockout."""
    return "" if match.part is BracketPart.MAIN else texts.say(f"bracket.{match.part}")
