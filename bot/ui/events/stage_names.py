"""Names of the stages and parts of a knockout."""

from typing import Final

from bot.events.matches import EventMatch
from bot.events.model import Event
from bot.events.pairing.ports import BracketPart
from bot.events.standings.event_bracket import find_stage_name
from bot.text.catalogue import Texts

_NAMED: Final = {2: "final", 4: "semifinal", 8: "quarterfinal"}


def format_stage(entrants: int, texts: Texts) -> str:
    """Return the name of the stage with this number of entrants left."""
    known = _NAMED.get(entrants)
    return texts.say(f"bracket.{known}") if known else texts.say("bracket.round_of", count=entrants)


def format_round(event: Event, number: int, texts: Texts) -> str:
    """Return the name of a round: its number, or the stage and the game of a knockout."""
    stage = find_stage_name(event, number)
    if stage is None:
        return texts.say("events.round_of", number=number, rounds=event.planned_rounds)
    words = format_stage(stage.entrants, texts)
    if event.settings.bracket.best_of == 1:
        return words
    return texts.say("bracket.game", stage=words, game=stage.game, count=event.settings.bracket.best_of)


def format_part(match: EventMatch, texts: Texts) -> str:
    """Return the purpose of a match that is not part of a knockout's main bracket."""
    return "" if match.part is BracketPart.MAIN else texts.say(f"bracket.{match.part}")
