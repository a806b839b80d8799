"""The parts of a knockout: whether all is played, and the names of its rounds."""

from dataclasses import dataclass, replace

from bot.events.matches import EventMatch
from bot.events.model import Event
from bot.events.pairing.bracket_tree import BracketTree, build_bracket
from bot.events.pairing.knockout import knockout
from bot.events.pairing.ports import BracketPart, EventFormat
from bot.events.standings.event_standings import list_played_rounds, list_states


@dataclass(frozen=True, slots=True)
class StageName:
    """The stage that a round plays. `entrants` are those left in the main bracket; 2 means the final."""

    entrants: int
    game: int
    """The number of the game within each match, from 1."""


def is_bracket_complete(event: Event) -> bool:
    """Return whether a knockout whose newest round is over has a winner, and nothing is left to play."""
    if event.settings.format is not EventFormat.KNOCKOUT:
        return False
    states = [replace(one, present=True) for one in list_states(event)]
    pairing = knockout(event.settings.bracket).pair_round(states, list_played_rounds(event), 0, event.seed)
    final = build_event_bracket(event).main[-1][0]
    return final.winner is not None and not pairing.encounters and not pairing.byes


def build_event_bracket(event: Event) -> BracketTree:
    """Return the bracket of a knockout."""
    return build_bracket(list_states(event), list_played_rounds(event), event.settings.bracket, event.seed)


def find_stage_name(event: Event, number: int) -> StageName | None:
    """Return the stage of round `number`; None for other formats, and for rounds without main matches."""
    if event.settings.format is not EventFormat.KNOCKOUT:
        return None
    earlier = [_list_main(event, one) for one in range(1, number + 1)]
    pairs = {match.sides for match in earlier[-1]}
    if not pairs:
        return None
    game = next((n for n, past in enumerate(reversed(earlier)) if not pairs <= {match.sides for match in past}), number)
    opened = event.rounds[number - game]
    width = len(_list_main(event, opened.number)) * 2 + _count_main_byes(event, opened.number)
    return StageName(1 << (width - 1).bit_length(), game)


def _list_main(event: Event, number: int) -> list[EventMatch]:
    return [match for match in event.rounds[number - 1].matches if match.part is BracketPart.MAIN]


def _count_main_byes(event: Event, number: int) -> int:
    """Return how many of those sitting out are in the main bracket."""
    consoled = {
        one
        for played in event.rounds
        for match in played.matches
        if match.part is BracketPart.CONSOLATION
        for side in match.sides
        for one in side
    }
    return sum(one not in consoled for one in event.rounds[number - 1].byes)
