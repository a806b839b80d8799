"""Times the passes of seats that can do nothing in a declaring, claiming or theft window.

Nobody may learn from the moment of a pass whether its seat could have acted. So each seat's earliest moment is drawn
from the deal's secret, whatever its cards are: a seat that has nothing to say passes then, and so does a player who
pressed Pass before.
"""

import hashlib
from collections.abc import Container, Iterator
from typing import Final

from bot.play.clock.timing import Timing
from bot.play.table_rules.game_state import GameState, has_new_offers
from bot.play.values.occupants import Person
from bot.play.values.table_info import TableInfo
from engine.deal.game import to_act, view_for
from engine.model.seats import Seat
from engine.model.view import PhaseName

WINDOWS: Final = {PhaseName.DECLARING, PhaseName.CLAIMING, PhaseName.STEALING}
_DIGEST_RANGE: Final = 2**64


def is_window_open(game: GameState) -> bool:
    """Return whether seats may pass: no card is left to draw, and not all have answered."""
    return game.phase_name in WINDOWS and not view_for(game.phase, Seat(0)).to_draw


def draw_pass_delay(game: GameState, seat: Seat, secret: bytes, timing: Timing) -> float:
    """Return how long after the opening of the window a seat may pass, which does not depend on its cards."""
    digest = hashlib.sha256(b"pass:%d:%d:" % (game.window_revision, seat) + secret).digest()
    share = int.from_bytes(digest[:8], "big") / _DIGEST_RANGE
    return timing.pass_earliest + share * (timing.pass_latest - timing.pass_earliest)


def list_silent_seats(
    facts: TableInfo, game: GameState, away: Container[Seat], passing: Container[Seat | None]
) -> Iterator[Seat]:
    """Yield the seats of people that pass by themselves: they pressed Pass, are away, or can do nothing new."""
    if not is_window_open(game):
        return
    in_turn = game.phase_name is PhaseName.STEALING
    for seat in to_act(game.phase):
        absent = seat in away and not in_turn  # an absent player's turn is played for them
        if isinstance(facts.seats[seat], Person) and (absent or seat in passing or not has_new_offers(game, seat)):
            yield seat
