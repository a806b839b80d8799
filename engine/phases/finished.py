"""A deal is over and counted."""

from dataclasses import dataclass

from engine.cards import Card
from engine.events import DealResult
from engine.match import Match
from engine.phases.dealt import Dealt
from engine.seats import Seat
from engine.view import CalledFriend, TrickView


@dataclass(frozen=True, slots=True)
class Finished:
    """A deal is over; `match` is already that of the next one."""

    match: Match
    dealt: Dealt
    result: DealResult
    tricks: tuple[TrickView, ...]
    taken: tuple[int, ...]
    friends: tuple[CalledFriend, ...]
    burier: Seat
    kitty: tuple[Card, ...]
    left: int
    """Points that nobody picked up."""
