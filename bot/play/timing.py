"""How long things take at a table, in seconds. Tests bring their own."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timing:
    """Every pause and window of a table, in seconds."""

    waves: int = 4
    """In how many waves a deal is drawn."""
    wave: float = 4.0
    """From one wave to the next."""
    declare_window: float = 20.0
    """After the last card, and again after every declaration; a preset may ask for more, never for less than 15."""
    answer_window: float = 30.0
    """To claim a redeal or to take the kitty."""
    turn: float = 120.0
    bury: float = 240.0
    think: float = 1.2
    """A computer player's pause before it acts, so that people can follow."""
    declare_pause: float = 3.0
    """How long cards are visible before a computer player declares."""
    away_after: int = 2
    """Turns in a row that a person misses before the seat is played at once."""
    lobby: float = 1800.0
    """An untouched lobby expires."""
    lobby_warning: float = 300.0
    """How long before that it is told."""
    next_deal: float = 60.0
    """From the end of a deal to the next, which begins by itself."""
    quiet: float = 300.0
    """A host who has done nothing for so long while no deal is played counts as absent."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long people have at one table, in seconds; 0: without limit, or no deal begins by itself."""

    turn: float
    bury: float
    next_deal: float


SHORTEST_WINDOW = 15.0
"""No declaring window at a table is shorter, whatever the preset says."""
